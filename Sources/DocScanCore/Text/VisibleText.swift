// SPDX-License-Identifier: GPL-3.0-or-later

/// Text for a terminal: characters that would act on it, or change the order of what is shown, become `\u{…}`.
///
/// Everything that comes from a document, a file name or a command line passes through here before it is shown.
package func visibleText(_ text: String) -> String {
  text.replacing(where: \.actsOnTerminal) { "\\u{" + String($0.value, radix: 16, uppercase: true) + "}" }
}

/// JSON for a terminal: the encoder leaves DEL, the C1 controls and direction changes in strings; here they are escaped.
package func visibleJSON(_ json: String) -> String {
  json.replacing(where: { $0 != "\n" && $0.actsOnTerminal }) { scalar in
    // None of them lies beyond the first 65,536 code points.
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension String {
  /// The text with something else in place of each character that is not wanted.
  public func replacing(
    where isUnwanted: (Unicode.Scalar) -> Bool, with replacement: (Unicode.Scalar) -> String
  ) -> String {
    guard unicodeScalars.contains(where: isUnwanted) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if isUnwanted(scalar) { result += replacement(scalar) } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  /// The text with one character in place of each that is not wanted.
  public func replacing(where isUnwanted: (Unicode.Scalar) -> Bool, with replacement: String) -> String {
    replacing(where: isUnwanted) { _ in replacement }
  }

  /// The first characters of the text, as Unicode counts them.
  package func prefix(scalars count: Int) -> String { String(unicodeScalars.prefix(count)) }

  /// The words of the text with one space between them; nil when there are none.
  public var words: String? {
    let words = split(separator: " ")
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// The text without white space around it.
  package var trimmed: String {
    guard let end = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(self[...end].drop(while: \.isWhitespace))
  }

  /// Whether most of the letters belong to a script that is written from right to left.
  package var isRightToLeft: Bool { hasLettersFromRight && mostly(\.isWrittenFromRight) }

  /// Whether it has a letter of a script that is written from right to left; its digits are written from left to right.
  package var hasLettersFromRight: Bool {
    unicodeScalars.contains { $0.isWrittenFromRight && $0.properties.isAlphabetic }
  }

  /// Whether most of the letters belong to a script that can be written downwards.
  package var isWrittenDownwards: Bool { mostly(\.isWrittenDownwards) }

  /// How many columns the text takes where all characters have the same width.
  package var columns: Int {
    unicodeScalars.reduce(0) { sum, scalar in
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: sum
      case _: sum + (scalar.isWide ? 2 : 1)
      }
    }
  }

  private func mostly(_ condition: (Unicode.Scalar) -> Bool) -> Bool {
    let letters = unicodeScalars.filter(\.properties.isAlphabetic)
    return letters.count(where: condition) * 2 > letters.count
  }
}

/// What a character does to the text around it, for all that is shown or written.
extension Unicode.Scalar {
  /// Whether it is a control character.
  package var isControl: Bool { properties.generalCategory == .control }

  /// Whether it is no part of a line of text: a control, the end of a line, or not a character.
  package var isNoText: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
    case _: false
    }
  }

  /// Whether a name should not have it: besides what is not text, what only acts on the text around it.
  package var isUnseen: Bool { isNoText || properties.generalCategory == .format }

  /// Whether no person writes it: what is not seen, but for the joiners, without which some scripts are misspelled.
  package var isNotWritten: Bool { isUnseen && value != 0x200C && value != 0x200D }

  /// Whether it would act on a terminal, end a line, or change the order of what is shown.
  package var actsOnTerminal: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    case _: false
    }
  }

  /// Whether its script is written from right to left: Hebrew, Arabic, Syriac, Thaana, N'Ko and their neighbours.
  package var isWrittenFromRight: Bool {
    switch value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    case _: false
    }
  }

  /// Whether its script can be written downwards: Han, kana and Hangul.
  package var isWrittenDownwards: Bool {
    switch value {
    case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0x20000...0x323AF: true
    case _: false
    }
  }

  /// Whether the character is as wide as two of others where all have the same width: Han, kana, Hangul, full width forms.
  ///
  /// Source: Unicode Standard Annex 11, *East Asian Width*.
  package var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    case _: false
    }
  }
}
