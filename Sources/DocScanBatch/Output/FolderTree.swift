// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWriters
internal import FoundationEssentials
internal import Glibc

/// The names below a folder; links are not followed.
struct FolderTree {
  let folder: String
  /// Everything, by its path in the folder; folders come before what is in them.
  let paths: Set<String>
  /// The folders among them.
  let folders: [String]

  /// Lists a folder; nil when it is none, or some of it cannot be read.
  init?(_ folder: String) {
    self.folder = folder
    var found: Set<String> = []
    var folders: [String] = []
    var waiting = [""]
    while let next = waiting.popLast() {
      let path = next.isEmpty ? folder : folder + "/" + next
      guard isFolder(path) else { return nil }
      do {
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
          let child = next.isEmpty ? name : next + "/" + name
          found.insert(child)
          guard isFolder(folder + "/" + child) else { continue }
          folders.append(child)
          waiting.append(child)
        }
      } catch {
        return nil
      }
    }
    paths = found
    self.folders = folders
  }

  /// The topmost paths that are neither among these files nor lead to one.
  func added(to files: Set<String>) -> [String] {
    let own = files.union(files.flatMap(foldersAbove))
    return paths.filter { path in !own.contains(path) && !foldersAbove(path).contains { !own.contains($0) } }.sorted()
  }

  /// Gives what is at these paths a second place in another folder, of the same shape; false where that is not allowed.
  ///
  /// Files are the same files there (hard links), folders new ones with the same rights and times. An error of the disk
  /// is thrown.
  func link(_ paths: [String], into target: String) throws(OutputError) -> Bool {
    for path in paths {
      guard try link(path, into: target) else { return false }
    }
    return true
  }

  private func link(_ path: String, into target: String) throws(OutputError) -> Bool {
    let (from, to) = (folder + "/" + path, target + "/" + path)
    guard let entry = fileStatus(from) else { return false }
    if entry.kind == S_IFDIR { return try linkFolder(path, entry, into: target) }
    if let other = fileStatus(to), entry.isSameFile(as: other) { return true }
    return try Self.isAllowed(unsafe linkat(AT_FDCWD, from, AT_FDCWD, to, 0), to)
  }

  private func linkFolder(_ path: String, _ entry: stat, into target: String) throws(OutputError) -> Bool {
    let (from, to) = (folder + "/" + path, target + "/" + path)
    // What is in a folder without these rights could not be taken out of its first place.
    guard unsafe entry.st_uid == geteuid() && access(from, R_OK | W_OK | X_OK) == 0 else { return false }
    if !isFolder(to) {
      guard try Self.isAllowed(unsafe mkdir(to, 0o700), to) else { return false }
    }
    let children = paths.filter { DocScanCore.path($0, below: path).map { pathNames($0).count == 1 } ?? false }
    let times = [entry.st_atim, entry.st_mtim]
    guard try link(children.sorted(), into: target), try Self.isAllowed(unsafe chmod(to, entry.st_mode & 0o7777), to)
    else { return false }
    return try Self.isAllowed(unsafe utimensat(AT_FDCWD, to, times, 0), to)
  }

  /// Whether a call succeeded; one that the file system or its rights do not allow did not.
  private static func isAllowed(_ result: Int32, _ path: String) throws(OutputError) -> Bool {
    if result == 0 { return true }
    switch errno {
    case EPERM, EACCES, EXDEV, EMLINK, ENOSYS, EOPNOTSUPP, EEXIST, ENOENT: return false
    case let code: throw OutputError(operation: "create", path: path, code: code)
    }
  }
}
