// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanCore
internal import Glibc

/// A file that may become an input, open for a look at its first bytes and at who writes to it.
struct InboxFile {
  let file: OpenFile

  /// Opens a regular file; nil for anything else, and when it cannot be opened.
  init?(path: String, followingLinks: Bool = false) {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followingLinks ? 0 : O_NOFOLLOW)
    let descriptor = unsafe open(path, flags)
    guard descriptor >= 0 else { return nil }
    file = OpenFile(descriptor: descriptor)
    var entry = stat()
    guard unsafe fstat(descriptor, &entry) == 0, entry.st_mode & S_IFMT == S_IFREG else { return nil }
  }

  /// Whether a program is known to have the file open for writing.
  var hasWriter: Bool { linux_has_writer(file.descriptor) == 1 }

  /// The first bytes, by which the format is known.
  var prefix: [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: InputFormats.prefixLength) { bytes, count in
      count = unsafe max(0, pread(file.descriptor, bytes.baseAddress, bytes.count, 0))
    }
  }
}

extension InputFormats {
  /// The format of a file; nil when it cannot be opened or has none.
  func format(ofFile path: String, followingLinks: Bool = false) -> InputFormat? {
    InboxFile(path: path, followingLinks: followingLinks).flatMap { format(of: $0.prefix) }
  }
}
