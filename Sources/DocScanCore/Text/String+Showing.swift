// SPDX-License-Identifier: GPL-3.0-or-later

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
