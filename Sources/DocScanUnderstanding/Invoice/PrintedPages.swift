// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout
internal import DocScanTypedData
internal import DocScanWords
internal import Glibc

/// The text of an invoice's pages, indexed to look up values regardless of labels and position.
struct PrintedPages {
  /// The result of looking up a value.
  enum Answer {
    case shown(page: Int, box: Box)
    /// The value wasn't found, but a barely legible text may be the value.
    case perhaps
    case absent
  }

  /// A value as read, with its confidence from 0 to 1.
  struct Read {
    var value: String
    var page: Int
    var box: Box
    var confidence: Double
  }

  /// A row of a page, divided into characters.
  private struct Row {
    let page: Int
    let row: ReceiptRow
    /// The folded letters and digits, each with the index of its word.
    let letters: [(character: Character, word: Int)]
    /// Whether a space or mark precedes each letter. An additional last element, for the end of the row, is `true`.
    let gaps: [Bool]
  }

  private let rows: [Row]
  private(set) var amounts: [Read] = []
  private(set) var days: [Read] = []
  private(set) var ibans: [Read] = []
  private(set) var vatIds: [Read] = []
  private(set) var currencies = PrintedCurrencies()
  private(set) var says: [Invoice.Page] = []
  /// Whether all text was copied from sound text layers, not recognized.
  let isExact: Bool
  let count: Int

  /// The minimum confidence per character. A less certain character may be another one.
  private static let legible = 0.97

  /// Returns whether each character of a word is legible. The word's `confidence` decreases with the number of characters, `signs`.
  private static func isLegible(_ confidence: Double, signs: Int) -> Bool {
    pow(max(confidence, 0), 1 / Double(max(signs, 1))) >= legible
  }

  init(_ pages: [RecognizedPage]) {
    isExact = pages.allSatisfy {
      $0.status == .copied && $0.confidence ?? 1 >= TextCheck.leastSound || $0.words.isEmpty
    }
    count = pages.reduce(0) { $0 + $1.words.count }
    var rows: [Row] = []
    let reader = InvoicePageReader()
    for page in pages {
      let number = page.page.number
      let bill = BillPage(page, currency: nil, dayFirst: nil)
      let receipt = bill.page
      if let says = reader.read(page, bill) { self.says.append((number, says)) }
      for row in receipt.rows {
        rows.append(Self.row(row, number))
        currencies.add(row, page: number, isExact: isExact, isLegible: Self.isLegible)
        amounts += row.numbers.compactMap { found in
          guard found.kind != .percent, !found.isRepaired, let box = found.box else { return nil }
          let minor = (abs(found.value) * 100).rounded()
          guard minor < 1e15 else { return nil }
          return Read(value: String(Int(minor)), page: number, box: box, confidence: found.confidence)
        }
        guard row.row.words.contains(where: { $0.text.contains(where: \.isNumber) }) else { continue }
        for reading in receipt.dates.readings(in: row.text.numeric) where reading.form >= 0.3 {
          let words = row.text.words(in: reading.range)
          days.append(
            Read(value: reading.date.text, page: number, box: words.box, confidence: words.surest))
        }
      }
      for found in TypedData(types: [.vat, .iban], masks: false).find(on: page) {
        let read = Read(value: Self.plain(found.value), page: number, box: found.box, confidence: found.confidence)
        if found.type == .iban { ibans.append(read) } else { vatIds.append(read) }
      }
    }
    self.rows = rows
    ibans += writtenAccounts
  }

  private static func row(_ row: ReceiptRow, _ page: Int) -> Row {
    var letters: [(character: Character, word: Int)] = []
    var gaps: [Bool] = []
    for (index, word) in row.row.words.enumerated() {
      var isGap = true
      for character in fold(word.text) {
        if character.isLetter || character.isNumber {
          letters.append((character, index))
          gaps.append(isGap)
          isGap = false
        } else {
          isGap = true
        }
      }
    }
    gaps.append(true)
    return Row(page: page, row: row, letters: letters, gaps: gaps)
  }

  /// Returns a text in capitals without accents. "ß" becomes "SS".
  private static func fold(_ text: String) -> String {
    let half = String(String.UnicodeScalarView(text.unicodeScalars.map(\.halfWidth))).uppercased()
    return half.map { folds[$0] ?? String($0) }.joined()
  }

  private static let folds: [Character: String] = {
    let folds = [
      "A": "ÀÁÂÃÅ", "AE": "ÄÆ", "C": "ÇČ", "E": "ÈÉÊËĘ", "I": "ÌÍÎÏ", "N": "ÑŃ", "O": "ÒÓÔÕ", "OE": "ÖØŒ", "S": "ŠŚ",
      "U": "ÙÚÛ", "UE": "Ü", "L": "Ł", "Z": "ŽŹŻ",
    ]
    return folds.reduce(into: [:]) { map, fold in for character in fold.value { map[character] = fold.key } }
  }()

  static func plain(_ text: String) -> String { fold(text).filter { $0.isLetter || $0.isNumber } }

  // MARK: Looking up

  func amount(_ value: String) -> Answer {
    guard let minor = Self.minor(value) else { return .perhaps }
    let wanted = String(abs(minor))
    if let found = amounts.first(where: { $0.value == wanted }) { return .shown(page: found.page, box: found.box) }
    // Searches for the digits, too, because the number may not have been recognized as an amount.
    for text in Self.written(abs(minor)) {
      if let found = find(text) { return .shown(page: found.page, box: found.box) }
    }
    return nearly(wanted, among: amounts) ? .perhaps : .absent
  }

  /// Looks up a date in ISO 8601 format, also as eight digits with the year, the day, or the month first.
  func day(_ value: String) -> Answer {
    if let found = days.first(where: { $0.value == value }) { return .shown(page: found.page, box: found.box) }
    let digits = value.filter(\.isNumber)
    let (year, month, day) = (digits.prefix(4), digits.dropFirst(4).prefix(2), digits.suffix(2))
    for text in [digits, String(day + month + year), String(month + day + year)] {
      if let found = find(text) { return .shown(page: found.page, box: found.box) }
    }
    return nearly(value, among: days) ? .perhaps : .absent
  }

  func code(_ value: String) -> Answer {
    let wanted = Self.plain(value)
    guard wanted.count > 1 else { return .perhaps }
    if let found = find(wanted) { return .shown(page: found.page, box: found.box) }
    guard !isExact, wanted.count > 4 else { return .absent }
    // One character may be misread in a barely legible word.
    let isNear = rows.contains { row in
      row.row.row.words.contains { word in
        let text = Self.plain(word.text)
        return !Self.isLegible(word.confidence, signs: text.count) && Self.differsByOne(text, wanted)
      }
    }
    return isNear ? .perhaps : .absent
  }

  /// Looks up a name by its words. The words that are found must contain at least half of the name's letters.
  func name(_ value: String) -> Answer {
    // Checks words in a fixed order so that the place doesn't change between runs.
    let wanted = Self.words(value)
    guard !wanted.isEmpty else { return .perhaps }
    var found: [String: (page: Int, box: Box)] = [:]
    for row in rows {
      for word in row.row.row.words {
        for token in Self.tokens(word.text) {
          for want in wanted where found[want] == nil {
            let isSame = token == want || token.contains(want) && want.count > 4
            let isNear = !isExact && want.count > 4 && Self.differsByOne(token, want)
            if isSame || isNear { found[want] = (row.page, word.box) }
          }
        }
      }
    }
    // A word of the name can be in spaced letters, or divided differently.
    for want in wanted where found[want] == nil && want.count > 4 {
      if let place = find(want, isWhole: false) { found[want] = place }
    }
    let letters = found.keys.reduce(0) { $0 + $1.count }
    guard 2 * letters >= wanted.reduce(0, { $0 + $1.count }),
      let first = wanted.lazy.compactMap({ found[$0] }).first
    else { return .absent }
    return .shown(page: first.page, box: first.box)
  }

  static func tokens(_ name: String) -> Set<String> { Set(words(name)) }

  private static func words(_ name: String) -> [String] {
    let words = fold(name).split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let telling = words.filter { $0.count > 2 && !forms.contains($0) }
    var seen: Set<String> = []
    return (telling.isEmpty ? words : telling).filter { seen.insert($0).inserted }
  }

  private static let forms = Set((WordLists.words("company.form") + WordLists.words("company.link")).map(fold))

  private func find(_ text: String, isWhole: Bool = true) -> (page: Int, box: Box)? {
    let wanted = Array(text)
    guard let first = wanted.first, let last = wanted.last else { return nil }
    for row in rows where row.letters.count >= wanted.count {
      for start in 0...row.letters.count - wanted.count where row.letters[start].character == first {
        let end = start + wanted.count
        guard zip(row.letters[start..<end], wanted).allSatisfy({ $0.character == $1 }) else { continue }
        func isEnd(_ edge: Character, _ place: Int, _ other: Int) -> Bool {
          row.gaps[place]
            || row.letters.indices.contains(other)
              && edge.isNumber != row.letters[other].character.isNumber
        }
        guard !isWhole || isEnd(first, start, start - 1) && isEnd(last, end, end) else { continue }
        let words = row.letters[start].word...row.letters[end - 1].word
        return (row.page, Array(row.row.row.words[words]).box)
      }
    }
    return nil
  }

  private func nearly(_ wanted: String, among all: [Read]) -> Bool {
    !isExact
      && all.contains { read in
        !Self.isLegible(read.confidence, signs: read.value.count) && Self.differsByOne(read.value, wanted)
      }
  }

  /// Returns whether two account numbers differ in more characters than misreading explains.
  func isOther(_ account: String, than other: String) -> Bool {
    let (one, two) = (Array(Self.plain(account)), Array(Self.plain(other)))
    // Recognized text after the word IBAN may be cut off or contain further words, so only differing characters count.
    return isExact ? !zip(one, two).allSatisfy { $0 == $1 } : zip(one, two).count { $0 != $1 } >= Self.leastOther
  }

  private static let leastOther = 3

  /// The account numbers that follow the word IBAN, including those with wrong check digits.
  private var writtenAccounts: [Read] {
    rows.compactMap { row in
      guard let label = row.row.row.words.firstIndex(where: { Self.plain($0.text).contains("IBAN") }) else {
        return nil
      }
      let letters = row.letters.filter { $0.word >= label }
      let text = letters.map(\.character)
      guard let mark = String(text).firstRange(of: "IBAN") else { return nil }
      let start = String(text).distance(from: String(text).startIndex, to: mark.upperBound)
      let account = text[start...].prefix { $0.isASCII }
      guard account.count >= 15, account.prefix(2).allSatisfy(\.isLetter),
        account.dropFirst(2).prefix(10).allSatisfy(\.isNumber)
      else { return nil }
      let words = letters[start].word...letters[min(start + 21, letters.count - 1)].word
      let all = Array(row.row.row.words[words])
      guard isExact || Self.isLegible(all.surest, signs: account.count) else { return nil }
      return Read(value: String(account.prefix(22)), page: row.page, box: all.box, confidence: 0.9)
    }
  }

  static func minor(_ value: String) -> Int? {
    let parts = value.split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = parts.first, parts.count <= 2, value.utf8.count < 18 else { return nil }
    let cents = parts.count == 2 ? String(parts[1].prefix(2)) : "00"
    return cents.count == 2 ? Int(whole + cents) : nil
  }

  /// Returns the digits of an amount in hundredths as a text to search for, or an empty list if there are too few.
  private static func written(_ minor: Int) -> [String] {
    let digits = minor < 100 ? String(String(minor + 1000).suffix(3)) : String(minor)
    return digits.count > 3 ? [digits] : []
  }

  private static func differsByOne(_ one: String, _ other: String) -> Bool {
    guard abs(one.count - other.count) <= 1, one != other else { return one == other }
    let (a, b) = (Array(one), Array(other))
    let (short, long) = a.count <= b.count ? (a, b) : (b, a)
    let start = zip(short, long).prefix { $0 == $1 }.count
    let end = zip(short.reversed(), long.reversed()).prefix { $0 == $1 }.count
    return a.count == b.count ? start + end >= a.count - 1 : start + end >= short.count
  }
}
