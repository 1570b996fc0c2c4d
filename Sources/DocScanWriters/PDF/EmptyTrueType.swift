// SPDX-License-Identifier: GPL-3.0-or-later

/// The program of a font that paints nothing: invisible text needs one, and every reader accepts it.
///
/// A glyph is a line without area. It has a size all the same, since PDFium skips texts that have none. There is one
/// for each width, since widths in a PDF must be those of the font program (ISO 19005-2, 6.2.11.5).
///
/// Source: OpenType 1.9, "The OpenType Font File"; PDF wants the tables of ISO 32000-1, 9.9.
enum EmptyTrueType {
  /// The widths that glyphs have, in thousandths of the font size: even ones, in ascending order.
  static let widths = [250, 320, 500, 650, 850, 1000]
  /// The width of `.notdef`.
  static let missingWidth = 500

  private static let unitsPerEm: UInt16 = 1000
  private static let (bottom, top) = (Int16(-200), Int16(800))

  /// The bytes of the font file: glyph 0 is `.notdef`, and glyph n has the nth of the widths.
  static let program: [UInt8] = makeProgram()

  /// The number of the glyph with this width; 0 when there is none.
  static func glyph(ofWidth width: Int) -> Int { (widths.firstIndex(of: width) ?? -1) + 1 }

  /// One contour of three points on a straight line as wide as the glyph, and padding to a multiple of four bytes.
  private static func glyph(width: Int) -> [UInt8] {
    let half = UInt16(width / 2)
    let points = uint16(0) + uint16(half) + uint16(half) + int16(bottom) + uint16(500) + uint16(500)
    return uint16(1) + bounds(width: width) + uint16(2) + uint16(0) + [1, 1, 1] + points + [0, 0, 0]
  }

  /// Left, lower, right and upper edge.
  private static func bounds(width: Int) -> [UInt8] {
    uint16(0) + int16(bottom) + uint16(UInt16(width)) + int16(top)
  }

  private static func makeProgram() -> [UInt8] {
    let widest = widths.max() ?? 0
    let count = UInt16(widths.count + 1)
    var head = uint32(0x0001_0000) + uint32(0x0001_0000)
    head += uint32(0) + uint32(0x5F0F_3CF5) + uint16(0b11) + uint16(unitsPerEm)
    // Created and modified: never, so that equal input gives equal files.
    head += [UInt8](repeating: 0, count: 16)
    head += bounds(width: widest)
    head += uint16(0) + uint16(8) + uint16(2) + uint16(0) + uint16(0)
    let metrics = ([missingWidth] + widths).flatMap { uint16(UInt16($0)) + uint16(0) }
    var hhea = uint32(0x0001_0000) + int16(top) + int16(bottom) + uint16(0) + uint16(UInt16(widest))
    hhea += uint16(0) + uint16(0) + uint16(UInt16(widest)) + uint16(1) + [UInt8](repeating: 0, count: 14)
    hhea += uint16(count)
    var maxp = uint32(0x0001_0000) + uint16(count) + uint16(3) + uint16(1) + uint32(0) + uint16(1)
    maxp += [UInt8](repeating: 0, count: 16)
    // A single segment that ends the table: no character has a glyph by itself.
    var cmap = uint16(0) + uint16(1) + uint16(3) + uint16(1) + uint32(12)
    cmap += uint16(4) + uint16(24) + uint16(0) + uint16(2) + uint16(2) + uint16(0) + uint16(0)
    cmap += uint16(0xFFFF) + uint16(0) + uint16(0xFFFF) + uint16(1) + uint16(0)
    let post = uint32(0x0003_0000) + [UInt8](repeating: 0, count: 28)
    let name = uint16(0) + uint16(0) + uint16(6)
    let glyphs = widths.map(glyph(width:))
    // In units of two bytes; glyph 0 has no outline.
    let places = glyphs.reduce(into: [0, 0]) { places, glyph in places.append((places.last ?? 0) + glyph.count / 2) }
    return assemble([
      ("cmap", cmap), ("glyf", glyphs.flatMap(\.self)), ("head", head), ("hhea", hhea), ("hmtx", metrics),
      ("loca", places.flatMap { uint16(UInt16($0)) }), ("maxp", maxp), ("name", name), ("post", post),
    ])
  }

  /// Puts tables, in the order of their tags, behind a directory, with all checksums.
  private static func assemble(_ tables: [(tag: String, bytes: [UInt8])]) -> [UInt8] {
    var exponent = 0
    while 1 << (exponent + 1) <= tables.count { exponent += 1 }
    var directory = uint32(0x0001_0000) + uint16(UInt16(tables.count)) + uint16(UInt16(16 << exponent))
    directory += uint16(UInt16(exponent)) + uint16(UInt16((tables.count << 4) - (16 << exponent)))
    var body: [UInt8] = []
    var headOffset = 0
    for table in tables {
      let offset = 12 + 16 * tables.count + body.count
      if table.tag == "head" { headOffset = offset }
      directory += Array(table.tag.utf8) + uint32(checksum(table.bytes)) + uint32(UInt32(offset))
      directory += uint32(UInt32(table.bytes.count))
      body += table.bytes + [UInt8](repeating: 0, count: (4 - table.bytes.count % 4) % 4)
    }
    var file = directory + body
    let adjustment = uint32(0xB1B0_AFBA &- checksum(file))
    file.replaceSubrange(headOffset + 8..<headOffset + 12, with: adjustment)
    return file
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.enumerated().reduce(0) { sum, byte in sum &+ UInt32(byte.element) << UInt32(24 - byte.offset % 4 * 8) }
  }

  private static func uint16(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }

  private static func int16(_ value: Int16) -> [UInt8] { uint16(UInt16(bitPattern: value)) }

  private static func uint32(_ value: UInt32) -> [UInt8] {
    uint16(UInt16(value >> 16)) + uint16(UInt16(value & 0xFFFF))
  }
}
