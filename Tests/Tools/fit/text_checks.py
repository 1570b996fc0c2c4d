#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fits what tells sound text of PDF pages from sick text: the weights of TextCheckModel.

    python3 Tests/Tools text_checks FOLDER ... [--write]

Each FOLDER was drawn by `Tests/Tools/measure/existing_text.py draw` and checked by `existing_text check FOLDER [DATA ...] --thorough`, whose
checks.json has the measurements; the pages of DATA count as sound. Prints the weights, without and with lines that were read, and the AUC
of each kind of sickness, and the sound pages of each maker that would be healed, for weights that didn't know that kind or maker.
`--write` writes Sources/DocScanReading/Confidence/TextCheckModel+Fitted.swift. Needs numpy.
"""
import collections, json, pathlib
import numpy
import data
from existing_text import auc
from fitting import fit_logistic, logistic

TARGET = data.ROOT / "Sources/DocScanReading/Confidence/TextCheckModel+Fitted.swift"
# Sound pages are so many times as frequent as sick ones: a wrong alarm costs more than a missed one.
PRIOR = 3


def doubts(e):
    """As TextCheckModel.doubts."""
    part = lambda name: max(0, 1 - e[name]) if name in e else 0
    missing, confidence = part("agreement"), e.get("readConfidence", 0)
    return [min(1, 5 * e["unmapped"]), min(1, 20 * e["encoding"]), min(1, 4 * e["odd"]), part("language"), part("fit"),
            max(0, 2 * e["single"] - 0.6), min(1, 4 * e["doubled"]), part("words"), part("betweenWords"), part("betweenLines"), e.get("unread", 0), missing * confidence, missing]


def pages(folders):
    """(group, whether it is sick, doubts, whether lines were read) of all pages with text."""
    Page = collections.namedtuple("Page", "group sick doubts read")
    found = []
    for folder in folders:
        for path, file in json.loads((folder / "checks.json").read_text()).items():
            path = pathlib.Path(path)
            isOwn = path.parent.parent == folder
            group = path.name.split("-")[0] if isOwn else path.parent.name
            for page in file["pages"]:
                check = page.get("textCheck")
                if check and check["evidence"]["unmapped"] < 1:
                    found.append(Page(group, isOwn and path.parent.name == "sick", doubts(check["evidence"]),
                                      "agreement" in check["evidence"]))
    return found


def fit(known, columns):
    x = numpy.array([[1] + [p.doubts[c] for c in columns] for p in known], float)
    y = numpy.array([p.sick for p in known], float)
    sick, sound = y.sum(), (1 - y).sum()
    weights = numpy.where(y > 0, 1.0, PRIOR * sick / max(sound, 1))
    return fit_logistic(x, y, weights, rising=range(1, x.shape[1]), ridge=0.5)


def sickness(known, columns, some):
    b = fit(known, columns)
    return logistic(numpy.array([[1] + [p.doubts[c] for c in columns] for p in some], float) @ b)


def report(name, known, columns):
    """Leaves out each kind and each maker in turn."""
    left = {}
    for group in sorted({p.group for p in known}):
        some = [p for p in known if p.group == group]
        left[group] = sickness([p for p in known if p.group != group], columns, some)
    sound = [1 - s for p in {p.group for p in known if not p.sick} for s in left[p]]
    print(f"{name}: left out, {len(known)} pages")
    for group in sorted({p.group for p in known if p.sick}):
        own = [1 - s for s in left[group]]
        print(f"  {group:12} {len(own):5}  AUC {auc(sound, own):.3f}  missed {sum(p >= 0.5 for p in own)}")
    bad = [1 - s for group in {p.group for p in known if p.sick} for s in left[group]]
    print(f"  {'all':12} {len(bad):5}  AUC {auc(sound, bad):.3f}")
    for group in sorted({p.group for p in known if not p.sick}):
        wrong = sum(s > 0.5 for s in left[group])
        if wrong:
            print(f"  sound {group}: {wrong} of {len(left[group])} would be healed")


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("folder", nargs="+", type=data.folder)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    all_pages = pages(args.folder)
    read = [page for page in all_pages if page.read]
    everything = range(len(all_pages[0].doubts))
    parts = []
    for name, known, columns, says in [("cheap", all_pages, everything[:-2], "what costs little alone"), ("sampled", read, everything, "with lines that were read")]:
        report(name, known, list(columns))
        b = fit(known, list(columns))
        weights = [-b[1 + i] if i < len(columns) else 0 for i in everything]
        listed = ", ".join(f"{w + 0:.2f}" for w in weights)
        parts.append(f"  /// Made by `Tests/Tools/fit/text_checks.py`: {says}.\n  static let {name} = TextCheckModel(\n"
                     f"    intercept: {-b[0]:.2f},\n    weights: [{listed}])\n")
        print(parts[-1])
    text = TARGET.read_text()
    tail = text[text.index("  /// Text that is surer"):]
    if args.write:
        TARGET.write_text("// SPDX-License-Identifier: GPL-3.0-or-later\n\nextension TextCheckModel {\n" + "".join(parts) + tail)


main()
