// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanCore
internal import DocScanWriters
internal import Glibc

/// Puts a built document in place in one step. Only what docscan itself wrote ever gives way.
struct Publication: Sendable {
  /// The folder that was built.
  let built: String
  /// The output folder, and the document's name in it.
  let root, name: String
  /// What docscan may have put there.
  let known: [[String: ResultFile]]
  /// The results get the latest time of these files; of none, they keep their own.
  let times: [SourceFile]

  /// Moves the folder into place; an earlier result of docscan goes away, but for what others added.
  ///
  /// False when something is there that is not docscan's: then nothing has changed. When this returns, all of it is on the
  /// disk, with everything on the way to it.
  func run() throws(BatchError) -> Bool {
    try writing(SourceTimes.apply(times, to: built))
    guard let new = FolderTree(built) else { throw OutputFolder.failure("read", built) }
    for file in new.paths.subtracting(new.folders) { try OutputFolder.sync(built + "/" + file) }
    let target = root + "/" + name
    // An edit that is made meanwhile would be made in the earlier version.
    let lock = unsafe access(EditFile.path(in: target), F_OK) == 0 ? try EditLock(library: root) : nil
    defer { lock?.release() }
    let owner = try writing(ResultsFolder.owner(of: target, known: known))
    var parents = pathNames(name).map { $0[...] }.dropLast()
    switch owner {
    case .somebody: return false
    case .nobody:
      try OutputFolder.makeFolder(([root[...]] + parents).joined(separator: "/"))
      try Self.syncFolders(built)
      guard try moveExclusively(to: target) else { return false }
    case .docscan(let files, let added):
      for parent in Set(added.flatMap(foldersAbove)).sorted() { try OutputFolder.makeFolder(built + "/" + parent) }
      guard let tree = FolderTree(target), try writing(tree.link(added, into: built)) else { return false }
      try Self.syncFolders(built)
      try exchange(with: target, files: files, tree)
    }
    while !parents.isEmpty {
      try OutputFolder.sync(([root[...]] + parents).joined(separator: "/"))
      parents.removeLast()
    }
    try OutputFolder.sync(root)
    if owner != .nobody { try OutputFolder.removeTree(built) }
    return true
  }

  /// Waits until the entries of a folder and of those below it are on the disk.
  private static func syncFolders(_ folder: String) throws(BatchError) {
    for path in FolderTree(folder)?.folders ?? [] { try OutputFolder.sync(folder + "/" + path) }
    try OutputFolder.sync(folder)
  }

  /// Gives the built folder a name that is free; false when it is not.
  private func moveExclusively(to target: String) throws(BatchError) -> Bool {
    if unsafe linux_rename_exclusively(built, target) == 0 { return true }
    if errno == EEXIST || errno == ENOTEMPTY { return false }
    // Network shares know only the plain way, which never replaces a folder with anything in it, nor a file.
    guard errno == EINVAL || errno == ENOSYS else { throw OutputFolder.failure("put in place", target) }
    var entry = stat()
    guard unsafe lstat(target, &entry) != 0 else { return false }
    guard unsafe rename(built, target) == 0 else {
      if [EEXIST, ENOTEMPTY, ENOTDIR, EISDIR].contains(errno) { return false }
      throw OutputFolder.failure("put in place", target)
    }
    return true
  }

  /// Swaps the built folder and the earlier version, which is where the built one was when this returns.
  private func exchange(with target: String, files: Set<String>, _ tree: FolderTree) throws(BatchError) {
    if unsafe linux_exchange(built, target) == 0 {
      guard let earlier = FolderTree(built) else { throw OutputFolder.failure("read what was in", target) }
      guard earlier.paths != tree.paths else { return }
      // What came into the folder since it was listed stays, too.
      guard try writing(earlier.link(earlier.added(to: files), into: target)) else {
        throw OutputFolder.failure("keep what was added to", target)
      }
      return try Self.syncFolders(target)
    }
    // On network shares the earlier version has to go first, which what others added must not.
    guard errno == EINVAL || errno == ENOSYS, tree.added(to: files).isEmpty else {
      throw OutputFolder.failure("put in place", target)
    }
    let earlier = built + "-earlier"
    // Whoever is killed just now makes the document again.
    guard unsafe rename(target, earlier) == 0, unsafe rename(built, target) == 0, unsafe rename(earlier, built) == 0
    else { throw OutputFolder.failure("put in place", target) }
  }
}
