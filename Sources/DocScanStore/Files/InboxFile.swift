// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
package import DocScanCore

/// A file that may become an input, open for a look at its first bytes and at who writes to it.
package struct InboxFile {
  package let file: OpenFile

  /// Opens a regular file of an inbox; nil for anything else, and where a link is on the way to it.
  package init?(_ name: String, in inbox: Folder) {
    guard let file = inbox.file(name), file.identity != nil else { return nil }
    self.file = file
  }

  /// Opens a regular file; nil for anything else, and when it cannot be opened.
  package init?(path: String, followingLinks: Bool = false) {
    guard let file = OpenFile(path: path, followingLinks: followingLinks), file.identity != nil else { return nil }
    self.file = file
  }

  /// Whether a program is known to have the file open for writing.
  package var hasWriter: Bool { linux_has_writer(file.descriptor) == 1 }

  /// The first bytes, by which the format is known.
  package var prefix: [UInt8] { file.read(at: 0, count: InputFormats.prefixLength) ?? [] }
}

extension InputFormats {
  /// The format of a file in an inbox; nil when it cannot be opened or has none.
  package func format(of name: String, in inbox: Folder) -> InputFormat? {
    InboxFile(name, in: inbox).flatMap { format(of: $0.prefix) }
  }

  /// The format of a file; nil when it cannot be opened or has none.
  package func format(ofFile path: String, followingLinks: Bool = false) -> InputFormat? {
    InboxFile(path: path, followingLinks: followingLinks).flatMap { format(of: $0.prefix) }
  }
}
