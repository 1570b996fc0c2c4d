# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures pages in scripts from right to left: errors, the words that readers of PDFs find, search, and verification.

    python3 Tests/rtl DOCSCAN WORK [--count 10] [--scripts ara,heb] [--forms prose,mixed,columns,inside] [--jobs 1]

Draws COUNT pages of each kind with real fonts into WORK/pages, each with its truth, reads them with DOCSCAN in their language and English, and
prints for each kind: the character error rate; the share of the words of the page JSON that each reader finds in the PDF, as words and as text;
the share of the correctly read words that `docscan search` finds; and how many PDFs `docscan verify` accepts. Needs the packages
chromium-headless-shell, poppler-utils, mupdf-tools, nodejs, libjs-pdf, tesseract-ocr-ara, tesseract-ocr-heb, fonts-hosny-amiri, fonts-kacst, fonts-sil-scheherazade, and
culmus, and from PyPI rapidfuzz, pypdfium2, and pikepdf. PyMuPDF, if it is installed, is used as a newer MuPDF.
"""
import argparse, collections, json, pathlib, re, subprocess, sys
from rapidfuzz.distance import Levenshtein
HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE), str(HERE.parent / "pdfs")]
import drawing, readers

# Readers mark directions with invisible characters.
MARKS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def newer_mupdf(pdf):
    import pymupdf
    return [page.get_text() for page in pymupdf.open(pdf)]


def words(text):
    return MARKS.sub("", text).split()


def read(args, kind, pages):
    out = args.work / "out" / kind
    pipeline = args.work / f"{kind}.json"
    script = next(script for script, name in drawing.NAMES.items() if kind.startswith(name))
    pipeline.write_text(json.dumps({
        "stages": [{"stage": "recognize", "languages": [script, "eng"]}],
        "output": {"writers": [{"writer": "pdf"}, {"writer": "text"}, {"writer": "json"}]}}))
    subprocess.run([args.docscan, "run", pipeline, *pages, "-o", out, "-j", str(args.jobs), "--progress", "none", "--overwrite"], check=True)
    return out


def searched(args, out, wanted):
    """Returns how many of the words the search finds on their page."""
    found = 0
    for document, word in wanted:
        answer = subprocess.run([args.docscan, "search", word, "-o", out, "--json"], capture_output=True, text=True)
        found += any(f'"{document}"' in line for line in answer.stdout.splitlines())
    return found


def measure(args, kind, pages, found_by):
    out = read(args, kind, pages)
    errors = length = sound = 0
    whole, part, count, wanted = collections.Counter(), collections.Counter(), 0, []
    for page in pages:
        folder = out / page.stem
        truth = " ".join(page.with_suffix(".txt").read_text().split())
        told = json.loads((folder / "pages/0001.json").read_text())["text"].split()
        errors += Levenshtein.distance(truth, " ".join(told))
        length += len(truth)
        count += len(told)
        for name, reader in found_by.items():
            text = "\n".join(reader(folder / f"{page.stem}.pdf"))
            have = collections.Counter(words(text))
            whole[name] += (have & collections.Counter(told)).total()
            part[name] += sum(word in MARKS.sub("", text) for word in told)
        right = [word for word in dict.fromkeys(truth.split()) if word in told and any(c.isalnum() for c in word)]
        wanted += [(page.stem, word) for word in right[:: max(1, len(right) // args.searches)]]
        sound += subprocess.run([args.docscan, "verify", folder / f"{page.stem}.pdf"], capture_output=True).returncode == 0
    print(f"{kind}: {len(pages)} pages, CER {errors / length:.4f}, verify sound {sound}/{len(pages)}, "
          f"search {searched(args, out, wanted)}/{len(wanted)}")
    for name in found_by:
        print(f"    {name:10s} words {whole[name] / count:.4f}, as text {part[name] / count:.4f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("docscan")
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--scripts", default="ara,heb")
    parser.add_argument("--forms", default=",".join(drawing.FORMS))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--searches", type=int, default=8, help="words looked for on each page")
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    kinds = drawing.draw(args.work / "pages", args.scripts.split(","), args.forms.split(","), args.count)
    found_by = readers.readers()
    try:
        import pymupdf
        found_by["PyMuPDF"] = newer_mupdf
    except ImportError:
        pass
    for kind, pages in kinds.items():
        measure(args, kind, pages, found_by)


main()
