#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the corrections on pages whose truth is known, and prints all tables.

    python3 Tests/Tools corrections [DATA …] [--made 36] [--seed 1] [--bin .build/release]

SampleMaker photographs, turns, and skews drawn documents, and the documents of each DATA's --upright category. Documents in DATA with a
.quad.json, .orientation.json, or .skew.json are judged as well, and the pages of its --flat categories, on which nothing but skew, turn, and
borders may be found. On photographs and on scans of slips, both made ones and those of DATA's --photographs categories, it counts the sure words
of the source that the corrected pictures lack. Tests/Tools/shared/data.py describes the layout of DATA. Another seed makes other pages.
"""
import collections, pathlib, re, subprocess, tempfile
import data

FLAT = ["clean-english", "receipts-sroie", "skew-natural", "multilingual", "multipage-scans", "born-digital", "formats"]
GEOMETRY = ["perspective", "orientation", "spreads", "dewarp", "deskew", "crop", "blank"]
PHOTOGRAPHS = ["photographs", "flatbeds", "photos-curved", "photos-notruth", "photos-text", "photos-quad", "receipts-photo",
               "receipts-wild", "receipts-german", "receipts-korean"]
CORRECTIONS = ["perspective", "orientation", "dewarp", "deskew", "crop"]
# The readings of an uncorrected photograph: straight, and with bent lines made straight, which cut nothing by themselves.
READINGS = [["orientation", "deskew", "recognize"], ["orientation", "dewarp", "deskew", "recognize"]]
# A word is sure if it is read with this confidence, and has this many letters or digits.
SURE, LETTERS = 0.9, 3
# A word is lost if more than this share of it is outside.
OUTSIDE = 0.15
IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1]


def mean(values):
    return sum(values) / len(values)


def quads(found):
    """Returns each page's overlap with its sheet, or 0 if no sheet was found."""
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
    """Prints the figures of a folder's documents with truth, by category."""
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
    """Runs flat pages through every geometric correction. Only skew, turn, and borders may be found."""
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


def sure_words(page):
    """Returns the outlines of a page's sure words, in the source."""
    found = []
    for word in (w for b in page["blocks"] for line in b["lines"] for w in line["words"]):
        if word["confidence"] >= SURE and len(re.findall(r"\w", word["text"])) >= LETTERS:
            x, y, width, height = word["box"]
            found.append([data.source_place(page, p)
                          for p in ((x, y), (x + width, y), (x + width, y + height), (x, y + height))])
    return found


def share_outside(corners, word):
    """Returns the share of a word's box that is outside an outline."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = word
    places = [((1 - v) * ((1 - u) * x0 + u * x1) + v * ((1 - u) * x3 + u * x2) for x0, x1, x2, x3 in
               ((ax, bx, cx, dx), (ay, by, cy, dy))) for u in (k / 16 + 1 / 32 for k in range(16)) for v in (0.25, 0.5, 0.75)]
    return mean([not data.is_inside(corners, tuple(place)) for place in places])


def lost_words(args, folder, scratch):
    """Prints the sure words of photographs, in any reading of the source, that the corrected pictures lack."""
    files = [file for category in sorted(folder.glob("*")) if any(category.name.endswith(p) for p in args.photographs)
             for file in data.documents(folder, category.name)]
    if not files:
        return
    corrected = data.read(args.bin / "docscan", files, CORRECTIONS, scratch / "corrected", args.jobs)
    readings = [data.read(args.bin / "docscan", files, stages, scratch / f"reading{number}", args.jobs)
                for number, stages in enumerate(READINGS)]
    worst, lost_in_all, sure_in_all = [], 0, 0
    for file in files:
        if not corrected[file]:
            continue
        words = []
        for word in (word for reading in readings for page in reading[file] for word in sure_words(page)):
            middle = tuple(mean([corner[axis] for corner in word]) for axis in (0, 1))
            if not any(data.is_inside(other, middle) for other in words):
                words.append(word)
        corners = data.outline(corrected[file][0])
        lost = sum(share_outside(corners, word) > OUTSIDE for word in words)
        lost_in_all, sure_in_all = lost_in_all + lost, sure_in_all + len(words)
        if lost > 0.02 * len(words):
            worst.append(f"{file.parent.name}/{file.name} {lost} of {len(words)}")
    print(f"sure words lost by corrections: {lost_in_all} of {sure_in_all} in {len(files)} photographs; "
          f"more than 2 % in {len(worst)}", flush=True)
    for line in worst:
        print(f"  {line}")


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("data", nargs="*", type=data.folder, metavar="DATA")
    parser.add_argument("--made", type=int, default=36, help="so many pages of each kind are made")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--upright", default="clean-english", metavar="CATEGORY")
    parser.add_argument("--flat", nargs="*", default=FLAT, metavar="CATEGORY")
    parser.add_argument("--photographs", nargs="*", default=PHOTOGRAPHS, metavar="CATEGORY")
    parser.add_argument("--skip", nargs="*", default=["photos-text"], metavar="CATEGORY",
                        help="their corners are not those of the sheet")
    data.add_run(parser, ".build/release")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="docscan-corrections-") as folder:
        scratch, made = pathlib.Path(folder), pathlib.Path(folder) / "made"
        upright = [file for folder in args.data for file in data.documents(folder, args.upright)]
        for change in ("photographs", "flatbeds", "turned", "askew"):
            for name, files in (("drawn", []), (args.upright, upright)):
                # The lines of real scans aren't level enough to know their angle exactly.
                if name == "drawn" or files and change not in ("askew", "flatbeds"):
                    target = made / f"{name}-{change}"
                    target.mkdir(parents=True)
                    subprocess.run([args.bin / "SampleMaker", change, target, str(args.seed), str(args.made), *files],
                                   check=True)
        for number, folder in enumerate([made, *args.data]):
            judge(args, folder, scratch / f"{number}")
            flat_pages(args, folder, scratch / f"{number}")
            lost_words(args, folder, scratch / f"{number}")


if __name__ == "__main__":
    main()
