// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Finds candidates for an invoice's number, after or below a label.
struct InvoiceNumbers {
  private(set) var candidates: [InvoicePage.Candidate] = []

  private static let labels: Set<InvoiceLabel> = [
    .number, .weakNumber, .receiptNumber, .otherNumber, .invoiceDate, .date, .dueDate, .otherDate, .buyer,
  ]
  /// Words between a label and its number, or before the date that follows.
  private static let particles: Set<String> = [
    "nr", "no", "num", "n", "id", "numero", "número", "vom", "du", "del", "van", "of", "dated", "und", "and", "et",
    "date",
    "datum", "no:", "ref", "de", "la", "le",
  ]

  init(page: ReceiptPage, rows: [InvoiceRow], head: InvoiceHead) {
    for (index, row) in rows.enumerated() {
      for (place, word) in row.words.enumerated() {
        guard let value = Self.number(in: row, at: place, page) else { continue }
        var strength = 0.0
        if let mark = row.mark(before: value.first, among: Self.labels) {
          strength = Self.strength(of: mark, hidden: 1)
        } else {
          for above in [index - 1, index - 2] where rows.indices.contains(above) && strength == 0 {
            guard word.box.y - rows[above].row.box.maxY < 2.5 * page.height else { break }
            if let mark = rows[above].mark(above: word.box, among: Self.labels) {
              strength = Self.strength(of: mark, hidden: above == index - 1 ? 0.9 : 0.7)
              break
            }
          }
        }
        guard strength > 0 else { continue }
        let words = Array(row.words[value.first...value.last])
        candidates.append(
          InvoicePage.Candidate(value: value.text, strength: strength, words: words.surest, box: words.box))
      }
    }
    if let number = head.number, let box = number.box {
      candidates.append(
        InvoicePage.Candidate(
          value: number.value, strength: 0.9 * number.evidence.keyword, words: number.evidence.words, box: box))
    }
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

  private static func number(
    in row: InvoiceRow, at place: Int, _ page: ReceiptPage
  ) -> (text: String, first: Int, last: Int)? {
    let words = row.words
    var (text, first, last) = (words[place].text, place, place)
    // Rechnungsnr.:4711 is one word.
    if let mark = text.lastIndex(where: { ":#".contains($0) }), text.index(after: mark) < text.endIndex {
      text = String(text[text.index(after: mark)...])
    }
    text = trimmed(text)
    guard text.contains(where: \.isASCIIDigit), !text.hasSuffix("%"), !words[place].text.hasPrefix("("),
      text.count < 32, !text.contains("@"), text.letterCount <= 12
    else { return nil }
    func isNear(_ left: Int, _ right: Int) -> Bool {
      words[right].box.x - words[left].box.maxX < 0.9 * max(words[left].box.height, 1)
    }
    // INV 00123, RE-2024 117, F / 2024 / 88.
    if place > 0, isNear(place - 1, place), let before = Optional(trimmed(words[place - 1].text)),
      (1...4).contains(before.count),
      before.allSatisfy({ $0.isUppercase && $0.isLetter }), !particles.contains(before.lowercased()),
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
    guard digits >= 1, text.count >= 2, text.count < 40, !isDate(text, page), !isAmount(text) else { return nil }
    // The rest of a split number isn't a number by itself.
    if place > 0, first == place, isNear(place - 1, place), words[place - 1].text.last?.isASCIIDigit == true {
      return nil
    }
    return (text, first, last)
  }

  private static func isDate(_ text: String, _ page: ReceiptPage) -> Bool {
    page.dates.readings(in: text).contains { $0.form >= 0.8 }
  }

  private static func isAmount(_ text: String) -> Bool {
    let parts = text.split(omittingEmptySubsequences: false) { ".,".contains($0) }
    return parts.count > 1 && parts.last?.count == 2
      && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }
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
