// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import FoundationEssentials
internal import Glibc

/// A private folder for the work on one file, removed with everything in it when nobody holds it any more.
final class WorkFolder {
  private static let prefix = ".docscan-work-"

  let path: String

  /// Makes a folder with a new name; what killed runs have left here goes first.
  init(in folder: String) throws(BatchError) {
    Self.removeAbandoned(in: folder)
    var template = Array((folder + "/" + Self.prefix + "XXXXXX").utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw .output("Cannot create a working folder in \(folder): \(errorText()).")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
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
