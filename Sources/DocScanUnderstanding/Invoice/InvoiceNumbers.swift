// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout
internal import DocScanTypedData
internal import DocScanWords

/// Finds candidates for an invoice's number, after or below a label.
struct InvoiceNumbers {
  private(set) var candidates: [InvoicePage.Candidate] = []

  private static let labels: Set<InvoiceLabel> = [
    .number, .weakNumber, .receiptNumber, .otherNumber, .invoiceDate, .date, .dueDate, .otherDate, .buyer, .delivery,
  ]
  // Words between a label and its number, or before the date that follows.
  private static let particles = Set(WordLists.words("number.particle"))

  init(page: ReceiptPage, rows: [InvoiceRow], head: InvoiceHead) {
    // The numbers in a list are those of other papers.
    var others: Set<String> = []
    for (index, row) in rows.enumerated() where !page.dated.contains(index) {
      let dates = page.dates.readings(in: row.row.text.numeric).filter { $0.form >= 0.8 }
      let dated = Set(
        row.row.text.places.indices.filter { place in
          dates.contains { $0.range.overlaps(row.row.text.places[place].range) }
        })
      for (place, word) in row.words.enumerated() {
        // The year of a date isn't a number.
        guard !dated.contains(place) || Self.followsSign(place, in: row.words),
          let value = Self.number(in: row, at: place, page)
        else { continue }
        var strength = 0.0
        // A sign that starts a column doesn't belong to a label in another one.
        let isApart =
          value.first > 1 && Self.followsSign(value.first, in: row.words) && row.startsColumn(value.first - 1)
        if let mark = row.mark(before: value.first, among: Self.labels),
          !(isApart && mark.label == .otherNumber && mark.words.upperBound < value.first)
        {
          if mark.label == .otherNumber, mark.similarity > Self.sureLabel { others.insert(value.text) }
          let isInText = Self.isInText(value.first, after: mark, in: row) || Self.startsText(value, in: row)
          strength = Self.strength(of: mark, hidden: isInText ? Self.short : 1)
        } else {
          for above in [index - 1, index - 2] where rows.indices.contains(above) && strength == 0 {
            // "Invoice total" next to its amount isn't the label of the row below.
            guard word.box.y - rows[above].row.box.maxY < 2.5 * page.height, rows[above].row.amounts.isEmpty else {
              break
            }
            if let mark = rows[above].mark(above: word.box, among: Self.labels) ?? Self.label(rows[above], before: row)
            {
              if mark.label == .otherNumber, mark.similarity > Self.sureLabel { others.insert(value.text) }
              strength = Self.strength(of: mark, hidden: above == index - 1 ? 0.9 : 0.7)
              break
            }
          }
        }
        guard strength > 0, !Self.isTerm(value.last, in: row.words) else { continue }
        // Two digits or a year without a sign are rarely a document's number.
        if value.text.count < 3 || Self.isYear(value.text), !Self.followsSign(value.first, in: row.words) {
          strength *= Self.short
        }
        let words = Array(row.words[value.first...value.last])
        candidates.append(
          InvoicePage.Candidate(value: value.text, strength: strength, words: words.surest, box: words.box))
      }
    }
    // The number of an original invoice can also be in a sentence, but an order can have the invoice's own number.
    candidates.removeAll { others.contains($0.value) && $0.strength < Self.ownNumber }
    if let number = head.number, let box = number.box, !others.contains(number.value) {
      candidates.append(
        InvoicePage.Candidate(
          value: number.value, strength: (Self.isYear(number.value) ? 0.5 : 0.9) * number.evidence.keyword,
          words: number.evidence.words, box: box))
    }
  }

  // Receipt number: / ABCD-1234, with the number at the right edge
  private static func label(_ above: InvoiceRow, before row: InvoiceRow) -> InvoiceRow.Mark? {
    guard row.words.count == 1, above.words.last?.text.hasSuffix(":") == true else { return nil }
    return above.marks.filter { labels.contains($0.label) && $0.words.upperBound == above.words.count }.max {
      $0.letters < $1.letters
    }
  }

  // "Invoice Number    Topsham EX3 0JB" is a label next to a line of an address.
  private static func isInText(_ place: Int, after mark: InvoiceRow.Mark, in row: InvoiceRow) -> Bool {
    guard mark.words.upperBound < place else { return false }
    let next = row.words[mark.words.upperBound].text
    return row.startsColumn(mark.words.upperBound) && next.letterCount > 3 && next.allSatisfy(\.isLetter)
      && !particles.contains(next.lowercased()) && !signs.contains(next.lowercased())
  }

  // "Invoice    618 Alder Creek Rd" is a title next to an address.
  private static func startsText(_ value: (text: String, first: Int, last: Int), in row: InvoiceRow) -> Bool {
    let next = value.last + 1
    guard value.text.count < 6, row.startsColumn(value.first), next < row.words.count, !row.startsColumn(next) else {
      return false
    }
    let word = row.words[next].text
    return word.letterCount > 2 && word.first?.isUppercase == true && word.allSatisfy(\.isLetter)
      && word.contains(where: \.isLowercase)
  }

  // Returns whether a text is a year or the years of a period: 2025, 2025/26.
  static func isYear(_ text: String) -> Bool {
    let parts = text.split { "/-–".contains($0) }.map { Int($0) }
    guard let first = parts.first ?? nil, (1990..<2100).contains(first), parts.count <= 2 else { return false }
    return parts.count == 1 ? text.count == 4 : parts[1] == first + 1 || parts[1] == (first + 1) % 100
  }

  private static let (short, sureLabel, ownNumber) = (0.6, 0.95, 0.9)
  // Longer numbers are those of accounts or access keys.
  static let mostDigits = 20
  private static let days = Set(WordLists.words("number.days"))

  // Payable within 30 days
  private static func isTerm(_ place: Int, in words: [Word]) -> Bool {
    place + 1 < words.count && days.contains(words[place + 1].text.lowercased().filter(\.isLetter))
  }

  // The abbreviations of "number" that precede only numbers, never dates.
  private static let signs = Set(WordLists.words("number.sign").map { $0.lowercased() })

  /// Returns whether an abbreviation of "number" precedes a word, with at most a short prefix in capitals in between: nr FV 12/05/2024.
  static func followsSign(_ place: Int, in words: [Word]) -> Bool {
    func bare(_ index: Int) -> String {
      words[index].text.lowercased().filter { $0.isLetter || $0.isNumber || "°º".contains($0) }
    }
    guard place > 0, words.indices.contains(place) else { return false }
    if signs.contains(bare(place - 1)) { return true }
    return place > 1 && isPrefix(words[place - 1].text) && signs.contains(bare(place - 2))
  }

  /// Returns whether a text ends with an abbreviation of "number", as labels do.
  static func endsWithSign(_ text: String) -> Bool {
    let words = text.lowercased().split { !$0.isLetter && !"°º".contains($0) }
    return words.count > 1 && signs.contains(String(words.last ?? ""))
  }

  private static func isPrefix(_ text: String) -> Bool {
    (1...4).contains(text.count) && text.allSatisfy { $0.isUppercase && $0.isLetter }
      && !particles.contains(text.lowercased()) && !text.contains { "°º".contains($0) }
  }

  private static func strength(of mark: InvoiceRow.Mark, hidden: Double) -> Double {
    switch mark.label {
    // A bare word such as "invoice" also precedes other numbers.
    case .number: (mark.letters > 8 || mark.letters < 6 ? 1 : 0.85) * mark.similarity * hidden
    case .weakNumber: 0.7 * mark.similarity * hidden
    case .receiptNumber: 0.45 * mark.similarity * hidden
    case _: 0
    }
  }

  // Returns whether a text is a decimal number with its unit, such as 1.042kg.
  private static func isQuantity(_ text: String) -> Bool {
    guard let start = text.firstIndex(where: \.isLetter), text[..<start].contains(where: { ".,".contains($0) }) else {
      return false
    }
    return text[..<start].allSatisfy { $0.isASCIIDigit || ".,".contains($0) }
      && units.contains(text[start...].uppercased())
  }

  private static let units = Set(WordLists.words("number.unit"))

  private static func number(
    in row: InvoiceRow, at place: Int, _ page: ReceiptPage
  ) -> (text: String, first: Int, last: Int)? {
    let words = row.words
    var (text, first, last) = (words[place].text, place, place)
    // Rechnungsnr.:4711 is one word.
    if let mark = text.lastIndex(where: { ":：#=".contains($0) }), text.index(after: mark) < text.endIndex {
      text = String(text[text.index(after: mark)...])
    }
    text = trimmed(text)
    guard text.contains(where: \.isASCIIDigit), !text.hasSuffix("%"), !isQuantity(text),
      !words[place].text.hasPrefix("("), !isVersion(text),
      text.count < 32, !text.contains("@"), text.letterCount <= 12, !isMasked(place, in: words),
      // $ 669.702 is an amount.
      !words[max(0, place - 1)].text.contains(where: \.isCurrencySymbol), !text.contains(where: \.isCurrencySymbol)
    else { return nil }
    func isNear(_ left: Int, _ right: Int) -> Bool {
      words[right].box.x - words[left].box.maxX < max(words[left].box.height, words[right].box.height, 1)
    }
    // INV 00123, RE-2024 117, F / 2024 / 88.
    let isNamed = followsSign(place, in: words)
    if place > 0, isNear(place - 1, place), let before = Optional(trimmed(words[place - 1].text)), isPrefix(before),
      DigitGroups(text.unicodeScalars)?.hasCents != true,
      !row.marks.contains(where: { $0.words.contains(place - 1) && $0.label != .notName && $0.label != .date })
    {
      (text, first) = (before + " " + text, place - 1)
    }
    while last + 1 < words.count, isNear(last, last + 1) {
      let next = words[last + 1].text
      let isJoint =
        ["/", "-", "–"].contains(next) && last + 2 < words.count
        && words[last + 2].text.contains(where: \.isASCIIDigit) && !isDate(words[last + 2].text, page)
      let isPart = !next.isEmpty && next.allSatisfy { $0.isASCIIDigit || "/-".contains($0) } && next.count < 8
      if isJoint {
        (text, last) = (text + next + trimmed(words[last + 2].text), last + 2)
      } else if isPart, !isDate(text + " " + next, page) {
        (text, last) = (text + " " + trimmed(next), last + 1)
      } else {
        break
      }
    }
    let digits = text.count(where: \.isASCIIDigit)
    guard !isGSTIN(text), digits >= 1, digits <= mostDigits, text.count >= 2, text.count < 40,
      isNamed || !isDate(text, page),
      DigitGroups(text.unicodeScalars)?.hasCents != true, !isVersion(text)
    else {
      return nil
    }
    // The rest of a split number isn't a number by itself.
    if place > 0, first == place, isNear(place - 1, place), words[place - 1].text.last?.isASCIIDigit == true {
      return nil
    }
    return (text, first, last)
  }

  // FACTURA (CFDI 4.0)
  static func isVersion(_ text: String) -> Bool { text.wholeMatch(of: version) != nil }

  private static let version = Pattern(#/\d{1,2}[.,]\d/#)

  // **** **** **** 7702 is a card.
  private static func isMasked(_ place: Int, in words: [Word]) -> Bool {
    let text = words[place].text
    return text.contains("**") || text.contains("••") || text.lowercased().contains("xxx")
      || place > 0 && words[place - 1].text.count > 1 && words[place - 1].text.allSatisfy { "*•xX".contains($0) }
  }

  // Returns whether a text is an Indian tax number, such as 33AAACK4417P1Z8.
  static func isGSTIN(_ text: String) -> Bool { text.wholeMatch(of: taxNumber) != nil }

  private static let taxNumber = Pattern(#/\d{2}[A-Z]{5}\d{4}[A-Z][0-9A-Z]Z[0-9A-Z]/#)

  private static func isDate(_ text: String, _ page: ReceiptPage) -> Bool {
    page.dates.readings(in: text).contains { $0.form >= 0.8 }
  }

  private static func trimmed(_ text: String) -> String {
    var text = text
    for head in ["nr.", "no.", "n°", "nº", "n."] where text.count > head.count && text.lowercased().hasPrefix(head) {
      text.removeFirst(head.count)
    }
    while let first = text.first, !(first.isLetter || first.isNumber) { text.removeFirst() }
    while let last = text.last, !(last.isLetter || last.isNumber) { text.removeLast() }
    return text
  }
}
