// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Whether the end that a file's format demands is there: a copy that is still under way lacks it.
///
/// Only marks and lengths at their places are compared, and no more than a bounded part of the file is read. A file that
/// passes may still be damaged.
extension InputFile {
  /// More boxes than these are taken on trust.
  private static let mostBoxes = 10_000

  /// Whether the file is complete, as far as its format tells.
  package var isComplete: Bool {
    do throws(PageFailure) {
      return try decoderType()?.isComplete(self) ?? true
    } catch {
      // What cannot be read shows no end.
      return false
    }
  }

  /// The last bytes, at most this many.
  func tail(_ count: Int) throws(PageFailure) -> [UInt8] { try read(at: max(0, byteCount - count), count: count) }

  /// A number of 1 to 8 bytes at an offset; nil when the file ends before.
  func number(_ offset: Int, bytes count: Int, bigEndian: Bool) throws(PageFailure) -> Int? {
    let digits = try read(at: offset, count: count)
    guard digits.count == count else { return nil }
    let value = (bigEndian ? digits : digits.reversed()).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }

  /// Whether the file has at least as many bytes; false where that is not known.
  func isAsLong(as size: Int?) -> Bool { size.map { byteCount >= $0 } ?? false }

  /// Whether the end marker of JPEG and JPEG 2000 is there, with nothing but padding after it.
  func endsWithMarker() throws(PageFailure) -> Bool {
    var tail = try tail(4096)[...]
    while tail.last == 0 { tail.removeLast() }
    return tail.suffix(2) == [0xFF, 0xD9]
  }

  /// Whether the boxes of the ISO base format reach the file's end exactly; one without a length reaches to any end.
  func hasWholeBoxes() throws(PageFailure) -> (isWhole: Bool, isOpen: Bool) {
    var offset = 0
    for _ in 0..<Self.mostBoxes {
      if offset == byteCount { return (true, false) }
      guard var length = try number(offset, bytes: 4, bigEndian: true) else { return (false, false) }
      if length == 0 { return (true, true) }
      if length == 1 {
        guard let long = try number(offset + 8, bytes: 8, bigEndian: true) else { return (false, false) }
        length = long
      }
      guard length >= 8, length <= byteCount - offset else { return (false, false) }
      offset += length
    }
    return (true, false)
  }
}

extension Collection where Element == UInt8 {
  /// The number in some of these bytes, the highest first.
  func bigEndian(_ offset: Int, _ size: Int) -> Int { dropFirst(offset).prefix(size).reduce(0) { $0 << 8 | Int($1) } }

  /// The number in some of these bytes, the lowest first.
  func littleEndian(_ offset: Int, _ size: Int) -> Int {
    dropFirst(offset).prefix(size).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Where a text begins in these bytes.
  func firstIndex(of text: String) -> Index? {
    let wanted = Array(text.utf8)
    return indices.first { self[$0...].starts(with: wanted) }
  }
}
