#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the slips stage: receipts that were scanned together, each of which is to become a page of its own.

    python3 Tests/Tools beds DATA [--category receipts-sroie] [--count 40] [--seed 1] [--bin .build/release/docscan] [--keep FOLDER]

Two to five receipts of DATA, some of them turned, are next to one another on drawn scanner beds, lighter and darker than paper. Every fifth bed
has one that is partly beyond the glass. A bed is right if there are as many pages as receipts and each page contains the center of one. A line of
a receipt is lost if no page contains it, by the boxes in .words.json. With --stages perspective, the same beds show the losses of other
corrections. Another seed draws other beds. Tests/Tools/shared/data.py describes the layout of DATA. Needs numpy and opencv.
"""
import json, pathlib, random, tempfile
import cv2, numpy
import data

# The tone of a lid, and how it changes from side to side.
BEDS = {"white": (252, 0), "light": (243, 6), "gray": (150, 12), "dark": (60, 10), "black": (14, 4), "board": (196, 0)}
# The widths of drawn slips: about 80 mm at 150 pixels per inch.
WIDTHS = (380, 560)
MOST, GAP, WIDEST = 5, (18, 90), 2400
# A line is lost if more than this share of it is outside of every page.
OUTSIDE = 0.15


def receipt(file, rng):
    """Returns a receipt's picture, and the outlines of its lines, at its size on a bed."""
    picture = cv2.imread(str(file), cv2.IMREAD_GRAYSCALE)
    lines = [item["quad"] for item in json.loads(data.beside(file, ".words.json").read_text())["items"]]
    factor = rng.uniform(*WIDTHS) / picture.shape[1]
    picture = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    # Paper is a little darker than a white lid.
    picture = (picture * (rng.uniform(222, 240) / 255)).astype(numpy.uint8)
    return picture, numpy.array(lines, float).reshape(-1, 4, 2) * factor


def placed(slips, rng):
    """Returns the map of each slip to the bed, with the bed's size: rows of neighboring slips, each slightly skewed."""
    left, top, low, width, maps = GAP[1], GAP[1], 0, 0, []
    for picture, _ in slips:
        height, breadth = picture.shape
        angle = rng.uniform(-6, 6) + (rng.choice([0, 0, 0, 90, 180]))
        matrix = cv2.getRotationMatrix2D((0, 0), angle, 1)
        corners = cv2.transform(numpy.array([[[0, 0], [breadth, 0], [breadth, height], [0, height]]], float), matrix)[0]
        (x0, y0), (x1, y1) = corners.min(0), corners.max(0)
        if left + x1 - x0 > WIDEST and maps:
            left, top, low = GAP[1], low + rng.uniform(*GAP), 0
        matrix[:, 2] += left - x0, top + rng.uniform(0, 40) - y0
        maps.append(matrix)
        left += x1 - x0 + rng.uniform(*GAP)
        low = max(low, top + 40 + y1 - y0)
        width = max(width, left)
    return maps, (int(width + GAP[1]), int(low + GAP[1]))


def draw(files, name, number, rng):
    """Draws a bed, and returns it with the outlines of each slip and of its lines."""
    slips = [receipt(file, rng) for file in rng.sample(files, 2 + number // len(BEDS) % (MOST - 1))]
    maps, (width, height) = placed(slips, rng)
    tone, slope = BEDS[name]
    bed = numpy.tile(tone + numpy.linspace(-slope, slope, width), (height, 1)).astype(numpy.float32)
    if name == "board":
        bed[:, : GAP[1] // 2] = 12
    truth = []
    for (picture, lines), matrix in zip(slips, maps):
        mask = cv2.warpAffine(numpy.full(picture.shape, 255, numpy.uint8), matrix, (width, height), flags=cv2.INTER_AREA)
        # The edge of paper casts a narrow shadow on the lid.
        shadow = cv2.GaussianBlur(mask, (0, 0), 3).astype(numpy.float32) / 255
        bed *= 1 - rng.uniform(0.05, 0.12) * shadow
        share = (mask / 255).astype(numpy.float32)
        bed = bed * (1 - share) + cv2.warpAffine(picture, matrix, (width, height), flags=cv2.INTER_AREA) * share
        height_, width_ = picture.shape
        corners = numpy.array([[[0, 0], [width_, 0], [width_, height_], [0, height_]]], float)
        truth.append({"quad": cv2.transform(corners, matrix)[0].tolist(), "lines": cv2.transform(lines, matrix).tolist()})
    if number % 5 == 4:  # The rightmost slip is partly beyond the glass.
        right = max(truth, key=lambda slip: max(x for x, _ in slip["quad"]))
        xs = [x for x, _ in right["quad"]]
        width = int(max(xs) - 0.2 * (max(xs) - min(xs)))
        bed = bed[:, :width]
        for slip in truth:
            slip["lines"] = [line for line in slip["lines"] if max(x for x, _ in line) < width - 2]
    noise = numpy.random.default_rng(rng.randrange(2**32)).normal(0, 2, bed.shape)
    return numpy.clip(cv2.GaussianBlur(bed, (0, 0), 0.6) + noise, 0, 255).astype(numpy.uint8), truth


def outside(corners, line):
    """Returns the share of a line that is outside an outline."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = line
    places = [((1 - v) * ((1 - u) * ax + u * bx) + v * ((1 - u) * dx + u * cx), (1 - v) * ((1 - u) * ay + u * by) + v * ((1 - u) * dy + u * cy))
              for u in (k / 16 + 1 / 32 for k in range(16)) for v in (0.3, 0.5, 0.7)]
    return sum(not data.is_inside(corners, place) for place in places) / len(places)


def make(files, count, seed, target):
    """Draws beds of these receipts, each with a .bed.json that contains the outlines of its slips and of their lines."""
    rng, beds = random.Random(seed), []
    for number in range(count):
        name = list(BEDS)[number % len(BEDS)]
        picture, truth = draw(files, name, number, rng)
        beds.append(target / f"{name}-{len(truth)}-{seed}-{number}.jpg")
        cv2.imwrite(str(beds[-1]), picture, [cv2.IMWRITE_JPEG_QUALITY, rng.randint(75, 95)])
        data.beside(beds[-1], ".bed.json").write_text(json.dumps(truth))
    return beds


def judged(file, pages):
    """Returns whether each slip of a bed is a page of its own, how many lines are lost, and how many there are."""
    truth = json.loads(data.beside(file, ".bed.json").read_text())
    outlines = [data.outline(page) for page in pages]
    middles = [tuple(sum(axis) / 4 for axis in zip(*slip["quad"])) for slip in truth]
    lines = [line for slip in truth for line in slip["lines"]]
    held = [sum(data.is_inside(corners, middle) for middle in middles) for corners in outlines]
    lost = sum(all(outside(corners, line) > OUTSIDE for corners in outlines) for line in lines)
    return held == [1] * len(truth), lost, len(lines)


def figure(found):
    """Summarizes the results of beds by their pages."""
    all_judged = [judged(file, pages) for file, pages in found.items()]
    right, lost, lines = (sum(column) for column in zip(*all_judged))
    return f"{len(all_judged)} beds, right {right}; lines lost {lost} of {lines}"


def receipts(folder, category):
    return [f for f in data.documents(folder, category) if data.beside(f, ".words.json").exists()]


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("data", type=data.folder, metavar="DATA")
    parser.add_argument("--category", default="receipts-sroie")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stages", nargs="*", default=["slips", "orientation", "deskew", "crop"], metavar="STAGE")
    data.add_run(parser)
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER", help="where the beds stay")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="docscan-beds-") as folder:
        target = args.keep or pathlib.Path(folder) / "beds"
        target.mkdir(parents=True, exist_ok=True)
        beds = make(receipts(args.data, args.category), args.count, args.seed, target)
        found = data.read(args.bin, beds, args.stages, pathlib.Path(folder) / "run", args.jobs)
        for file, pages in found.items():
            is_right, lost, lines = judged(file, pages)
            if not is_right or lost:
                print(f"  {file.name}: {len(pages)} pages, {'right' if is_right else 'wrong'}; {lost} of {lines} lines lost")
        for name in BEDS:
            if of_name := {file: pages for file, pages in found.items() if file.name.startswith(name + "-")}:
                print(f"{name:6s} {figure(of_name)}")
        print(f"all    {figure(found)}")


if __name__ == "__main__":
    main()
