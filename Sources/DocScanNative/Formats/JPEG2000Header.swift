// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// What a JPEG 2000 file says of its pixels, in its boxes and at the start of its codestream.
struct JPEG2000Header: Sendable {
  /// The codestream's size, which the boxes around it may contradict.
  private(set) var width = 0
  private(set) var height = 0
  /// Values of a pixel; after the palette, when there is one.
  private(set) var components = 0
  /// Whether there are no boxes, only a codestream.
  let isBare: Bool
  /// Pixels per inch; nil when the file does not say.
  private(set) var resolution: (x: Double, y: Double)?
  /// Bits a component, less one; 255 when they differ.
  private var depth: UInt8 = 255
  /// The numbered colour space: 16 is sRGB, 17 grey.
  private var colorSpace: Int?
  /// How often the file says what its colours are.
  private var colorSpecifications = 0
  /// Whether there is a palette, or an order of channels such as one with alpha.
  private var hasChannelMap = false

  /// Nil when there is no codestream.
  init?(_ bytes: [UInt8]) {
    isBare = bytes.first == 0xFF
    let start = bytes.indices.first {
      bytes[$0] == 0xFF && $0 + 42 <= bytes.count && bytes[$0 + 1] == 0x4F && bytes[$0 + 2] == 0xFF
        && bytes[$0 + 3] == 0x51
    }
    guard let start else { return nil }
    let header = Bytes(bytes)
    width = header.number(start + 8, 4) - header.number(start + 16, 4)
    height = header.number(start + 12, 4) - header.number(start + 20, 4)
    components = header.number(start + 40, 2)
    if !isBare { read(header, 0..<start, level: 0) }
    guard width > 0, height > 0, components > 0 else { return nil }
  }

  private mutating func read(_ bytes: Bytes, _ range: Range<Int>, level: Int) {
    var position = range.lowerBound
    while position + 8 <= range.upperBound {
      let length = bytes.number(position, 4)
      // 0 runs to the end of the file and 1 has a length of 64 bits: only the codestream does that.
      guard length >= 8, position + length <= range.upperBound else { return }
      let (content, size) = (position + 8, length - 8)
      switch bytes.text(position + 4, 4) {
      // A resolution stands in the header, and no deeper.
      case "jp2h" where level == 0, "res " where level < 2:
        read(bytes, content..<position + length, level: level + 1)
      case "ihdr" where size >= 14: depth = bytes[content + 10]
      case "colr" where size >= 7 && bytes[content] == 1 && colorSpace == nil:
        colorSpace = bytes.number(content + 3, 4)
        colorSpecifications += 1
      case "colr": colorSpecifications += 1
      case "pclr" where size >= 3:
        components = Int(bytes[content + 2])
        hasChannelMap = true
      case "cmap", "cdef", "bpcc": hasChannelMap = true
      case "resc" where size >= 10 && resolution == nil, "resd" where size >= 10:
        resolution = bytes.resolution(content)
      case _: break
      }
      position += length
    }
  }

  /// The file as a PDF image, if it is plain: 8 bits, sRGB or grey and nothing else, without alpha.
  func passThrough(_ bytes: [UInt8]) -> PassThrough? {
    guard depth == 7, !hasChannelMap, colorSpecifications == 1 else { return nil }
    let space: PagePicture.ColorSpace
    switch (colorSpace, components) {
    case (16, 3): space = .rgb
    case (17, 1): space = .gray
    case _: return nil
    }
    return PassThrough(
      bytes: bytes, encoding: .jpeg2000, colorSpace: space, bitsPerComponent: 8, width: width, height: height,
      orientation: 1)
  }
}

extension JPEG2000Header {
  /// Big-endian numbers in bytes; offsets are checked by those who ask.
  private struct Bytes {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    subscript(offset: Int) -> UInt8 { bytes[offset] }

    func number(_ offset: Int, _ size: Int) -> Int { (0..<size).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) } }

    func text(_ offset: Int, _ size: Int) -> String { String(decoding: bytes[offset..<offset + size], as: UTF8.self) }

    /// Fractions with exponents of ten, down before across, in pixels per metre.
    func resolution(_ offset: Int) -> (x: Double, y: Double)? {
      func value(_ fraction: Int, _ exponent: Int) -> Double {
        let power = (0..<min(abs(exponent), 12)).reduce(1.0) { value, _ in exponent < 0 ? value / 10 : value * 10 }
        return Double(number(fraction, 2)) / Double(number(fraction + 2, 2)) * power * 0.0254
      }
      guard number(offset + 2, 2) > 0, number(offset + 6, 2) > 0 else { return nil }
      let (down, across) = (Int(Int8(bitPattern: bytes[offset + 8])), Int(Int8(bitPattern: bytes[offset + 9])))
      return (value(offset + 4, across), value(offset, down))
    }
  }
}
