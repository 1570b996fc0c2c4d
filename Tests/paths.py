#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that what handles folders of others finds files from open folders (`Folder`), not by paths.

    python3 Tests/paths.py

A path that is put together from names in an inbox, or in a library, leads wherever somebody has it lead by the time it is used.
"""
import pathlib, re, sys

# What takes a path, and follows whatever is on the way.
CALLS = re.compile(r"FileManager\.default|OpenFile\(path|OutputFile\(path|FileIdentity\(path|SourceFile\(path: [^,)]*\)|InboxFile\(path:"
                   r"|(?<![\w.])(?:unsafe )(?:open|lstat|stat|access|unlink|rename|mkdir|rmdir|symlink|link|chmod|chown)\("
                   r"|linux_(?:exchange|rename_exclusively|remove_tree)\(|\b(?:isFolder|isRegularFile|fileStatus|readJSON|removeFile)\(")
CHECKED = ["Sources/DocScanBatch/Watch/*.swift", "Sources/DocScanBatch/Jobs/CompletenessJob.swift",
           "Sources/DocScanBatch/Output/HiddenFolder.swift", "Sources/DocScanLibrary/View/SiteFolder.swift",
           "Sources/DocScanLibrary/View/PictureRun.swift", "Sources/DocScanCore/Files/Folder*.swift"]
# File, part of the line, and why it may be there.
ALLOWED = [
    ("Folder.swift", "unsafe open(path, O_RDONLY | O_DIRECTORY", "a root is somebody's word"),
    ("WatchPlaces.swift", "isFolder(inbox", "the inbox itself is the pipeline's word"),
    ("WatchPlaces.swift", "access(", "whether a folder that the pipeline names can be used"),
    ("WatchPlaces.swift", "isFolder(folder)", "whether there is a folder beside the inbox; it is opened as a handle later"),
    ("WatchPlaces.swift", "fileStatus(above", "whether the inbox and the folder above it are on one disk"),
    ("FailureReason.swift", "FileManager.default.subpathsOfDirectory(atPath: folder)", "results in the own output folder"),
    ("FailureReason.swift", "isRegularFile(folder", "results in the own output folder"),
    ("RetryRequest.swift", "near", "a folder that a person named, or is in"),
    ("RetryRequest.swift", "isFolder(inbox)", "whether the folder beside it is a usual one"),
    ("RetryRequest.swift", "isRegularFile(path", "an original that a person named"),
    ("InboxFile.swift", "path", "an input that a person named"),
    ("SiteFolder.swift", "attributesOfItem", "the day of a record; nothing of it is read"),
    ("Service", "", "the service's own state in the hidden part of its output folder"),
    ("WatchService.swift", "", "a probe in the hidden part of its output folder"),
]


def main():
    found = []
    for pattern in CHECKED:
        for path in sorted(pathlib.Path(__file__).parent.parent.glob(pattern)):
            for number, line in enumerate(path.read_text().splitlines(), 1):
                code = line.split("//", 1)[0]
                if CALLS.search(code) and not any(path.name.startswith(file) and part in code for file, part, _ in ALLOWED):
                    found.append(f"{path}:{number}: {line.strip()}")
    if found:
        sys.exit("These lines find files by paths where names come from others; use Folder:\n" + "\n".join(found))


main()
