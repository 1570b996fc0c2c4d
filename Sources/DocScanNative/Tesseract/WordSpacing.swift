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
