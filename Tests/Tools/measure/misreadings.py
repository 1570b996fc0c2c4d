#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how receipts bear misreadings: how many dates and totals that are right still are with one character misread.

    swift build --product Understand
    python3 Tests/Tools misreadings DATA --pages FOLDER ... [--every 1] [--bin .build/debug/Understand] [--details]

DATA is as Tests/Tools/shared/data.py says, with NAME.fields.json; --pages are folders of pages that docscan read before,
FOLDER/CATEGORY/STEM/pages/0001.json. Of each page whose date or total is right, copies are made with one character of it (of the
total also of the word beside it) changed as readers change it. A copy counts as right, as wrong or as given up.
"""
import argparse, collections, copy, json, pathlib, random, re, subprocess, tempfile
import data

DATE = re.compile(r"\d{1,4}\s*[/.-]\s*(?:\d{1,2}|[A-Za-z]{3,9})\s*[/.-]\s*\d{2,4}")
TOTAL = re.compile(r"total|amount|summe|payable|cash", re.IGNORECASE)
DATES = ["0O", "0o", "0Q", "0D", "1l", "1I", "1|", "1i", "2Z", "5S", "8B", "/.", "/l", "/|", "/I", "/7", "/1", "/ ", "/", "-~", "-=",
         "-.", "- ", "-"]
AMOUNTS = [".,", ". ", ".", ".:", ".-", "0O", "0o", "0U", "5S", "1l", "8B", "6b", "9g"]
WORDS = ["O0", "L1", "A4", "TI", "T7", "l1", "a8", "ti", "OQ", "AR", "o0"]


def changed(rng, words, slip, part):
    """Changes one of the characters that `part` finds in the words; whether there was one."""
    places = [(word, at) for word in words for start, end in part(word["text"])
              for at in range(start, end) if word["text"][at] == slip[0]]
    if not places:
        return False
    word, at = rng.choice(places)
    word["text"] = word["text"][:at] + slip[1:] + word["text"][at + 1:]
    return True


def copies(rng, page, truth, field):
    """Pairs of a slip and the page with it."""
    kinds = [(slip, None) for slip in DATES] if field == "date" else \
        [(slip, "amount") for slip in AMOUNTS] + [(slip, "word") for slip in WORDS]
    value = f"{truth.get('total_value') or 0:.2f}"
    for slip, kind in kinds:
        made, hit = copy.deepcopy(page), False
        for line in (line for block in made["blocks"] for line in block["lines"]):
            if field == "date":
                found = DATE.search(line["text"])
                own = [w for w in line["words"] if found and re.search(r"\d", w["text"]) and w["text"] in line["text"][:found.end()]
                       and line["text"].find(w["text"]) + len(w["text"]) > found.start()]
                part = lambda text: [m.span() for m in re.finditer(r"[\d/.-]+", text)]
            elif kind == "amount":
                own = line["words"] if TOTAL.search(line["text"]) else []
                part = lambda text: [m.span() for m in re.finditer(re.escape(value), text.replace(",", "."))]
            else:
                own = line["words"]
                part = lambda text: [(0, len(text))] if TOTAL.search(text) else []
            if changed(rng, own, slip, part):
                hit = True
                line["text"] = " ".join(w["text"] for w in line["words"])
        if hit:
            yield f"{field} {kind or ''} {slip[0]} as {slip[1:] or 'nothing'}", made


def receipts(program, pages):
    """The receipt of each page."""
    found = []
    with tempfile.TemporaryDirectory(prefix="docscan-misreadings-") as folder:
        paths = [pathlib.Path(folder) / f"{number:06d}.json" for number in range(len(pages))]
        for path, page in zip(paths, pages):
            path.write_text(json.dumps(page))
        for start in range(0, len(paths), 500):
            done = subprocess.run([program, '{"detect": {"types": []}}', *paths[start:start + 500]], check=True, capture_output=True)
            found += [json.loads(line)["findings"].get("receipt") or {} for line in done.stdout.splitlines()]
    return found


def is_right(receipt, truth, field):
    given = (receipt.get(field) or {}).get("value")
    if field == "date":
        return given == truth["date_iso"] if truth.get("date_iso") else None
    return given is not None and abs(float(given) - truth["total_value"]) < .005 if truth.get("total_value") is not None else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=data.folder, metavar="DATA")
    parser.add_argument("--pages", nargs="+", type=data.folder, required=True)
    parser.add_argument("--every", type=int, default=1, help="take every so many pages")
    parser.add_argument("--bin", default=str(data.ROOT / ".build/debug/Understand"))
    parser.add_argument("--details", action="store_true", help="name what is not right")
    args = parser.parse_args()
    known = [(json.loads(path.read_text()), truth, file) for file, truth in data.labelled(args.data, "fields") for folder in args.pages
             for path in sorted({folder / file.parent.name / stem / "pages/0001.json" for stem in (file.stem, file.name)}) if path.exists()]
    read = receipts(args.bin, [page for page, _, _ in known])
    rng, cases = random.Random(1), []
    for field in ("date", "total"):
        right = [entry for entry, receipt in zip(known, read) if is_right(receipt, entry[1], field)][::args.every]
        cases += [(field, slip, made, truth, file) for page, truth, file in right for slip, made in copies(rng, page, truth, field)]
    rows = collections.defaultdict(collections.Counter)
    for (field, slip, _, truth, file), receipt in zip(cases, receipts(args.bin, [case[2] for case in cases])):
        outcome = "right" if is_right(receipt, truth, field) else "wrong" if receipt.get(field) else "none"
        for row in (slip, f"{field}: all"):
            rows[row][outcome] += 1
        if args.details and outcome != "right":
            print(f"  {file.name} {slip}: {(receipt.get(field) or {}).get('value')}")
    for row, counts in rows.items():
        print(f"{row:28} right {counts['right'] / counts.total():.3f}, wrong {counts['wrong'] / counts.total():.3f} of {counts.total()}")


if __name__ == "__main__":
    main()
