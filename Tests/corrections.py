#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the corrections on pages whose truth is known, and prints all tables.

    python3 Tests/corrections.py [DATA …] [--made 36] [--seed 1] [--bin .build/release]

SampleMaker photographs, turns and skews drawn documents, and the documents of each DATA's --upright category; documents in
DATA with a .quad.json, .orientation.json or .skew.json are judged as well, and the pages of its --flat categories, on which
nothing but skew, turn and borders may be found. Tests/data.py says how DATA lies. Another seed makes other pages.
"""
import argparse, collections, pathlib, subprocess, tempfile
import data

FLAT = ["clean-english", "receipts-sroie", "skew-natural", "multilingual", "multipage-scans", "born-digital", "formats"]
GEOMETRY = ["perspective", "orientation", "spreads", "dewarp", "deskew", "crop", "blank"]
IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1]


def mean(values):
    return sum(values) / len(values)


def quads(found):
    """Each page's overlap with its sheet; 0 where no sheet was found."""
    overlaps = [data.overlap(quad, truth["quad"]) if (quad := data.correction(pages[0], "perspective").get("quad")) else 0
                for pages, truth in found]
    return (f"overlap {mean(overlaps):.4f}, at 0.9 or more {mean([o >= 0.9 for o in overlaps]):.3f}, "
            f"not found {overlaps.count(0)}")


def turns(found):
    right, kept, wrong = 0, 0, 0
    for pages, truth in found:
        wanted = truth["correct_by_clockwise_degrees"]
        for page, degrees in zip(pages, wanted if isinstance(wanted, list) else [wanted]):
            made = round(data.correction(page, "orientation").get("degrees", 0)) % 360
            right += made == degrees % 360
            kept += made == 0 != degrees % 360
            wrong += made not in (0, degrees % 360)
    return f"right {right / (right + kept + wrong):.3f}, left as they were {kept}, turned wrongly {wrong}"


def skews(found):
    errors = sorted(abs(data.correction(pages[0], "deskew").get("degrees", 0) + truth["skew_degrees"])
                    for pages, truth in found)
    return (f"mean error {mean(errors):.4f}°, of the best 80 % {mean(errors[: max(1, len(errors) * 4 // 5)]):.4f}°, "
            f"within 0.1° {mean([e <= 0.1 for e in errors]):.3f}, worst {errors[-1]:.2f}°")


JUDGES = {"quad": ("perspective", quads), "orientation": ("orientation", turns), "skew": ("deskew", skews)}


def judge(args, folder, scratch):
    """The figures of a folder's documents with truth, by category."""
    for kind, (stage, figures) in JUDGES.items():
        known = [(file, truth) for file, truth in data.labelled(folder, kind) if file.parent.name not in args.skip]
        if not known:
            continue
        pages = data.read(args.bin / "docscan", [file for file, _ in known], [stage], scratch / kind, args.jobs)
        groups = collections.defaultdict(list)
        for file, truth in known:
            if pages[file]:
                groups[file.parent.name].append((pages[file], truth))
        for category, found in sorted(groups.items()):
            print(f"{kind:12s} {category:20s} {len(found):4d}  {figures(found)}", flush=True)


def flat_pages(args, folder, scratch):
    """Flat pages through every geometric correction: nothing but skew, turn and borders may be found."""
    files = [file for category in args.flat for file in data.documents(folder, category)]
    if not files:
        return
    read = data.read(args.bin / "docscan", files, GEOMETRY, scratch / "flat", args.jobs, pages={"existingText": "redo"})
    found, pages = collections.Counter(), 0
    for page in (page for file in files for page in read[file]):
        pages += page["status"] != "failed"
        found["blank"] += page["status"] == "blank"
        for step in page["corrections"]:
            found[step["kind"]] += "mesh" in step or "gutter" in step or step["matrix"] != IDENTITY
    wrong = {kind: found[kind] for kind in ("perspective", "spreads", "dewarp", "blank")}
    print(f"flat pages {pages}: wrongly found {wrong}; deskewed {found['deskew']}, cropped {found['crop']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="*", type=data.folder, metavar="DATA")
    parser.add_argument("--made", type=int, default=36, help="so many pages of each kind are made")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--upright", default="clean-english", metavar="CATEGORY")
    parser.add_argument("--flat", nargs="*", default=FLAT, metavar="CATEGORY")
    parser.add_argument("--skip", nargs="*", default=["photos-text"], metavar="CATEGORY",
                        help="their corners are not those of the sheet")
    parser.add_argument("--bin", type=pathlib.Path, default=data.ROOT / ".build/release")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="docscan-corrections-") as folder:
        scratch, made = pathlib.Path(folder), pathlib.Path(folder) / "made"
        upright = [file for folder in args.data for file in data.documents(folder, args.upright)]
        for change in ("photographs", "turned", "askew"):
            for name, files in (("drawn", []), (args.upright, upright)):
                # The lines of real scans are not level enough to know their angle exactly.
                if name == "drawn" or files and change != "askew":
                    target = made / f"{name}-{change}"
                    target.mkdir(parents=True)
                    subprocess.run([args.bin / "SampleMaker", change, target, str(args.seed), str(args.made), *files],
                                   check=True)
        for number, folder in enumerate([made, *args.data]):
            judge(args, folder, scratch / f"{number}")
            flat_pages(args, folder, scratch / f"{number}")


if __name__ == "__main__":
    main()
