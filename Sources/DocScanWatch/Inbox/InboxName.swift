// SPDX-License-Identifier: GPL-3.0-or-later

/// Rules for the names of files and folders in an inbox.
enum InboxName {
  /// Prefixes and suffixes that programs use for unfinished files.
  private static let unfinishedEndings = [
    "~", ".tmp", ".temp", ".part", ".partial", ".crdownload", ".download", ".filepart", ".swp", ".swx", ".!qb", ".!ut",
    ".opdownload", ".aria2", ".uploading", ".upload", ".incomplete",
  ]
  /// Folders in which systems store previews and deleted files, in lowercase.
  private static let systemFolders: Set<String> = [
    "@eadir", "#recycle", "lost+found", "system volume information", "$recycle.bin", "__macosx",
  ]

  static let marker = ".done"

  /// Returns whether a name is hidden. Programs such as rsync and Syncthing write to hidden files, and rename them at the end.
  static func isHidden(_ name: String) -> Bool { name.hasPrefix(".") }

  static func isUnfinished(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("~$") || unfinishedEndings.contains { name.hasSuffix($0) }
  }

  /// Returns whether a folder belongs to the system, and contains none of the user's documents.
  static func isSystemFolder(_ name: String) -> Bool { systemFolders.contains(name.lowercased()) }
}
