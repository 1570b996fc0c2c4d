// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import Glibc

/// A file of a document as it was when the document's turn came; it must stay so until the document is done.
struct SourceFile: Hashable, Sendable {
  let path: String
  let identity: FileIdentity
  private let isLink: Bool

  /// Looks at a file; fails when it is gone, or no regular file.
  init(path: String) throws(PageFailure) {
    let own = fileStatus(path)
    let isLink = own?.kind == S_IFLNK
    guard let entry = isLink ? fileStatus(path, followingLinks: true) : own else {
      throw Self.failure(path, "it cannot be opened: \(errorText()).")
    }
    guard entry.kind == S_IFREG else { throw Self.failure(path, "this is not a regular file.") }
    (self.path, self.isLink) = (path, isLink)
    identity = FileIdentity(entry)
  }

  /// Whether the file is still what it was.
  var isUnchanged: Bool {
    do {
      return try Self(path: path) == self
    } catch {
      return false
    }
  }

  /// Why a document fails whose file is not what it was.
  var changeFailure: PageFailure {
    Self.failure(path, "it changed while it was processed. Run docscan again when it is complete.")
  }

  /// Opens the file for reading; fails when it is no longer the file that it was.
  func open() throws(PageFailure) -> OpenFile {
    // What was no link then, and is one now, was put there by somebody.
    guard let file = OpenFile(path: path, followingLinks: isLink) else {
      let reason = errno == ENOENT || errno == ELOOP ? "it was moved or deleted while it was processed" : errorText()
      throw Self.failure(path, "it cannot be opened: \(reason).")
    }
    guard file.identity == identity else { throw changeFailure }
    return file
  }

  private static func failure(_ path: String, _ message: String) -> PageFailure {
    PageFailure(kind: .unreadable, stage: "load", message: "\(fileName(path)): \(message)")
  }
}
