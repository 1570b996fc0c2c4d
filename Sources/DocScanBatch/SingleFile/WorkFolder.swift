// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanCore
internal import DocScanFiles
internal import DocScanInput
internal import DocScanStore
internal import Glibc

/// A private temporary folder for a single-file run, which is deleted together with this object.
final class WorkFolder {
  static let prefix = ".docscan-work-"

  let path: String
  private let parent: String

  /// Chooses a free name without creating the folder.
  init(in folder: String) {
    parent = folder
    path = folder + "/" + Self.prefix + String(UInt64.random(in: .min ... .max), radix: 36)
  }

  /// Creates the folder, after deleting those of killed runs.
  func create() throws(BatchError) {
    Self.removeAbandoned(in: parent)
    guard unsafe mkdir(path, 0o700) == 0 else {
      throw .output("Cannot create a working folder in \(parent): \(errorText()).")
    }
  }

  deinit { remove() }

  /// Deletes the folder. If this fails, a later run tries again.
  func remove() { _ = unsafe linux_remove_tree(path) }

  /// Deletes the folders of killed runs. Such a folder belongs to this user and has a lock file with a process ID, but no process holds the lock. A
  /// run writes the ID after it takes the lock.
  private static func removeAbandoned(in folder: String) {
    for name in InputScanner.entries(of: folder)?.names ?? [] where name.hasPrefix(prefix) {
      let path = folder + "/" + name
      guard let entry = fileStatus(path), entry.kind == S_IFDIR, entry.st_uid == geteuid(),
        isAbandoned(path)
      else { continue }
      _ = unsafe linux_remove_tree(path)
    }
  }

  private static func isAbandoned(_ path: String) -> Bool {
    guard let lock = fileContents(path + "/.docscan/lock"), !lock.isEmpty else { return false }
    return OutputFolder.process(writingTo: HiddenFolder.existing(in: path)) == nil
  }
}
