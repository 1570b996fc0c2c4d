// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Finds the name of the shop: among the first rows, by legal forms and kinds of shops, by its size, before its address.
struct MerchantReader {
  let page: ReceiptPage

  static let companies = words(
    "SDN BHD", "BHD", "S B", "GMBH", "CO KG", "LTD", "LIMITED", "LLC", "CORP", "PTE LTD", "PTY LTD", "SARL", "주식회사",
    "株式会社", "有限会社", "有限公司")
  private static let legal = companies + words("SDN", "PLT", "INC", "SAS", "LDA", "ENTERPRISE", "TRADING", "COMPANY")
  private static let shops = words(
    "RESTAURANT", "RESTORAN", "MART", "STORE", "SHOP", "HARDWARE", "BAKERY", "CAFE", "COFFEE", "STATIONERY", "BOOK",
    "BOOKS", "SERVICES", "KEDAI", "CORNER", "DECO", "HOUSE",
    "SUPERMARKET", "SUPERMARKT", "PHARMACY", "FARMASI", "ELECTRICAL", "INDUSTRIES", "MARKET", "MINIMARKET",
    "HYPERMARKET", "PETROL", "KOPITIAM", "FOOD", "KITCHEN", "MARKT", "BAUMARKT",
    "APOTHEKE", "BACKEREI", "DROGERIE", "BOULANGERIE", "MACHINERY", "EMPORIUM", "CUTLERY", "PIZZERIA", "BISTRO", "BAR",
    "GRILL", "DELI", "FARM", "HOTEL", "CLINIC",
    "마트", "유통", "식당", "편의점", "카페", "점", "슈퍼", "약국", "店", "屋", "商店", "ストア", "マート", "スーパー", "薬局", "超市", "便利店", "餐厅", "餐饮",
    "饭店", "商场", "百货", "食堂", "商行")

  /// Chains that print their name as a picture, or with words of another kind beside it.
  private static let chains = words(
    "WALMART", "TARGET", "COSTCO", "WHOLE FOODS", "TRADER JOES", "SAFEWAY", "KROGER", "PUBLIX", "WALGREENS", "CVS",
    "RITE AID", "HOME DEPOT", "LOWES", "BEST BUY", "STARBUCKS", "MCDONALDS", "BURGER KING", "SUBWAY", "WENDYS",
    "TACO BELL", "KFC", "PIZZA HUT", "DOMINOS", "DUNKIN DONUTS", "CHIPOTLE", "CHICK FIL A", "PANERA", "SHELL", "EXXON",
    "CHEVRON", "TEXACO", "ESSO", "TESCO", "SAINSBURYS", "ASDA", "MORRISONS", "WAITROSE", "BOOTS", "MARKS SPENCER",
    "CARREFOUR", "AUCHAN", "LECLERC", "MONOPRIX", "MERCADONA", "EROSKI", "ESSELUNGA", "CONAD", "LIDL", "ALDI", "REWE",
    "EDEKA", "PENNY", "NETTO", "KAUFLAND", "ROSSMANN", "MUELLER", "IKEA", "DECATHLON", "ALBERT HEIJN", "JUMBO",
    "BIEDRONKA",
    "ZARA", "PRIMARK", "MIGROS", "BILLA", "HOFER", "OXXO", "SORIANA", "FALABELLA", "7 ELEVEN", "FAMILYMART",
    "LAWSON", "WATSONS", "GUARDIAN", "COLD STORAGE", "FAIRPRICE", "WOOLWORTHS", "COLES", "KMART", "BUNNINGS",
    "TIM HORTONS",
    "CANADIAN TIRE", "LOBLAWS", "HILTON", "MARRIOTT", "HOLIDAY INN", "UBER")
  /// Words of what is said on top of a receipt beside the name.
  private static let sayings = words(
    "YOUR", "YOU", "OUR", "ARE", "HAVE", "PLEASE", "VISIT", "CUSTOMER COPY", "MERCHANT COPY", "GUEST CHECK", "GUEST",
    "DUPLICATE", "REPRINT", "COPY", "SALES RECEIPT", "DINE IN", "TAKE OUT", "TO GO", "DELIVERY", "STORE NO", "SHOP NO",
    "ORDER", "SAVE MONEY", "FRESH CHOICE", "LEVEL", "TABLE", "SERVER", "CHECK", "STATION", "HOST")
  /// What stands before a name.
  private static let greetings = [
    "WELCOME TO", "THANK YOU FOR SHOPPING AT", "THANKS FOR SHOPPING AT", "WILLKOMMEN BEI", "BIENVENUE CHEZ",
    "BIENVENUE A", "BIENVENIDO A", "BIENVENIDOS A", "BENVENUTI DA",
  ]

  /// What an invoice or a receipt calls itself, also at the end of the row with the name.
  private static let titles: Set<String> = [
    "INVOICE", "RECEIPT", "RECHNUNG", "QUITTUNG", "FACTURE", "FACTURA", "FATTURA", "FACTUUR", "STATEMENT", "BILL",
    "領収書", "請求書", "영수증", "계산서",
  ]

  private static let registration = words("CO", "COMPANY", "REG", "ROC", "REGNO")

  private static func words(_ words: String...) -> [Keyword] { words.map(Keyword.init) }

  /// A row without the title that is beside the name, as on invoices: the title says nothing of who wrote it.
  private func withoutTitle(_ row: ReceiptRow) -> ReceiptRow {
    let words = row.row.words
    guard words.count > 1, let last = words.last, Self.titles.contains(last.text.uppercased()) else { return row }
    let rest = Array(words.dropLast())
    guard let end = rest.last, last.box.x - end.box.maxX > row.height, let box = rest.map(\.box).union else {
      return row
    }
    return ReceiptRow(
      TextRow(pieces: [TextRow.Piece(words: rest, box: box)]), scanner: NumberScanner(style: page.style))
  }

  /// What rows about who served begin with.
  private static let staff = [
    "CASHIER", "SERVER", "SERVED BY", "CAISSIER", "CAISSIÈRE", "CAISSIERE", "VENDEUR", "VENDEUSE", "SERVEUR", "CAJERO",
    "CAJERA", "VENDEDOR", "CASSIERE", "OPERATORE", "KASSIERER", "BEDIENER", "ES BEDIENTE",
  ]

  /// Whether a row says who served, not who sells.
  private static func isAboutStaff(_ text: String) -> Bool {
    let capital = text.uppercased()
    return staff.contains { word in
      capital.hasPrefix(word) && !(capital.dropFirst(word.count).first?.isLetter ?? false)
    }
  }

  /// The name, and the rows that it stands in.
  func read() -> (field: FoundField, rows: ClosedRange<Int>)? {
    let places = Places(page: page)
    let names = page.rows.map(withoutTitle)
    let address = page.rows.indices.prefix(12).first { isAddress($0, places) } ?? 0
    var candidates: [(score: Double, index: Int, legal: Bool)] = []
    let domains = domains()
    for index in page.rows.indices.prefix(9) {
      let row = names[index]
      guard row.folded.letterCount >= 2, !Self.isAboutStaff(row.text.plain) else { continue }
      let isLegal =
        Self.legal.contains { ($0.similarity(in: row.folded) ?? 0) > 0.88 }
        || row.text.plain.contains(Self.gluedForm)
      let isShop = isLegal || Self.shops.contains { ($0.similarity(in: row.folded) ?? 0) > 0.9 }
      var score = -0.5 * Double(index) + (isLegal ? 2.4 : isShop ? 1.4 : 0)
      let greeted = Self.withoutGreeting(row.text.plain)
      let isGreeted = greeted.count < row.text.plain.count
      if row.has(.noAddress), !isLegal, !isGreeted { score -= 2.5 }
      // A website or a mail address of the same name, or the name again.
      if isNamed(row, in: domains) { score += 2 }
      if !isLegal, row.folded.letterCount > 4, row.labels.isEmpty, !isAddress(index, places),
        repeated(Self.cleaned(row.text.plain), outside: index...index) > 0
      {
        score += 0.8
      }
      if Self.chains.contains(where: { ($0.similarity(in: row.folded) ?? 0) > 0.9 }) { score += 1.5 }
      if !isLegal, row.row.words.count > 1 || !isShop,
        Self.sayings.contains(where: { ($0.similarity(in: row.folded) ?? 0) > 0.9 })
      {
        score -= 1.5
      }
      // Store 12 is one of many, and a website is no name.
      if row.text.plain.wholeMatch(of: Self.branch) != nil { score -= 2 }
      if !isGreeted, row.text.plain.contains(Self.website) { score -= 1.5 }
      // What is left of a picture.
      if row.row.words.allSatisfy({ $0.text.letterCount < 3 }) || row.folded.letterCount < 3 { score -= 1.5 }
      if isAddress(index, places), !isLegal { score -= 2.2 }
      if !row.amounts.isEmpty, !isLegal { score -= 1.5 }
      if row.text.plain.hasPrefix("("), !isLegal { score -= 0.8 }
      // Town, state.
      if row.row.words.dropLast().contains(where: { $0.text.hasSuffix(",") }), !isLegal { score -= 0.8 }
      if isBeside(row), !isLegal { score -= 1.5 }
      if row.folded.letterCount * 2 < row.folded.count { score -= 1.5 }
      if row.text.plain == row.text.plain.lowercased(), row.folded.letters.allSatisfy({ !$0.isIdeographic }) {
        score -= 1
      }
      if row.has(.receipt), !isLegal { score -= 1 }
      if row.has(.hours) { score -= 2 }
      // The name stands above the address.
      if index == address - 1 { score += 0.8 }
      score += 0.6 * min(row.height / page.height - 1, 2)
      score += 1.5 * (meanConfidence(row.row.words) - 0.7)
      candidates.append((score, index, isLegal))
    }
    // Where the head says little, as under a logo or a survey, the name may stand below it, or the company's at the end.
    let top = candidates.max { $0.score < $1.score }
    if top.map({ !$0.legal && ($0.score < 0.6 || meanConfidence(page.rows[$0.index].row.words) < 0.6) }) ?? true,
      let row = page.rows.indices.dropFirst(9).first(where: { index in
        page.rows[index].amounts.isEmpty
          && Self.companies.contains { ($0.similarity(in: page.rows[index].folded) ?? 0) > 0.95 }
      })
        ?? page.rows.indices.dropFirst(9).prefix(9).prefix(while: { page.rows[$0].amounts.isEmpty }).first(where: {
          index in
          !page.rows[index].has(.noAddress) && !isAddress(index, places)
            && Self.chains.contains { ($0.similarity(in: page.rows[index].folded) ?? 0) > 0.95 }
        })
    {
      candidates.append((max(top?.score ?? 0, 0) + 0.1, row, true))
    }
    guard let best = candidates.max(by: { ($0.score, $1.index) < ($1.score, $0.index) }) else { return nil }
    let rows = rows(of: best, among: candidates.map(\.index), names, places)
    let name = withoutNoise(Self.cleaned(rows.map { names[$0].text.plain }.joined(separator: " ")), domains)
    guard name.letterCount > 1 else { return nil }
    let words = rows.flatMap { names[$0].row.words }
    let other = candidates.filter { !rows.contains($0.index) }.map(\.score).max()
    return (
      FoundField(
        value: name, box: rows.dropFirst().reduce(names[rows.lowerBound].box) { $0.union(names[$1].box) },
        evidence: Evidence(
          keyword: best.legal ? 1 : 0, margin: min(max(other.map { best.score - $0 } ?? 3, 0), 3) / 3,
          support: repeated(name, outside: rows), words: meanConfidence(words),
          form: words.map(\.confidence).min() ?? 0)),
      rows
    )
  }

  /// Whether a row stands at the very edge of what is on the page, as a word of another paper or of the table does.
  private func isBeside(_ row: ReceiptRow) -> Bool {
    let width = page.right - page.left
    return row.box.maxX < page.left + 0.15 * width || row.box.x > page.right - 0.15 * width
  }

  /// The rows of the name that was found in one of them.
  private func rows(
    of best: (score: Double, index: Int, legal: Bool), among others: [Int], _ names: [ReceiptRow], _ places: Places
  ) -> ClosedRange<Int> {
    let index = best.index
    if best.legal {
      // A name over two rows: the second one begins with the kind of company.
      guard index > 0, Self.startsWithForm(page.rows[index]) else { return index...index }
      let above = page.rows[index - 1]
      return !above.has(.noAddress) && !places.isAddress(index - 1) && above.folded.letterCount >= 3
        && above.amounts.isEmpty ? index - 1...index : index...index
    }
    // The Wild / Restaurant; Coral Beach / Pool Bar.
    if let longer = longerName(index, among: others, names, places) { return longer...longer }
    let joined = joined(around: index, places)
    if joined.count > 1 { return joined }
    if index > 0, isKind(index), isName(index - 1, places, words: 6), isCentered(index - 1, index, within: 0.3) {
      let above = self.joined(around: index - 1, places)
      return isChain(above) ? above : above.lowerBound...index
    }
    return index + 1 < page.rows.count && isKind(index + 1) && !places.isAddress(index + 1) && !isChain(joined)
      ? index...index + 1 : joined
  }

  /// The rows of a name in large letters or centered ones, such as RITE / AID or EAT STREET / HIA.
  private func joined(around index: Int, _ places: Places) -> ClosedRange<Int> {
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

  /// A name has no more rows.
  private static let mostRows = 3

  /// Whether a name goes on from a row to the next: letters of one height and one case, right below each other, and nothing
  /// that ends a name.
  private func goesOn(_ first: Int, _ second: Int, _ places: Places) -> Bool {
    guard isName(first, places, words: 5), isName(second, places), !isWhole(first) else { return false }
    let (one, other) = (page.rows[first], page.rows[second])
    let (low, high) = (min(one.height, other.height), max(one.height, other.height))
    guard high < 1.5 * low, Self.isCapital(one.text.plain) == Self.isCapital(other.text.plain), Self.isTitle(one),
      Self.isTitle(other)
    else { return false }
    let isFlush = abs(one.box.x - other.box.x) < 0.5 * low
    return (isFlush || isCentered(first, second, within: 0.15)) && other.box.middleY - one.box.middleY < 1.8 * high
  }

  /// Whether the middles of two rows are as near as this share of the wider one.
  private func isCentered(_ first: Int, _ second: Int, within share: Double) -> Bool {
    let (one, other) = (page.rows[first].box, page.rows[second].box)
    return abs(one.middleX - other.middleX) < share * max(one.width, other.width)
  }

  /// Whether a row is a name that needs no other row: with a kind of shop at its end.
  private func isWhole(_ index: Int) -> Bool {
    guard let last = page.rows[index].row.words.last, page.rows[index].row.words.count > 1 else {
      return isChain(index...index)
    }
    let end = FoldedText(last.text)
    return (Self.shops + Self.legal).contains { ($0.similarity(in: end) ?? 0) > 0.95 } || isChain(index...index)
  }

  /// Whether rows are the name of a chain, and nothing else.
  private func isChain(_ rows: ClosedRange<Int>) -> Bool {
    let text = FoldedText(rows.map { page.rows[$0].text.plain }.joined(separator: " "))
    return Self.chains.contains { $0.count == text.count && ($0.similarity(in: text) ?? 0) > 0.9 }
  }

  /// Whether a text has no small letters.
  private static func isCapital(_ text: String) -> Bool { text == text.uppercased() }

  /// Whether no word of four letters or more begins with a small one, and the last word does not.
  private static func isTitle(_ row: ReceiptRow) -> Bool {
    let words = row.row.words.map(\.text)
    return !words.contains { $0.first?.isLowercase == true && ($0.count > 3 || $0 == words.last) }
  }

  /// Whether a row says only what kind of shop it is: RESTAURANT & BAR.
  private func isKind(_ index: Int) -> Bool {
    let row = page.rows[index]
    return row.row.words.count <= 3 && row.amounts.isEmpty && !row.text.plain.contains(where: \.isNumber)
      && !row.has(anyOf: .noAddress, .receipt) && Self.shops.contains { ($0.similarity(in: row.folded) ?? 0) > 0.95 }
  }

  /// Whether a row may be a part of a name.
  private func isName(_ index: Int, _ places: Places, words most: Int = 4) -> Bool {
    let row = page.rows[index]
    let words = row.row.words.map(\.text)
    return row.folded.letterCount >= 3 && words.count <= most && row.amounts.isEmpty
      && !words.contains(where: Self.isNumber)
      && !row.text.plain.contains { ",?:".contains($0) } && !(words.count > 1 && row.text.plain.hasSuffix("!"))
      && !row.has(anyOf: .noAddress, .receipt, .hours) && !isAddress(index, places)
      && meanConfidence(row.row.words) > 0.4
      && !Self.sayings.contains { ($0.similarity(in: row.folded) ?? 0) > 0.9 }
  }

  /// Whether a word is a number or a code: 12, #06148, FE22124669001; H2O is none.
  private static func isNumber(_ word: String) -> Bool {
    let digits = word.count(where: \.isNumber)
    return digits > 0 && (word.letterCount == 0 || word.first?.isNumber == true || digits > 3)
  }

  /// Whether a row is part of an address; what stands first and has neither number nor comma is not, as EAT STREET.
  private func isAddress(_ index: Int, _ places: Places) -> Bool {
    places.isAddress(index) && (index > 0 || page.rows[index].text.plain.contains { $0.isNumber || $0 == "," })
  }

  /// A row of which the name is a part, as of GREEK in The Real Greek Hoxton: beside it, or with a legal form.
  private func longerName(_ index: Int, among others: [Int], _ names: [ReceiptRow], _ places: Places) -> Int? {
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
      return abs(other - index) == 1 || Self.companies.contains { ($0.similarity(in: names[other].folded) ?? 0) > 0.95 }
    }
  }

  /// A name without what is left of a picture before it: a single small letter, or what the name of a website does not have.
  private func withoutNoise(_ name: String, _ domains: [String]) -> String {
    let words = name.split(separator: " ")
    guard words.count > 1, words[0].count <= 2 else { return name }
    let rest = words.dropFirst().joined(separator: " ")
    let isLeft = words[0].count == 1 && words[0].first?.isLowercase == true && rest.first?.isUppercase == true
    let letters = rest.lowercased().filter { $0.isASCIILetter || $0.isASCIIDigit }
    return letters.count > 3 && (isLeft || domains.contains(letters)) ? rest : name
  }

  /// A legal form behind initials: G.W.P.LLC.
  private static var gluedForm: Regex<Substring> { #/\p{L}\.(?:LLC|INC|LTD|GMBH|CORP)\.?$/#.ignoresCase() }
  /// One shop of many: Store 12.
  static var branch: Regex<Substring> {
    #/(?:store|shop|branch|outlet|till|restaurant|location)\s*(?:no|nr)?[\s.:#]*[0-9-]+/#.ignoresCase()
  }
  private static var website: Regex<Substring> { #/\p{L}\.(?:com|net|org|de|fr|co\.uk)\b/#.ignoresCase() }

  /// The names in the websites and mail addresses of the page: "footlocker" of www.footlocker.com.
  func domains() -> [String] {
    page.rows.flatMap { $0.text.plain.lowercased().split(separator: " ") }.flatMap { word -> [String] in
      let parts = word.split { "@/:".contains($0) }
      guard
        let host = parts.last(where: { part in
          [".com", ".net", ".org", ".de", ".co", ".fr", "www."].contains { part.contains($0) }
        })
      else { return [] }
      let labels = host.split(separator: ".").map(String.init)
      let user = word.contains("@") ? parts.dropLast().map(String.init) : []
      return (labels + user).map { $0.filter { $0.isASCIILetter || $0.isASCIIDigit } }.filter {
        $0.count > 3 && !Self.hosts.contains($0)
      }
    }
  }

  private static let hosts: Set<String> = [
    "gmail", "yahoo", "hotmail", "facebook", "info", "mail", "survey", "https", "http",
  ]

  /// Whether a row is one of these names.
  private func isNamed(_ row: ReceiptRow, in domains: [String]) -> Bool {
    let own = Self.withoutGreeting(row.text.plain).lowercased().filter { $0.isASCIILetter || $0.isASCIIDigit }
    guard own.count > 3, own.count < 30, !row.text.plain.contains("@"), !row.text.plain.lowercased().contains("www")
    else { return false }
    return domains.contains { $0.hasPrefix(own) || own.hasPrefix($0) }
  }

  /// The text without "Welcome to" before it.
  private static func withoutGreeting(_ text: String) -> String {
    let capital = text.uppercased()
    guard let greeting = greetings.first(where: { capital.hasPrefix($0 + " ") }), text.count > greeting.count + 3 else {
      return text
    }
    return String(text.dropFirst(greeting.count + 1))
  }

  /// A word with digits between letters made letters: Hi11s is Hills.
  private static func withLetters(_ word: String) -> String {
    guard word.letterCount > 2, word.contains(where: { "015".contains($0) }) else { return word }
    let characters = Array(word)
    let digits = characters.indices.filter { characters[$0].isNumber }
    guard let first = digits.first, let last = digits.last, first > 0, characters[..<first].allSatisfy(\.isLetter),
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

  /// Whether the name stands on the receipt again.
  private func repeated(_ name: String, outside rows: ClosedRange<Int>) -> Double {
    let keyword = Keyword(name)
    return page.rows.indices.contains { !rows.contains($0) && keyword.similarity(in: page.rows[$0].folded) != nil }
      ? 1 : 0
  }

  private static func startsWithForm(_ row: ReceiptRow) -> Bool {
    let start = FoldedText(row.text.plain.split(separator: " ").prefix(1).joined(separator: " "))
    return (legal + shops).contains { ($0.similarity(in: start) ?? 0) > 0.85 }
  }

  /// Without a registration number behind it, and marks around it.
  static func cleaned(_ text: String) -> String {
    var words = withoutGreeting(text).split(separator: " ").map { withLetters(String($0)) }
    // A label of such a number: CO. REG. NO: 123456-X, COMPANY NO.
    if let label = words.indices.dropFirst().dropLast().first(where: { index in
      let next = words[index + 1].uppercased()
      let isLabel = registration.contains { $0.similarity(in: FoldedText(words[index])) != nil }
      return isLabel && (next.contains(where: \.isNumber) || ["NO", "REG", "REGNO"].contains(next.filter(\.isLetter)))
    }) {
      words.removeSubrange(label...)
    }
    // A place behind the legal form: Markt GmbH & Co. KG, Kassel.
    if let end = words.indices.dropLast().first(where: { index in
      words[index].hasSuffix(",")
        && companies.contains { $0.similarity(in: FoldedText(words[...index].joined(separator: " "))) ?? 0 > 0.95 }
    }) {
      words.removeSubrange((end + 1)...)
    }
    // A registration number has five digits or more, and perhaps one letter behind them.
    while words.count > 1, let last = words.last {
      let digits = last.count(where: \.isNumber)
      let isNumber = digits >= 4 && last.letterCount <= 3 && !last.hasPrefix("#")
      let isLeft =
        words.count > 2 && last.letterCount == 1 && last.hasSuffix(")")
        && words[words.count - 2].contains(where: \.isNumber)
      guard isNumber || isLeft else { break }
      words.removeLast()
    }
    // The last word may have the number glued to it: BHD(126926-H).
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
