#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds wording that docscan does not use in what people read: README, the manual, the site's English, and messages in Swift.

    words.py

Code blocks of the manual and comments in Swift are not looked at. Prints each place with what to write instead, and exits with 1.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# What not to write, and what to write instead. A line is looked at by itself.
PATTERNS = [
    (r"\bstands there\b|\bwhat stands\b(?! (to|left|between))", "the text, the correct text"),
    (r"\b(take|takes|taken|took) (it |them |the last \w+ )?back\b", "undo"),
    (r"\bput(s|ting)? (it|them|the page|pages|words) right\b|\bput right\b", "correct, fix"),
    (r"\bin hand\b", "in progress"),
    (r"\bto be expected\b", "probably, about"),
    (r"\bsums? that do(es)? not come out\b", "totals that don't match"),
    (r"(?<![Tt]here )\b(is|are) no (language|country|address|file|text|word|page|server|document|receipt|output|decision|pipeline|PDF)\b",
     "is not a …"),
    (r"\b(brings?|brought|come|comes) (the )?decisions into\b|\bdecisions come into\b", "apply corrections"),
    (r"\bgoes out as\b", "you can export"),
    (r"\bwhat (it|they) comes? to\b", "what they add up to"),
    (r"\bhears of it\b", "is notified"),
    (r"\b(gives?|giving) back (memory|all)\b", "frees"),
    (r"\bwho wants less\b", "to get fewer"),
    (r"\bno more there\b", "no longer exists"),
    (r"\bfits? nowhere\b", "no longer fits"),
    (r"\bPages from elsewhere\b", "requests from other sites"),
    (r"\bHere one can\b|\bone can only\b", "read-only"),
    (r"\blooks? in (names|texts)\b", "searches names, searches text"),
    (r"\bchanges nothing of\b", "leaves it unchanged"),
    (r"\btake turns\b(?=.*(scan|text))", "shows the scan or the text"),
    (r"\d %(?![\dA-Za-z(])", "no space before %"),
    (r"(?<![\d.,])1 (documents|pages|words|files|receipts)\b(?! read)", "1 document, 1 page"),
]


def manual():
    for path in [ROOT / "README.md", *sorted((ROOT / "Sources/DocScan/DocScan.docc").glob("*.md"))]:
        is_code = False
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if line.lstrip().startswith("```"):
                is_code = not is_code
            elif not is_code:
                yield path, number, re.sub(r"`[^`]*`", "``", line)


def site():
    path = ROOT / "Sources/DocScanLibrary/View/Site/strings.en.js"
    for number, line in enumerate(path.read_text().splitlines(), 1):
        yield path, number, line.partition(": ")[2]


def messages():
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        is_long = False
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if line.lstrip().startswith("//"):
                continue
            if line.count('"""') == 1:
                is_long = not is_long
            elif is_long:
                yield path, number, line
            else:
                for text in re.findall(r'"((?:[^"\\]|\\.)*)"', line):
                    yield path, number, text


found = 0
for path, number, text in [*manual(), *site(), *messages()]:
    for pattern, instead in PATTERNS:
        if match := re.search(pattern, text):
            print(f"{path.relative_to(ROOT)}:{number}: “{match.group()}”: write “{instead}”.")
            found += 1
sys.exit(1 if found else 0)
