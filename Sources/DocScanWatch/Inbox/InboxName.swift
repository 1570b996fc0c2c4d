// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

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

  /// The names of folders for originals in an inbox. A document with such a name would become one of these folders.
  private static let folders: Set<String> = [WatchSettings.processed.name, WatchSettings.failed.name]

  static let marker = ".done"

  /// Whether a delivered document can't have a name, because docscan or the system gives it a meaning.
  static func isReserved(_ name: String) -> Bool {
    // Programs take a name that begins with a dash for an option.
    isHidden(name) || name.hasPrefix("-") || isUnfinished(name) || isSystemFolder(name)
      || folders.contains(name.lowercased())
  }

  /// Whether a name is hidden. Programs such as rsync and Syncthing write to hidden files, and rename them at the end.
  static func isHidden(_ name: String) -> Bool { name.hasPrefix(".") }

  static func isUnfinished(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("~$") || unfinishedEndings.contains { name.hasSuffix($0) }
  }

  static func isSystemFolder(_ name: String) -> Bool { systemFolders.contains(name.lowercased()) }
}
