// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout

/// Confirms a merchant's name by other text on the receipt.
extension MerchantReader {
  static let mostHeadRows = 14
  static let leastReadable = 0.4
  static let chainCompany = 1.8
  // A misreading is rarely another known name.
  static let exactName = 0.8

  // Restaurant Seeblick / Muster GmbH: the company runs the shop.
  func isRunByCompany(_ index: Int) -> Bool {
    guard index == 0, page.rows.count > 1, page.rows[0].row.words.count > 1, !Self.isLegal(page.rows[0]) else {
      return false
    }
    return Self.isLegal(page.rows[1]) && Self.shops.occur(in: page.rows[0].folded, above: 0.95)
  }

  /// Returns the number of independent sources that confirm a name: websites and email addresses, chains of shops, and companies in other rows.
  func confirmations(of name: String, _ own: [String], outside rows: ClosedRange<Int>, _ domains: [String]) -> Int {
    var count = 0
    let letters = Self.plain(name)
    if domains.contains(where: { domain in
      domain == letters || own.contains(domain) || letters.count > 4 && domain.hasPrefix(letters)
        || domain.count > 4 && letters.hasPrefix(domain)
    }) {
      count += 1
    }
    let isCompany = rows.contains { Self.isLegal(page.rows[$0]) }
    if Self.chain(startingLike: FoldedText(name)) || isCompany && Self.hasChain(FoldedText(name)) {
      count += 1
    }
    let keywords = own.map { Keyword($0) }
    if page.rows.indices.contains(where: { index in
      !rows.contains(index) && Self.isLegal(page.rows[index])
        && keywords.occur(in: page.rows[index].folded, above: 0.9)
    }) {
      count += 1
    }
    return count
  }

  // The name above one of several addresses may be the addressee's.
  var isAddressed: Bool {
    !page.isPaidAtOnce
      && InvoiceParties.haveSeveralTowns(
        page.rows.flatMap { $0.row.columns }.map { RowText($0).plain })
  }

  // Returns the company's name in another row that begins with a name of one word or two: loonlake, Loonlake Learning Inc.
  func wholeName(of name: String, outside rows: ClosedRange<Int>) -> String? {
    func letters(_ word: Substring) -> String { word.uppercased().filter { $0.isLetter || $0.isNumber } }
    let own = name.split(separator: " ").map(letters)
    guard own.count <= 2, own.joined().count > 3, !Self.isOnlyKind(name) else { return nil }
    return page.rows.indices.lazy.filter { !rows.contains($0) }.compactMap { index -> String? in
      let words = page.rows[index].text.plain.split(separator: " ")
      guard var start = words.indices.first(where: { words[$0...].map(letters).starts(with: own) }) else { return nil }
      let kind = words[..<start].joined(separator: " ")
      let rest = words[start...].prefix(own.count + Self.mostAddedWords).prefix {
        $0.contains(where: \.isLetter) && !$0.contains(where: \.isNumber) || $0 == "&"
      }
      guard rest.count > own.count + 1 else { return nil }
      let isLegal = { (count: Int) in InvoiceParties.isLegal(rest.prefix(count).joined(separator: " ")) }
      guard var count = (own.count + 2...rest.count).first(where: isLegal) else { return nil }
      // GmbH & Co. KG has several words.
      while count < rest.count,
        InvoiceParties.isLegal("X " + rest[rest.startIndex + count]) || rest[rest.startIndex + count - 1] == "&"
      {
        count += 1
      }
      if Self.isOnlyKind(kind) { start = 0 }
      return words[start..<rest.startIndex + count].joined(separator: " ")
    }.first.map(Self.cleaned)
  }

  // Returns the company in another row of whose name a name is the end: LAWN & LANDSCAPE LLC, Prairie Muster Lawn & Landscape LLC.
  func company(endingWith name: String, outside rows: ClosedRange<Int>) -> String? {
    let own = Self.plain(name)
    return page.rows.indices.lazy.filter { !rows.contains($0) && Self.plain(page.rows[$0].folded).contains(own) }
      .compactMap { Self.company(in: page.rows[$0]) }
      .first { Self.plain($0).hasSuffix(own) && Self.plain($0) != own }
  }

  private static let mostAddedWords = 6

  static func plain(_ text: String) -> String { plain(FoldedText(text)) }

  static func plain(_ text: FoldedText) -> String {
    String(String.UnicodeScalarView(text.letters.map(\.scalar))).lowercased()
  }

  static func distinctive(_ name: String) -> [String] {
    name.split { !($0.isLetter || $0.isNumber || "'’!.".contains($0)) }.map(String.init).filter { word in
      let text = FoldedText(word)
      return text.letterCount > 3
        && !legal.equal(text, above: 0.95) && !shops.equal(text, above: 0.95)
    }.map(plain)
  }

  // Returns whether a name has only kinds of shops and legal forms: FARMACIA LDA. A short name, as in ABC GmbH, is neither.
  static func isOnlyKind(_ name: String) -> Bool {
    let words = name.split { !($0.isLetter || $0.isNumber || "'’.".contains($0)) }.map(String.init)
    let kinds = words.map { word in
      let text = FoldedText(word)
      return shops.equal(text, above: 0.95)
    }
    return kinds.contains(true) && zip(words, kinds).allSatisfy { $1 || InvoiceParties.isLegal("X \($0)") }
  }

  static func shares(_ words: [String], _ row: ReceiptRow) -> Bool {
    words.contains { Keyword($0).occurs(in: row.folded, above: 0.95) }
  }

  private static func chain(startingLike text: FoldedText) -> Bool {
    chains.contains { chain in
      chain.count > 2 && chain.places(in: text).contains { $0.letters.lowerBound == 0 && $0.similarity > 0.92 }
    }
  }

  static func hasChain(_ text: FoldedText) -> Bool {
    chains.contains { $0.count > 3 && $0.similarity(in: text) == 1 }
  }

  func chainInNoise(_ row: ReceiptRow) -> FoundField? {
    let words = row.row.words
    guard words.count > 1, meanConfidence(words) < Self.leastReadable,
      let word = words.first(where: { word in
        let text = FoldedText(word.text)
        return text.count > 3 && Self.chains.contains { $0.count == text.count && $0.similarity(in: text) == 1 }
      })
    else { return nil }
    return FoundField(
      value: word.text, box: word.box,
      evidence: Evidence(
        words: word.confidence, form: max(word.confidence, Self.exactName), confirmed: 0.5))
  }

  /// Returns the capitalized words up to a legal form in a row with other text: UST: 2,17 Dirk Muster GmbH.
  static func company(in row: ReceiptRow) -> String? {
    let words = row.row.words.map(\.text)
    guard
      let end = words.lastIndex(where: { word in
        let text = FoldedText(word)
        return companies.equal(text, above: 0.95)
          || shortForms.contains(word)
      })
    else { return nil }
    var start = end
    while start > 0, words[start - 1].first?.isUppercase == true || words[start - 1] == "&",
      !words[start - 1].contains(where: { $0.isNumber || ":;<>".contains($0) })
    {
      start -= 1
    }
    guard end > start else { return nil }
    let name = words[start...end].joined(separator: " ")
    return String(
      name.prefix(upTo: name.lastIndex { $0.isLetter || $0 == "." }.map(name.index(after:)) ?? name.endIndex))
  }
}
