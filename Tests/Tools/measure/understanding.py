#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures what docscan makes of text: the fields of receipts, typed data, the language of a page, and what that costs.

    python3 Tests/Tools understanding DATA [--typed FOLDER ...] [--engine tesseract|doubt] [--keep DIR] [--details]

Tests/Tools/shared/data.py says how DATA lies. What counts is

    NAME.fields.json    {"merchant", "address", "date_iso", "total_value", "currency"}: what a receipt says
    NAME.typed.json     [{"type", "value", "currency"}]: the typed data of a page, in DATA and in every --typed FOLDER
    NAME.lang           the languages of a page; they count where the page has at least 20 words

Every other page is one on which typed data is only looked for: what is found there is listed, to be looked at. Pages are read
with the engine once; with --keep DIR they stay there, and later calls only look at their text again, which takes seconds
(`swift build -c release --product Understand`). A value counts as right where it is exactly the known one, a merchant or an
address where at least nine of ten letters are. Needs rapidfuzz.
"""
import argparse, collections, json, pathlib, random, re, resource, subprocess, sys, tempfile
import data
from rapidfuzz.distance import Levenshtein

STAGES = ["perspective", "orientation", "deskew"]
ORDINARY = ["clean-english", "multilingual", "multipage-scans", "skew-natural", "born-digital", "orientation"]
SETTINGS = {"detect": {"mask": False}}
# Tesseract's codes as BCP 47 has them; where two are named, English stands for the Latin words in the other one.
TAGS = {"eng": "en", "deu": "de", "fra": "fr", "spa": "es", "ita": "it", "por": "pt", "kor": "ko", "jpn": "ja",
        "jpn_vert": "ja", "chi_sim": "zh-Hans", "chi_tra": "zh-Hant", "frk": "de"}
SURE, LEAST_WORDS = 0.9, 20


def interval(right, rounds=2000):
    """The mean and its 95 % interval, by drawing the documents again (bootstrap, B. Efron 1979)."""
    if not right:
        return "none"
    rng = random.Random(1)
    means = sorted(sum(rng.choices(right, k=len(right))) / len(right) for _ in range(rounds))
    return f"{sum(right) / len(right):.3f} [{means[rounds // 40]:.3f}, {means[-rounds // 40]:.3f}] n={len(right)}"


def read(args, files, name):
    """The pages of each file, read by the engine and looked at with all stages for text."""
    kept = args.keep / f"{name}-{args.engine}.json" if args.keep else None
    if kept and kept.exists():
        stored = json.loads(kept.read_text())
        pages = {file: stored[str(file)] for file in files if str(file) in stored}
        return looked_at(args, pages)
    pages = {}
    groups = collections.defaultdict(list)
    for file in files:
        groups[data.language_of(file)].append(file)
    for language, group in groups.items():
        reading = {"stage": "recognize", "languages": language.split("+")}
        if args.engine == "doubt":
            reading["engine"] = {"name": "ppocr", "combine": "doubt"}
        text = [{"stage": stage, **SETTINGS.get(stage, {})} for stage in ("languages", "detect", "receipt")]
        with tempfile.TemporaryDirectory(prefix="docscan-understanding-") as folder:
            pages.update(data.read(args.bin, group, STAGES + [reading] + text, pathlib.Path(folder), args.jobs))
    if kept:
        args.keep.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps({str(file): found for file, found in pages.items()}))
    return pages


def looked_at(args, pages):
    """The same pages with what is found in their text now."""
    with tempfile.TemporaryDirectory(prefix="docscan-understanding-") as folder:
        places = {}
        for file, found in pages.items():
            for page in found:
                path = pathlib.Path(folder) / f"{len(places):06d}.json"
                path.write_text(json.dumps(page))
                places[str(path)] = page
        names = sorted(places)
        for start in range(0, len(names), 500):
            program = pathlib.Path(args.bin).with_name("Understand")
            done = subprocess.run([program, json.dumps(SETTINGS), *names[start:start + 500]], stdout=subprocess.PIPE, check=True)
            for line in done.stdout.decode().splitlines():
                found = json.loads(line)
                page = places[found["path"]]
                for key in ("detections", "receipt", "language"):
                    page.pop(key, None)
                page.update(found["findings"])
    return pages


# --- receipts

def squeezed(text):
    return re.sub(r"\W", "", (text or "").upper())


def is_near(one, other):
    one, other = squeezed(one), squeezed(other)
    return bool(other) and (one == other or Levenshtein.normalized_similarity(one, other) >= 0.9)


def judge(known, receipt):
    """Which fields of a receipt are right, and how sure docscan was: {field: (right, confidence or None)}."""
    def field(name):
        return receipt.get(name) or {}
    judged = {}
    if known.get("total_value") is not None:
        given = field("total").get("value")
        judged["total"] = given is not None and abs(float(given) - known["total_value"]) < 0.005
    if known.get("date_iso"):
        judged["date"] = field("date").get("value") == known["date_iso"]
    for name in ("merchant", "address"):
        if known.get(name):
            given = field(name).get("value")
            # Some collections only name the chain.
            is_key = name == "merchant" and known[name].islower()
            judged[name] = squeezed(known[name]) in squeezed(given) if is_key else is_near(known[name], given)
    return {name: (right, field(name).get("confidence")) for name, right in judged.items()}


def measure_receipts(args):
    print(f"\nReceipts, read with {args.engine}: fields that are right, of all that are known")
    sure = collections.defaultdict(list)
    for category in sorted({file.parent.name for file, _ in data.labelled(args.data, "fields")}):
        known = {file: truth for file, truth in data.labelled(args.data, "fields") if file.parent.name == category}
        pages = read(args, list(known), category)
        fields = collections.defaultdict(list)
        for file, truth in known.items():
            receipt = next((page["receipt"] for page in pages.get(file, []) if page.get("receipt")), {})
            for name, (right, confidence) in judge(truth, receipt).items():
                fields[name].append(right)
                if confidence is not None and confidence >= SURE:
                    sure[name].append(right)
                if args.details and not right:
                    print(f"  {file.name}: {name} {(receipt.get(name) or {}).get('value')!r} {confidence}, known: "
                          f"{truth.get(name) if name in truth else truth.get('date_iso')!r}")
        for name, right in fields.items():
            print(f"  {category:18s} {name:9s} {interval(right)}")
    print(f"  given with at least {SURE}: right in " + ", ".join(f"{name} {interval(right)}" for name, right in sure.items()))
    print(f"  all of these: {interval([right for values in sure.values() for right in values])}")


# --- typed data

def values(found):
    """Typed data as it is compared: (type, value)."""
    counted = collections.Counter()
    for one in found:
        value = re.sub(r"\s", "", str(one["value"]))
        if one["type"] == "url":
            value = re.sub(r"^https?://", "", value).rstrip("/").lower()
        elif one["type"] == "money":
            value = f"{float(value):.2f} {one.get('currency')}"
        elif one["type"] == "date":
            value = value[:10]
        counted[one["type"], value] += 1
    return counted


def measure_typed(args):
    for folder in args.typed:
        known = dict(data.labelled(folder, "typed"))
        if not known:
            sys.exit(f"There is no typed data in {folder}.")
        pages = read(args, list(known), "typed-" + re.sub(r"\W", "-", str(folder)))
        rows = collections.defaultdict(lambda: [0, 0, 0])
        kinds = {one["type"] for truth in known.values() for one in truth}
        for file, truth in known.items():
            wanted = values(truth)
            found = values([d for page in pages[file] for d in page.get("detections", []) if d["type"] in kinds])
            for kind in {kind for kind, _ in (wanted | found)}:
                a = collections.Counter({key: n for key, n in wanted.items() if key[0] == kind})
                b = collections.Counter({key: n for key, n in found.items() if key[0] == kind})
                for row in (rows[kind], rows["all"]):
                    for place, count in enumerate((sum((a & b).values()), sum(a.values()), sum(b.values()))):
                        row[place] += count
            if args.details and wanted != found:
                print(f"  {file.name}: missed {sorted((wanted - found).elements())}, wrong {sorted((found - wanted).elements())}")
        print(f"\nTyped data of {folder}, {len(known)} pages")
        for kind, (right, there, given) in sorted(rows.items()):
            print(f"  {kind:9s} recall {right / max(there, 1):.3f} of {there}, precision {right / max(given, 1):.3f} of {given}")


# --- ordinary pages

def measure_ordinary(args):
    files = [file for category in ORDINARY for file in data.documents(args.data, category)]
    pages = read(args, files, "ordinary")
    found, languages, wrong = [], [], []
    for file, read_pages in pages.items():
        for page in read_pages:
            if page["status"] != "recognized":
                continue
            found.append([(file.name, page["page"]["number"], d["type"], d["text"], d["value"]) for d in page.get("detections", [])])
            known = {TAGS.get(code, code) for code in data.language_of(file).split("+")}
            if known & {"ja", "ko", "zh-Hans", "zh-Hant"}:
                known -= {"en"}
            words = sum(len(line["words"]) for block in page["blocks"] for line in block["lines"])
            if words >= LEAST_WORDS:
                tag = (page.get("language") or {}).get("tag")
                languages.append(tag in known)
                if tag not in known:
                    wrong.append(f"{file.name}, page {page['page']['number']}: {tag}, known: {', '.join(sorted(known))}")
    print(f"\nLanguage of pages with at least {LEAST_WORDS} words: {interval(languages)}")
    for line in wrong:
        print(f"  {line}")
    count = sum(map(len, found))
    print(f"\nTyped data on {len(found)} ordinary pages: {count}. To be looked at:")
    for name, number, kind, text, value in sorted(one for page in found for one in page):
        print(f"  {name}, page {number}: {kind} {text!r} -> {value}")


def measure_cost(args):
    """The processor time of detect and languages, over that of recognition, from the same run."""
    files = [file for category in ("clean-english", "receipts-sroie") for file in data.documents(args.data, category)[:8]]
    def seconds(stages):
        start = resource.getrusage(resource.RUSAGE_CHILDREN)
        with tempfile.TemporaryDirectory(prefix="docscan-understanding-") as folder:
            data.read(args.bin, files, [{"stage": "recognize", "languages": ["eng"]}] + stages, pathlib.Path(folder), 1)
            report = json.loads((pathlib.Path(folder) / "out" / "report.json").read_text())
        end = resource.getrusage(resource.RUSAGE_CHILDREN)
        return end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime, report["stageSeconds"]
    _, stages = seconds([{"stage": "languages"}, {"stage": "detect"}, {"stage": "receipt"}])
    shares = {name: stages.get(name, 0) / stages["recognize"] for name in ("languages", "detect", "receipt")}
    print("\nTime over that of recognition: " + ", ".join(f"{name} {share:.2%}" for name, share in shares.items()))
    pairs = [(seconds([])[0], seconds([{"stage": "languages"}, {"stage": "detect"}])[0]) for _ in range(3)]
    ratios = sorted(after / before for before, after in pairs)
    print(f"Processor time of a run of {len(files)} pages with detect and languages over one without: {ratios[1]:.3f} "
          f"(three pairs, {ratios[0]:.3f} to {ratios[2]:.3f})")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=data.folder, metavar="DATA")
    parser.add_argument("--typed", type=data.folder, nargs="*", default=[], metavar="FOLDER", help="folders of pages with typed data")
    parser.add_argument("--engine", choices=["tesseract", "doubt"], default="doubt", help="how pages are read")
    parser.add_argument("--only", nargs="*", choices=["receipts", "typed", "ordinary", "cost"], default=["receipts", "typed", "ordinary", "cost"])
    parser.add_argument("--bin", default=str(data.ROOT / ".build/release/docscan"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR", help="keep the pages that were read there")
    parser.add_argument("--details", action="store_true", help="name what is wrong")
    args = parser.parse_args()
    for part in args.only:
        globals()[f"measure_{part}"](args)


if __name__ == "__main__":
    main()
