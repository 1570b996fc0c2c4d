// SPDX-License-Identifier: GPL-3.0-or-later

/// The order of words in lines with scripts that are written from right to left.
///
/// While a page is taken apart and put together, words stand as the picture has them, from left to right; in results they
/// stand as they are read and typed. Between the two are the rules of Unicode Standard Annex 9, *Unicode Bidirectional
/// Algorithm*, backwards and word by word: a line has a direction, and runs of words of the other direction keep theirs.
/// Blocks without letters of these scripts are left as they are.
extension Block {
  /// The block with the words of its level lines from left to right, by their left edges: Tesseract's boxes of Arabic words
  /// reach too far to the right now and then.
  package var inPictureOrder: Block {
    guard hasWordsFromRight else { return self }
    var block = self
    for index in lines.indices where lines[index].isHorizontal {
      block.lines[index].words = lines[index].words.enumerated()
        .sorted { ($0.element.box.x, $0.offset) < ($1.element.box.x, $1.offset) }.map(\.element)
    }
    return block
  }

  /// The block with the words of its level lines as they are read.
  package var inReadingOrder: Block {
    guard hasWordsFromRight else { return self }
    var block = inPictureOrder
    let letters = lines.map { LetterCount($0.words) }
    let all = letters.reduce(into: LetterCount()) { $0.add($1) }
    for index in lines.indices where lines[index].isHorizontal {
      let words = block.lines[index].words
      // A name in another script says less of a line's direction than the lines around it.
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

/// Takes the words of a line from the order of the picture to that of reading.
package enum WordOrder {
  /// What a word is to the words around it.
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

  /// The words of a line that runs from left to right: several words from the right are read the other way.
  static func fromLeft(_ words: [Word]) -> [Word] {
    words.turned(runsOf: .fromRight) { $0 == .fromRight }
  }

  /// The words of a line that runs from right to left: several words from the left, and numbers after them, are not turned.
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

/// How many letters of words are written from the right, and how many they are.
private struct LetterCount {
  var fromRight = 0
  var all = 0

  init() {}

  init(_ words: [Word]) {
    let letters = words.flatMap { $0.text.unicodeScalars.filter(\.properties.isAlphabetic) }
    (fromRight, all) = (letters.count(where: \.isWrittenFromRight), letters.count)
  }

  /// Nil where there are no letters.
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
  /// Whether a sentence that holds letters from the right ends at the left edge, as only those from the right do.
  fileprivate var endsAtLeft: Bool {
    guard let first, WordOrder.Kind(first.text) == .fromLeft, let mark = first.text.unicodeScalars.first else {
      return false
    }
    return [".", "!", "?"].contains(mark) && contains { WordOrder.Kind($0.text) == .fromRight }
  }

  /// The words with each run turned that begins with a word of a kind, ends with one that `mayEnd`, and has no others but
  /// numbers and signs between.
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
  /// Whether it is a letter of a script whose letters change how the numbers after them are shown: Arabic, Syriac, Thaana.
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

  /// A word from the left with the marks at its left side, which end the sentence or the bracket around it, behind it.
  fileprivate var withItsEnd: String {
    let marks = prefix { Self.ends.contains($0) || Self.isBracket($0) }
    let rest = dropFirst(marks.count)
    guard !rest.isEmpty else { return self }
    // What has its other half in the word stays around it.
    if let outer = marks.last, Self.isBracket(outer), rest.contains(Self.mirrored(outer)) { return self }
    return rest + String(marks.reversed().map(Self.mirrored))
  }

  /// A word whose brackets at its beginning open and at its end close.
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

  /// A number as it is typed: with its percent sign and full stop behind it, and the parts between hyphens, which are shown
  /// from the right after Arabic letters, from the first.
  fileprivate func numberFromRight(afterArabic: Bool) -> String {
    let marks = prefix { Self.ends.contains($0) || Self.percents.contains($0) }
    var text = dropFirst(marks.count) + String(marks.reversed())
    if afterArabic, text.allSatisfy({ $0.isNumber || $0 == "-" }), text.first?.isNumber == true {
      text = text.split(separator: "-", omittingEmptySubsequences: false).reversed().joined(separator: "-")[...]
    }
    return String(text).withPairedBrackets
  }
}
