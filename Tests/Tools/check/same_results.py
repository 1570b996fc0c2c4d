#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that two builds of docscan make the same results: every preset for a folder of documents, byte for byte.

    python3 Tests/Tools same_results OLD NEW DATA --keep DIR [--only NAME] [--jobs 2]

OLD and NEW are docscan programs, with their docscan-worker in the same folder. DATA is a folder with documents of any kind. Besides the presets
in Pipelines, "everything" runs: all stages, all writers. Results stay in DIR/old and DIR/new. A pipeline that finished there isn't run again, so
an interrupted comparison continues. SOURCE_DATE_EPOCH fixes the dates.

Times in reports are ignored. The page JSON of a failed page may name another stage: such pages are counted and listed separately. Exits with 1 if
anything else differs.
"""
import collections, json, os, pathlib, re, subprocess, sys
import data

EVERYTHING = {
    "name": "everything",
    "stages": [{"stage": name} for name in (
        "perspective", "orientation", "spreads", "dewarp", "deskew", "crop", "blank", "quality", "barcodes", "clean")]
    + [{"stage": "recognize", "languages": "auto"}],
    "output": {"verify": 1, "writers": [
        {"writer": "pdf", "pictures": "mixed", "tagged": True, "pdfa": "auto"}, {"writer": "text", "layout": "preserve"}]
        + [{"writer": name} for name in (
            "markdown", "json", "jsonl", "hocr", "alto", "page", "tsv", "images", "overlays", "sources")]},
}


def pipelines(folder):
    """Returns the files of all pipelines that run without an external engine, by name."""
    found = {}
    for path in sorted((data.ROOT / "Pipelines").glob("*.json")):
        if '"engine"' not in path.read_text():
            found[path.stem] = path
    folder.mkdir(parents=True, exist_ok=True)
    found["everything"] = folder / "everything.json"
    found["everything"].write_text(json.dumps(EVERYTHING))
    return found


def run(program, pipeline, data, output, jobs):
    done = output.with_suffix(".done")
    if done.exists():
        return
    subprocess.run(["rm", "-rf", output], check=True)
    # A worker from the search path would belong to another build.
    environment = dict(os.environ, SOURCE_DATE_EPOCH="0", DOCSCAN_WORKER=str(pathlib.Path(program).parent / "docscan-worker"))
    command = [program, "run", pipeline, data, "-o", output, "-j", str(jobs), "--progress", "none"]
    ended = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if ended.returncode not in (0, 1):
        sys.exit(f"{program} ended with {ended.returncode}:\n{ended.stderr[-2000:]}")
    done.write_text(str(ended.returncode))


def content(path):
    """Returns a file's bytes, and those of a report without its times."""
    if path.name != "report.json":
        return path.read_bytes()
    report = json.loads(path.read_text())
    for key in ("started", "seconds", "stageSeconds", "workers"):
        report.pop(key, None)
    for document in report["documents"]:
        for key in ("seconds", "workSeconds"):
            document.pop(key, None)
    # They are in the order in which workers finished them.
    report["documents"].sort(key=lambda document: json.dumps(document, sort_keys=True))
    return re.sub(r"/(old|new)/", "/", json.dumps(report, sort_keys=True)).encode()


def files(folder):
    return {str(path.relative_to(folder)): path for path in folder.rglob("*")
            if path.is_file() and ".docscan" not in path.relative_to(folder).parts}


def without_stage(text):
    """Returns the bytes without the stage of every failure and the digests that depend on it."""
    text = re.sub(rb'"stage": "[a-zA-Z]+"', b'"stage"', text)
    return re.sub(rb'\{"bytes": \d+, "sha256": "[0-9a-f]{64}"\}', b"{}", text)


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path, required=True)
    parser.add_argument("--only", action="append")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    differences = 0
    for name, pipeline in pipelines(arguments.keep).items():
        if arguments.only and name not in arguments.only:
            continue
        sides = []
        for side, program in (("old", arguments.old), ("new", arguments.new)):
            folder = arguments.keep / side / name
            folder.parent.mkdir(parents=True, exist_ok=True)
            if program != "-":
                run(program, pipeline, arguments.data, folder, arguments.jobs)
            sides.append(files(folder))
        old, new = sides
        different = sorted(set(old) ^ set(new))
        stages, endings = [], collections.Counter()
        for path in sorted(set(old) & set(new)):
            endings[pathlib.Path(path).suffix] += 1
            before, after = content(old[path]), content(new[path])
            if before == after:
                continue
            same = path.endswith(".json") and without_stage(before) == without_stage(after)
            (stages if same else different).append(path)
        counts = ", ".join(f"{count} {ending or 'others'}" for ending, count in sorted(endings.items()))
        print(f"{name}: {len(old)} files before, {len(new)} after ({counts}): {len(different)} differ, "
              f"{len(stages)} name another stage of a failure", flush=True)
        for path in different[:50]:
            print(f"  differs: {path}")
        for path in stages[:10]:
            print(f"  stage: {path}")
        differences += len(different)
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
