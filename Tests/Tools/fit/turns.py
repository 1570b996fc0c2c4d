#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fits the weights that determine a page's quarter turn, on pages that SampleMaker turns.

    python3 Tests/Tools turns [DATA …] [--category C …] [--made 144] [--of-each 2] [--seed 1] [--bin .build/release]

There are weights for whether text lines run across a page or down it, and for its lines and the network's pictures. The pages are drawn
documents, arrangements, and pages in seven scripts, and the upright pages of categories in each DATA (Tests/Tools/shared/data.py describes its
layout). Prints the weights of horizontality in Sources/CVision/Text/TextAxes.cpp, and how often those in use and the fitted ones are right, the
latter on held-out documents. If the network is installed, it does the same for the weights in Sources/DocScanEngine/TurnDecision.swift, and
prints for several confidence limits of the decision how often the pages are right, and how many pictures that takes.
Tests/Tools/measure/corrections.py measures the whole decision, Tests/Tools/check/sensitivity.py its other numbers. Needs numpy.
"""
import collections, pathlib, re, subprocess, tempfile
import numpy
import data
from fitting import FOLDS, fit_logistic, fold, logistic

# Fewer marks may form lines by chance: see horizontality.
FEW = 12
# The weights in use of the lines and of the network's pictures.
WEIGHTS = (0.5, 1.0)
# Below this probability the page isn't turned.
SURE = 0.8


def made_pages(args, scratch):
    """Returns (page, the clockwise quarter turns that it needs) of each page."""
    made, upright = scratch / "made", scratch / "upright"
    made.mkdir()
    for kind in ("arranged", "scripts"):
        subprocess.run([args.bin / "SampleMaker", kind, upright, str(args.seed), str(args.of_each)], check=True)
    files = [file for folder in args.data for name in args.category for file in data.documents(folder, name)[: args.most]
             if not file.name.startswith("ja-vert")]
    # All arrangements have the same names.
    files += [file.rename(upright / f"{file.parent.name}-{file.name}") for file in sorted(upright.rglob("*.png"))]
    for some in ([], files):
        subprocess.run([args.bin / "SampleMaker", "turned", made, str(args.seed), str(4 * len(some) or args.made), *some],
                       check=True)
    return [(file, truth["correct_by_clockwise_degrees"] // 90) for file, truth in data.labelled(made, "orientation")]


def features(args, kind, pages):
    """Returns the output of Features for each page, as lists of numbers."""
    printed = subprocess.run([args.bin / "Features", kind, *(file for file, _ in pages)], check=True, stdout=subprocess.PIPE,
                             text=True).stdout
    return [[[float(word) for word in line.split()] for line in part.splitlines()[1:]]
            for part in re.split("^picture ", printed, flags=re.MULTILINE)[1:]]


def document(file):
    return file.name.rsplit("-", 2)[0]


def signs(args, pages):
    """Returns (document, whether its lines run across, signs, likelihood that they do) of each page."""
    Page = collections.namedtuple("Page", "document across signs likelihood")
    found = []
    for (file, quarters), [[*values, marks, likelihood]] in zip(pages, features(args, "lines", pages)):
        found.append(Page(document(file), quarters % 2 == 0, numpy.array(values) * marks / (marks + FEW), likelihood))
    return found


def fit(pages):
    """Fits without a constant, since neither direction is likelier."""
    x = numpy.array([page.signs for page in pages])
    # A page turned by a quarter has the same signs, negated, so both count.
    x, y = numpy.concatenate([x, -x]), numpy.array([p.across for p in pages] + [not p.across for p in pages], float)
    return fit_logistic(numpy.column_stack([numpy.zeros(len(x)), x]), y, numpy.ones(len(y)))[1:]


def evidence(args, pages):
    """Returns (document, the right turn, log probabilities of each turn by the lines, and by the network step by step) of each page."""
    Page = collections.namedtuple("Page", "document quarters lines steps")
    found = []
    for (file, quarters), [(across, upright), *steps] in zip(pages, features(args, "turns", pages)):
        across, upright = numpy.clip(across, 0.03, 0.97), numpy.clip(upright, 0.007, 0.993)
        lines = numpy.log([across * upright, (1 - across) * upright, across * (1 - upright), (1 - across) * (1 - upright)])
        found.append(Page(document(file), quarters, lines, [(shown, numpy.array(sums)) for shown, *sums in steps]))
    return found


def chances(page, weights, step):
    sums = weights[0] * page.lines + weights[1] * page.steps[step][1]
    shares = numpy.exp(sums - sums.max())
    return shares / shares.sum()


def doubt(pages, weights):
    return numpy.mean([-numpy.log(max(chances(page, weights, -1)[page.quarters], 1e-9)) for page in pages])


def fit_turns(pages, ridge=0.02):
    """Returns the pair of weights with the smallest loss. The ridge keeps them near 1 if pages are too easy."""
    steps = [k / 10 for k in range(31)]
    return min(((a, b) for a in steps for b in steps), key=lambda w: doubt(pages, w) + ridge * ((w[0] - 1)**2 + (w[1] - 1)**2))


def decide(page, weights, limits):
    """Returns the turn, 0 if it is in doubt, and how many pictures the decision took.

    `limits` are for a page that is upright, and for one that needs a turn.
    """
    for step, (shown, _) in enumerate(page.steps):
        found = chances(page, weights, step)
        if found.max() >= limits[int(found.argmax() != 0)] or step + 1 == len(page.steps):
            return int(found.argmax()) if found.max() >= SURE else 0, shown


def report_turns(pages):
    for title, weights in [("the weights in use", lambda page: WEIGHTS),
                           ("fitted, on documents that the fit did not know",
                            (lambda found: lambda page: found[fold(page.document)])(
                                [fit_turns([page for page in pages if fold(page.document) != k]) for k in range(FOLDS)]))]:
        mean = numpy.mean([doubt([page], weights(page)) for page in pages])
        print(f"{title:48s} mean doubt {mean:.4f}")
        for limits in ((0.97, 0.97), (0.99, 0.99), (0.99, 0.999), (0.995, 0.999), (0.999, 0.999), (2, 2)):
            turns = [(*decide(page, weights(page), limits), page.quarters) for page in pages]
            right, kept = sum(t == q for t, _, q in turns), sum(t == 0 != q for t, _, q in turns)
            title = "shown until {}, to turn {}".format(*limits) if limits[0] < 1 else "shown all"
            print(f"  {title:32s} right {right} of {len(pages)}, left {kept}, "
                  f"wrong {len(pages) - right - kept}, pictures {numpy.mean([shown for _, shown, _ in turns]):.1f}")
    print("linesWeight = {}, pictureWeight = {}".format(*fit_turns(pages)))


def report(title, pages, likelihoods):
    right = [(likelihood >= 0.5) == page.across for page, likelihood in zip(pages, likelihoods)]
    doubt = [1 - l if page.across else l for page, l in zip(pages, likelihoods)]
    print(f"{title:48s} right {numpy.mean(right):.4f} of {len(pages)}, mean doubt {numpy.mean(doubt):.4f}")


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("data", nargs="*", type=data.folder, metavar="DATA")
    parser.add_argument("--category", nargs="*", default=["clean-english", "multilingual", "receipts-sroie"])
    parser.add_argument("--most", type=int, default=40, help="so many documents of each category")
    parser.add_argument("--of-each", type=int, default=2, help="so many pages are made of each arrangement and script")
    parser.add_argument("--made", type=int, default=144, help="so many pages are made of drawn documents")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bin", type=pathlib.Path, default=data.ROOT / ".build/release")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="docscan-turns-") as scratch:
        files = made_pages(args, pathlib.Path(scratch))
        pages, turned = signs(args, files), evidence(args, files)
    report("the weights in use", pages, [page.likelihood for page in pages])
    weights = [fit([page for page in pages if fold(page.document) != k]) for k in range(FOLDS)]
    report("fitted, on documents that the fit did not know", pages,
           [logistic(page.signs @ weights[fold(page.document)]) for page in pages])
    print("constexpr std::array<double, 5> weights{" + ", ".join(f"{w:.2f}" for w in fit(pages)) + "};")
    if all(page.steps for page in turned):
        print()
        report_turns(turned)


if __name__ == "__main__":
    main()
