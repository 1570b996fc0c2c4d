#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows that the kernels change nothing but the time: reads all documents with them and without, and compares every byte.

    python3 Tests/Tools kernels DOCSCAN DATA [--category NAME …] [--jobs 1]

DOCSCAN is the program with its docscan-worker beside it; DATA is a folder as described in Tests/Tools/shared/data.py. Each document is
corrected and read in its own languages, and each page's JSON (words, confidences, boxes, candidates) and text are
compared. Prints the processor seconds of both and their ratio for each language, and exits with 1 where anything differs.
"""
import argparse, collections, json, os, pathlib, resource, subprocess, sys, tempfile

from data import ENDINGS, folder, language_of

STAGES = ["perspective", "orientation", "deskew"]


def seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(program, pipeline, files, output, kernels, jobs):
    """Reads the files; returns all pages' JSON and text by path, and the processor seconds that it took."""
    before = seconds()
    command = [program, "run", pipeline, *files, "-o", output, "-j", str(jobs), "--progress", "none", "--set",
               f"limits.kernels={kernels}"]
    environment = dict(os.environ, DOCSCAN_WORKER=str(pathlib.Path(program).resolve().parent / "docscan-worker"))
    ended = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    # Documents of which some are damaged on purpose end with 1.
    if ended.returncode not in (0, 1):
        sys.exit(f"docscan ended with {ended.returncode}:\n{ended.stderr[-2000:]}")
    found = {str(path.relative_to(output)): path.read_bytes() for path in output.glob("*/**/*")
             if path.suffix in (".json", ".txt") and ".docscan" not in path.parts}
    return found, seconds() - before


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("data", type=folder)
    parser.add_argument("--category", action="append", help="only these folders of DATA")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    files = collections.defaultdict(list)
    for path in sorted(arguments.data.rglob("*")):
        is_wanted = arguments.category is None or path.parent.name in arguments.category
        if is_wanted and path.suffix.lower() in ENDINGS:
            files[language_of(path)].append(path)
    differences, total = 0, [0.0, 0.0]
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        for languages, group in sorted(files.items()):
            stages = [{"stage": name} for name in STAGES]
            stages.append({"stage": "recognize", "languages": languages.split("+"), "candidates": 3})
            pipeline = scratch / "pipeline.json"
            pipeline.write_text(json.dumps({
                "input": {"group": "file"}, "stages": stages, "output": {"writers": [{"writer": "json"}, {"writer": "text"}]}}))
            name = languages.replace("+", "-")
            without, slow = run(arguments.program, pipeline, group, scratch / f"{name}-off", "off", arguments.jobs)
            with_them, fast = run(arguments.program, pipeline, group, scratch / f"{name}-auto", "auto", arguments.jobs)
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
