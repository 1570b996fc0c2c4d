#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fits the probabilities of the values of invoices and receipts, and tests each set with weights fitted on all others.

    swift build -c release --product Understand
    python3 Tests/Tools values SET ... [--write invoice.total receipt.date ...] [--details]

A SET is a folder of documents from one source, with the truth of each in NAME.invoice.json or NAME.fields.json, or a folder that
`swift run SampleMaker receipts SET SEED COUNT` made. A truth can be a list of right values. If "printed" names a field without a truth, the paper
doesn't show that field, and each value is wrong. Both readers read each document. For each field, prints how many values are right and wrong from a
confidence of 0.85 on, and how many right values are below, with the weights in the source, with those of the other sets, and with those of all sets.
Adopt weights only if those of the other sets are better than those in the source.
`--write` replaces the weights of the named fields. Tests/Tools/shared/understood.py describes how pages are kept. Needs numpy and rapidfuzz.
"""
import collections, json, re
import numpy
import data, fitting, understood

TABLES = {"invoice": data.ROOT / "Sources/DocScanCore/Findings/InvoiceModel+Fitted.swift",
          "receipt": data.ROOT / "Sources/DocScanUnderstanding/Receipt/ReceiptModel+Fitted.swift",
          "about": data.ROOT / "Sources/DocScanUnderstanding/About/KindReader.swift"}
# The keys of a field's truth, of which the first that is known counts.
KEYS = {"date": ["date_iso"], "dueDate": ["due_iso"], "total": ["total_value"], "net": ["net_value"], "subtotal": ["net_value"],
        "tax": ["tax_value"], "seller": ["seller", "merchant"], "merchant": ["merchant", "seller"]}
RIDGE = 0.5
# The confidence from which a value isn't marked, and the number of marked right values that a wrong value without a mark costs.
SURE, COST = 0.85, 8
# A field with fewer wrong values isn't fitted.
FEWEST = 4


def truths(folder):
    found = {}
    for kind in ("fields", "invoice"):
        for file, truth in data.labelled(folder, kind):
            if file.name in understood.CORRECTED:
                truth["total_value"] = understood.CORRECTED[file.name]
            found[file] = {"kind": ["receipt" if kind == "fields" else "invoice"], **truth}
    return found


def is_right(field, value, truth):
    """Returns whether a value is right, or None if the truth doesn't tell."""
    keys = KEYS.get(field, [field])
    wanted = next((truth[key] for key in keys if truth.get(key) not in (None, "")), None)
    if wanted is None:
        # A net amount that equals the total, or a tax of 0, may be left out.
        return False if set(keys) & set(truth.get("printed", [])) and field not in ("net", "tax", "subtotal") else None
    if "printed" in truth and not set(keys) & {*truth["printed"], "kind"}:
        return None
    wanted = wanted if isinstance(wanted, list) else [wanted]
    if field in ("total", "net", "tax", "subtotal", "change"):
        return any(understood.is_amount(abs(float(value)), abs(float(want))) for want in wanted)
    if field in ("seller", "merchant", "buyer", "address"):
        return any(understood.is_merchant(value, want) for want in wanted)
    return understood.squeezed(value) in map(understood.squeezed, wanted)


def samples(args):
    """Returns [(features, right, set, document, value)] for each field."""
    found = collections.defaultdict(list)
    for folder in args.data:
        known = truths(folder)
        read = {file: paths for file, paths in understood.pages(args, list(known)) if paths}
        receipts = data.look(args.bin, ["receipt-evidence"], [paths[0] for paths in read.values()])
        kinds = data.look(args.bin, ["kind-evidence"], [paths[0] for paths in read.values()])
        invoices = data.look(args.bin, ["invoices"], [path for paths in read.values() for path in paths])
        for file, paths in read.items():
            for table, entries in (("invoice", invoices[paths[0].parent]["evidence"]), ("receipt", receipts[paths[0]]["fields"]),
                                   ("about", kinds[paths[0]]["fields"])):
                for field, entry in entries.items():
                    right = is_right(field, entry["value"], known[file])
                    if right is not None:
                        found[table, field].append((entry["features"], float(right), folder.name, file.name, entry["value"]))
    return found


def lowered(weights, sums, y):
    """Returns the weights with the bias that is best for sets that weren't used for fitting: a wrong value that looks certain costs as much as several
    right ones that are marked. The bias is never raised."""
    order = numpy.argsort(-sums)
    worth = numpy.concatenate([[0], numpy.cumsum(numpy.where(y[order] > 0, 1, -COST))])
    best = len(worth) - 1 - worth[::-1].argmax()
    limit = sums[order][best - 1] if best else sums.max() + 1
    return numpy.concatenate([[weights[0] + min(0, numpy.log(SURE / (1 - SURE)) - limit)], weights[1:]])


def fit(x, y):
    # A feature that indicates a field never counts against it.
    return fitting.fit_logistic(x, y, numpy.ones(len(y)), range(1, x.shape[1]), RIDGE)


def left_out(x, y, sets):
    """Returns the sums of features of each set with weights of all others."""
    sums = numpy.zeros(len(y))
    for name in set(sets):
        train = sets != name
        sums[~train] = x[~train] @ fit(x[train], y[train])
    return sums


def tested(x, y, sets):
    """Returns the probabilities of each set's values with weights, and a bias, that all other sets chose."""
    chances = numpy.zeros(len(y))
    for name in set(sets):
        train = sets != name
        weights = lowered(fit(x[train], y[train]), left_out(x[train], y[train], sets[train]), y[train])
        chances[~train] = fitting.logistic(x[~train] @ weights)
    return chances


def counted(chances, y):
    sure = chances >= SURE - 1e-9
    return f"{int(y[sure].sum()):5}{int((1 - y[sure]).sum()):6}{int(y[~sure].sum()):7}"


def current(table, field):
    found = re.search(rf"\b{field}(?:: | = )\[([-\d., ]+)\]", TABLES[table].read_text())
    return [float(value) for value in found[1].split(",")] if found else None


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("data", type=data.folder, nargs="+", metavar="SET")
    parser.add_argument("--write", nargs="*", default=[], metavar="TABLE.FIELD")
    parser.add_argument("--details", action="store_true", help="name the wrong values that look certain")
    understood.add_arguments(parser)
    args = parser.parse_args()
    print(f"{'':18}{'values':>7}{'wrong':>6}" + "".join(f" |{name:>16}" for name in ("now", "left out", "fitted")))
    print(f"{'':31}" + " | sure wrong marked" * 3)
    for (table, field), rows in sorted(samples(args).items()):
        x, y = (numpy.array([row[place] for row in rows], float) for place in (0, 1))
        sets = numpy.array([row[2] for row in rows])
        now = numpy.array(current(table, field) or numpy.zeros(x.shape[1]))
        chances = fitting.logistic(x[:, :len(now)] @ now)
        line = f"{table}.{field:10}{len(y):7}{int((1 - y).sum()):6} |{counted(chances, y)}"
        if (y == 0).sum() >= FEWEST and len(set(sets)) > 2:
            weights = lowered(fit(x, y), left_out(x, y, sets), y)
            line += f" |{counted(tested(x, y, sets), y)} |{counted(fitting.logistic(x @ weights), y)}"
            if f"{table}.{field}" in args.write:
                fitting.write(TABLES[table], {field: weights})
        print(line)
        for place in numpy.argsort(-chances) if args.details else []:
            if not y[place] and chances[place] >= SURE:
                print(f"    {chances[place]:.3f} {rows[place][2]}/{rows[place][3]}: {rows[place][4]!r} {numpy.round(x[place], 2).tolist()}")


if __name__ == "__main__":
    main()
