// SPDX-License-Identifier: GPL-3.0-or-later

/// The program of a font that paints nothing: invisible text needs one, and every reader accepts it.
///
/// The glyph is a line without area. It has a size all the same, since PDFium skips texts that have none.
///
/// Source: OpenType 1.9, "The OpenType Font File"; PDF wants the tables of ISO 32000-1, 9.9.
enum EmptyTrueType {
  private static let unitsPerEm: UInt16 = 1000

  /// The bytes of the font file: glyph 0 is `.notdef`, glyph 1 stands for every character.
  static let program: [UInt8] = makeProgram()

  /// Left, lower, right and upper edge.
  private static let glyphBounds = uint16(0) + int16(-200) + uint16(500) + uint16(800)

  /// One contour of three points on a straight line, and padding to a multiple of four bytes.
  private static let glyph: [UInt8] =
    uint16(1) + glyphBounds + uint16(2) + uint16(0) + [1, 1, 1]
    + uint16(0) + uint16(250) + uint16(250) + int16(-200) + uint16(500) + uint16(500) + [0, 0, 0]

  private static func makeProgram() -> [UInt8] {
    var head = uint32(0x0001_0000) + uint32(0x0001_0000)
    head += uint32(0) + uint32(0x5F0F_3CF5) + uint16(0b11) + uint16(unitsPerEm)
    // Created and modified: never, so that equal input gives equal files.
    head += [UInt8](repeating: 0, count: 16)
    head += glyphBounds
    head += uint16(0) + uint16(8) + uint16(2) + uint16(0) + uint16(0)
    let metrics = uint16(500) + uint16(0)
    var hhea = uint32(0x0001_0000) + uint16(800) + int16(-200) + uint16(0) + uint16(unitsPerEm)
    hhea += uint16(0) + uint16(0) + uint16(unitsPerEm) + uint16(1) + [UInt8](repeating: 0, count: 14) + uint16(2)
    var maxp = uint32(0x0001_0000) + uint16(2) + uint16(3) + uint16(1) + uint32(0) + uint16(1)
    maxp += [UInt8](repeating: 0, count: 16)
    // A single segment that ends the table: no character has a glyph by itself.
    var cmap = uint16(0) + uint16(1) + uint16(3) + uint16(1) + uint32(12)
    cmap += uint16(4) + uint16(24) + uint16(0) + uint16(2) + uint16(2) + uint16(0) + uint16(0)
    cmap += uint16(0xFFFF) + uint16(0) + uint16(0xFFFF) + uint16(1) + uint16(0)
    let post = uint32(0x0003_0000) + [UInt8](repeating: 0, count: 28)
    let name = uint16(0) + uint16(0) + uint16(6)
    return assemble([
      ("cmap", cmap), ("glyf", glyph), ("head", head), ("hhea", hhea), ("hmtx", metrics + metrics),
      ("loca", uint16(0) + uint16(0) + uint16(UInt16(glyph.count / 2))), ("maxp", maxp), ("name", name), ("post", post),
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
