// SPDX-License-Identifier: GPL-3.0-or-later

/// Estimates how large the type of a line is, so that lines of a page can be compared.
package struct TypeSize {
  /// The middle size of the page's lines, in pixels; 0 without lines.
  package let usual: Double
  /// Whether boxes have the height of the font, as in text that was copied, and not of the ink.
  private let isFontHeight: Bool

  package init(_ page: RecognizedPage) {
    isFontHeight = page.status == .copied
    usual = page.blocks.flatMap(\.lines).middle { Self.size($0, isFontHeight: page.status == .copied) }
  }

  /// How much larger the type of a line is than usual; 1 where that is not known.
  package func ratio(_ line: Line) -> Double {
    usual > 0 ? Self.size(line, isFontHeight: isFontHeight) / usual : 1
  }

  /// About the font size: the ink of "xenon" is lower than that of "high", in the same type.
  package static func size(_ line: Line, isFontHeight: Bool) -> Double {
    let height = line.turn % 180 == 0 && !line.isVertical ? line.box.height : line.box.width
    guard !isFontHeight else { return height }
    var (isTall, isDeep, isLatin) = (false, false, true)
    for character in line.text where !character.isWhitespace {
      if "gjpqyQ,;()[]{}|".contains(character) { isDeep = true }
      if character.isUppercase || character.isNumber || "bdfhklt()[]{}|!?/".contains(character) { isTall = true }
      if let scalar = character.unicodeScalars.first, scalar.value > 0x24F { isLatin = false }
    }
    // Shares of the font size in common typefaces: x-height 0.5, ascenders 0.22 above it, descenders 0.21 below.
    return height / (isLatin ? 0.5 + (isTall ? 0.22 : 0) + (isDeep ? 0.21 : 0) : 0.93)
  }
}

extension [Line] {
  /// The middle of a measure, where each line counts by its letters: a page of short headings and one paragraph is still
  /// mostly paragraph. 0 without lines.
  package func middle(_ measure: (Line) -> Double) -> Double {
    let measured = map { (value: measure($0), letters: $0.text.count) }.sorted { $0.value < $1.value }
    var left = measured.reduce(0) { $0 + $1.letters } / 2
    return measured.first { line in
      left -= line.letters
      return left < 0
    }?.value ?? 0
  }
}
