# SPDX-License-Identifier: GPL-3.0-or-later
"""Pages that docscan read, the findings in their text, and which of these are right.

Pages are kept as docscan writes them, in FOLDER/CATEGORY/NAME/pages/0001.json, or without CATEGORY. NAME may include its extension or not. Two
categories with the same name need two folders.
"""
import collections, json, pathlib, re, sys, tempfile
import data
from rapidfuzz.distance import Levenshtein

ENGINES = {"tesseract": "tesseract", "doubt": {"name": "ppocr", "combine": "doubt"}}
STAGES = ["perspective", "orientation", "deskew"]
# The folder for pages that aren't kept.
scratch = tempfile.TemporaryDirectory(prefix="docscan-pages-")


def add_arguments(parser, engine="tesseract"):
    """Adds the arguments that select where pages come from."""
    data.add_run(parser)
    parser.add_argument("--engine", type=lambda text: ENGINES.get(text) or json.loads(text), default=ENGINES[engine],
                        help=f"how pages are read: tesseract, doubt (both engines), or JSON; {engine} unless it is given")
    places = parser.add_mutually_exclusive_group()
    places.add_argument("--pages", type=data.folder, nargs="+", metavar="FOLDER", help="take pages that docscan read before")
    places.add_argument("--keep", type=lambda text: pathlib.Path(text).resolve(), metavar="FOLDER", help="keep the pages that are read there, and read none twice")


# --- pages

def kept(folder, file):
    """Returns the page JSON of a document in a folder of pages."""
    for place in [folder / parent / name for parent in (file.parent.name, ".") for name in (file.stem, file.name)]:
        if found := sorted((place / "pages").glob("*.json")):
            return found
    return []


def pages(args, files, stages=STAGES, languages=None):
    """Returns [(file, its page JSON)]: as often as --pages contains a file; otherwise once, and without pages if it couldn't be read."""
    if args.pages:
        found = [(file, list(paths)) for file in files for paths in dict.fromkeys(tuple(kept(folder, file)) for folder in args.pages) if paths]
        if missing := len(set(files) - {file for file, _ in found}):
            print(f"{missing} of {len(files)} documents have no pages, and do not count.", file=sys.stderr)
        return found
    args.keep = args.keep or pathlib.Path(scratch.name)
    made = args.keep / "engine.json"
    if made.exists() and json.loads(made.read_text()) != args.engine:
        sys.exit(f"The pages in {args.keep} were read with another engine: {made.read_text()}. Choose another folder.")
    args.keep.mkdir(parents=True, exist_ok=True)
    made.write_text(json.dumps(args.engine))
    unread = [file for file in files if not kept(args.keep, file)]
    def all_stages(language):
        return [*stages, {"stage": "recognize", "languages": languages or language.split("+"), "engine": args.engine}]
    for file, read in data.read_in_languages(args.bin, unread, all_stages, args.jobs):
        folder = args.keep / file.parent.name / file.name / "pages"
        folder.mkdir(parents=True, exist_ok=True)
        for number, page in enumerate(read, 1):
            (folder / f"{number:04}.json").write_text(json.dumps(page))
    return [(file, kept(args.keep, file)) for file in files]


# --- receipts and their truth

# Totals whose truth is wrong, as the pictures show: ".82", and a refund.
CORRECTED = {"wilddev-035.jpeg": 0.82, "wilddev-050.jpeg": -108.85}
# Keys of the truth that differ from the field's name.
KEYS = {"total": "total_value", "date": "date_iso"}


def receipts(folders, categories=None):
    """Returns the truth of receipts, {category: {file: truth}}: those of each folder itself, and of its categories receipts-…."""
    found = collections.defaultdict(dict)
    for folder in folders:
        for file, truth in data.labelled(folder, "fields"):
            category = file.parent.name
            if (file.parent == folder or category.startswith("receipts")) and (not categories or category in categories):
                if file.name in CORRECTED:
                    truth["total_value"] = CORRECTED[file.name]
                found[category][file] = truth
    return found


def squeezed(text):
    """Normalizes a text for comparing names and numbers: its letters and digits."""
    return re.sub(r"[\W_]", "", str(text or "").upper())


def is_name(value, want):
    """Returns whether nine of ten letters are right."""
    return Levenshtein.normalized_similarity(squeezed(want), squeezed(value)) >= 0.9


def is_merchant(value, want):
    """Returns whether a value names the merchant: truths of some collections join several lines, and a name without its legal form is right."""
    got, true = squeezed(value), squeezed(want)
    return is_name(value, want) or len(got) > 3 and len(true) > 3 and (got in true or true in got)


def is_amount(value, want):
    return value is not None and abs(float(value) - float(want)) < 0.005


def is_right(field, value, truth):
    """Returns whether a field of a receipt is right (None is a missing value), or None if the truth doesn't include it."""
    want = truth.get(KEYS.get(field, field))
    if want in (None, "") or field not in ("total", "change", "date", "merchant", "address"):
        return None
    if field in ("total", "change"):
        return is_amount(value, want)
    if field == "date":
        return value == want
    # A name in lowercase is a chain's, regardless of the shop's name.
    return is_name(value, want) or want.islower() and squeezed(want) in squeezed(value)
