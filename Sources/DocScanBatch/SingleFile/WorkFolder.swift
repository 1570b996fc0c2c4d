// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import FoundationEssentials
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
    guard let stream = unsafe opendir(folder) else { return }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let start = unsafe UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
      let name = unsafe String(cString: start.assumingMemoryBound(to: CChar.self))
      if name.hasPrefix(prefix) { names.append(name) }
    }
    unsafe closedir(stream)
    for name in names {
      let path = folder + "/" + name
      var entry = stat()
      guard unsafe lstat(path, &entry) == 0, entry.st_mode & S_IFMT == S_IFDIR, entry.st_uid == geteuid(),
        OutputFolder.isAbandoned(path)
      else { continue }
      _ = unsafe linux_remove_tree(path)
    }
  }
}

extension OutputFolder {
  /// Whether a run took the folder and has ended.
  fileprivate static func isAbandoned(_ path: String) -> Bool {
    guard let lock = FileManager.default.contents(atPath: path + "/.docscan/lock"), !lock.isEmpty else { return false }
    return process(writingTo: path) == nil
  }
}
