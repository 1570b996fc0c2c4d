// SPDX-License-Identifier: GPL-3.0-or-later

/// The rules of PDF/A-2 for JPEG 2000 pictures (ISO 19005-2, 6.2.8.3), held against the boxes of a file.
struct JPEG2000Archival {
  /// CIEJab, the one numbered colour space that is forbidden.
  private static let forbiddenSpace = 19

  private var components = 0
  private var depth = 0
  private var hasDepths = false
  private var specifications = 0
  private var bestSpecifications = 0
  private var areSpacesAllowed = true

  /// Whether a picture may stand in a PDF/A as it is.
  static func isAllowed(_ bytes: [UInt8]) -> Bool {
    var header = JPEG2000Archival()
    header.read(bytes[...], level: 0)
    return [1, 3, 4].contains(header.components) && !header.hasDepths && (0...37).contains(header.depth & 0x7F)
      && header.areSpacesAllowed && (header.specifications == 1 || header.bestSpecifications == 1)
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>, level: Int) {
    for (name, content, _) in JPEG2000Boxes(rest: bytes) {
      switch name {
      case "jp2h" where level == 0: read(content, level: 1)
      case "ihdr" where content.count >= 14:
        (components, depth) = (content.bigEndian(8, 2), content.bigEndian(10, 1))
      case "bpcc": hasDepths = true
      case "colr" where content.count >= 3:
        let method = content.bigEndian(0, 1)
        specifications += 1
        if content.bigEndian(2, 1) == 1 { bestSpecifications += 1 }
        let isForbidden = method == 1 && content.count >= 7 && content.bigEndian(3, 4) == Self.forbiddenSpace
        if !(1...3).contains(method) || isForbidden { areSpacesAllowed = false }
      case _: break
      }
    }
  }
}
