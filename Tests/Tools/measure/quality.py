#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the blur, contrast, and other defects at which recognition begins to fail: the limits of QualityStage.

    python3 Tests/Tools quality [--bin .build/release]

SampleMaker draws a page and degrades it step by step, in one way at a time. Prints docscan's measurements of each step and the number of misread
characters. Then prints the values between which the errors rise above those of the page as it was drawn (fair), and above one in twenty (poor).
Glare and cut edges lose text, so their limits are shares that were chosen. Needs rapidfuzz.
"""
import itertools, pathlib, subprocess, tempfile
import data
from rapidfuzz.distance import Levenshtein

FIGURES = {"lowResolution": "letterHeight", "blur": "blur", "lowContrast": "contrast", "glare": "glare", "clipped": "clipped"}


def error(page, file):
    want, got = (data.plain(text) for text in (data.beside(file, ".truth.txt").read_text(), page["text"]))
    return Levenshtein.distance(want, got) / len(want)


def main():
    parser = data.arguments(__doc__)
    data.add_run(parser, ".build/release")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="docscan-quality-") as scratch:
        folder = pathlib.Path(scratch) / "made"
        folder.mkdir()
        subprocess.run([args.bin / "SampleMaker", "degraded", folder], check=True)
        pages = data.read(args.bin / "docscan", sorted(folder.glob("*.png")), ["quality", "recognize"],
                          pathlib.Path(scratch) / "run", args.jobs)
        for way, files in itertools.groupby(pages, key=lambda file: file.name.split("-")[0]):
            steps = [(pages[file][0], error(pages[file][0], file)) for file in files]
            print(f"\n{way:14s} {FIGURES[way]:>12s} {'errors':>7s}  grade")
            for page, errors in steps:
                print(f"{'':14s} {page['quality'][FIGURES[way]]:12g} {errors:7.4f}  {page['quality']['grade']}")
            for name, limit in (("fair", steps[0][1] + 0.002), ("poor", 0.05)):
                first = next((k for k, (_, errors) in enumerate(steps) if errors > limit), None)
                if first:
                    between = [steps[k][0]["quality"][FIGURES[way]] for k in (first - 1, first)]
                    print(f"  {name}: between {between[0]:g} and {between[1]:g}")


if __name__ == "__main__":
    main()
