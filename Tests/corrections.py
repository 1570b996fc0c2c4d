#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the corrections on pages whose truth is known, and prints all tables.

    python3 Tests/corrections.py PYTHON [--shared ../shared] [--pages 12] [--seed 1] [--bin .build/release/docscan]

PYTHON is an interpreter that has numpy, opencv-python-headless and rapidfuzz. The folder `shared` has documents (data) and
the programs that make and score pages (eval); without it there is nothing to measure.
"""
import argparse, collections, json, pathlib, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FLAT = ["clean-english", "receipts-sroie", "skew-natural", "multilingual", "multipage-scans", "born-digital", "formats"]
SUFFIXES = {".png", ".jpg", ".jpeg", ".tif", ".webp", ".pdf"}


def flat_pages(args, scratch):
    """Flat pages through every geometric correction: nothing but skew, turn and borders may be found."""
    pipeline = scratch / "flat.json"
    stages = ["perspective", "orientation", "spreads", "dewarp", "deskew", "crop", "blank"]
    pipeline.write_text(json.dumps({"stages": [{"stage": s} for s in stages], "pages": {"existingText": "redo"},
                                    "output": {"writers": [{"writer": "json"}]}}))
    files = [f for c in FLAT for f in sorted((args.shared / "data" / c).glob("*")) if f.suffix in SUFFIXES]
    subprocess.run([args.bin, "run", pipeline, *files, "-o", scratch / "flat", "--progress", "none"], check=False)
    found, pages = collections.Counter(), 0
    for page in map(json.loads, (f.read_text() for f in (scratch / "flat").glob("*/pages/*.json"))):
        pages += page["status"] != "failed"
        found["blank"] += page["status"] == "blank"
        for step in page["corrections"]:
            found[step["kind"]] += "mesh" in step or "gutter" in step or step["matrix"] != [1, 0, 0, 0, 1, 0, 0, 0, 1]
    wrong = {kind: found[kind] for kind in ("perspective", "spreads", "dewarp", "blank")}
    print(f"flat pages {pages}: wrongly found {wrong}; deskewed {found['deskew']}, cropped {found['crop']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("python")
    parser.add_argument("--shared", type=pathlib.Path, default=ROOT.parent / "shared")
    parser.add_argument("--pages", type=int, default=12, help="so many pages are photographed and turned")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bin", default=str(ROOT / ".build/release/docscan"))
    args = parser.parse_args()
    data, tools = args.shared / "data", args.shared / "eval"
    if not data.is_dir():
        sys.exit(f"There are no documents in {data}; name the folder that has them with --shared.")
    with tempfile.TemporaryDirectory(prefix="docscan-corrections-") as folder:
        scratch = pathlib.Path(folder)
        upright = sorted((data / "clean-english").glob("*.png"))[: args.pages]
        digital = sorted((data / "born-digital").glob("*.pdf"))

        def make(program, category, *inputs):
            subprocess.run([args.python, tools / program, scratch / "made" / category, *inputs], check=True,
                           stdout=subprocess.DEVNULL)

        (scratch / "made").mkdir()
        make("make_photos.py", "photographed", *upright, "--seed", str(args.seed))
        make("make_rotated.py", "turned", *upright)
        make("make_skewed.py", "askew", *digital, "--seed", str(args.seed))
        for folder, tasks in ((scratch / "made", ("quad", "orientation", "skew")), (data, ("quad", "skew"))):
            for task in tasks:
                subprocess.run([args.python, tools / "evaluate.py", task, "--bin", args.bin, "--data", folder], check=False)
        flat_pages(args, scratch)


if __name__ == "__main__":
    main()
