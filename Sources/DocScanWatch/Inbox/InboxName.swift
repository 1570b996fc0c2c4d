// SPDX-License-Identifier: GPL-3.0-or-later

/// What the name of something in the inbox says about it.
enum InboxName {
  /// Ends of names that programs give to files while they write them.
  private static let unfinishedEndings = [
    "~", ".tmp", ".temp", ".part", ".partial", ".crdownload", ".download", ".filepart", ".swp", ".swx", ".!qb", ".!ut",
    ".opdownload", ".aria2", ".uploading", ".upload", ".incomplete",
  ]
  /// Folders in which systems keep previews and deleted files.
  private static let systemFolders: Set<String> = [
    "@eadir", "#recycle", "lost+found", "system volume information", "$recycle.bin", "__macosx",
  ]

  /// The marker that says a folder is complete.
  static let marker = ".done"

  /// Whether a name is hidden; programs such as rsync and Syncthing write to hidden files and rename them at the end.
  static func isHidden(_ name: String) -> Bool { name.hasPrefix(".") }

  /// Whether a program is still to give the file its final name.
  static func isUnfinished(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("~$") || unfinishedEndings.contains { name.hasSuffix($0) }
  }

  /// Whether a folder holds no documents of the user.
  static func isSystemFolder(_ name: String) -> Bool { systemFolders.contains(name.lowercased()) }
}
