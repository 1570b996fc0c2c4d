#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the understanding of text: the fields of receipts, typed data, the language of a page, and the cost.

    swift build -c release --product Understand
    python3 Tests/Tools understanding DATA ... [--typed FOLDER ...] [--engine tesseract|doubt] [--keep DIR] [--details]
    python3 Tests/Tools understanding DATA ... --only misreadings --pages FOLDER ... [--every 4] [--category receipts-sroie ...]

Tests/Tools/shared/data.py describes the layout of DATA. `swift run SampleMaker receipts DATA SEED COUNT` draws receipts, which are one category.
These files are used:

    NAME.fields.json    {"merchant", "address", "date_iso", "total_value", "change", "items"}: the fields of a receipt
    NAME.typed.json     [{"type", "value", "currency"}]: the typed data of a page, in every --typed FOLDER (Tests/typed/*.json
                        are templates for such pages, in wording that the detectors were not written by)
    NAME.lang           the languages of a page; they count if the page has at least 20 words

receipts     share of the known fields that are right
typed        recall and precision of the types that some truth contains, and the calibration of their confidences
misreadings  of each receipt whose date or total is right, copies have one character of it (of the total also of the word beside
             it) changed as readers change it; a copy is right, wrong or without the field
ordinary     languages, and the typed data that is found on other pages, for a person to look at
cost         the time of these stages as a share of that of recognition

Pages are read once, or once and for all with --keep DIR, or taken from the output folders of --pages. Understand processes their text again each
time, which takes seconds. Tests/Tools/shared/understood.py describes how pages are kept, and when a field counts as right. Needs rapidfuzz.
"""
import collections, copy, json, pathlib, random, re, tempfile
import data, understood

PARTS = ["receipts", "typed", "misreadings", "ordinary", "cost"]
FIELDS = ["total", "date", "merchant", "address", "change", "items"]
ORDINARY = ["clean-english", "multilingual", "multipage-scans", "skew-natural", "born-digital", "orientation"]
# Maps Tesseract's codes to BCP 47. If a code has two languages, English is there for the Latin words in the other one.
TAGS = {"eng": "en", "deu": "de", "fra": "fr", "spa": "es", "ita": "it", "por": "pt", "kor": "ko", "jpn": "ja",
        "jpn_vert": "ja", "chi_sim": "zh-Hans", "chi_tra": "zh-Hant", "frk": "de"}
SURE, LEAST_WORDS = 0.9, 20
# The ledger marks dates and totals with a lower confidence: LedgerEntry.sure.
MARKED = 0.85
BINS = (0, .8, .9, .95, .98, 1.01)


def print_row(name, text):
    print(f"  {name:30} {text}")


def figure(right):
    """Formats how many of the documents are right."""
    if not right:
        return "none"
    mean, low, high = data.interval(right)
    return f"{mean:.3f} [{low:.3f}, {high:.3f}] n={len(right)}"


def share(count, all_):
    return f"{count / max(all_, 1):.3f} of {all_}"


def print_confidences(judged):
    """Prints the calibration of confidences, from pairs of a confidence and whether it was right."""
    for low, high in zip(BINS, BINS[1:]):
        some = [(confidence, right) for confidence, right in judged if low <= confidence < high]
        if some:
            mean, right = (sum(column) / len(some) for column in zip(*some))
            print_row(f"confidence {low:.2f} to {min(high, 1):.2f}", f"{mean:.3f} said, {right:.3f} right, n={len(some)}")


def findings(args, paths, **detect):
    """Returns the current findings in pages, by their paths."""
    lines = data.look(args.bin, [json.dumps({"detect": {"mask": False, **detect}})], paths)
    return {path: line["findings"] for path, line in lines.items()}


# --- receipts

def receipts_of(args, known):
    """Returns (file, its first receipt, or {} if none is found) for each reading of each document."""
    read = understood.pages(args, list(known))
    found = findings(args, [path for _, paths in read for path in paths])
    return [(file, next((found[path]["receipt"] for path in paths if "receipt" in found[path]), {})) for file, paths in read]


def given(receipt, field):
    """Returns (value, confidence) of a field, each None if it is missing."""
    if field == "items":
        return [item["amount"] for item in receipt.get("items", [])], None
    return tuple((receipt.get(field) or {}).get(key) for key in ("value", "confidence"))


def is_right(field, value, truth):
    if field == "items":
        return value == truth["items"] if truth.get("items") else None
    return understood.is_right(field, value, truth)


def measure_receipts(args):
    sure, judged, marks = collections.defaultdict(list), [], collections.Counter()
    print("\nReceipts: fields that are right, of all that are known")
    for category, known in understood.receipts(args.data, args.category).items():
        fields = collections.defaultdict(list)
        for file, receipt in receipts_of(args, known):
            for field in FIELDS:
                value, confidence = given(receipt, field)
                right = is_right(field, value, known[file])
                if right is None:
                    continue
                fields[field].append(right)
                if confidence is not None:
                    judged.append((confidence, right))
                    marks[field, right, confidence < MARKED] += 1
                    if confidence >= SURE:
                        sure[field].append(right)
                if args.details and not right:
                    print(f"  {file.name}: {field} {value!r} {confidence}, known: {known[file][understood.KEYS.get(field, field)]!r}")
        for field in filter(fields.get, FIELDS):
            print_row(f"{category} {field}", figure(fields[field]))
    for field, right in [*sure.items(), ("all fields", sum(sure.values(), []))]:
        print_row(f"{field} at {SURE} and more", figure(right))
    print_confidences(judged)
    for field in ("total", "date"):
        for right in (False, True):
            marked = marks[field, right, True]
            print_row(f"{'right' if right else 'wrong'} {field}s marked in ledger", f"{marked} of {marked + marks[field, right, False]}")


# --- typed data

def key(record):
    """Returns typed data in the form that is compared: (type, value)."""
    value = re.sub(r"\s", "", str(record["value"]))
    if record["type"] == "url":
        value = re.sub(r"^https?://", "", value).rstrip("/").lower()
    elif record["type"] == "money":
        value = f"{float(value):.2f} {record.get('currency')}"
    elif record["type"] == "date":
        value = value[:10]
    return record["type"], value


def measure_typed(args):
    known = {folder: dict(data.labelled(folder, "typed")) for folder in args.typed}
    kinds = {record["type"] for truths in known.values() for truth in truths.values() for record in truth}
    for folder, truths in known.items():
        print(f"\nTyped data of {folder}, {len(truths)} pages")
        read = understood.pages(args, list(truths))
        pages = findings(args, [path for _, paths in read for path in paths])
        hits, wanted, counts, judged = collections.Counter(), collections.Counter(), collections.Counter(), []
        for file, paths in read:
            found = [record for path in paths for record in pages[path].get("detections", []) if record["type"] in kinds]
            want, have = collections.Counter(map(key, truths[file])), collections.Counter(map(key, found))
            for counter, values in ((hits, want & have), (wanted, want), (counts, have)):
                for (kind, _), count in values.items():
                    counter[kind] += count
                    counter["all"] += count
            judged += [(record["confidence"], key(record) in want) for record in found]
            if args.details and want != have:
                print(f"  {file.name}: missed {sorted((want - have).elements())}, wrong {sorted((have - want).elements())}")
        for kind in [*sorted(kinds), "all"]:
            print_row(kind, f"recall {share(hits[kind], wanted[kind])}, precision {share(hits[kind], counts[kind])}")
        print_confidences(judged)


# --- misreadings

DATE = re.compile(r"\d{1,4}\s*[/.-]\s*(?:\d{1,2}|[A-Za-z]{3,9})\s*[/.-]\s*\d{2,4}")
TOTAL = re.compile(r"total|amount|summe|payable|cash", re.IGNORECASE)
DATES = ["0O", "0o", "0Q", "0D", "1l", "1I", "1|", "1i", "2Z", "5S", "8B", "/.", "/l", "/|", "/I", "/7", "/1", "/ ", "/", "-~", "-=",
         "-.", "- ", "-"]
AMOUNTS = [".,", ". ", ".", ".:", ".-", "0O", "0o", "0U", "5S", "1l", "8B", "6b", "9g"]
WORDS = ["O0", "L1", "A4", "TI", "T7", "l1", "a8", "ti", "OQ", "AR", "o0"]


def changed(rng, words, slip, part):
    """Changes one of the characters that `part` finds in the words, and returns whether there was one."""
    places = [(word, at) for word in words for start, end in part(word["text"])
              for at in range(start, end) if word["text"][at] == slip[0]]
    if not places:
        return False
    word, at = rng.choice(places)
    word["text"] = word["text"][:at] + slip[1:] + word["text"][at + 1:]
    return True


def copies(rng, page, truth, field):
    """Yields pairs of a slip and the page with it."""
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


def measure_misreadings(args):
    print("\nMisreadings: dates and totals that are right with one character misread")
    known = [(file, truth) for category in understood.receipts(args.data, args.category).values() for file, truth in category.items()]
    truths = dict(known)
    pages = [(file, path) for file, paths in understood.pages(args, list(truths)) for path in paths[:1]]
    found = findings(args, [path for _, path in pages], types=[])
    rng, cases = random.Random(1), []
    with tempfile.TemporaryDirectory(prefix="docscan-misreadings-") as folder:
        for field in ("date", "total"):
            right = [(file, path) for file, path in pages if is_right(field, given(found[path].get("receipt", {}), field)[0], truths[file])]
            for file, path in right[::args.every]:
                for slip, made in copies(rng, json.loads(path.read_text()), truths[file], field):
                    place = pathlib.Path(folder) / f"{len(cases):06d}.json"
                    place.write_text(json.dumps(made))
                    cases.append((field, slip, file, place))
        found = findings(args, [case[-1] for case in cases], types=[])
    rows = collections.defaultdict(collections.Counter)
    for field, slip, file, place in cases:
        value, _ = given(found[place].get("receipt", {}), field)
        outcome = "right" if is_right(field, value, truths[file]) else "wrong" if value is not None else "none"
        for row in (slip, f"{field}: all"):
            rows[row][outcome] += 1
        if args.details and outcome != "right":
            print(f"  {file.name} {slip}: {value}")
    for row, counts in rows.items():
        print_row(row, f"right {counts['right'] / counts.total():.3f}, wrong {share(counts['wrong'], counts.total())}")


# --- ordinary pages

def measure_ordinary(args):
    files = [file for folder in args.data for category in args.category or ORDINARY for file in data.documents(folder, category)]
    read = understood.pages(args, files)
    now = findings(args, [path for _, paths in read for path in paths])
    found, languages, wrong = [], [], []
    for file, path in ((file, path) for file, paths in read for path in paths):
        page = json.loads(path.read_text())
        if page["status"] != "recognized":
            continue
        number = page["page"]["number"]
        found.append([(file.name, number, record["type"], record["text"], record["value"]) for record in now[path].get("detections", [])])
        known = {TAGS.get(code, code) for code in data.language_of(file).split("+")}
        if known & {"ja", "ko", "zh-Hans", "zh-Hant"}:
            known -= {"en"}
        if sum(len(line["words"]) for block in page["blocks"] for line in block["lines"]) >= LEAST_WORDS:
            tag = (now[path].get("language") or {}).get("tag")
            languages.append(tag in known)
            if tag not in known:
                wrong.append(f"{file.name}, page {number}: {tag}, known: {', '.join(sorted(known))}")
    print(f"\nLanguage of pages with at least {LEAST_WORDS} words: {figure(languages)}")
    for line in wrong:
        print(f"  {line}")
    print(f"\nTyped data on {len(found)} ordinary pages: {sum(map(len, found))}. To be looked at:")
    for name, number, kind, text, value in sorted(one for page in found for one in page):
        print(f"  {name}, page {number}: {kind} {text!r} -> {value}")


def measure_cost(args):
    """Prints the processor time of detect and languages, divided by that of recognition, from the same run."""
    files = [file for folder in args.data for category in ("clean-english", "receipts-sroie") for file in data.documents(folder, category)[:8]]

    def seconds(*stages):
        start = data.children_seconds()
        with tempfile.TemporaryDirectory(prefix="docscan-cost-") as folder:
            data.read(args.bin, files, [{"stage": "recognize", "languages": ["eng"]}, *stages], pathlib.Path(folder), 1)
            report = json.loads((pathlib.Path(folder) / "out" / "report.json").read_text())
        return data.children_seconds() - start, report["stageSeconds"]
    _, stages = seconds("languages", "detect", "receipt")
    shares = {name: stages.get(name, 0) / stages["recognize"] for name in ("languages", "detect", "receipt")}
    print("\nTime over that of recognition: " + ", ".join(f"{name} {share:.2%}" for name, share in shares.items()))
    pairs = [(seconds()[0], seconds("languages", "detect")[0]) for _ in range(3)]
    ratios = sorted(after / before for before, after in pairs)
    print(f"Processor time of a run of {len(files)} pages with detect and languages over one without: {ratios[1]:.3f} "
          f"(three pairs, {ratios[0]:.3f} to {ratios[2]:.3f})")


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("data", type=data.folder, nargs="+", metavar="DATA")
    parser.add_argument("--typed", type=data.folder, nargs="*", default=[], metavar="FOLDER", help="folders of pages with typed data")
    parser.add_argument("--only", nargs="*", choices=PARTS, default=PARTS)
    parser.add_argument("--category", nargs="*", help="only these receipts and ordinary pages")
    parser.add_argument("--every", type=int, default=1, help="take every so many receipts for misreadings")
    parser.add_argument("--details", action="store_true", help="name what is wrong")
    understood.add_arguments(parser, engine="doubt")
    args = parser.parse_args()
    for part in args.only:
        globals()[f"measure_{part}"](args)


if __name__ == "__main__":
    main()
