#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fits and measures the choice of the sheet in a photograph, on photographs whose sheet is known.

    python3 Tests/Tools sheets fit     [DATA …] [--made 120] [--held 180] [--seed 1] [--bin .build/release] [--header FILE]
    python3 Tests/Tools sheets measure [DATA …] [the same]

docscan considers some hundred outlines in a photograph. `fit` measures them as docscan does (the program Features), fits which sides belong to a
sheet and how docscan chooses among the outlines, or none of them, and prints Sources/CVision/Sheet/PageWeights.h, or writes it with --header. It
learns from photographs that SampleMaker makes of its own pages and of those of --pages, and from each DATA (Tests/Tools/shared/data.py describes
its layout): documents with a .quad.json, those of --flat (scans, which are sheets from edge to edge), and those of --without (photographs of
other things). The figures show how well the weights in use choose, and how well the fitted ones choose on held-out photographs. `measure` has
docscan look for the sheets, and prints the accuracy of its corners. Use another seed for it.
Needs numpy.
"""
import collections, pathlib, subprocess, tempfile
import numpy
import data
from fitting import FOLDS, fit_choice, fit_logistic, fold, logistic

FLAT = ["clean-english", "receipts-sroie", "skew-natural", "multilingual"]
WITHOUT = ["orientation-exif"]
PAGES = ["clean-english", "receipts-sroie"]
# Each of them counts as much as this many made photographs.
WEIGHTS = {"flat": 3, "no sheet": 3, "real": 10}
SIDE_CUES, CUES = 17, 53
# The cues of an outline that depend on the first fit's result for its sides: the least likely, the next, the mean of the others.
ODDS = [10, 11, 49]
# An outline is an example of a sheet if it fits the sheet and no other fits much better, and a counterexample if another fits clearly better.
# Refinement in the photograph corrects those in between.
SHEET, BEST, WORSE = 0.9, 0.01, 0.03
# The largest distance of both ends of a side from the true one, as a share of its length: near, and not far.
NEAR, FAR = 0.015, 0.04

Photograph = collections.namedtuple("Photograph", "name kind truth corners sides cues sums")


# --- what there is to learn from

def photographs(args, scratch):
    """Returns (file, kind, corners or None) of all photographs."""
    found = []
    for folder in args.data:
        found += [(file, file.parent.name, truth["quad"]) for file, truth in data.labelled(folder, "quad")
                  if file.parent.name not in args.skip]
        found += [(file, "flat", None) for name in args.flat for file in data.documents(folder, name)[: args.most]]
        found += [(file, "no sheet", None) for name in args.without for file in data.documents(folder, name)]
    pages = [file for folder in args.data for name in args.pages for file in data.documents(folder, name)]
    for kind, change, count in (("made", "photographs", args.made), ("made, held", "held", args.held)):
        # A third of the pages are real ones, if there are any.
        for part, files in (("drawn", []), ("real", pages)):
            number = count // 3 if files else count - (count // 3 if pages else 0)
            if part == "real" and not files:
                continue
            made = scratch / f"{change}-{part}"
            made.mkdir()
            subprocess.run([args.bin / "SampleMaker", change, made, str(args.seed), str(number), *files], check=True)
            found += [(file, f"{kind}, {part} pages", truth["quad"]) for file, truth in data.labelled(made, "quad")]
    return found


def measured(args, scratch):
    """Returns docscan's measurements of all candidates in all photographs."""
    known = {str(file): (kind, truth) for file, kind, truth in photographs(args, scratch)}
    lines = subprocess.run([args.bin / "Features", "outlines", *known], check=True, stdout=subprocess.PIPE, text=True).stdout
    found = []
    for part in lines.split("picture ")[1:]:
        head, *rows = part.splitlines()
        name = head.split(" ", 2)[2]
        kind, truth = known[name]
        if rows:
            rows = numpy.array([list(map(float, row.split())) for row in rows])
            corners, sides, cues, sums = numpy.split(rows, [8, 8 + 4 * SIDE_CUES, 8 + 4 * SIDE_CUES + CUES], axis=1)
            found.append(Photograph("/".join(pathlib.Path(name).parts[-2:]), kind, truth, corners.reshape(-1, 4, 2),
                                    sides.reshape(-1, 4, SIDE_CUES), cues, sums[:, 0]))
    return found


# --- the fit

def with_constant(x):
    return numpy.column_stack([numpy.ones(len(x)), x])


def overlaps(photo):
    """Returns how well each candidate fits the sheet, or 0 if there is none."""
    if photo.truth is None:
        return numpy.zeros(len(photo.corners))
    return numpy.array([data.overlap(quad.tolist(), photo.truth) for quad in photo.corners])


def side_labels(photo):
    """Returns 1 for sides of candidates that are sides of the sheet, 0 for others, -1 for uncertain ones."""
    labels = numpy.zeros(photo.sides.shape[:2])
    if photo.truth is None:
        return labels
    truth = numpy.array(photo.truth, float)
    for number in range(4):
        start, end = truth[number], truth[(number + 1) % 4]
        length = numpy.linalg.norm(end - start)
        normal = numpy.array([start[1] - end[1], end[0] - start[0]]) / length
        away = numpy.abs((photo.corners - start) @ normal) / length
        worst = numpy.maximum(away, numpy.roll(away, -1, axis=1))
        along = (numpy.roll(photo.corners, -1, axis=1) - photo.corners) @ (end - start) > 0
        labels[along & (worst < FAR) & (labels == 0)] = -1
        labels[along & (worst < NEAR)] = 1
    return labels


def outline_labels(fits):
    """Returns 1 for outlines of the sheet, 0 for others, -1 for uncertain ones."""
    best = fits.max()
    if best < SHEET:
        return numpy.zeros(len(fits))
    return numpy.where(fits >= max(best - BEST, SHEET), 1, numpy.where(fits < best - WORSE, 0, -1))


def rows(groups):
    """Returns features, labels, and weights: each photograph has the same weight, half for positive and half for negative examples."""
    xs, ys, weights = [], [], []
    for x, y in groups:
        x, y = x[y >= 0], y[y >= 0]
        share = numpy.where(y == 1, 0.5 / max(1, (y == 1).sum()), 0.5 / max(1, (y == 0).sum()))
        xs.append(x)
        ys.append(y)
        weights.append(20 * share)
    return with_constant(numpy.concatenate(xs)), numpy.concatenate(ys), numpy.concatenate(weights)


def with_odds(photo, side_weights):
    """Returns the cues of the candidates, including those that depend on these weights of the sides."""
    sums = photo.sides @ side_weights[1:] + side_weights[0]
    odds = numpy.sort(numpy.log(logistic(sums) + 1e-3), axis=1)
    cues = photo.cues.copy()
    cues[:, ODDS] = numpy.column_stack([odds[:, 0], odds[:, 1], odds[:, 2:].mean(axis=1)])
    return cues


def fit(photos, fits):
    """Returns the weights of the sides, and those of the outlines. Each begins with its constant."""
    sides = fit_logistic(*rows((p.sides.reshape(-1, SIDE_CUES), side_labels(p).ravel()) for p in photos))
    groups = []
    for p in photos:
        labels = outline_labels(fits[p.name])
        # A photograph without a fitting candidate teaches nothing.
        if p.truth is None or (labels == 1).any():
            weight = WEIGHTS.get(p.kind, 1 if p.kind.startswith("made") else WEIGHTS["real"])
            groups.append((with_constant(with_odds(p, sides)), labels, weight))
    return sides, fit_choice(groups)


# --- figures

def report(title, photos, sums, fits):
    """Prints how well the likeliest candidates fit, and in how many photographs a sheet is likelier than none."""
    print(f"\n{title}\n{'photographs':24s} {'number':>6s} {'overlap':>8s} {'best':>8s} {'at 0.9':>7s} {'likely':>7s}")
    for kind in sorted({p.kind for p in photos}):
        mine = [p for p in photos if p.kind == kind]
        chosen = [int(numpy.argmax(sums[p.name])) for p in mine]
        likely = numpy.mean([numpy.exp(numpy.clip(sums[p.name], -30, 30)).sum() >= 1 for p in mine])
        found = [fits[p.name][c] for p, c in zip(mine, chosen)]
        figures = f"{'':8s} {'':8s} {'':7s}" if mine[0].truth is None else (
            f"{numpy.mean(found):8.4f} {numpy.mean([fits[p.name].max() for p in mine]):8.4f} "
            f"{numpy.mean([f >= 0.9 for f in found]):7.3f}")
        print(f"{kind:24s} {len(mine):6d} {figures} {likely:7.3f}")


def header(sides, cues, count):
    """Returns the C++ file with the weights."""
    def table(values, indent):
        lines = [", ".join(f"{v:.3f}" for v in values[k : k + 9]) for k in range(0, len(values), 9)]
        return (",\n" + " " * indent).join(lines)

    text = (data.ROOT / "Sources/CVision/Sheet/PageWeights.h").read_text()
    start = text.index("/// The weights for the probability")
    return text[:start] + f"""/// The weights for the probability that a side of a candidate belongs to the sheet.
constexpr SideCues sideWeights{{{table(sides[1:], 30)}}};
constexpr double sideOffset = {sides[0]:.3f};

/// The weights for the probability that a candidate is the sheet, in the order of Cues. Fitted on {count} photos.
constexpr Cues cueWeights{{{table(cues[1:], 25)}}};
constexpr double cueOffset = {cues[0]:.3f};

}}  // namespace vision

#endif
"""


def fitted(args, scratch):
    photos = measured(args, scratch)
    fits = {p.name: overlaps(p) for p in photos}
    report("the weights in use", photos, {p.name: p.sums for p in photos}, fits)
    held = {}
    for k in range(FOLDS):
        sides, cues = fit([p for p in photos if fold(p.name) != k], fits)
        held |= {p.name: with_constant(with_odds(p, sides)) @ cues for p in photos if fold(p.name) == k}
    report("fitted, on photographs that the fit did not know", photos, held, fits)
    text = header(*fit(photos, fits), len(photos))
    if args.header:
        args.header.write_text(text)
        print(f"\nwritten: {args.header}")
    else:
        print("\n" + text)


def measure(args, scratch):
    found = photographs(args, scratch)
    pages = data.read(args.bin / "docscan", [file for file, _, _ in found], ["perspective"], scratch / "run", args.jobs)
    rows = collections.defaultdict(list)
    for file, kind, truth in found:
        for page in pages[file][:1]:
            quad = data.correction(page, "perspective").get("quad")
            rows[kind].append(float(quad is not None) if truth is None else data.overlap(quad, truth) if quad else 0.0)
    print(f"{'photographs':24s} {'number':>6s} {'overlap':>8s} {'at 0.9':>7s} {'none':>5s}")
    for kind, values in sorted(rows.items()):
        if kind in ("flat", "no sheet"):
            print(f"{kind:24s} {len(values):6d} in {sum(values):g} a sheet was found")
        else:
            print(f"{kind:24s} {len(values):6d} {numpy.mean(values):8.4f} {numpy.mean([v >= 0.9 for v in values]):7.3f} "
                  f"{values.count(0.0):5d}")


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("task", choices=["fit", "measure"])
    parser.add_argument("data", nargs="*", type=data.folder, metavar="DATA")
    parser.add_argument("--made", type=int, default=120, help="so many photographs are made")
    parser.add_argument("--held", type=int, default=180, help="so many more, of sheets that somebody holds up in a room")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--flat", nargs="*", default=FLAT, metavar="CATEGORY")
    parser.add_argument("--without", nargs="*", default=WITHOUT, metavar="CATEGORY")
    parser.add_argument("--pages", nargs="*", default=PAGES, metavar="CATEGORY",
                        help="a third of the made photographs show these")
    parser.add_argument("--skip", nargs="*", default=["photos-text"], metavar="CATEGORY",
                        help="their corners are not those of the sheet")
    parser.add_argument("--most", type=int, default=40, help="so many documents of each flat category")
    data.add_run(parser, ".build/release")
    parser.add_argument("--header", type=pathlib.Path, help="the file to write")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="docscan-sheets-") as scratch:
        (fitted if args.task == "fit" else measure)(args, pathlib.Path(scratch))


if __name__ == "__main__":
    main()
