// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout

/// Finds the number after a label, such as the number of the receipt or of the register.
struct NumberReader {
  let page: ReceiptPage
  let label: ReceiptLabel
  let digits: Int

  func read() -> FoundField? {
    var best: (score: Double, field: FoundField)?
    for (index, row) in page.rows.enumerated() {
      guard let similarity = row.labels[label], !row.has(anyOf: .total, .payable), !isReference(row) else { continue }
      // The number is the first word with digits after a word of letters.
      var hasLabel = false
      // The year of a date isn't a number.
      let dated = page.dates.readings(in: row.text.numeric).filter { $0.form >= 0.8 }.flatMap { reading in
        row.text.words(in: reading.range).map(\.box)
      }
      for word in grouped(words(of: row, from: similarity)) where !dated.contains(word.box) {
        var text = String(String.UnicodeScalarView(word.text.unicodeScalars.map(\.halfWidth)))
        if let colon = text.lastIndex(where: { ":#＃=".contains($0) }), text.index(after: colon) < text.endIndex {
          hasLabel = true
          text = String(text[text.index(after: colon)...])
        } else if text.hasPrefix("No.") || text.hasPrefix("Nr.") {
          (hasLabel, text) = (true, String(text.dropFirst(3)))
        }
        text.removeAll { "()[]*".contains($0) }
        let count = text.count(where: \.isASCIIDigit)
        // TAX INVOICE   GST No. 93-417-066, FACTURA B (Cod. 006)
        let before = FoldedText(RowText(row.row.words.filter { $0.box.x < word.box.x }.suffix(2)).plain)
        if Self.others.occur(in: before, above: 0.95) { continue }
        guard hasLabel, (digits...InvoiceNumbers.mostDigits).contains(count), count * 2 >= text.letterCount,
          !text.contains(":"), !isDate(text),
          text.count < 32, !InvoiceNumbers.isGSTIN(text)
        else {
          if text.letterCount > 1 { hasLabel = true }
          continue
        }
        let score = similarity + Double(count) / 20 - Double(index) / 100
        if score > best?.score ?? 0 {
          best = (
            score,
            FoundField(
              value: text, box: word.box,
              evidence: Evidence(
                keyword: (InvoiceNumbers.isYear(text) ? 0.5 : 1) * similarity, words: word.confidence,
                form: min(Double(count) / 6, 1)))
          )
        }
        break
      }
    }
    return best?.field
  }

  private static let others = Keyword.list("receipt.notNumber")

  // Ref. invoice no. 2417
  private func isReference(_ row: ReceiptRow) -> Bool {
    let marks = InvoiceRow(row)
    return label == .number && row.row.words.indices.contains(where: marks.isReference)
      && !marks.marks.contains { $0.label == .number }
  }

  // Words to the left of the label, such as a postal code in another column, or Store 0331 before Trans 5908, belong to another text.
  private func words(of row: ReceiptRow, from similarity: Double) -> [Word] {
    let columns = row.row.words.columns
    let keywords = ReceiptWords.table.first { $0.label == label }?.words ?? []
    let own = columns.firstIndex { column in
      let text = FoldedText(RowText(column).plain)
      return keywords.contains { $0.similarity(in: text) ?? 0 >= similarity }
    }
    let rest = columns.dropFirst(own ?? 0).flatMap(\.self)
    // The label is behind another one with a number if the words from any later one on still have it.
    let start = rest.indices.dropFirst().last { start in
      rest[start - 1].text.contains(where: \.isNumber) && !rest[start].text.contains(where: \.isNumber)
        && keywords.contains { $0.similarity(in: FoldedText(RowText(Array(rest[start...])).plain)) ?? 0 >= similarity }
        && !keywords.contains { $0.similarity(in: FoldedText(RowText(Array(rest[..<start])).plain)) ?? 0 >= similarity }
    }
    return Array(rest[(start ?? 0)...])
  }

  // Joins the groups of a number such as 7 310 448 209.
  private func grouped(_ words: [Word]) -> [Word] {
    words.reduce(into: []) { groups, word in
      if let last = groups.last, word.text.count == 3, last.text.count <= 31,
        last.text.prefix(while: { $0 != " " }).count <= 3,
        (last.text + word.text).allSatisfy({ $0.isASCIIDigit || $0 == " " }),
        word.box.x - last.box.maxX < word.box.height
      {
        groups[groups.count - 1].text += " " + word.text
        groups[groups.count - 1].box = last.box.union(word.box)
        groups[groups.count - 1].confidence = min(last.confidence, word.confidence)
      } else {
        groups.append(word)
      }
    }
  }

  private func isDate(_ text: String) -> Bool {
    !page.dates.readings(in: text).allSatisfy { $0.form < 0.8 }
      || text.contains(",") || text.contains(".") && text.letterCount == 0
  }
}
