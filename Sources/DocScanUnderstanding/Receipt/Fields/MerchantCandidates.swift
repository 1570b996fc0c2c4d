// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout

// The shop's possible names: rows without other columns, each with a score.
struct MerchantCandidates {
  struct Candidate {
    var score: Double
    var index: Int
    var isCompany: Bool
  }

  let reader: MerchantReader
  let names: [ReceiptRow]
  let places: Places
  let domains: [String]
  // The first row of an address among the first rows, or 0.
  let address: Int
  private(set) var all: [Candidate] = []
  // The number of readable rows above the last candidate among the first rows.
  private(set) var rowsAbove = -1
  private let isCompany: [Bool]
  private let isGreeting: [Bool]

  private var page: ReceiptPage { reader.page }

  static let (mostAddressRows, mostRowsAbove, headRows) = (12, 8, 9)
  private static let sure = 0.6

  init(_ reader: MerchantReader) {
    let page = reader.page
    let places = Places(page: page)
    (self.reader, self.places, domains) = (reader, places, reader.domains())
    names = page.rows.map(reader.nameColumn)
    address = page.rows.indices.prefix(Self.mostAddressRows).first { reader.isAddress($0, places) } ?? 0
    // "Data limite" isn't a limited company.
    isCompany = names.map { MerchantReader.isLegal($0) && !MerchantReader.isOnlyLabels($0) }
    isGreeting = names.prefix(MerchantReader.mostHeadRows).map {
      MerchantReader.isOnly(MerchantReader.greetingRows, $0.folded)
    }
    addFirstRows()
    addOtherRows()
  }

  private mutating func addFirstRows() {
    for index in page.rows.indices.prefix(MerchantReader.mostHeadRows) {
      let row = names[index]
      // Unreadable rows, such as the remains of a logo, don't count as rows above a name.
      if meanConfidence(row.row.words) >= MerchantReader.leastReadable || index == 0 { rowsAbove += 1 }
      if rowsAbove > Self.mostRowsAbove { break }
      guard row.folded.letterCount >= 2, !MerchantReader.isAboutStaff(row.text.plain),
        !MerchantReader.isAddressee(row.text.plain)
      else { continue }
      all.append(Candidate(score: score(of: index), index: index, isCompany: isCompany[index]))
    }
  }

  // If the first rows are inconclusive, as under a logo or a survey, the shop's name may be farther down, or the company's name at the end.
  private mutating func addOtherRows() {
    let top = all.max { $0.score < $1.score }
    let isInconclusive =
      top.map {
        !$0.isCompany && ($0.score < Self.sure || meanConfidence(page.rows[$0.index].row.words) < Self.sure)
      } ?? true
    let rest = page.rows.indices.dropFirst(Self.headRows)
    if isInconclusive,
      let row = rest.first(where: { index in
        page.rows[index].amounts.isEmpty
          && MerchantReader.companies.occur(in: page.rows[index].folded, above: 0.95)
      })
        ?? rest.prefix(Self.headRows).prefix(while: { page.rows[$0].amounts.isEmpty }).first(where: { index in
          !page.rows[index].has(.noAddress) && !reader.isAddress(index, places)
            && MerchantReader.chains.occur(in: page.rows[index].folded, above: 0.95)
        })
    {
      all.append(Candidate(score: max(top?.score ?? 0, 0) + 0.1, index: row, isCompany: true))
    }
    // A chain's company anywhere on the receipt is surer than a slogan at the top.
    if let row = page.rows.indices.dropFirst(rowsAbove + 1).first(where: {
      isCompany[$0] && MerchantReader.hasChain(names[$0].folded)
    }), (top?.score ?? 0) < MerchantReader.chainCompany, !all.contains(where: { $0.index == row }) {
      all.append(Candidate(score: MerchantReader.chainCompany, index: row, isCompany: true))
    }
  }

  private func score(of index: Int) -> Double {
    let clues = clues(of: index)
    return MerchantClue.allCases.reduce(0) { score, clue in
      guard let times = clues[clue], clue.countsForCompanies || !isCompany[index] else { return score }
      return score + times * clue.points
    }
  }

  // Returns the clues of a row, each with the number of times it counts.
  private func clues(of index: Int) -> [MerchantClue: Double] {
    let row = names[index]
    let text = row.text.plain
    let words = row.row.words
    func has(_ keywords: [Keyword]) -> Bool { keywords.occur(in: row.folded, above: 0.9) }
    let isPlace = reader.isAddress(index, places)
    let isShop = isCompany[index] || has(MerchantReader.shops)
    let isThanked = MerchantReader.thanks(in: words.map(\.text)) != nil
    let isGreeted = isThanked || MerchantReader.withoutGreeting(text).count < text.count
    let isDomain = reader.isDomain(row, domains)
    var clues: [MerchantClue: Double] = [
      .rowsAbove: Double(max(rowsAbove, 0)), .height: min(row.height / page.height - 1, 2),
      .confidence: meanConfidence(words) - 0.7,
    ]
    func add(_ clue: MerchantClue, if holds: @autoclosure () -> Bool) { if holds() { clues[clue] = 1 } }
    add(.company, if: isCompany[index])
    add(.kindOfShop, if: isShop && !isCompany[index] && !MerchantReader.isSlogan(text))
    add(.companyBelow, if: reader.isRunByCompany(index))
    add(.chain, if: has(MerchantReader.chains))
    // A website or email address with this name, or a repetition of the name, supports it.
    add(.website, if: reader.isNamed(row, in: domains))
    add(.websiteExactly, if: isDomain)
    add(
      .repetition,
      if: row.folded.letterCount > 4 && row.labels.isEmpty && !isPlace
        && reader.repeated(MerchantReader.cleaned(text), outside: index...index) > 0)
    // Only the shop itself thanks in its own name: Thank you for stopping at / Sunny Hills Diner.
    add(.thanks, if: isThanked || index > 0 && isGreeting[index - 1])
    // The name is usually above the address.
    add(.aboveAddress, if: index == address - 1)
    add(.greeting, if: isGreeting[index])
    add(.saying, if: !isThanked && (words.count > 1 || !isShop) && has(MerchantReader.sayings))
    add(.branch, if: MerchantReader.isBranch(text))
    add(.websiteItself, if: !isGreeted && text.contains(MerchantReader.website))
    // Remains of a logo.
    add(.remains, if: words.allSatisfy { $0.text.letterCount < 3 } || row.folded.letterCount < 3)
    add(.place, if: isPlace)
    add(.label, if: reader.isLabelled(words) || MerchantReader.isSaluted(text) || text.hasSuffix(":"))
    add(.paper, if: MerchantReader.isOnly(MerchantReader.papers, row.folded) || MerchantReader.isOnlyLabels(row))
    add(.amount, if: !row.amounts.isEmpty)
    add(.parenthesis, if: text.hasPrefix("("))
    add(.offers, if: MerchantReader.isOffers(row))
    add(.comma, if: words.dropLast().contains { $0.text.hasSuffix(",") })
    add(.digits, if: row.folded.letterCount * 2 < row.folded.count)
    add(
      .lowercase, if: !isDomain && text == text.lowercased() && row.folded.letters.allSatisfy { !$0.isIdeographic })
    add(.receipt, if: row.has(.receipt))
    add(.hours, if: row.has(.hours))
    // A date with its label.
    add(
      .date,
      if: row.folded.letterCount < 9
        && page.dates.readings(in: row.text.numeric).contains { $0.form >= 0.8 })
    add(.contact, if: row.has(.noAddress) && !isGreeted)
    add(.edge, if: reader.isBeside(row))
    return clues
  }
}
