// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout
internal import DocScanWords

/// Extends a merchant's name to all of its rows.
extension MerchantReader {
  /// Returns whether a row is at the left or right edge of the text, as words of another document or of an object in the background are.
  func isBeside(_ row: ReceiptRow) -> Bool {
    let width = page.right - page.left
    return row.box.maxX < page.left + 0.15 * width || row.box.x > page.right - 0.15 * width
  }

  func rows(
    of best: MerchantCandidates.Candidate, among others: [Int], _ names: [ReceiptRow], _ places: Places
  ) -> ClosedRange<Int> {
    let index = best.index
    // MUSTER HARDWARE / & PAINTS LTD
    for pair in [index - 1...index, index...index + 1]
    where pair.lowerBound >= 0 && pair.upperBound < page.rows.count
      && page.rows[pair.upperBound].text.plain.hasPrefix("& ")
      && isName(pair.lowerBound, places) && isName(pair.upperBound, places)
    {
      return pair
    }
    if isRunByCompany(index) { return index...index }
    // Einhorn- / Apotheke is one word, also with the letter of a logo in between.
    for pair in [index - 1...index, index - 2...index, index...index + 1, index...index + 2]
    where pair.lowerBound >= 0 && pair.upperBound < page.rows.count && Self.isDivided(names[pair.lowerBound])
      && pair.dropFirst().dropLast().allSatisfy({ names[$0].text.plain.count == 1 })
    {
      return pair
    }
    // WHOLE FOODS / MARKET is a chain's name in two rows. The row below ALDI STORES isn't part of the name.
    for pair in [index - 1...index, index...index + 1]
    where pair.lowerBound >= 0 && pair.upperBound < page.rows.count && isChain(pair) { return pair }
    if isNamedAsChain(index) || isDomain(names[index], domains()) { return index...index }
    if best.isCompany {
      // FARMACIA LDA. / INÉS MUSTER: a kind of shop and a legal form aren't a whole name.
      if Self.isOnlyKind(names[index].text.plain), index + 1 < page.rows.count,
        isName(index + 1, places), isCentered(index, index + 1, within: 0.3)
      {
        return index...index + 1
      }
      // A second row that begins with a legal form continues the name, but SARL Muster is a whole one.
      let start = page.rows[index].row.words.first?.text ?? ""
      let own = Self.cleaned(names[index].text.plain)
      // Bäckerei Muster GmbH is a whole name, too.
      let isWhole =
        InvoiceParties.isLegal("X \(start)")
        ? !Self.distinctive(own).isEmpty
        : InvoiceParties.isLegal(own)
          && !Self.distinctive(own.split(separator: " ").dropFirst().joined(separator: " ")).isEmpty
      guard index > 0, Self.startsWithForm(page.rows[index]), !isWhole else { return index...index }
      let above = page.rows[index - 1]
      return !above.has(.noAddress) && !Self.isOffers(above) && !places.isAddress(index - 1)
        && above.folded.letterCount >= 3
        && above.amounts.isEmpty ? index - 1...index : index...index
    }
    // GALAHVIEW / AIR & ELECTRICAL
    for pair in [index - 1...index, index...index + 1]
    where pair.lowerBound >= 0 && pair.upperBound < page.rows.count && pair.allSatisfy({ isName($0, places) })
      && isInOneRow(pair)
    {
      return pair
    }
    // The Wild / Restaurant; Coral Beach / Pool Bar.
    if let longer = longerName(index, among: others, names, places) { return longer...longer }
    let joined = joined(around: index, places)
    if joined.count > 1 { return joined }
    // Lékárna / U Bílé sovy, Rijschool / De Kromme: the kind of shop is above its name.
    for kind in [index, index - 1]
    where kind >= 0 && kind + 1 < page.rows.count && isKind(kind) && isName(kind + 1, places)
      && Self.isOnlyKind(page.rows[kind].text.plain) && isCentered(kind, kind + 1, within: 0.3)
      && page.rows[kind + 1].box.y - page.rows[kind].box.maxY < page.rows[kind + 1].height
    {
      return kind...kind + 1
    }
    if index > 0, isKind(index), isName(index - 1, places, words: 6), isCentered(index - 1, index, within: 0.3) {
      let above = self.joined(around: index - 1, places)
      return isChain(above) ? above : above.lowerBound...index
    }
    return index + 1 < page.rows.count && isKind(index + 1) && !places.isAddress(index + 1) && !isChain(joined)
      ? index...index + 1 : joined
  }

  private static func isDivided(_ row: ReceiptRow) -> Bool {
    row.text.plain.hasSuffix("-") && row.row.words.last?.text.letterCount ?? 0 > 2 || row.text.plain.hasSuffix(" &")
  }

  /// Returns the rows of a name that may span up to three rows, such as RITE / AID or EAT STREET / HIA.
  func joined(around index: Int, _ places: Places) -> ClosedRange<Int> {
    var rows = index...index
    while rows.lowerBound > 0, rows.count < Self.mostRows, goesOn(rows.lowerBound - 1, rows.lowerBound, places) {
      rows = rows.lowerBound - 1...rows.upperBound
    }
    while rows.upperBound + 1 < page.rows.count, rows.count < Self.mostRows,
      goesOn(rows.upperBound, rows.upperBound + 1, places), !isChain(rows)
    {
      rows = rows.lowerBound...rows.upperBound + 1
    }
    return rows
  }

  static let mostRows = 3

  // The offers of a shop: Free House · Rooms · Kitchen, boulangerie · tea-room · depuis 1931.
  static func isOffers(_ row: ReceiptRow) -> Bool {
    let words = row.row.words.map(\.text)
    guard let end = words.firstIndex(where: { ["·", "•", "|"].contains($0) }) else { return false }
    return !row.text.plain.contains(where: \.isNumber) || isOnlyKind(words[..<end].joined(separator: " "))
  }

  // Store #0417 (413) 555-0170
  static func isBranch(_ text: String) -> Bool {
    text.prefixMatch(of: branch).map { !text[$0.range.upperBound...].contains(where: \.isLetter) } ?? false
  }

  // 2290418 Ontario Inc. is a company without another name.
  static func isNumbered(_ words: [String]) -> Bool {
    words.count > 2 && words[0].allSatisfy(\.isASCIIDigit) && numbered.contains(words[1].uppercased())
      && InvoiceParties.isLegal(words[1] + " " + words[2])
  }

  private static let numbered = Set(WordLists.words("company.numbered"))

  // 14–18
  static let houseNumbers = Pattern(#/^\d{1,3}\p{L}?[-–]\d{1,3}\p{L}?$/#)

  /// Returns whether a name continues in the next row: the rows have a similar height, the same case, and a common left edge or center, are close
  /// together, and no word in the first row ends a name.
  func goesOn(_ first: Int, _ second: Int, _ places: Places) -> Bool {
    guard isName(first, places, words: 5), isName(second, places), !isWhole(first) else { return false }
    let (one, other) = (page.rows[first], page.rows[second])
    let (low, high) = (min(one.height, other.height), max(one.height, other.height))
    guard high < 1.5 * low, Self.isCapital(one.text.plain) == Self.isCapital(other.text.plain), Self.isTitle(one),
      Self.isTitle(other)
    else { return false }
    let isFlush = abs(one.box.x - other.box.x) < 0.5 * low
    return (isFlush || isCentered(first, second, within: 0.15)) && other.box.middleY - one.box.middleY < 1.8 * high
  }

  // Returns whether the words of two rows are next to each other in another row.
  private func isInOneRow(_ pair: ClosedRange<Int>) -> Bool {
    let parts = pair.map { Self.plain(page.rows[$0].folded) }
    guard parts.allSatisfy({ $0.count > 2 }) else { return false }
    let name = parts.joined()
    return page.rows.indices.contains { !pair.contains($0) && Self.plain(page.rows[$0].folded).contains(name) }
  }

  func isCentered(_ first: Int, _ second: Int, within share: Double) -> Bool {
    let (one, other) = (page.rows[first].box, page.rows[second].box)
    return abs(one.middleX - other.middleX) < share * max(one.width, other.width)
  }

  func isWhole(_ index: Int) -> Bool {
    guard let last = page.rows[index].row.words.last, page.rows[index].row.words.count > 1 else {
      return isChain(index...index)
    }
    let end = FoldedText(last.text)
    return Self.shops.occur(in: end, above: 0.95) || Self.legal.occur(in: end, above: 0.95) || isChain(index...index)
  }

  func isChain(_ rows: ClosedRange<Int>) -> Bool {
    let name = rows.map { page.rows[$0].text.plain }.joined(separator: " ")
    // An exclamation mark counts as a misread I.
    let text = FoldedText(name.hasSuffix("!") ? String(name.dropLast()) : name)
    return Self.chains.equal(text, above: 0.9)
  }

  func isNamedAsChain(_ index: Int) -> Bool {
    let words = page.rows[index].row.words
    guard words.count == 2, Self.shops.occur(in: FoldedText(words[1].text), above: 0.95)
    else { return false }
    let text = FoldedText(words[0].text)
    return Self.chains.equal(text, above: 0.9)
  }

  // Muster SARL au capital de 12 000,00 € · 7 rue Haute
  static func withoutDetails(_ words: [String]) -> [String] {
    let end = words.indices.dropFirst().first { index in
      let rest = FoldedText(words[index...].joined(separator: " "))
      let isCapital = capitals.contains { capital in
        capital.places(in: rest).contains { $0.letters.lowerBound == 0 && $0.similarity > 0.95 }
      }
      // Dr. Hana Muster – dermatologist
      let isDash = index > 1 && ["-", "–", "—"].contains(words[index])
      let isNote = isDash && words[index...].dropFirst().first?.first?.isLowercase == true
      return isCapital || isNote
        || ["·", "•", "|"].contains(words[index]) && words[index...].contains { $0.contains(where: \.isNumber) }
    }
    return end.map { Array(words[..<$0]) } ?? words
  }

  // Returns the seller's name after its label: Seller: Muster AG  Buyer: Example Ltd, Sold by Muster AG.
  static func named(_ row: ReceiptRow) -> [Word]? {
    let (labels, hasColumns) = (InvoiceRow(row), row.row.words.columns.count > 1)
    let marks = labels.marks.filter { [.seller, .buyer, .delivery].contains($0.label) && $0.similarity > 0.95 }
    guard
      let own = marks.first(where: { mark in
        // Alone in its row, "Vendeur: 4711 Lynda" names who served.
        mark.label == .seller && (hasColumns || mark.words.count > 1) && labels.startsColumn(mark.words.lowerBound)
          && InvoiceParties.precedesName(row.row.words[mark.words])
      })
    else { return nil }
    let end = marks.map(\.words.lowerBound).filter { $0 >= own.words.upperBound }.min() ?? row.row.words.count
    return Array(row.row.words[own.words.upperBound..<end]).columns.first
  }

  // Date of issue  Due date, Series A no.
  static func isOnlyLabels(_ row: ReceiptRow) -> Bool {
    let words = row.row.words
    guard words.count > 1, let last = words.last?.text.lowercased() else { return false }
    if signs.contains(last.hasSuffix(".") ? String(last.dropLast()) : last) { return true }
    let details: Set<InvoiceLabel> = [.number, .weakNumber, .otherNumber, .invoiceDate, .date, .dueDate, .otherDate]
    let marks = InvoiceRow(row).marks.filter { details.contains($0.label) && $0.similarity > 0.95 }
    let covered = Set(marks.flatMap(\.words))
    return marks.count > 1 && covered.count * 4 >= words.count * 3
  }

  private static let signs = Set(WordLists.words("number.sign").map { $0.lowercased() })

  private static let capitals = Keyword.list("merchant.capital")

  static func isCapital(_ text: String) -> Bool { text == text.uppercased() }

  // Returns whether neither the last word nor any word of four or more letters begins with a lowercase letter.
  static func isTitle(_ row: ReceiptRow) -> Bool {
    let words = row.row.words.map(\.text)
    return !words.contains { $0.first?.isLowercase == true && ($0.count > 3 || $0 == words.last) }
  }

  func isKind(_ index: Int) -> Bool {
    let row = page.rows[index]
    return row.row.words.count <= 3 && row.amounts.isEmpty && !Self.isSlogan(row.text.plain)
      && !row.text.plain.contains { $0.isNumber || "·•|".contains($0) }
      && !row.has(anyOf: .noAddress, .receipt) && Self.shops.occur(in: row.folded, above: 0.95)
  }

  // "bistro de quartier" below a name is a slogan.
  static func isSlogan(_ text: String) -> Bool {
    text.contains(" ") && text == text.lowercased() && text.first?.isLowercase == true && !isOnlyKind(text)
  }

  func isName(_ index: Int, _ places: Places, words most: Int = 4) -> Bool {
    let row = page.rows[index]
    let words = row.row.words.map(\.text)
    return row.folded.letterCount >= 3 && words.count <= most && row.amounts.isEmpty
      && !words.contains(where: Self.isNumber) && !Self.isAboutStaff(row.text.plain)
      && !row.text.plain.contains { ",?:".contains($0) } && !(words.count > 1 && row.text.plain.hasSuffix("!"))
      && !row.has(anyOf: .noAddress, .receipt, .hours) && !isAddress(index, places)
      && meanConfidence(row.row.words) > 0.4
      && !Self.sayings.occur(in: row.folded, above: 0.9) && row.text.plain.wholeMatch(of: Self.route) == nil
      && !Self.isOnly(Self.recipients, row.folded)
  }

  // DUB - LIS
  private static let route = Pattern(#/[A-Z]{3} ?[-–→/] ?[A-Z]{3}/#)

  // Labels of the customer, also of a delivery.
  static let recipients =
    Keyword.list("invoice.buyer") + Keyword.list("invoice.delivery") + Keyword.list("address.recipient")

  static func isNumber(_ word: String) -> Bool {
    let digits = word.count(where: \.isNumber)
    return digits > 0 && (word.letterCount == 0 || word.first?.isNumber == true || digits > 3)
  }

  /// Returns whether a row is part of an address. A first row without a number or comma, such as EAT STREET, isn't.
  func isAddress(_ index: Int, _ places: Places) -> Bool {
    places.isAddress(index) && (index > 0 || page.rows[index].text.plain.contains { $0.isNumber || $0 == "," })
  }

  /// Returns the index of a row, adjacent or with a legal form, whose longer name contains the name, such as The Real Greek Hoxton, or `nil`.
  func longerName(_ index: Int, among others: [Int], _ names: [ReceiptRow], _ places: Places) -> Int? {
    func words(_ index: Int) -> [Substring] {
      Self.withoutGreeting(names[index].text.plain).uppercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }
    }
    let own = words(index)
    guard own.count <= 2, own.reduce(0, { $0 + $1.count }) >= 4 else { return nil }
    return others.first { other in
      let theirs = words(other)
      guard other != index, theirs.count > own.count,
        theirs.indices.contains(where: { theirs[$0...].starts(with: own) }),
        isName(other, places, words: 5)
      else { return false }
      return abs(other - index) == 1 || Self.isLegal(page.rows[other])
    }
  }
}
