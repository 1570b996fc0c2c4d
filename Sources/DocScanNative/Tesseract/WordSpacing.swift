// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Makes words of what Tesseract gives: its words end where its dictionaries have an end, its line tells where spaces are.
enum WordSpacing {
  /// The block with words as they stand on the page, from left to right; each line's text is still Tesseract's.
  static func applied(to block: Block) -> Block {
    var block = block
    block.lines = block.lines.map { line in
      var line = line
      line.words = CharacterWidths.restored(joined(line.words, as: line.text))
      line.text = ""
      return line
    }
    return block.inPictureOrder
  }

  /// Words without a space between them become one, such as syllables of Hangul.
  ///
  /// Han and kana are written without spaces: there the dictionaries' words stay.
  /// Of lines with words from the right, which all have spaces, Tesseract counts those as they would be from the left.
  private static func joined(_ words: [Word], as text: String) -> [Word] {
    guard !text.hasLettersFromRight else {
      return words.map { word in
        var word = word
        word.text = word.text.composed
        return word
      }
    }
    var result: [Word] = []
    var rest = text[...]
    for var word in words {
      word.text = word.text.composed
      let isAttached = !result.isEmpty && rest.hasPrefix(word.text)
      rest = rest.drop(while: \.isWhitespace)
      if rest.hasPrefix(word.text) { rest = rest.dropFirst(word.text.count) }
      if isAttached, let last = result.last, !separator(last.text, word.text).isEmpty {
        result[result.count - 1] = last.followed(by: word)
      } else {
        result.append(word)
      }
    }
    return result
  }
}

extension Word {
  /// This word and the next one as one.
  fileprivate func followed(by next: Word) -> Word {
    Word(
      text: text + next.text, confidence: meanConfidence([self, next]).rounded(toPlaces: 3), box: box.union(next.box))
  }
}

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
