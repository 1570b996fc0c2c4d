// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// The text of a page in the form that detectors search, with references to its words. A line feed ends each line and another one each block,
/// so that a value can continue in the next line of its block. Full-width ASCII and variants of spaces and dashes are replaced by plain
/// characters. The number of characters doesn't change.
package struct SearchText {
  package let scalars: [Unicode.Scalar]
  /// The characters as read, at the same indices.
  package let original: [Unicode.Scalar]
  /// The index in `pageWords` of the word at each character, or -1 between words.
  package let words: [Int32]
  package let pageWords: [Word]
  // The numbers of four digits that can be years.
  let years: Set<Int>

  package var count: Int { scalars.count }

  /// Returns the character at a place, or NUL outside of the text. The text itself never contains NUL.
  package subscript(_ place: Int) -> Unicode.Scalar {
    place >= 0 && place < scalars.count ? scalars[place] : "\0"
  }

  package init(_ page: RecognizedPage) {
    var original: [Unicode.Scalar] = []
    var words: [Int32] = []
    var pageWords: [Word] = []
    for block in page.blocks {
      for line in block.lines {
        let text = Array(line.text.unicodeScalars)
        var numbers = [Int32](repeating: -1, count: text.count)
        var at = 0
        for word in line.words {
          let letters = Array(word.text.unicodeScalars)
          if let start = Self.place(of: letters, in: text, from: at) {
            for place in start..<start + letters.count { numbers[place] = Int32(pageWords.count) }
            at = start + letters.count
          }
          pageWords.append(word)
        }
        original += text
        words += numbers
        original.append("\n")
        words.append(-1)
      }
      original.append("\n")
      words.append(-1)
    }
    self.original = original
    self.words = words
    self.pageWords = pageWords
    scalars = original.map { $0 == "\0" ? "\u{FFFD}" : $0.plain }
    years = Self.years(in: scalars)
  }

  // Creates a text of parts of another one, each as a line; `nil` ends a block.
  init(_ text: SearchText, order: [Range<Int>?]) {
    original = order.flatMap { ($0.map { Array(text.original[$0]) } ?? []) + ["\n"] }
    words = order.flatMap { ($0.map { Array(text.words[$0]) } ?? []) + [-1] }
    scalars = order.flatMap { ($0.map { Array(text.scalars[$0]) } ?? []) + ["\n"] }
    (pageWords, years) = (text.pageWords, text.years)
  }

  package init(_ text: String) {
    original = Array(text.unicodeScalars)
    scalars = original.map { $0 == "\0" ? "\u{FFFD}" : $0.plain }
    words = Array(repeating: -1, count: original.count)
    pageWords = []
    years = Self.years(in: scalars)
  }

  private static func years(in scalars: [Unicode.Scalar]) -> Set<Int> {
    Set(
      scalars.split { !$0.isAlphanumeric }.filter { $0.count == 4 && $0.allSatisfy(\.isDigit) }
        .compactMap { Int(String(String.UnicodeScalarView($0))) }.filter { (1900...2100).contains($0) })
  }

  private static func place(of word: [Unicode.Scalar], in text: [Unicode.Scalar], from start: Int) -> Int? {
    guard let first = word.first, word.count <= text.count else { return nil }
    var at = start
    while at + word.count <= text.count {
      if text[at] == first, text[at..<at + word.count].elementsEqual(word) { return at }
      at += 1
    }
    return nil
  }

  // The width of a space is rarely more than this share of the height of a word.
  private static let widestSpace = 1.8
  // A group of digits and cents
  private static let longestPart = 8

  // Returns whether the space at a place is as wide as that between two columns.
  func isColumnGap(_ place: Int) -> Bool {
    guard let (gap, height) = gap(at: place) else { return false }
    return gap > Self.widestSpace * height
  }

  // Returns whether the space at a place is too wide to separate thousands, in itself or beside the next one, as in "2   289,00 €".
  func isGapOfNumbers(_ place: Int) -> Bool {
    guard let (gap, height) = gap(at: place) else { return false }
    let next = (place + 1..<min(place + Self.longestPart, count)).first { self[$0] == " " }.flatMap(self.gap)
    return gap > Self.widestSpace * height || next.map { gap > height && gap > Self.widestSpace * $0.width } ?? false
  }

  private func gap(at place: Int) -> (width: Double, height: Double)? {
    guard place > 0, place + 1 < count, words[place - 1] >= 0, words[place + 1] >= 0 else { return nil }
    let (left, right) = (pageWords[Int(words[place - 1])].box, pageWords[Int(words[place + 1])].box)
    return (right.x - left.maxX, max(left.height, right.height))
  }

  package func wordNumbers(in range: Range<Int>) -> [Int] {
    var numbers: [Int] = []
    for place in range where words[place] >= 0 && numbers.last != Int(words[place]) {
      numbers.append(Int(words[place]))
    }
    return numbers
  }

  package func read(_ range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    for place in range { text.append(original[place] == "\n" ? " " : original[place]) }
    return String(text)
  }

  package func string(_ range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[range.clamped(to: 0..<count)])
    return String(text)
  }

  /// Returns whether a number can begin at a place: no letter, digit, hyphen, or dot precedes it.
  package func numberBegins(_ place: Int, _ isDigitLike: (Unicode.Scalar) -> Bool) -> Bool {
    let before = self[place - 1]
    return isDigitLike(self[place]) && !before.isAlphanumeric && before != "-" && before != "."
  }

  /// Calls `find` with the places of the text from left to right, and returns the detected values. The search continues after each value.
  package func finds(_ find: (Int) -> Detected?) -> [Detected] {
    var found: [Detected] = []
    var at = 0
    while at < count {
      if let hit = find(at) {
        found.append(hit)
        at = max(at + 1, hit.range.upperBound)
      } else {
        at += 1
      }
    }
    return found
  }

  /// Returns the range of the line at a place, without its line feed.
  package func line(at place: Int) -> Range<Int> {
    var start = min(place, count)
    while start > 0, scalars[start - 1] != "\n" { start -= 1 }
    var end = min(place, count)
    while end < count, scalars[end] != "\n" { end += 1 }
    return start..<end
  }
}

extension Unicode.Scalar {
  /// The plain form of a character: ASCII for full-width forms, and one kind of space, hyphen, and apostrophe.
  package var plain: Unicode.Scalar {
    switch value {
    case 0xFF01...0xFF5E: Unicode.Scalar(value - 0xFEE0) ?? self
    case 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000, 0x9: " "
    case 0x2010...0x2015, 0x2212, 0xFE58, 0xFE63: "-"
    case 0x2018, 0x2019, 0x2032: "'"
    case 0xFFE5: "¥"
    case 0xFFE6: "₩"
    case _: self
    }
  }

  package var isDigit: Bool { ("0"..."9").contains(self) }
  package var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
  // Whether the character is a letter of a script that separates words by spaces.
  var isInWord: Bool { isLetter && value < 0x2E80 }
  package var isCapital: Bool { ("A"..."Z").contains(self) }
  package var isLetter: Bool { value < 0x80 ? isASCIILetter : properties.isAlphabetic }
  package var isAlphanumeric: Bool { isDigit || isASCIILetter }

  package var digit: Int? { isDigit ? Int(value) - 48 : nil }

  /// The lowercase form if it is a single character, or the character itself.
  package var small: Unicode.Scalar {
    if value < 0x80 { return isCapital ? Unicode.Scalar(value + 32) ?? self : self }
    let mapped = properties.lowercaseMapping.unicodeScalars
    return mapped.count == 1 ? mapped.first ?? self : self
  }

  /// The uppercase form of an ASCII letter, or the character itself.
  package var capital: Unicode.Scalar { ("a"..."z").contains(self) ? Unicode.Scalar(value - 32) ?? self : self }
}
