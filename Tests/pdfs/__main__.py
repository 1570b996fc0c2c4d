#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures docscan's and OCRmyPDF's searchable PDFs: the contents that they keep, and the words that readers find in them.

    PYTHON Tests/pdfs modes   [--modes skip,redo,…]      contents of each PDF that each mode keeps: pages, pixels, objects, bytes
    PYTHON Tests/pdfs compare [--pairs skip,redo,…]      docscan and OCRmyPDF compared: sizes, text, places of words, objects
    PYTHON Tests/pdfs readers                            the words that poppler, MuPDF, pdfium and pdf.js find

    [--data DATA] [--only PATTERN] [--jobs 2] [--bin .build/release/docscan] [--ocrmypdf ocrmypdf]
    [--work DIR] [--details]

PYTHON is an interpreter with pikepdf, Pillow, numpy, rapidfuzz, and pypdfium2 (`pip install ocrmypdf rapidfuzz` installs all of them). Also needs
poppler-utils and qpdf, and for `readers` mupdf-tools and libjs-pdf with node. The documents are the PDFs in DATA, those that rich.py makes, and
scans with known places of words. `--work` keeps the tools' output: a second call with the same folder measures it again without running them.
"""
import argparse, pathlib, re, shutil, sys, tempfile
import compare, drawing, modes, readers, rich, tools

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MODES = "skip,redo,force,strip"


def collected(args):
    """Returns the inputs under unique names, and grouped by their source."""
    folder = args.work / "in"
    if not folder.exists():
        folder.mkdir(parents=True)
        for source in sorted(args.data.rglob("*.pdf")) if args.data else ():
            copy = folder / f"{source.parent.name}--{source.name}"
            shutil.copy(source, copy)
            truth = source.with_name(source.name + ".truth.txt")
            if truth.exists():
                shutil.copy(truth, folder / (copy.name + ".truth.txt"))
        if not args.data:
            print("Only documents made here are measured (--data names others).")
        rich.make(folder)
        drawing.scanned_set(folder)
    inputs = [path for path in sorted(folder.glob("*.pdf")) if re.search(args.only, path.name)]
    kinds = {"rich": "rich PDFs", "scan": "plain scans", "hostile": "hostile PDFs", "pdf-conformance": "hostile PDFs"}
    groups = {}
    for path in inputs:
        groups.setdefault(kinds.get(path.name.split("--")[0], "real PDFs"), []).append(path)
    return inputs, groups


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=["modes", "compare", "readers"])
    parser.add_argument("--modes", type=lambda text: text.split(","), default=MODES.split(","))
    parser.add_argument("--data", type=pathlib.Path, help="real documents as well: Tests/Tools/shared/data.py says how they lie")
    parser.add_argument("--only", default="", help="only inputs whose names this pattern finds")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--bin", default=str(ROOT / ".build/release/docscan"))
    parser.add_argument("--ocrmypdf", default=shutil.which("ocrmypdf", path=pathlib.Path(sys.executable).parent) or "ocrmypdf")
    parser.add_argument("--pairs", type=lambda text: text.split(","), default=list(compare.PAIRS))
    parser.add_argument("--receipts", type=int, default=12, help="so many receipts are compared")
    parser.add_argument("--work", type=pathlib.Path)
    parser.add_argument("--details", action="store_true", help="also name what is lost")
    args = parser.parse_args()
    args.verifies = b"\n  verify " in tools.run([args.bin, "help"]).stdout
    with tempfile.TemporaryDirectory(prefix="docscan-pdfs-") as scratch:
        args.work = (args.work or pathlib.Path(scratch)).resolve()
        inputs, groups = collected(args)
        {"modes": modes, "compare": compare, "readers": readers}[args.task].main(args, inputs, groups)


if __name__ == "__main__":
    main()
