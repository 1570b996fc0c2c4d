#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fits what tells whether text lines run across a page or down it, on pages that SampleMaker turns.

    python3 Tests/turns.py [DATA …] [--category C …] [--made 144] [--seed 1] [--bin .build/release]

The pages are drawn documents, and the upright pages of categories in each DATA (Tests/data.py says how it lies). Prints the
weights of horizontality in Sources/CVision/Text/TextAxes.cpp, and how often those in use and the fitted ones are right, the
latter on documents that their fit did not know. Tests/corrections.py measures the whole decision, Tests/sensitivity.py its
numbers. Needs numpy.
"""
import argparse, collections, pathlib, subprocess, tempfile
import numpy
import data
from fitting import FOLDS, fit_logistic, fold, logistic

# A handful of marks falls into lines by chance: see horizontality.
FEW = 12


def signs(args, scratch):
    """(document, whether its lines run across, signs, likelihood that they do) of each page."""
    made = scratch / "made"
    made.mkdir()
    files = [file for folder in args.data for name in args.category for file in data.documents(folder, name)[: args.most]
             if not file.name.startswith("ja-vert")]
    for some in ([], files) if files else ([],):
        subprocess.run([args.bin / "SampleMaker", "turned", made, str(args.seed), str(max(args.made, 4 * len(some))), *some],
                       check=True)
    pages = [(file, truth["correct_by_clockwise_degrees"] % 180 == 0) for file, truth in data.labelled(made, "orientation")]
    lines = subprocess.run([args.bin / "Features", "lines", *(file for file, _ in pages)], check=True,
                           stdout=subprocess.PIPE, text=True).stdout.splitlines()
    Page = collections.namedtuple("Page", "document across signs likelihood")
    found = []
    for (file, across), line in zip(pages, lines[1::2]):
        *values, marks, likelihood = map(float, line.split())
        found.append(Page(file.name.rsplit("-", 2)[0], across, numpy.array(values) * marks / (marks + FEW), likelihood))
    return found


def fit(pages):
    """Without a constant: neither direction is likelier."""
    x = numpy.array([page.signs for page in pages])
    # A page turned by a quarter has the same signs, negated, so both count.
    x, y = numpy.concatenate([x, -x]), numpy.array([p.across for p in pages] + [not p.across for p in pages], float)
    return fit_logistic(numpy.column_stack([numpy.zeros(len(x)), x]), y, numpy.ones(len(y)))[1:]


def report(title, pages, likelihoods):
    right = [(likelihood >= 0.5) == page.across for page, likelihood in zip(pages, likelihoods)]
    doubt = [1 - l if page.across else l for page, l in zip(pages, likelihoods)]
    print(f"{title:48s} right {numpy.mean(right):.4f} of {len(pages)}, mean doubt {numpy.mean(doubt):.4f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="*", type=data.folder, metavar="DATA")
    parser.add_argument("--category", nargs="*", default=["clean-english", "multilingual", "receipts-sroie"])
    parser.add_argument("--most", type=int, default=40, help="so many documents of each category")
    parser.add_argument("--made", type=int, default=144, help="so many pages are made of drawn documents")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bin", type=pathlib.Path, default=data.ROOT / ".build/release")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="docscan-turns-") as scratch:
        pages = signs(args, pathlib.Path(scratch))
    report("the weights in use", pages, [page.likelihood for page in pages])
    weights = [fit([page for page in pages if fold(page.document) != k]) for k in range(FOLDS)]
    report("fitted, on documents that the fit did not know", pages,
           [logistic(page.signs @ weights[fold(page.document)]) for page in pages])
    print("constexpr std::array<double, 5> weights{" + ", ".join(f"{w:.2f}" for w in fit(pages)) + "};")


if __name__ == "__main__":
    main()
