// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanCore
internal import Glibc

/// A file of the inbox, open for a look at bytes at given places. Nothing is decoded.
final class FileBytesAtRest {
  let size: Int
  private let file: OpenFile

  /// Opens a regular file; nil for anything else, and when it cannot be opened.
  init?(path: String) {
    guard let file = OpenFile(path: path), let identity = file.identity else { return nil }
    self.file = file
    size = identity.byteCount
  }

  /// Whether a program is known to have the file open for writing.
  var hasWriter: Bool { linux_has_writer(file.descriptor) == 1 }

  /// The file's first bytes, by which its format is known.
  var prefix: [UInt8] { bytes(0, InputFormats.prefixLength) }

  /// At most this many bytes from an offset on; none beyond the file's end.
  func bytes(_ offset: Int, _ count: Int) -> [UInt8] {
    offset < 0 ? [] : file.read(at: offset, count: min(count, size - offset)) ?? []
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
