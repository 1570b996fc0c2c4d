#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures "languages": "auto": how often it finds a page's language, its effect on the text, and its cost.

    python3 Tests/Tools languages DATA [--category C ...] [--bin .build/release/docscan] [--details]

Each document is read twice: in its known language, and in the one that is found. A page's decision counts as right if its first language is one
of the known ones. Tests/Tools/shared/data.py describes the layout of DATA. The files .lang and .truth.txt are used. Needs rapidfuzz.
"""
import collections, pathlib, tempfile
import data
from rapidfuzz.distance import Levenshtein

CATEGORIES = ["born-digital", "clean-english", "invoices", "multilingual", "multipage-scans", "orientation", "photos-text",
              "receipts-german", "receipts-korean", "receipts-sroie", "skew-natural"]


def run(args, files, languages, scratch):
    """Returns pages by file, with the processor seconds of the run."""
    start = data.children_seconds()
    stages = ["perspective", "orientation", "deskew", {"stage": "recognize", "languages": languages}]
    read = data.read(args.bin, files, stages, scratch, args.jobs, pages={"existingText": "force"})
    seconds = data.children_seconds() - start
    pages = {file: [page for page in found if page["status"] == "recognized"] for file, found in read.items()}
    return pages, seconds


def joined(pages):
    return data.plain("\n".join(page.get("text") or "" for page in pages))


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("data", type=data.folder, metavar="DATA")
    parser.add_argument("--category", nargs="*", default=CATEGORIES)
    data.add_run(parser)
    parser.add_argument("--details", action="store_true", help="name the pages whose language was not found")
    args = parser.parse_args()
    print(f"{'category':18s} {'pages':>5s} {'right':>6s} {'undecided':>9s} {'CER known':>9s} {'CER auto':>9s} {'time':>6s}")
    for category in args.category:
        files = data.documents(args.data, category)
        if not files:
            continue
        with tempfile.TemporaryDirectory(prefix="docscan-languages-") as folder:
            scratch = pathlib.Path(folder)
            auto, seconds = run(args, files, "auto", scratch / "auto")
            known, known_seconds = {}, 0.0
            for language, group in data.by_language(files).items():
                pages, spent = run(args, group, language.split("+"), scratch / language)
                known.update(pages)
                known_seconds += spent
        counts, errors, length = collections.Counter(), [0, 0], 0
        for file in files:
            wanted = data.language_of(file).split("+")
            # English next to another script is there for its Latin words. It isn't the page's language.
            wanted = wanted[:1] if wanted[0] in ("kor", "jpn", "chi_sim", "chi_tra") else wanted
            for page in auto[file]:
                first = page["languages"][0].removesuffix("_vert")
                counts["pages"] += 1
                counts["right"] += first in wanted
                counts["undecided"] += page["languageConfidence"] == 0
                if args.details and (first not in wanted or len(page["languages"]) > 1):
                    print(f"  {file.name} page {page['page']['number']}: {page['languages']} {page['languageConfidence']}")
            truth = data.beside(file, ".truth.txt")
            if truth.exists():
                want = data.plain(truth.read_text(errors="replace"))
                texts = [joined(pages[file]) for pages in (known, auto)]
                if wanted[0] in ("jpn", "chi_sim", "chi_tra"):
                    want, texts = want.replace(" ", ""), [text.replace(" ", "") for text in texts]
                distances = [Levenshtein.distance(want, text) for text in texts]
                if args.details:
                    print(f"  {file.name}: CER {distances[0] / max(len(want), 1):.4f} {distances[1] / max(len(want), 1):.4f}")
                errors = [a + b for a, b in zip(errors, distances)]
                length += len(want)
        rates = [f"{error / length:9.4f}" if length else f"{'':9s}" for error in errors]
        print(f"{category:18s} {counts['pages']:5d} {counts['right'] / max(counts['pages'], 1):6.3f} "
              f"{counts['undecided']:9d} {rates[0]} {rates[1]} {seconds / max(known_seconds, 1e-9):6.2f}", flush=True)


if __name__ == "__main__":
    main()
