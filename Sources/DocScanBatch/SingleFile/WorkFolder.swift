// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanStore
internal import Glibc

/// A private folder for the work on one file, removed with everything in it when nobody holds it any more.
final class WorkFolder {
  /// What its name begins with.
  static let prefix = ".docscan-work-"

  let path: String
  private let parent: String

  /// Chooses a name that nothing has; nothing is written yet.
  init(in folder: String) {
    parent = folder
    path = folder + "/" + Self.prefix + String(UInt64.random(in: .min ... .max), radix: 36)
  }

  /// Makes the folder; what killed runs have left beside it goes first.
  func create() throws(BatchError) {
    Self.removeAbandoned(in: parent)
    guard unsafe mkdir(path, 0o700) == 0 else {
      throw .output("Cannot create a working folder in \(parent): \(errorText()).")
    }
  }

  deinit { remove() }

  /// Removes it with everything in it; what cannot be removed now, a later run tries again.
  func remove() { _ = unsafe linux_remove_tree(path) }

  /// Removes the folders of runs that have ended without doing so.
  ///
  /// A folder is one of them if it is this user's and has the lock of a run, with the number of its process, that nobody
  /// holds: the number is written once the lock is taken.
  private static func removeAbandoned(in folder: String) {
    for name in InputScanner.entries(of: folder)?.names ?? [] where name.hasPrefix(prefix) {
      let path = folder + "/" + name
      guard let entry = fileStatus(path), entry.kind == S_IFDIR, entry.st_uid == geteuid(),
        isAbandoned(path)
      else { continue }
      _ = unsafe linux_remove_tree(path)
    }
  }

  /// Whether a run took the folder and has ended.
  private static func isAbandoned(_ path: String) -> Bool {
    guard let lock = fileContents(path + "/.docscan/lock"), !lock.isEmpty else { return false }
    return OutputFolder.process(writingTo: HiddenFolder.existing(in: path)) == nil
  }
}
