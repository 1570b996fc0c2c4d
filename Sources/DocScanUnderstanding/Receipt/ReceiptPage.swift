// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout
internal import DocScanTypedData

/// The rows of a possible receipt, with properties that they share.
struct ReceiptPage {
  let rows: [ReceiptRow]
  let style: MoneyStyle
  let scanner: NumberScanner
  let currency: String?
  let isCurrencyGiven: Bool
  let languages: [String]
  /// The median row height, in pixels.
  let height: Double
  /// The left and right edges of the text, in pixels.
  let left, right: Double
  let dates: ReceiptDates
  let taxTable: Set<Int>
  /// The rows of lists whose entries begin with their own dates, as on bank statements and hotel bills.
  let dated: Set<Int>

  // Whether the page has an earlier balance, so that the amount to pay may be more than the page's own total.
  let hasEarlierBalance: Bool

  static let mostRows = 400
  private static let earlier = Keyword.list("page.earlier")

  init(_ page: RecognizedPage, currency given: String?, dayFirst: Bool?) {
    let rows = TextRows(page).rows.filter { !$0.words.isEmpty }.prefix(Self.mostRows).map(\.withoutLetterSpacing)
    let texts = rows.map { RowText($0.words).numeric }
    let hints = CurrencyHints(texts: texts, languages: page.languages)
    let style = hints.style
    self.style = style
    let scanner = NumberScanner(style: style, currency: given ?? hints.currency)
    self.scanner = scanner
    self.rows = rows.map { ReceiptRow($0, scanner: scanner) }
    (currency, isCurrencyGiven) = (given ?? hints.currency, given != nil)
    languages = page.languages
    let lines = texts.map { SearchText($0) }
    dates = ReceiptDates(
      order: DayMonthOrder(
        in: lines, from: TextOrigin(lines, language: TextLanguage(page.text), currency: currency), dayFirst: dayFirst))
    let heights = self.rows.map(\.height).sorted()
    height = heights.isEmpty ? 1 : max(heights[heights.count / 2], 1)
    left = self.rows.map(\.box.x).min() ?? 0
    right = self.rows.map(\.box.maxX).max() ?? 0
    taxTable = Self.taxTable(self.rows)
    dated = Self.dated(self.rows, dates)
    hasEarlierBalance = self.rows.contains { row in
      row.amounts.contains { ($0.money?.minor ?? 0) != 0 }
        && Self.earlier.occur(in: row.folded, above: 0.95)
    }
  }

  // Returns whether a row has hardly any other words than an earlier balance: 02/04/26 BALANCE FORWARD 36.40
  static func isEarlierBalance(_ row: ReceiptRow) -> Bool {
    earlier.contains { $0.count * 10 >= row.folded.letterCount * 7 && $0.occurs(in: row.folded, above: 0.95) }
  }

  private static let fewestDated = 3

  private static func dated(_ rows: [ReceiptRow], _ dates: ReceiptDates) -> Set<Int> {
    let entries = rows.indices.filter {
      rows[$0].row.words.count > 2 && rows[$0].row.words[0].text.first?.isNumber == true
    }
    let listed = listed(rows, dates)
    guard entries.count >= fewestDated else { return listed }
    let found = entries.filter { index in
      let start = RowText(Array(rows[index].row.words.prefix(3))).numeric
      return dates.readings(in: start).contains { $0.form >= 0.8 && $0.range.lowerBound == 0 }
    }
    let lists = found.map { index in
      found.filter { abs(rows[$0].box.x - rows[index].box.x) < rows[index].height }
    }
    return listed.union(lists.filter { $0.count >= fewestDated }.joined())
  }

  // Rows one below the other with amounts and unlabelled dates in one column, such as invoices that a payment settles.
  private static func listed(_ rows: [ReceiptRow], _ dates: ReceiptDates) -> Set<Int> {
    let places = rows.map { row -> Double? in
      guard row.amounts.count > 1, !row.has(anyOf: .date, .notDate, .total, .payable) else { return nil }
      let found = dates.readings(in: row.text.numeric).filter { $0.form >= 0.8 }
      guard let date = found.first, found.allSatisfy({ $0.range == date.range }) else { return nil }
      return row.text.words(in: date.range).first?.box.x
    }
    return Set(
      rows.indices.dropFirst().flatMap { index -> [Int] in
        guard let own = places[index], let above = places[index - 1], abs(own - above) < rows[index].height else {
          return []
        }
        return [index - 1, index]
      })
  }

  private static func taxTable(_ rows: [ReceiptRow]) -> Set<Int> {
    var found: Set<Int> = []
    for (index, row) in rows.enumerated() where row.amounts.isEmpty {
      let isHead = row.has(.tableHeader) || row.has(.tax) && row.has(anyOf: .net, .inclusive, .total, .subtotal)
      guard isHead, row.numbers.allSatisfy({ $0.kind != .percent }) else { continue }
      var missing = 0
      for next in rows.indices[(index + 1)...].prefix(7) {
        if rows[next].amounts.isEmpty {
          missing += 1
          if missing > 1 { break }
        } else if rows[next].has(anyOf: .cash, .change, .payable) {
          break
        } else {
          found.insert(next)
        }
      }
    }
    return found
  }

  var isRefund: Bool {
    let totals = rows.filter { $0.has(anyOf: .total, .payable) && !$0.has(anyOf: .subtotal, .discount, .points) }
    let amounts = totals.compactMap { $0.amount?.money?.minor }.filter { $0 != 0 }
    return !amounts.isEmpty && amounts.allSatisfy { $0 < 0 }
  }

  // A bill that is paid at once, as at a till, has no addressee.
  var isPaidAtOnce: Bool {
    isPaid || rows.contains { !$0.times.isEmpty }
  }

  // Whether the page states how it was paid. A word that only resembles one doesn't count.
  var isPaid: Bool {
    rows.contains { row in row.amount != nil && [.cash, .card, .change].contains { row.labels[$0] ?? 0 > 0.93 } }
  }

  func position(_ index: Int) -> Double { Double(index) / Double(max(rows.count - 1, 1)) }
}
