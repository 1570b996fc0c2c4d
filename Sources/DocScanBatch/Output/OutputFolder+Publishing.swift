// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanCore
internal import DocScanWriters
internal import Glibc

/// Puts results in place. Only what docscan itself wrote ever gives way.
extension OutputFolder {
  /// Whether a result may be put at this name: nothing is there, or a result of docscan; what others added to that stays.
  func mayPublish(as name: String) throws(BatchError) -> Bool {
    switch try writing(results.owner(of: name)) {
    case .nobody: return true
    case .docscan(_, let added): return added.isEmpty ? true : try canKeep(added, of: name)
    case .somebody: return false
    }
  }

  /// Moves a built document into place in one step; an earlier result of docscan goes away, but for what others added.
  ///
  /// False when something is there that is not docscan's: then nothing has changed. The files are on the disk already;
  /// when this returns, so is everything on the way to them.
  func publish(_ built: String, as name: String) throws(BatchError) -> Bool {
    let target = folder(of: name)
    let owner = try writing(results.owner(of: name))
    var parents = name.split(separator: "/").dropLast()
    switch owner {
    case .somebody: return false
    case .nobody:
      try Self.makeFolder(parents.isEmpty ? path : folder(of: parents.joined(separator: "/")))
      try Self.sync(built)
      guard try moveExclusively(built, target) else { return false }
    case .docscan(let files, let added):
      guard let tree = FolderTree(target), try writing(tree.link(added, into: built)) else { return false }
      try added.isEmpty ? Self.sync(built) : Self.syncFolders(built)
      try exchange(built, target, files: files, tree)
    }
    while !parents.isEmpty {
      try Self.sync(folder(of: parents.joined(separator: "/")))
      parents.removeLast()
    }
    try Self.sync(path)
    if owner != .nobody { try Self.removeTree(built) }
    return true
  }

  /// Replaces `report.json` in one step; false when another file has that name: the report is in the hidden part then.
  func write(_ report: BatchReport) throws(BatchError) -> Bool {
    let (name, built) = ("report.json", hidden + "/report.json")
    let target = path + "/" + name
    do throws(OutputError) {
      let isOwn = results.exists(name) ? try isOwnReport(target) : true
      let written = try writeJSON(report, to: built)
      guard isOwn else { return false }
      // Noted before it is there: it is docscan's whenever the run is killed.
      try journal.own(name, sha256: written.sha256)
    } catch {
      throw BatchError(error)
    }
    guard unsafe rename(built, target) == 0 else { throw Self.failure("put in place", target) }
    try Self.sync(path)
    return true
  }

  /// Whether a report is one that docscan wrote here, and unchanged since.
  private func isOwnReport(_ file: String) throws(OutputError) -> Bool {
    guard isRegularFile(file) else { return false }
    let noted = try journal.ownDigests(of: "report.json")
    guard noted.isEmpty else { return noted.contains(try ResultFile(path: file).sha256) }
    // The journal was removed, or is from before such notes.
    let report: BatchReport? = readJSON(file)
    return report?.schema == BatchReport.schema
  }

  /// Waits until the entries of a folder and of those below it are on the disk.
  private static func syncFolders(_ folder: String) throws(BatchError) {
    for path in FolderTree(folder)?.folders ?? [] { try sync(folder + "/" + path) }
    try sync(folder)
  }

  /// Whether what others added to a document's folder can be in its next version as well.
  private func canKeep(_ added: [String], of name: String) throws(BatchError) -> Bool {
    let (scratch, other) = (try makeScratch("kept"), try makeScratch("kept-other"))
    guard unsafe linux_exchange(scratch, other) == 0, let tree = FolderTree(folder(of: name)) else { return false }
    for parent in Set(added.flatMap(foldersAbove)).sorted() { try Self.makeFolder(scratch + "/" + parent) }
    let isPossible = try writing(tree.link(added, into: scratch))
    try Self.removeTree(scratch)
    try Self.removeTree(other)
    return isPossible
  }

  /// Gives a built folder a name that is free; false when it is not.
  private func moveExclusively(_ built: String, _ target: String) throws(BatchError) -> Bool {
    if unsafe linux_rename_exclusively(built, target) == 0 { return true }
    if errno == EEXIST || errno == ENOTEMPTY { return false }
    // Network shares know only the plain way, which never replaces a folder with anything in it, nor a file.
    guard errno == EINVAL || errno == ENOSYS else { throw Self.failure("put in place", target) }
    var entry = stat()
    guard unsafe lstat(target, &entry) != 0 else { return false }
    guard unsafe rename(built, target) == 0 else {
      guard [EEXIST, ENOTEMPTY, ENOTDIR, EISDIR].contains(errno) else { throw Self.failure("put in place", target) }
      return false
    }
    return true
  }

  /// Swaps a built folder and the earlier version, which is where the built one was when this returns.
  private func exchange(
    _ built: String, _ target: String, files: Set<String>, _ tree: FolderTree
  ) throws(BatchError) {
    if unsafe linux_exchange(built, target) == 0 {
      guard let earlier = FolderTree(built) else { throw Self.failure("read what was in", target) }
      guard earlier.paths != tree.paths else { return }
      // What came into the folder since it was listed stays, too.
      guard try writing(earlier.link(earlier.added(to: files), into: target)) else {
        throw Self.failure("keep what was added to", target)
      }
      return try Self.syncFolders(target)
    }
    // On network shares the earlier version has to go first, which what others added must not.
    guard errno == EINVAL || errno == ENOSYS, tree.added(to: files).isEmpty else {
      throw Self.failure("put in place", target)
    }
    let earlier = built + "-earlier"
    // Whoever is killed just now makes the document again.
    guard unsafe rename(target, earlier) == 0, unsafe rename(built, target) == 0, unsafe rename(earlier, built) == 0
    else { throw Self.failure("put in place", target) }
  }
}
