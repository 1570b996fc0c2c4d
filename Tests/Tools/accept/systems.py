#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the results of two systems, such as Debian 12 and 13, for the same documents: words, boxes, and fields.

    python3 Tests/Tools systems ONE OTHER [--details]

ONE and OTHER are folders of results that the same pipeline wrote on two systems. Pages are compared by their JSON. Prints the share of pages with
the same text, the F1 of words between both, and the median and the 99th percentile of the distance between the edges of the same words' boxes, as a
share of the word's height. --details lists the pages whose text differs, and the words.
"""
import collections, difflib, json, pathlib, statistics, sys
import data


def words(page):
    """Returns the text and the box (x, y, width, height) of each word on a page, in reading order."""
    lines = (line for block in page.get("blocks", []) for line in block.get("lines", []))
    return [(word["text"], word["box"]) for line in lines for word in line.get("words", [])]


def pages(folder):
    found = {}
    for path in sorted(folder.rglob("pages/*.json")):
        try:
            found[str(path.relative_to(folder))] = json.loads(path.read_text())
        except ValueError:
            sys.exit(f"systems.py: {path} isn't JSON.")
    if not found:
        sys.exit(f"systems.py: {folder} has no pages: docscan run PIPELINE DOCUMENTS -o {folder}")
    return found


def fields(page):
    return {key: page[key] for key in ("receipt", "invoicePage", "barcodes") if page.get(key)}


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("one", type=pathlib.Path)
    parser.add_argument("other", type=pathlib.Path)
    parser.add_argument("--details", action="store_true")
    options = parser.parse_args()
    one, other = pages(options.one), pages(options.other)
    missing = sorted(set(one) ^ set(other))
    same, same_fields, distances = 0, 0, []
    common = counted = 0
    for name in sorted(set(one) & set(other)):
        left, right = words(one[name]), words(other[name])
        texts = [text for text, _ in left], [text for text, _ in right]
        counts = [collections.Counter(each) for each in texts]
        common += 2 * (counts[0] & counts[1]).total()
        counted += counts[0].total() + counts[1].total()
        same += texts[0] == texts[1]
        same_fields += [f.get("value") for f in flat(fields(one[name]))] == [f.get("value") for f in flat(fields(other[name]))]
        if options.details and texts[0] != texts[1]:
            print(f"{name}: {sorted((counts[0] - counts[1]).elements())[:12]} {sorted((counts[1] - counts[0]).elements())[:12]}")
        for block in difflib.SequenceMatcher(None, *texts, autojunk=False).get_matching_blocks():
            for (_, a), (_, b) in zip(left[block.a:block.a + block.size], right[block.b:block.b + block.size]):
                edges = zip((a[0], a[1], a[0] + a[2], a[1] + a[3]), (b[0], b[1], b[0] + b[2], b[1] + b[3]))
                distances.append(max(abs(x - y) for x, y in edges) / max(a[3], 1))
    count = len(set(one) & set(other))
    distances.sort()
    print(f"| pages | same text | same fields | F1 of words | box: median, 99% |\n|---|---|---|---|---|\n"
          f"| {count} | {same} | {same_fields} | {common / max(counted, 1):.4f} | "
          f"{statistics.median(distances or [0]):.3f}, {distances[int(.99 * (len(distances) - 1))] if distances else 0:.3f} |")
    if missing:
        print(f"Pages of one system only: {', '.join(missing)}")


def flat(value):
    """Returns all objects with a value in a JSON value, in order."""
    if isinstance(value, dict):
        found = [value] if "value" in value else []
        return found + [each for key in sorted(value) for each in flat(value[key])]
    return [each for item in value for each in flat(item)] if isinstance(value, list) else []


if __name__ == "__main__":
    main()
