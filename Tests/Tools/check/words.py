#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds wording that docscan does not use in what people read: README, the manual, the site's English, and messages in Swift.

    words.py

Code blocks of the manual and comments in Swift are not looked at, except for those of public declarations, which are documentation. Prints each place with what to write instead, and exits with 1.
"""
import data
import re
import sys


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
    (r"\bstands?\b(?! (for|trial|out)\b)", "is, are"),
    (r"\b(the )?same command goes on\b|--\w+ goes on\b", "to continue, run the same command"),
    (r"\b(get|gets|has|with|in) (its|their) usual (form|forms|value)\b|^[Ii]ts usual form", "the normalized value"),
    (r", also (with|when|where|if|in pipelines|between|one|of)\b", "even"),
    (r"\b[Oo]nly browsers that\b", "only a browser that opened the printed link"),
    (r"\b(box|it) searches? in\b", "covers all text"),
    (r"\broom(s)? (where|of the house)\b|\bthe rooms\b|\bthe way of a page\b", "page, modules, how a page is processed"),
    (r"\bWhat was decided about\b|\bcomes? into the results\b", "your correction, is applied"),
    (r"\b(are|is) in no sum\b|\bneed a look\b", "not counted, need checking"),
    (r"\b(without|found) faults\b|\bshould smooth\b", "is damaged, errors"),
    (r"\bat most so many\b|\bso many pages\b", "this many"),
    (r"\btakes? over what\b|\b[Aa]bove stands\b|\bis no TLS\b|\basks? nobody\b|\btwice two times\b", "picks up changes; … (words)"),
    (r"\bsettles? names\b|\bcuts? the work\b|\bas often as it is started\b", "fixes names, splits the work"),
    (r"\bhave it read to them\b|\bcan be started from here\b|\bunless the PDF stayed\b", "say it plainly"),
    (r"\d %(?![\dA-Za-z(])", "no space before %"),
    (r"(?<![\d.,])1 (documents|pages|words|files|receipts)\b(?! read)", "1 document, 1 page"),
]


def manual():
    for path in [data.ROOT / "README.md", *sorted((data.ROOT / "Sources/DocScan/DocScan.docc").glob("*.md"))]:
        is_code = False
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if line.lstrip().startswith("```"):
                is_code = not is_code
            elif not is_code:
                yield path, number, re.sub(r"`[^`]*`", "``", line)


def site():
    path = data.ROOT / "Sources/DocScanServe/View/Site/strings.en.js"
    for number, line in enumerate(path.read_text().splitlines(), 1):
        yield path, number, line.partition(": ")[2]


def messages():
    for path in sorted((data.ROOT / "Sources").rglob("*.swift")):
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


def documentation():
    for path in sorted((data.ROOT / "Sources").rglob("*.swift")):
        comment = []
        for number, line in enumerate(path.read_text().splitlines(), 1):
            line = line.strip()
            if line.startswith("///"):
                comment.append((number, re.sub(r"`[^`]*`", "``", line[3:])))
            elif not line.startswith("@"):
                if re.search(r"\bpublic\b", line):
                    yield from ((path, *part) for part in comment)
                comment = []


found = 0
for path, number, text in [*manual(), *site(), *messages(), *documentation()]:
    for pattern, instead in PATTERNS:
        if match := re.search(pattern, text):
            print(f"{path.relative_to(data.ROOT)}:{number}: “{match.group()}”: write “{instead}”.")
            found += 1
sys.exit(1 if found else 0)
