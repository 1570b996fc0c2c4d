#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Says what changes with the numbers that were chosen, not fitted: tries others, and counts the pages
that come out differently in more than how sure docscan is.

    git worktree add TREE && python3 Tests/Tools sensitivity prepare TREE && (cd TREE && swift build -c release)
    python3 Tests/Tools sensitivity measure DATA … --bin TREE/.build/release [--only PATTERN] [--most 6] [--made 36]
    python3 Tests/Tools sensitivity check

`prepare` changes the sources of another checkout so that the numbers below can be given while it runs. `measure` reads the
pages that a number is for with the usual value and with the others. Tests/Tools/shared/data.py says how DATA lies; the pages of a kind
are those of SampleMaker, and at most so many of each category. Needs rapidfuzz. A row for a new number is one line here;
`check` says whether the rows still fit the sources.
"""
import argparse, json, pathlib, re, subprocess, sys, tempfile
import data

# Where a number stands (the file, and the line around it), other values, and the pages that it is for.
NUMBERS = [
    ("DocScanEngine/TurnDecision.swift", "1 - evidence.horizontal), limit: «0.03»)", (0.01, 0.1), "turned"),
    ("DocScanEngine/TurnDecision.swift", "logOdds(evidence.upright, limit: «0.007»)", (0.002, 0.03), "turned"),
    ("DocScanEngine/TurnDecision.swift", "let sure = «0.95»", (0.9, 0.99), "turned"),
    ("DocScanEngine/TurnDecision.swift", "best.probability < «0.9» ||", (0.8, 0.95), "turned"),
    ("DocScanEngine/TurnDecision.swift", "abs(up) >= «4»", (3, 6), "turned"),
    ("DocScanEngine/TurnDecision.swift", "readable >= «2.5»", (1.5, 4), "turned"),
    ("DocScanEngine/TurnDecision.swift", "guard better >= «0.45»", (0.3, 0.6), "turned"),
    ("DocScanEngine/TurnDecision.swift", "upsideDown.characters) >= «4»", (2, 8), "turned"),
    ("DocScanEngine/TurnDecision.swift", "upsideDown.confidence) / «0.12»", (0.06, 0.24), "turned"),
    ("DocScanEngine/TurnDecision.swift", "(better - 0.45) / «0.35»", (0.2, 0.6), "turned"),
    ("DocScanEngine/TurnDecision.swift", "max($0, «0.05»)", (0.02, 0.1), "turned"),
    ("DocScanEngine/TurnDecision.swift", "alphabetic < «0.3»", (0.1, 0.5), "turned"),
    ("DocScanEngine/TurnDecision.swift", "(confidence + «6»)", (3, 12), "turned"),
    ("DocScanEngine/TurnDecision.swift", "(confidence + «1»)", (0.5, 2), "turned"),
    ("DocScanEngine/TurnDecision.swift", "? «0.6» * (1 - share)", (0.4, 0.8), "turned"),
    ("DocScanEngine/Stages/OrientationStage.swift", "mostLines = «5»", (3, 8), "turned"),
    ("DocScanEngine/TurnDecision.swift", "enough = «0.99»", (0.98, 0.999), "turned"),
    ("DocScanEngine/TurnDecision.swift", "enoughToTurn = «0.999»", (0.99, 0.9999), "turned"),
    ("DocScanEngine/Stages/OrientationStage.swift", "leastOfScript = «1.0»", (0.5, 2), "turned"),
    ("DocScanEngine/TurnPictures.swift", "leastProbability = «0.001»", (0.0001, 0.01), "turned"),
    ("DocScanEngine/TurnPictures.swift", "lettersAcross = «22.0»", (15, 30), "turned"),
    ("DocScanEngine/TurnPictures.swift", "mostLines = «4»", (2, 6), "turned"),
    ("DocScanEngine/TurnPictures.swift", "fewestLines = «2»", (1, 4), "turned"),
    ("CVision/Text/Turn.cpp", "leastMarks = «5»", (4, 8), "turned"),
    ("CVision/Text/Turn.cpp", "std::max(1.3, «0.15» * height)", (0.1, 0.2), "turned"),
    ("CVision/Text/Turn.cpp", "std::max(1.6, «0.2» * height)", (0.15, 0.3), "turned"),
    ("CVision/Text/Turn.cpp", "mostStacked = «0.08»", (0.04, 0.16), "turned"),
    ("CVision/Text/Turn.cpp", "steepness = «0.5»", (0.3, 0.8), "turned"),
    ("DocScanEngine/Languages/ScriptTrial.swift", "plain = «0.5»", (0.4, 0.6), "languages"),
    ("DocScanEngine/Languages/ScriptTrial.swift", "plainOfOthers = «0.75»", (0.65, 0.85), "languages"),
    ("DocScanEngine/Languages/ScriptTrial.swift", "credibleEastAsian) = («0.6»", (0.55, 0.65), "languages"),
    ("DocScanEngine/Languages/ScriptTrial.swift", ", «0.55»)", (0.5, 0.6), "languages"),
    ("DocScanEngine/Languages/ScriptTrial.swift", "doubtInLetters = «4.0»", (2, 8), "languages"),
    ("DocScanEngine/Languages/LanguageFinder.swift", "sure = «0.75»", (0.65, 0.85), "languages"),
    ("DocScanEngine/Languages/ToldLanguage.swift", "plain = «0.9»", (0.85, 0.95), "languages"),
    ("DocScanEngine/Languages/LanguageFinder+SecondLook.swift", "clearOfMissed = «0.8»", (0.7, 0.9), "languages"),
    ("DocScanEngine/Languages/LanguageFinder+SecondLook.swift", "ownLead = «0.05»", (0.02, 0.1), "languages"),
    ("DocScanEngine/Languages/LanguageFinder+SecondLook.swift", "plentyOfUsual = «60»", (30, 120), "languages"),
    ("DocScanEngine/KeptText.swift", "mostAskew = «8.0»", (5, 12), "sheets"),
    ("CVision/Sheet/Bed.cpp", "mayBeBed = «14»", (10, 20), "slips"),
    ("CVision/Sheet/Bed.cpp", "isBed = «6»", (4, 9), "slips"),
    ("CVision/Sheet/Bed.cpp", "leastStep = «5»", (4, 8), "slips"),
    ("CVision/Sheet/Bed.cpp", "noiseStep = «4»", (3, 6), "slips"),
    ("CVision/Sheet/Slips.cpp", "leastFilling = «0.7»", (0.6, 0.8), "slips"),
    ("CVision/Sheet/Slips.cpp", "sameTone = «3»", (1.5, 5), "slips"),
    ("CVision/Sheet/Slips.cpp", "darkRim = «45»", (30, 70), "slips"),
    ("CVision/Sheet/Slips.cpp", "inkStep = «20»", (12, 30), "slips"),
    ("CVision/Sheet/Slips.cpp", "leastInked = «0.002»", (0.001, 0.005), "slips"),
    ("CVision/Sheet/Slips.cpp", "mostBelowBed = «60»", (40, 90), "slips"),
    ("CVision/Sheet/Slips.cpp", "leastOnSlips = «0.8»", (0.6, 0.9), "slips"),
    ("CVision/Sheet/Slips.cpp", "mostApart = «2.2»", (1.6, 3), "slips"),
    ("DocScanEngine/Languages/ScriptTrial.swift", "foreign = «0.4»", (0.3, 0.5), "languages"),
    ("DocScanEngine/Languages/ScriptTrial.swift", "least = «0.3»", (0.2, 0.4), "languages"),
    ("DocScanEngine/Languages/ScriptTrial.swift", "fewest = «4»", (2, 8), "languages"),
    ("DocScanEngine/Languages/ScriptTrial.swift", "hopeless = «0.6»", (0.4, 0.8), "languages"),
    ("DocScanEngine/Languages/ScriptTrial.swift", "traditionalLead = «0.035»", (0.02, 0.05), "languages"),
    ("DocScanEngine/Languages/ScriptTrial.swift", "traditionalLeadOfShort = «0.08»", (0.04, 0.12), "languages"),
    ("DocScanEngine/Languages/ScriptTrial.swift", "kanaShare >= «0.15»", (0.08, 0.3), "languages"),
    ("DocScanEngine/Languages/LanguageFinder.swift", "leastShare = «0.12»", (0.06, 0.24), "languages"),
    ("DocScanEngine/Languages/LanguageFinder.swift", "clear = «0.6»", (0.5, 0.7), "languages"),
    ("DocScanEngine/Languages/LanguageFinder.swift", "= («0.02», 0.05)", (0.01, 0.04), "languages"),
    ("DocScanEngine/Languages/LanguageFinder.swift", ", «0.05»)", (0.025, 0.1), "languages"),
    ("DocScanEngine/Languages/LanguageFinder.swift", "leastLatin = «0.04»", (0.02, 0.08), "languages"),
    ("DocScanEngine/Languages/LanguageFinder+SecondLook.swift", "misread = «0.4»", (0.3, 0.5), "languages"),
    ("DocScanEngine/Languages/LanguageFinder+SecondLook.swift", "leastMisread = «0.025»", (0.01, 0.05), "languages"),
    ("DocScanEngine/Languages/BlockLanguages.swift", "leastGain = «0.04»", (0.02, 0.08), "languages"),
    ("DocScanEngine/Recognition/NoiseLimit.swift", "plenty = «8000»", (6500, 12000), "read"),
    ("DocScanEngine/Recognition/NoiseLimit.swift", "leastShare = «0.65»", (0.5, 0.8), "read"),
    ("DocScanEngine/Recognition/NoiseLimit.swift", "mostInSquare = «1.0»", (0.7, 1.5), "read"),
    ("DocScanEngine/Recognition/Preprocessing.swift", "bestLetterHeight = «16.0»", (14, 20), "read"),
    ("DocScanEngine/Recognition/PageReader.swift", "poor = «0.9»", (0.85, 0.95), "read"),
    ("DocScanEngine/Recognition/PageReader.swift", "muchWorse = «0.15»", (0.1, 0.25), "read"),
    ("DocScanEngine/Recognition/PageReader.swift", "muchBetter = «0.1»", (0.05, 0.2), "read"),
    ("DocScanEngine/Recognition/MissedText.swift", "missed = «0.75»", (0.6, 0.9), "read"),
    ("DocScanEngine/Recognition/MissedText.swift", "shortest = «4.0»", (3, 6), "read"),
    ("DocScanEngine/Recognition/MissedText.swift", "sure = «0.75»", (0.6, 0.85), "read"),
    ("DocScanEngine/SecondEngine/NetworkReader.swift", "sure = «0.9»", (0.85, 0.95), "doubt"),
    ("DocScanEngine/SecondEngine/NetworkReader.swift", "covered = «0.6»", (0.4, 0.8), "doubt"),
    ("DocScanEngine/SecondEngine/NetworkReader.swift", "doubtfulWords = «0.05»", (0.02, 0.1), "doubt"),
    ("DocScanEngine/SecondEngine/NetworkReader.swift", "unread = «0.1»", (0.05, 0.2), "doubt"),
    ("DocScanEngine/SecondEngine/NetworkReader.swift", "poor = «0.1»", (0.05, 0.25), "doubt"),
    ("DocScanEngine/SecondEngine/NetworkReader.swift", "mostRead = «0.5»", (0.25, 0.8), "doubt"),
    ("DocScanEngine/SecondEngine/NetworkReader.swift", "leastChanged = «0.2»", (0, 0.5), "doubt"),
    ("DocScanEngine/SecondEngine/NetworkReader.swift", "missed = «0.25»", (0.1, 0.6), "doubt"),
    ("DocScanNative/Networks/LineFinder.swift", "smallSide = «640.0»", (480, 960), "doubt"),
    ("DocScanEngine/SecondEngine/DoubtfulPlaces.swift", "leastGain = «0.15»", (0.1, 0.3), "doubt"),
    ("DocScanEngine/SecondEngine/LineMerge.swift", "smallKana = «0.65»", (0.5, 0.8), "doubt"),
    ("DocScanEngine/SecondEngine/PieceMerge.swift", "commonDoubt = «0.7»", (0.5, 0.9), "doubt"),
    ("DocScanEngine/SecondEngine/PieceMerge.swift", "cost = «0.5»", (0.3, 0.7), "doubt"),
    ("DocScanEngine/SecondEngine/PieceMerge.swift", "leadOfLookalike = «1.0»", (0.5, 2), "doubt"),
    ("DocScanEngine/SecondEngine/PieceMerge.swift", "space = «0.2»", (0.1, 0.3), "doubt"),
    ("DocScanEngine/SecondEngine/PieceMerge.swift", "spaceBehindLabel = «0.1»", (0.05, 0.2), "doubt"),
    ("DocScanEngine/SecondEngine/PieceMerge.swift", "covered = «0.6»", (0.4, 0.8), "doubt"),
    ("DocScanEngine/Recognition/TesseractReader.swift", "better = «1.05»", (1, 1.2), "doubt"),
    ("DocScanEngine/Recognition/LevelLines.swift", "leading = «2.0»", (1.6, 2.5), "doubt"),
    ("DocScanNative/Networks/NetworkText.swift", "shareOfPoint: Float = «0.01»", (0.003, 0.03), "doubt"),
    ("DocScanEngine/Recognition/Layout/NoiseFilter.swift", "doubtful = «0.6»", (0.5, 0.7), "read"),
    ("DocScanEngine/Recognition/Layout/NoiseFilter.swift", "unlikely = «0.3»", (0.2, 0.4), "read"),
    ("DocScanEngine/Recognition/Layout/NoiseFilter.swift", "poorLine = «0.35»", (0.25, 0.5), "read"),
    ("DocScanEngine/Recognition/Layout/ColumnSplit.swift", "gutter = «1.0»", (0.7, 1.4), "read"),
    ("DocScanEngine/Recognition/Layout/RowJoin.swift", "level = «0.6»", (0.5, 0.7), "read"),
    ("DocScanEngine/Recognition/Layout/RowJoin.swift", "enough = «0.8»", (0.7, 0.9), "read"),
    ("DocScanEngine/Recognition/Layout/RegionOrder.swift", "gutter = «1.0»", (0.7, 1.4), "read"),
    ("DocScanEngine/Recognition/Layout/Region.swift", "widestGap = «1.2»", (0.9, 1.6), "read"),
    ("DocScanEngine/Recognition/Layout/Columns.swift", "level = «0.75»", (0.6, 0.9), "read"),
    ("DocScanEngine/Recognition/Layout/RegionOrder.swift", "mostEdgeStrips = «3»", (2, 5), "read"),
    ("DocScanEngine/Recognition/Layout/RegionOrder.swift", "share > «0.12»", (0.06, 0.2), "read"),
    ("DocScanEngine/Recognition/Layout/RegionOrder.swift", "box.maxY > «0.8» * lineHeight", (0.5, 1.2), "read"),
    ("DocScanEngine/Recognition/Layout/Columns.swift", "fewestLines = «3»", (2, 4), "read"),
    ("DocScanEngine/Recognition/Layout/Columns.swift", "fewestTorn = «6»", (4, 9), "read"),
    ("DocScanEngine/Recognition/Layout/Columns.swift", "line.box.width >= «0.6»", (0.5, 0.75), "read"),
    ("DocScanEngine/Recognition/Layout/Columns.swift", "median(steps) < «2.2» * height", (1.8, 2.8), "read"),
    ("DocScanEngine/Recognition/Layout/Columns.swift", "box.maxY < «1.5» * lineHeight", (1.2, 2), "read"),
    ("DocScanEngine/Recognition/Layout/LineNumbers.swift", "fewest = «8»", (6, 12), "read"),
    ("DocScanEngine/Recognition/Layout/LineNumbers.swift", "gap = «0.5»", (0.3, 0.7), "read"),
    ("DocScanEngine/Recognition/Layout/LineNumbers.swift", "share = «0.8»", (0.7, 0.9), "read"),
    ("CVision/Sheet/FindPage.cpp", "ordinary{«0.6», 0.0085}", (0.3, 1.2), "sheets"),
    ("CVision/Sheet/FindPage.cpp", ", «0.0085»}", (0.004, 0.017), "sheets"),
    ("CVision/Sheet/FindPage.cpp", "doubtful{«3», 0.06}", (2, 5), "sheets"),
    ("CVision/Sheet/FindPage.cpp", ", «0.06»}", (0.03, 0.1), "sheets"),
    ("CVision/Sheet/FindPage.cpp", "roomSpread = «8»", (4, 14), "sheets"),
    ("CVision/Sheet/PageInside.cpp", "clearance = «0.04»", (0.025, 0.06), "sheets"),
    ("CVision/Text/TextRoom.cpp", "sureSide = «0.5»", (0.35, 0.7), "sheets"),
    ("CVision/Sheet/PageLines.cpp", "colourWeight = «0.7»", (0.5, 1), "sheets"),
    ("CVision/Sheet/PageLines.cpp", "reversedWeight = «0.5F»", (0.3, 0.8), "sheets"),
    ("CVision/Sheet/PageQuads.cpp", "leastSupport = «0.15»", (0.1, 0.25), "sheets"),
    ("CVision/Sheet/PageQuads.cpp", "outsideReach = «0.12»", (0.06, 0.2), "sheets"),
    ("CVision/Sheet/PageSnap.cpp", "grainWeight = «0.4»", (0.2, 0.8), "sheets"),
    ("CVision/Sheet/PageRefine.cpp", "goodSupport = «0.75»", (0.6, 0.9), "sheets"),
    ("CVision/Sheet/PageRefine.cpp", "clearlyBetter = «1.25»", (1.1, 1.5), "sheets"),
    ("CVision/Sheet/PageRefine.cpp", "clearlyBent = «1.1»", (1.05, 1.25), "sheets"),
    ("CVision/Sheet/PageRegions.cpp", "leastFilling = «0.75»", (0.6, 0.85), "sheets"),
    ("CVision/Text/Skew.cpp", "noSharpness = «1.08»", (1.04, 1.12), "askew"),
    ("CVision/Text/Skew.cpp", "plentyOfDirection = «0.35»", (0.2, 0.6), "askew"),
    ("CVision/Text/Skew.cpp", "sameTurn = «0.5»", (0.25, 1), "askew"),
    ("CVision/Text/Skew.cpp", "leastWriting = «24»", (12, 48), "askew"),
    ("CVision/Text/Skew.cpp", "nearEdge = «4»", (2, 8), "askew"),
    ("CVision/Text/Skew.cpp", "smooth = «0.1»", (0.05, 0.15), "askew"),
    ("CVision/Text/Skew.cpp", "mostLevelShare = «0.02»", (0.01, 0.05), "askew"),
    ("CVision/Text/TextLines.cpp", "pixelVariance = «0.08»", (0.04, 0.16), "askew"),
    ("CVision/Text/Writing.cpp", "leastMarks = «6»", (5, 8), "sheets"),
    ("CVision/Text/Writing.cpp", "leastHeight = «5»", (4, 7), "sheets"),
    ("CVision/Text/Writing.cpp", "leastLetters = «0.6»", (0.5, 0.75), "sheets"),
    ("CVision/Text/Writing.cpp", "mostRoughness = «0.2»", (0.15, 0.3), "sheets"),
    ("CVision/Text/Writing.cpp", "mostSpread = «0.25»", (0.2, 0.35), "sheets"),
    ("CVision/Text/TextRoom.cpp", "marginInDoubt = «4»", (2, 6), "sheets"),
    ("CVision/Text/TextRoom.cpp", "tolerance = «0.15»", (0.1, 0.3), "sheets"),
    ("DocScanEngine/Stages/PerspectiveStage.swift", "mostGrowth = «2.0»", (1.5, 3), "sheets"),
    ("CVision/Gutter/GutterBand.cpp", "leastDepth = «0.03»", (0.015, 0.06), "flat"),
    ("CVision/Gutter/Gutter.cpp", "narrowest = «1.08»", (1, 1.2), "flat"),
    ("CVision/Gutter/Gutter.cpp", "leastShadow = «0.2»", (0.1, 0.4), "flat"),
    ("CVision/Curl/Curl.cpp", "leastFirstBend = «0.25»", (0.15, 0.5), "flat"),
    ("CVision/Borders/BorderLines.cpp", "leastContrast = «45»", (30, 60), "flat"),
    ("CVision/Borders/BorderLines.cpp", "leastOnLine = «0.6»", (0.4, 0.8), "flat"),
    ("CVision/Condition/Blank.cpp", "plenty = «0.015»", (0.008, 0.03), "flat"),
    ("CVision/Condition/Clean.cpp", "evenLight = «0.86»", (0.8, 0.92), "clean"),
    ("CVision/Condition/Clean.cpp", "faintShare = «0.4»", (0.3, 0.5), "clean"),
    ("CVision/Condition/Clean.cpp", "speckSize = «0.3»", (0.2, 0.4), "clean"),
    ("CVision/Condition/Clean.cpp", "whitePaper = «235»", (225, 245), "white"),
]

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


def changed(tree):
    """The sources that have numbers, changed so that they take them from the environment, by their paths."""
    texts = {}
    for number, (path, place, _, _) in enumerate(NUMBERS):
        file = tree / "Sources" / path
        text = texts.get(file) or file.read_text()
        before, usual, after = re.split("[«»]", place)
        if text.count(before + usual + after) != 1:
            sys.exit(f"{path} has no such place, or several: {place}")
        start = text.index(before + usual + after)
        line = text.rindex("\n", 0, start) + 1
        call = f"tried({number}, {usual})" if path.endswith(".swift") else f"vision::tried({number}, {usual})"
        head = text[line:start] + before + call
        # What is known when it is compiled cannot come from the environment.
        texts[file] = text[:line] + head.replace("constexpr", "const") + text[start + len(before + usual):]
    return texts


def prepare(tree):
    """Lets the sources of a checkout take numbers from the environment."""
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


def beside(file, kind):
    return next(truth for other, truth in data.labelled(file.parent, kind) if other == file)


def turned_right(found):
    wanted = [(pages[0], beside(file, "orientation")["correct_by_clockwise_degrees"]) for file, pages in found.items() if pages]
    right = [round(data.correction(page, "orientation").get("degrees", 0)) % 360 == degrees for page, degrees in wanted]
    return f"right {sum(right)} of {len(right)}"


def overlap(found):
    quads = [(data.correction(pages[0], "perspective").get("quad"), beside(file, "quad")["quad"])
             for file, pages in found.items() if pages and file.with_name(file.name + ".quad.json").exists()]
    overlaps = [data.overlap(quad, truth) if quad else 0 for quad, truth in quads]
    return f"overlap {sum(overlaps) / max(1, len(overlaps)):.4f}"


def skew_error(found):
    errors = [abs(data.correction(pages[0], "deskew").get("degrees", 0) + beside(file, "skew")["skew_degrees"])
              for file, pages in found.items() if pages]
    return f"error {sum(errors) / max(1, len(errors)):.4f}°"


def character_errors(found):
    from rapidfuzz.distance import Levenshtein
    wrong = length = 0
    for file, pages in found.items():
        truth = file.with_name(file.name + ".truth.txt")
        if truth.exists():
            # Not all scripts have spaces.
            want, got = (data.plain(text).replace(" ", "") for text in
                         (truth.read_text(errors="replace"), "\n".join(page.get("text") or "" for page in pages)))
            wrong, length = wrong + min(Levenshtein.distance(want, got), len(want)), length + len(want)
    return f"errors {wrong / max(1, length):.4f}"


def words_found(found):
    """Of the words of receipts, order-free."""
    common = number = 0
    for file, pages in found.items():
        truth = file.with_name(file.name + ".words.json")
        if truth.exists():
            want = data.tokens("\n".join(item["text"] for item in json.loads(truth.read_text())["items"]))
            got = data.tokens("\n".join(page.get("text") or "" for page in pages))
            common, number = common + 2 * (want & got).total(), number + want.total() + got.total()
    return f"{character_errors(found)}, word F1 {common / max(1, number):.4f}"


def outcome(value):
    """What a page JSON says, but for how sure it is."""
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
    rows = [(number, *row) for number, row in enumerate(NUMBERS) if re.search(args.only, f"{row[0]} {row[1]} {row[3]}")]
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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tasks = parser.add_subparsers(dest="task", required=True)
    tasks.add_parser("prepare").add_argument("tree", type=pathlib.Path)
    tasks.add_parser("check")
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
        return print(f"{len(NUMBERS)} numbers in {len(changed(data.ROOT))} files")
    with tempfile.TemporaryDirectory(prefix="docscan-sensitivity-") as scratch:
        measure(args, pathlib.Path(scratch))


if __name__ == "__main__":
    main()
