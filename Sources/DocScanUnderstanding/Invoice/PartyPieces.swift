// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout
internal import DocScanWords

// The parts of an invoice page's rows, one for each column, with the names in them and the clues for these names.
struct PartyPieces {
  struct Piece {
    var row: Int
    var text: String
    var words: [Word]
    var box: Box
  }

  let all: [Piece]
  let rows: [InvoiceRow]
  // Whether each piece contains a town with its postal code.
  let isTown: [Bool]
  // Whether each piece is a part of the addressee's name, and whether it is a contact person or a line of an address below such a name.
  private(set) var (isSaluted, isContact): ([Bool], [Bool]) = ([], [])
  // The typical height of the page's words, in pixels.
  let height: Double
  // The letters and digits of each piece, and a bit for each of them.
  let letters: [String]
  private let masks: [UInt64]
  // The pieces with the sender's whole address, which are above the addressee's address or at the foot of the page.
  private let senders: Set<Int>
  // The town in which a letter was written, for each piece that states one.
  private let written: [String?]
  private let towns: [String]
  private let domains: [String]
  private let page: ReceiptPage
  private let merchant: (field: FoundField, rows: ClosedRange<Int>)?

  static let contacts = WordLists.words("invoice.contact")
  private static let separators: Set<Character> = ["·", "•", "|", "–", "-", ",", ";", "*", "»", "/"]
  // The number of rows in which names may take two rows.
  private static let headRows = 12

  init(page: ReceiptPage, rows: [InvoiceRow], merchant: (field: FoundField, rows: ClosedRange<Int>)?) {
    (self.page, self.rows, self.merchant, height) = (page, rows, merchant, page.height)
    let pieces = rows.indices.flatMap { row in
      rows[row].row.row.columns.map { words in
        Piece(row: row, text: RowText(words).plain, words: words, box: words.box)
      }
    }
    let isTown = pieces.map { InvoiceParties.isTown($0.text) }
    senders = Set(
      pieces.indices.filter { place in
        let (text, position) = (pieces[place].text, page.position(pieces[place].row))
        let parts = text.split(whereSeparator: Self.separators.contains)
        guard parts.count > 1, pieces[place].words.count >= 5 else { return false }
        guard position <= 0.8 else { return InvoiceParties.sender(atFoot: text) != nil }
        return position < 0.5 && (isTown[place] || parts.contains { InvoiceParties.isTown("\($0)") })
      })
    (all, self.isTown) = (pieces, isTown)
    letters = pieces.map { InvoiceParties.letters($0.text) }
    masks = letters.map(Self.mask)
    written = pieces.map { Self.town(before: $0, page) }
    towns = written.compactMap(\.self)
    domains = MerchantReader(page: page).domains()
    (isSaluted, isContact) = saluted()
  }

  // Returns the name in a piece, perhaps with its other row, and the clues for it, or `nil` if the piece contains no name.
  func name(at place: Int) -> (name: String, clues: PartyClues)? {
    let piece = all[place]
    let row = rows[piece.row]
    guard written[place] == nil, !isContact[place], !InvoiceParties.isLabelledNumber(piece.text),
      !InvoiceParties.isLabel(piece.words, in: row), !AboutWords.isRemark(piece.text), piece.text.letterCount > 2
    else { return nil }
    // Furnizor: TRANS MUSTER BROTHERS / S.R.L.
    let first = InvoiceParties.isOnlyForm(piece.text) ? pieceAbove(place) ?? place : place
    guard let text = text(at: place),
      let name = Self.name(in: text, isTown: isTown[place] && !senders.contains(place))
    else { return nil }
    var clues = clues(about: name, endsWithColon: text.hasSuffix(":"), at: place)
    addLabels(to: &clues, at: place, nameFrom: first)
    addPosition(to: &clues, of: name, at: place)
    return (name, clues)
  }

  // Returns a piece's text without a label and an address, and with the name's other row.
  private func text(at place: Int) -> String? {
    let piece = all[place]
    var text = piece.text
    if senders.contains(place) {
      // Numbers of accounts and telephones follow the sender's address at the foot of the page.
      text = (isAtFoot(place) ? InvoiceParties.sender(atFoot: text) : nil) ?? Self.start(of: text)
      guard !text.contains(where: \.isNumber) else { return nil }
    }
    if let label = partyLabel(at: place) {
      text = Self.without(label.words, of: rows[piece.row], in: piece.words) ?? text
    }
    if let name = labelledName(place) ?? InvoiceParties.labelled(text) { text = name }
    if InvoiceParties.isOnlyForm(text), let above = pieceAbove(place), !InvoiceParties.isOnlyForm(all[above].text),
      let start = self.text(at: above), !start.contains(where: \.isNumber)
    {
      text = start + " " + text
    }
    // FARMACIA LDA. / INÉS MUSTER
    if InvoiceParties.isLegal(text), MerchantReader.isOnlyKind(text),
      let next = below(place).first(where: { _ in true }).map({ all[$0].text }),
      !next.contains(where: { $0.isNumber || ",:".contains($0) })
    {
      text += " " + next
    }
    // The name of a shop can take several rows.
    if let merchant, merchant.rows.count > 1, merchant.rows.contains(piece.row), !InvoiceParties.isLegal(text),
      InvoiceParties.letters(merchant.field.value).contains(letters[place])
    {
      text = merchant.field.value
    }
    if piece.row < Self.headRows, !text.contains(where: \.isNumber), !InvoiceParties.isLegal(text),
      let whole = nameInTwoRows(place)
    {
      text = whole
    }
    return text
  }

  private static func name(in text: String, isTown: Bool) -> String? {
    let whole = MerchantReader.cleaned(InvoiceParties.beforeSentence(text))
    let name = InvoiceParties.withLetteredForm(InvoiceParties.company(endingSentence: whole) ?? whole)
    guard name.letterCount > 2, name.count < 70, name.count(where: \.isNumber) * 2 < name.letterCount, !isTown,
      !MerchantReader.isOnly(AboutWords.anyone + MerchantReader.papers, FoldedText(name)), let first = name.first,
      first.isLetter || first.isNumber, !InvoiceNumbers.endsWithSign(name)
    else { return nil }
    return name
  }

  private func clues(about name: String, endsWithColon: Bool, at place: Int) -> PartyClues {
    var clues = PartyClues()
    let isLegal = InvoiceParties.isLegal(name)
    let areOwners = AboutWords.areOwners(name)
    if MerchantReader.isAddressee(name) || isSaluted[place] { clues.add(.salutation) }
    if isLegal { clues.add(.legalForm) }
    if areOwners, !isLegal { clues.add(.owners) }
    let last = name.split(separator: " ").last.map(String.init) ?? ""
    if !isLegal, !areOwners,
      last.first?.isNumber == true && last.count < 6 || name.first?.isNumber == true || endsWithColon
    {
      clues.add(.numberOrLabel)
    }
    if name == name.lowercased() || MerchantReader.isTorn(name) { clues.add(.lowercase) }
    if !isLegal, MerchantReader.isOnlyKind(name) { clues.add(.onlyKind) }
    if !isLegal, name.contains(where: { "·•|".contains($0) }) { clues.add(.separator) }
    let own = InvoiceParties.letters(name)
    if own.count > 3,
      domains.contains(where: { domain in
        domain.count > 3
          && (own.hasPrefix(domain) || domain.hasPrefix(own) && own.count * 2 >= domain.count
            || Self.isInitial(domain, of: name))
      })
    {
      clues.add(.website)
    }
    // Comparing all names takes long on a page with thousands of words.
    let mask = Self.mask(own)
    let repetitions =
      own.count > 4
      ? letters.indices.count { $0 != place && masks[$0] & mask == mask && letters[$0].contains(own) } : 0
    clues.add(.repetition, Double(min(repetitions, 2)))
    return clues
  }

  private func addLabels(to clues: inout PartyClues, at place: Int, nameFrom first: Int) {
    let piece = all[place]
    let row = rows[piece.row]
    let label = partyLabel(at: first)
    if let label, MerchantReader.isForAttention(RowText(Array(rows[all[first].row].words[label.words])).plain) {
      clues.add(.contactPerson)
    }
    let isMarked = row.marks.contains { mark in
      mark.label == .notName && mark.similarity > 0.95
        && !mark.words.allSatisfy { !piece.words.contains(row.words[$0]) }
    }
    if isMarked, label == nil, !isAtFoot(place) { clues.add(.notName) }
    for label in [label?.label, labelAbove(place)] {
      switch label {
      case .seller: clues.add(.sellerLabel)
      case .buyer: clues.add(.buyerLabel)
      case .delivery: clues.add(.deliveryLabel)
      case .account: clues.add(.accountHolder)
      case _: break
      }
    }
  }

  private func addPosition(to clues: inout PartyClues, of name: String, at place: Int) {
    let piece = all[place]
    let row = rows[piece.row]
    let position = page.position(piece.row)
    let isLegal = clues.contains(.legalForm)
    if senders.contains(place) { clues.add(.senderLine) }
    if piece.row < 4 { clues.add(.top) }
    if position > 0.85, isLegal { clues.add(.foot) }
    if position > 0.4, position < 0.85, !clues.isLabelled { clues.add(.middle) }
    clues.add(.largeLetters, min(max(piece.box.height / height - 1.1, 0), 1))
    let address = address(below: place)
    if address.isThere { clues.add(position < 0.15 ? .addressAtTop : .address) }
    if address.isContacted { clues.add(.contactDetails) }
    if address.isThere, senders.contains(where: { $0 != place && Self.isBelow(piece, all[$0], height) }) {
      clues.add(.belowSenderLine)
    }
    if isNearTown(place) { clues.add(.townOfLetter) }
    let isFirst = piece.words.first.map { $0 == row.words.first } ?? false
    if !isFirst, piece.words.count > 6 { clues.add(.longRow) }
    if !row.row.amounts.isEmpty, !isAtFoot(place) { clues.add(.amounts) }
    if !name.contains(" "), !isLegal, !address.isThere, !name.unicodeScalars.contains(where: isWrittenWithoutSpaces) {
      clues.add(.singleWord)
    }
  }

  private func isAtFoot(_ place: Int) -> Bool { senders.contains(place) && page.position(all[place].row) > 0.8 }

  // Returns whether a name or its address names the town in which the letter was written.
  private func isNearTown(_ place: Int) -> Bool {
    guard !towns.isEmpty else { return false }
    let own = [all[place].text] + below(place).filter { written[$0] == nil }.map { all[$0].text }
    return own.contains { text in towns.contains { InvoiceParties.names($0, in: text) } }
  }
}

// Reads a single text.
extension PartyPieces {
  // Returns the name before the address in a line.
  private static func start(of text: String) -> String {
    let end = text.firstIndex { "·•|–,;*»".contains($0) } ?? text.firstRange(of: " - ")?.lowerBound ?? text.endIndex
    return String(text[..<end])
  }

  // Returns a bit for each ASCII character. A text that contains another has all of its bits.
  private static func mask(_ text: String) -> UInt64 {
    text.reduce(0) { mask, character in mask | (character.asciiValue.map { 1 << UInt64($0 & 63) } ?? 0) }
  }

  private static func isInitial(_ domain: String, of name: String) -> Bool {
    name.split(separator: " ").map { InvoiceParties.letters(String($0)) }.contains {
      $0.count > 4 && domain.contains($0) || domain.count > 5 && $0.hasPrefix(domain)
    }
  }

  private func partyLabel(at place: Int) -> InvoiceRow.Mark? {
    let (row, words) = (rows[all[place].row], all[place].words)
    guard let first = words.first, let start = row.words.firstIndex(of: first) else { return nil }
    return row.marks.filter { mark in
      InvoiceLabel.parties.contains(mark.label) && mark.similarity > 0.95
        && (mark.words.lowerBound == start && mark.words.upperBound < start + words.count
          && InvoiceParties.precedesName(row.words[mark.words])
          || mark.words.upperBound == start)
    }.max { $0.letters < $1.letters }
  }

  private static func without(_ label: Range<Int>, of row: InvoiceRow, in words: [Word]) -> String? {
    let marked = row.words[label]
    let rest = words.filter { !marked.contains($0) && $0.text != ":" }
    return rest.isEmpty ? nil : RowText(rest).plain
  }

  // Returns the town in which a letter was written: Leeds, 28 April 2025.
  static func town(before piece: Piece, _ page: ReceiptPage) -> String? {
    guard page.position(piece.row) < 0.6, piece.words.count <= 7, let first = piece.words.first?.text,
      first.letterCount > 2,
      first.first?.isUppercase == true,
      let start = piece.words.firstIndex(where: { $0.text.contains(where: \.isNumber) }),
      (1...3).contains(start), piece.words[..<start].contains(where: { $0.text.hasSuffix(",") }),
      page.dates.readings(in: RowText(piece.words).numeric).contains(where: { $0.form >= 0.8 })
    else { return nil }
    let end = piece.words.firstIndex { $0.text.hasSuffix(",") } ?? 0
    return joinedText(Array(piece.words[...end])).filter { $0 != "," }
  }
}
