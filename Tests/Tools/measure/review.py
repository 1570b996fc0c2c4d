#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how many wrong words a person finds by checking the words in the order of `docscan review`.

    python3 Tests/Tools review DATA [--bin docscan] [--results FOLDER]

Compares this with checking pages in order, and with the engine's own confidences. Reads every document whose true text is known, once with
calibrated and once with the engine's own confidences."""
import json, pathlib, subprocess
import data
import numpy
from calibration_data import documents, read

SHARES = (0.01, 0.02, 0.05, 0.10, 0.20)


def words(args, confidence):
    """Returns every recognized word with a known truth: its place, its confidence, whether it is wrong."""
    rows = []
    for document in read(documents(args.data), args, confidence):
        for page in document.pages:
            where = page.json["document"]["name"], page.json["page"]["number"], confidence, page.json["languages"]
            for index, (word, right) in enumerate(zip(page.words, page.right)):
                rows.append(((*where[:2], tuple(where[3]), index), document.category, word[1], not right))
    return rows


def order_of_review(args, rows):
    """Returns the places of the words in the order of `docscan review`, from all libraries together."""
    wanted = {row[0][:3] + (row[0][3],): number for number, row in enumerate(rows)}
    found = []
    for out in sorted(args.results.glob("calibrated-*/out")):
        language = tuple(out.parent.name.removeprefix("calibrated-").split("+"))
        text = subprocess.run([args.bin, "review", out, "--json", "--limit", "100000"], check=True, capture_output=True)
        for item in json.loads(text.stdout)["items"]:
            key = (item["document"], item["page"], language, item["word"])
            if key in wanted:
                found.append((item["confidence"], wanted[key]))
    return [number for _, number in sorted(found)]


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--bin", default="docscan")
    parser.add_argument("--results", type=pathlib.Path, default=pathlib.Path("/tmp/docscan-review"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--recognize", type=json.loads, default={}, help="more settings of the recognize stage, as JSON")
    args = parser.parse_args()
    args.results.mkdir(parents=True, exist_ok=True)
    rows = words(args, "calibrated")
    engine = words(args, "engine")
    wrong = numpy.array([row[3] for row in rows])
    orders = {
        "docscan review": order_of_review(args, rows),
        "engine's confidence": sorted(range(len(engine)), key=lambda n: engine[n][2]),
        "page by page": list(range(len(rows))),
        "who knows all": sorted(range(len(rows)), key=lambda n: not wrong[n]),
    }
    print(f"{len(rows)} words, {wrong.sum()} of them wrong")
    print("| wrong words found after checking | " + " | ".join(f"{share:.0%} of the words" for share in SHARES) + " |")
    for name, order in orders.items():
        truth = numpy.array([row[3] for row in engine]) if name.startswith("engine") else wrong
        found = [truth[order[: int(share * len(truth))]].sum() / max(1, truth.sum()) for share in SHARES]
        print(f"| {name} | " + " | ".join(f"{value:.2f}" for value in found) + " |")
    for category in sorted({row[1] for row in rows}):
        mine = [number for number in orders["docscan review"] if rows[number][1] == category]
        all_words = [number for number, row in enumerate(rows) if row[1] == category]
        errors, count = wrong[all_words].sum(), int(0.05 * len(all_words))
        if errors:
            print(f"{category}: {len(all_words)} words, {errors} wrong; 5 %: {wrong[mine[:count]].sum() / errors:.2f} of them,"
                  f" at best {min(1, count / errors):.2f}")


if __name__ == "__main__":
    main()
