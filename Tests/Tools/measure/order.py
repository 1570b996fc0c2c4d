#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the reading order: whether the text that is read is in the order of the known text.

    python3 Tests/Tools order [DATA …] [--category C …] [--made 6] [--seed 1] [--bin .build/release] [--show FILE]

The documents are those with a text in each DATA (Tests/Tools/shared/data.py describes its layout), and pages of many arrangements that
SampleMaker draws, as scans and as born-digital PDFs. The order of the latter is exact. Misreadings don't count: only words, or runs of two or
three, that occur exactly once in the known text and once in the text that was read are compared.

tau is Kendall's: 1 if all pairs of them are in the same order, -1 if all are reversed. following is the share of neighbors in the known text
without another known word between them. Each is the mean over documents, with an interval of 95% (bootstrap), unless there is a single document.
--show prints the places at which the order breaks.
"""
import bisect, collections, pathlib, re, subprocess, tempfile
import data

LONGEST_RUN = 3


def words(text):
    return re.findall(r"\w+(?:[.,:/'@-]\w+)*", data.plain(text).upper())


def anchors(truth, read):
    """Returns (place in the known text, place in the read text) of runs that occur once in both, by the first place."""
    found = {}
    for length in range(1, LONGEST_RUN + 1):
        places = []
        for text in (truth, read):
            runs = collections.defaultdict(list)
            for start in range(len(text) - length + 1):
                runs[tuple(text[start:start + length])].append(start)
            places.append(runs)
        for run, (first, *others) in places[0].items():
            if not others and len(places[1].get(run, ())) == 1:
                found.setdefault(first, places[1][run][0])
    # A run may begin at a place where another one already does, but only in the text that was read.
    taken = set()
    return [(a, b) for a, b in sorted(found.items()) if not (b in taken or taken.add(b))]


def agreement(pairs):
    """Returns Kendall's tau, and the share of neighbors that follow each other."""
    seen, inversions = [], 0
    for _, place in pairs:
        inversions += len(seen) - bisect.bisect(seen, place)
        bisect.insort(seen, place)
    rank = {place: index for index, place in enumerate(seen)}
    count = len(pairs)
    following = sum(rank[b[1]] == rank[a[1]] + 1 for a, b in zip(pairs, pairs[1:]))
    return 1 - 4 * inversions / (count * (count - 1)), following / (count - 1)


def compare(truth, pages):
    """Returns (tau, following, share of the known words that were compared) of a document, or None if too few words are the same."""
    texts = truth.split("\f")
    reads = [page["text"] for page in pages]
    if len(texts) == len(reads) + 1 and not texts[-1].strip():
        texts.pop()
    if len(texts) != len(reads):
        texts, reads = [" ".join(texts)], [" ".join(reads)]
    results = []
    for text, read in zip(texts, reads):
        pairs = anchors(words(text), words(read))
        if len(pairs) >= 5:
            results.append((*agreement(pairs), len(pairs) / len(words(text))))
    return [sum(values) / len(results) for values in zip(*results)] if results else None


def breaks(truth, read):
    """Prints the places at which the known text's order breaks in the read text, in words."""
    truth, read = words(truth), words(read)
    pairs = anchors(truth, read)
    order = {place: index for index, place in enumerate(sorted(b for _, b in pairs))}
    for (a, b), (c, d) in zip(pairs, pairs[1:]):
        if order[d] != order[b] + 1:
            print(f"  {' '.join(truth[max(a - 2, 0):a + 1])} | {' '.join(truth[c:c + 3])}   read: "
                  f"{' '.join(read[max(b - 2, 0):b + 4])} … {' '.join(read[max(d - 2, 0):d + 3])}")


def interval(values):
    mean, low, high = data.interval(values)
    return f"{mean:.4f} [{low:.3f}, {high:.3f}]" if len(values) > 1 else f"{mean:.4f}"


def report(results):
    """Prints a line for each category."""
    print(f"{'':28s} {'n':>4s}  {'tau':24s} {'following':24s} compared")
    for name, rows in sorted(results.items()):
        taus, following, shares = zip(*rows)
        print(f"{name:28s} {len(rows):4d}  {interval(taus):24s} {interval(following):24s} {sum(shares) / len(shares):.2f}")


def known(folder, categories):
    """Returns the documents with a known text, by category. Scans and PDFs are separate if both have the same name."""
    found = collections.defaultdict(list)
    for file, _ in data.known(folder, ".truth.txt"):
        if not categories or file.parent.name in categories:
            isTwofold = file.with_suffix(".pdf").exists() and file.with_suffix(".png").exists()
            found[file.parent.name + (" " + file.suffix[1:] if isTwofold else "")].append(file)
    return found


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("data", nargs="*", type=data.folder, metavar="DATA")
    parser.add_argument("--category", nargs="*", help="these only; all that have texts otherwise")
    parser.add_argument("--made", type=int, default=6, help="so many pages are drawn of each arrangement")
    parser.add_argument("--seed", type=int, default=1)
    data.add_run(parser, ".build/release")
    parser.add_argument("--show", help="lists the breaks in documents with this in their names")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="docscan-order-") as scratch:
        made = pathlib.Path(scratch) / "made"
        made.mkdir()
        if args.made:
            subprocess.run([args.bin / "SampleMaker", "arranged", made, str(args.seed), str(args.made)], check=True)
        results = collections.defaultdict(list)
        runs = collections.defaultdict(list)
        for folder in [*args.data, made]:
            for category, files in known(folder, args.category).items():
                for file in files:
                    runs[data.language_of(file)].append((category, file))
        for language, documents in runs.items():
            stages = ["orientation", "deskew", {"stage": "recognize", "languages": language.split("+")}]
            pages = data.read(args.bin / "docscan", [file for _, file in documents], stages, pathlib.Path(scratch) / language, args.jobs)
            for category, file in documents:
                truth = data.beside(file, ".truth.txt").read_text(errors="replace")
                result = compare(truth, pages[file])
                if result:
                    results[category].append(result)
                if args.show and args.show in str(file):
                    print(file, result)
                    breaks(truth, " ".join(page["text"] for page in pages[file]))
        report(results)


if __name__ == "__main__":
    main()
