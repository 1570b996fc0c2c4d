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
  private var depth = 255
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
    width = bytes.bigEndian(start + 8, 4) - bytes.bigEndian(start + 16, 4)
    height = bytes.bigEndian(start + 12, 4) - bytes.bigEndian(start + 20, 4)
    components = bytes.bigEndian(start + 40, 2)
    if !isBare { read(bytes[..<start], level: 0) }
    guard width > 0, height > 0, components > 0 else { return nil }
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>, level: Int) {
    for (name, content, _) in JPEG2000Boxes(rest: bytes) {
      let size = content.count
      switch name {
      // A resolution stands in the header, and no deeper.
      case "jp2h" where level == 0, "res " where level < 2: read(content, level: level + 1)
      case "ihdr" where size >= 14: depth = content.bigEndian(10, 1)
      case "colr":
        if size >= 7, content.first == 1, colorSpace == nil { colorSpace = content.bigEndian(3, 4) }
        colorSpecifications += 1
      case "pclr" where size >= 3:
        components = content.bigEndian(2, 1)
        hasChannelMap = true
      case "cmap", "cdef", "bpcc": hasChannelMap = true
      case "resc" where size >= 10 && resolution == nil, "resd" where size >= 10:
        resolution = Self.resolution(content)
      case _: break
      }
    }
  }

  /// Fractions with exponents of ten, down before across, in pixels per metre.
  private static func resolution(_ box: ArraySlice<UInt8>) -> (x: Double, y: Double)? {
    func value(_ fraction: Int, _ exponent: Int) -> Double {
      let power = Int(Int8(truncatingIfNeeded: box.bigEndian(exponent, 1)))
      let scale = (0..<min(abs(power), 12)).reduce(1.0) { value, _ in power < 0 ? value / 10 : value * 10 }
      return Double(box.bigEndian(fraction, 2)) / Double(box.bigEndian(fraction + 2, 2)) * scale * 0.0254
    }
    guard box.bigEndian(2, 2) > 0, box.bigEndian(6, 2) > 0 else { return nil }
    return (value(4, 9), value(0, 8))
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

  /// The file without its boxes for data of other programs; nil where none of these may tell where it was taken.
  static func withoutPlace(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.first != 0xFF else { return nil }
    var kept: [UInt8] = []
    var mayTell = false
    var boxes = JPEG2000Boxes(rest: bytes[...])
    while let (name, _, box) = boxes.next() {
      if ["uuid", "uinf", "xml ", "asoc"].contains(name) {
        mayTell = mayTell || ["GPS", "JpgTiffExif"].contains { box.firstRange(of: Array($0.utf8)) != nil }
      } else {
        kept += box
      }
    }
    return mayTell ? kept + boxes.rest : nil
  }
}

/// The boxes that bytes are made of (ISO 15444-1, Annex I), up to one without a length of 32 bits: only the codestream,
/// which may run to the end of the file, has none.
struct JPEG2000Boxes: Sequence, IteratorProtocol {
  /// What is behind the boxes so far.
  private(set) var rest: ArraySlice<UInt8>

  /// The next box: its name, its content and all of its bytes.
  mutating func next() -> (name: String, content: ArraySlice<UInt8>, bytes: ArraySlice<UInt8>)? {
    let length = rest.bigEndian(0, 4)
    guard length >= 8, length <= rest.count else { return nil }
    let box = rest.prefix(length)
    rest = rest.dropFirst(length)
    return (String(decoding: box.dropFirst(4).prefix(4), as: UTF8.self), box.dropFirst(8), box)
  }
}
