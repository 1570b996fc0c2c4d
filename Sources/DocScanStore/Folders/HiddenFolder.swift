// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import Glibc

/// The hidden part of an output folder, `.docscan`: the journal, indexes, and unfinished work. It's private to its owner. The folder contains the
/// text of all documents, regardless of their permissions. Only if the output folder belongs to a group and has the setgid bit does the group get
/// access. A results folder may come from another user, so no name in it is trusted.
package enum HiddenFolder {
  package static let name = ".docscan"

  /// Opens or creates the hidden part of an output folder. Throws if it's a link, or if other users could have created it.
  package static func made(in library: String) throws(BatchError) -> Folder {
    guard let root = Folder(root: library) else { throw OutputFolder.failure("open", library) }
    return try made(in: root)
  }

  package static func made(in root: Folder) throws(BatchError) -> Folder {
    let path = "\(root.path)/\(name)"
    let state = root.status
    let isShared = state.st_mode & (S_ISGID | S_IWGRP) == S_ISGID | S_IWGRP
    let isNew = !root.exists(name)
    guard let folder = root.makeFolder(name, mode: isShared ? 0o770 : 0o700) else {
      guard [ELOOP, ENOTDIR].contains(errno) else { throw OutputFolder.failure("create", path) }
      throw .output("\(path) is a link, or not a folder, so another user may have written its content. Remove it.")
    }
    if isNew, geteuid() == 0, state.st_uid != 0 {
      // If root runs docscan for another user, as in a container, that user owns the results.
      _ = fchown(folder.descriptor, state.st_uid, state.st_gid)
    }
    if let objection = folder.objection(beside: root) { throw .output("\(path) cannot be used. \(objection)") }
    let own = folder.status
    let allowed: mode_t = isShared ? 0o7770 : 0o7700
    // Earlier versions created the folder with permissions from the umask.
    if own.st_mode & 0o7777 & ~allowed != 0, own.st_uid == geteuid() || geteuid() == 0 {
      _ = fchmod(folder.descriptor, own.st_mode & allowed)
    }
    return folder
  }

  /// Returns the hidden part of an output folder, or `nil` if it doesn't exist or is a link.
  package static func existing(in library: String) -> Folder? { Folder(root: library).flatMap(existing) }

  package static func existing(in root: Folder) -> Folder? { root.folder(name) }

  /// Opens the folder of a database. Links to the hidden part of an output folder aren't followed, but links to folders that the user named are.
  package static func opened(_ path: String) -> Folder? {
    fileName(path) == name ? existing(in: parentFolder(of: path)) : Folder(root: path)
  }

  /// Opens or creates a lock file, without locking it. Returns its descriptor. Throws if another file has its name.
  package static func lock(_ file: String, in folder: Folder) throws(BatchError) -> Int32 {
    let lock = folder.lockFile(file, mode: 0o600)
    guard lock >= 0 else {
      guard [ELOOP, EINVAL, EMLINK, ENXIO, EISDIR].contains(errno) else {
        throw OutputFolder.failure("create", "\(folder.path)/\(file)")
      }
      throw .output("\(folder.path)/\(file) is a link, or not a file of docscan. Remove it.")
    }
    // A lock file contains at most a process ID. Any other content belongs to someone else's file.
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = unsafe pread(lock, &bytes, bytes.count, 0)
    guard count >= 0, count < 16, bytes.prefix(count).allSatisfy({ $0 == 10 || (48...57).contains($0) }) else {
      close(lock)
      throw .output("\(folder.path)/\(file) is not a file of docscan. Move it away.")
    }
    return lock
  }
}
