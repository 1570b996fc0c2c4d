#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures "languages": "auto": how often it finds a page's language, what that does to the text, and what it costs.

    python3 Tests/languages.py PYTHON [--shared ../shared] [--category C ...] [--bin .build/release/docscan] [--details]

PYTHON is an interpreter that has numpy and rapidfuzz. The folder `shared` has documents (data) and the program that
scores them (eval); without it there is nothing to measure. Each document is read twice: in its known language, and in
the one that is found. A page's decision counts as right if its first language is one of the known ones.
"""
import argparse, collections, json, os, pathlib, resource, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUFFIXES = {".png", ".jpg", ".jpeg", ".tif", ".tiff", ".webp", ".pdf"}
CATEGORIES = ["born-digital", "clean-english", "invoices", "multilingual", "multipage-scans", "orientation", "photos-text",
              "receipts-german", "receipts-korean", "receipts-sroie", "skew-natural"]


def run(args, files, languages, scratch, name):
    """Pages by file, with the seconds of processor time that the run took."""
    folder = scratch / name
    (folder / "in").mkdir(parents=True)
    for number, file in enumerate(files):
        (folder / "in" / f"{number:05d}{file.suffix}").symlink_to(file)
    stages = [{"stage": s} for s in ("perspective", "orientation", "deskew")]
    (folder / "pipeline.json").write_text(json.dumps(
        {"stages": stages + [{"stage": "recognize", "languages": languages}], "pages": {"existingText": "force"},
         "output": {"writers": [{"writer": "json"}]}}))
    start = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([args.bin, "run", folder / "pipeline.json", *sorted((folder / "in").iterdir()), "-o", folder / "out",
                    "--progress", "none", "-j", str(args.jobs)], check=False, stderr=subprocess.DEVNULL)
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    pages = {}
    for number, file in enumerate(files):
        found = sorted((folder / "out" / f"{number:05d}" / "pages").glob("*.json"))
        pages[file] = [page for page in map(json.loads, (f.read_text() for f in found)) if page["status"] == "recognized"]
    return pages, end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("python")
    parser.add_argument("--shared", type=pathlib.Path, default=ROOT.parent / "shared")
    parser.add_argument("--category", nargs="*", default=CATEGORIES)
    parser.add_argument("--bin", default=str(ROOT / ".build/release/docscan"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--details", action="store_true", help="name the pages whose language was not found")
    args = parser.parse_args()
    data = args.shared.resolve() / "data"
    if not data.is_dir():
        sys.exit(f"There are no documents in {data}; name the folder that has them with --shared.")
    try:
        import numpy, rapidfuzz  # noqa: F401
    except ImportError:
        os.execv(args.python, [args.python, *sys.argv])
    sys.path.insert(0, str(data.parent / "eval"))
    import evaluate
    from rapidfuzz.distance import Levenshtein
    print(f"{'category':18s} {'pages':>5s} {'right':>6s} {'undecided':>9s} {'CER known':>9s} {'CER auto':>9s} {'time':>6s}")
    for category in args.category:
        files = [f for f in sorted((data / category).glob("*")) if f.suffix.lower() in SUFFIXES]
        groups = collections.defaultdict(list)
        for file in files:
            groups[evaluate.language_of(file, category)].append(file)
        with tempfile.TemporaryDirectory(prefix="docscan-languages-") as folder:
            scratch = pathlib.Path(folder)
            auto, seconds = run(args, files, "auto", scratch, "auto")
            known, known_seconds = {}, 0.0
            for language, group in groups.items():
                pages, spent = run(args, group, language.split("+"), scratch, language)
                known.update(pages)
                known_seconds += spent
        counts, errors, length = collections.Counter(), [0, 0], 0
        for file in files:
            wanted = evaluate.language_of(file, category).split("+")
            # English beside another script is there for its Latin words; it is not the page's language.
            wanted = wanted[:1] if wanted[0] in ("kor", "jpn", "chi_sim", "chi_tra") else wanted
            for page in auto[file]:
                first = page["languages"][0].removesuffix("_vert")
                counts["pages"] += 1
                counts["right"] += first in wanted
                counts["undecided"] += page["languageConfidence"] == 0
                if args.details and (first not in wanted or len(page["languages"]) > 1):
                    print(f"  {file.name} page {page['page']['number']}: {page['languages']} {page['languageConfidence']}")
            truth = file.with_name(file.name + ".truth.txt")
            if truth.exists():
                want = evaluate.plain(truth.read_text(errors="replace"))
                texts = [evaluate.plain(evaluate.joined(pages[file])) for pages in (known, auto)]
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
