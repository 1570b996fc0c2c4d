#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the names that templates give to invoices and receipts, and the kinds of documents that the stage "about" finds.

    swift build -c release --product Understand
    python3 Tests/Tools naming names DATA [--category receipts-sroie ...] [--template "{date} {merchant|sender} {total}"] [--details]
    python3 Tests/Tools naming kinds DATA
    python3 Tests/Tools naming fields DATA

DATA contains CATEGORY/NAME with its truth in NAME.fields.json or NAME.invoice.json. A name counts as right if each of its fields that the truth
includes is right. `--least` is the probability that each field of a name needs. Tests/Tools/shared/understood.py describes how pages are kept. `kinds` uses the
folder of a document as its kind, and prints how often the found kind is right by its confidence. `fields` prints how often senders and dates are
right from a confidence on, and the shift of their odds that fits best (`NameValues.Understated`). Needs numpy and rapidfuzz.
"""
import collections, json
import numpy
import data, understood

TEMPLATE = "{date} {merchant|sender} {total}"
# The kinds of documents in the folders of the test data.
KINDS = {"invoices": "invoice", "invoices-makers": "invoice", "invoices-pictures": "invoice", "invoices-zugferd": "invoice", "receipts-german": "receipt", "receipts-sroie": "receipt",
         "receipts-wild": "receipt", "receipts-photo": "receipt", "receipts-korean": "receipt", "receipts-world": "receipt",
         "receipts-swiss": "receipt", "receipts-samples": "receipt", "forms-funsd": "form"}
SEPARATOR = " ~ "


def truth_of(file):
    """Returns a document's truth: date_iso, total_value, and merchant, each if it is on the paper."""
    fields = data.beside(file, ".fields.json")
    invoice = data.beside(file, ".invoice.json")
    if invoice.exists():
        known = json.loads(invoice.read_text())
        shown = known.get("printed")
        def get(key):
            return known.get(key) if shown is None or key in shown else None
        return {"date_iso": get("date_iso"), "total_value": get("total_value"), "merchant": get("seller")}
    if fields.exists():
        known = json.loads(fields.read_text())
        if file.name in understood.CORRECTED:
            known["total_value"] = understood.CORRECTED[file.name]
        if "issuer" in known:
            return {"date_iso": known.get("date"), "total_value": known.get("amount"), "merchant": known.get("issuer")}
        return known
    return None


def documents(args):
    found = collections.defaultdict(list)
    for folder in args.data:
        for category in sorted(KINDS):
            if not args.category or category in args.category:
                found[category] += data.documents(folder, category)
    return {category: files for category, files in found.items() if files}


def lines(args, template, files):
    """Returns the output of Understand for each document."""
    pages = {}
    for file, paths in understood.pages(args, files):
        if paths:
            pages.setdefault(file, paths)
    found = data.look(args.bin, ["names", template, str(args.least)], [path for paths in pages.values() for path in paths])
    return {file: found[paths[0].parent] for file, paths in pages.items() if paths[0].parent in found}


def is_right(part, value, truth):
    """Returns whether a part of a name is right, or None if the truth doesn't include it."""
    right = understood.is_right(part, value, truth)
    # Long names are cut.
    return understood.is_merchant(value, truth["merchant"]) if part == "merchant" and right is False else right


def names(args):
    # The parts have to be split again, so a template with other fields isn't judged.
    parts = ["date", "merchant", "total"]
    template = args.template.replace("} {", "}" + SEPARATOR + "{")
    totals = collections.Counter()
    print(f"{'':20} documents named right wrong")
    for category, files in documents(args).items():
        counts, reasons = collections.Counter(), collections.Counter()
        for file, line in lines(args, template, [file for file in files if truth_of(file)]).items():
            truth = truth_of(file)
            counts["all"] += 1
            if "name" not in line:
                reasons[line["reason"].split('"')[0].strip() if "found" not in line["reason"] else line["reason"]] += 1
                continue
            counts["named"] += 1
            judged = {part: is_right(part, value, truth) for part, value in zip(parts, line["name"].split(SEPARATOR))}
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


def kinds(args):
    samples = []
    for category, files in documents(args).items():
        counts = collections.Counter()
        for file, line in lines(args, TEMPLATE, files).items():
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


def fields(args):
    judged = collections.defaultdict(list)
    for category, files in documents(args).items():
        for file, line in lines(args, TEMPLATE, [file for file in files if truth_of(file)]).items():
            about = line.get("about", {})
            for part, field in (("merchant", "sender"), ("date", "date")):
                if field in about and (right := is_right(part, about[field]["value"], truth_of(file))) is not None:
                    judged[field, category.split("-")[0]].append((about[field]["confidence"], right))
    for (field, kind), samples in sorted(judged.items()):
        confidence, right = (numpy.array(column, float) for column in zip(*samples))
        print(f"{field} of {kind}: " + ", ".join(
            f"{least}+ {int(right[confidence >= least].sum())} of {int((confidence >= least).sum())}" for least in (0, 0.3, 0.45, 0.6, 0.75, 0.85, 0.9)))
        odds = numpy.log(numpy.clip(confidence, 0.002, 0.998) / (1 - numpy.clip(confidence, 0.002, 0.998)))
        def likelihood(shift):
            return -numpy.logaddexp(0, numpy.where(right > 0, -1, 1) * (odds + shift)).sum()
        print(f"  best shift {max(numpy.arange(-2, 5, 0.1), key=likelihood):.1f}")


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("command", choices=["names", "kinds", "fields"])
    parser.add_argument("data", type=data.folder, nargs="+", metavar="DATA")
    parser.add_argument("--category", nargs="*")
    parser.add_argument("--template", default=TEMPLATE)
    parser.add_argument("--least", type=float, default=0.85)
    parser.add_argument("--details", action="store_true")
    understood.add_arguments(parser)
    args = parser.parse_args()
    {"names": names, "kinds": kinds, "fields": fields}[args.command](args)


if __name__ == "__main__":
    main()
