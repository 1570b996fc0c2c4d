# SPDX-License-Identifier: GPL-3.0-or-later
"""Folders of documents with known truth, and runs of docscan on them: shared by all programs here.

DATA is a folder with a folder for each category of documents. A document's truth is next to it:

    DATA/CATEGORY/NAME                    a picture or a PDF
    DATA/CATEGORY/NAME.truth.txt          its text, with form feeds between pages
    DATA/CATEGORY/NAME.words.json         {"items": [{"text": …, "box": [x, y, w, h]}, …]}: its words or lines in their places
    DATA/CATEGORY/NAME.quad.json          {"quad": [[x, y], …]}: the sheet's corners in pixels, clockwise from its top left
    DATA/CATEGORY/NAME.skew.json          {"skew_degrees": …}: above 0 if lines run downwards to the right
    DATA/CATEGORY/NAME.orientation.json   {"correct_by_clockwise_degrees": …}: 0, 90, 180 or 270, or a list, page by page
    DATA/CATEGORY/NAME.lang               its languages by Tesseract's codes, such as kor+eng; English if it is missing

`SampleMaker photographs|held|flatbeds|turned|askew FOLDER SEED COUNT` makes categories whose truth is exact.
"""
import argparse, collections, json, os, pathlib, random, re, resource, subprocess, sys, tempfile, unicodedata

TOOLS = pathlib.Path(__file__).resolve().parents[1]
ROOT = TOOLS.parents[1]
ENDINGS = {".png", ".jpg", ".jpeg", ".tif", ".tiff", ".webp", ".pdf", ".heic"}
# Languages of categories without .lang files.
LANGUAGES = {"receipts-korean": "kor+eng", "receipts-german": "deu"}


def arguments(about):
    """Returns a parser whose help is the program's docstring."""
    return argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)


def add_run(parser, programs=".build/release/docscan"):
    """Adds the arguments of a run of docscan: the program, or the folder of this and others, and the number of jobs."""
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / programs, metavar="PATH", help=f"{programs} unless it is given")
    parser.add_argument("--jobs", type=int, default=2)


def folder(text):
    """Converts an argument that names a folder with documents."""
    path = pathlib.Path(text).resolve()
    if not path.is_dir():
        sys.exit(f"There are no documents in {path}.")
    return path


def documents(data, category):
    """Returns the documents of a category, by name."""
    return sorted(f for f in (data / category).glob("*") if f.suffix.lower() in ENDINGS)


def beside(file, ending):
    """Returns the file with a document's truth of a kind, such as .truth.txt."""
    return file.with_name(file.name + ending)


def known(data, ending):
    """Returns (document, truth file) for all documents that have one."""
    found = [(truth.with_name(truth.name.removesuffix(ending)), truth) for truth in data.rglob("*" + ending)]
    return [(file, truth) for file, truth in sorted(found) if file.exists()]


def labelled(data, kind):
    """Returns (document, truth) for all documents with a file of a kind, such as quad."""
    return [(file, json.loads(truth.read_text())) for file, truth in known(data, f".{kind}.json")]


def language_of(file):
    side = beside(file, ".lang")
    return side.read_text().strip() if side.exists() else LANGUAGES.get(file.parent.name, "eng")


def by_language(files):
    """Returns {language: files}, for one run each."""
    groups = collections.defaultdict(list)
    for file in files:
        groups[language_of(file)].append(file)
    return groups


def plain(text):
    """Normalizes a text for comparison: removes differences that are only typography."""
    text = unicodedata.normalize("NFC", text).replace("\u00ad", "")
    signs = (("’", "'"), ("‘", "'"), ("“", '"'), ("”", '"'), ("—", "-"), ("–", "-"), ("ﬁ", "fi"), ("ﬂ", "fl"))
    for a, b in signs:
        text = text.replace(a, b)
    return " ".join(text.split())


def tokens(text):
    """Returns how often each word of a text occurs, ignoring the case of letters."""
    return collections.Counter(re.findall(r"\w+(?:[.,:/-]\w+)*", plain(text).upper()))


def run(binary, stages, inputs, out, jobs=2, environment=None, writers=("json",), **pipeline):
    """Runs docscan on files or folders, and prints which of them failed. Ends the program if docscan can't run."""
    stages = [{"stage": stage} if isinstance(stage, str) else stage for stage in stages]
    with tempfile.TemporaryDirectory(prefix="docscan-pipeline-") as folder:
        file = pathlib.Path(folder) / "pipeline.json"
        file.write_text(json.dumps({"stages": stages, "output": {"writers": [{"writer": writer} for writer in writers]}, **pipeline}))
        done = subprocess.run([binary, "run", file, *inputs, "-o", out, "-j", str(jobs), "--progress", "none"],
                              env={**os.environ, **(environment or {})}, stderr=subprocess.PIPE)
    if done.returncode not in (0, 1):
        sys.exit(f"docscan ended with {done.returncode}: {done.stderr.decode(errors='replace')[-2000:]}")
    if done.returncode == 1:  # Figures over fewer pages than they claim would be better than docscan is.
        print("\n".join(json.loads((out / "report.json").read_text()).get("failures", [])) or done.stderr.decode(), file=sys.stderr)


def read(binary, files, stages, scratch, jobs=2, environment=None, **pipeline):
    """Returns the page JSON of each file, after one run over all of them."""
    inbox, out = scratch / "in", scratch / "out"
    inbox.mkdir(parents=True)
    for number, file in enumerate(files):
        (inbox / f"{number:05d}{file.suffix}").symlink_to(file.resolve())
    run(binary, stages, sorted(inbox.iterdir()), out, jobs, environment, **pipeline)
    return {file: [json.loads(page.read_text()) for page in sorted((out / f"{number:05d}" / "pages").glob("*.json"))]
            for number, file in enumerate(files)}


def read_in_languages(binary, files, stages, jobs=2, **pipeline):
    """Yields (file, its page JSON) for all files, after a run for each language with its stages."""
    for language, some in by_language(files).items():
        with tempfile.TemporaryDirectory(prefix="docscan-read-") as scratch:
            yield from read(binary, some, stages(language), pathlib.Path(scratch), jobs, **pipeline).items()


def look(binary, arguments, paths):
    """Returns the output of the product Understand, in docscan's folder, for page JSON, by the path that each line names.

    The path is a page's, or its folder's if documents are requested.
    """
    program = pathlib.Path(binary).with_name("Understand")
    if not program.exists():
        sys.exit(f"There is no {program}. Build it with: swift build -c release --product Understand")
    batches = []
    for path in paths:
        # The pages of a document stay together.
        if not batches or len(batches[-1]) >= 500 and (path.parent.name != "pages" or batches[-1][-1].parent != path.parent):
            batches.append([])
        batches[-1].append(path)
    lines = [json.loads(line) for batch in batches
             for line in subprocess.run([program, *arguments, *batch], stdout=subprocess.PIPE, check=True).stdout.splitlines()]
    return {pathlib.Path(line["path"]): line for line in lines}


def children_seconds():
    """Returns the processor time of all programs that were run and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def interval(values, rounds=2000):
    """Returns the mean, and the range of 95% of means over as many documents, drawn from these (bootstrap, B. Efron 1979)."""
    draw = random.Random(1)
    means = sorted(sum(draw.choices(values, k=len(values))) / len(values) for _ in range(rounds))
    return sum(values) / len(values), means[rounds // 40], means[-rounds // 40 - 1]


def correction(page, kind):
    """Returns a correction's entry in a page JSON, empty if it wasn't made."""
    return next((c for c in page["corrections"] if c["kind"] == kind), {})


def inverse(m):
    """Inverts a row-major 3 x 3 matrix up to a factor, which doesn't change a homography."""
    return [m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
            m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
            m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3]]


def moved(m, point):
    """Applies a homography to a point."""
    x, y, w = (m[3 * row] * point[0] + m[3 * row + 1] * point[1] + m[3 * row + 2] for row in range(3))
    return x / w, y / w


def before_mesh(mesh, point):
    """Maps a point of the flat page to the bent one."""
    columns, points = mesh["columns"], mesh["points"]
    x, y = point[0] / mesh["width"] * (columns - 1), point[1] / mesh["height"] * (mesh["rows"] - 1)
    column, row = (int(min(max(v, 0), most - 2)) for v, most in ((x, columns), (y, mesh["rows"])))
    right, down = x - column, y - row
    corners = [points[(row + j) * columns + column + i] for j in (0, 1) for i in (0, 1)]
    shares = [(1 - right) * (1 - down), right * (1 - down), (1 - right) * down, right * down]
    return tuple(sum(share * corner[axis] for share, corner in zip(shares, corners)) for axis in (0, 1))


def source_place(page, point):
    """Maps a pixel of the corrected picture of a page JSON to the source."""
    for step in reversed(page["corrections"]):
        point = before_mesh(step["mesh"], point) if "mesh" in step else moved(inverse(step["matrix"]), point)
    return point


def outline(page, steps=48):
    """Returns the corrected picture's edge in the source, as points."""
    width, height = page["image"]["width"], page["image"]["height"]
    shares = [k / steps for k in range(steps)]
    edge = ([(s * width, 0) for s in shares] + [(width, s * height) for s in shares]
            + [((1 - s) * width, height) for s in shares] + [(0, (1 - s) * height) for s in shares])
    return [source_place(page, point) for point in edge]


def is_inside(corners, point):
    """Returns whether a point is within an outline, by the edges that a ray to its right crosses."""
    inside = False
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1]):
        if (ay > point[1]) != (by > point[1]) and point[0] < ax + (point[1] - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


def area(corners):
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(corners, corners[1:] + corners[:1])) / 2


def overlap(one, other):
    """Returns the area that two convex outlines share, divided by that which either covers (the Jaccard index)."""
    one, other = ([tuple(p) for p in (q if area(q) > 0 else q[::-1])] for q in (list(one), list(other)))
    shared = one
    for a, b in zip(other, other[1:] + other[:1]):
        depths = [(b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) for p in shared]
        clipped = []
        for p, d, q, e in zip(shared, depths, shared[1:] + shared[:1], depths[1:] + depths[:1]):
            if d >= 0:
                clipped.append(p)
            if (d >= 0) != (e >= 0):
                clipped.append((p[0] + (q[0] - p[0]) * d / (d - e), p[1] + (q[1] - p[1]) * d / (d - e)))
        shared = clipped
        if len(shared) < 3:
            return 0.0
    return area(shared) / (area(one) + area(other) - area(shared))
