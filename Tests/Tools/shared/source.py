# SPDX-License-Identifier: GPL-3.0-or-later
"""Splits Swift, C, C++, and JavaScript into comments, string literals, and code, for the checks of wording and of tokens."""
import functools, re

# What can begin a comment or a literal. Swift's own come first: `/…/` is a pattern only after an operator or an opening bracket.
STARTS = {
    "swift": re.compile(r'//|/\*|(?P<hashes>#*)(?P<quote>"""|")|#+/(?=[^\n]*/#)|(?<=[=(,:] )/(?=[^ /*\n][^\n]*/)'),
    "c": re.compile(r'//|/\*|\bR"(?P<raw>[^(\s]*)\(|(?P<quote>"|(?<![0-9A-Za-z_])\')'),
    "js": re.compile(r'//|/\*|(?P<quote>["\'`])|(?:(?<=[=(,:!&|?\[{};])|(?<=[=(,:!&|?\[{};] )|(?<=return )|^)/(?=[^/*\n]+/)'),
}
LANGUAGES = {".swift": "swift", ".c": "c", ".h": "c", ".cpp": "c", ".js": "js", ".cjs": "js"}
TOKEN = re.compile(r"\w+|\n+|[^\w\s]")


@functools.cache
def _ends(close, escape, line):
    """Returns the pattern of what ends a literal, or hides the next character in it."""
    return re.compile(rf"{re.escape(escape)}(.)|{re.escape(close)}" + (r"|\n" if line else ""), re.S)


def _literal_end(text, at, close, escape, language):
    """Returns where the content of a string literal ends, after its interpolations."""
    ends = _ends(close, escape, language == "c")
    while match := ends.search(text, at):
        at = match.end()
        if match[1] is None:
            return at
        if match[1] == "(" and language == "swift":
            at = _bracket_end(text, at, language)
    return len(text)


def _bracket_end(text, at, language):
    """Returns the place of the bracket that closes an interpolation."""
    depth = 1
    step = re.compile(r"[()]|" + STARTS[language].pattern)
    while match := step.search(text, at):
        if match[0] in "()":
            at = match.end()
            depth += 1 if match[0] == "(" else -1
            if not depth:
                return at
        else:
            at = _piece_end(text, match, language)
    return len(text)


def _piece_end(text, match, language):
    """Returns where a comment or a literal ends."""
    start, at = match[0], match.end()
    if start == "//":
        end = text.find("\n", at)
        return len(text) if end < 0 else end
    if start == "/*":
        depth = 1
        for sign in re.compile(r"/\*|\*/").finditer(text, at):
            depth += (language == "swift" or 0) if sign[0] == "/*" else -1
            if not depth:
                return sign.end()
        return len(text)
    groups = match.groupdict()
    if groups.get("raw") is not None:
        end = text.find(f"){groups['raw']}\"", at)
        return len(text) if end < 0 else end + len(groups["raw"]) + 2
    if quote := groups.get("quote"):
        hashes = groups.get("hashes") or ""
        return _literal_end(text, at, quote + hashes, "\\" + hashes, language)
    # A pattern ends at its slash, but a character class may contain slashes.
    end = re.compile(r"(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])*/#*").match(text, at)
    return end.end() if end else at


def pieces(text, language):
    """Yields (kind, start, end) of everything in a source file: "comment", "literal", or "code"."""
    at = 0
    for match in iter(lambda: STARTS[language].search(text, at), None):
        if match.start() > at:
            yield "code", at, match.start()
        end = _piece_end(text, match, language)
        yield "comment" if match[0] in ("//", "/*") else "literal", match.start(), end
        at = end
    if at < len(text):
        yield "code", at, len(text)


def tokens(text, language):
    """Returns the tokens of a source file without its comments. A line's end counts once, however many blank lines follow."""
    code = []
    for kind, start, end in pieces(text, language):
        if kind == "code":
            code += ["\n" if token.isspace() else token for token in TOKEN.findall(text[start:end])]
        elif kind == "literal":
            code.append(text[start:end])
    return [token for number, token in enumerate(code) if token != "\n" or number and code[number - 1] != "\n"]
