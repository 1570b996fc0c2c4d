// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// The parts of a text that a translation must not change: numbers, web and email addresses, and typed data found in the text.
package struct KeptValues {
  /// A part of a text, either one to keep or one to translate.
  package struct Piece: Hashable {
    package var text: String
    package var isKept: Bool
  }

  package let pieces: [Piece]

  /// Finds the parts to keep. `known` contains the typed data found on the page.
  package init(_ text: String, known: [String] = []) {
    let characters = Array(text)
    var isKept = [Bool](repeating: false, count: characters.count)
    for range in Self.words(in: characters) { for index in Self.value(characters, range) { isKept[index] = true } }
    for value in known where value.count > 1 { Self.mark(Array(value), in: characters, &isKept) }
    // Keeps the groups of one number together, such as those of a telephone number or an IBAN.
    for index in characters.indices.dropFirst().dropLast()
    where characters[index] == " " && isKept[index - 1] && isKept[index + 1] {
      isKept[index] = true
    }
    var pieces: [Piece] = []
    for (character, isKept) in zip(characters, isKept) {
      if let last = pieces.last, last.isKept == isKept {
        pieces[pieces.count - 1].text.append(character)
      } else {
        pieces.append(Piece(text: String(character), isKept: isKept))
      }
    }
    self.pieces = pieces
  }

  /// Returns whether a translation contains all parts to keep, as often as the source text.
  package func survive(in translation: String) -> Bool {
    var rest = Array(translation)
    // Long values first, because they may contain short ones.
    for value in pieces.filter(\.isKept).map({ Array($0.text) }).sorted(by: { $0.count > $1.count }) {
      guard let place = Self.place(of: value, in: rest) else { return false }
      // The placeholder prevents a second match, and separates the neighboring characters.
      rest.replaceSubrange(place..<place + value.count, with: ["\u{FFFC}"])
    }
    return true
  }

  /// Returns the runs of characters without white space, except for letters of scripts that are written without spaces.
  private static func words(in text: [Character]) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start: Int?
    for (index, character) in (text + [" "]).enumerated() {
      let isDense = character.unicodeScalars.first.map(isWrittenWithoutSpaces) ?? true
      let isPart = character.isDigit || !character.isWhitespace && !isDense
      if isPart, start == nil { start = index }
      if !isPart, let first = start {
        words.append(first..<index)
        start = nil
      }
    }
    return words
  }

  /// Returns the part of a word to keep, which is empty for most words.
  private static func value(_ text: [Character], _ word: Range<Int>) -> Range<Int> {
    var range = word
    func isOuter(_ character: Character) -> Bool {
      !character.isLetter && !character.isNumber && !"+#%/@".contains(character)
    }
    while let first = range.first, isOuter(text[first]) { range.removeFirst() }
    while let last = range.last, isOuter(text[last]) || "/@#".contains(text[last]) { range.removeLast() }
    let word = text[range]
    if word.contains("@") || String(word).contains("://") || String(word).lowercased().hasPrefix("www.") {
      return range
    }
    guard word.contains(where: \.isNumber) else { return range.lowerBound..<range.lowerBound }
    // The ending of words such as "1er", "12h", or "52-week" is translated.
    let digits = word.prefix { $0.isNumber || ".,:/-+%".contains($0) }
    let ending = word.dropFirst(digits.count)
    if !digits.isEmpty, ending.allSatisfy({ $0.isLetter && (ending.count <= 3 || $0.isLowercase) }) {
      var end = digits.endIndex
      while end > digits.startIndex, isOuter(text[end - 1]) || text[end - 1] == "/" { end -= 1 }
      return range.lowerBound..<end
    }
    return range
  }

  private static func mark(_ value: [Character], in text: [Character], _ isKept: inout [Bool]) {
    var start = 0
    while let place = place(of: value, in: Array(text[start...])) {
      for index in start + place..<start + place + value.count { isKept[index] = true }
      start += place + value.count
    }
  }

  /// Returns the first index at which a value occurs other than as part of a longer number, or `nil` if there is none.
  private static func place(of value: [Character], in text: [Character]) -> Int? {
    guard let first = value.first, let last = value.last, value.count <= text.count else { return nil }
    return (0...text.count - value.count).first { start in
      guard text[start] == first, text[start..<start + value.count].elementsEqual(value) else { return false }
      let before = start > 0 ? text[start - 1] : " "
      let after = start + value.count < text.count ? text[start + value.count] : " "
      return !(first.isDigit && before.isDigit) && !(last.isDigit && after.isDigit)
    }
  }
}

extension Character {
  /// Whether the character is a decimal digit of any script. Numerals that are letters, such as those of Han, don't count.
  fileprivate var isDigit: Bool { unicodeScalars.first?.properties.generalCategory == .decimalNumber }
}
