// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanFiles
internal import Glibc

/// The names of everything below a folder, without following links.
package struct FolderTree {
  package let folder: Folder
  package let paths: Set<String>
  /// The relative paths of folders, parents first.
  package let folders: [String]

  /// Lists a folder. Returns `nil` if any part can't be read or has a name that isn't UTF-8.
  package init?(_ folder: Folder) {
    self.folder = folder
    var found: Set<String> = []
    var folders: [String] = []
    var waiting = [""]
    while let next = waiting.popLast() {
      guard let here = folder.folder(next), let entries = here.entries(), entries.unnamed.isEmpty else { return nil }
      for name in entries.names {
        let child = next.isEmpty ? name : next + "/" + name
        found.insert(child)
        guard here.status(name)?.kind == S_IFDIR else { continue }
        folders.append(child)
        waiting.append(child)
      }
    }
    paths = found
    self.folders = folders
  }

  /// Returns the topmost paths that aren't among these files or their parent folders.
  package func added(to files: Set<String>) -> [String] {
    let own = files.union(files.flatMap(foldersAbove))
    return paths.filter { path in !own.contains(path) && !foldersAbove(path).contains { !own.contains($0) } }.sorted()
  }

  /// Hard-links files into another folder, and copies their folders' permissions and times. Returns `false` if unsupported. Throws disk errors.
  package func link(_ paths: [String], into target: Folder) throws(OutputError) -> Bool {
    for path in paths {
      guard try link(path, into: target) else { return false }
    }
    return true
  }

  package func syncFolders() throws(OutputError) {
    for path in folders where !folder.sync(path) { throw failure("write", folder, path) }
    guard folder.sync() else { throw failure("write", folder, "") }
  }

  private func link(_ path: String, into target: Folder) throws(OutputError) -> Bool {
    guard let entry = folder.status(path) else { return false }
    if entry.kind == S_IFDIR { return try linkFolder(path, entry, into: target) }
    if let other = target.status(path), entry.isSameFile(as: other) { return true }
    return try isAllowed(folder.link(path, to: target, as: path), target, path)
  }

  private func linkFolder(_ path: String, _ entry: stat, into target: Folder) throws(OutputError) -> Bool {
    // Without these permissions, the folder's content couldn't be removed from its old place.
    guard entry.st_uid == geteuid() && (entry.st_mode & 0o700 == 0o700 || geteuid() == 0) else { return false }
    if target.status(path)?.kind != S_IFDIR {
      guard try isAllowed(target.makeFolder(path, mode: 0o700) != nil, target, path) else { return false }
    }
    let children = paths.filter { DocScanFiles.path($0, below: path).map { pathNames($0).count == 1 } ?? false }
    let times = [entry.st_atim, entry.st_mtim]
    guard try link(children.sorted(), into: target),
      try isAllowed(target.setMode(path, entry.st_mode & 0o7777), target, path)
    else { return false }
    return try isAllowed(target.setTimes(path, times), target, path)
  }

  /// Returns whether a call succeeded, or `false` if the file system or its permissions don't allow it. Throws other errors.
  private func isAllowed(_ isDone: Bool, _ place: Folder, _ path: String) throws(OutputError) -> Bool {
    if isDone { return true }
    switch errno {
    case EPERM, EACCES, EXDEV, EMLINK, ENOSYS, EOPNOTSUPP, EEXIST, ENOENT, ELOOP, ENOTDIR: return false
    case _: throw failure("create", place, path)
    }
  }

  private func failure(_ operation: String, _ place: Folder, _ path: String) -> OutputError {
    OutputError(operation: operation, path: path.isEmpty ? place.path : "\(place.path)/\(path)", code: errno)
  }
}
