// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanWords

/// The bullet or number at the start of a list item.
package enum ListMark: Hashable, Sendable {
  case bullet
  case number(Int)
  /// Any other mark, such as "(1)", "a)", "①", or "（二）", as it appears in the text.
  case other(String)

  private static let bullets: Set<String> = [
    "•", "◦", "▪", "■", "□", "●", "○", "‣", "⁃", "·", "–", "-", "—", "◆", "◇", "▶", "►", "➢", "✓", "*",
  ]

  /// Finds the mark at the start of a line. Returns `nil` if the line isn't a list item.
  package init?(_ line: Line?) {
    guard let words = line?.words, words.count > 1 else { return nil }
    self.init(mark: words[0].text)
  }

  package init?(mark: String) {
    if Self.bullets.contains(mark) {
      self = .bullet
    } else if let end = mark.last, ".)".contains(end), let number = Int(mark.dropLast()), (0..<1000).contains(number) {
      self = .number(number)
    } else if Self.isBracketed(mark) {
      self = .other(mark)
    } else {
      return nil
    }
  }

  /// Returns whether a word is a mark such as "(1)", "(iv)", "a)", "（二）", or "①".
  private static func isBracketed(_ mark: String) -> Bool {
    if mark.count == 1, let scalar = mark.unicodeScalars.first { return (0x2460...0x2473).contains(scalar.value) }
    guard let last = mark.last, ")）".contains(last), mark.count <= 6 else { return false }
    let inside = mark.dropLast()
    let isOpen = inside.first.map { "(（".contains($0) } ?? false
    let body = isOpen ? inside.dropFirst() : inside
    guard !body.isEmpty, body.count <= 4 else { return false }
    return body.allSatisfy(\.isASCIIDigit) || (body.count == 1 && body.allSatisfy { $0.isASCII && $0.isLetter })
      || (isOpen && body.allSatisfy { "ivx".contains($0) || Numbering.hanDigits.contains($0) })
  }
}

/// The kind of number at the start of a heading.
package enum Numbering: Hashable, Sendable {
  /// Decimal numbers such as "2", "2.", or "2.1". The depth is the number of parts.
  case decimal(depth: Int)
  /// A chapter such as "Chapter 2", "第二章", or "Appendix A".
  case chapter
  /// A section such as "第二节", "Section 2", or "§ 2".
  case section
  /// A Han number followed by a comma, such as "二、".
  case han
  /// A Han number in brackets, such as "（二）".
  case hanInBrackets
  /// A Roman numeral or a letter, such as "IV." or "A.".
  case letter

  static let hanDigits: Set<Character> = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "百", "零", "〇"]
  private static let chapters = Set(WordLists.words("structure.chapter"))
  private static let sections = Set(WordLists.words("structure.section"))

  /// Finds the number at the start of a text. Returns `nil` if there is none.
  package init?(_ text: String) {
    let text = text.drop(while: \.isWhitespace)
    if let han = Self.han(text) {
      self = han
      return
    }
    let words = text.split(maxSplits: 2, whereSeparator: \.isWhitespace)
    guard let first = words.first else { return nil }
    if words.count > 1, let kind = Self.named(first.lowercased(), words[1]) {
      self = kind
      return
    }
    let digits = first.prefix { $0.isASCIIDigit || $0 == "." || $0 == "．" }
    let parts = digits.split(whereSeparator: { $0 == "." || $0 == "．" })
    let rest = text.dropFirst(digits.count).drop(while: \.isWhitespace)
    if let one = parts.first, parts.count <= 5, parts.allSatisfy({ $0.count <= 2 }), one != "0",
      let letter = rest.first, letter.isLetter || "(（\"“《".contains(letter),
      digits.count < first.count ? (letter.unicodeScalars.first.map(isWrittenWithoutSpaces) ?? false) : true
    {
      self = .decimal(depth: parts.count)
      return
    }
    guard words.count > 1, first.last == ".", first.count <= 5 else { return nil }
    let mark = first.dropLast()
    guard
      mark.allSatisfy({ "IVXL".contains($0) }) || (mark.count == 1 && mark.allSatisfy { $0.isUppercase && $0.isASCII })
    else { return nil }
    self = .letter
  }

  private static func named(_ word: String, _ next: Substring) -> Numbering? {
    let number = next.prefix { $0.isLetter || $0.isNumber }
    let isNumber =
      number.allSatisfy(\.isASCIIDigit) || number.allSatisfy { "IVXL".contains($0) }
      || (number.count == 1 && number.allSatisfy(\.isUppercase))
    guard !number.isEmpty, isNumber else { return nil }
    if chapters.contains(word) { return word == "figure" ? nil : .chapter }
    return sections.contains(word) ? .section : nil
  }

  private static func han(_ text: Substring) -> Numbering? {
    if text.first == "第" {
      let digits = text.dropFirst().prefix { hanDigits.contains($0) || $0.isASCIIDigit || $0 == " " }
      guard !digits.isEmpty, let unit = text.dropFirst(1 + digits.count).first else { return nil }
      if "章编篇部讲课回卷".contains(unit) { return .chapter }
      return "节条".contains(unit) ? .section : nil
    }
    if let open = text.first, "(（".contains(open) {
      let digits = text.dropFirst().prefix { hanDigits.contains($0) }
      guard !digits.isEmpty, let close = text.dropFirst(1 + digits.count).first else { return nil }
      return ")）".contains(close) ? .hanInBrackets : nil
    }
    let digits = text.prefix { hanDigits.contains($0) }
    guard !digits.isEmpty, digits.count <= 3, let mark = text.dropFirst(digits.count).drop(while: { $0 == " " }).first
    else { return nil }
    return "、.．,，".contains(mark) ? .han : nil
  }
}

extension Character {
  package var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

extension String {
  // Greater than the numbers of items.
  private static let firstLetter = 10_000

  // The position in an enumeration of the mark at the start, such as "(B)", "b)", or "2.", or `nil`. Letters are greater than all numbers.
  package var listOrdinal: Int? {
    let body = drop { $0 == "(" }.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let rest = self[body.endIndex...]
    guard body.count <= 3, let end = rest.first, ").".contains(end), rest.dropFirst().first?.isNumber != true else {
      return nil
    }
    guard body.count == 1, let letter = body.utf8.first, Int(body) == nil else { return Int(body) }
    return Self.firstLetter + Int(letter)
  }

  private static let mostEntryWords = 8

  // Whether the text is an entry of an index: a few words, and the ascending numbers of pages.
  package var isIndexEntry: Bool {
    let words = split { " ,".contains($0) }
    let pages = words.reversed().prefix {
      $0.count <= 4 && $0.first != "0" && $0.allSatisfy { $0.isASCIIDigit || "-–".contains($0) }
    }
    let starts = pages.reversed().compactMap { Int($0.prefix(while: \.isASCIIDigit)) }
    return starts.count == pages.count && !pages.isEmpty
      && (1...Self.mostEntryWords).contains(words.count - pages.count)
      && words[0].first?.isLetter == true && zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 }
  }
}
