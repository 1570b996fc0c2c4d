#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the stage "form" on forms with known questions and answers: how many pairs it reports as one field.

    python3 Tests/Tools forms DATA [--category forms-funsd] [--bin .build/release/docscan] [--engine ppocr|tesseract] [--details]

Counts questions with one answer that no other question has. A field counts if its label is like the question and its value like the answer: the
same, or at least 80% alike, ignoring case, spaces, and punctuation. Tests/Tools/shared/data.py describes the layout of DATA. The truth is in
.funsd.json. Needs rapidfuzz.
"""
import collections, pathlib, re, tempfile, unicodedata
import data
from rapidfuzz import fuzz


def plain(text):
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFKC", text).upper())


def is_same(one, other):
    return one == other or len(one) >= 3 and fuzz.ratio(one, other) >= 80


def pairs(truth):
    """Returns (question, answer) of a form, for questions and answers that only have each other."""
    form = {entry["id"]: entry for entry in truth["form"]}
    links = set()
    for entry in form.values():
        for one, other in entry["linking"]:
            if {form[id]["label"] for id in (one, other) if id in form} == {"question", "answer"}:
                links.add((one, other) if form[one]["label"] == "question" else (other, one))
    degree = collections.Counter(id for link in links for id in link)
    texts = [(plain(form[one]["text"]), plain(form[other]["text"])) for one, other in sorted(links)
             if degree[one] == degree[other] == 1]
    return [(question, answer) for question, answer in texts if len(question) > 1 and answer]


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("data", type=data.folder, metavar="DATA")
    parser.add_argument("--category", default="forms-funsd")
    data.add_run(parser)
    parser.add_argument("--engine", choices=["ppocr", "tesseract"], default="ppocr")
    parser.add_argument("--details", action="store_true", help="name the pairs that were not given")
    args = parser.parse_args()
    engine = {"name": "ppocr", "combine": "doubt"} if args.engine == "ppocr" else "tesseract"
    stages = ["perspective", "orientation", "deskew", {"stage": "recognize", "languages": ["eng"], "engine": engine},
              "checkboxes", "form"]
    truths = dict(data.labelled(args.data / args.category, "funsd"))
    files = list(truths)
    counts = collections.Counter()
    with tempfile.TemporaryDirectory(prefix="docscan-forms-") as folder:
        read = data.read(args.bin, files, stages, pathlib.Path(folder), args.jobs)
        for file in files:
            fields = [(plain(field["label"]), plain(field["value"])) for page in read[file] for field in page.get("form") or []]
            counts["fields with a value"] += sum(1 for _, value in fields if value)
            for question, answer in pairs(truths[file]):
                given = any(is_same(label, question) and is_same(value, answer) for label, value in fields)
                counts["pairs"] += 1
                counts["given"] += given
                if args.details and not given:
                    print(f"  {file.name}: {question} = {answer}")
    print(f"{len(files)} forms, {counts['pairs']} pairs, {counts['fields with a value']} fields with a value; "
          f"given as one: {counts['given'] / max(1, counts['pairs']):.3f}")


if __name__ == "__main__":
    main()
