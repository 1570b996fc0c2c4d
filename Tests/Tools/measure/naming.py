#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the names that templates give to invoices and receipts, and the kinds of documents that the stage about finds.

    swift build --product Understand
    python3 Tests/Tools naming names DATA [--category receipts-sroie ...] [--template "{date} {merchant|sender} {total}"] [--details]
    python3 Tests/Tools naming kinds DATA

DATA holds CATEGORY/NAME with what is known of it in NAME.fields.json or NAME.invoice.json. A name counts as right if each of its fields
that the truth knows is right; `--least` is the probability that a name needs. `--pages FOLDER ...` takes pages that docscan read
before, FOLDER/NAME/pages/0001.json, instead of reading. `kinds` takes the folder of a document for its kind, and prints how often the
kind is right by its confidence. Needs numpy and rapidfuzz.
"""
import argparse, collections, json, pathlib, subprocess, tempfile
import numpy
import data
import receipts
from rapidfuzz.distance import Levenshtein

UNDERSTAND = data.ROOT / ".build/debug/Understand"
TEMPLATE = "{date} {merchant|sender} {total}"
# What the folders of the test data hold.
KINDS = {"invoices": "invoice", "invoices-zugferd": "invoice", "receipts-german": "receipt", "receipts-sroie": "receipt",
         "receipts-wild": "receipt", "receipts-photo": "receipt", "receipts-korean": "receipt", "forms-funsd": "form"}
SEPARATOR = " ~ "


def truth_of(file):
    """What is known of a document: date_iso, total_value and merchant, each if it is on the paper."""
    fields = file.with_name(file.name + ".fields.json")
    invoice = file.with_name(file.name + ".invoice.json")
    if invoice.exists():
        known = json.loads(invoice.read_text())
        shown = known.get("printed")
        def get(key):
            return known.get(key) if shown is None or key in shown else None
        return {"date_iso": get("date_iso"), "total_value": get("total_value"), "merchant": get("seller")}
    if fields.exists():
        known = json.loads(fields.read_text())
        if file.name in receipts.CORRECTED:
            known["total_value"] = receipts.CORRECTED[file.name]
        if "issuer" in known:
            return {"date_iso": known.get("date"), "total_value": known.get("amount"), "merchant": known.get("issuer")}
        return known
    return None


def documents(args):
    found = collections.defaultdict(list)
    for folder in args.data:
        for file in sorted(pathlib.Path(folder).glob("*/*")):
            if file.suffix.lower() in (".jpg", ".jpeg", ".png", ".pdf", ".tif", ".webp") and file.parent.name in KINDS:
                if not args.category or file.parent.name in args.category:
                    found[file.parent.name].append(file)
    return found


def pages(args, category, files, scratch):
    """The page JSONs of each document."""
    found = {}
    if args.pages:
        for file in files:
            for folder in args.pages:
                for stem in (file.stem, file.name):
                    some = sorted(pathlib.Path(folder).glob(f"{stem}/pages/*.json")) + sorted(pathlib.Path(folder).glob(f"*/{stem}/pages/*.json"))
                    if some and file not in found:
                        found[file] = some
        return found
    for languages in sorted({data.language_of(file) for file in files}):
        stages = ["perspective", "orientation", "deskew", {"stage": "recognize", "languages": languages.split("+")}]
        own = [file for file in files if data.language_of(file) == languages]
        for number, (file, read) in enumerate(data.read(args.bin, own, stages, pathlib.Path(scratch) / f"{category}-{languages}", args.jobs).items()):
            folder = pathlib.Path(scratch) / "pages" / f"{category}-{languages}-{number}" / "pages"
            folder.mkdir(parents=True)
            for place, page in enumerate(read):
                (folder / f"{place:04}.json").write_text(json.dumps(page))
            if read:
                found[file] = sorted(folder.glob("*.json"))
    return found


def understood(args, template, found):
    paths = [path for some in found.values() for path in some]
    if not paths:
        return {}
    lines = subprocess.run([UNDERSTAND, "names", template, str(args.least), *paths], check=True, capture_output=True, text=True).stdout
    by_folder = {line["path"]: line for line in map(json.loads, lines.splitlines())}
    return {file: by_folder[str(some[0].parent)] for file, some in found.items() if str(some[0].parent) in by_folder}


def is_right(part, value, truth, category):
    """Whether a part of a name is right; None where the truth does not say."""
    if part == "date":
        return receipts.is_right("date", value, truth, category) if truth.get("date_iso") else None
    if part == "total":
        return receipts.is_right("total", value, truth, category)
    if not truth.get("merchant"):
        return None
    want, got = receipts.squeezed(truth["merchant"]), receipts.squeezed(value)
    # A long name is cut, a short key is part of the name.
    return Levenshtein.normalized_similarity(want, got) >= 0.9 or "german" in category and want in got or got and want.startswith(got) and len(got) > 30


def names(args, scratch):
    # The parts are told apart again; a template with other fields is not judged.
    parts = ["date", "merchant", "total"]
    template = args.template.replace("} {", "}" + SEPARATOR + "{")
    totals = collections.Counter()
    print(f"{'':20} documents named right wrong")
    for category, files in documents(args).items():
        found = pages(args, category, [file for file in files if truth_of(file)], scratch)
        counts, reasons = collections.Counter(), collections.Counter()
        for file, line in understood(args, template, found).items():
            truth = truth_of(file)
            counts["all"] += 1
            if "name" not in line:
                reasons[line["reason"].split('"')[0].strip() if "found" not in line["reason"] else line["reason"]] += 1
                continue
            counts["named"] += 1
            judged = {part: is_right(part, value, truth, category) for part, value in zip(parts, line["name"].split(SEPARATOR))}
            right = all(is_so is not False for is_so in judged.values())
            counts["right" if right else "wrong"] += 1
            if args.details and not right:
                print(f"  {file.name}: {line['name']} ({line['confidence']}), truth {truth.get('date_iso')} {truth.get('merchant')} {truth.get('total_value')}")
        totals += counts
        print(f"{category:20} {counts['all']:9} {counts['named']:5} {counts['right']:5} {counts['wrong']:5}")
        if args.details:
            print("  " + "; ".join(f"{reason} {count}" for reason, count in reasons.most_common()))
    if totals["named"]:
        print(f"{'all':20} {totals['all']:9} {totals['named']:5} {totals['right']:5} {totals['wrong']:5}"
              f"   {100 * totals['right'] / totals['named']:.1f}% of those named are right")


def kinds(args, scratch):
    samples = []
    for category, files in documents(args).items():
        found = pages(args, category, files, scratch)
        counts = collections.Counter()
        for file, line in understood(args, TEMPLATE, found).items():
            if "about" not in line:
                continue
            kind = line["about"]["kind"]
            counts[kind["value"]] += 1
            samples.append((kind["confidence"], kind["value"] == KINDS[category], kind["value"] == "other"))
            if args.details and kind["value"] != KINDS[category]:
                print(f"  {file.name}: {kind}")
        print(f"{category:20} " + ", ".join(f"{kind} {count}" for kind, count in counts.most_common()))
    for low, high in ((0, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 1.01)):
        some = [right for confidence, right, _ in samples if low <= confidence < high]
        if some:
            print(f"confidence {low:.1f} to {min(high, 1):.1f}: {numpy.mean(some):.2f} right of {len(some)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["names", "kinds"])
    parser.add_argument("data", nargs="+")
    parser.add_argument("--category", nargs="*")
    parser.add_argument("--pages", nargs="*")
    parser.add_argument("--template", default=TEMPLATE)
    parser.add_argument("--least", type=float, default=0.9)
    parser.add_argument("--details", action="store_true")
    parser.add_argument("--bin", default=str(data.ROOT / ".build/release/docscan"))
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        {"names": names, "kinds": kinds}[args.command](args, scratch)


if __name__ == "__main__":
    main()
