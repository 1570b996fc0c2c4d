# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares docscan and OCRmyPDF on the same files, in the modes that correspond."""
import json, pathlib, shutil, statistics, sys
import numpy as np
import inventory, modes, tools
sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
import data

# Name; docscan's modes, of which the first that it supports is used; OCRmyPDF's options.
PAIRS = {"skip": ("skip", ["--skip-text"]), "redo": ("redo", ["--redo-ocr"]),
         "force": ("force", ["--force-ocr"]), "deskew": ("skip", ["--skip-text", "--deskew"]),
         "pdfa": ("skip", ["--skip-text", "--output-type", "pdfa"]),
         "receipts": ("skip", ["--image-dpi", "300"])}


def docscan(args, inputs, mode, stages=("recognize",), label="", pdfa="no"):
    folder = args.work / (f"docscan-{mode}" + ("-deskew" if "deskew" in stages else "") + f"-pdfa-{pdfa}" * (pdfa != "no") + label)
    tool = tools.Docscan(args, inputs, mode, list(stages), folder, pdfa)
    return sys.exit(tool.error) if tool.error else tool


def ocrmypdf(args, inputs, name, options):
    return tools.OCRmyPDF(args, inputs, f"OCRmyPDF {name}", ["--output-type", "pdf", *options], args.work / f"ocrmypdf-{name}")


def judged(label, ours, theirs, smaller=False, tolerance=0.002, form="{:.4f}"):
    """Prints a row with both figures and a verdict on docscan's."""
    gap = (theirs - ours) if smaller else (ours - theirs)
    verdict = "equal" if abs(gap) <= tolerance else "ahead" if gap > 0 else "behind"
    tools.row(label, [form.format(ours), form.format(theirs), verdict])


def overlap(a, b):
    """Returns the intersection over union of two boxes, and of their extents from left to right."""
    across, down = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    common = max(across, 0) * max(down, 0)
    area = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (a, b)) - common
    width = max(a[2], b[2]) - min(a[0], b[0])
    return (common / area if area > 0 else 0.0), (max(across, 0) / width if width > 0 and down > 0 else 0.0)


def word_places(source, pdf):
    """Returns for each drawn word the best overlap with a word that a reader finds, and that from left to right."""
    truth = json.loads(source.with_name(source.name + ".boxes.json").read_text())
    found = [word.box for word in tools.bbox_words(pdf)] if pdf else []
    scores = []
    for _, box in truth["words"]:
        box = [value * 72 / truth["dpi"] for value in box]
        near = [other for other in found if other[0] < box[2] and other[2] > box[0] and other[1] < box[3] and other[3] > box[1]]
        scores.append(max((overlap(box, other) for other in near), default=(0.0, 0.0)))
    return scores


def line_places(picture, pdf):
    """Returns for each annotated line of a receipt the overlap with the box around the words whose centers are in it."""
    items = json.loads(picture.with_name(picture.name + ".words.json").read_text())["items"]
    words = tools.bbox_words(pdf) if pdf else []
    if not words:
        return [(0.0, 0.0)] * len(items)
    from PIL import Image
    size = inventory.Inventory(pdf).geometry[0].size
    scale, scores = Image.open(picture).width / size[0], []
    for item in items:
        xs, ys = zip(*item["quad"])
        box = [min(xs), min(ys), max(xs), max(ys)]
        inside = []
        for word in words:
            left, top, right, bottom = (value * scale for value in word.box)
            if box[0] <= (left + right) / 2 <= box[2] and box[1] <= (top + bottom) / 2 <= box[3]:
                inside.append((left, top, right, bottom))
        edges = list(zip(*inside))
        scores.append(overlap(box, [min(edges[0]), min(edges[1]), max(edges[2]), max(edges[3])]) if edges else (0.0, 0.0))
    return scores


def texts(args, inputs, tool):
    """Returns errors, characters, and word counts (common, found, true) by reading the PDFs back."""
    from rapidfuzz.distance import Levenshtein
    errors = characters = common = found = true = 0
    for source in inputs:
        side = source.with_name(source.name + ".truth.txt")
        pdf = tool.pdf(source)
        if not side.exists():
            continue
        text = tools.run(["pdftotext", pdf, "-"]).stdout.decode("utf-8", "replace") if pdf else ""
        truth, read = data.plain(side.read_text()), data.plain(text)
        errors += min(Levenshtein.distance(truth, read), len(truth))
        characters += len(truth)
        a, b = data.tokens(truth), data.tokens(read)
        common, found, true = common + (a & b).total(), found + b.total(), true + a.total()
    return errors / max(characters, 1), 2 * common / max(found + true, 1)


def sizes(tool, inputs):
    ratios = [tool.pdf(s).stat().st_size / s.stat().st_size for s in inputs]
    total = sum(tool.pdf(s).stat().st_size for s in inputs) / max(sum(s.stat().st_size for s in inputs), 1)
    return total, statistics.median(ratios or [0]), max(ratios or [0])


def print_sizes(ours, theirs, both):
    for label, a, b in zip(("size, all together", "size, median", "size, largest"), sizes(ours, both), sizes(theirs, both)):
        judged(label, a, b, smaller=True, form="{:.3f}")


def print_objects(label, ours, theirs, sources):
    """Prints the contents that both keep of the files for which both wrote a PDF, and the files that only one wrote."""
    both = [s for s in sources if s in ours and s in theirs]
    a, b = modes.summed(ours[s] for s in both), modes.summed(theirs[s] for s in both)
    for kind in modes.ROWS:
        if kind not in ("untouched pages", "text only once") and (a[kind][1] or b[kind][1]):
            parts = [x[kind][0] / max(x[kind][1], 1) for x in (a, b)]
            verdict = "equal" if parts[0] == parts[1] else "ahead" if parts[0] > parts[1] else "behind"
            tools.row(kind, [tools.share(*a[kind]), tools.share(*b[kind]), verdict])
    judged("qpdf finds nothing new", *(sum(r[s]["sound"] for s in both) / max(len(both), 1) for r in (ours, theirs)))
    return both


def print_behind(ours, theirs, both, results):
    """Prints the files of which docscan keeps less, or which it makes more than a twentieth larger than OCRmyPDF."""
    for source in both:
        a, b = results[0][source], results[1][source]
        less = [f"{kind} {a['table'][kind][0]}<{b['table'][kind][0]}" for kind in modes.ROWS if "table" in a and "table" in b
                and kind in b["table"] and a["table"][kind][1] == b["table"][kind][1] and a["table"][kind][0] < b["table"][kind][0]]
        if a["ratio"] > b["ratio"] * 1.05:
            less.append(f"size {a['ratio']:.3f}>{b['ratio']:.3f}")
        if less:
            print(f"    behind: {source.stem:48.48s} " + ", ".join(less))


def print_places(label, scores):
    first, second = (np.array(s) for s in scores)
    judged(f"{label}: IoU", first[:, 0].mean(), second[:, 0].mean())
    judged(f"{label}: IoU across", first[:, 1].mean(), second[:, 1].mean())
    judged(f"{label}: IoU above 0.5", (first[:, 0] > 0.5).mean(), (second[:, 0] > 0.5).mean())


def receipts(args):
    """Measures photographed receipts with annotated places of lines."""
    folder = args.work / "receipts"
    folder.mkdir(exist_ok=True)
    pictures = []
    for source in sorted((args.data / "receipts-sroie").glob("*.jpg"))[: args.receipts] if args.data else ():
        pictures.append(folder / source.name)
        for ending in ("", ".words.json"):
            shutil.copy(source.with_name(source.name + ending), folder)
    if not pictures:
        return
    mode, options = PAIRS["receipts"]
    ours, theirs = docscan(args, pictures, mode, label="-receipts"), ocrmypdf(args, pictures, "receipts", options)
    print(f"\nreceipts, {len(pictures)} pictures")
    tools.row("", [ours.name, theirs.name, "docscan is"])
    print_places("lines", [[s for p in pictures for s in line_places(p, tool.pdf(p))] for tool in (ours, theirs)])
    print_sizes(ours, theirs, [p for p in pictures if ours.pdf(p) and theirs.pdf(p)])


def main(args, inputs, groups):
    for name in args.pairs:
        mode, options = PAIRS[name]
        if name == "receipts":
            receipts(args)
            continue
        stages = ("deskew", "recognize") if name == "deskew" else ("recognize",)
        ours, theirs = docscan(args, inputs, mode, stages, pdfa="auto" if name == "pdfa" else "no"), ocrmypdf(args, inputs, name, options)
        results = [modes.measured(args, tool, inputs, told=ours) for tool in (ours, theirs)]
        for group, sources in groups.items():
            print(f"\n{name}, {group}: {len(sources)} files")
            tools.row("", [ours.name, theirs.name, "docscan is"])
            judged("PDF written", *(sum(bool(t.pdf(s)) for s in sources) for t in (ours, theirs)), form="{:.0f}")
            both = print_objects(name, *results, sources)
            print_sizes(ours, theirs, both)
            if any(s.with_name(s.name + ".truth.txt").exists() for s in sources):
                figures = [texts(args, both, tool) for tool in (ours, theirs)]
                judged("text: character errors", figures[0][0], figures[1][0], smaller=True)
                judged("text: word F1", figures[0][1], figures[1][1])
            if group == "plain scans":
                print_places("words", [[s for f in sources for s in word_places(f, t.pdf(f))] for t in (ours, theirs)])
            print_behind(ours, theirs, both, results)
            for source in sources:
                if bool(ours.pdf(source)) != bool(theirs.pdf(source)):
                    only = theirs if theirs.pdf(source) else ours
                    other = ours if only is theirs else theirs
                    print(f"    only {only.name}: {source.stem:40.40s} {other.status_of(source)} {other.reason(source)[:90]}")
