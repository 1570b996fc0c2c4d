#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times OCRmyPDF with docscan's plugin and docscan alone, on the same pages in one run.

    PYTHONPATH=.build/ocrmypdf:Pipelines/plugins .build/ocrmypdf/venv/bin/python Tests/Tools/measure/plugins.py PDF ...
                           [--bin .build/release/docscan] [--rounds 3] [--pages 8] [--dpi 200]

Each document's pages are drawn anew as pictures, so that all tools read the same: docscan alone, with the stages that the plugin requests;
OCRmyPDF with its Tesseract, with the plugin, and without any engine. The last is the part that no engine can change: drawing pages, writing them,
and assembling the PDF. The tools take turns, round by round, with one job. Prints processor seconds, medians, and the ratios to docscan alone of
the whole run with the plugin and of the engine's part. Exits with 1 if the engine's part is more than 1.2 times docscan's, or a process remains.
Needs OCRmyPDF, as Tests/run.sh installs it, pdftoppm, and img2pdf.
"""
import argparse, json, os, pathlib, statistics, subprocess, sys, tempfile

from bench import timed

STAGES = [{"stage": "orientation"}, {"stage": "deskew"},
          {"stage": "recognize", "languages": ["eng"], "engine": {"name": "ppocr", "combine": "doubt"}}]
GOAL = 1.2


def drawn(source, target, pages, dpi):
    """Makes a PDF of pictures of the pages, and returns their number."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["pdftoppm", "-r", str(dpi), "-gray", "-jpeg", "-l", str(pages), source, f"{folder}/p"], check=True)
        pictures = sorted(pathlib.Path(folder).iterdir())
        import img2pdf
        target.write_bytes(img2pdf.convert(*[str(each) for each in pictures], layout_fun=img2pdf.get_fixed_dpi_layout_fun((dpi, dpi))))
        return len(pictures)


def commands(program, scratch, pdf):
    pipeline = scratch / "pipeline.json"
    pipeline.write_text(json.dumps({"stages": STAGES, "output": {"writers": [{"writer": "pdf"}, {"writer": "text"}]}}))
    ocrmypdf = [sys.executable, "-m", "ocrmypdf", "-q", "--jobs", "1", "--rotate-pages", "--deskew", "--force-ocr", "-l", "eng"]
    plugin = ["--plugin", "docscan_plugins.ocrmypdf_engine"]
    out = scratch / "out.pdf"
    return {
        "docscan": [program, "run", pipeline, pdf, "-o", scratch / "library", "-j", "1", "--progress", "none", "--overwrite"],
        "no engine": [*ocrmypdf, "--ocr-engine", "none", pdf, out],
        "Tesseract": [*ocrmypdf, pdf, out],
        "plugin": [*ocrmypdf, *plugin, pdf, out],
    }


def left_behind():
    """Returns the docscan processes that were started from here and still run."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            # Other sessions on the machine may have their own.
            if entry.name.isdigit() and os.getsid(int(entry.name)) == os.getsid(0) and (entry / "comm").read_text().startswith("docscan"):
                found.append(entry.name)
        except OSError:
            pass
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--bin", default=str(pathlib.Path(__file__).resolve().parents[3] / ".build/release/docscan"))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pages", type=int, default=8)
    parser.add_argument("--dpi", type=int, default=200)
    args = parser.parse_args()
    os.environ["DOCSCAN"] = args.bin
    sums = {}
    print("document                     pages   docscan  no engine  Tesseract   plugin   engine's part   all")
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        for source in args.files:
            pdf = scratch / f"{source.stem}.pdf"
            pages = drawn(source, pdf, args.pages, args.dpi)
            times = {}
            for _ in range(args.rounds):
                for name, command in commands(args.bin, scratch, pdf).items():
                    times.setdefault(name, []).append(timed([str(each) for each in command])["cpu"])
            if left := left_behind():
                sys.exit(f"processes are left: {', '.join(left)}")
            medians = {name: statistics.median(each) for name, each in times.items()}
            for name, seconds in medians.items():
                sums[name] = sums.get(name, 0) + seconds
            show(source.stem[:28], pages, medians)
    part = show("all", "", sums)
    sys.exit(0 if part <= GOAL else 1)


def show(name, pages, seconds):
    alone = seconds["docscan"]
    part = (seconds["plugin"] - seconds["no engine"]) / alone
    print(f'{name:28} {pages:>5} {alone:9.2f} {seconds["no engine"]:10.2f} {seconds["Tesseract"]:10.2f} {seconds["plugin"]:8.2f} '
          f'{part:15.2f} {seconds["plugin"] / alone:5.2f}', flush=True)
    return part


if __name__ == "__main__":
    main()
