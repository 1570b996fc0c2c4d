// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanWriters
internal import Glibc

/// The hidden part of an output folder, `.docscan`: journal, indexes, work in progress. It is for its owner alone.
///
/// It has text of all documents, whoever may read these, so others do not get in: only where the output folder is a group's, with the
/// setgid bit, that group does. A folder of results may come from somebody else, so nothing in it is trusted to be what its name says.
package enum HiddenFolder {
  package static let name = ".docscan"

  /// Opens the hidden part of an output folder, or makes it; fails where it leads elsewhere, or where others could have made it.
  package static func made(in library: String) throws(BatchError) -> Folder {
    guard let root = Folder(root: library) else { throw OutputFolder.failure("open", library) }
    return try made(in: root)
  }

  /// The same in an open folder.
  package static func made(in root: Folder) throws(BatchError) -> Folder {
    let path = "\(root.path)/\(name)"
    let state = root.status
    let isShared = state.st_mode & (S_ISGID | S_IWGRP) == S_ISGID | S_IWGRP
    let isNew = !root.exists(name)
    guard let folder = root.makeFolder(name, mode: isShared ? 0o770 : 0o700) else {
      guard [ELOOP, ENOTDIR].contains(errno) else { throw OutputFolder.failure("create", path) }
      throw .output("\(path) is a link, or not a folder, so what is in it may be somebody else's. Remove it.")
    }
    if isNew, geteuid() == 0, state.st_uid != 0 {
      // Root works here for somebody, as in a container: whose the results are, his is this.
      _ = fchown(folder.descriptor, state.st_uid, state.st_gid)
    }
    if let objection = folder.objection(beside: root) { throw .output("\(path) cannot be used. \(objection)") }
    let own = folder.status
    let allowed: mode_t = isShared ? 0o7770 : 0o7700
    // What an earlier version made was open to whoever the mask for new files let in.
    if own.st_mode & 0o7777 & ~allowed != 0, own.st_uid == geteuid() || geteuid() == 0 {
      _ = fchmod(folder.descriptor, own.st_mode & allowed)
    }
    return folder
  }

  /// The hidden part of an output folder; nil if there is none, or a link in its place.
  package static func existing(in library: String) -> Folder? { Folder(root: library).flatMap(existing) }

  /// The same in an open folder.
  package static func existing(in root: Folder) -> Folder? { root.folder(name) }

  /// The folder of a database, by its path: the hidden part of an output folder is never a link, any other is somebody's word.
  package static func opened(_ path: String) -> Folder? {
    fileName(path) == name ? existing(in: parentFolder(of: path)) : Folder(root: path)
  }

  /// Opens a file in it to be locked, or makes it; fails where that would be some other file.
  package static func lock(_ file: String, in folder: Folder) throws(BatchError) -> Int32 {
    let lock = folder.lockFile(file, mode: 0o600)
    guard lock >= 0 else {
      guard [ELOOP, EINVAL, EMLINK, ENXIO, EISDIR].contains(errno) else {
        throw OutputFolder.failure("create", "\(folder.path)/\(file)")
      }
      throw .output("\(folder.path)/\(file) is a link, or not a file of docscan. Remove it.")
    }
    // Only ever the number of a process: anything else is a file of somebody, under this name.
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = unsafe pread(lock, &bytes, bytes.count, 0)
    guard count >= 0, count < 16, bytes.prefix(count).allSatisfy({ $0 == 10 || (48...57).contains($0) }) else {
      close(lock)
      throw .output("\(folder.path)/\(file) is not a file of docscan. Move it away.")
    }
    return lock
  }
}
