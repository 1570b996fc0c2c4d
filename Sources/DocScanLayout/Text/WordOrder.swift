// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles

/// Converts lines with right-to-left scripts between visual order, for layout analysis, and reading order, for results. The conversion applies
/// Unicode Standard Annex 9, *Unicode Bidirectional Algorithm*, in reverse and word by word. Other blocks aren't changed.
extension Block {
  /// The block with the words of horizontal lines in visual order, by left edges. Right edges of Arabic words sometimes extend too far.
  package var inPictureOrder: Block {
    guard hasWordsFromRight else { return self }
    var block = self
    for index in lines.indices where lines[index].isHorizontal {
      block.lines[index].words = lines[index].words.enumerated()
        .sorted { ($0.element.box.x, $0.offset) < ($1.element.box.x, $1.offset) }.map(\.element)
    }
    return block
  }

  package var inReadingOrder: Block {
    guard hasWordsFromRight else { return self }
    var block = inPictureOrder
    let letters = lines.map { LetterCount($0.words) }
    let all = letters.reduce(into: LetterCount()) { $0.add($1) }
    for index in lines.indices where lines[index].isHorizontal {
      let words = block.lines[index].words
      // Names in another script can outweigh the rest of a line, so the other lines of the block count, too.
      let others = all.without(letters[index]).shareFromRight
      let own = letters[index].shareFromRight ?? others ?? 0
      let isFromRight = own + (others ?? own) >= 1 || words.endsAtLeft
      block.lines[index].words = isFromRight ? WordOrder.fromRight(words) : WordOrder.fromLeft(words)
    }
    return block
  }

  private var hasWordsFromRight: Bool {
    kind != .verticalText && lines.contains { $0.words.contains(where: \.text.hasLettersFromRight) }
  }
}

/// Converts the words of a line from visual order to reading order.
package enum WordOrder {
  /// The role of a word in the bidirectional algorithm.
  package enum Kind {
    case fromRight, fromLeft, number, sign

    package init(_ text: String) {
      let scalars = text.unicodeScalars
      let letters = scalars.filter(\.properties.isAlphabetic)
      if letters.contains(where: \.isWrittenFromRight) {
        self = .fromRight
      } else if !letters.isEmpty {
        self = .fromLeft
      } else {
        self = scalars.contains { $0.properties.numericType != nil } ? .number : .sign
      }
    }
  }

  /// Converts a left-to-right line by reversing its runs of right-to-left words.
  static func fromLeft(_ words: [Word]) -> [Word] {
    words.turned(runsOf: .fromRight) { $0 == .fromRight }
  }

  /// Converts a right-to-left line by reversing all words except runs of left-to-right words and the numbers after them.
  static func fromRight(_ words: [Word]) -> [Word] {
    var result = Array(words.turned(runsOf: .fromLeft) { $0 == .fromLeft || $0 == .number }.reversed())
    var followsArabic = false
    for (index, word) in result.enumerated() {
      let kind = Kind(word.text)
      let text: String
      switch kind {
      case .fromLeft:
        let isFirst = index == 0 || Kind(result[index - 1].text) != .fromLeft
        let isLast = index + 1 == result.count || ![.fromLeft, .number].contains(Kind(result[index + 1].text))
        text = isFirst && isLast ? word.text.withItsEnd : word.text
      case .number: text = word.text.numberFromRight(afterArabic: followsArabic)
      case .fromRight, .sign: text = word.text.withPairedBrackets
      }
      if text != word.text { result[index].text = text }
      switch kind {
      case .fromRight: followsArabic = word.text.unicodeScalars.contains(where: \.isArabic)
      case .fromLeft: followsArabic = false
      case .number, .sign: break
      }
    }
    return result
  }
}

/// The number of right-to-left letters and of all letters in words.
private struct LetterCount {
  var fromRight = 0
  var all = 0

  init() {}

  init(_ words: [Word]) {
    let letters = words.flatMap { $0.text.unicodeScalars.filter(\.properties.isAlphabetic) }
    (fromRight, all) = (letters.count(where: \.isWrittenFromRight), letters.count)
  }

  /// The fraction of right-to-left letters, or `nil` if there are no letters.
  var shareFromRight: Double? { all > 0 ? Double(fromRight) / Double(all) : nil }

  mutating func add(_ other: LetterCount) {
    fromRight += other.fromRight
    all += other.all
  }

  func without(_ other: LetterCount) -> LetterCount {
    var rest = self
    rest.fromRight -= other.fromRight
    rest.all -= other.all
    return rest
  }
}

extension [Word] {
  /// Whether a line with right-to-left letters has its final punctuation at the left edge, which only happens in right-to-left sentences.
  fileprivate var endsAtLeft: Bool {
    guard let first, WordOrder.Kind(first.text) == .fromLeft, let mark = first.text.unicodeScalars.first else {
      return false
    }
    return [".", "!", "?"].contains(mark) && contains { WordOrder.Kind($0.text) == .fromRight }
  }

  /// Reverses each run from a word of the given kind to a word for which `mayEnd` is `true`. Numbers and signs may be inside a run.
  fileprivate func turned(runsOf kind: WordOrder.Kind, mayEnd: (WordOrder.Kind) -> Bool) -> [Word] {
    var result = self
    let kinds = map { WordOrder.Kind($0.text) }
    var start = 0
    while let first = kinds[start...].firstIndex(of: kind) {
      let end = kinds[first...].firstIndex { ![kind, .number, .sign].contains($0) } ?? kinds.count
      guard let last = kinds[first..<end].lastIndex(where: mayEnd) else { break }
      result[first...last].reverse()
      start = last + 1
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether the character belongs to a script that changes how subsequent numbers are displayed: Arabic, Syriac, or Thaana.
  fileprivate var isArabic: Bool {
    switch value {
    case 0x600...0x65F, 0x66A...0x6EF, 0x6FA...0x7BF, 0x8A0...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFC: true
    case _: false
    }
  }
}

extension String {
  private static let pairs: [(open: Character, close: Character)] = [("(", ")"), ("[", "]"), ("{", "}"), ("«", "»")]
  private static let ends: Set<Character> = [".", ",", ":", ";", "!", "?", "\u{60C}", "\u{61B}", "\u{61F}"]
  private static let percents: Set<Character> = ["%", "\u{66A}", "‰"]

  private static func mirrored(_ character: Character) -> Character {
    for pair in pairs {
      if pair.open == character { return pair.close }
      if pair.close == character { return pair.open }
    }
    return character
  }

  private static func isBracket(_ character: Character) -> Bool { mirrored(character) != character }

  /// The left-to-right word with leading punctuation and brackets moved to its end, because they end the surrounding sentence or bracket.
  fileprivate var withItsEnd: String {
    let marks = prefix { Self.ends.contains($0) || Self.isBracket($0) }
    let rest = dropFirst(marks.count)
    guard !rest.isEmpty else { return self }
    // A bracket pair that encloses part of the word isn't moved.
    if let outer = marks.last, Self.isBracket(outer), rest.contains(Self.mirrored(outer)) { return self }
    return rest + String(marks.reversed().map(Self.mirrored))
  }

  /// The word with its brackets corrected, so that a leading bracket opens and a trailing bracket closes.
  fileprivate var withPairedBrackets: String {
    guard contains(where: Self.isBracket) else { return self }
    var characters = Array(self)
    for index in characters.indices {
      guard let pair = Self.pairs.first(where: { [$0.open, $0.close].contains(characters[index]) }) else { continue }
      let hasBefore = characters[..<index].contains { $0.isLetter || $0.isNumber }
      let hasAfter = characters[(index + 1)...].contains { $0.isLetter || $0.isNumber }
      if hasBefore != hasAfter { characters[index] = hasBefore ? pair.close : pair.open }
    }
    return String(characters)
  }

  /// Returns a number in typing order: with percent sign and final punctuation at its end. After Arabic letters, the parts between hyphens are
  /// displayed from right to left, so their order is reversed.
  fileprivate func numberFromRight(afterArabic: Bool) -> String {
    let marks = prefix { Self.ends.contains($0) || Self.percents.contains($0) }
    var text = dropFirst(marks.count) + String(marks.reversed())
    if afterArabic, text.allSatisfy({ $0.isNumber || $0 == "-" }), text.first?.isNumber == true {
      text = text.split(separator: "-", omittingEmptySubsequences: false).reversed().joined(separator: "-")[...]
    }
    return String(text).withPairedBrackets
  }
}
