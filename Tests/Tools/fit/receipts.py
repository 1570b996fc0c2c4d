#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fits the probabilities of a receipt's fields.

    swift build -c release --product Understand
    python3 Tests/Tools receipts DATA DRAWN ... [--category receipts-sroie ...] [--field merchant ...] [--pages FOLDER ...]

DATA contains CATEGORY/NAME with NAME.fields.json next to it. DRAWN is a folder that `swift run SampleMaker receipts DRAWN SEED COUNT` made, which
counts as one category. Tests/Tools/shared/understood.py describes how pages are kept, and when a field counts as right. More folders of --pages are
other readings of the same receipts, such as of blurred copies, which have more wrong fields. Tests each category with weights fitted on the others,
prints the precision of fields with a confidence of 0.9 or more, and writes Sources/DocScanUnderstanding/Receipt/ReceiptModel+Fitted.swift.
`understanding` measures it. Needs numpy and rapidfuzz.
"""
import collections
import numpy
import data, fitting, understood

# A field with fewer wrong values, or of a single category, isn't fitted.
FEWEST = 3
RIDGE = 0.1
# The share of the fields at 0.9 that have to be right in categories that weren't used for fitting.
ENOUGH = 0.99
TABLE = data.ROOT / "Sources/DocScanUnderstanding/Receipt/ReceiptModel+Fitted.swift"


def samples(args):
    """Returns (features, right, category) of the found values of each field on the first page of each receipt."""
    found = collections.defaultdict(list)
    for number, known in enumerate(understood.receipts(args.data, args.category).values()):
        pages = [(file, paths[0]) for file, paths in understood.pages(args, list(known)) if paths]
        evidence = data.look(args.bin, ["receipt-evidence"], [path for _, path in pages])
        for file, path in pages:
            for field, entry in evidence[path]["fields"].items():
                if args.field and field not in args.field:
                    continue
                right = understood.is_right(field, entry["value"], known[file])
                if field == "merchant" and right is False:
                    right = understood.is_merchant(entry["value"], known[file]["merchant"])
                if right is not None:
                    found[field].append((entry["features"], float(right), number))
    return found


def fitted(samples):
    """Returns the weights of each field with enough right and wrong values among its (features, right, category)."""
    weights, judged = {}, []
    for field, rows in samples.items():
        x, y, categories = (numpy.array(column, float) for column in zip(*rows))
        if (y == 0).sum() < FEWEST or len(set(categories)) == 1:
            continue
        ones = numpy.ones(len(y))
        # A feature that indicates a field never counts against it.
        rising = range(1, x.shape[1])
        found = fitting.fit_logistic(x, y, ones, rising, RIDGE)
        sums = numpy.zeros(len(y))
        for category in set(categories):
            train = categories != category
            sums[~train] = x[~train] @ fitting.fit_logistic(x[train], y[train], ones[train], rising, RIDGE)
        # Lowered as a whole, so that enough of the unseen documents are right at 0.9.
        order = numpy.argsort(-sums)
        shares = numpy.cumsum(y[order]) / numpy.arange(1, len(y) + 1)
        enough = numpy.flatnonzero(shares >= ENOUGH)
        limit = sums[order][enough[-1]] if len(enough) else sums.max() + 1
        shift = min(0, numpy.log(9) - limit)
        found[0] += shift
        weights[field] = found
        high = fitting.logistic(sums + shift) >= 0.9 - 1e-9
        judged += list(zip(high, y))
        share = y[high].mean() if high.any() else 0
        print(f"{field:9} n={len(y):4} right {y.mean():.3f}; {high.sum():4} at 0.9 and more, {share:.3f} of them right")
    high = [right for sure, right in judged if sure]
    print(f"all: {len(high)} of {len(judged)} at 0.9 and more, {numpy.mean(high):.3f} of them right")
    return weights


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("data", type=data.folder, nargs="+", metavar="DATA")
    parser.add_argument("--category", nargs="*")
    parser.add_argument("--field", nargs="*")
    understood.add_arguments(parser)
    args = parser.parse_args()
    # The fields that aren't fitted have no truth, and keep their chosen weights.
    fitting.write(TABLE, fitted(samples(args)))


if __name__ == "__main__":
    main()
