#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Refuses text that is searched or replaced by Swift's characters where documents' words leave the program.

To Swift, a quotation mark followed by a combining mark is another character, and "\\r\\n" is one character. So `Escape` writes formats, and
`pathNames` and `path(_:below:)` split paths: they work on scalars and bytes. A line that handles only the program's own text ends with `// own
text`.

    python3 Tests/Tools escaping
"""
import re, sys
import data

SOURCES = data.ROOT / "Sources"
# Calls that replace by characters, in every module that writes output.
REPLACING = re.compile(r'\.replacing\("|\.replacingOccurrences\(|\.map \{[^}]*"[^"]*"\.contains\(\$0\)')
# Calls that split paths by characters, in code that shows external folders.
DIVIDING = re.compile(r'split\(separator: "/"|[iI]ndex\(of: "/"|contains\("/"\)|hasPrefix\([^)]*\+ "/"\)|hasPrefix\("\."\)')
# Files in which neither may be searched for at all.
STRICT = re.compile(r'\.(contains|hasPrefix|hasSuffix|firstRange)\((of: )?"')
RULES = [
    (REPLACING, ["DocScanFiles/Text", "DocScanWriters", "DocScanStore", "DocScanWorkers", "DocScanTranslation", "DocScanBatch",
                 "DocScanWatch", "DocScanCluster", "DocScanLibrary", "DocScanServe", "DocScanCLI", "DocScanHTTP", "DocScanRequests",
                 "DocScanChecks", "DocScanReview", "DocScanPDF", "DocScanInput", "DocScanPresets", "DocScanHooks",
                 "DocScanCommandLine", "DocScanProgress"]),
    (DIVIDING, ["DocScanFiles/Text", "DocScanLibrary", "DocScanReview", "DocScanServe"]),
    (STRICT, ["DocScanFiles/Text", "DocScanLibrary/Ledger/LedgerCSV.swift", "DocScanLibrary/Ledger/PlainTextAccounting.swift",
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
