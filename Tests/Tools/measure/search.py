#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the search: how fast and large the index is, and which misread words --fuzzy finds.

  python3 Tests/Tools search scale FOLDER [PAGES]   makes a library of generated pages in FOLDER (kept), and measures its index and queries
  python3 Tests/Tools search fuzzy DATA [--library DIR]
      `fuzzy` uses the words of pages with truth that were misread. It prints how many of them a search with --fuzzy finds on their page, and how
      many of the pages that only --fuzzy finds really contain the word. --library takes results of an earlier run with the writer json, one
      folder for each category, instead of reading the documents.
"""
import difflib, itertools, json, pathlib, random, re, shutil, subprocess, sys, tempfile, unicodedata

import data

CATEGORIES = ["photos-text", "receipts-sroie", "multilingual", "clean-english", "receipts-german"]
PAGES_OF_DOCUMENT, WORDS_OF_PAGE = 20, 250


def cpu(command):
    """Runs a command. Returns its output and its processor seconds."""
    before = data.children_seconds()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: {done.stderr.decode()}")
    return done.stdout.decode(), data.children_seconds() - before


# MARK: size

def vocabulary(rng, count=60_000):
    """Makes words with the frequencies of texts: some are in every text, most are rare (Zipf's law)."""
    syllables = ["".join(p) for a in "bdfgklmnprstvw" for p in ((a, v) for v in "aeiou")] + ["an", "er", "on", "st", "ing"]
    words = list(dict.fromkeys("".join(rng.choices(syllables, k=rng.randint(1, 4))) for _ in range(count * 2)))[:count]
    return words, [1 / (rank + 2.7) for rank in range(len(words))]


def page_json(name, number, words):
    lines, x, y = [], 0, 0
    for start in range(0, len(words), 10):
        line = []
        for word in words[start:start + 10]:
            line.append({"text": word, "confidence": 0.97, "box": [x, y, 10 * len(word), 20]})
            x += 10 * len(word) + 10
        lines.append({"text": " ".join(w["text"] for w in line), "confidence": 0.97, "box": [0, y, x, 20], "baseline": [],
                      "words": line})
        x, y = 0, y + 30
    text = "\n".join(line["text"] for line in lines) + "\n"
    return text, {
        "schema": "docscan-page/1", "document": {"name": name, "sha256": "00", "pageCount": PAGES_OF_DOCUMENT},
        "page": {"number": number, "source": f"{name}.pdf", "sourcePage": number}, "status": "recognized",
        "source": {"width": 1200, "height": 1800, "dpi": 150}, "image": {"width": 1200, "height": 1800, "dpi": 150},
        "corrections": [], "sourceToImage": [1, 0, 0, 0, 1, 0, 0, 0, 1], "coordinates": {"unit": "pixel", "origin": "top-left"},
        "text": text, "confidence": 0.97, "languages": ["eng"],
        "blocks": [{"kind": "text", "box": [0, 0, 1000, y], "lines": lines}], "failure": None}


def write_document(library, number, rng, words, weights):
    """Writes a document with pages, and returns the bytes of its text."""
    name = f"{number // 1000:03d}/d{number:06d}"
    folder = library / name
    (folder / "pages").mkdir(parents=True, exist_ok=True)
    pages, size = [], 0
    for page in range(1, PAGES_OF_DOCUMENT + 1):
        chosen = rng.choices(words, cum_weights=weights, k=WORDS_OF_PAGE)
        if page == 1:
            chosen[0] = f"unique{number}"
        text, found = page_json(name, page, chosen)
        size += len(text.encode())
        (folder / "pages" / f"{page:04d}.json").write_text(json.dumps(found))
        pages.append({"number": page, "status": "recognized", "file": f"pages/{page:04d}.json", "source": "a.pdf", "sourcePage": page})
    (folder / f"{folder.name}.json").write_text(json.dumps({
        "schema": "docscan-document/1", "name": name, "source": ["a.pdf"], "sha256": "00",
        "pipeline": {"name": "archive", "sha256": "00"}, "status": "complete", "pageCount": len(pages), "selection": "all",
        "pages": pages, "quality": {"words": 0}, "notes": [], "versions": {}}))
    return size


def scale(args):
    rng = random.Random(1)
    words, shares = vocabulary(rng)
    weights = list(itertools.accumulate(shares))
    library = args.folder
    (library / ".docscan").mkdir(parents=True, exist_ok=True)
    done = library / ".docscan" / "generated.json"
    if done.exists():
        size = json.loads(done.read_text())["text"]
    else:
        size = sum(write_document(library, number, rng, words, weights) for number in range(args.pages // PAGES_OF_DOCUMENT))
        done.write_text(json.dumps({"text": size}))
    index = library / ".docscan" / "index.sqlite"
    for ending in ("", "-wal", "-shm"):
        pathlib.Path(str(index) + ending).unlink(missing_ok=True)
    said, seconds = cpu([args.bin, "index", "update", library])
    print(f"{said.strip()} Made in {seconds:.0f} s of processor time, {1000 * seconds / args.pages:.2f} ms a page")
    total = sum(pathlib.Path(str(index) + e).stat().st_size for e in ("", "-wal") if pathlib.Path(str(index) + e).exists())
    print(f"Index {total / 1e6:.0f} MB, text {size / 1e6:.0f} MB: {total / size:.2f}")
    _, nothing = cpu([args.bin, "--version"])
    common, middle, rare = words[0], words[300], words[20_000]
    for name, query in [("a rare word", [rare]), ("one document's", ["unique7"]), ("a frequent word", [common]),
                        ("two frequent words", [common, words[1]]), ("a phrase", [f"{words[0]} {words[1]}"]),
                        ("middling and a filter", [middle, "doc:000/*"]), ("a beginning", [rare[:4] + "*"]),
                        ("excluded", [middle, "-" + common]), ("fuzzy", ["--fuzzy", rare])]:
        costs = sorted(cpu([args.bin, "search", *query, "-o", library])[1] for _ in range(5))
        print(f"  {name}: {1000 * costs[2]:.0f} ms of processor time (the program alone: {1000 * nothing:.0f})")
    costs = []
    for extra in range(3):
        write_document(library, 900_000 + extra, rng, words, weights)
        costs.append(cpu([args.bin, "search", f"doc:d{900_000 + extra}", "-o", library])[1])
    print(f"  one more document without a run: {1000 * sorted(costs)[1]:.0f} ms")


# MARK: misread words

def tokens(text):
    """Returns words as the index contains them, for scripts with spaces."""
    text = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).casefold())
    return re.findall(r"\w+", "".join(c for c in text if not unicodedata.combining(c)))


def truth_of(file):
    """Returns the words of a document from either kind of truth, or None if it has none."""
    text, words = (data.beside(file, ending) for ending in (".truth.txt", ".words.json"))
    if text.exists():
        return set(tokens(text.read_text()))
    if words.exists():
        return {token for item in json.loads(words.read_text())["items"] for token in tokens(item["text"])}
    return None


def fuzzy(args):
    counts = {name: [0, 0, 0, 0, 0] for name in ("missed", "random")}
    for category in args.categories:
        files = {f.stem: f for f in data.documents(args.data, category) if truth_of(f) is not None}
        files = {stem: f for stem, f in files.items() if not set(data.language_of(f).split("+")) & {"chi_sim", "chi_tra", "jpn", "kor"}}
        if not files:
            continue
        with tempfile.TemporaryDirectory(prefix="docscan-search-") as folder:
            library = pathlib.Path(folder) / "library"
            if args.library and (args.library / category).exists():
                shutil.copytree(args.library / category, library)
                names = {stem: stem for stem in files}
            else:
                stages = [{"stage": "perspective"}, {"stage": "orientation"}, {"stage": "deskew"},
                          {"stage": "recognize", "languages": ["eng"], **args.recognize}]
                data.read(args.bin, list(files.values()), stages, pathlib.Path(folder))
                library = pathlib.Path(folder) / "out"
                names = {stem: f"{number:05d}" for number, stem in enumerate(files)}
                if args.library:
                    shutil.copytree(library, args.library / category)
                    # The journal and the index contain the names that the documents lose here.
                    shutil.rmtree(args.library / category / ".docscan")
                    (args.library / category / ".docscan").mkdir()
                    for stem, name in names.items():
                        if (library / name).exists():
                            rename(args.library / category / name, stem)
            truth, read = {}, {}
            for stem, file in files.items():
                page = library / names[stem] / "pages" / "0001.json"
                if page.exists():
                    truth[names[stem]] = truth_of(file)
                    read[names[stem]] = set(tokens(json.loads(page.read_text())["text"]))
            words = sorted({w for all in truth.values() for w in all if len(w) >= 4 and w.isalpha()})
            missing = {w: {name for name in truth if w in truth[name] and w not in read[name]} for w in words}
            rng = random.Random(1)
            samples = {"missed": [w for w in words if missing[w]], "random": rng.sample(words, min(args.words, len(words)))}
            samples["missed"] = rng.sample(samples["missed"], min(args.words, len(samples["missed"])))
            for kind, sample in samples.items():
                for word in sample:
                    hits = json.loads(cpu([args.bin, "search", "--json", "--fuzzy", "--limit", "1000", word, "-o", library])[0])["hits"]
                    likely = {hit["document"]: hit for hit in hits if hit["document"] in truth and word not in read[hit["document"]]}
                    count = counts[kind]
                    count[0] += len(missing[word])
                    count[1] += len(missing[word] & set(likely))
                    count[2] += sum(word in truth[name] for name in likely)
                    count[3] += len(likely)
                    count[4] += sum(is_left(word, read[name] - truth[name]) for name in missing[word])
                    for name, hit in likely.items():
                        if args.details:
                            print("right" if word in truth[name] else "wrong", kind, category, name, word, hit["likelihood"],
                                  "; ".join(sorted({m["text"] for m in hit["matches"]})))
            print(f"{category}, {len(truth)} pages", flush=True)
            for kind, (wanted, found, right, shown, left) in counts.items():
                print(f"  {kind} words, so far: {found} of {wanted} misread ones found, {left} of which have left something like them; {right} of {shown} pages that only --fuzzy "
                      f"finds have the word", flush=True)


def is_left(word, wrong):
    """Returns whether a read word that is in no truth is the word or similar to it, also in two parts or as a part."""
    return bool(difflib.get_close_matches(word, wrong, 1, 0.7)) or any(word in text for text in wrong)


def rename(folder, name):
    """Gives a document another name."""
    target = folder.with_name(name)
    folder.rename(target)
    record = json.loads((target / f"{folder.name}.json").read_text())
    (target / f"{folder.name}.json").unlink()
    (target / f"{name}.json").write_text(json.dumps({**record, "name": name}))


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("--bin", default=str(data.ROOT / ".build/release/docscan"))
    parts = parser.add_subparsers(required=True)
    part = parts.add_parser("scale")
    part.add_argument("folder", type=pathlib.Path)
    part.add_argument("pages", type=int, nargs="?", default=100_000)
    part.set_defaults(run=scale)
    part = parts.add_parser("fuzzy")
    part.add_argument("data", type=data.folder)
    part.add_argument("--library", type=pathlib.Path)
    part.add_argument("--words", type=int, default=400, help="of each kind in each category at most")
    part.add_argument("--categories", nargs="*", default=CATEGORIES)
    part.add_argument("--recognize", type=json.loads, default={}, help="more settings of the recognize stage, as JSON")
    part.add_argument("--details", action="store_true", help="name what is wrong")
    part.set_defaults(run=fuzzy)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
