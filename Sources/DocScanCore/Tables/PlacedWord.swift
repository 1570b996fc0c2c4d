// SPDX-License-Identifier: GPL-3.0-or-later

/// A word of the page with the number that it has among all words, and the line that it was read in.
package struct PlacedWord {
  /// Among all words of the page in reading order, from 0.
  package let number: Int
  /// The word itself.
  package let word: Word
  /// The number of its line among all lines of the page.
  package let line: Int

  /// Where it is, in pixels of the page.
  package var box: Box { word.box }
  /// What it says.
  package var text: String { word.text }

  /// A word at its place.
  package init(number: Int, word: Word, line: Int) { (self.number, self.word, self.line) = (number, word, line) }
}

extension RecognizedPage {
  /// All words in reading order: each is at the index of its number.
  package var placedWords: [PlacedWord] {
    var words: [PlacedWord] = []
    for (line, content) in blocks.flatMap(\.lines).enumerated() {
      for word in content.words { words.append(PlacedWord(number: words.count, word: word, line: line)) }
    }
    return words
  }
}

extension [PlacedWord] {
  /// Line by line from the top, each from left to right: words of one height may be of two lines that are close to each other.
  package var byLine: [PlacedWord] {
    guard let first, contains(where: { $0.line != first.line }) else { return self }
    var bands: [(words: [PlacedWord], top: Double, bottom: Double)] = []
    let lines = Dictionary(grouping: self, by: \.line).values.map { words in
      (words: words, top: words.map(\.box.y).min() ?? 0, bottom: words.map(\.box.maxY).max() ?? 0)
    }
    for line in lines.sorted(by: { ($0.top + $0.bottom, $0.words[0].number) < ($1.top + $1.bottom, $1.words[0].number) }
    ) {
      if let last = bands.last,
        Swift.min(last.bottom, line.bottom) - line.top > 0.5 * Swift.min(last.bottom - last.top, line.bottom - line.top)
      {
        bands[bands.count - 1].words += line.words
      } else {
        bands.append(line)
      }
    }
    return bands.flatMap { $0.words.sorted { ($0.box.x, $0.number) < ($1.box.x, $1.number) } }
  }
}
