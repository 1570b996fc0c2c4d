# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures when a model's table is better than docscan's own, on the sources that didn't choose the limits.

  python3 Tests/Tools table_models OWN SEEN TRUTH

OWN and SEEN are output folders of docscan with page JSON made with the stage "tables", without and with its models ("models": false and true).
TRUTH is a folder of documents with the truth about their tables in NAME.tables.json. The source of a document is the part of its name before the
first hyphen, with a region of two letters after it if there is one, such as icdar13-eu in icdar13-eu-001-p1.pdf. A table's value is its TEDS.

For each source, the limits of `SketchedTable` that are best on all others are used, so that the gain is one on unknown sources. Needs rapidfuzz.
"""
import itertools, json, pathlib, re
from rapidfuzz.distance import Levenshtein
import data

SOURCE = re.compile(r"[^-]+(-[a-z]{2}(?=-))?")
USED = (0.98, 0.6, 0.9)
CHOICES = ((0.95, 0.97, 0.98, 0.985, 0.99), (0.4, 0.5, 0.6, 0.7, 0.8, 0.9), (0.8, 0.9, 0.95))


def pages(folder):
    return {path.relative_to(folder): json.loads(path.read_text()) for path in sorted(pathlib.Path(folder).glob("*/pages/*.json"))}


def corners(box):
    x, y, w, h = box
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


def places(cell):
    rows, columns = (range(cell[key], cell[key] + cell.get(key + "Span", 1)) for key in ("row", "column"))
    return [(row, column) for row in rows for column in columns]


def grid(cells):
    """Returns the cells of each row, as (rows, columns, text), with an empty cell at each place that none covers."""
    taken = {place: cell for cell in cells for place in places(cell)}
    rows, columns = (1 + max(place[axis] for place in taken) for axis in (0, 1))
    empty = {"rowSpan": 1, "columnSpan": 1, "text": ""}
    found = [[(column, taken.get((row, column), {**empty, "row": row, "column": column})) for column in range(columns)] for row in range(rows)]
    return [[(cell.get("rowSpan", 1), cell.get("columnSpan", 1), data.plain(cell.get("text") or ""))
             for column, cell in line if (cell["row"], cell["column"]) == (row, column)] for row, line in enumerate(found)]


def edits(one, other, price, change):
    """Returns the cost of turning one list into another, where adding or removing an item costs `price` of it."""
    costs = list(itertools.accumulate((price(item) for item in other), initial=0))
    for item in one:
        above, costs = costs, [costs[0] + price(item)]
        for index, second in enumerate(other):
            costs.append(min(above[index + 1] + price(item), costs[-1] + price(second), above[index] + change(item, second)))
    return costs[-1]


def similarity(one, other):
    """Returns the similarity of two grids: TEDS (https://arxiv.org/abs/1911.10683) with rows that are compared as wholes."""
    def of_cells(a, b):
        return 1 if a[:2] != b[:2] else Levenshtein.normalized_distance(a[2], b[2])

    def of_rows(a, b):
        return edits(a, b, lambda cell: 1, of_cells)

    size = max(1 + len(rows) + sum(map(len, rows)) for rows in (one, other))
    return 1 - edits(one, other, lambda row: 1 + len(row), of_rows) / size


def value(true, cells):
    """Returns the similarity to the true table that is most similar."""
    return max((similarity(grid(each), grid(cells)) for each in true), default=0)


def filled(sketch, words):
    """Returns the sketch's cells with the text of these words, and the share of words that are mostly inside of one cell."""
    cells, inside = [{**cell, "found": []} for cell in sketch["cells"]], 0

    def share(word, cell):
        (x, y, w, h), (u, v, s, t) = word["box"], cell["box"]
        return max(0, min(x + w, u + s) - max(x, u)) * max(0, min(y + h, v + t) - max(y, v)) / max(1e-6, w * h)

    def distance(word, cell):
        (x, y, w, h), (u, v, s, t) = word["box"], cell["box"]
        x, y = x + w / 2, y + h / 2
        return max(u - x, 0, x - u - s) + 3 * max(v - y, 0, y - v - t)

    for word in words:
        best = max(cells, key=lambda cell: (share(word, cell), -distance(word, cell)))
        inside += share(word, best) > 0.5
        best["found"].append(word)
    for cell in cells:
        # Words of a line overlap vertically.
        found = sorted(cell["found"], key=lambda word: word["box"][1] + word["box"][3] / 2)
        lines = []
        for word in found:
            if lines and word["box"][1] + word["box"][3] / 2 < lines[-1][0]["box"][1] + lines[-1][0]["box"][3]:
                lines[-1].append(word)
            else:
                lines.append([word])
        cell["text"] = " ".join(word["text"] for line in lines for word in sorted(line, key=lambda word: word["box"][0]))
    return cells, inside / max(1, len(words))


def tables(own, seen, truth):
    """Yields (source, values of both tables, features) for each of docscan's own tables that a model has looked at."""
    for path, page in own.items():
        file = truth / (page["page"]["source"] + ".tables.json")
        other = seen.get(path)
        if not file.exists() or other is None:
            continue
        true = [table["cells"] for table in json.loads(file.read_text())["tables"]]
        words = [word for block in page["blocks"] for line in block["lines"] for word in line["words"]]
        sketches = [sketch for sketch in other.get("tableSketches", []) if "regionConfidence" not in sketch]
        for table in page.get("tables", []):
            sketch = max(sketches, key=lambda s: data.overlap(corners(s["box"]), corners(table["box"])), default=None)
            if sketch is None or data.overlap(corners(sketch["box"]), corners(table["box"])) < 0.5:
                continue
            x, y, w, h = sketch["box"]
            inside = [word for word in words if x <= word["box"][0] + word["box"][2] / 2 <= x + w and y <= word["box"][1] + word["box"][3] / 2 <= y + h]
            cells, placed = filled(sketch, inside)
            shapes = [{tuple(cell.get(key, 1) for key in ("row", "column", "rowSpan", "columnSpan")) for cell in each} for each in (table["cells"], cells)]
            full = [sum(bool(cell["text"]) for cell in each) / (grid["rows"] * grid["columns"]) for each, grid in ((table["cells"], table), (cells, sketch))]
            fits = sketch["columns"] >= max(2, table["columns"]) and full[1] >= full[0]
            yield SOURCE.match(page["page"]["source"])[0], (value(true, table["cells"]), value(true, cells)), (
                sketch["confidence"], placed, len(shapes[0] & shapes[1]) / len(shapes[0] | shapes[1]), fits)


def gain(found, limits, isWanted):
    confidence, placed, equal = limits
    return sum(values[1] - values[0] for source, values, features in found if isWanted(source)
               and features[0] >= confidence and features[1] >= placed and features[2] < equal and features[3])


def main():
    parser = data.arguments(__doc__)
    for name in ("own", "seen", "truth"):
        parser.add_argument(name, type=data.folder)
    args = parser.parse_args()
    found = list(tables(pages(args.own), pages(args.seen), args.truth))
    everything = list(itertools.product(*CHOICES))
    print(f"{'source':24} tables    own  gain: with the limits in use, with those chosen on other sources, at most")
    for source in sorted({each[0] for each in found}):
        values = [each[1] for each in found if each[0] == source]
        best = max(everything, key=lambda limits: gain(found, limits, lambda other: other != source))
        used, left = (gain(found, limits, lambda other: other == source) / len(values) for limits in (USED, best))
        most = sum(max(0, b - a) for a, b in values) / len(values)
        print(f"{source:24} {len(values):6} {sum(a for a, _ in values) / len(values):6.3f} {used:+6.3f} {left:+6.3f} {most:+6.3f}  {best}")


if __name__ == "__main__":
    main()
