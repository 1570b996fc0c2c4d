#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares docscan's text, and that of Tesseract and OCRmyPDF, with the true text.

    python3 Tests/Tools accuracy DATA … [--program NAME …] [--by-folder] [--bin .build/release/docscan] [--details]

Tests/Tools/shared/data.py describes the layout of DATA. Documents with .truth.txt count for the character error rate (CER) and for words;
documents with only .words.json, whose order isn't known, count for words. F1 of words ignores the order and the case. In Chinese and
Japanese, where no spaces separate words, spaces are ignored, and documents count for the CER only. PDFs are read from
their pictures. All programs get the languages of .lang. The intervals are 95% bootstrap intervals over documents. Needs rapidfuzz.

Programs: docscan; models (docscan with "combine": "doubt"); tesseract; blocks (Tesseract's mode 4); ocrmypdf (with --deskew and
--rotate-pages).
"""
import collections, concurrent.futures, json, os, pathlib, random, re, shutil, subprocess, sys, tempfile
import data
from rapidfuzz.distance import Levenshtein

ENVIRONMENT = {**os.environ, "OMP_THREAD_LIMIT": "1"}


def read_by_docscan(args, files, engine):
    """Returns the text of each document, after a run for each language."""
    def stages(language):
        recognize = {"stage": "recognize", "languages": language.split("+"), **engine}
        return ["perspective", "orientation", "deskew", recognize]
    read = data.read_in_languages(args.bin, files, stages, args.jobs, pages={"existingText": "force"})
    return {file: "\n".join(page.get("text") or "" for page in pages) for file, pages in read}


def read_each(args, files, read):
    """Returns the text of each document from a function that reads one of them into a folder."""
    def one(file):
        with tempfile.TemporaryDirectory(prefix="docscan-accuracy-") as scratch:
            return file, read(file, pathlib.Path(scratch))
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        return dict(pool.map(one, files))


def output_of(*command):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
    return done.stdout.decode(errors="replace")


def read_by_tesseract(mode):
    def read(file, scratch):
        pictures = [file]
        if file.suffix.lower() == ".pdf":
            output_of("pdftoppm", "-r", 300, "-gray", "-png", file, scratch / "page")
            pictures = sorted(scratch.glob("*.png"))
        return "\n".join(output_of("tesseract", picture, "-", "-l", data.language_of(file), "--psm", mode) for picture in pictures)
    return read


def read_by_ocrmypdf(file, scratch):
    text = scratch / "text.txt"
    output_of("ocrmypdf", "-q", "--force-ocr", "--deskew", "--rotate-pages", "--image-dpi", 300, "-j", 1, "-l", data.language_of(file),
              "--output-type", "pdf", "--sidecar", text, file, scratch / "searchable.pdf")
    return text.read_text(errors="replace") if text.exists() else ""


PROGRAMS = {
    "docscan": lambda args, files: read_by_docscan(args, files, {}),
    "models": lambda args, files: read_by_docscan(args, files, {"engine": {"name": "ppocr", "combine": "doubt"}}),
    "tesseract": lambda args, files: read_each(args, files, read_by_tesseract(3)),
    "blocks": lambda args, files: read_each(args, files, read_by_tesseract(4)),
    "ocrmypdf": lambda args, files: read_each(args, files, read_by_ocrmypdf),
}


def rate(counts, rounds=1000):
    """Returns the ratio of the sums of (part, whole) pairs, with its interval over as many pairs, drawn from these."""
    def ratio(pairs):
        return sum(pair[0] for pair in pairs) / max(sum(pair[1] for pair in pairs), 1)
    draw = random.Random(1)
    ratios = sorted(ratio(draw.choices(counts, k=len(counts))) for _ in range(rounds))
    return f"{ratio(counts):.4f} [{ratios[rounds // 40]:.3f}, {ratios[-rounds // 40 - 1]:.3f}]"


def compare(file, text):
    """Returns a document's (errors, characters) and (twice the right words, words of both texts), or None for what isn't known."""
    truth = data.beside(file, ".truth.txt")
    if not truth.exists():
        items = json.loads(data.beside(file, ".words.json").read_text())["items"]
        return None, words("\n".join(item["text"] for item in items), text)
    want, have = data.plain(truth.read_text(errors="replace")), data.plain(text)
    if re.search("jpn|chi_", data.language_of(file)):
        want, have = want.replace(" ", ""), have.replace(" ", "")
        return (Levenshtein.distance(want, have), len(want)), None
    return (Levenshtein.distance(want, have), len(want)), words(want, have)


def words(want, have):
    want, have = data.tokens(want), data.tokens(have)
    return 2 * sum((want & have).values()), sum(want.values()) + sum(have.values())


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("data", type=data.folder, nargs="+", metavar="DATA")
    parser.add_argument("--program", nargs="+", choices=PROGRAMS, default=["docscan", "models", "tesseract", "ocrmypdf"])
    parser.add_argument("--category", nargs="*", help="the folders of DATA to read; all of them unless they are given")
    parser.add_argument("--by-folder", action="store_true", help="print a row for each category, too")
    parser.add_argument("--details", action="store_true", help="print each document's figures")
    data.add_run(parser)
    args = parser.parse_args()
    found = [file for folder in args.data for ending in (".truth.txt", ".words.json") for file, _ in data.known(folder, ending)]
    files = [file for file in dict.fromkeys(found) if not args.category or file.parent.name in args.category]
    if not files:
        sys.exit("No document here has a file .truth.txt or .words.json next to it.")
    missing = [tool for tool in ("tesseract", "ocrmypdf", "pdftoppm") if tool in [*args.program, "pdftoppm"] and not shutil.which(tool)]
    if missing:
        sys.exit(f"Not found: {', '.join(missing)}. Install it, or leave it out with --program.")
    rows = collections.defaultdict(lambda: collections.defaultdict(list))
    for name in args.program:
        start = data.children_seconds()
        texts = PROGRAMS[name](args, files)
        print(f"{name}: {len(files)} documents in {data.children_seconds() - start:.0f} s of processor time", file=sys.stderr)
        for file in files:
            errors, shared = compare(file, texts.get(file, ""))
            if args.details:
                print(f"{name} {file.parent.name}/{file.name}: errors {errors}, words {shared}")
            for kind in ["all"] + [file.parent.name] * args.by_folder:
                for measure, counts in (("CER", errors), ("words, F1", shared)):
                    if counts:
                        rows[kind, measure][name].append(counts)
    print(f"| documents | n | figure | {' | '.join(args.program)} |\n|{'---|' * (3 + len(args.program))}")
    for (kind, measure), programs in rows.items():
        figures = [rate(programs[name]) for name in args.program]
        print(f"| {kind} | {len(programs[args.program[0]])} | {measure} | {' | '.join(figures)} |")


if __name__ == "__main__":
    main()
