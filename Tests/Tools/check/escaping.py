#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Refuses text that is searched or replaced by Swift's characters where documents' words leave the program.

To Swift, a quotation mark with a combining mark behind it is another character, and "\\r\\n" is one. So formats are written by `Escape`, and
paths divided by `pathNames` and `path(_:below:)`, which go by scalars and bytes. A line of the program's own text says so: `// own text`.

    python3 Tests/Tools escaping
"""
import re, sys
import data

SOURCES = data.ROOT / "Sources"
# What replaces by characters, in every module that writes for others.
REPLACING = re.compile(r'\.replacing\("|\.replacingOccurrences\(|\.map \{[^}]*"[^"]*"\.contains\(\$0\)')
# What divides paths by characters, where folders of others are shown.
DIVIDING = re.compile(r'split\(separator: "/"|[iI]ndex\(of: "/"|contains\("/"\)|hasPrefix\([^)]*\+ "/"\)|hasPrefix\("\."\)')
# Where neither is searched for in any way.
STRICT = re.compile(r'\.(contains|hasPrefix|hasSuffix|firstRange)\((of: )?"')
RULES = [
    (REPLACING, ["DocScanCore/Escaping", "DocScanWriters", "DocScanStore", "DocScanWorkers", "DocScanTranslation", "DocScanBatch",
                 "DocScanWatch", "DocScanCluster", "DocScanLibrary", "DocScanServe", "DocScanCLI"]),
    (DIVIDING, ["DocScanCore/Escaping", "DocScanLibrary", "DocScanServe"]),
    (STRICT, ["DocScanCore/Escaping", "DocScanLibrary/Ledger/LedgerCSV.swift", "DocScanLibrary/Ledger/PlainTextAccounting.swift",
              "DocScanWriters/PDF/XMPPacket.swift"]),
]

found = []
for rule, places in RULES:
    for place in places:
        files = [SOURCES / place] if place.endswith(".swift") else sorted((SOURCES / place).rglob("*.swift"))
        for file in files:
            for number, line in enumerate(file.read_text().splitlines(), 1):
                if rule.search(line) and "// own text" not in line and not line.lstrip().startswith("//"):
                    found.append(f"{file.relative_to(SOURCES.parent)}:{number}: by characters: {line.strip()}")
print("\n".join(found) or "Nothing is escaped by characters.")
sys.exit(1 if found else 0)
