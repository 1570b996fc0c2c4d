// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Gives punctuation among Han and kana its full width back, which Tesseract's packs do not know.
///
/// They have learned "（" as "(" and set it off with spaces, for it is as wide as a Han character.
enum CharacterWidths {
  private static let wide: [Character: Character] = [
    "(": "（", ")": "）", ":": "：", ";": "；", "!": "！", "?": "？", ",": "，",
  ]

  /// The words of a line with punctuation as wide as the characters that it belongs to.
  static func restored(_ words: [Word]) -> [Word] {
    guard words.contains(where: { $0.text.unicodeScalars.contains { isHan($0) || isKana($0) } }) else { return words }
    let lineHasKana = words.contains { $0.text.unicodeScalars.contains(where: isKana) }
    // One text with the places of the words in it: neighbours matter across words.
    var characters: [Character] = []
    var ends: [Int] = []
    for word in words {
      characters += Array(word.text)
      ends.append(characters.count)
    }
    var openings: [Int] = []
    for index in characters.indices {
      guard let replacement = wide[characters[index]] else { continue }
      let before = index > 0 ? characters[index - 1] : nil
      let after = index + 1 < characters.count ? characters[index + 1] : nil
      switch characters[index] {
      case "(":
        openings.append(index)
        if isEastAsian(after) { characters[index] = replacement }
      case ")":
        // Both of a pair are of one kind.
        let opening = openings.popLast()
        if isEastAsian(before) || opening.map({ characters[$0] == "（" }) == true {
          characters[index] = replacement
          if let opening { characters[opening] = "（" }
        }
      case ",":
        // Japanese has its own comma, and numbers theirs.
        if !lineHasKana, isEastAsian(before) { characters[index] = replacement }
      case _:
        if isEastAsian(before) { characters[index] = replacement }
      }
    }
    var start = 0
    return zip(words, ends).map { word, end in
      defer { start = end }
      return Word(text: String(characters[start..<end]), confidence: word.confidence, box: word.box)
    }
  }

  private static func isEastAsian(_ character: Character?) -> Bool {
    guard let scalar = character?.unicodeScalars.first else { return false }
    return isHan(scalar) || isKana(scalar) || (0x3001...0x301F).contains(scalar.value)
      || (0xFF01...0xFF60).contains(scalar.value)
  }
}
