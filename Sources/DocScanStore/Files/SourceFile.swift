// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import Glibc

/// A file of a document, which must not change until the document is finished.
package struct SourceFile: Hashable, Sendable {
  package let path: String
  package let identity: FileIdentity
  /// The file's permissions. Results must not be readable by users who can't read the file.
  package let mode: UInt32
  package let group: UInt32
  package let owner: UInt32
  private let isLink: Bool
  /// The folder from which the file is opened without following links, and the path in it, or `nil` for a file that the user named.
  private let place: Place?

  private struct Place: Hashable {
    let root: Folder
    let name: String
  }

  /// Examines a file. Throws if it's missing or not a regular file. Links aren't followed in `root`.
  package init(path: String, below root: Folder? = nil) throws(PageFailure) {
    place = root.flatMap { root in root.name(of: path).map { Place(root: root, name: $0) } }
    let own = place.map { $0.root.status($0.name) } ?? fileStatus(path)
    let isLink = place == nil && own?.kind == S_IFLNK
    guard let entry = isLink ? fileStatus(path, followingLinks: true) : own else {
      throw Self.failure(path, "it cannot be opened: \(errorText()).")
    }
    guard entry.kind == S_IFREG else { throw Self.failure(path, "this is not a regular file.") }
    (self.path, self.isLink) = (path, isLink)
    (mode, group, owner) = (entry.st_mode & 0o777, entry.st_gid, entry.st_uid)
    identity = FileIdentity(entry)
  }

  package var isUnchanged: Bool {
    do {
      return try Self(path: path, below: place?.root) == self
    } catch {
      return false
    }
  }

  package var changeFailure: PageFailure {
    Self.failure(path, "it changed while it was processed. Run docscan again when it is complete.")
  }

  /// Opens the file for reading. Throws if it has changed.
  package func open() throws(PageFailure) -> OpenFile {
    // A path that has become a link since then was tampered with.
    guard let file = place.map({ $0.root.file($0.name) }) ?? OpenFile(path: path, followingLinks: isLink) else {
      let reason =
        [ENOENT, ELOOP, ENOTDIR].contains(errno) ? "it was moved or deleted while it was processed" : errorText()
      throw Self.failure(path, "it cannot be opened: \(reason).")
    }
    guard file.identity == identity else { throw changeFailure }
    return file
  }

  private static func failure(_ path: String, _ message: String) -> PageFailure {
    PageFailure(kind: .unreadable, stage: "load", message: "\(fileName(path)): \(message)")
  }
}
