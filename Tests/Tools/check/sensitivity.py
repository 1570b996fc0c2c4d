#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how results change with the numbers that were chosen, not fitted: tries other values, and counts the pages that differ.

    git worktree add TREE && python3 Tests/Tools sensitivity prepare TREE && (cd TREE && swift build -c release)
    python3 Tests/Tools sensitivity measure DATA … --bin TREE/.build/release [--only PATTERN] [--most 6] [--made 36]
    python3 Tests/Tools sensitivity list
    python3 Tests/Tools sensitivity check

A difference in confidence alone doesn't count. `prepare` changes the sources of another checkout so that chosen numbers can be set at run time.
`measure` reads the pages that a number affects with the usual value and with the others. Tests/Tools/shared/data.py describes the layout of DATA.
The pages of a kind are those of SampleMaker, and at most --most of each category. Needs rapidfuzz. A comment on the line of a new number declares
it:

    static let sure = 0.95  // Chosen: 0.9 to 0.99 (turned).

`check` checks that every declared number can be tried, and `list` prints them.
"""
import json, pathlib, re, subprocess, sys, tempfile
import data

# The comment of a chosen number, after its line or above it: other values, and the pages that it affects. If the line contains several numbers, the
# comment names its own: "// Chosen: 0.6, 0.5 to 0.7 (languages); 3, 2 to 5 (read)."
CHOSEN = re.compile(r"// Chosen: (.*)\.$")
PART = re.compile(r"(?:([-\d.]+)F?, )?([-\d.]+) to ([-\d.]+) \((\w+)\)")
LITERAL = re.compile(r"(?<![\w.])-?\d[\d_]*(?:\.\d+)?(?=F?(?![\w.]))")

SWIFT = """internal import Glibc

private let given: [Double] = unsafe getenv("DOCSCAN_NUMBER").map {
  unsafe String(cString: $0).split(separator: ":").compactMap { Double($0) }
} ?? []

func tried(_ number: Double, _ usual: Double) -> Double { given.first == number ? given[1] : usual }
func tried(_ number: Double, _ usual: Int) -> Int { given.first == number ? Int(given[1]) : usual }
"""
CPP = """#include <cstdlib>

namespace vision {
inline double tried(int number, double usual) {
    static const char *given = std::getenv("DOCSCAN_NUMBER");
    char *value;
    return given && std::strtol(given, &value, 10) == number && *value == ':' ? std::atof(value + 1) : usual;
}
}  // namespace vision
"""


def numbers(tree):
    """Yields all chosen numbers: place (file, line, column), usual value, other values, and the pages that each affects."""
    for file in sorted((tree / "Sources").rglob("*")):
        if file.suffix not in (".swift", ".cpp"):
            continue
        lines = file.read_text().split("\n")
        for index, line in enumerate(lines):
            found = CHOSEN.search(line)
            if not found:
                continue
            code = line[: found.start()]
            number = index if code.strip() else index + 1
            code = code if code.strip() else lines[number].split("//")[0]
            literals = list(LITERAL.finditer(code))
            for part in found[1].split("; "):
                said = PART.fullmatch(part)
                own = [literal for literal in literals if said and (not said[1] or literal[0] == said[1])]
                if len(own) != 1 or said[4] not in KINDS:
                    sys.exit(f"{file.relative_to(tree)}:{index + 1}: it does not say which number it is about, or what for: {line.strip()}")
                yield (file, number, own[0].start()), own[0][0], (float(said[2]), float(said[3])), said[4]


def listed(tree):
    """Formats them for people: the file, the line with marks around the number, other values, and the pages."""
    for (file, line, column), usual, others, kind in numbers(tree):
        code = file.read_text().split("\n")[line].split("//")[0].rstrip()
        marked = code[:column] + f"«{usual}»" + code[column + len(usual):]
        yield str(file.relative_to(tree / "Sources")), marked.strip(), others, kind


def changed(tree):
    """Returns the sources with chosen numbers by their paths, changed so that they take them from the environment."""
    texts = {}
    # From the end of each line to its start, so that columns stay valid.
    for number, ((file, line, column), usual, _, _) in sorted(enumerate(numbers(tree)), key=lambda it: it[1][0], reverse=True):
        lines = texts.setdefault(file, file.read_text().split("\n"))
        call = f"tried({number}, {usual})" if file.suffix == ".swift" else f"vision::tried({number}, {usual})"
        # A compile-time constant can't come from the environment.
        head = (lines[line][:column] + call).replace("constexpr", "const")
        lines[line] = head + lines[line][column + len(usual):].removeprefix("F" if file.suffix == ".cpp" else "")
    return {file: "\n".join(lines) for file, lines in texts.items()}


def prepare(tree):
    """Makes the sources of a checkout take numbers from the environment."""
    if tree.resolve() == data.ROOT:
        sys.exit("Another checkout is needed: its sources are changed.")
    for file, text in changed(tree).items():
        file.write_text(text)
        if file.suffix == ".swift":
            (tree / "Sources" / file.relative_to(tree / "Sources").parts[0] / "Tried.swift").write_text(SWIFT)
    support = tree / "Sources/CVision/Pixels/Support.h"
    support.write_text(support.read_text().replace("#include <cstdio>\n", "#include <cstdio>\n" + CPP))


# --- pages of a kind, how docscan reads them, and how well

def made(args, scratch, change, files=()):
    folder = scratch / f"made-{change}-{len(files)}"
    folder.mkdir()
    subprocess.run([args.bin / "SampleMaker", change, folder, str(args.seed), str(args.made), *files], check=True)
    return sorted(f for f in folder.iterdir() if f.suffix != ".json")


def known(args, kind):
    return [file for folder in args.data for file, _ in data.labelled(folder, kind) if file.parent.name != "photos-text"]


def some(args, *categories):
    return [file for folder in args.data for name in categories for file in data.documents(folder, name)[: args.most]]


def truth_of(file, kind):
    return json.loads(data.beside(file, f".{kind}.json").read_text())


def turned_right(found):
    wanted = [(pages[0], truth_of(file, "orientation")["correct_by_clockwise_degrees"]) for file, pages in found.items() if pages]
    right = [round(data.correction(page, "orientation").get("degrees", 0)) % 360 == degrees for page, degrees in wanted]
    return f"right {sum(right)} of {len(right)}"


def overlap(found):
    quads = [(data.correction(pages[0], "perspective").get("quad"), truth_of(file, "quad")["quad"])
             for file, pages in found.items() if pages and data.beside(file, ".quad.json").exists()]
    overlaps = [data.overlap(quad, truth) if quad else 0 for quad, truth in quads]
    return f"overlap {sum(overlaps) / max(1, len(overlaps)):.4f}"


def skew_error(found):
    errors = [abs(data.correction(pages[0], "deskew").get("degrees", 0) + truth_of(file, "skew")["skew_degrees"])
              for file, pages in found.items() if pages]
    return f"error {sum(errors) / max(1, len(errors)):.4f}°"


def character_errors(found):
    from rapidfuzz.distance import Levenshtein
    wrong = length = 0
    for file, pages in found.items():
        truth = data.beside(file, ".truth.txt")
        if truth.exists():
            # Not all scripts have spaces.
            want, got = (data.plain(text).replace(" ", "") for text in
                         (truth.read_text(errors="replace"), "\n".join(page.get("text") or "" for page in pages)))
            wrong, length = wrong + min(Levenshtein.distance(want, got), len(want)), length + len(want)
    return f"errors {wrong / max(1, length):.4f}"


def words_found(found):
    """Returns the F1 score of the words of receipts in any order."""
    common = number = 0
    for file, pages in found.items():
        truth = data.beside(file, ".words.json")
        if truth.exists():
            want = data.tokens("\n".join(item["text"] for item in json.loads(truth.read_text())["items"]))
            got = data.tokens("\n".join(page.get("text") or "" for page in pages))
            common, number = common + 2 * (want & got).total(), number + want.total() + got.total()
    return f"{character_errors(found)}, word F1 {common / max(1, number):.4f}"


def outcome(value):
    """Returns the contents of a page JSON without confidences."""
    if isinstance(value, dict):
        return {key: outcome(item) for key, item in value.items() if key != "confidence"}
    return [outcome(item) for item in value] if isinstance(value, list) else value


def no_figure(found):
    return ""


def beds_of_slips(args, scratch):
    global beds
    import beds  # Needs numpy and opencv.
    target = scratch / "beds"
    target.mkdir()
    return [bed for folder in args.data for bed in beds.make(beds.receipts(folder, "receipts-sroie"), args.made, args.seed, target)]


STRAIGHT = ["perspective", "orientation", "deskew"]
FLAT = ["clean-english", "receipts-sroie", "skew-natural", "multipage-scans"]
KINDS = {
    "turned": (lambda args, scratch: made(args, scratch, "turned")
               + (made(args, scratch, "turned", some(args, "clean-english")) if args.data else []),
               ["orientation"], turned_right),
    "languages": (lambda args, scratch: some(args, "multilingual", "receipts-korean", "photos-text"),
                  [*STRAIGHT, {"stage": "recognize", "languages": "auto"}], character_errors),
    "read": (lambda args, scratch: some(args, "clean-english", "receipts-sroie", "orientation"),
             [*STRAIGHT, {"stage": "recognize", "languages": ["eng"]}], character_errors),
    "doubt": (lambda args, scratch: some(args, "receipts-sroie", "photos-text", "receipts-korean", "clean-english"),
              [*STRAIGHT, {"stage": "recognize", "languages": "auto", "engine": {"name": "ppocr", "combine": "doubt"}}],
              words_found),
    "sheets": (lambda args, scratch: made(args, scratch, "photographs") + known(args, "quad") + some(args, *FLAT),
               ["perspective"], overlap),
    "slips": (beds_of_slips, ["slips"], lambda found: beds.figure(found)),
    "askew": (lambda args, scratch: made(args, scratch, "askew") + known(args, "skew"), ["deskew"], skew_error),
    "flat": (lambda args, scratch: some(args, *FLAT, "blank-pages", "photos-curved"),
             ["spreads", "dewarp", "deskew", "crop", "blank"], no_figure),
    "clean": (lambda args, scratch: some(args, *FLAT), ["clean", "recognize"], character_errors),
    "white": (lambda args, scratch: made(args, scratch, "photographs") + some(args, "receipts-photo", "photos-text"),
              ["perspective", "clean"], no_figure),
}


def measure(args, scratch):
    rows = [(number, *row) for number, row in enumerate(listed(data.ROOT))
            if re.search(args.only, f"{row[0]} {row[1]} {row[3]}")]
    for kind in dict.fromkeys(row[4] for row in rows):
        pages, stages, figure = KINDS[kind]
        files = pages(args, scratch)
        runs = 0

        def read(environment):
            nonlocal runs
            runs += 1
            return data.read(args.bin / "docscan", files, stages, scratch / f"{kind}-{runs}", args.jobs, environment)

        usual = read({})
        print(f"\n{kind}: {sum(map(len, usual.values()))} pages; as they are, {figure(usual) or 'no figure'}", flush=True)
        for number, path, place, values, _ in (row for row in rows if row[4] == kind):
            print(f"  {path} {place}")
            for value in values:
                found = read({"DOCSCAN_NUMBER": f"{number}:{value}"})
                others = sum(outcome(a) != outcome(b) for file in files for a, b in zip(usual[file], found[file]))
                print(f"    {value:<8g} {others:4d} pages differ  {figure(found)}", flush=True)


def main():
    parser = data.arguments(__doc__)
    tasks = parser.add_subparsers(dest="task", required=True)
    tasks.add_parser("prepare").add_argument("tree", type=pathlib.Path)
    tasks.add_parser("check")
    tasks.add_parser("list")
    task = tasks.add_parser("measure")
    task.add_argument("data", nargs="*", type=data.folder, metavar="DATA")
    task.add_argument("--bin", type=pathlib.Path, required=True, help="where the prepared checkout has its programs")
    task.add_argument("--only", default="", help="only numbers whose file, line or pages this pattern finds")
    task.add_argument("--most", type=int, default=6, help="so many documents of each category")
    task.add_argument("--made", type=int, default=36, help="so many pages are made")
    task.add_argument("--seed", type=int, default=1)
    task.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    if args.task == "prepare":
        return prepare(args.tree)
    if args.task == "check":
        return print(f"{len(list(numbers(data.ROOT)))} numbers in {len(changed(data.ROOT))} files")
    if args.task == "list":
        for file, line, (least, most), kind in listed(data.ROOT):
            print(f"{file}: {line} — {least:g} to {most:g} ({kind})")
        return
    with tempfile.TemporaryDirectory(prefix="docscan-sensitivity-") as scratch:
        measure(args, pathlib.Path(scratch))


if __name__ == "__main__":
    main()
