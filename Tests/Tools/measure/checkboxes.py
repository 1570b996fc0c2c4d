#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the stage "checkboxes" on forms that it draws: which boxes are found, and whether they are checked.

    python3 Tests/Tools checkboxes [--seed N] [--forms N] [--bin .build/release/docscan] [--keep FOLDER] [--details]
    python3 Tests/Tools checkboxes --data DATA [--category clean-english …]

Each form has boxes and circles in its own style and pen, marked in many ways, among letters, tables, and combs that aren't boxes. It is read as a
clean scan, as a poor one (blur, noise, JPEG, skew, 150 to 300 dpi), and as a photograph (perspective, light, shadow). A box counts as found if
docscan reports one at its place, half to twice as wide. A struck-out box counts as open, and isn't in the totals: only a reader of the form can
know. With --data, it counts the boxes found on the pages as they are. Needs numpy, OpenCV, and Pillow.
"""
import collections, functools, json, math, pathlib, tempfile
import cv2, numpy as np
from PIL import Image, ImageDraw, ImageFont
import data

DPI = 400  # of the drawing
MARKS = ["tick", "cross", "filled", "scribble", "tick running out", "pencil", "dot", "typed", "struck out"]
FONTS = ["NimbusSans-Regular", "NimbusRoman-Regular", "NimbusMonoPS-Regular", "NimbusSansNarrow-Regular", "DejaVuSans",
         "DejaVuSerif", "C059-Roman", "P052-Roman", "URWGothic-Book", "URWBookman-Light"]
WORDS = """Applicant Consent Date Do Delivery Office Owner Order Other Daily Department Organ Donor Insurance Smoker Single Married
Widowed Divorced Employed Retired Student Own home Rented Dog Cat Allergy Asthma Diabetes Heart disease Surgery Medication None Post
E-mail Telephone Monthly Yearly Weekly On demand Good Fair Poor Unknown Agree Disagree Neutral Often Never Sometimes Cash Card Cheque
Transfer Invoice enclosed Copy Original Required Optional""".split()


class Form:
    """A sheet of A4 with boxes: the drawing, and the truth about each box."""

    def __init__(self, rng):
        self.rng = rng
        self.image = Image.new("RGB", (int(8.27 * DPI), int(11.69 * DPI)), "white")
        self.draw = ImageDraw.Draw(self.image)
        points = round(rng.uniform(8, 12), 1)
        self.font = self.find_font(str(rng.choice(FONTS)), points)
        self.typewriter = self.find_font("NimbusMonoPS-Bold", 12)
        self.height = int(points / 72 * DPI)
        self.side = int(rng.uniform(max(0.095, 0.7 * points / 72), 0.24) * DPI)
        self.line = max(2, int(rng.uniform(0.4, 2.0) / 72 * DPI))
        self.tone = int(rng.choice([0, 0, 0, 40, 90]))
        self.shape = str(rng.choice(["square", "square", "rounded", "round"]))
        self.pen = [(20, 20, 24), (25, 35, 140), (40, 60, 170)][int(rng.integers(3))]
        self.nib = rng.uniform(0.010, 0.026) * DPI
        self.pencil = int(rng.uniform(95, 165))
        self.share = rng.uniform(0.25, 0.6)
        self.boxes, self.combs = [], []

    @staticmethod
    @functools.cache
    def find_font(name, points):
        for folder in ("/usr/share/fonts", "/usr/local/share/fonts"):
            for ending in ("ttf", "otf", "t1"):
                for path in sorted(pathlib.Path(folder).rglob(f"{name}.{ending}")):
                    return ImageFont.truetype(str(path), int(points / 72 * DPI))
        return ImageFont.load_default(int(points / 72 * DPI))

    def words(self, least, most):
        return " ".join(str(self.rng.choice(WORDS)) for _ in range(int(self.rng.integers(least, most + 1))))

    def text(self, x, y, text, font=None):
        """Writes a text whose capitals begin at y, and returns where it ends."""
        self.draw.text((x, y), text, fill=(self.tone // 2,) * 3, font=font or self.font)
        return x + self.draw.textlength(text, font=font or self.font)

    def stroke(self, points, width, color):
        """Draws a line by hand: slightly bent, with round ends."""
        rng, path = self.rng, []
        for (ax, ay), (bx, by) in zip(points, points[1:]):
            bend = rng.normal(0, 0.05, 2) * math.hypot(bx - ax, by - ay)
            for t in np.linspace(0, 1, 24):
                arch = 4 * t * (1 - t)
                path.append((ax + (bx - ax) * t + bend[0] * arch, ay + (by - ay) * t + bend[1] * arch))
        self.draw.line(path, fill=color, width=max(2, int(width)), joint="curve")
        for x, y in (path[0], path[-1]):
            self.draw.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=color)

    def mark(self, x, y, side, kind):
        rng, pen, nib = self.rng, self.pen, self.nib

        def at(u, v, shake=0.07):
            return x + (u + rng.normal(0, shake)) * side, y + (v + rng.normal(0, shake)) * side

        if kind == "pencil":
            pen, nib = (self.pencil,) * 3, min(nib, 0.016 * DPI)
            kind = str(rng.choice(["tick", "cross", "scribble"]))
        if kind == "tick":
            self.stroke([at(.2, .5), at(.42, .8), at(.85, .15)], nib, pen)
        elif kind == "tick running out":
            self.stroke([at(.15, .45), at(.42, .85), at(1.35, -.5, .15)], nib, pen)
        elif kind in ("cross", "struck out"):
            reach = rng.uniform(-.08, .15)
            self.stroke([at(reach, reach), at(1 - reach, 1 - reach)], nib, pen)
            self.stroke([at(1 - reach, reach), at(reach, 1 - reach)], nib, pen)
            if kind == "struck out":
                for v in (.35, .65):
                    self.stroke([at(-.6, v), at(1.6, v)], nib, pen)
        elif kind == "filled":
            for v in np.arange(.12, .92, .8 * nib / side):
                self.stroke([at(.1, v, .04), at(.9, v, .04)], nib, pen)
        elif kind == "scribble":
            ends = [at(rng.uniform(.1, .3) if n % 2 else rng.uniform(.7, .9), .15 + .7 * n / 5) for n in range(6)]
            self.stroke(ends, nib, pen)
        elif kind == "dot":
            r = rng.uniform(.13, .25) * side
            cx, cy = at(.5, .5, .06)
            self.draw.ellipse((cx - r, cy - r * rng.uniform(.8, 1.2), cx + r, cy + r), fill=pen)
        elif kind == "typed":
            font = self.typewriter if side > 0.12 * DPI else self.find_font("NimbusMonoPS-Bold", 8)
            self.draw.text(at(.5, .5, .05), "X", fill=(30, 30, 30), font=font, anchor="mm")

    def box(self, x, y, side=None, shape=None):
        """Draws a box to check, marked or not, and returns where it ends."""
        side, shape, color = side or self.side, shape or self.shape, (self.tone,) * 3
        place = (x, y, x + side, y + side)
        if shape == "square":
            self.draw.rectangle(place, outline=color, width=self.line)
        elif shape == "rounded":
            self.draw.rounded_rectangle(place, radius=0.2 * side, outline=color, width=self.line)
        else:
            self.draw.ellipse(place, outline=color, width=self.line)
        kind = str(self.rng.choice(MARKS)) if self.rng.random() < self.share else "open"
        self.boxes.append({"place": place, "kind": kind, "shape": shape, "isChecked": kind not in ("open", "struck out")})
        return x + side

    def marks(self):
        """Draws the pen's marks last, since they run over the print."""
        for box in self.boxes:
            x, y, end, _ = box["place"]
            self.mark(x, y, end - x, box["kind"])

    # Parts of a form, each from a height down. They return where they end.

    def centered(self, y, side):
        return y + (self.height - side) // 2

    def question(self, y):
        x = self.text(self.margin, y, self.words(2, 4) + "?") + 0.4 * DPI
        for word in ("Yes", "No", self.words(1, 1)):
            x = self.text(self.box(int(x), self.centered(y, self.side)) + 0.07 * DPI, y, word) + 0.3 * DPI
        return y + max(self.height, self.side) * 1.8

    def choices(self, y):
        for _ in range(int(self.rng.integers(3, 6))):
            for column in (0, 1):
                x = self.margin + int(column * 3.4 * DPI)
                self.text(self.box(x, self.centered(y, self.side)) + 0.09 * DPI, y, self.words(1, 3))
            y += max(self.height, self.side) * self.rng.uniform(1.25, 1.9)
        return y + self.height

    def before(self, y):
        x = self.margin
        for _ in range(3):
            x = self.text(x, y, self.words(1, 2)) + 0.1 * DPI
            x = self.box(int(x), self.centered(y, self.side)) + 0.6 * DPI
        return y + max(self.height, self.side) * 1.8

    def above(self, y):
        for column in range(5):
            word, middle = self.words(1, 1), self.margin + int((0.6 + 1.3 * column) * DPI)
            self.box(middle - self.side // 2, int(y))
            self.text(middle - self.draw.textlength(word, font=self.font) / 2, y + self.side + 0.06 * DPI, word)
        return y + self.side + 2.4 * self.height

    def table(self, y):
        height = int(max(self.height, self.side) * self.rng.uniform(1.3, 1.9))
        columns = [self.margin, self.margin + int(3 * DPI)] + [self.margin + int((3 + 0.8 * n) * DPI) for n in (1, 2, 3, 4)]
        rows = int(self.rng.integers(4, 7))
        rule = max(2, int(self.rng.uniform(0.4, 1.2) / 72 * DPI))
        for n in range(rows + 1):
            self.draw.line((columns[0], y + n * height, columns[-1], y + n * height), fill=(self.tone,) * 3, width=rule)
        for x in columns:
            self.draw.line((x, y, x, y + rows * height), fill=(self.tone,) * 3, width=rule)
        for n in range(rows):
            top = int(y + n * height)
            self.text(columns[0] + 0.06 * DPI, top + (height - self.height) // 2, self.words(1, 3))
            for left, right in zip(columns[1:], columns[2:]):
                if n == 0:
                    self.text(left + 0.05 * DPI, top + (height - self.height) // 2, "ODQB"[columns.index(left) - 1])
                else:
                    self.box((left + right - self.side) // 2, top + (height - self.side) // 2)
        return y + rows * height + 1.5 * self.height

    def comb(self, y):
        x = int(self.text(self.margin, y, self.words(1, 1)) + 0.2 * DPI)
        pitch, count = int(self.rng.uniform(0.17, 0.26) * DPI), int(self.rng.integers(6, 13))
        low = int(pitch * self.rng.uniform(0.5, 1.3))
        isClosed = self.rng.random() < 0.4
        foot = int(y + self.height * 1.1)
        top = foot - low
        self.draw.line((x, foot, x + count * pitch, foot), fill=(self.tone,) * 3, width=self.line)
        if isClosed:
            self.draw.line((x, top, x + count * pitch, top), fill=(self.tone,) * 3, width=self.line)
        for n in range(count + 1):
            self.draw.line((x + n * pitch, top, x + n * pitch, foot), fill=(self.tone,) * 3, width=self.line)
        font = self.find_font("NimbusMonoPS-Regular", 11)
        for n in range(count):
            if self.rng.random() < 0.7:
                self.draw.text((x + (n + .5) * pitch, foot - low * .45), str(self.rng.choice(list("ABDO0Q1289"))),
                               fill=self.pen, font=font, anchor="mm")
        self.combs.append((x, top, x + count * pitch, foot))
        return y + self.height + max(low, self.height)

    def field(self, y):
        x = self.text(self.margin, y, self.words(1, 2) + ":") + 0.1 * DPI
        self.draw.line((x, y + self.height * 1.1, self.margin + 5 * DPI, y + self.height * 1.1), fill=(0, 0, 0), width=self.line)
        return y + 1.8 * self.height

    def paragraph(self, y):
        for _ in range(3):
            words = [self.words(1, 1) if self.rng.random() < 0.8 else str(self.rng.choice(["O", "D", "0", "Q", "DO", "00", "OD"]))
                     for _ in range(9)]
            self.text(self.margin, y, " ".join(words))
            y += 1.35 * self.height
        return y + self.height

    def fill(self):
        self.margin = int(self.rng.uniform(0.6, 0.9) * DPI)
        y = self.text(self.margin, 0.5 * DPI, self.words(2, 4), self.find_font("NimbusSans-Bold", 18)) and 1.0 * DPI
        parts = [self.question, self.choices, self.before, self.above, self.table, self.comb, self.field, self.paragraph]
        order = list(self.rng.permutation(len(parts))) + list(self.rng.permutation(len(parts)))
        for number in order:
            if y > 9.2 * DPI:
                break
            y = parts[number](int(y))
        self.marks()
        return np.asarray(self.image)[:, :, ::-1]


def smooth(rng, height, width, cells=4):
    """Returns a field from 0 to 1 that changes slowly."""
    return np.clip(cv2.resize(rng.random((cells, cells)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC), 0, 1)


def scan(rng, page, dpi, isPoor):
    """Returns a scan, and the matrix from the drawing to it."""
    height, width = int(page.shape[0] * dpi / DPI), int(page.shape[1] * dpi / DPI)
    image = cv2.resize(page, (width, height), interpolation=cv2.INTER_AREA)
    matrix = np.diag([dpi / DPI, dpi / DPI, 1])
    if isPoor:
        turn = np.vstack([cv2.getRotationMatrix2D((width / 2, height / 2), rng.uniform(-2.5, 2.5), 1), [0, 0, 1]])
        matrix = turn @ matrix
        image = cv2.warpAffine(image, turn[:2], (width, height), flags=cv2.INTER_CUBIC, borderValue=(255, 255, 255))
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.2) * dpi / 250)
        paper, black = rng.uniform(205, 250), rng.uniform(0, 60)
        image = black + image / 255.0 * (paper - black) + rng.normal(0, rng.uniform(3, 14), image.shape[:2])[..., None]
        image = cv2.imdecode(cv2.imencode(".jpg", np.clip(image, 0, 255).astype(np.uint8),
                                          [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 85))])[1], cv2.IMREAD_COLOR)
    return image, matrix


def photograph(rng, page):
    """Returns a photograph of 8 megapixels from above a desk, and the matrix from the drawing to it."""
    width, height = 2448, 3264
    tall = page.shape[0]
    wide = page.shape[1]
    # A sheet in space, before a camera that looks at its center from about its own length away.
    tilt, turn = np.radians(rng.uniform(0, 16)), np.radians(rng.uniform(0, 360))
    axis = np.array([math.cos(turn), math.sin(turn), 0]) * tilt
    space = cv2.Rodrigues(axis)[0] @ cv2.Rodrigues(np.array([0, 0, np.radians(rng.uniform(-4, 4))]))[0]
    corners = np.array([[-wide, -tall, 0], [wide, -tall, 0], [wide, tall, 0], [-wide, tall, 0]]) / (2 * tall) @ space.T
    corners = corners[:, :2] / (1.1 + corners[:, 2:])
    reach = np.abs(corners).max(axis=0)
    corners = corners * min(width / 2 / reach[0], height / 2 / reach[1]) * rng.uniform(0.82, 0.93) + [width / 2, height / 2]
    matrix = cv2.getPerspectiveTransform(np.float32([[0, 0], [wide, 0], [wide, tall], [0, tall]]), np.float32(corners))
    desk = np.ones((height, width, 3), np.float32) * rng.uniform(40, 150, 3) * (0.8 + 0.4 * smooth(rng, height, width, 12)[..., None])
    small = cv2.GaussianBlur(page, (0, 0), 0.7)
    sheet = cv2.warpPerspective(small, matrix, (width, height), flags=cv2.INTER_AREA).astype(np.float32)
    on = cv2.warpPerspective(np.ones(page.shape[:2], np.float32), matrix, (width, height))[..., None]
    image = desk * (1 - on) + (12 + sheet * 0.92) * on
    light = 0.55 + 0.5 * smooth(rng, height, width, 3)
    if rng.random() < 0.6:  # A person's shadow, with a soft edge.
        shadow = np.ones((height, width), np.float32)
        edge = rng.uniform(0.2, 0.8) * width
        cv2.fillPoly(shadow, [np.int32([[edge, 0], [width, 0], [width, height], [edge + rng.uniform(-800, 800), height]])],
                     rng.uniform(0.55, 0.8))
        light = light * cv2.GaussianBlur(shadow, (0, 0), rng.uniform(20, 90))
    image = cv2.GaussianBlur(image * light[..., None], (0, 0), rng.uniform(0.5, 1.5))
    image = image + rng.standard_normal((height, width), np.float32)[..., None] * rng.uniform(2, 7)
    return np.clip(image, 0, 255).astype(np.uint8), matrix


def draw(folder, seed, forms):
    """Returns (file, kind of picture, boxes with their places in it, combs) of each picture."""
    rng = np.random.default_rng(seed)
    made = []
    for number in range(forms):
        form = Form(rng)
        page = form.fill()
        for kind in ("clean", "poor", "photograph"):
            if kind == "photograph":
                image, matrix = photograph(rng, page)
                dpi = 300
            else:
                dpi = int(rng.choice([200, 300] if kind == "clean" else [150, 200, 300]))
                image, matrix = scan(rng, page, dpi, kind == "poor")
            file = folder / f"{number:03d}-{kind}.{'jpg' if kind == 'photograph' else 'png'}"
            if kind == "photograph":
                cv2.imwrite(str(file), image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(70, 93))])
            else:
                Image.fromarray(image[:, :, ::-1]).save(file, dpi=(dpi, dpi), compress_level=1)
            flat = matrix.flatten().tolist()
            boxes = [{**box, "center": data.moved(flat, ((box["place"][0] + box["place"][2]) / 2, (box["place"][1] + box["place"][3]) / 2)),
                      "side": math.dist(data.moved(flat, box["place"][:2]), data.moved(flat, (box["place"][2], box["place"][1])))}
                     for box in form.boxes]
            made.append((file, kind, boxes, [[data.moved(flat, c[:2]), data.moved(flat, c[2:])] for c in form.combs]))
    return made


def in_source(page, mark):
    """Maps a mark of a page JSON to the picture as it was drawn."""
    x, y, width, height = mark["box"]
    center = data.source_place(page, (x + width / 2, y + height / 2))
    side = math.dist(data.source_place(page, (x, y + height / 2)), data.source_place(page, (x + width, y + height / 2)))
    return {**mark, "center": center, "side": side}


def error_of(pairs):
    """Returns the mean difference between confidences and the share that is right."""
    bins = collections.defaultdict(list)
    for confidence, isRight in pairs:
        bins[min(9, int((confidence - 0.5) * 20))].append((confidence, isRight))
    return sum(abs(sum(c - r for c, r in one)) for one in bins.values()) / max(1, len(pairs))


def measure(made, read, details):
    counts = collections.defaultdict(collections.Counter)
    states = collections.defaultdict(list)
    for file, kind, boxes, combs in made:
        given = [in_source(page, mark) for page in read[file] for mark in page.get("formMarks") or []]
        counts[kind]["combs"] += len(combs)
        for comb in (mark for mark in given if mark["kind"] == "comb"):
            middle = comb["center"]
            counts[kind]["combs found"] += any(a[0] < middle[0] < b[0] and abs(middle[1] - (a[1] + b[1]) / 2) < 0.7 * (b[1] - a[1]) + 6
                                               for a, b in combs)
        marks = [mark for mark in given if mark["kind"] != "comb"]
        for box in boxes:
            near = [mark for mark in marks if math.dist(mark["center"], box["center"]) < 0.4 * box["side"]
                    and 0.5 < mark["side"] / box["side"] < 2]
            if near:
                mark = min(near, key=lambda mark: math.dist(mark["center"], box["center"]))
                marks.remove(mark)
                isRight = mark["isChecked"] == box["isChecked"]
            names = [box["kind"]] if box["kind"] == "struck out" else [kind, box["kind"], box["shape"], "all"]
            for name in names:
                counts[name]["boxes"] += 1
                counts[name]["found"] += bool(near)
                if near:
                    counts[name]["right"] += isRight
                    states[name].append((mark["confidence"], isRight))
            if details and (not near or not isRight):
                print(f"  {file.name}: {box['kind']}, {box['shape']}, {box['side']:.0f} px at {box['center'][0]:.0f},{box['center'][1]:.0f}: "
                      + (f"given as {mark['isChecked']} ({mark['confidence']})" if near else "not found"))
        for name in (kind, "all"):
            counts[name]["pages"] += 1
            counts[name]["false"] += len(marks)
        if details:
            for mark in marks:
                print(f"  {file.name}: {mark['side']:.0f} px at {mark['center'][0]:.0f},{mark['center'][1]:.0f}: false {mark['kind']}")
    for name in ("clean", "poor", "photograph", "square", "rounded", "round", "open", *MARKS, "all"):
        one = counts[name]
        if not one["boxes"]:
            continue
        line = (f"{name:17} {one['boxes']:5} boxes   found {one['found'] / one['boxes']:.3f}   "
                f"state right {one['right'] / max(1, one['found']):.3f}   ECE {error_of(states[name]):.3f}")
        if one["pages"]:
            line += f"   false {one['false']} on {one['pages']} pages"
        if one["combs"]:
            line += f"   combs {one['combs found']} of {one['combs']}"
        print(line)


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--forms", type=int, default=20)
    data.add_run(parser)
    parser.add_argument("--keep", type=pathlib.Path, help="draw and read here, and leave it")
    parser.add_argument("--details", action="store_true", help="name what was missed, wrong or false")
    parser.add_argument("--data", type=data.folder)
    parser.add_argument("--category", nargs="*", default=["clean-english", "receipts-sroie", "forms-funsd"])
    args = parser.parse_args()
    stages = ["perspective", "orientation", "deskew", {"stage": "recognize", "languages": ["eng"]}, "checkboxes"]
    with tempfile.TemporaryDirectory(prefix="docscan-checkboxes-") as scratch:
        folder = args.keep or pathlib.Path(scratch)
        if args.data:
            for category in args.category:
                files = data.documents(args.data, category)
                read = data.read(args.bin, files, stages, folder / category, args.jobs)
                pages = [page for file in files for page in read[file]]
                kinds = collections.Counter(mark["kind"] for page in pages for mark in page.get("formMarks") or [])
                print(f"{category}: {len(pages)} pages; " + (", ".join(f"{n} {kind}" for kind, n in sorted(kinds.items())) or "none"))
                if args.details:
                    for file in files:
                        for page in read[file]:
                            for mark in page.get("formMarks") or []:
                                print(f"  {file.name} {page['page']['number']}: {mark}")
            return
        (folder / "pictures").mkdir(parents=True, exist_ok=True)
        made = draw(folder / "pictures", args.seed, args.forms)
        (folder / "boxes.json").write_text(json.dumps([[str(file), *rest] for file, *rest in made]))
        measure(made, data.read(args.bin, [entry[0] for entry in made], stages, folder, args.jobs), args.details)


if __name__ == "__main__":
    main()
