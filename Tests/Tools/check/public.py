#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks what other packages see of docscan: every symbol has documentation, and `import DocScan` shows few declarations.

    python3 Tests/Tools public FOLDER SHOWN      # folders with *.symbols.json, as Tests/documentation.sh makes them

FOLDER contains the public symbols of each module, SHOWN those that a program with `import DocScan` sees. Exits with 1 if a check fails.
"""
import json
import pathlib
import sys

# With about this many declarations, the list of topics in DocScan.md is still short. To add one, remove another.
MOST = 400


def symbols(folder):
    """Yields each public symbol that is written in the sources, with its place."""
    for file in sorted(pathlib.Path(folder).glob("*.symbols.json")):
        for symbol in json.loads(file.read_text())["symbols"]:
            # Symbols that the compiler makes, such as ==, have no place in the sources.
            if "location" in symbol and "::SYNTHESIZED::" not in symbol["identifier"]["precise"]:
                place = symbol["location"]
                yield symbol, f"Sources/{place['uri'].split('/Sources/')[-1]}:{place['position']['line'] + 1}"


def main():
    folder, shown = sys.argv[1:]
    wrong = sorted({
        f"{place}: {'.'.join(symbol['pathComponents'])} has no documentation"
        for symbol, place in symbols(folder) if "docComment" not in symbol})
    # A case belongs to its enumeration.
    count = len({place for symbol, place in symbols(shown) if symbol["kind"]["identifier"] != "swift.enum.case"})
    print(f"A program that imports DocScan sees {count} declarations.")
    if count > MOST:
        wrong.append(f"At most {MOST} are meant to be seen: make what only docscan needs `package`.")
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
