#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that the kernels change only the time: reads all documents with and without them, and compares every byte.

    python3 Tests/Tools kernels DOCSCAN DATA [--category NAME …] [--jobs 1]

DOCSCAN is the program, with its docscan-worker in the same folder. Tests/Tools/shared/data.py describes the layout of DATA. Each document is
corrected and read in its own languages, and each page's JSON (words, confidences, boxes, candidates) and text are compared. Prints the processor
seconds of both and their ratio for each language, and exits with 1 if anything differs.
"""
import pathlib, sys, tempfile
import data

STAGES = ["perspective", "orientation", "deskew"]


def run(arguments, stages, files, output, kernels):
    """Reads the files. Returns all pages' JSON and text by path, and the processor seconds used."""
    before = data.children_seconds()
    worker = pathlib.Path(arguments.program).resolve().with_name("docscan-worker")
    data.run(arguments.program, stages, files, output, arguments.jobs, {"DOCSCAN_WORKER": str(worker)}, ["json", "text"],
             input={"group": "file"}, limits={"kernels": kernels})
    found = {str(path.relative_to(output)): path.read_bytes() for path in output.glob("*/**/*")
             if path.suffix in (".json", ".txt") and ".docscan" not in path.parts}
    return found, data.children_seconds() - before


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("program")
    parser.add_argument("data", type=data.folder)
    parser.add_argument("--category", action="append", help="only these folders of DATA")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    files = [path for path in sorted(arguments.data.rglob("*")) if path.suffix.lower() in data.ENDINGS
             and (arguments.category is None or path.parent.name in arguments.category)]
    differences, total = 0, [0.0, 0.0]
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        for languages, group in sorted(data.by_language(files).items()):
            stages = [*STAGES, {"stage": "recognize", "languages": languages.split("+"), "candidates": 3}]
            name = languages.replace("+", "-")
            without, slow = run(arguments, stages, group, scratch / f"{name}-off", "off")
            with_them, fast = run(arguments, stages, group, scratch / f"{name}-auto", "auto")
            different = sorted(path for path in set(without) | set(with_them) if without.get(path) != with_them.get(path))
            differences += len(different)
            total = [total[0] + slow, total[1] + fast]
            print(f"{languages}: {len(group)} documents, {len(without)} files, {len(different)} differ; "
                  f"{slow:.0f} s without, {fast:.0f} s with, ratio {fast / slow:.2f}", flush=True)
            for path in different[:20]:
                print(f"  differs: {path}")
    print(f"all: {differences} differ; {total[0]:.0f} s without, {total[1]:.0f} s with, ratio {total[1] / total[0]:.2f}")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
