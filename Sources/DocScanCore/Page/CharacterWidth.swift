// SPDX-License-Identifier: GPL-3.0-or-later

extension Unicode.Scalar {
  /// Whether the character is as wide as two of others where all have the same width: Han, kana, Hangul, full width forms.
  ///
  /// Source: Unicode Standard Annex 11, *East Asian Width*.
  public var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    case _: false
    }
  }
}

extension String {
  /// How many columns the text takes where all characters have the same width.
  public var columns: Int {
    unicodeScalars.reduce(0) { sum, scalar in
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: sum
      case _: sum + (scalar.isWide ? 2 : 1)
      }
    }
  }
}
