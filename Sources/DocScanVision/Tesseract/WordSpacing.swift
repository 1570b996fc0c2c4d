// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanLayout

/// Rebuilds words from Tesseract's results. Tesseract splits words by dictionaries, but its line text has the real spaces.
enum WordSpacing {
  /// Returns the block with words in visual order, from left to right, and without line texts.
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

  /// Joins words without a space, such as Hangul syllables, but not dictionary words of Han and kana, or right-to-left words with unreliable spaces.
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
  fileprivate func followed(by next: Word) -> Word {
    Word(
      text: text + next.text, confidence: meanConfidence([self, next]).rounded(toPlaces: 3), box: box.union(next.box))
  }
}

/// Restores full-width punctuation among Han and kana. Tesseract's packs were trained to read "（" as "(" with spaces around it.
enum CharacterWidths {
  private static let wide: [Character: Character] = [
    "(": "（", ")": "）", ":": "：", ";": "；", "!": "！", "?": "？", ",": "，",
  ]

  static func restored(_ words: [Word]) -> [Word] {
    guard words.contains(where: { $0.text.unicodeScalars.contains { isHan($0) || isKana($0) } }) else { return words }
    let lineHasKana = words.contains { $0.text.unicodeScalars.contains(where: isKana) }
    // The words are joined because neighbors matter across words.
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
        // The parentheses of a pair have the same width.
        let opening = openings.popLast()
        if isEastAsian(before) || opening.map({ characters[$0] == "（" }) == true {
          characters[index] = replacement
          if let opening { characters[opening] = "（" }
        }
      case ",":
        // Japanese has its own comma, and numbers use a half-width one.
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
