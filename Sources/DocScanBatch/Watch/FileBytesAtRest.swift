// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanCore
internal import Glibc

/// A file of the inbox, open for a look at bytes at given places. Nothing is decoded.
final class FileBytesAtRest {
  let size: Int
  private let descriptor: Int32

  /// Opens a regular file; nil for anything else, and when it cannot be opened.
  init?(path: String) {
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    var entry = stat()
    guard descriptor >= 0, unsafe fstat(descriptor, &entry) == 0, entry.st_mode & S_IFMT == S_IFREG else {
      size = 0
      return nil
    }
    size = Int(entry.st_size)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Whether a program is known to have the file open for writing.
  var hasWriter: Bool { linux_has_writer(descriptor) == 1 }

  /// The file's first bytes, by which its format is known.
  var prefix: [UInt8] { bytes(0, InputFormats.prefixLength) }

  /// At most this many bytes from an offset on; none beyond the file's end.
  func bytes(_ offset: Int, _ count: Int) -> [UInt8] {
    guard offset >= 0, offset < size, count > 0 else { return [] }
    let wanted = min(count, size - offset)
    return unsafe [UInt8](unsafeUninitializedCapacity: wanted) { bytes, filled in
      while filled < wanted {
        let got = unsafe pread(
          descriptor, bytes.baseAddress.map { unsafe $0 + filled }, wanted - filled, off_t(offset + filled))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return }
        filled += got
      }
    }
  }

  /// The last bytes, at most this many.
  func tail(_ count: Int) -> [UInt8] { bytes(max(0, size - count), count) }

  /// A number of 1 to 8 bytes at an offset; nil when the file ends before.
  func number(_ offset: Int, bytes count: Int, bigEndian: Bool) -> Int? {
    let digits = bytes(offset, count)
    guard digits.count == count else { return nil }
    let value = (bigEndian ? digits : digits.reversed()).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }
}

extension InputFormats {
  /// The format of a file of the inbox; nil when it cannot be opened or has none.
  func format(ofFile path: String) -> InputFormat? { FileBytesAtRest(path: path).flatMap { format(of: $0.prefix) } }
}

extension Collection where Element == UInt8 {
  /// Whether a text stands somewhere in these bytes.
  func contains(text: String) -> Bool { firstIndex(of: text) != nil }

  /// Where a text begins in these bytes.
  func firstIndex(of text: String) -> Index? {
    let wanted = Array(text.utf8)
    return indices.first { self[$0...].starts(with: wanted) }
  }
}
