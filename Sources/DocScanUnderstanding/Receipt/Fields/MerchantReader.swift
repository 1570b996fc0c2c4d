// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout
internal import DocScanTypedData
internal import DocScanWords

/// Finds the shop's name among the first rows by legal forms, kinds of shops, letter size, and the position above the address.
struct MerchantReader {
  let page: ReceiptPage

  static let companies = Keyword.list("merchant.company")
  static let legal = companies + Keyword.list("merchant.legal")
  static let shops = Keyword.list("merchant.shop")
  // Names of chains are often printed as a picture or next to other words.
  static let chains = Keyword.list("merchant.chain")
  static let sayings = Keyword.list("merchant.saying")
  static let greetings = WordLists.words("merchant.greeting").map { $0.uppercased() }
  static let greetingRows = Keyword.list("merchant.greeting")
  /// Words that name an invoice or a receipt, also at the end of the name's row.
  static let titles = Set(WordLists.words("merchant.title").map { $0.uppercased() })
  static let thanks = Keyword.list("merchant.thanks")
  static let registration = Keyword.list("merchant.registration")

  /// Returns a row without the columns next to a name: the title of an invoice, its number, or the buyer.
  func nameColumn(_ row: ReceiptRow) -> ReceiptRow {
    let words = row.row.words
    guard words.count > 1, row.amounts.isEmpty else { return row }
    if let name = Self.named(row) { return ReceiptRow(name, in: page) }
    let columns = words.pieces(apart: Self.columnGap)
    let companies = columns.filter { column in
      !Self.distinctive(RowText(column).plain).isEmpty && Self.isLegal(ReceiptRow(column, in: page))
    }
    let others = columns.filter { !isLabelled($0) && !Self.isSaluted($0[0].text) }
    guard columns.count > 1, let first = (companies.count == 1 ? companies : others).first else { return row }
    return ReceiptRow(first, in: page)
  }

  private static let columnGap = 3.0
  // Folio No: 55127, Angebots-Nr. 41.
  func isLabelled(_ words: [Word]) -> Bool {
    guard let end = words.lastIndex(where: { $0.text.contains(where: \.isNumber) }), end > 0 else { return false }
    let label = words[..<end].contains { word in
      word.text.hasSuffix(":")
        || Self.numberSigns.contains { word.text.lowercased().hasSuffix($0) && word.text.count > 4 }
    }
    return label || InvoiceNumbers.followsSign(end, in: words)
      || ReceiptRow(words, in: page).has(anyOf: .date, .notDate)
  }

  static let papers = AboutWords.titles.flatMap(\.words) + Keyword.list("title.creditNote")

  static func isOnly(_ keywords: [Keyword], _ text: FoldedText) -> Bool {
    keywords.contains { $0.count * 10 >= text.letterCount * 9 && $0.occurs(in: text, above: 0.95) }
  }

  static func isAddressee(_ name: String) -> Bool { AboutWords.addressees.contains { name.trimmed.hasSuffix($0) } }

  // Returns whether a text begins as the name of a person in an address does, such as Frau Muster or Attn. Jo Smith.
  static func isSaluted(_ text: String) -> Bool {
    if isForAttention(text) { return true }
    guard let first = text.split(separator: " ").first?.lowercased() else { return false }
    return AboutWords.salutations.contains(first)
      || first.hasSuffix(".") && AboutWords.salutations.contains("\(first.dropLast())")
  }

  static func isForAttention(_ text: String) -> Bool {
    let bare = text.prefix(40).lowercased().filter { !$0.isWhitespace }
    return AboutWords.attentions.contains(where: bare.hasPrefix)
  }

  private static let numberSigns = ["nr.", "-nr", "no.", "nummer", "number"]

  static let staff = WordLists.words("merchant.staff").map { $0.uppercased() }

  static func isAboutStaff(_ text: String) -> Bool {
    let capital = text.uppercased()
    return staff.contains { word in
      capital.hasPrefix(word)
        && (!(capital.dropFirst(word.count).first?.isLetter ?? false)
          || word.unicodeScalars.allSatisfy(isWrittenWithoutSpaces))
    }
  }

  func read() -> (field: FoundField, rows: ClosedRange<Int>)? {
    let found = MerchantCandidates(self)
    let (candidates, names, places, domains) = (found.all, found.names, found.places, found.domains)
    guard let best = candidates.max(by: { ($0.score, $1.index) < ($1.score, $0.index) }) else { return nil }
    if let chain = chainInNoise(names[best.index]) { return (chain, best.index...best.index) }
    let rows = rows(of: best, among: candidates.map(\.index), names, places)
    var name = withoutNoise(Self.cleaned(Self.withoutRepetition(rows.map { names[$0].text.plain })), domains)
    if best.index > found.rowsAbove, let company = Self.company(in: names[best.index]) { name = company }
    if !isChain(rows),
      let whole = best.isCompany ? company(endingWith: name, outside: rows) : wholeName(of: name, outside: rows)
    {
      name = whole
    }
    if let company = InvoiceParties.company(endingSentence: name) { name = company }
    guard name.letterCount > 1 else { return nil }
    // "Parking" alone isn't a name.
    let isNamed =
      !InvoiceParties.isOnlyForm(name) && !Self.isTorn(name) && (best.isCompany || !Self.isOnlyKind(name))
    let words = rows.flatMap { names[$0].row.words }
    let own = Self.distinctive(name)
    let other = candidates.filter { !rows.contains($0.index) && !Self.shares(own, names[$0.index]) }.map(\.score).max()
    return (
      FoundField(
        value: name, box: rows.dropFirst().reduce(names[rows.lowerBound].box) { $0.union(names[$1].box) },
        evidence: Evidence(
          keyword: best.isCompany ? 1 : 0, margin: isNamed ? min(max(other.map { best.score - $0 } ?? 3, 0), 3) / 3 : 0,
          support: isNamed ? repeated(name, outside: rows) : 0, words: meanConfidence(words),
          form: max(words.map(\.confidence).min() ?? 0, Self.hasChain(FoldedText(name)) ? Self.exactName : 0),
          confirmed: !isNamed ? 0 : Double(min(confirmations(of: name, own, outside: rows, domains), 2)) / 2,
          place: isAddressed || !isNamed
            ? 0 : (best.index == 0 ? 0.5 : 0) + (found.address > 0 && rows.contains(found.address - 1) ? 0.5 : 0))),
      rows
    )
  }

  // Returns whether most words of a name are single letters, as in a letter-spaced logo: A RCH I.
  static func isTorn(_ name: String) -> Bool {
    let words = name.split(separator: " ").filter { $0.contains(where: \.isLetter) }
    return words.count > 2 && words.count { $0.count == 1 } * 2 > words.count
      && !name.unicodeScalars.contains(where: isWrittenWithoutSpaces)
  }

  // A logo above the whole name isn't a part of it.
  private static func withoutRepetition(_ rows: [String]) -> String {
    let rows = rows.first?.hasSuffix("-") == true ? rows.filter { $0.count > 1 } : rows
    let letters = rows.map(plain)
    return rows.indices.filter { row in
      !letters.indices.contains { letters[$0].count > letters[row].count && letters[$0].contains(letters[row]) }
    }.map { rows[$0] }.reduce("") { $0.isEmpty || $0.hasSuffix("-") ? $0 + $1 : $0 + " " + $1 }
  }

  /// Returns a name without a logo's remains: a lowercase word next to a chain's name, a lowercase letter, or letters not in the website's name.
  func withoutNoise(_ name: String, _ domains: [String]) -> String {
    let words = name.split(separator: " ")
    // A chain's name next to the remains of its logo: "afslu coop".
    if words.count == 2,
      let chain = words.first(where: { word in
        let text = FoldedText(String(word))
        return text.count > 3 && Self.chains.contains { $0.count == text.count && $0.similarity(in: text) == 1 }
      }), let other = words.first(where: { $0 != chain }), other == other.lowercased(), other.count > 2
    {
      return String(chain)
    }
    guard words.count > 1, words[0].count <= 2 else { return name }
    let rest = words.dropFirst().joined(separator: " ")
    let isLeft = words[0].count == 1 && words[0].first?.isLowercase == true && rest.first?.isUppercase == true
    let letters = rest.lowercased().filter { $0.isASCIILetter || $0.isASCIIDigit }
    return letters.count > 3 && (isLeft || domains.contains(letters)) ? rest : name
  }

  // G.W.P.LLC.
  static let gluedForm = Pattern(#/\p{L}\.(?:LLC|INC|LTD|GMBH|CORP)\.?$/#.ignoresCase())
  static let branch = Pattern(
    #/(?:store|shop|branch|outlet|till|restaurant|location)\s*(?:no|nr)?[\s.:#]*[0-9-]+/#.ignoresCase())
  static let website = Pattern(
    #/\p{L}\.(?:com|net|org|de|fr|ch|at|se|no|dk|fi|nl|be|it|es|pt|pl|cz|in|id|us|eu|shop|co\.uk|co\.id|co\.in)\b/#
      .ignoresCase())

  /// Returns the names in the websites and email addresses of the page, such as "footlocker" in www.footlocker.com.
  func domains() -> [String] {
    return page.rows.flatMap { $0.text.plain.lowercased().split(separator: " ") }.flatMap { word -> [String] in
      let parts = word.split { "@/:".contains($0) }
      guard
        let host = parts.last(where: { part in
          // The expression is slow.
          part.utf8.contains(UInt8(ascii: ".")) && (part.contains("www.") || part.wholeMatch(of: Self.host) != nil)
        })
      else { return [] }
      let labels = host.split(separator: ".").map(String.init)
      let user = word.contains("@") ? parts.dropLast().map(String.init) : []
      return (labels + user).map { $0.filter { $0.isASCIILetter || $0.isASCIIDigit } }.filter {
        $0.count > 3 && !Self.hosts.contains($0)
      }
    }
  }

  static let hosts = Set(WordLists.words("merchant.host"))
  private static let host = Pattern(
    #/.*[a-z0-9-]\.(?:com|net|org|de|co|fr|ch|at|se|no|dk|fi|nl|be|it|es|pt|pl|cz|uk|in|id|us|ca|au|eu)(?:[.,;)]|\.[a-z]{2})?/#
  )

  func isDomain(_ row: ReceiptRow, _ domains: [String]) -> Bool {
    let own = row.text.plain.lowercased().filter { $0.isASCIILetter || $0.isASCIIDigit }
    return own.count > 3 && domains.contains(own) && !row.text.plain.contains("@")
      && row.text.plain.wholeMatch(of: Self.host) == nil && !row.text.plain.lowercased().contains("www")
  }

  /// Returns whether a row contains a short legal form in its exact spelling after a name: "Sternen AG Willisau".
  static func hasShortForm(_ row: ReceiptRow) -> Bool {
    let words = row.row.words
    return words[0].text.letterCount > 2
      && words.indices.dropFirst().contains { index in
        // NV after a comma or before a postal code is Nevada.
        shortForms.contains(words[index].text) && !words[index - 1].text.hasSuffix(",")
          && !(index + 1 < words.count && words[index + 1].text.prefix(5).count(where: \.isASCIIDigit) == 5)
      }
  }

  static func isLegal(_ row: ReceiptRow) -> Bool {
    guard row.row.words.count > 0 else { return false }
    return legal.occur(in: row.folded, above: 0.88) || row.text.plain.contains(gluedForm)
      || hasShortForm(row)
  }
  static let shortForms = Set(WordLists.words("company.shortForm"))

  func isNamed(_ row: ReceiptRow, in domains: [String]) -> Bool {
    let own = Self.withoutGreeting(row.text.plain).lowercased().filter { $0.isASCIILetter || $0.isASCIIDigit }
    guard own.count > 3, own.count < 30, !row.text.plain.contains("@"), !row.text.plain.lowercased().contains("www")
    else { return false }
    return domains.contains { $0.hasPrefix(own) || own.hasPrefix($0) }
  }

  static func withoutGreeting(_ text: String) -> String {
    let capital = text.uppercased()
    guard let greeting = greetings.first(where: { capital.hasPrefix($0 + " ") }), text.count > greeting.count + 3 else {
      return text
    }
    return String(text.dropFirst(greeting.count + 1))
  }

  static func withLetters(_ word: String) -> String {
    guard word.letterCount > 2, word.contains(where: { "015".contains($0) }) else { return word }
    let characters = Array(word)
    let digits = characters.indices.filter { characters[$0].isNumber }
    guard let first = digits.first, let last = digits.last, first > 0, characters[first - 1].isLetter,
      characters[..<first].allSatisfy({ $0.isLetter || $0 == "-" }),
      last + 1 < characters.count, characters[last + 1].isLetter || characters[last + 1] == "-",
      digits.count <= 2, digits.count < word.letterCount, digits.allSatisfy({ "015".contains(characters[$0]) })
    else { return word }
    let isLower = characters[first - 1].isLowercase
    return String(
      characters.map { (character: Character) -> Character in
        switch character {
        case "0": isLower ? "o" : "O"
        case "1": isLower ? "l" : "I"
        case "5": isLower ? "s" : "S"
        case _: character
        }
      })
  }

  func repeated(_ name: String, outside rows: ClosedRange<Int>) -> Double {
    let keyword = Keyword(name)
    return page.rows.indices.contains { !rows.contains($0) && keyword.similarity(in: page.rows[$0].folded) != nil }
      ? 1 : 0
  }

  static func startsWithForm(_ row: ReceiptRow) -> Bool {
    let start = FoldedText(row.text.plain.split(separator: " ").prefix(1).joined(separator: " "))
    return legal.occur(in: start, above: 0.85) || shops.occur(in: start, above: 0.85)
  }

  /// Returns the place of a thank-you after a name, or `nil` if there is none: Happy Center : ) Teşekkür ederiz.
  static func thanks(in words: [String]) -> Int? {
    words.indices.dropFirst().first { ["-", ":", "*", "|", "•", ")"].contains(words[$0]) }.flatMap { end in
      let rest = FoldedText(words[end...].joined(separator: " "))
      return thanks.occur(in: rest, above: 0.9) ? end : nil
    }
  }

  static func cleaned(_ text: String) -> String {
    let text = InvoiceParties.nameAfterLabel(text) ?? text
    var words = withoutDetails(withoutGreeting(text).split(separator: " ").map { withLetters(String($0)) })
    // A label of a registration number: CO. REG. NO: 123456-X, COMPANY NO.
    if let label = words.indices.dropFirst().dropLast().first(where: { index in
      let next = words[index + 1].uppercased()
      let isLabel = registration.contains { $0.similarity(in: FoldedText(words[index])) != nil }
      return isLabel && (next.contains(where: \.isNumber) || ["NO", "REG", "REGNO"].contains(next.filter(\.isLetter)))
    }) {
      words.removeSubrange(label...)
    }
    if let end = thanks(in: words) { words.removeSubrange(end...) }
    // The title of a document after a name of several words.
    if words.count > 2, let last = words.last, titles.contains(last.uppercased()) { words.removeLast() }
    // The number of a shop before a name: 1545 ARHAM RESTAURANT.
    if words.count > 2, words[0].count >= 4, words[0].allSatisfy(\.isASCIIDigit), !isNumbered(words) {
      words.removeFirst()
    }
    // A place after the legal form: Markt GmbH & Co. KG, Kassel.
    if let end = words.indices.dropLast().first(where: { index in
      words[index].hasSuffix(",")
        && companies.occur(in: FoldedText(words[...index].joined(separator: " ")), above: 0.95)
    }) {
      words.removeSubrange((end + 1)...)
    }
    // A registration number, and perhaps a single letter after it.
    while words.count > 1, let last = words.last {
      let digits = last.count(where: \.isNumber)
      let isNumber = digits >= 4 && last.letterCount <= 3 && !last.hasPrefix("#") && !last.contains(houseNumbers)
      let isLeft =
        words.count > 2 && last.letterCount == 1 && last.hasSuffix(")")
        && words[words.count - 2].contains(where: \.isNumber)
      guard isNumber || isLeft else { break }
      words.removeLast()
    }
    // A registration number joined to the last word: BHD(126926-H).
    if let last = words.last, let open = last.firstIndex(of: "("), open > last.startIndex,
      last[open...].count(where: \.isNumber) >= 4
    {
      words[words.count - 1] = String(last[..<open])
    }
    if let last = words.last, ["5/8", "S/8", "5/B", "S/R"].contains(last) { words[words.count - 1] = "S/B" }
    var name = words.joined(separator: " ")
    while let last = name.last, " ,:;-*~=_|(".contains(last) { name.removeLast() }
    while let first = name.first, " .,:;-*~=_|'\"“‘".contains(first) { name.removeFirst() }
    return name
  }
}
