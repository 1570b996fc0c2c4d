#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws pages whose structure is known, and measures docscan's Markdown of them.

    swift build --product PageParts
    python3 Tests/Tools structure draw FOLDER SEED COUNT [--half 0|1|2] [--languages english,chinese]
    python3 Tests/Tools structure read FOLDER KEPT [--docscan PROGRAM] [--engine doubt]
    python3 Tests/Tools structure measure FOLDER KEPT [--details] [--show NAME]
    python3 Tests/Tools structure fit FOLDER [--docscan PROGRAM]

`draw` makes papers, textbooks, reports, slides, and exam papers (half 0), magazines, newspapers, notes, journals, and research reports (half 1,
with other texts), or lists, manuals, tables, forms, and letters (half 2, in English only) with Chromium and pdftoppm: FOLDER/TEMPLATE/NAME.png and
NAME.pdf, each with a .structure.json with the page's elements, and a .lang. `read` reads them once. `measure` then takes seconds and prints:

- text: normalized edit distance between the Markdown's text and the true one, without running heads, page numbers, and figures
- headings: F1 of the lines with number signs, right at a similarity of 0.8
- order: edit distance of the order of the elements with 12 letters or more (6 in Chinese)
- running: share of true running heads and page numbers that the Markdown omits; lost: number of paragraphs that it omits

`fit` draws and reads the pages of SETS in FOLDER unless they exist, fits the weights of the features of headings and running heads, and writes them
into the sources. It prints how well each template is judged by weights from the others. Needs numpy, Pillow, rapidfuzz, Chromium, poppler-utils,
and the fonts of Pipelines/setup/packages.txt.
"""
import argparse, collections, html, html.parser, json, pathlib, random, re, subprocess, sys, tempfile
import data
import fitting
import structure_pages as pages
from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

MODEL = data.ROOT / "Sources/DocScanLayout/Structure/StructureModel+Fitted.swift"
RIDGE = 1.0
# Features that can only indicate a heading, regardless of the drawn pages: size, section numbers, space, capitals, known words, heavy strokes.
RISING = ([1, 2, 3, 4, 5, 6, 7, 8, 12, 14, 16, 17, 19, 20, 21, 25, 26], [1, 2, 3, 8, 9, 15, 20])
# The features that measure strokes, which are unknown in many documents, and the weight of copies of the passages without them.
STROKES, UNKNOWN = [25, 26], 0.15
# The half, language, first seed, and number of the pages to fit on.
SETS = [(0, "english", 0, 50), (1, "english", 0, 50), (2, "english", 0, 150), (0, "chinese", 0, 25), (1, "chinese", 0, 25)]
PARTS = data.ROOT / ".build/debug/PageParts"
CHROMIUM = ["chromium-headless-shell", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=4000", "--window-size=1400,1200"]
UNORDERED = {"header", "footer", "page_number", "figure"}


class Elements(html.parser.HTMLParser):
    """The elements of each page of a document."""

    def __init__(self):
        super().__init__()
        self.pages, self.open, self.depth = [], None, 0

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if "page" in (given.get("class") or "").split():
            self.pages.append([])
        if self.open is not None:
            self.depth += tag not in ("br", "i")
        elif "data-k" in given:
            self.open, self.depth = {"kind": given["data-k"], "text": ""}, 0

    def handle_endtag(self, tag):
        if self.open is None or tag == "i":
            return
        if self.depth == 0:
            if self.open["kind"] == "table":
                self.open["html"] = self.open.pop("text")
            if self.open["kind"] != "figure":
                self.pages[-1].append(self.open)
            self.open = None
        else:
            self.depth -= 1
            self.open["text"] += " "

    def handle_data(self, text):
        if self.open is not None:
            self.open["text"] += text


def draw(args):
    from PIL import Image, ImageFilter
    import numpy
    for language in args.languages.split(","):
        made = [pages.page(args.seed + n, language, args.half) for n in range(args.count)]
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            source, trimmed, pdf = folder / "a.html", folder / "b.html", folder / "c.pdf"
            source.write_text(f"<!DOCTYPE html><meta charset=utf-8><style>{pages.BASE}</style>" + "".join(p[1] for p in made) + pages.SCRIPT)
            trimmed.write_bytes(subprocess.run([*CHROMIUM, "--dump-dom", source.as_uri()], capture_output=True, check=True).stdout)
            subprocess.run([*CHROMIUM, f"--print-to-pdf={pdf}", "--no-pdf-header-footer", trimmed.as_uri()], capture_output=True, check=True)
            parser = Elements()
            parser.feed(trimmed.read_text())
            count = int(re.search(r"Pages:\s+(\d+)", subprocess.run(["pdfinfo", pdf], capture_output=True, text=True).stdout)[1])
            if count != len(made) or len(parser.pages) != len(made):
                sys.exit(f"{count} pages were printed and {len(parser.pages)} parsed, not {len(made)}.")
            for n, ((_, _, template), items) in enumerate(zip(made, parser.pages)):
                chance = random.Random(args.seed + n)
                dpi = chance.choice([150, 200, 200, 250])
                place = args.folder / template
                place.mkdir(parents=True, exist_ok=True)
                name = place / f"{language[:2]}{args.seed + n}.png"
                subprocess.run(["pdfseparate", "-f", str(n + 1), "-l", str(n + 1), pdf, name.with_suffix(".pdf")], check=True)
                subprocess.run(["pdftoppm", "-r", str(dpi), "-gray", "-png", "-singlefile", "-f", str(n + 1), "-l", str(n + 1), pdf, folder / "p"], check=True)
                picture = Image.open(folder / "p.png").convert("L")
                if chance.random() < 0.7:
                    picture = picture.rotate(chance.uniform(-0.6, 0.6), Image.BICUBIC, fillcolor=255).filter(ImageFilter.GaussianBlur(chance.uniform(0.2, 0.8)))
                    noise = numpy.random.default_rng(args.seed + n).normal(0, chance.uniform(1, 6), (picture.height, picture.width))
                    picture = Image.fromarray(numpy.clip(numpy.asarray(picture) * chance.uniform(0.9, 1) + noise, 0, 255).astype("uint8"))
                picture.save(name, dpi=(dpi, dpi))
                order = 0
                for item in items:
                    key = "html" if "html" in item else "text"
                    item[key] = " ".join(item[key].split())
                    item["order"] = None if item["kind"] in UNORDERED else order
                    order += item["order"] is not None
                for file in (name, name.with_suffix(".pdf")):
                    data.beside(file, ".structure.json").write_text(json.dumps({"language": language, "items": items}, ensure_ascii=False, indent=1))
                    if language == "chinese":
                        data.beside(file, ".lang").write_text("chi_sim")


def kept_name(file):
    return f"{file.parent.name}-{file.stem}-{file.suffix[1:]}"


def read(args):
    unread = [file for file, _ in data.labelled(args.folder, "structure") if not (args.kept / kept_name(file) / "pages/0001.json").exists()]
    engine = {"engine": {"name": "ppocr", "combine": "doubt"}} if args.engine == "doubt" else {}
    for language, files in data.by_language(unread).items():
        with tempfile.TemporaryDirectory() as folder:
            for file in files:
                (pathlib.Path(folder) / (kept_name(file) + file.suffix)).symlink_to(file.resolve())
            stages = ["orientation", "deskew", {"stage": "recognize", "languages": language.split("+"), **engine}, "tables", "structure"]
            data.run(args.docscan, stages, [folder], args.kept, writers=["json", "markdown"])


def stripped(markdown):
    """Returns the text that Markdown shows, for the Markdown that docscan writes."""
    text = re.sub(r"<!--.*?-->|^\s*\|?(\s*:?-{3,}:?\s*\|)+\s*$", " ", markdown, flags=re.S | re.M)
    text = re.sub(r"^#+ |^> |(?<!\\)\||\*\*|<[^>]+>|\\$", " ", text, flags=re.M)
    return html.unescape(re.sub(r"\\(\W)", r"\1", text))


def again(files, kept):
    """Returns the Markdown of kept pages, as the current sources write it."""
    paths = [str(kept / kept_name(f) / "pages/0001.json") for f in files]
    out = subprocess.run([PARTS, "markdown", *paths], capture_output=True, text=True, check=True).stdout
    return [json.loads(line)["markdown"] for line in out.splitlines()]


def measure(args):
    all_files = [(f, r) for f, r in data.labelled(args.folder, "structure") if (args.kept / kept_name(f) / "pages/0001.json").exists()]
    if args.show:
        all_files = [(f, r) for f, r in all_files if args.show in kept_name(f)]
    if args.old:
        texts = [(args.kept / kept_name(f) / f"{kept_name(f)}.md").read_text() for f, _ in all_files]
    else:
        texts = again([f for f, _ in all_files], args.kept)
    rows = collections.defaultdict(lambda: collections.defaultdict(list))
    for (file, record), markdown in zip(all_files, texts):
        spaced = record["language"] == "english"
        flat = lambda t: data.plain(t) if spaced else data.plain(t).replace(" ", "")
        items = record["items"]
        blocks = [b for b in (flat(re.sub(r"<[^>]+>", " ", i.get("html", i.get("text", "")))) for i in items if i["order"] is not None) if b]
        got, want = flat(stripped(markdown)), flat(" ".join(blocks))
        heads = [flat(stripped(h)).upper() for h in re.findall(r"^#+ .*$", markdown, flags=re.M)]
        true = [flat(i["text"]).upper() for i in items if i["kind"] == "title"]
        pairs = sorted(((Levenshtein.normalized_similarity(a, b), i, j) for i, a in enumerate(true) for j, b in enumerate(heads)), reverse=True)
        mine, used = set(), set()
        for value, i, j in pairs:
            if value >= 0.8 and i not in mine and j not in used:
                mine.add(i), used.add(j)
        places = []
        for n, b in enumerate(blocks):
            if len(b) >= (12 if spaced else 6):
                hit = fuzz.partial_ratio_alignment(b, got, score_cutoff=60) if len(got) >= len(b) else None
                places.append((hit.dest_start if hit else None, n))
        order = [n for at, n in sorted(p for p in places if p[0] is not None)]
        shown = [line for line in (flat(stripped(l)) for l in markdown.splitlines()) if line]
        short = [flat(i["text"]) for i in items if i["kind"] in ("header", "footer", "page_number") and i["text"].strip()]
        absent = [s for s in short if not any(l == s or len(s) > 6 and fuzz.partial_ratio(s, l) > 90 for l in shown)]
        score = {"text": Levenshtein.normalized_distance(want, got), "headings": (2 * len(mine), len(true) + len(heads)),
                 "order": Levenshtein.normalized_distance([n for _, n in places], order),
                 "running": (len(absent), len(short)), "lost": (sum(p[0] is None for p in places), len(places))}
        for name in (f"{record['language']} {file.parent.name}", f"{record['language']} all"):
            for key, value in score.items():
                rows[name][key].append(value)
        if args.details:
            print(f"  {kept_name(file):24s} text {score['text']:.3f} headings {score['headings']} order {score['order']:.3f} running {score['running']} lost {score['lost']}")
            for i, t in enumerate(true):
                if i not in mine:
                    print(f"      missed: {t}")
            for j, t in enumerate(heads):
                if j not in used:
                    print(f"      false:  {t}")
            for s in set(short) - set(absent):
                print(f"      shown:  {s}")
        if args.show:
            print(markdown)
    for name in sorted(rows):
        r = rows[name]
        mean = lambda k: sum(r[k]) / len(r[k])
        share = lambda k: sum(a for a, _ in r[k]) / max(1, sum(b for _, b in r[k]))
        print(f"{name:24s} n={len(r['text']):3d} text {mean('text'):.3f} headings {share('headings'):.3f} order {mean('order'):.3f} running absent {share('running'):.3f} lost {share('lost'):.3f}")


def labelled(folder, kept):
    """Returns (features, label, page) of every passage that may be a heading, and of every one that may be a running head."""
    headings, running = [], []
    files = [(f, r) for f, r in data.labelled(folder, "structure") if (kept / kept_name(f) / "pages/0001.json").exists()]
    paths = [str(kept / kept_name(f) / "pages/0001.json") for f, _ in files]
    out = subprocess.run([PARTS, "evidence", *paths], capture_output=True, text=True, check=True).stdout
    squeeze = lambda t: re.sub(r"[\W_]", "", t.upper())
    for (file, record), line in zip(files, out.splitlines()):
        texts = {k: [squeeze(i.get("text", "")) for i in record["items"] if i["kind"] in kinds]
                 for k, kinds in (("title", ["title"]), ("edge", ["header", "footer", "page_number"]))}
        def is_among(text, key):
            # Two running texts of a row may have been read as one.
            alone = any(Levenshtein.normalized_similarity(text, t) >= 0.75 or len(text) > 7 and text in t for t in texts[key])
            return alone or key == "edge" and len(text) > 2 and any(
                Levenshtein.normalized_similarity(text, a + b) >= 0.8 for a in texts[key] for b in texts[key])
        for passage in json.loads(line)["evidence"]:
            text = squeeze(passage["text"])
            edge = bool(text) and is_among(text, "edge") and (passage["y"] < 0.12 or passage["y"] > 0.88)
            if passage.get("running"):
                running.append((passage["running"], edge, kept_name(file)))
            if passage.get("heading") and not edge:
                headings.append((passage["heading"], bool(text) and is_among(text, "title"), kept_name(file)))
    return headings, running


def fit(args):
    import numpy
    drawn, kept = args.folder / "drawn", args.folder / "read"
    if not drawn.exists():
        for half, language, seed, count in SETS:
            draw(argparse.Namespace(folder=drawn, seed=seed, count=count, half=half, languages=language))
    read(argparse.Namespace(folder=drawn, kept=kept, docscan=args.docscan, engine="doubt"))
    both = labelled(drawn, kept)
    found_weights = []
    for name, rows, rising in zip(("headings", "running heads"), both, RISING):
        x, y = numpy.array([r[0] for r in rows]), numpy.array([float(r[1]) for r in rows])
        folds, weights = numpy.array([r[2].split("-")[0] for r in rows]), numpy.ones(len(y))
        if name == "headings":
            other = x.copy()
            other[:, STROKES] = 0
            x, y, folds = numpy.vstack([x, other]), numpy.tile(y, 2), numpy.tile(folds, 2)
            weights = numpy.concatenate([weights, UNKNOWN * weights])
        p = numpy.zeros(len(y))
        for fold in sorted(set(folds)):
            inside = folds == fold
            p[inside] = fitting.logistic(x[inside] @ fitting.fit_logistic(x[~inside], y[~inside], weights[~inside], rising, RIDGE))
            both_right, found, right = (((p > 0.5) & inside & (y > 0.5)).sum(), ((p > 0.5) & inside).sum(), (inside & (y > 0.5)).sum())
            print(f"  {name} of {fold}: {right} right, precision {both_right / max(1, found):.3f}, recall {both_right / max(1, right):.3f}")
        hit = ((p > 0.5) & (y > 0.5)).sum()
        print(f"{name}: {len(y)} passages, {int(y.sum())} right; precision {hit / max(1, (p > 0.5).sum()):.3f} recall {hit / max(1, y.sum()):.3f}"
              f" expected calibration error {abs(numpy.mean(p) - numpy.mean(y)):.3f}")
        found_weights.append(fitting.fit_logistic(x, y, weights, rising, RIDGE))
    lines = lambda w: "".join(f"    {', '.join(f'{v:.3f}' for v in w[n:n + 12])},\n" for n in range(0, len(w), 12))
    MODEL.write_text(f"""// SPDX-License-Identifier: GPL-3.0-or-later

extension StructureModel {{
  // Fitted by `Tests/Tools/fit/structure.py fit`, which writes this file, on {len({r[2] for r in both[0]})} pages.
  static let heading = StructureModel(weights: [
{lines(found_weights[0])}  ])
  static let running = StructureModel(weights: [
{lines(found_weights[1])}  ])
}}
""")


def main():
    parser = data.arguments(__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("draw")
    one.add_argument("folder", type=pathlib.Path)
    one.add_argument("seed", type=int)
    one.add_argument("count", type=int)
    one.add_argument("--half", type=int, default=0, choices=[0, 1, 2])
    one.add_argument("--languages", default="english,chinese")
    for name in ("read", "measure"):
        two = commands.add_parser(name)
        two.add_argument("folder", type=data.folder)
        two.add_argument("kept", type=pathlib.Path)
        two.add_argument("--docscan", default=str(data.ROOT / ".build/debug/docscan"))
        two.add_argument("--engine", default="tesseract", choices=["tesseract", "doubt"])
        two.add_argument("--details", action="store_true")
        two.add_argument("--old", action="store_true", help="the Markdown that was written when the pages were read")
        two.add_argument("--show")
    three = commands.add_parser("fit")
    three.add_argument("folder", type=pathlib.Path)
    three.add_argument("--docscan", default=str(data.ROOT / ".build/debug/docscan"))
    args = parser.parse_args()
    {"draw": draw, "read": read, "measure": measure, "fit": fit}[args.command](args)


if __name__ == "__main__":
    main()
