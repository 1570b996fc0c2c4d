#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that code which handles external folders finds files from open folders (`Folder`), not by paths.

    python3 Tests/Tools paths

A path that is built from names in an inbox, or in a library, may lead elsewhere by the time it is used.
"""
import re, sys
import data

# Calls that take a path and follow links on the way.
CALLS = re.compile(r"FileManager\.default|OpenFile\(path|OutputFile\(path|FileIdentity\(path|SourceFile\(path: [^,)]*\)|InboxFile\(path:"
                   r"|(?<![\w.])(?:unsafe )(?:open|lstat|stat|access|unlink|rename|mkdir|rmdir|symlink|link|chmod|chown)\("
                   r"|linux_(?:exchange|rename_exclusively|remove_tree)\(|\b(?:isFolder|isRegularFile|fileStatus|readJSON|removeFile)\(")
CHECKED = ["Sources/DocScanWatch/Inbox/*.swift", "Sources/DocScanStore/*.swift", "Sources/DocScanStore/*/*.swift",
           "Sources/DocScanBatch/Output/*.swift", "Sources/DocScanBatch/Edits/*.swift", "Sources/DocScanCluster/*.swift",
           "Sources/DocScanLibrary/Index/*.swift", "Sources/DocScanServe/View/SiteFolder.swift",
           "Sources/DocScanServe/View/PictureRun.swift", "Sources/DocScanFiles/Folder*.swift",
           "Sources/DocScanFiles/FileFacts.swift", "Sources/DocScanReview/GroundTruth.swift"]
# File, part of the line, and why it is allowed.
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
    ("SourceFile.swift", "path", "an input that a person named; what is below an inbox is found from there"),
    ("SiteFolder.swift", "attributesOfItem", "the day of a record; nothing of it is read"),
    ("FileFacts.swift", "", "what the others use: each use is looked at here"),
    ("FileCopy.swift", "(path: path)", "a file in an open folder, by its `anchor`"),
    ("StoredDocument.swift", "isFolder(folder", "whether a folder that a person named is a library"),
    ("OutputFolder.swift", "fileStatus(disk", "the scratch disk is a person's word"),
    ("OutputFolder.swift", "/room", "a file in an open folder, by its `anchor`"),
    ("OutputFolder.swift", "path", "the output folder itself is a person's word; below it, folders are open"),
    ("RecordFile.swift", "OutputFile(path: path, notedIn", "a document that is being built in an open folder, by its `anchor`"),
    ("StateFolder.swift", "unsafe mkdir(folder", "the user's own state folder"),
    ("SourceTimes.swift", "path", "the list of single files, and its folder"),
    ("PipelineRun+WorkPlan.swift", "folder", "whether a folder that a person named has a plan, before one is made"),
    ("PipelineRun+WorkPlan.swift", "SourceFile(path: path)", "an input that a person named"),
    ("LibraryMerge.swift", "isFolder(place, followingLinks", "a folder that a person named"),
    ("MergedReport.swift", "(list)", "a file in the open hidden part, by its `anchor`"),
    ("MergedReport.swift", "path: list", "a file in the open hidden part, by its `anchor`"),
    ("MergedReport.swift", "output.hidden", "a file in the open hidden part, by its `anchor`"),
    ("PlanChanges.swift", "SourceFile(path: path)", "an input that a person named"),
    ("PlannedDocument.swift", "followingLinks", "an input that a plan names: a link to one is allowed"),
    ("PlannedShard.swift", "isFolder(place", "a folder that a person named"),
    ("DocumentRevision.swift", "(grafted)", "what a worker left in its open folder, by its `anchor`"),
    ("DocumentRevision.swift", "OpenFile(path: path)", "what is being built in an open folder, by its `anchor`"),
    ("GroundTruth.swift", "", "a new folder of a person, in which nothing of others is"),
    ("Service", "", "the service's own state in the hidden part of its output folder"),
    ("InboxService.swift", "", "a probe in the hidden part of its output folder"),
]


def main():
    found = []
    for pattern in CHECKED:
        for path in sorted(data.ROOT.glob(pattern)):
            for number, line in enumerate(path.read_text().splitlines(), 1):
                code = line.split("//", 1)[0]
                if CALLS.search(code) and not any(path.name.startswith(file) and part in code for file, part, _ in ALLOWED):
                    found.append(f"{path}:{number}: {line.strip()}")
    if found:
        sys.exit("These lines find files by paths where names come from others; use Folder:\n" + "\n".join(found))


main()
