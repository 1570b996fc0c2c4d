// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanWriters
internal import Glibc

/// Puts a built document in place in one step. Only what docscan itself wrote ever gives way.
package struct Publication: Sendable {
  /// The folder that was built, by its path from an open one.
  package let built: String
  /// The output folder, and the document's name in it.
  package let root: Folder
  package let name: String
  /// What docscan may have put there.
  package let known: [[String: ResultFile]]
  /// The result under another name that it takes the place of; nil without any.
  package let earlier: Earlier?
  /// The results get the latest time of these files; of none, they keep their own.
  package let times: [SourceFile]
  package let readers: Readers

  /// A result of docscan that has another name than the one that takes its place.
  package struct Earlier: Sendable {
    package let name: String
    /// What docscan may have put there.
    package let known: [[String: ResultFile]]
  }

  private var target: String { "\(root.path)/\(name)" }

  /// Moves the folder into place; an earlier result of docscan goes away, but for what others added.
  ///
  /// False when something is there that is not docscan's: then nothing has changed. When this returns, all of it is on the
  /// disk, with everything on the way to it.
  package func run() throws(BatchError) -> Bool {
    let own = fileName(built)
    guard let place = Folder(root: parentFolder(of: built)), let new = place.folder(own), let files = FolderTree(new)
    else { throw OutputFolder.failure("read", built) }
    try writing(readers.restrict(new, in: root, as: name))
    try writing(SourceTimes.apply(times, to: new))
    for file in files.paths.subtracting(files.folders) where !new.sync(file) {
      throw OutputFolder.failure("write", "\(new.path)/\(file)")
    }
    // An edit that is made meanwhile would be made in the earlier version.
    let hasEdits = [name, earlier?.name].compactMap(\.self).contains { root.exists(EditFile.path(in: $0, of: root)) }
    let lock = hasEdits ? try EditLock(root: root) : nil
    defer { lock?.release() }
    let mayTakePlace = try takeOver(into: new)
    let owner = try writing(ResultsFolder.owner(of: name, in: root, known: known))
    let parents = foldersAbove(name)
    switch owner {
    case .somebody: return false
    case .nobody:
      if let parent = parents.last, root.makeFolder(parent) == nil {
        throw OutputFolder.failure("create", "\(root.path)/\(parent)")
      }
      try writing(files.syncFolders())
      guard try moveExclusively(own, in: place) else { return false }
    case .docscan(let earlier, let added):
      for parent in Set(added.flatMap(foldersAbove)).sorted() where new.makeFolder(parent) == nil {
        throw OutputFolder.failure("create", "\(new.path)/\(parent)")
      }
      guard let tree = root.folder(name).flatMap({ FolderTree($0) }), try writing(tree.link(added, into: new)) else {
        return false
      }
      try Self.syncFolders(new)
      try exchange(own, in: place, files: earlier, tree)
    }
    for parent in parents.reversed() where !root.sync(parent) {
      throw OutputFolder.failure("write", "\(root.path)/\(parent)")
    }
    guard root.sync() else { throw OutputFolder.failure("write", root.path) }
    if owner != .nobody, !place.removeTree(own) { throw OutputFolder.failure("remove", built) }
    if mayTakePlace { try removeEarlier(in: place) }
    return true
  }

  /// Gives what others added to the result under its earlier name a place in the new one, with people's decisions under their new
  /// name; false if that cannot be, or where there is nothing of docscan's: then the earlier one stays.
  private func takeOver(into new: Folder) throws(BatchError) -> Bool {
    guard let earlier, earlier.name != name,
      case .docscan(_, let added) = try writing(ResultsFolder.owner(of: earlier.name, in: root, known: earlier.known)),
      let tree = root.folder(earlier.name).flatMap({ FolderTree($0) })
    else { return false }
    for parent in Set(added.flatMap(foldersAbove)).sorted() where new.makeFolder(parent) == nil {
      throw OutputFolder.failure("create", "\(new.path)/\(parent)")
    }
    guard try writing(tree.link(added, into: new)) else { return false }
    let (before, after) = (fileName(earlier.name) + ".edits.json", fileName(name) + ".edits.json")
    if before != after, new.exists(before), !new.rename(before, after, .replacing) {
      throw OutputFolder.failure("rename", "\(new.path)/\(before)")
    }
    try Self.syncFolders(new)
    return true
  }

  /// Takes the result under its earlier name away, in one step.
  private func removeEarlier(in place: Folder) throws(BatchError) {
    guard let earlier,
      case .docscan = try writing(ResultsFolder.owner(of: earlier.name, in: root, known: earlier.known))
    else { return }
    let aside = fileName(built) + "-renamed"
    guard place.removeTree(aside), root.rename(earlier.name, to: place, aside, .exclusive), root.sync() else {
      throw OutputFolder.failure("remove", "\(root.path)/\(earlier.name)")
    }
    if let parent = foldersAbove(earlier.name).last, !root.sync(parent) {
      throw OutputFolder.failure("write", "\(root.path)/\(parent)")
    }
    guard place.removeTree(aside) else { throw OutputFolder.failure("remove", "\(place.path)/\(aside)") }
  }

  /// Waits until the entries of a folder and of those below it are on the disk.
  private static func syncFolders(_ folder: Folder) throws(BatchError) {
    guard let tree = FolderTree(folder) else { throw OutputFolder.failure("read", folder.path) }
    try writing(tree.syncFolders())
  }

  /// Gives the built folder a name that is free; false when it is not.
  private func moveExclusively(_ own: String, in place: Folder) throws(BatchError) -> Bool {
    if place.rename(own, to: root, name) { return true }
    if errno == EEXIST || errno == ENOTEMPTY { return false }
    // Network shares know only the plain way, which never replaces a folder with anything in it, nor a file.
    guard errno == EINVAL || errno == ENOSYS else { throw OutputFolder.failure("put in place", target) }
    guard !root.exists(name) else { return false }
    guard place.rename(own, to: root, name, .replacing) else {
      if [EEXIST, ENOTEMPTY, ENOTDIR, EISDIR].contains(errno) { return false }
      throw OutputFolder.failure("put in place", target)
    }
    return true
  }

  /// Swaps the built folder and the earlier version, which is where the built one was when this returns.
  private func exchange(
    _ own: String, in place: Folder, files: Set<String>, _ tree: FolderTree
  ) throws(BatchError) {
    if place.rename(own, to: root, name, .swapping) {
      guard let earlier = place.folder(own).flatMap({ FolderTree($0) }), let new = root.folder(name) else {
        throw OutputFolder.failure("read what was in", target)
      }
      guard earlier.paths != tree.paths else { return }
      // What came into the folder since it was listed stays, too.
      guard try writing(earlier.link(earlier.added(to: files), into: new)) else {
        throw OutputFolder.failure("keep what was added to", target)
      }
      return try Self.syncFolders(new)
    }
    // On network shares the earlier version has to go first, which what others added must not.
    guard errno == EINVAL || errno == ENOSYS, tree.added(to: files).isEmpty else {
      throw OutputFolder.failure("put in place", target)
    }
    let aside = own + "-earlier"
    // Whoever is killed just now makes the document again.
    guard root.rename(name, to: place, aside, .replacing), place.rename(own, to: root, name, .replacing),
      place.rename(aside, own, .replacing)
    else { throw OutputFolder.failure("put in place", target) }
  }
}
