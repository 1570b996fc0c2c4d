#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts wording that docscan's style avoids, and missing documentation; both may only become less.

    python3 Tests/Tools words                      # fails if a count is above the one in words.json, and prints the places
    python3 Tests/Tools words --update             # writes lower counts to words.json; no option writes higher ones
    python3 Tests/Tools words --list [PART ...]    # prints all places whose path, layer, or pattern contains each PART

Layers: manual (pages and README), strings (help and messages), schemas, site, public and internal (documentation comments), comments (`//`),
tests (names), and commits (subjects and bodies since the last tag). Code blocks and `code` are not read.
"""
import argparse, bisect, collections, json, pathlib, re, subprocess, sys
import data, source

COUNTS = pathlib.Path(__file__).with_suffix(".json")
# Commits are read from here if the repository has no tag.
FIRST = "df776616"
# "Where" is a place after these words.
PLACES = "".join(rf"(?<!\b{word})" for word in [
    "place", "places", "folder", "folders", "page", "pages", "point", "line", "lines", "corner", "directory", "machine", "file", "row", "column",
    "from", "to", "be", "is", "are", "stay", "stays", "show", "shows", "of", "see", "know", "knows", "exactly", "spot", "side", "position"])
# Pattern, what to write instead, and the layers that it doesn't fit.
PATTERNS = {
    "01 nil where": (r"\b(nil|empty|absent|none|false|true|zero|0) where\b", "nil if, empty if", ""),
    "02 What": (r"^What (?!to |you |docscan |happens)(?!.*\?)", "a noun phrase: The result, The number", ""),
    "03 How": (r"^How (far|many|much|large|sure|wrong|likely|high|wide)\b(?!.*\?)", "a noun phrase: The distance, The number", ""),
    "04 Who": (r"\b(Whoever|whoever)\b|^(Who|Whose)\b(?!.*\?)", "the role: the caller, the user", ""),
    "05 is to be": (r"\b(is|are|was|were) (not |still |never )?to (be [a-z]+|come\b|stay\b|have\b|become\b)", "must, will, should, needs to", ""),
    "06 is none": (r"\b(that|which|it|they|one|where it|who) (is|are|was|were) none\b", "isn't one", ""),
    "07 is no": (r"(?<![Tt]here )\b(is|are|was|were) no (?!longer|more|less|fewer|such|one|doubt|way|need|reason)[a-z]+", "isn't a, has no", ""),
    "08 becomes of": (r"\b([Cc][ao]mes? of it|(became|becomes?) of|makes? of (it|them|a|the|its|another)|made (of (it|them)|anew)|let go of)\b",
                      "results in, interprets as, made from, releases", ""),
    "09 so many": (r"\bso (many|much|often|large|likely|few)\b(?! (as|that))", "this many, at most N", ""),
    "10 goes on": (r"\b(goes|go|going|gone|went) on\b", "continues", ""),
    "11 says of": (r"\b(says?|said|tells?|told|knows?|known) of\b", "describes, reports, records", ""),
    "12 that there is": (r"\b(that there (is|are|may be|can be)|all that (is|are|was|has|have|they|it)|[Aa]ll of it)\b", "name the thing", ""),
    "13 It": (r"^(It|They|Its|Their|That of|Those of|Both|The same)\b", "the thing's name as the subject", "strings schemas site commits"),
    "14 Where": (r"(^|[.;] )Where (?!to |documents|docscan)[a-z]+ [^.?]{5,80}, ", "If, When", ""),
    "15 stands, lies": (r"\b(stands?|stood|lies|lay) (in|on|at|beside|below|above|before|behind|there|over|within|outside)\b", "is", ""),
    "16 anew": (r"\b(anew|meanwhile|for ever|at hand|in hand|gives? way|in the place of|beforehand)\b", "again, in the meantime, indefinitely", ""),
    "17 of what": (r"\b(of|from|with|by|after|before|than|to|beside) what (is|are|was|were|has|have|it|they|people|somebody|others?)\b",
                   "a noun instead of the clause", ""),
    "20 behind": (r"\bbehind (it|them|the (number|word|name|sign|amount|label|last|first|comma|dot))\b", "after", ""),
    "22 where": (rf"[a-z,;]{PLACES} where (no|none|nothing|nobody|there|it|they|that|those|one|a|an|the|its|others?) ", "if, when, in which", ""),
    "23 Whether it": (r"^Whether (it|they|its|there)\b", "Whether the …", ""),
}

# Wording that is avoided only in what users read; README.md, the manual, strings, schemas, the site, and public comments.
PHRASES = [
    (r"\bstands there\b|\bwhat stands\b(?! (to|left|between))", "the text, the correct text"),
    (r"\b(take|takes|taken|took) (it |them |the last \w+ )?back\b", "undo"),
    (r"\bput(s|ting)? (it|them|the page|pages|words) right\b|\bput right\b", "correct, fix"),
    (r"\bto be expected\b", "probably, about"),
    (r"\bsums? that do(es)? not come out\b", "totals that don't match"),
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
    (r"\b(get|gets|has|with|in) (its|their) usual (form|forms|value)\b|^[Ii]ts usual form", "the normalized value"),
    (r", also (with|when|where|if|in pipelines|between|one|of)\b", "even"),
    (r"\b[Oo]nly browsers that\b", "only a browser that opened the printed link"),
    (r"\b(box|it) searches? in\b", "covers all text"),
    (r"\broom(s)? (where|of the house)\b|\bthe rooms\b|\bthe way of a page\b", "page, modules, how a page is processed"),
    (r"\bWhat was decided about\b|\bcomes? into the results\b", "your correction, is applied"),
    (r"\b(are|is) in no sum\b|\bneed a look\b", "not counted, need checking"),
    (r"\b(without|found) faults\b|\bshould smooth\b", "is damaged, errors"),
    (r"\btakes? over what\b|\b[Aa]bove stands\b|\bis no TLS\b|\basks? nobody\b|\btwice two times\b", "picks up changes; … (words)"),
    (r"\bsettles? names\b|\bcuts? the work\b|\bas often as it is started\b", "fixes names, splits the work"),
    (r"\bhave it read to them\b|\bcan be started from here\b|\bunless the PDF stayed\b", "say it plainly"),
    (r"\d %(?![\dA-Za-z(])", "no space before %"),
    (r"(?<![\d.,])1 (documents|pages|words|files|receipts)\b(?! read)", "1 document, 1 page"),
]
USERS = {"manual", "strings", "schemas", "site", "public"}
LAYERS = ["manual", "strings", "schemas", "site", "public", "internal", "comments", "tests", "commits"]
RULES = [(name, re.compile(pattern), instead, set(LAYERS) - set(but.split())) for name, (pattern, instead, but) in PATTERNS.items()]
RULES += [("phrase", re.compile(pattern), instead, USERS) for pattern, instead in PHRASES]
DECLARATION = re.compile(r"^ *(?:[a-z]+(?:\([a-z]+\))? )*(?:let|var|func|init|case|subscript)\b", re.M)
FUNCTION = re.compile(r"^( *)((?:@\w+ )*(?:[a-z]+(?:\([a-z]+\))? )*)(func|init|subscript)\b[^\n(]*\(", re.M)


class Passage:
    """A paragraph of a comment, a page, or a message: what the patterns are applied to."""

    def __init__(self, layer, path, lines):
        self.layer, self.path = layer, path
        self.numbers, self.starts, parts, length = [], [], [], 0
        for number, text in lines:
            text = re.sub(r"`[^`]*`", "``", text.strip())
            self.numbers.append(number)
            self.starts.append(length)
            parts.append(text)
            length += len(text) + 1
        self.text = " ".join(parts)
        folders = path.split("/")
        self.module = "commits" if layer == "commits" else pathlib.Path(path).stem if layer == "manual" else "/".join(folders[:2])

    def line(self, offset):
        return self.numbers[bisect.bisect_right(self.starts, offset) - 1]


def paragraphs(layer, path, lines):
    """Yields the passages of numbered lines. An empty line, a list item, a heading, or a table cell begins another one; code is omitted."""
    part, is_code = [], False
    for number, text in [*lines, (0, "")]:
        bare = text.strip()
        if bare.startswith("```"):
            is_code, bare = not is_code, ""
        elif is_code:
            continue
        item = re.match(r"(?:[-*+>|#]+|\d+\.) +(.*)", bare)
        if (not bare or item or bare.startswith("|")) and part:
            yield Passage(layer, path, part)
            part = []
        if bare.startswith("|"):
            for cell in bare.strip("|").split("|"):
                yield Passage(layer, path, [(number, cell)])
        elif bare:
            part.append((number, item[1] if item else bare))


def is_public(lines, number):
    """Returns whether the declaration below a comment is public, by itself or because of its type."""
    while number < len(lines) and re.match(r" *(@(?!_spi)[^\n]*|//.*)?$", lines[number]) and not re.search(r"\b(func|var|let)\b", lines[number]):
        number += 1
    if number >= len(lines):
        return False
    line = lines[number]
    words = re.split(r"[{=(:]", re.sub(r"@\w+(\([^)]*\))?", "", line))[0].split()
    if "public" in words or "open" in words:
        return True
    if not words or {"package", "private", "fileprivate", "internal"} & set(words):
        return False
    indent = len(line) - len(line.lstrip())
    for above in reversed(lines[:number]):
        if above.strip() and not above.lstrip().startswith(("//", "}", ")", "@")) and len(above) - len(above.lstrip()) < indent:
            owner = re.match(r" *public (?:indirect )?(enum|protocol|extension)\b", above)
            return bool(owner) and (owner[1] != "enum" or words[0] in ("case", "indirect"))
    return False


def comments(path, text, language):
    """Yields the passages of all comments of a file, and of the strings of a Swift source."""
    lines = text.split("\n")
    breaks = [place.start() for place in re.finditer("\n", text)]
    declarations = [place.start() for place in DECLARATION.finditer(text)] if language == "swift" else []
    has_strings = language == "swift" and path.startswith("Sources/") and not path.startswith("Sources/Examples")
    # The comment and the string that are being read, and the code in front of the latter.
    block, kind, end, string, before = [], None, 0, [], None

    def finished():
        if block:
            shown = language == "swift" and path.startswith("Sources/") and is_public(lines, block[-1][0])
            layer = "comments" if kind == "//" else "public" if shown else "internal"
            yield from paragraphs(layer, path, block)

    def written():
        if string:
            above = declarations[bisect.bisect_right(declarations, string[0][2]) - 1] if declarations else 0
            layer = "schemas" if "Schema" in path or re.search("schema", text[above:string[0][2]], re.I) else "strings"
            yield from paragraphs(layer, path, [(number, part) for number, part, _ in string])

    for piece, start, stop in source.pieces(text, language):
        number = bisect.bisect_left(breaks, start) + 1
        if piece == "comment":
            comment = text[start:stop]
            if comment.startswith("/*"):
                now = "///" if comment.startswith(("/**", "/*!")) else "//"
                bare = [re.sub(r"^\s*\*(?!\*) ?", "", line) for line in comment.strip("/*").split("\n")]
            else:
                now = "///" if comment.startswith(("///", "//!")) else "//"
                bare = [comment[len(now):]]
            if now != kind or not block or block[-1][0] != number - 1 or text[end:start].strip():
                yield from finished()
                block = []
            kind, end = now, stop
            if not re.match(r"\s*(SPDX|MARK|swift-|clang-|NOLINT|eslint)", bare[0]):
                block += [(number + more, line) for more, line in enumerate(bare)]
        elif piece == "literal" and has_strings:
            content = re.sub(r'^#*"+|"+#*$', "", text[start:stop])
            content = re.sub(r"\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)", "…", content)
            parts = [(number + more, part, start) for more, line in enumerate(content.split("\n")) for part in re.split(r"(?<!\\)\\n", line)]
            if before != "+":
                yield from written()
                string = []
            if string and parts:
                string[-1] = (string[-1][0], string[-1][1] + parts.pop(0)[1], string[-1][2])
            string += parts
        if piece != "comment":
            before = text[start:stop].strip() if piece == "code" else before
    yield from finished()
    yield from written()


def passages():
    """Yields everything that is checked, in the order of LAYERS as far as files allow."""
    for path in [data.ROOT / "README.md", *sorted((data.ROOT / "Sources/DocScan/DocScan.docc").glob("*.md"))]:
        yield from paragraphs("manual", str(path.relative_to(data.ROOT)), enumerate(path.read_text().splitlines(), 1))
    site = "Sources/DocScanServe/View/Site/strings.en.js"
    for number, line in enumerate((data.ROOT / site).read_text().splitlines(), 1):
        yield Passage("site", site, [(number, line.partition(": ")[2].strip(" ',\"`"))])
    for top in ("Sources", "Tests"):
        for path in sorted((data.ROOT / top).rglob("*")):
            if language := source.LANGUAGES.get(path.suffix):
                text, name = path.read_text(), str(path.relative_to(data.ROOT))
                yield from comments(name, text, language)
                if top == "Tests" and language == "swift":
                    yield from test_names(name, text)


def test_names(path, text):
    """Yields the names of tests and suites, or a function's name if a test has no other."""
    for match in re.finditer(r'@(?:Test|Suite)\(\s*"((?:[^"\\]|\\.)*)"', text):
        yield Passage("tests", path, [(text.count("\n", 0, match.start(1)) + 1, match[1])])
    for match in re.finditer(r'@Test\b(?:\((?!\s*")[^)]*\))?\s+(?:@\w+(?:\([^)]*\))?\s+)*func (\w+)', text):
        words = re.sub(r"([A-Z])", lambda letter: " " + letter[1].lower(), match[1])
        yield Passage("tests", path, [(text.count("\n", 0, match.start(1)) + 1, words[:1].upper() + words[1:])])


def git(*arguments):
    done = subprocess.run(["git", "-C", data.ROOT, *arguments], capture_output=True, text=True, errors="replace")
    return done.stdout if done.returncode == 0 else None


def commits():
    """Returns the messages of the commits since the last tag, or None if git doesn't know them."""
    tag = (git("describe", "--tags", "--abbrev=0") or FIRST).strip()
    is_whole = (git("rev-parse", "--is-shallow-repository") or "").strip() == "false"
    log = git("log", "--no-merges", "--format=%h%n%B%x00", f"{tag}..HEAD") if is_whole else None
    if log is None:
        return None
    return [passage for message in log.split("\0") if message.strip() for passage in messages(message.strip().split("\n"))]


def messages(lines):
    """Returns the passages of a commit message, whose first line is the commit's name."""
    # Text that a message quotes isn't its own wording.
    return paragraphs("commits", lines[0], enumerate((re.sub(r'"[^"]*"|“[^”]*”', "“”", line) for line in lines[1:]), 1))


def hits(passage):
    """Yields (pattern, suggestion, line, context) for each place in a passage that matches a pattern."""
    for name, pattern, instead, layers in RULES:
        if passage.layer in layers:
            for match in pattern.finditer(passage.text):
                around = passage.text[max(0, match.start() - 30):match.end() + 30].strip()
                yield name, instead, passage.line(max(match.start(), match.end() - 1 - len(match[0].strip()))), around


def documentation():
    """Yields (module, section, path, line) for each section that the documentation of a public function lacks."""
    for path in sorted((data.ROOT / "Sources").rglob("*.swift")):
        text, name = path.read_text(), str(path.relative_to(data.ROOT))
        if "Examples" in name or not re.search(r"\bpublic\b", text):
            continue
        lines = text.split("\n")
        for match in FUNCTION.finditer(text):
            number = text.count("\n", 0, match.start())
            above = number
            while above and re.match(r" *(///|@)", lines[above - 1]):
                above -= 1
            comment = "\n".join(lines[above:number])
            if "///" not in comment or not is_public(lines, number):
                continue
            depth, at = 1, match.end()
            while depth and at < len(text):
                depth += {"(": 1, ")": -1}.get(text[at], 0)
                at += 1
            after = re.match(r"[^{\n]*(?:\n *(?:->|throws|async|where)[^{\n]*)*", text[at:])[0]
            lacks = {
                "Parameters": text[match.end():at - 1].strip() and not re.search(r"/// +- Parameters?\b", comment),
                "Returns": match[3] == "func" and "->" in after and not re.search(r"/// +- Returns:|^ */// Returns ", comment, re.M),
                "Throws": re.search(r"\bthrows\b(?!\(Never\))", after.split("->")[0]) and not re.search(r"/// +- Throws:", comment),
            }
            for section in (section for section, is_missing in lacks.items() if is_missing):
                yield "/".join(name.split("/")[:2]), section, name, number + 1


def added_lines():
    """Returns {path: lines} of the lines added since the counts were written, to show the new ones among many places."""
    written = (git("log", "-1", "--format=%H", "--", COUNTS) or "").strip()
    found, name = collections.defaultdict(set), ""
    for line in (git("diff", "-U0", written, "--", "Sources", "Tests", "README.md") or "").splitlines() if written else []:
        if line.startswith("+++ "):
            name = line[6:]
        elif match := re.match(r"@@ \S+ \+(\d+)(?:,(\d+))? @@", line):
            found[name] |= set(range(int(match[1]), int(match[1]) + int(match[2] or 1)))
    return found


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("--update", action="store_true", help="write lower counts to words.json")
    parser.add_argument("--list", nargs="*", metavar="PART", help="print the places that contain each PART")
    options = parser.parse_args()
    places, flagged, comment_lines = collections.defaultdict(list), collections.Counter(), 0
    history = commits()
    for passage in [*passages(), *(history or [])]:
        found = list(hits(passage))
        flagged[passage.layer] += bool(found)
        for name, instead, line, words in found:
            places[passage.module, passage.layer, name].append((passage.path, line, f"… {words} …: write “{instead}”"))
    for module, section, path, line in documentation():
        places[module, "documentation", f"- {section}"].append((path, line, f"the public function has no “- {section}”"))
    for path in (data.ROOT / "Sources").rglob("*.swift"):
        comment_lines += len(re.findall(r"^ *///", path.read_text(), re.M))

    if options.list is not None:
        lines = [f"{path}:{line}: {words}" for (_, layer, name), some in sorted(places.items())
                 for path, line, words in some if all(part in f"{path} {layer} {name}" for part in options.list)]
        print("\n".join(lines + [f"{len(lines)} places"]))
        return
    allowed = {(module, layer, name): count for module, layers in (json.loads(COUNTS.read_text()) if COUNTS.exists() else {}).items()
               for layer, names in layers.items() for name, count in names.items()}
    if history is None:
        print("words: the commits are not checked: this is a shallow clone, or there is no git.")
    total = collections.Counter()
    for (_, layer, name), some in places.items():
        total[layer] += len(some)
    print("words: places by layer: " + ", ".join(f"{layer} {total[layer]} in {flagged[layer]}" for layer in LAYERS))
    missing = collections.Counter(name for (_, _, name), some in places.items() for _ in some if name.startswith("- "))
    print("words: documented public functions that lack a section: " + ", ".join(f"{name} {count}" for name, count in sorted(missing.items()))
          + f"; doc comment lines in Sources: {comment_lines}")

    keys = set(allowed) | set(places)
    above = [key for key in sorted(keys) if COUNTS.exists() and len(places[key]) > allowed.get(key, 0)]
    fewer = [key for key in sorted(keys) if len(places[key]) < allowed.get(key, 0) and (key[1] != "commits" or history is not None)]
    if options.update:
        kept = collections.defaultdict(lambda: collections.defaultdict(dict))
        for module, layer, name in sorted(keys):
            key = module, layer, name
            now = len(places[key]) if key[1] != "commits" or history is not None else allowed.get(key, 0)
            if count := min(allowed.get(key, 0), now) if COUNTS.exists() else now:
                kept[module][layer][name] = count
        COUNTS.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")
        print(f"words: {COUNTS.name} is written; {len(fewer)} counts became lower.")
    elif fewer:
        print(f"words: {len(fewer)} counts are lower than in {COUNTS.name}. Lower them there: python3 Tests/Tools words --update")
    recent = added_lines() if above else {}
    for key in above:
        module, layer, name = key
        print(f"{module}, {layer}, pattern “{name}”: {len(places[key])} places, {allowed.get(key, 0)} allowed. Reword:")
        new = [place for place in places[key] if place[1] in recent.get(place[0], ())] or places[key]
        for path, line, words in new[:20]:
            print(f"  {path}:{line}: {words}")
    if any(key[1] == "commits" for key in above):
        print("Reword commits before they are merged: git rebase --interactive")
    sys.exit(1 if above else 0)


if __name__ == "__main__":
    main()
