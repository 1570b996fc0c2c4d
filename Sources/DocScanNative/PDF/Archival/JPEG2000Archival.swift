// SPDX-License-Identifier: GPL-3.0-or-later

/// The rules of PDF/A-2 for JPEG 2000 pictures (ISO 19005-2, 6.2.8.3), held against the boxes of a file.
struct JPEG2000Archival {
  /// CIEJab, the one numbered colour space that is forbidden.
  private static let forbiddenSpace = 19

  private let bytes: [UInt8]
  private var components = 0
  private var depth = 0
  private var hasDepths = false
  private var specifications = 0
  private var bestSpecifications = 0
  private var areSpacesAllowed = true

  /// Whether a picture may stand in a PDF/A as it is.
  static func isAllowed(_ bytes: [UInt8]) -> Bool {
    var header = JPEG2000Archival(bytes)
    header.read(0..<bytes.count, depth: 0)
    return [1, 3, 4].contains(header.components) && !header.hasDepths && (0...37).contains(header.depth & 0x7F)
      && header.areSpacesAllowed && (header.specifications == 1 || header.bestSpecifications == 1)
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads the boxes of a range (ISO 15444-1, Annex I).
  private mutating func read(_ range: Range<Int>, depth level: Int) {
    var position = range.lowerBound
    while position + 8 <= range.upperBound {
      let length = number(position, 4)
      // 0 and 1 stand for the codestream's length, which comes last.
      guard length >= 8, position + length <= range.upperBound else { return }
      let (content, size) = (position + 8, length - 8)
      switch String(decoding: bytes[position + 4..<position + 8], as: UTF8.self) {
      case "jp2h" where level == 0: read(content..<position + length, depth: 1)
      case "ihdr" where size >= 14: (components, self.depth) = (number(content + 8, 2), number(content + 10, 1))
      case "bpcc": hasDepths = true
      case "colr" where size >= 3:
        let method = number(content, 1)
        specifications += 1
        if number(content + 2, 1) == 1 { bestSpecifications += 1 }
        let isForbidden = method == 1 && size >= 7 && number(content + 3, 4) == Self.forbiddenSpace
        if !(1...3).contains(method) || isForbidden { areSpacesAllowed = false }
      case _: break
      }
      position += length
    }
  }

  private func number(_ offset: Int, _ size: Int) -> Int {
    (0..<size).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
  }
}
