# SPDX-License-Identifier: GPL-3.0-or-later
"""The data that calibration.py learns from: documents with known text, docscan's results for them, and which words are right."""
import collections, json, pathlib, re, shutil, tempfile, zlib
import numpy
from data import known, language_of, plain, run
from rapidfuzz.distance import Indel, Levenshtein

# Their truth isn't the text of the picture: each page's sentence once, and another picture's.
MISMATCHED = ("paperless-rotated", "paperless-simple.heic")


# --- documents and what docscan reads in them

def documents(data):
    """Returns (file, truth file, language, category) of each document whose text is known."""
    found = {}
    for ending in (".truth.txt", ".words.json"):
        for source, truth in known(data, ending):
            category = source.relative_to(data).parts[0]
            if source not in found and not any(name in source.name for name in MISMATCHED):
                found[source] = (source, truth, language_of(source), category)
    return list(found.values())


def read(batch, args, confidence):
    """Reads the documents, one run for each language, and yields each with its pages in the form of the page JSON."""
    folder = args.results or pathlib.Path(tempfile.mkdtemp(prefix="docscan-calibration-"))
    groups = collections.defaultdict(list)
    for item in batch:
        groups[item[2]].append(item)
    for language, items in sorted(groups.items()):
        home = folder / f"{confidence}-{language}"
        inbox, out = home / "in", home / "out"
        names = {item[0]: f"{zlib.crc32(item[0].name.encode()):08x}" for item in items}
        if not (out / "report.json").exists():
            inbox.mkdir(parents=True, exist_ok=True)
            for item in items:
                shutil.copy(item[0], inbox / (names[item[0]] + item[0].suffix))
            recognize = {"stage": "recognize", "languages": language.split("+"), "confidence": confidence, **args.recognize}
            run(args.bin, ["perspective", "orientation", "deskew", recognize], [inbox], out, args.jobs)
        for item in items:
            pages = sorted((out / names[item[0]] / "pages").glob("*.json"))
            yield Document(item, [json.loads(page.read_text()) for page in pages])
    if not args.results:
        shutil.rmtree(folder, ignore_errors=True)


# --- which words are right

def common(got, want):
    """Returns pairs of equal elements in the longest common subsequence, as runs of indexes."""
    return [list(zip(range(o.src_start, o.src_end), range(o.dest_start, o.dest_end)))
            for o in Indel.opcodes(got, want) if o.tag == "equal"]


def in_running_text(words, truth):
    """Returns whether each word is in the text: first in its order, and then, for columns that are read in another order, in runs too long to be
    chance."""
    left, free = list(range(len(words))), list(range(len(truth)))
    right = [False] * len(words)
    for turn in range(8):
        taken, used = set(), set()
        for run in common([words[i] for i in left], [truth[j] for j in free]):
            if turn == 0 or sum(len(words[left[i]]) for i, _ in run) >= 6:
                taken.update(left[i] for i, _ in run)
                used.update(free[j] for _, j in run)
        if not taken:
            break
        for i in taken:
            right[i] = True
        left, free = [i for i in left if i not in taken], [j for j in free if j not in used]
    return right


def in_unspaced_text(words, truth):
    """Returns whether all characters of each word are in the text, since scripts without spaces have no words to compare."""
    joined = "".join(words)
    matched = {i for run in common(joined, truth) for i, _ in run}
    right, start = [], 0
    for word in words:
        right.append(all(i in matched for i in range(start, start + len(word))))
        start += len(word)
    return right


def parts_of(text):
    """Returns the parts of a receipt's word that are compared: its letters and digits in upper case, or its marks if it has none."""
    return re.findall(r"\w+(?:[.,:/-]\w+)*", text.upper()) or list(text)


def in_places(page, words, items):
    """Returns whether each word is one of the truth's words at its place, and the page's error rate.

    A word belongs to the line that contains its center, with a small margin. Elsewhere it is right only if it is long and another line lacks
    it."""
    lines = [(box, plain(text).upper()) for box, text in truth_lines(page, items)]
    unused = [collections.Counter(p for word in text.split() for p in {*parts_of(word), *re.findall(r"[^\w]", word)})
              for _, text in lines]
    right, owners = [], []
    for text, _, box in words:
        x, y, wanted = box[0] + box[2] / 2, box[1] + box[3] / 2, collections.Counter(parts_of(text))
        near = [n for n, ((x0, y0, x1, y1), _) in enumerate(lines)
                if x0 - .5 * (y1 - y0) <= x <= x1 + .5 * (y1 - y0) and y0 - .25 * (y1 - y0) <= y <= y1 + .25 * (y1 - y0)]
        near.sort(key=lambda n: abs((lines[n][0][1] + lines[n][0][3]) / 2 - y))
        where = near if near or len(text) < 4 else range(len(lines))
        hit = next((n for n in where if all(unused[n][p] >= wanted[p] for p in wanted)), None)
        if hit is not None:
            unused[hit] -= wanted
        right.append(hit is not None)
        owners.append(hit if hit is not None else near[0] if near else None)
    errors = sum(len(word[0]) for word, owner in zip(words, owners) if owner is None)
    for n, (_, text) in enumerate(lines):
        mine = sorted((word for word, owner in zip(words, owners) if owner == n), key=lambda word: word[2][0])
        errors += Levenshtein.distance(" ".join(word[0].upper() for word in mine), text)
    return right, errors / max(1, sum(len(text) for _, text in lines))


def truth_lines(page, items):
    """Yields boxes of lines or words in the pixels of the recognized image, with their text."""
    size, matrix = page["source"], numpy.array(page["sourceToImage"]).reshape(3, 3)
    for item in items:
        if "quad" in item:
            corners = item["quad"]
        else:
            x, y, a, b = item.get("box") or item["bbox"]
            if "box" in item:  # shares of the page: left, top, width, height
                x, y, a, b = (x * size["width"], y * size["height"], (x + a) * size["width"], (y + b) * size["height"])
            corners = [(x, y), (a, y), (a, b), (x, b)]
        places = matrix @ numpy.array([(x, y, 1) for x, y in corners]).T
        xs, ys = places[:2] / places[2]
        yield (xs.min(), ys.min(), xs.max(), ys.max()), item["text"]


class Page:
    """A page of a page JSON: its recognized words, whether each is right, and its true error rate."""

    def __init__(self, json_page):
        self.json = json_page
        lines = [line["words"] for block in json_page["blocks"] if not block.get("copied") for line in block["lines"]]
        self.lines = [len(words) for words in lines]
        self.words = [(plain(w["text"]), w["confidence"], w["box"]) for words in lines for w in words]
        self.confidences = numpy.array([word[1] for word in self.words])
        self.lengths = numpy.array([len(word[0]) for word in self.words])
        # Missing if there is nothing to read.
        self.expected = json_page.get("expected")
        self.right, self.rate = [], None
        # The true text's characters without spaces, and those of the read words, over all pages that share a text.
        self.true_length = self.read_length = 0

    @property
    def labels(self):
        return numpy.array(self.right, float)

    @property
    def own_rate(self):
        """Returns the error rate without the order of columns and tables, in which no word is wrong: at most the share of the characters that
        aren't in right words."""
        if not self.true_length:
            return min(1, self.rate)
        right = (self.labels * self.lengths).sum() / max(self.true_length, self.read_length)
        return min(1, self.rate, 1 - right)


class Document:
    """A document with the pages whose text is known."""

    def __init__(self, item, json_pages):
        source, truth, language, self.category = item
        self.name, self.pages = source.name, []
        pages = [Page(page) if page["status"] == "recognized" else None for page in json_pages]
        if truth.name.endswith(".words.json"):
            if pages and pages[0]:
                items = json.loads(truth.read_text())["items"]
                pages[0].right, pages[0].rate = in_places(pages[0].json, pages[0].words, items)
                self.pages = pages[:1]
            return
        wanted, unspaced = truth.read_text(errors="replace"), re.search("jpn|chi|kor", language)
        parts = wanted.rstrip("\f").split("\f")
        if len(parts) == len(pages):
            groups = [([page], plain(part)) for page, part in zip(pages, parts) if page]
        else:  # the text of each page isn't known separately
            groups = [(pages, plain(wanted))] if pages and all(pages) else []
        for group, want in groups:
            words = [word[0] for page in group for word in page.words]
            text = plain("\n".join(page.json["text"] for page in group))
            if unspaced:
                want, text = want.replace(" ", ""), text.replace(" ", "")
            right = in_unspaced_text(words, want) if unspaced else in_running_text(words, want.split())
            for page in group:
                page.right, right = right[: len(page.words)], right[len(page.words):]
                page.rate = Levenshtein.distance(text, want) / max(1, len(want))
                if len(group) == 1:
                    page.true_length, page.read_length = len(want.replace(" ", "")), int(page.lengths.sum())
            self.pages += group
