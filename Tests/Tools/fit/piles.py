#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fits and measures where documents begin in piles that are made of real documents.

    python3 Tests/Tools piles read DATA PAGES        reads the documents once, into PAGES/CATEGORY/NAME/0001.json
    swift build -c release --product Understand
    python3 Tests/Tools piles fit PAGES              prints the weights of BoundaryModel+Fitted.swift, fitted to all documents
    python3 Tests/Tools piles measure PAGES          F1, wrong cuts and calibration of the same fit on documents that it does not know

A pile is a shuffled sequence of documents: half of the piles are of one category, half of all. Every document counts once in each shuffling, and
equal pairs of pages count once. Few documents have several pages, so the fit needs all of them. The measurement leaves some out, a fifth or a
half, divided by their names in several ways. The spread of these figures shows the uncertainty. Tests/Tools/shared/data.py describes the layout
of DATA. Needs numpy.
"""
import collections, json, pathlib, random, re, shutil, subprocess, zlib
import numpy
import data, fitting

UNDERSTAND = data.ROOT / ".build/release/Understand"
# The most documents of each category. Long ones are few.
CATEGORIES = {
    "invoices-zugferd": 40, "invoices": 2, "born-digital": 4, "multipage-scans": 3, "tables-continued": 6, "barcode-split": 6,
    "tables": 64, "forms-funsd": 40, "receipts-sroie": 30, "receipts-wild": 25, "receipts-german": 13, "clean-english": 24}
# Copies of one document, or without any text.
SKIPPED = re.compile(r"paperless-multi-page-images|ocrmypdf-3small|e?patch|3-page|splitter")
SHUFFLINGS = 40
# With 0.03 the loss is as small, but 1.4% of the boundaries of one half were cut wrongly; with this value, none.
RIDGE = 0.1
# The features of BoundaryModel that indicate a document's beginning (1), and those that count against it (-1). The opposite in a few documents is
# chance: with such weights, cuts and probabilities were worse for other documents.
SIGNS = numpy.array([
    1, -1, 1, 1, -1, 1, 1, 1, 1, -1, -1, 1,
    -1, -1, 1, 1, -1, -1, 1, 1, 1, 1])


def source_of(file):
    """Returns a key that all pages of one book or report share. A pile never contains two of them as separate documents."""
    if found := re.match(r"(?:cut-)?((?:eu|us)-\d+)", file.name):
        return found[1]
    if found := re.match(r"(oldbook-[a-z])", file.name):
        return found[1]
    return file.parent.name + "/" + file.stem


def chosen(folder):
    found, sources = [], set()
    # Documents of several pages come first, since they are rarer.
    order = sorted(CATEGORIES, key=lambda category: category not in ("multipage-scans", "tables-continued"))
    for category in order:
        some = []
        for file in data.documents(folder, category):
            if SKIPPED.search(file.name) or source_of(file) in sources or category == "tables" and file.suffix != ".pdf":
                continue
            sources.add(source_of(file))
            some.append(file)
        found += some[:CATEGORIES[category]]
    return found


def read(args):
    files = chosen(data.folder(args.data))
    args.pages = pathlib.Path(args.pages)
    def stages(language):
        return [{"stage": "recognize", "languages": language.split("+")}]
    for file, pages in data.read_in_languages(args.bin, files, stages, args.jobs):
        folder = args.pages / file.parent.name / file.name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for number, page in enumerate(pages, 1):
            (folder / f"{number:04}.json").write_text(json.dumps(page))


def group_of(name):
    """Returns a key that two versions of one invoice share."""
    found = re.match(r"invoices-zugferd/(zfdev-\d+)", name)
    return found[1] if found else name


def part_of(name, parts, salt):
    return zlib.crc32((salt + group_of(name)).encode()) % parts


def documents(args):
    found = []
    for folder in sorted(pathlib.Path(args.pages).glob("*/*")):
        pages = sorted(folder.glob("*.json"))
        # The same invoice without its XML.
        is_copy = "-original" in folder.name and (folder.parent / folder.name.replace("-original", "")).exists()
        if pages and not is_copy:
            found.append((folder.parent.name, f"{folder.parent.name}/{folder.name}", pages))
    return found


def piles(some, seed):
    """Yields sequences of documents: each document once among its category, and once among all."""
    random_ = random.Random(seed)
    by_category = collections.defaultdict(list)
    for document in some:
        by_category[document[0]].append(document)
    for row in [*by_category.values(), list(some)]:
        row = list(row)
        random_.shuffle(row)
        yield row


def pairs(some, shufflings):
    """Returns how often each pair of neighboring pages is in piles, and whether a document begins between them."""
    inside, starts = collections.Counter(), collections.Counter()
    for seed in range(shufflings):
        for row in piles(some, seed):
            for (_, _, one), (_, _, other) in zip(row, row[1:]):
                starts[str(one[-1]), str(other[0])] += 1
            for _, _, pages in row:
                inside.update((str(a), str(b)) for a, b in zip(pages, pages[1:]))
    return list(inside.items()), list(starts.items())


# The features of sizes, what they are for a form of legal size, a plan, and a slip, and the probability without them that a cut needs.
SIZES, OTHER_SIZES, LEAST_WITHOUT = [6, 7], [(0.24, 1), (0.69, 1), (1, 1)], 0.3
KNOWN = {}


def probabilities(x, b, least):
    """Returns the probability of a boundary, as BoundaryModel does: a page isn't cut off for its size alone."""
    p, rest = fitting.logistic(x @ b), x.copy()
    rest[:, SIZES] = 0
    return numpy.where((p >= least) & (fitting.logistic(rest @ b) < LEAST_WITHOUT), least - 0.01, p)


def cut_of_other_sizes(x, y, b, least):
    """Returns how many pages inside documents would be cut off, and of how many, if each had another size. No document here has such pages."""
    cut = 0
    for sizes in OTHER_SIZES:
        other = x[y == 0]
        other[:, SIZES] = sizes
        cut += (probabilities(other, b, least) >= least).sum()
    return cut, len(OTHER_SIZES) * (y == 0).sum()


def looked_at(some, shufflings):
    """Returns features, labels, how often each pair occurs, and the pairs."""
    inside, starts = pairs(some, shufflings)
    rows = [(pair, 0, count) for pair, count in inside] + [(pair, 1, count) for pair, count in starts]
    new = [pair for pair, _, _ in rows if pair not in KNOWN]
    if new:
        text = "".join(f"{one}\t{other}\n" for one, other in new)
        lines = subprocess.run([UNDERSTAND, "boundaries"], input=text, check=True, capture_output=True, text=True).stdout
        KNOWN.update((pair, json.loads(line)["features"]) for pair, line in zip(new, lines.splitlines(), strict=True))
    return (numpy.array([KNOWN[pair] for pair, _, _ in rows]), numpy.array([label for _, label, _ in rows], float),
            numpy.array([count for _, _, count in rows], float), rows)


def report(name, p, y, weights, least, rows, details=False):
    """Prints F1 at one half, wrong cuts, and the difference between probabilities and shares."""
    said, cut = p >= 0.5, p >= least
    right = (weights * said * y).sum()
    precision, recall = right / max(1e-9, (weights * said).sum()), right / max(1e-9, (weights * y).sum())
    wrong = (weights * cut * (1 - y)).sum()
    print(f"{name:22} {weights.sum():8.0f} boundaries {weights @ y:7.0f}  F1 {2 * precision * recall / max(1e-9, precision + recall):.3f}"
          f"  cut at {least:.3f}: {(weights * cut).sum():6.0f} cuts, {100 * (weights * cut * y).sum() / (weights @ y or 1):.1f}% of the boundaries, "
          f"wrong {100 * wrong / weights.sum():.2f}% of all, {100 * wrong / max(1e-9, weights @ (1 - y)):.2f}% inside documents"
          f"  ECE {fitting.calibration_error(p, y, weights):.3f}")
    if details:
        for i in sorted(numpy.flatnonzero((said != y)), key=lambda i: -weights[i])[:40]:
            print(f"  {p[i]:.3f} {'begins' if y[i] else 'goes on'} x{weights[i]:.0f} {rows[i][0][0].split('/', 4)[-1]} | {rows[i][0][1].split('/', 4)[-1]}")


def weights_of(some):
    """Returns the weights of the features, fitted to some documents, without wrong signs."""
    x, y, counts, _ = looked_at(some, SHUFFLINGS)
    return SIGNS * fitting.fit_logistic(x * SIGNS, y, counts / SHUFFLINGS, rising=range(1, len(SIGNS)), ridge=RIDGE) + 0.0


def fit(args):
    some = documents(args)
    b = weights_of(some)
    x, y, counts, rows = looked_at(some, SHUFFLINGS)
    report("fitted", probabilities(x, b, args.least), y, counts, args.least, rows)
    rows = [", ".join(f"{value:.2f}" for value in b[i:i + 12]) for i in range(0, len(b), 12)]
    print("\n".join("    " + row + "," for row in rows))
    if args.write:
        file = data.ROOT / "Sources/DocScanLayout/Boundaries/BoundaryModel+Fitted.swift"
        text = re.sub(r"weights: \[.*?\]", lambda _: "weights: [\n" + "".join(f"    {row},\n" for row in rows) + "  ]", file.read_text(), flags=re.S)
        file.write_text(text)


def measure(args):
    some = documents(args)
    print(f"{len(some)} documents of {sum(len(d[2]) for d in some)} pages")
    for salt in ("fold", "x", "y"):
        cross(args, some, f"{salt}, each held out once", salt, 5)
    for salt in ("pile", "a", "b", "c", "d", "e"):
        cross(args, some, f"{salt}, halves", salt, 2)


def cross(args, some, name, salt, parts):
    """Measures each part of the documents with the weights that are fitted to the others."""
    every = [[d for d in some if part_of(d[1], parts, salt) == part] for part in range(parts)]
    found = []
    for part in range(parts):
        b = weights_of([d for other in range(parts) if other != part for d in every[other]])
        x, y, counts, rows = looked_at(every[part], SHUFFLINGS)
        found.append((probabilities(x, b, args.least), y, counts, rows, cut_of_other_sizes(x, y, b, args.least)))
        if parts == 2:
            report(f"{salt}, half {part} held out", *found[-1][:3], args.least, rows, args.details)
    if parts == 2:
        return
    p, y, counts = (numpy.concatenate([one[i] for one in found]) for i in range(3))
    report(name, p, y, counts, args.least, [row for one in found for row in one[3]], args.details)
    print(f"{(y == 0).sum()} different pairs of pages inside documents; the likeliest to be cut: "
          + ", ".join(f"{value:.3f}" for value in sorted(p[y == 0])[:-9:-1]))
    print(f"of pages of another size inside documents, {sum(one[4][0] for one in found)} of {sum(one[4][1] for one in found)} would be cut off")


def main():
    parser = data.arguments(__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    reading = commands.add_parser("read")
    reading.add_argument("data")
    data.add_run(reading)
    for command in (reading, commands.add_parser("fit"), commands.add_parser("measure")):
        command.add_argument("pages")
        command.add_argument("--least", type=float, default=0.99)
        command.add_argument("--details", action="store_true")
        command.add_argument("--write", action="store_true")
    args = parser.parse_args()
    {"read": read, "fit": fit, "measure": measure}[args.command](args)


if __name__ == "__main__":
    main()
