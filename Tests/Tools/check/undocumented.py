#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lists the public symbols of symbol graphs that have no documentation; exits with 1 if there are any.

    python3 Tests/Tools undocumented FOLDER      # a folder with *.symbols.json, as Tests/documentation.sh makes them
"""
import json
import pathlib
import sys


def missing(graph):
    """The place and name of each symbol that is written in the sources and has no comment, its own or inherited."""
    for symbol in graph["symbols"]:
        # What the compiler makes, such as ==, has no place in the sources.
        if "docComment" in symbol or "location" not in symbol or "::SYNTHESIZED::" in symbol["identifier"]["precise"]:
            continue
        place = symbol["location"]
        file = place["uri"].split("/Sources/")[-1]
        yield f"Sources/{file}:{place['position']['line'] + 1}: {'.'.join(symbol['pathComponents'])}"


def main():
    found = set()
    for file in sorted(pathlib.Path(sys.argv[1]).glob("*.symbols.json")):
        found |= set(missing(json.loads(file.read_text())))
    for line in sorted(found):
        print(f"{line} has no documentation")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
