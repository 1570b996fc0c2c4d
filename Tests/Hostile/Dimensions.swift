// SPDX-License-Identifier: GPL-3.0-or-later

internal import CZlib
internal import DocScanCore
internal import DocScanFixtures
internal import DocScanNative

/// A change that writes impossible sizes into a file's header at the format's positions.
struct Dimensions {
  private var bytes: [UInt8]
  private var random: SeededGenerator

  /// Returns the file with other sizes, or `nil` if it contains none.
  static func changed(_ file: SampleFile, _ random: inout SeededGenerator) -> [UInt8]? {
    let prefix = Array(file.bytes.prefix(InputFormats.prefixLength))
    guard file.bytes.count > 64, let format = builtInFormats.format(of: prefix) else { return nil }
    var dimensions = Dimensions(bytes: file.bytes, random: random)
    defer { random = dimensions.random }
    let isChanged =
      switch format.name {
      case "PNG": dimensions.png()
      case "JPEG": dimensions.jpeg()
      case "TIFF": dimensions.tiff()
      case "GIF": dimensions.gif()
      case "BMP": dimensions.numbers(at: 18, size: 4, isBig: false)
      case "WebP": dimensions.webp()
      case "JPEG 2000": dimensions.jpeg2000()
      case "HEIC": dimensions.after("ispe", skip: 4, size: 4)
      case "PNM": dimensions.number(after: "\n", or: " ")
      case "PDF": dimensions.pdf()
      case _: false
      }
    return isChanged ? dimensions.bytes : nil
  }

  /// Returns a size for a field of this many bytes.
  private mutating func value(_ size: Int) -> UInt64 {
    let values: [UInt64] = [0, 1, 7, 14_000, 30_000, 65_535, 100_000, 1 << 24, 0x7FFF_FFFF, 0xFFFF_FFFF]
    return values[Int.random(in: 0..<values.count, using: &random)] & (size >= 8 ? .max : 1 << UInt64(8 * size) - 1)
  }

  private mutating func write(at offset: Int, size: Int, isBig: Bool) {
    let number = value(size)
    guard offset >= 0, offset + size <= bytes.count else { return }
    for index in 0..<size {
      bytes[offset + index] = UInt8(number >> UInt64(8 * (isBig ? size - 1 - index : index)) & 255)
    }
  }

  /// Changes one or both of two consecutive numbers.
  private mutating func numbers(at offset: Int, size: Int, isBig: Bool) -> Bool {
    guard offset + 2 * size <= bytes.count else { return false }
    let choice = Int.random(in: 0..<3, using: &random)
    if choice != 0 { write(at: offset, size: size, isBig: isBig) }
    if choice != 1 { write(at: offset + size, size: size, isBig: isBig) }
    return true
  }

  private func find(_ pattern: [UInt8], from start: Int = 0) -> Int? {
    guard start + pattern.count <= bytes.count else { return nil }
    return (start...bytes.count - pattern.count).first { bytes[$0] == pattern[0] && bytes[$0...].starts(with: pattern) }
  }

  private mutating func after(_ name: String, skip: Int, size: Int) -> Bool {
    guard let place = find(Array(name.utf8)) else { return false }
    return numbers(at: place + name.utf8.count + skip, size: size, isBig: true)
  }

  /// Corrects the header's checksum, so that readers continue.
  private mutating func png() -> Bool {
    guard numbers(at: 16, size: 4, isBig: true) else { return false }
    if Bool.random(using: &random) {
      bytes[24] = [1, 2, 4, 8, 16][Int.random(in: 0..<5, using: &random)]
      bytes[25] = [0, 2, 3, 4, 6][Int.random(in: 0..<5, using: &random)]
    }
    let sum = unsafe bytes[12..<29].withUnsafeBufferPointer { unsafe crc32(0, $0.baseAddress, 17) }
    for index in 0..<4 { bytes[29 + index] = UInt8(sum >> UInt(8 * (3 - index)) & 255) }
    return true
  }

  private mutating func jpeg() -> Bool {
    guard let frame = find([0xFF, 0xC0]) ?? find([0xFF, 0xC2]) else { return false }
    return numbers(at: frame + 5, size: 2, isBig: true)
  }

  /// Changes one entry of the first directory: a size, the pixel format, or the pixels' position.
  private mutating func tiff() -> Bool {
    let isBig = bytes[0] == UInt8(ascii: "M")
    func number(_ offset: Int, _ size: Int) -> Int {
      guard offset + size <= bytes.count else { return 0 }
      let field = bytes[offset..<offset + size]
      return (isBig ? Array(field) : field.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
    let directory = number(4, 4)
    let entries = (0..<min(number(directory, 2), 64)).map { directory + 2 + 12 * $0 }.filter {
      [256, 257, 258, 259, 262, 273, 277, 278, 279, 284, 317, 322, 323].contains(number($0, 2))
    }
    guard !entries.isEmpty else { return false }
    let entry = entries[Int.random(in: 0..<entries.count, using: &random)]
    let isShort = number(entry + 2, 2) == 3
    // Sometimes the number of values instead of the value.
    if Int.random(in: 0..<4, using: &random) == 0 {
      write(at: entry + 4, size: 4, isBig: isBig)
    } else {
      write(at: entry + 8, size: isShort ? 2 : 4, isBig: isBig)
    }
    return true
  }

  private mutating func gif() -> Bool {
    let palette = bytes[10] & 0x80 == 0 ? 0 : 3 << (Int(bytes[10] & 7) + 1)
    guard Bool.random(using: &random), let frame = find([0x2C], from: 13 + palette) else {
      return numbers(at: 6, size: 2, isBig: false)
    }
    return numbers(at: frame + 5, size: 2, isBig: false)
  }

  private mutating func webp() -> Bool {
    switch String(decoding: bytes[12..<16], as: UTF8.self) {
    case "VP8X": numbers(at: 24, size: 3, isBig: false)
    case "VP8L": numbers(at: 21, size: 2, isBig: false)
    case _: numbers(at: 26, size: 2, isBig: false)
    }
  }

  private mutating func jpeg2000() -> Bool {
    if Bool.random(using: &random), after("ihdr", skip: 0, size: 4) { return true }
    guard let start = find([0xFF, 0x4F, 0xFF, 0x51]) else { return false }
    // The picture, its offset, a tile, or the tiles' offset.
    return numbers(at: start + 8 + 8 * Int.random(in: 0..<4, using: &random), size: 4, isBig: true)
  }

  /// Changes a number in the text after a mark.
  private mutating func number(after mark: String, or other: String) -> Bool {
    guard let place = find(Array((Bool.random(using: &random) ? mark : other).utf8)) else { return false }
    return replaceNumber(from: place + 1)
  }

  private mutating func pdf() -> Bool {
    let keys = [
      "/MediaBox", "/Width", "/Height", "/UserUnit", "/Count", "/Rotate", "/BitsPerComponent", "/Length", "/Columns",
      "/Colors", "/Rows", "/Predictor", "/W", "/N", "/First", "/Size", "/Prev", "startxref", " cm", " Tf",
    ].shuffled(using: &random)
    for key in keys {
      guard let place = find(Array(key.utf8)) else { continue }
      return replaceNumber(from: place + key.utf8.count)
    }
    return false
  }

  /// Replaces the next number by another, which may be longer.
  private mutating func replaceNumber(from start: Int) -> Bool {
    let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    guard let first = bytes[min(start, bytes.count)...].prefix(200).firstIndex(where: isDigit) else { return false }
    let last = bytes[first...].firstIndex { !isDigit($0) } ?? bytes.count
    let values = ["0", "-1", "1", "14400", "65535", "1000000", "2147483648", "99999999999999999999", "1e30", "0.00001"]
    bytes.replaceSubrange(first..<last, with: values[Int.random(in: 0..<values.count, using: &random)].utf8)
    return true
  }
}
