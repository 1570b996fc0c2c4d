// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout
internal import DocScanWords

// Finds the shop's address: the lines of a column, or the parts of a line, that name a street and a town. The address next to the shop's name
// wins over others, such as the buyer's. One without a street or a town is uncertain.
struct AddressReader {
  let page: ReceiptPage
  let places: Places
  // The letters of the seller's name, and its rows at the top, or none if the name is the buyer's, too.
  let own: String
  private let merchant: ClosedRange<Int>?
  private let buyers: [InvoicePage.Candidate]

  // Whether the name is certain.
  private let isSure: Bool

  init(page: ReceiptPage, merchant: ClosedRange<Int>?, name: FoundField?, buyers: [InvoicePage.Candidate]) {
    let own = name.map { InvoiceParties.letters($0.value) } ?? ""
    (self.page, places) = (page, Places(page: page))
    isSure = name.map { ReceiptModel.fitted.probability(of: .merchant, $0.evidence) >= Self.sure } ?? false
    self.buyers = buyers.filter { $0.strength > Self.leastBuyer }
    let isBuyers = self.buyers.contains { InvoiceParties.letters($0.value) == own }
    (self.merchant, self.own) = isBuyers ? (nil, "") : (merchant, own)
  }

  private struct Block {
    var lines: [Line]
    var isNear: Bool
    var isRecipients: Bool
    var isComplete: Bool

    var strength: Int { lines.reduce(0) { $0 + $1.strength + ($1.isTown ? 1 : 0) } }
    var score: Double {
      (isNear ? 4 : 0) + (isComplete ? 2 : 0) + Double(min(strength, 4)) / 2 - (isRecipients ? 8 : 0)
    }
  }

  private static let (leastBuyer, sure) = (0.3, 0.85)
  private static let (mostStarts, mostLines, mostBefore, mostAbove) = (100, 6, 2, 4)
  private static let leastScore = -2.0
  // The longest distance to the next line of an address, in line heights, and the width of a receipt from a till.
  private static let (farthest, widest) = (1.8, 34.0)

  // Whether all rows are in one column, as on a receipt from a till. Its lines can be farther apart.
  var isNarrow: Bool { page.right - page.left < Self.widest * page.height }

  func read() -> FoundField? {
    let lines = self.lines()
    let starts = lines.indices.filter { lines[$0].isAddress }.prefix(Self.mostStarts)
    let blocks = starts.compactMap { block(from: $0, lines) }
    let best = blocks.reduce(nil as Block?) { best, next in
      next.score > best?.score ?? Self.leastScore ? next : best
    }
    guard let best else { return nil }
    let words = best.lines.flatMap(\.words)
    return FoundField(
      value: Self.joined(best.lines.map(\.text)), box: words.box,
      evidence: Evidence(
        keyword: min(Double(best.strength) / 4, 1), margin: best.isNear && (isNarrow || isSure) ? 1 : 0,
        support: Double(best.lines.count { $0.isAddress }) / Double(best.lines.count), words: meanConfidence(words),
        form: words.surest, confirmed: best.isComplete ? 1 : 0))
  }

  // Returns the address whose first clear line is the given one.
  private func block(from start: Int, _ lines: [Line]) -> Block? {
    let column = lines.filter { isInColumn($0, lines[start]) }
    guard let place = column.firstIndex(where: { $0.isSame(as: lines[start]) }) else { return nil }
    if place > 0, column[place - 1].isAddress, isNext(column[place - 1], column[place]) { return nil }
    var found = [column[place]]
    // A building or a branch above the street.
    var before = place - 1
    while before >= 0, found.count <= Self.mostBefore, canPrecede(column[before], found[0]) {
      found.insert(column[before], at: 0)
      before -= 1
    }
    var last = column[place]
    for next in column.indices.dropFirst(place + 1) {
      let line = column[next]
      guard found.count < Self.mostLines, isNext(last, line) else { break }
      if !isRegistration(line.column) {
        guard goesOn(found, last, line, before: column.dropFirst(next + 1).first) else { break }
        found.append(line)
      }
      last = line
    }
    let above = column.prefix(before + 1)
    let isRecipients =
      isBuyers(found) || above.suffix(Self.mostAbove).contains(where: isRecipient) || Self.isOfAccount(found[0])
    return Block(
      lines: found, isNear: !isRecipients && isNear(found[0], below: above), isRecipients: isRecipients,
      isComplete: isComplete(found))
  }

  private func isInColumn(_ line: Line, _ other: Line) -> Bool {
    let (box, own) = (line.box, other.box)
    return isNarrow || line.isSame(as: other)
      || line.row != other.row
        && (abs(box.x - own.x) < 1.5 * page.height || abs(box.maxX - own.maxX) < page.height
          || abs(box.middleX - own.middleX) < 1.5 * page.height)
  }

  private func isNext(_ above: Line, _ below: Line) -> Bool {
    below.box.y - above.box.maxY < (isNarrow ? 2 : 1) * Self.farthest
      * max(page.height, min(above.box.height, below.box.height))
  }

  private func canPrecede(_ line: Line, _ first: Line) -> Bool {
    // Next to the name, the rest of its line can be the street.
    guard isNext(line, first), line.isPart || !line.isNamed && !isOfMerchant(line),
      !InvoiceParties.isLegal(line.text), isPlain(line)
    else { return false }
    // Muster Sok. / No: 47
    let isNumbered = first.strength == 0 && first.text.prefixMatch(of: /(?i)no[.:]?\s?[0-9]/) != nil
    return line.text.contains(where: \.isNumber) && !Self.isSinceYear(line.text) || isNumbered
      || line.text.hasSuffix(",") && !isShop(line)
  }

  // Master baker since 1928
  private static func isSinceYear(_ text: String) -> Bool {
    let words = text.lowercased().split(separator: " ").map(String.init)
    let numbers = words.indices.filter { words[$0].contains(where: \.isNumber) }
    return numbers.allSatisfy { $0 > 0 && since.contains(words[$0 - 1]) }
  }

  private static let since = Set(WordLists.words("merchant.since"))

  private func isShop(_ line: Line) -> Bool {
    MerchantReader.shops.occur(in: page.rows[line.row].folded, above: 0.9)
  }

  private func goesOn(_ found: [Line], _ last: Line, _ line: Line, before next: Line?) -> Bool {
    let isOpen = last.text.hasSuffix(",")
    // Behind a town, there is at most its state.
    if found.contains(where: \.isTown), !isOpen { return line.strength > 0 && !line.isTown && isPlain(line) }
    if line.isAddress { return true }
    guard isPlain(line) else { return false }
    // Station Road / Harrogate / HG1 1AA
    let isBetween =
      next.map { $0.isTown && isNext(line, $0) } ?? false && line.words.count <= 4
      && !line.text.contains(where: \.isNumber) && line.text.first?.isUppercase == true
    return isOpen || isBetween || isCounty(line)
  }

  // Returns whether a line is a short text in capitals without numbers, such as JOHOR.
  private func isCounty(_ line: Line) -> Bool {
    line.words.count <= 3 && line.text.letterCount >= 4 && !line.text.contains(where: \.isNumber)
      && line.text == line.text.uppercased()
  }

  private func isOfMerchant(_ line: Line) -> Bool { merchant?.contains(line.row) ?? false }

  // Returns whether an address follows the shop's name, or is in its line.
  private func isNear(_ first: Line, below column: some BidirectionalCollection<Line>) -> Bool {
    if first.isNamed, first.isPart { return true }
    if let merchant, follows(first, merchant) { return true }
    return column.suffix(3).contains { line in
      first.box.y - line.box.maxY < 3 * Self.farthest * page.height && (line.isNamed || isOfMerchant(line))
    }
  }

  private func follows(_ line: Line, _ merchant: ClosedRange<Int>) -> Bool {
    let distance = line.row - merchant.upperBound
    guard (1...8).contains(distance),
      page.rows[merchant.upperBound + 1..<line.row].allSatisfy({ $0.amounts.isEmpty })
    else { return false }
    return isNarrow
      || distance < 5 && line.isAlone && merchant.allSatisfy { page.rows[$0].row.pieces.count == 1 }
  }

  // Returns whether a line is a label of the customer or of a delivery, perhaps with the customer's name: Guest: Ann Lee.
  private func isRecipient(_ line: Line) -> Bool {
    let columns = page.rows[line.row].row.columns.filter { $0.box.maxX < line.box.x }
    return ([Self.label(line.text)] + columns.map { joinedText($0) }).contains {
      MerchantReader.isOnly(MerchantReader.recipients, FoldedText($0))
    }
  }

  private static func label(_ text: String) -> String { text.split(separator: ":").first.map(String.init) ?? text }

  // Please remit to: Muster Inc., P.O. Box 12
  private static func isOfAccount(_ line: Line) -> Bool {
    MerchantReader.isOnly(accounts, FoldedText(label(line.text)))
  }

  private static let accounts = Keyword.list("invoice.account")

  private func isBuyers(_ lines: [Line]) -> Bool {
    guard let first = lines.first, !lines.contains(where: \.isNamed) else { return false }
    return buyers.contains { buyer in
      abs(buyer.box.x - first.box.x) < 2 * page.height
        && (0...7 * page.height).contains(first.box.y - buyer.box.y)
    }
  }

  // Returns whether lines have a town and a street. In East Asia, both are one text.
  private func isComplete(_ lines: [Line]) -> Bool {
    if lines.contains(where: { $0.text.contains(where: \.isNumber) && $0.text.filter(Places.isDivision).count > 2 }) {
      return true
    }
    // A line with the name and no other details is a part of the logo.
    guard lines.contains(where: \.isTown), !lines.contains(where: { $0.isNamed && !$0.isPart }) else { return false }
    let parts = lines.flatMap { line in line.text.split { ",·•|–".contains($0) }.map(String.init) }
    return lines.contains { !$0.isTown && $0.strength > 0 }
      || parts.contains { !places.isTown($0) && $0.contains(where: \.isNumber) && $0.letterCount > 2 }
  }

  static func joined(_ lines: [String]) -> String {
    let text = lines.reduce("") { text, line in
      text.isEmpty ? line : text + (",.".contains(text.suffix(1)) ? " " : ", ") + line
    }
    return cleaned(text)
  }

  static func cleaned(_ text: String) -> String {
    // Sede legale: Via Muster, 27
    var text =
      text.prefixMatch(of: /(?!(?i:no):)(?:\p{L}+ ){0,2}\p{L}+:\s+(?=.)/).map { String(text[$0.range.upperBound...]) }
      ?? text
    // Evanston, IL 60201 (847) 424-5700
    if let phone = text.firstMatch(of: /\s+[\/|,]?\s*(?:\+|\()[0-9][0-9 ().\/-]{6,}$/) {
      text.removeSubrange(phone.range)
    }
    while let last = text.last, " ,:;-*|".contains(last) { text.removeLast() }
    while let first = text.first, " .,:;-*|".contains(first) { text.removeFirst() }
    return text
  }
}
