#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs OCRmyPDF's own tests of engines and of reading with docscan's plugin instead of Tesseract.

    PYTHONPATH=Pipelines/plugins DOCSCAN=.build/release/docscan VENV/bin/python Tests/Tools/accept/engine_tests.py ocrmypdf-17.13.0.tar.gz [-k WORDS]

The archive is OCRmyPDF's source distribution. Some of its tests read with a plugin that caches Tesseract's output for their documents. These
tests run with that plugin first, and then with docscan's under its name, so that all of them, from turned pages to text files, use docscan. The
tests of its interface and of the choice of engines run as well. Prints how many pass with each, and those that fail only with docscan, whose
number is the exit code. VENV needs ocrmypdf, pytest, pytest-xdist, pytest-timeout, hypothesis, and reportlab.

With --errors, it reads the documents whose text OCRmyPDF includes instead: one page in seven pictures (level, crooked, turned, black and white).
Prints the F1 score of the words in any order, and the edit distance per 1,000 characters, of both. Needs rapidfuzz as well.
"""
import argparse, ast, pathlib, re, subprocess, sys, tarfile, tempfile

OF_ENGINES = ["test_ocr_engine_interface.py", "test_ocr_engine_selection.py", "test_pipeline_generate_ocr.py", "test_null_ocr_engine.py",
              "test_hocr_parser.py"]
# These test the cache of Tesseract's output itself, or Tesseract's own options and messages.
OF_TESSERACT = {"test_tesseract.py", "test_tesseract_cache.py"}
CACHE = "tests/plugins/tesseract_cache.py"
PLUGIN = """import pathlib
from docscan_plugins.ocrmypdf_engine import get_ocr_engine
CACHE_INFO_FILE = pathlib.Path("/nonexistent")
"""


def chosen(path):
    """Returns the tests of a file that read with the plugin, or all tests."""
    text = path.read_text()
    if path.name in OF_ENGINES:
        return [f"tests/{path.name}"]
    if CACHE not in text or path.name in OF_TESSERACT:
        return []
    return [f"tests/{path.name}::{each.name}" for each in ast.parse(text).body
            if isinstance(each, ast.FunctionDef) and each.name.startswith("test_") and CACHE in ast.get_source_segment(text, each)]


def results(folder, files, words):
    """Returns the outcome of each test by its name."""
    command = [sys.executable, "-m", "pytest", "-q", "-rA", "--timeout", "300", "-p", "no:cacheprovider", "--tb", "line",
               *(["-k", words] if words else []), *files]
    ended = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    found = dict((name, how) for how, name in re.findall(r"^(PASSED|FAILED|ERROR|XFAIL|XPASS) (\S+)", ended.stdout, re.M))
    if not found:
        sys.exit(ended.stdout[-3000:])
    reasons = dict(re.findall(r"^FAILED (\S+) - (.*)$", ended.stdout, re.M))
    return found, reasons


# Differences between linn.txt and the page that its pictures show.
SLIPS = {"state—of—the": "state-of-the", "FOOTSWIT CH": "FOOTSWITCH", "INSERT/ COPY": "INSERT/COPY", "PLAY/ STOP": "PLAY/STOP", "EDI]": "Linn",
         "Additional Features\n": "", "demonstration!": "demonstration!\n\nAdditional Features"}
DOCUMENTS = ["linn.pdf", "ccitt.pdf", "skew.pdf", "cardinal.pdf"]


def errors(resources):
    """Measures how both read the documents whose text is in linn.txt."""
    from rapidfuzz.distance import Levenshtein
    import data
    # A program made this text, too, and read bullets as zeros.
    want = re.sub(r"(?m)^0 ", "", (resources / "linn.txt").read_text())
    for slip, right in SLIPS.items():
        want = want.replace(slip, right, 1)
    wanted, need = data.plain(want), data.tokens(want)
    command = [sys.executable, "-m", "ocrmypdf", "-q", "--jobs", "1", "--rotate-pages", "--deskew", "--force-ocr", "-l", "eng",
               "--output-type", "pdf"]
    print("document         page   words: Tesseract  docscan   characters: Tesseract  docscan")
    sums = [0.0] * 4
    pages = 0
    for name in DOCUMENTS:
        texts = []
        for plugin in ([], ["--plugin", "docscan_plugins.ocrmypdf_engine"]):
            out = resources / "out.pdf"
            subprocess.run([*command, *plugin, "--sidecar", resources / "out.txt", resources / name, out], check=True)
            texts.append((resources / "out.txt").read_text().strip("\f").split("\f"))
        for number, both in enumerate(zip(*texts, strict=True), 1):
            have = [data.tokens(re.sub(r"(?m)^[0oOe©»] ", "", text)) for text in both]
            f1 = [2 * sum((each & need).values()) / (sum(each.values()) + sum(need.values())) for each in have]
            wrong = [1000 * Levenshtein.distance(data.plain(re.sub(r"[•*]", "", text)), wanted) / len(wanted) for text in both]
            print(f"{name:16} {number:>4} {f1[0]:18.3f} {f1[1]:8.3f} {wrong[0]:23.1f} {wrong[1]:8.1f}", flush=True)
            sums = [a + b for a, b in zip(sums, [*f1, *wrong])]
            pages += 1
    mean = [each / pages for each in sums]
    print(f"{'all':16} {pages:>4} {mean[0]:18.3f} {mean[1]:8.3f} {mean[2]:23.1f} {mean[3]:8.1f}")
    return mean[1] >= mean[0] and mean[3] <= mean[2]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive", type=pathlib.Path)
    parser.add_argument("-k", dest="words", default="")
    parser.add_argument("--errors", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="docscan-engine-") as scratch:
        with tarfile.open(args.archive) as archive:
            archive.extractall(scratch, filter="data")
        folder = next(pathlib.Path(scratch).iterdir())
        if args.errors:
            sys.exit(0 if errors(folder / "tests" / "resources") else 1)
        files = [name for path in sorted((folder / "tests").glob("test_*.py")) for name in chosen(path)]
        before, _ = results(folder, files, args.words)
        (folder / CACHE).write_text(PLUGIN)
        after, reasons = results(folder, files, args.words)
    passed = [sum(how == "PASSED" for how in each.values()) for each in (before, after)]
    print(f"{len(before)} tests: {passed[0]} pass with Tesseract, {passed[1]} with docscan")
    worse = [name for name, how in before.items() if how == "PASSED" and after.get(name) != "PASSED"]
    for name in worse:
        print(f"  with docscan: {after.get(name, 'not run')} {name} {reasons.get(name, '')}")
    for name in sorted(name for name, how in before.items() if how in ("FAILED", "ERROR")):
        print(f"  with Tesseract too: {name}")
    sys.exit(min(len(worse), 100))


if __name__ == "__main__":
    main()
