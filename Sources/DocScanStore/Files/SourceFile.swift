// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import Glibc

/// A file of a document as it was when the document's turn came; it must stay so until the document is done.
package struct SourceFile: Hashable, Sendable {
  package let path: String
  package let identity: FileIdentity
  /// Who may read it, as the file's mode says: results are for no more people.
  package let mode: UInt32
  /// The group that the mode speaks of.
  package let group: UInt32
  private let isLink: Bool
  /// The folder that it is opened below, and its path there; nil for a file that somebody named, which may be anywhere.
  private let place: Place?

  private struct Place: Hashable {
    let root: Folder
    let name: String
  }

  /// Looks at a file; fails when it is gone, or no regular file. Below a root, no link leads to it.
  package init(path: String, below root: Folder? = nil) throws(PageFailure) {
    place = root.flatMap { root in root.name(of: path).map { Place(root: root, name: $0) } }
    let own = place.map { $0.root.status($0.name) } ?? fileStatus(path)
    let isLink = place == nil && own?.kind == S_IFLNK
    guard let entry = isLink ? fileStatus(path, followingLinks: true) : own else {
      throw Self.failure(path, "it cannot be opened: \(errorText()).")
    }
    guard entry.kind == S_IFREG else { throw Self.failure(path, "this is not a regular file.") }
    (self.path, self.isLink) = (path, isLink)
    (mode, group) = (entry.st_mode & 0o777, entry.st_gid)
    identity = FileIdentity(entry)
  }

  /// Whether the file is still what it was.
  package var isUnchanged: Bool {
    do {
      return try Self(path: path, below: place?.root) == self
    } catch {
      return false
    }
  }

  /// Why a document fails whose file is not what it was.
  package var changeFailure: PageFailure {
    Self.failure(path, "it changed while it was processed. Run docscan again when it is complete.")
  }

  /// Opens the file for reading; fails when it is no longer the file that it was.
  package func open() throws(PageFailure) -> OpenFile {
    // What was no link then, and is one now, was put there by somebody.
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
