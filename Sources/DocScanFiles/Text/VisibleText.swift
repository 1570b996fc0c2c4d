// SPDX-License-Identifier: GPL-3.0-or-later

/// Escapes control and display-order characters as `\u{…}`. Apply to text from documents, file names, and command lines before it is shown.
package func visibleText(_ text: String, except kept: Set<Unicode.Scalar> = []) -> String {
  text.replacing(where: { $0.actsOnTerminal && !kept.contains($0) }) {
    "\\u{" + String($0.value, radix: 16, uppercase: true) + "}"
  }
}

/// Escapes JSON for a terminal: DEL, C1 controls, and direction changes, which the encoder doesn't escape.
package func visibleJSON(_ json: String) -> String {
  json.replacing(where: { $0 != "\n" && $0.actsOnTerminal }) { scalar in
    // All these characters are below U+10000, so they need no surrogate pairs.
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension String {
  /// Returns the text with unwanted characters replaced.
  ///
  /// - Parameters:
  ///   - isUnwanted: Returns whether a character must be replaced.
  ///   - replacement: Returns the replacement for an unwanted character.
  /// - Returns: The text without unwanted characters.
  package func replacing(
    where isUnwanted: (Unicode.Scalar) -> Bool, with replacement: (Unicode.Scalar) -> String
  ) -> String {
    guard unicodeScalars.contains(where: isUnwanted) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if isUnwanted(scalar) { result += replacement(scalar) } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  /// Returns the text with each unwanted character replaced by the same text.
  ///
  /// - Parameters:
  ///   - isUnwanted: Returns whether a character must be replaced.
  ///   - replacement: The replacement for each unwanted character.
  /// - Returns: The text without unwanted characters.
  package func replacing(where isUnwanted: (Unicode.Scalar) -> Bool, with replacement: String) -> String {
    replacing(where: isUnwanted) { _ in replacement }
  }

  package func prefix(scalars count: Int) -> String { String(unicodeScalars.prefix(count)) }

  /// The words of the text separated by single spaces, or `nil` if there are none.
  package var words: String? {
    let words = split(separator: " ")
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  package var trimmed: String {
    guard let end = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(self[...end].drop(while: \.isWhitespace))
  }

  package var isRightToLeft: Bool { hasLettersFromRight && mostly(\.isWrittenFromRight) }

  /// Whether the text contains a letter of a right-to-left script. Digits of these scripts don't count, because numbers run from left to right.
  package var hasLettersFromRight: Bool {
    unicodeScalars.contains { $0.isWrittenFromRight && $0.properties.isAlphabetic }
  }

  /// Whether most letters belong to a script that can be written vertically.
  package var isWrittenDownwards: Bool { mostly(\.isWrittenDownwards) }

  /// The number of columns that the text takes in a monospaced font.
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

extension Unicode.Scalar {
  package var isControl: Bool { properties.generalCategory == .control }

  /// `true` if the character can't be part of a line of text: a control, line separator, or unassigned character.
  package var isNoText: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
    case _: false
    }
  }

  /// `true` if the character shouldn't be in a name: formatting characters, and those that can't be part of a line.
  package var isUnseen: Bool { isNoText || properties.generalCategory == .format }

  /// `true` if the character is invisible and not needed for spelling. The exceptions are joiners, which some scripts need.
  package var isNotWritten: Bool { isUnseen && value != 0x200C && value != 0x200D }

  /// `true` if the character could control a terminal, end a line, or change the display order.
  package var actsOnTerminal: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    case _: false
    }
  }

  /// `true` if the script is written from right to left, such as Hebrew, Arabic, Syriac, Thaana, or N'Ko.
  package var isWrittenFromRight: Bool {
    switch value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    case _: false
    }
  }

  /// `true` if the script can be written vertically: Han, kana, and Hangul.
  package var isWrittenDownwards: Bool {
    switch value {
    case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0x20000...0x323AF: true
    case _: false
    }
  }

  /// `true` if the character takes two columns in a monospaced font, as Han, kana, and Hangul do (Unicode Annex 11, *East Asian Width*).
  package var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    case _: false
    }
  }
}
