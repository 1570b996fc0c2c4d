// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
package import DocScanCore
package import DocScanFiles

/// An open file that may become an input, to check its first bytes and whether a process is writing to it.
package struct InboxFile {
  package let file: OpenFile

  /// Opens a regular file in an inbox. Returns `nil` for anything else, and if its path contains a link.
  package init?(_ name: String, in inbox: Folder) {
    guard let file = inbox.file(name), file.identity != nil else { return nil }
    self.file = file
  }

  /// Opens a regular file. Returns `nil` for anything else, and if it can't be opened.
  package init?(path: String, followingLinks: Bool = false) {
    guard let file = OpenFile(path: path, followingLinks: followingLinks), file.identity != nil else { return nil }
    self.file = file
  }

  /// Whether another process is known to have the file open for writing.
  package var hasWriter: Bool { linux_has_writer(file.descriptor) == 1 }

  package var prefix: [UInt8] { file.read(at: 0, count: InputFormats.prefixLength) ?? [] }
}

extension InputFormats {
  /// Returns the format of a file in an inbox, or `nil` if it's unknown or the file can't be opened.
  package func format(of name: String, in inbox: Folder) -> InputFormat? {
    InboxFile(name, in: inbox).flatMap { format(of: $0.prefix) }
  }

  package func format(ofFile path: String, followingLinks: Bool = false) -> InputFormat? {
    InboxFile(path: path, followingLinks: followingLinks).flatMap { format(of: $0.prefix) }
  }
}
