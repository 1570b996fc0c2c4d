#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Proves that a change of Swift, C, and C++ files is a change of comments: every other token is the same.

    python3 Tests/Tools same_tokens OLD [NEW] [-- PATH ...]    # two commits, or a commit and the working tree
    python3 Tests/Tools same_tokens check                      # tries pairs of texts; Tests/run.sh runs this

Comments and white space don't count, except for line ends between tokens. Prints the first difference of each file, and exits with 1 if there is one.
"""
import itertools, pathlib, subprocess, sys
import data, source


def git(*arguments):
    return subprocess.run(["git", "-C", data.ROOT, *arguments], capture_output=True, check=True, text=True, errors="surrogateescape").stdout


def content(commit, path):
    """Returns a file's text, empty if the commit doesn't have the file."""
    if commit is None:
        return (data.ROOT / path).read_text(errors="surrogateescape") if (data.ROOT / path).is_file() else ""
    return git("show", f"{commit}:{path}") if git("ls-tree", "--name-only", commit, "--", path) else ""


# Pairs of Swift texts, and whether only their comments differ.
PAIRS = [
    ("a // b\nc", "a\nc", True), ("/* a /* b */ c */ d", "d", True), ("/// a\n\n\nb", "b", True), ("a\n  b", "a\nb", True),
    ('"a // b"', '"a // c"', False), ('"""\n  // a\n  """', '"""\n  // b\n  """', False), ('#"a"// b"#', '#"a"// c"#', False),
    ('"\\(a /* " */ + "//")" // b', '"\\(a + "//")"', False), ('"\\(a("//"))" // b', '"\\(a("//"))"', True), ("a = /[/]\"/ // b", "a = /[/]\"/", True),
    ("a\nb", "a b", False), ("a b", "ab", False), ("a/* b */c", "ac", False), ('"a\\"// b"', '"a\\"// c"', False),
]


def check():
    wrong = [pair for *pair, same in PAIRS if (source.tokens(pair[0], "swift") == source.tokens(pair[1], "swift")) != same]
    wrong += [pair for pair in [("'\"' // a", "'\"' // b"), ("1'000 // a'", "1'000 // b")] if source.tokens(pair[0], "c") != source.tokens(pair[1], "c")]
    print("\n".join(map(repr, wrong)) or "same_tokens: all pairs are judged as expected.")
    sys.exit(1 if wrong else 0)


if sys.argv[1:] == ["check"]:
    check()
if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
    sys.exit(__doc__)
split = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
commits, below = sys.argv[1:split], sys.argv[split + 1:]
old, new = (commits + [None])[:2]
changed = git("diff", "--name-only", "--no-renames", *commits, "--", *below).splitlines()
files = [path for path in changed if source.LANGUAGES.get(pathlib.Path(path).suffix) in ("swift", "c")]
different = 0
for path in files:
    language = source.LANGUAGES[pathlib.Path(path).suffix]
    before, after = (source.tokens(content(commit, path), language) for commit in (old, new))
    pairs = itertools.zip_longest(before, after, fillvalue="the file's end")
    first = next((number for number, (one, other) in enumerate(pairs) if one != other), None)
    if first is not None:
        different += 1
        print(f"{path}: “{' '.join(before[first:first + 8])}” became “{' '.join(after[first:first + 8])}”")
others = len(changed) - len(files)
print(f"{len(files)} files, {different} with other changes than comments" + (f"; {others} of other kinds not compared" if others else ""))
sys.exit(1 if different else 0)
