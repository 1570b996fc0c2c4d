// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import Glibc

/// The atomic publication of a built document. Only files that docscan wrote are ever replaced.
package struct Publication: Sendable {
  /// The path of the built folder, anchored at an open folder.
  package let built: String
  /// The output folder, and the document's name in it.
  package let root: Folder
  package let name: String
  /// The sets of files that docscan may have published under this name.
  package let known: [[String: ResultFile]]
  package let earlier: Earlier?
  /// The files whose latest modification time is applied to the results. If empty, the results keep their own times.
  package let times: [SourceFile]
  package let readers: Readers

  /// A result with another name that the new one replaces.
  package struct Earlier: Sendable {
    package let name: String
    // `nil` for a retired result, which only has files of others.
    package let known: [[String: ResultFile]]?
  }

  private var target: String { "\(root.path)/\(name)" }

  /// Moves the folder into place durably. Replaces an earlier result of docscan, but keeps files that others added. Returns `false`, without any
  /// change, if the name belongs to files that docscan didn't write.
  package func run() throws(BatchError) -> Bool {
    let own = fileName(built)
    guard let place = Folder(root: parentFolder(of: built)), let new = place.folder(own), let files = FolderTree(new)
    else { throw OutputFolder.failure("read", built) }
    try writing(readers.restrict(new, in: root, as: name))
    try writing(SourceTimes.apply(times, to: new))
    for file in files.paths.subtracting(files.folders) where !new.sync(file) {
      throw OutputFolder.failure("write", "\(new.path)/\(file)")
    }
    // Locks out edits, which would otherwise change the old version.
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

  /// Links files that others added to the result with the previous name into the new one, and renames the file of edits. Returns `false` if this
  /// isn't possible, in which case the old result stays.
  private func takeOver(into new: Folder) throws(BatchError) -> Bool {
    guard let earlier, earlier.name != name, let added = try writing(filesOfOthers(in: earlier)),
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

  // Returns the files that others added to an earlier result, or `nil` if it isn't one of docscan.
  private func filesOfOthers(in earlier: Earlier) throws(OutputError) -> [String]? {
    guard let known = earlier.known else {
      return root.folder(earlier.name).flatMap { FolderTree($0) }?.added(to: [])
    }
    guard case .docscan(_, let added) = try ResultsFolder.owner(of: earlier.name, in: root, known: known) else {
      return nil
    }
    return added
  }

  private func removeEarlier(in place: Folder) throws(BatchError) {
    guard let earlier, try writing(filesOfOthers(in: earlier)) != nil else { return }
    let aside = fileName(built) + "-renamed"
    guard place.removeTree(aside), root.rename(earlier.name, to: place, aside, .exclusive), root.sync() else {
      throw OutputFolder.failure("remove", "\(root.path)/\(earlier.name)")
    }
    if let parent = foldersAbove(earlier.name).last, !root.sync(parent) {
      throw OutputFolder.failure("write", "\(root.path)/\(parent)")
    }
    guard place.removeTree(aside) else { throw OutputFolder.failure("remove", "\(place.path)/\(aside)") }
    root.removeEmptyFolders(above: earlier.name)
  }

  private static func syncFolders(_ folder: Folder) throws(BatchError) {
    guard let tree = FolderTree(folder) else { throw OutputFolder.failure("read", folder.path) }
    try writing(tree.syncFolders())
  }

  /// Moves the built folder to a free name. Returns `false` if the name is taken.
  private func moveExclusively(_ own: String, in place: Folder) throws(BatchError) -> Bool {
    if place.rename(own, to: root, name) { return true }
    if errno == EEXIST || errno == ENOTEMPTY { return false }
    // Network file systems only support plain renames, which never replace a file or a nonempty folder.
    guard errno == EINVAL || errno == ENOSYS else { throw OutputFolder.failure("put in place", target) }
    guard !root.exists(name) else { return false }
    guard place.rename(own, to: root, name, .replacing) else {
      if [EEXIST, ENOTEMPTY, ENOTDIR, EISDIR].contains(errno) { return false }
      throw OutputFolder.failure("put in place", target)
    }
    return true
  }

  /// Swaps the built folder with the earlier version, which is then in the built folder's place.
  private func exchange(
    _ own: String, in place: Folder, files: Set<String>, _ tree: FolderTree
  ) throws(BatchError) {
    if place.rename(own, to: root, name, .swapping) {
      guard let earlier = place.folder(own).flatMap({ FolderTree($0) }), let new = root.folder(name) else {
        throw OutputFolder.failure("read the earlier contents of", target)
      }
      guard earlier.paths != tree.paths else { return }
      // Keeps files that were added since the folder was listed.
      guard try writing(earlier.link(earlier.added(to: files), into: new)) else {
        throw OutputFolder.failure("keep the files added to", target)
      }
      return try Self.syncFolders(new)
    }
    // Network file systems can't swap, so there is a moment without the document. Files that others added must not disappear even for a moment.
    guard errno == EINVAL || errno == ENOSYS, tree.added(to: files).isEmpty else {
      throw OutputFolder.failure("put in place", target)
    }
    let aside = own + "-earlier"
    // If the run is killed here, the next run creates the document again.
    guard root.rename(name, to: place, aside, .replacing), place.rename(own, to: root, name, .replacing),
      place.rename(aside, own, .replacing)
    else { throw OutputFolder.failure("put in place", target) }
  }
}
