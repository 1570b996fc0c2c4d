// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanTypedData

/// Replaces words in which a sign became a letter or digit because the page's language packs can't read it, such as "infoOwerk7.de", "25 20" for
/// "25 %", and "$ 12" for "§ 12". Lines with such words are read again with a pack that knows the sign.
package struct UnreadSigns {
  /// The minimum confidence of a word with a sign, and of an address, which its domain confirms.
  private static let (sure, sureAddress) = (0.6, 0.3)
  private static let mostLines = 40
  private static let margin = 0.3
  /// The readings of single signs that aren't words of any language.
  private static let sections: Set<Character> = ["$", "8", "S", "&", "3", "5", "§", "€", "£"]
  private static let percents: Set<Character> = ["9", "2", "0", "o", "O", "%", "I", "/", "°", "»", "4", "6", "5", "7"]

  package let signs: Set<Character>
  /// Reads a part of the page, in pixels, with a pack that knows the signs.
  let read: (Box) throws(PageFailure) -> [Block]

  package init(signs: Set<Character>, read: @escaping (Box) throws(PageFailure) -> [Block]) {
    (self.signs, self.read) = (signs, read)
  }

  package func applied(to blocks: [Block]) throws(PageFailure) -> [Block] {
    var left = Self.mostLines
    var result: [Block] = []
    for var block in blocks {
      if block.isHorizontal, block.copied != true {
        for index in block.lines.indices where left > 0 && mayHaveSign(block.lines[index]) {
          left -= 1
          let line = block.lines[index]
          let margin = Self.margin * line.box.height
          let area = Box(
            x: line.box.x - margin, y: line.box.y - margin, width: line.box.width + 2 * margin,
            height: line.box.height + 2 * margin)
          block.lines[index].words = words(of: line, besides: try read(area).words)
          block.lines[index].updateText()
        }
      }
      result.append(block)
    }
    return result
  }

  // MARK: Words that may have a sign

  private func mayHaveSign(_ line: Line) -> Bool {
    let texts = line.words.map(\.text)
    return texts.indices.contains { index in
      let text = texts[index]
      let next = index + 1 < texts.count ? texts[index + 1] : ""
      let last = index > 0 ? texts[index - 1] : ""
      return signs.contains("@") && Self.isDomain(text, next) || signs.contains("%") && Self.isShare(text, after: last)
        || signs.contains("§") && Self.isSection(text, before: next)
        || signs.contains("&") && Self.isAnd(text, between: last, next)
    }
  }

  /// Whether a word ends with a domain, and isn't a web address. A space can follow the domain's point.
  private static func isDomain(_ text: String, _ next: String) -> Bool {
    let text = text.lowercased()
    guard !text.contains("@"), !text.hasPrefix("www."), !text.contains("/") else { return false }
    return [text, text.hasSuffix(".") ? text + next.lowercased() : ""].contains { text in
      let labels = text.split(separator: ".")
      guard labels.count > 1, let ending = labels.last?.prefix(while: { $0.isLetter }) else { return false }
      return labels[labels.count - 2].count > 1 && DomainName.isEnding(String(ending))
    }
  }

  /// Whether a word can be a percentage, such as "796" or "967", or the sign of the one before it, such as the "20" of "25 20".
  private static func isShare(_ text: String, after last: String) -> Bool {
    let core = text.filter { !",.;:()".contains($0) }
    guard (1...7).contains(core.count), core.contains(where: percents.contains) else { return false }
    let isSign = core.count <= 2 && core.allSatisfy(percents.contains)
    if isSign, last.last?.isNumber == true, last.filter(\.isNumber).count <= 4 { return true }
    guard core.count > 2, core.first?.isNumber == true else { return false }
    // Two digits after a point are the cents of an amount.
    let parts = text.split { ",.".contains($0) }
    if parts.count > 1, parts.last?.count(where: \.isNumber) == 2 { return false }
    return core.suffix(2).allSatisfy(percents.contains) || core.prefix(2).allSatisfy(percents.contains)
  }

  private static func isSection(_ text: String, before next: String) -> Bool {
    text.count <= 3 && text.allSatisfy(sections.contains) && next.first?.isNumber == true
  }

  private static func isAnd(_ text: String, between last: String, _ next: String) -> Bool {
    guard last.first?.isUppercase == true, next.first?.isLetter == true, text.count <= 3 else { return false }
    return !text.allSatisfy(\.isLetter) || text.hasSuffix("z")
  }

  // MARK: Words with a sign

  private func words(of line: Line, besides others: [Word]) -> [Word] {
    var words = line.words
    for other in Self.joined(others) where other.text.contains(where: signs.contains) {
      guard other.confidence >= (other.text.contains("@") ? Self.sureAddress : Self.sure) else { continue }
      let places = words.indices.filter { words[$0].box.sharesWidth(with: other.box) }
      guard let first = places.first, let last = places.last, last - first == places.count - 1,
        fits(other.text, words[first...last].map(\.text).joined())
      else { continue }
      words.replaceSubrange(first...last, with: [other])
    }
    return words
  }

  // "info@" and "werk7.de"
  private static func joined(_ words: [Word]) -> [Word] {
    words.reduce(into: []) { joined, word in
      guard let last = joined.last, last.text.hasSuffix("@") || word.text.hasPrefix("@"), last.text.count > 1,
        word.box.x - last.box.maxX < word.box.height
      else { return joined.append(word) }
      joined[joined.count - 1] = Word(
        text: last.text + word.text, confidence: min(last.confidence, word.confidence), box: last.box.union(word.box))
    }
  }

  /// Whether a text with a sign can be what was read as another text.
  private func fits(_ text: String, _ read: String) -> Bool {
    let rest = text.filter { !signs.contains($0) && ($0.isLetter || $0.isNumber) }
    if let at = text.firstIndex(of: "@") {
      let scalars = SearchText(text)
      let place = text[..<at].unicodeScalars.count
      guard place > 0, DomainName(in: scalars, at: place + 1, mayBeTorn: false) != nil else { return false }
      return rest.prefix(3).lowercased() == read.prefix(3).lowercased()
        || rest.suffix(3).lowercased() == read.filter { $0.isLetter || $0.isNumber }.suffix(3).lowercased()
    }
    guard rest.allSatisfy(\.isNumber) else { return false }
    let digits = read.filter(\.isNumber)
    return rest.isEmpty
      ? read.count <= 4 && read.count(where: \.isLetter) < 3 : digits.hasPrefix(rest) || digits.hasSuffix(rest)
  }
}

extension Box {
  fileprivate func sharesWidth(with other: Box) -> Bool {
    min(maxX, other.maxX) - max(x, other.x) >= 0.5 * min(width, other.width)
  }
}
