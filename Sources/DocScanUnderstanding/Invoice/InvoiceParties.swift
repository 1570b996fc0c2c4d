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

  struct Piece {
    var row: Int
    var text: String
    var words: [Word]
    var box: Box
  }

  private struct Party {
    var name: [String]
    var score: Double
    var sources: Set<Source>
    var candidate: InvoicePage.Candidate
  }

  private enum Source: Hashable {
    case label, account, domain, contact, form, sender, town, top

    // The only company on the page is rarely the addressee, but one of several can be.
    static func areClues(_ sources: Set<Source>, isOnlyCompany: Bool) -> Bool {
      !sources.subtracting(isOnlyCompany ? [.top] : [.top, .form]).isEmpty
    }
  }

  static let contacts = WordLists.words("invoice.contact")
  private static let forms = Set(WordLists.words("company.form").map { $0.uppercased() })
  private static let separators: Set<Character> = ["·", "•", "|", "–", "-", ",", ";", "*", "»", "/"]

  init(
    page: ReceiptPage, rows: [InvoiceRow], head: InvoiceHead, merchant: (field: FoundField, rows: ClosedRange<Int>)?
  ) {
    let merchants = MerchantReader(page: page)
    let pieces = rows.indices.flatMap { row in
      rows[row].row.row.pieces.flatMap(\.words.columns).map { words in
        Piece(row: row, text: RowText(words).plain, words: words, box: words.box)
      }
    }
    let domains = merchants.domains()
    let folded = pieces.map { FoldedText($0.text) }
    let names = pieces.map { Self.letters($0.text) }
    let masks = names.map(Self.mask)
    let isTown = pieces.map { Self.isTown($0.text) }
    let (isSaluted, isContact) = Self.saluted(pieces, isTown, page.height)
    // Lines with the sender's whole address, which are above the addressee's address or at the foot of the page.
    let senders = pieces.indices.filter { place in
      let (text, position) = (pieces[place].text, page.position(pieces[place].row))
      let parts = text.split(whereSeparator: Self.separators.contains)
      guard parts.count > 1, pieces[place].words.count >= 5 else { return false }
      guard position <= 0.8 else { return Self.sender(atFoot: text) != nil }
      return position < 0.5 && (isTown[place] || parts.contains { Self.isTown("\($0)") })
    }
    let written = pieces.map { Self.town(before: $0, page) }
    let towns = written.compactMap(\.self)
    var (parties, addressees): ([Party], [[String]]) = ([], [])
    for (place, piece) in pieces.enumerated() {
      var text = piece.text
      var sources: Set<Source> = []
      let row = rows[piece.row]
      guard written[place] == nil, !isContact[place], !Self.isLabelledNumber(piece.text),
        !Self.isLabel(piece.words, in: row),
        !AboutWords.isRemark(piece.text)
      else { continue }
      var (seller, buyer) = (0.0, 0.0)
      // Numbers of accounts and telephones follow the sender's address at the foot of the page.
      let isAtFoot = senders.contains(place) && page.position(piece.row) > 0.8
      if senders.contains(place) {
        text = (isAtFoot ? Self.sender(atFoot: text) : nil) ?? Self.start(of: text)
        guard !text.contains(where: \.isNumber) else { continue }
        seller += 2.5
        sources.insert(.sender)
      }
      let isFirst = piece.words.first.map { word in row.words.first == word } ?? false
      let labels = Self.partyLabels(of: piece.words, in: row)
      let behind = labels.map {
        text = Self.without($0.words, of: row, in: piece.words) ?? text; return $0.label
      }
      let isEmployee = labels.map { MerchantReader.isForAttention(RowText(Array(row.words[$0.words])).plain) } ?? false
      if let label = Self.labelledName(place, pieces, page.height) ?? Self.labelled(text) { text = label }
      if Self.isOnlyForm(text), let above = Self.nameAbove(place, pieces, page.height) { text = above + " " + text }
      // FARMACIA LDA. / INÉS MUSTER
      if Self.isLegal(text), MerchantReader.isOnlyKind(text),
        let next = Self.below(place, pieces, page.height).first(where: { _ in true }).map({ pieces[$0].text }),
        !next.contains(where: { $0.isNumber || ",:".contains($0) })
      {
        text += " " + next
      }
      // The name of a shop can take several rows.
      if let merchant, merchant.rows.count > 1, merchant.rows.contains(piece.row), !Self.isLegal(text),
        Self.letters(merchant.field.value).contains(names[place])
      {
        text = merchant.field.value
      }
      if piece.row < Self.headRows, !text.contains(where: \.isNumber), !Self.isLegal(text),
        let whole = Self.nameInTwoRows(place, pieces, names, page.height)
      {
        text = whole
      }
      let whole = MerchantReader.cleaned(text)
      let name = Self.company(endingSentence: whole) ?? whole
      guard name.letterCount > 2, name.count < 70, name.count(where: \.isNumber) * 2 < name.letterCount,
        !isTown[place] || seller > 0, !MerchantReader.isOnly(AboutWords.anyone, FoldedText(name))
      else { continue }
      guard let first = name.first, first.isLetter || first.isNumber, !InvoiceNumbers.endsWithSign(name) else {
        continue
      }
      let isLegal = Self.isLegal(name)
      if MerchantReader.isAddressee(name) || isSaluted[place] { (seller, buyer) = (seller - 4, buyer + 3) }
      if isEmployee { buyer -= 3 }
      let isMarked = row.marks.contains { mark in
        mark.label == .notName && mark.similarity > 0.95
          && !mark.words.allSatisfy { !piece.words.contains(row.words[$0]) }
      }
      if isMarked, behind == nil, !isAtFoot { (seller, buyer) = (seller - 2.5, buyer - 2.5) }
      if isLegal {
        (seller, buyer) = (seller + 2, buyer + 1)
        sources.insert(.form)
      }
      // A street with a house number, or an unknown label.
      let last = name.split(separator: " ").last.map(String.init) ?? ""
      let areOwners = AboutWords.areOwners(name)
      if areOwners, !isLegal { buyer += 1.5 }
      if !isLegal, !areOwners,
        last.first?.isNumber == true && last.count < 6 || name.first?.isNumber == true || text.hasSuffix(":")
      {
        (seller, buyer) = (seller - 3, buyer - 3)
      }
      let above = Self.labelAbove(place, pieces, rows)
      for label in [behind, above].compactMap(\.self) {
        switch label {
        case .seller:
          (seller, buyer) = (seller + 4, buyer - 3)
          sources.insert(.label)
        case .buyer:
          (seller, buyer) = (seller - 4, buyer + 4)
          addressees.append(Self.distinctive(name))
        case .account:
          seller += 2
          sources.insert(.account)
        case _: break
        }
      }
      let letters = Self.letters(name)
      if letters.count > 3,
        domains.contains(where: { domain in
          domain.count > 3
            && (letters.hasPrefix(domain) || domain.hasPrefix(letters) && letters.count * 2 >= domain.count
              || Self.isInitial(domain, of: name))
        })
      {
        seller += 2.2
        sources.insert(.domain)
      }
      let mask = Self.mask(letters)
      // Comparing all names takes long on a page with thousands of words.
      let repeats =
        letters.count > 4
        ? names.indices.count { $0 != place && masks[$0] & mask == mask && names[$0].contains(letters) } : 0
      seller += 0.6 * Double(min(repeats, 2))
      let position = page.position(piece.row)
      if piece.row < 4 {
        seller += 1.2
        sources.insert(.top)
      }
      if position > 0.85, isLegal { seller += 0.8 }
      if position > 0.4, position < 0.85, behind == nil, above == nil { (seller, buyer) = (seller - 1.5, buyer - 2) }
      seller += 0.8 * min(max(piece.box.height / page.height - 1.1, 0), 1)
      let address = Self.address(below: place, pieces, isTown, page.height)
      if address.isThere { (seller, buyer) = (seller + (position < 0.15 ? 1 : 0.5), buyer + 1) }
      let own =
        towns.isEmpty
        ? []
        : [piece.text] + Self.below(place, pieces, page.height).filter { written[$0] == nil }.map { pieces[$0].text }
      if own.contains(where: { text in towns.contains { Self.names($0, in: text) } }) {
        seller += 1.5
        sources.insert(.town)
      }
      if address.isContacted {
        (seller, buyer) = (seller + 1.2, buyer - 1)
        sources.insert(.contact)
      }
      if address.isThere, senders.contains(where: { $0 != place && Self.isBelow(piece, pieces[$0], page.height) }) {
        (seller, buyer) = (seller - 2.5, buyer + 2.5)
      }
      if !isFirst, piece.words.count > 6 { seller -= 1 }
      if name == name.lowercased() || name.split(separator: " ").allSatisfy({ $0.count == 1 }) {
        (seller, buyer) = (seller - 2, buyer - 2)
      }
      // "Ordination" alone is a kind of business, not its name.
      if !isLegal, MerchantReader.isOnlyKind(name) { seller -= 2 }
      if !isLegal, name.contains(where: { "·•|".contains($0) }) { (seller, buyer) = (seller - 1.5, buyer - 1.5) }
      if !row.row.amounts.isEmpty, !isAtFoot { (seller, buyer) = (seller - 2, buyer - 2) }
      // A salutation or a label is a single word, and hardly any buyer's name is.
      if !name.contains(" "), !isLegal, !address.isThere, !name.unicodeScalars.contains(where: isWrittenWithoutSpaces) {
        buyer -= 1.5
      }
      if folded[place].letterCount < 3 { continue }
      func candidate(_ score: Double) -> InvoicePage.Candidate {
        InvoicePage.Candidate(value: name, strength: score / Self.full, words: piece.words.surest, box: piece.box)
      }
      if seller > 0.5 {
        parties.append(
          Party(name: Self.distinctive(name), score: seller, sources: sources, candidate: candidate(seller)))
      }
      if buyer > 0.9 { buyers.append(candidate(buyer)) }
    }
    if let seller = head.seller, let box = seller.box {
      let candidate = InvoicePage.Candidate(
        value: seller.value, strength: 0.9, words: seller.evidence.form, box: box)
      parties.append(
        Party(
          name: Self.distinctive(seller.value), score: 0.9 * Self.full, sources: [.label], candidate: candidate))
    }
    let joined = Self.joined(parties, addressees: addressees)
    let isAddressed =
      !addressees.isEmpty || isSaluted.contains(true)
      || !page.isPaidAtOnce && Self.haveSeveralTowns(pieces.map(\.text))
    let companies = joined.count { $0.sources.contains(.form) } + buyers.count { Self.isLegal($0.value) }
    sellers = joined.map { party in
      var candidate = party.candidate
      let isSure = !isAddressed || Source.areClues(party.sources, isOnlyCompany: companies == 1)
      candidate.agreement = isSure ? 1 : 0.5
      return candidate
    }
  }

  private static let full = 7.0
  private static let headRows = 12

  // Joins the names of one company, such as the logo and the account's holder. A company that the invoice is addressed to isn't the seller.
  private static func joined(_ parties: [Party], addressees: [[String]]) -> [Party] {
    var found: [Party] = []
    for party in parties.sorted(by: { $0.score > $1.score }) {
      var party = party
      if !party.sources.contains(.label), addressees.contains(where: { isAlike($0, party.name) }) {
        party.score -= 2.5
        guard party.score > 0.5 else { continue }
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
        found[own].sources.isSuperset(of: [.form, .top]) && party.sources.contains(.top) && found[own].name.count == 1
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

  // Returns the name before the address in a line.
  private static func start(of text: String) -> String {
    let end = text.firstIndex { "·•|–,;*»".contains($0) } ?? text.firstRange(of: " - ")?.lowerBound ?? text.endIndex
    return String(text[..<end])
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

  // Returns a bit for each ASCII character. A text that contains another has all of its bits.
  private static func mask(_ text: String) -> UInt64 {
    text.reduce(0) { mask, character in mask | (character.asciiValue.map { 1 << UInt64($0 & 63) } ?? 0) }
  }

  private static func isInitial(_ domain: String, of name: String) -> Bool {
    name.split(separator: " ").map { letters(String($0)) }.contains {
      $0.count > 4 && domain.contains($0) || domain.count > 5 && $0.hasPrefix(domain)
    }
  }

  // Names have at most two words in lowercase in a row, unlike sentences such as "Services are sold by Example Data, Inc."
  private static func company(endingSentence text: String) -> String? {
    let words = text.split(separator: " ")
    var (start, run) = (0, 0)
    for (index, word) in words.enumerated() {
      run = word.first?.isLowercase == true ? run + 1 : 0
      if run >= 3 { start = index + 1 }
    }
    let company = words[start...].joined(separator: " ")
    return start > 0 && isLegal(company) ? company : nil
  }

  // Returns whether a line is the end of a name, with legal forms and abbreviations alone: Tic. Ltd.
  private static func isOnlyForm(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    let known = words.map { forms.contains($0.uppercased().filter(\.isLetter)) }
    return words.count <= 4 && known.contains(true)
      && zip(words, known).allSatisfy { $1 || $0.hasSuffix(".") && $0.count <= 5 || $0 == "&" }
  }

  static func isLegal(_ name: String) -> Bool {
    let words = letteredZeros(name).uppercased().filter { $0 != "." }.split { !$0.isLetter && $0 != "&" }.map(
      String.init)
    guard words.count > 1 else { return false }
    // S.L., s r.o., Sp. z o.o., and A/S are several words.
    let ends = [2, 3].filter { words.count > $0 }.map { words.suffix($0).joined() }
    return words.dropFirst().contains { forms.contains($0) && $0.count > 2 } || forms.contains(words.last ?? "")
      || ends.contains { $0.count <= 3 && forms.contains($0) }
  }

  // Returns a name in which zeros that aren't part of numbers are the letter O: Sp. z 0.0.
  private static func letteredZeros(_ name: String) -> String {
    name.split(separator: " ").map { word in
      word.contains { $0.isNumber && $0 != "0" } ? String(word) : String(word).replacing("0", with: "O")
    }.joined(separator: " ")
  }

  private static func partyLabels(of words: [Word], in row: InvoiceRow) -> InvoiceRow.Mark? {
    guard let first = words.first, let start = row.words.firstIndex(of: first) else { return nil }
    return row.marks.filter { mark in
      [.seller, .buyer, .account].contains(mark.label) && mark.similarity > 0.95
        && (mark.words.lowerBound == start && mark.words.upperBound < start + words.count
          && precedesName(row.words[mark.words])
          || mark.words.upperBound == start)
    }.max { $0.letters < $1.letters }
  }

  // "Sold by" precedes a name without a colon, and "Seller" rarely does.
  static func precedesName(_ words: ArraySlice<Word>) -> Bool {
    words.last?.text.hasSuffix(":") == true || words.count > 1 && words.allSatisfy { $0.text.count > 1 }
  }

  private static func without(_ label: Range<Int>, of row: InvoiceRow, in words: [Word]) -> String? {
    let marked = row.words[label]
    let rest = words.filter { !marked.contains($0) && $0.text != ":" }
    return rest.isEmpty ? nil : RowText(rest).plain
  }
}
