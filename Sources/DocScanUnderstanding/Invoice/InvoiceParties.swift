// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout
internal import DocScanTypedData
internal import DocScanWords

/// Finds candidates for an invoice's seller and buyer by labels, addresses, legal forms, and other text on the page.
struct InvoiceParties {
  private(set) var sellers: [InvoicePage.Candidate] = []
  private(set) var buyers: [InvoicePage.Candidate] = []

  private static let forms = Set(WordLists.words("company.form").map { $0.uppercased() })

  // 株式会社 and other forms that are joined to the name.
  private static let easternForms = WordLists.words("merchant.company").filter {
    ($0.unicodeScalars.first?.value ?? 0) > 0x2E80
  }

  private struct Party {
    var name: [String]
    var score: Double
    var sources: Set<PartyClue>
    var candidate: InvoicePage.Candidate

    // Whether more than its place tells the seller from the addressee. The only company on a page is rarely the addressee, but one of several can be.
    func isSure(isOnlyCompany: Bool) -> Bool {
      !sources.subtracting(isOnlyCompany ? [.top] : [.top, .legalForm]).isEmpty
    }
  }

  init(
    page: ReceiptPage, rows: [InvoiceRow], head: InvoiceHead, merchant: (field: FoundField, rows: ClosedRange<Int>)?
  ) {
    let pieces = PartyPieces(page: page, rows: rows, merchant: merchant)
    var (parties, addressees): ([Party], [[String]]) = ([], [])
    var named: [(place: Int, name: String, clues: PartyClues)] = []
    for place in pieces.all.indices {
      guard var (name, clues) = pieces.name(at: place), !Self.nameLabels.contains(name.lowercased()) else { continue }
      // 有限会社青葉カフェ 御中
      if let ending = AboutWords.addressees.first(where: name.hasSuffix), ending.count < name.count {
        name = String(name.dropLast(ending.count)).trimmed
        clues.add(.buyerLabel)
      }
      if clues.contains(.buyerLabel) || clues.contains(.deliveryLabel) { addressees.append(Self.distinctive(name)) }
      named.append((place, name, clues))
    }
    let others = named.indices.filter { Self.isEastern(named[$0].name) && !named[$0].clues.contains(.buyerLabel) }
    if others.count == 1, !addressees.isEmpty { named[others[0]].clues.add(.onlyOther) }
    for (place, name, clues) in named {
      let (seller, buyer) = (clues.seller, clues.buyer)
      func candidate(_ score: Double) -> InvoicePage.Candidate {
        let piece = pieces.all[place]
        return InvoicePage.Candidate(
          value: name, strength: score / Self.full, words: piece.words.surest, box: piece.box)
      }
      if seller > Self.leastSeller {
        parties.append(
          Party(name: Self.distinctive(name), score: seller, sources: clues.sources, candidate: candidate(seller)))
      }
      if buyer > Self.leastBuyer { buyers.append(candidate(buyer)) }
    }
    if let seller = head.seller, let box = seller.box {
      let candidate = InvoicePage.Candidate(
        value: seller.value, strength: 0.9, words: seller.evidence.form, box: box)
      parties.append(
        Party(
          name: Self.distinctive(seller.value), score: 0.9 * Self.full, sources: [.sellerLabel], candidate: candidate))
    }
    let joined = Self.joined(parties, addressees: addressees)
    let isAddressed =
      !addressees.isEmpty || pieces.isSaluted.contains(true)
      || !page.isPaidAtOnce && Self.haveSeveralTowns(pieces.all.map(\.text))
    let companies = joined.count { $0.sources.contains(.legalForm) } + buyers.count { Self.isLegal($0.value) }
    sellers = joined.map { party in
      var candidate = party.candidate
      candidate.agreement = !isAddressed || party.isSure(isOnlyCompany: companies == 1) ? 1 : 0.5
      return candidate
    }
  }

  // The score of a full strength, and the lowest ones of a candidate.
  private static let (full, leastSeller, leastBuyer) = (7.0, 0.5, 0.9)

  // Joins the names of one company, such as the logo and the account's holder. A company that the invoice is addressed to isn't the seller.
  private static func joined(_ parties: [Party], addressees: [[String]]) -> [Party] {
    var found: [Party] = []
    for party in parties.sorted(by: { $0.score > $1.score }) {
      var party = party
      if !party.sources.contains(.sellerLabel), addressees.contains(where: { isAlike($0, party.name) }) {
        party.score -= 2.5
        guard party.score > leastSeller else { continue }
      }
      guard let own = found.firstIndex(where: { isAlike($0.name, party.name) }) else {
        found.append(party)
        continue
      }
      // Apotheke Rosenberg AG is the whole name of the logo Rosenberg.
      let (known, name) = (found[own].candidate.value, party.candidate.value)
      let isWhole =
        isLegal(name) && !isLegal(known) && " \(name.lowercased()) ".contains(" \(known.lowercased()) ")
      // Turnpike Designs is the whole name of a logo in two rows, of which the last is Designs Co.
      let isInRows =
        found[own].sources.isSuperset(of: [.legalForm, .top]) && party.sources.contains(.top)
        && found[own].name.count == 1
        && party.name.count > 1 && party.name.last == found[own].name.first
      if isWhole || isInRows {
        (found[own].candidate.value, found[own].candidate.box) = (name, party.candidate.box)
        found[own].name = party.name
      }
      found[own].score += 0.8 * Double(party.sources.subtracting(found[own].sources).count)
      found[own].sources.formUnion(party.sources)
    }
    for index in found.indices {
      let known = found[index].candidate
      found[index].candidate = InvoicePage.Candidate(
        value: known.value, strength: found[index].score / full, words: known.words, box: known.box)
    }
    return found
  }

  private static func distinctive(_ name: String) -> [String] {
    let words = MerchantReader.distinctive(name).filter { !forms.contains($0.uppercased()) }
    return words.isEmpty ? [MerchantReader.plain(name)] : words
  }

  private static func isAlike(_ one: [String], _ other: [String]) -> Bool {
    one.first == other.first || one.allSatisfy(other.contains) || other.allSatisfy(one.contains)
  }

  static func letters(_ text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  // Returns whether a line is the end of a name, with legal forms and abbreviations alone: Tic. Ltd.
  static func isOnlyForm(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    let known = words.map { forms.contains($0.uppercased().filter(\.isLetter)) }
    return words.count <= 4 && known.contains(true)
      && zip(words, known).allSatisfy { $1 || $0.hasSuffix(".") && $0.count <= 5 || $0 == "&" }
  }

  private static func isEastern(_ name: String) -> Bool {
    easternForms.contains { name.hasPrefix($0) || name.hasSuffix($0) }
  }

  static func isLegal(_ name: String) -> Bool {
    let words = letteredZeros(name).uppercased().filter { $0 != "." }.split { !$0.isLetter && $0 != "&" }.map(
      String.init)
    if isEastern(name) { return true }
    guard words.count > 1 else { return false }
    // S.L., s r.o., Sp. z o.o., and A/S are several words.
    let ends = [2, 3].filter { words.count > $0 }.map { words.suffix($0).joined() }
    return words.dropFirst().contains { forms.contains($0) && $0.count > 2 } || forms.contains(words.last ?? "")
      || ends.contains { $0.count <= 3 && forms.contains($0) }
  }

  // Sp. z o.o. instead of Sp. z 0.0.
  static func withLetteredForm(_ name: String) -> String {
    let form = name.split(separator: " ").suffix(1).joined()
    guard form.contains("0"), form.allSatisfy({ "0.".contains($0) }), isLegal(name) else { return name }
    return name.dropLast(form.count) + form.replacing("0", with: "o")
  }

  // Returns a name in which zeros that aren't part of numbers are the letter O: Sp. z 0.0.
  private static func letteredZeros(_ name: String) -> String {
    name.split(separator: " ").map { word in
      word.contains { $0.isNumber && $0 != "0" } ? String(word) : String(word).replacing("0", with: "O")
    }.joined(separator: " ")
  }

  // "Sold by" precedes a name without a colon, and "Seller" rarely does.
  static func precedesName(_ words: ArraySlice<Word>) -> Bool {
    words.last?.text.hasSuffix(":") == true || words.count > 1 && words.allSatisfy { $0.text.count > 1 }
  }
}
