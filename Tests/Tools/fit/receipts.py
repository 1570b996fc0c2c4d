#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the receipt stage, and fits the probabilities of its fields.

    swift build --product Understand
    python3 Tests/Tools receipts measure DATA [--category receipts-sroie ...] [--engine '{"name": "ppocr", "combine": "doubt"}']
    python3 Tests/Tools receipts fit DATA DRAWN ...

DATA holds CATEGORY/NAME with NAME.fields.json beside it; DRAWN is a folder that `swift run SampleMaker receipts DRAWN SEED COUNT`
made, which counts as one category. `--pages FOLDER ...` takes pages that docscan read before, FOLDER/ANY/STEM/pages/0001.json, instead
of reading. `fit` cross-validates by document, prints what fields with a confidence of 0.9 or more are worth, and writes
Sources/DocScanUnderstanding/Receipt/ReceiptModel+Fitted.swift. Needs numpy and rapidfuzz.
"""
import argparse, collections, json, pathlib, re, subprocess, tempfile
import numpy
import data
import fitting
from rapidfuzz.distance import Levenshtein

FIELDS = ["merchant", "address", "phone", "date", "time", "total", "subtotal", "change", "number", "register"]
# A field with fewer wrong ones is not fitted.
FEWEST = 3
RIDGE = 0.1
# Totals whose truth is wrong, as the pictures show: ".82", and a refund.
CORRECTED = {"wilddev-035.jpeg": 0.82, "wilddev-050.jpeg": -108.85}
# The ledger marks dates and totals with a lower confidence: LedgerEntry.sure.
SURE = 0.85
# How many of the fields at 0.9 have to be right in cross-validation.
ENOUGH = 0.985
TABLE = data.ROOT / "Sources/DocScanUnderstanding/Receipt/ReceiptModel+Fitted.swift"
UNDERSTAND = data.ROOT / ".build/debug/Understand"


def squeezed(text):
    return re.sub(r"\W", "", (text or "").upper())


def is_right(field, value, truth, category):
    """Whether a field is right; None where the truth does not say."""
    if field == "total":
        return None if truth.get("total_value") is None else abs(float(value) - truth["total_value"]) < 0.005
    if field == "date":
        return value == truth["date_iso"] if truth.get("date_iso") else None
    if field == "change":
        return abs(float(value) - float(truth["change"])) < 0.005 if truth.get("change") else None
    if field in ("merchant", "address") and truth.get(field):
        want, got = squeezed(truth[field]), squeezed(value)
        # Truth of the German receipts is a short key.
        return Levenshtein.normalized_similarity(want, got) >= 0.9 or "german" in category and want in got
    return None


def documents(args):
    """Pairs of a document and its truth, by category."""
    found = collections.defaultdict(list)
    for folder in args.data:
        for truth in sorted(pathlib.Path(folder).rglob("*.fields.json")):
            if truth.parent == pathlib.Path(folder) or truth.parent.name.startswith("receipts"):
                file = truth.with_name(truth.name.removesuffix(".fields.json"))
                fields = json.loads(truth.read_text())
                if file.name in CORRECTED:
                    fields["total_value"] = CORRECTED[file.name]
                found[truth.parent.name].append((file, fields))
    return {name: pairs for name, pairs in found.items() if not args.category or name in args.category}


def pages(args, category, files, scratch):
    """Pairs of a document and its first page JSON; a document may have been read in several ways."""
    if args.pages:
        return [(file, path) for file in files for folder in args.pages for stem in (file.stem, file.name)
                for path in sorted(pathlib.Path(folder).glob(f"*/{stem}/pages/0001.json"))]
    found = []
    for languages in sorted({data.language_of(file) for file in files}):
        stages = ["perspective", "orientation", "deskew", {"stage": "recognize", "languages": languages.split("+")}]
        if args.engine:
            stages[-1]["engine"] = json.loads(args.engine)
        own = [file for file in files if data.language_of(file) == languages]
        folder = pathlib.Path(scratch) / f"{category}-{languages}"
        for file, read in data.read(args.bin, own, stages, folder, args.jobs).items():
            if read:
                path = folder / f"{file.name}.json"
                path.write_text(json.dumps(read[0]))
                found.append((file, path))
    return found


def understood(arguments, paths):
    lines = subprocess.run([UNDERSTAND, *arguments, *paths], check=True, capture_output=True, text=True).stdout.splitlines()
    return {pathlib.Path(line["path"]): line for line in map(json.loads, lines)}


def measure(args, scratch):
    given, marks = [], collections.Counter()
    for category, pairs in documents(args).items():
        known = dict(pairs)
        read = pages(args, category, list(known), scratch)
        found = understood(["{}"], [path for _, path in read])
        rows = collections.defaultdict(list)
        for file, path in read:
            truth = known[file]
            receipt = found[path]["findings"].get("receipt") or {}
            for field in ("total", "date", "merchant", "address", "change"):
                if is_right(field, "0", truth, category) is None:
                    continue
                value = receipt.get(field) or {}
                right = "value" in value and is_right(field, value["value"], truth, category)
                rows[field].append(right)
                if value.get("confidence", 0) >= 0.9:
                    given.append(right)
                if field in ("total", "date") and "value" in value:
                    marks[field, right, value["confidence"] < SURE] += 1
                if args.details and not right:
                    print(f"  {file.name} {field}: {value.get('value')} ({value.get('confidence')})")
            if truth.get("items"):
                rows["items"].append([item["amount"] for item in receipt.get("items", [])] == truth["items"])
        for field, values in rows.items():
            print(f"{category:20} {field:9} {numpy.mean(values):.3f} n={len(values)}")
    for field in ("total", "date"):
        right, wrong = ((marks[field, is_so, True], marks[field, is_so, True] + marks[field, is_so, False]) for is_so in (True, False))
        print(f"the ledger marks {wrong[0]} of {wrong[1]} wrong and {right[0]} of {right[1]} right {field}s")
    if given:
        print(f"of {len(given)} fields with a confidence of 0.9 or more, {numpy.mean(given):.3f} are right")


def fit(args, scratch):
    samples = collections.defaultdict(list)
    for category, pairs in documents(args).items():
        known = dict(pairs)
        read = pages(args, category, list(known), scratch)
        found = understood(["receipt-evidence"], [path for _, path in read])
        for file, path in read:
            for field, entry in found[path]["fields"].items():
                right = is_right(field, entry["value"], known[file], category)
                if right is not None:
                    samples[field].append((entry["features"], float(right), fitting.fold(file.name)))
    write(fitted(samples))


def fitted(samples):
    """The weights of each field that has enough right and wrong ones among its (features, right, fold)."""
    weights, judged = {}, []
    for field, rows in samples.items():
        x, y, folds = (numpy.array(column, float) for column in zip(*rows))
        if (y == 0).sum() < FEWEST:
            continue
        ones = numpy.ones(len(y))
        # What speaks for a field never speaks against it.
        rising = range(1, x.shape[1])
        found = fitting.fit_logistic(x, y, ones, rising, RIDGE)
        sums = numpy.zeros(len(y))
        for fold in set(folds):
            train = folds != fold
            sums[~train] = x[~train] @ fitting.fit_logistic(x[train], y[train], ones[train], rising, RIDGE)
        # Lowered as a whole, so that of those documents that a fit has not seen enough are right at 0.9.
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


def write(weights):
    """Changes the lines of the fields that were fitted; the others have no truth, and stay as they were chosen."""
    text = TABLE.read_text()
    for field, values in weights.items():
        text = re.sub(rf"\.{field}: \[[^\]]*\]", f".{field}: [{', '.join(f'{value:.3f}' for value in values)}]", text)
    TABLE.write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["measure", "fit"])
    parser.add_argument("data", nargs="+", type=pathlib.Path, metavar="DATA")
    parser.add_argument("--category", nargs="*")
    parser.add_argument("--pages", nargs="*")
    parser.add_argument("--engine")
    parser.add_argument("--bin", default=str(data.ROOT / ".build/release/docscan"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--details", action="store_true", help="name what is wrong")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        (measure if args.what == "measure" else fit)(args, scratch)


if __name__ == "__main__":
    main()
