// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout

/// Finds titles of papers with amounts that aren't bills, such as quotes, orders, reminders, and statements, and titles of credit notes.
struct PaperTitles {
  let page: ReceiptPage
  private let bill: Int?

  private enum Share {
    static let least = 0.55
    static let similarity = 0.93
  }

  private static let mostWords = 6
  private static let papers = AboutWords.titles.filter { [.other, .letter, .statement, .contract].contains($0.kind) }
  // Minutes, programs, time sheets, and others that mention payments, but are never bills.
  private static let records = Keyword.list("title.record")
  private static let credits = Keyword.list("title.creditNote")
  private static let corrections = Keyword.list("title.correction")

  init(page: ReceiptPage, head: InvoiceHead) {
    self.page = page
    bill = [head.titleRow, head.shortTitles.first?.row].compactMap(\.self).min()
  }

  // Quotes and orders that were paid are bills.
  var isOfOtherPaper: Bool {
    if isPaySlip || isProForma { return true }
    if bill == nil, isRecord { return true }
    if bill == nil, !isPaid, isNumbered { return true }
    return Self.papers.contains { kind, words in
      guard ![.other, .contract].contains(kind) || !isPaid, kind != .statement || !isStatedBill else { return false }
      let last = bill.map { kind == .letter ? $0 : $0 - 1 } ?? page.rows.count
      return rows(of: words, above: 0.6, areNumbered: kind == .letter) { kind == .letter || !Self.isBill($0) }
        .contains { title in title <= last && !isLabelled(above: title) }
        || bill == nil && !capitals(naming: words).isEmpty
    }
  }

  // The invoice follows with the goods, so a pro forma invoice would count twice.
  // An invoice can name its own pro forma invoice below its title.
  private var isProForma: Bool {
    (rows(of: Self.proFormas, above: 0.6) + numbered(by: Self.proFormas)).contains { $0 <= bill ?? $0 }
  }

  private static let proFormas = Keyword.list("title.proForma")

  // A deposit on an order is less than half of its total.
  private var isPaid: Bool {
    func amounts(_ labels: ReceiptLabel...) -> [Int] {
      page.rows.filter { row in labels.contains { row.labels[$0] ?? 0 > Share.similarity } }
        .compactMap { $0.amount?.money.map { abs($0.minor) } }
    }
    let total = amounts(.total, .payable).max() ?? 0
    return page.isPaid && 2 * amounts(.cash, .card, .change).reduce(0, +) >= total
  }

  private var isRecord: Bool {
    !rows(of: Self.records, above: 0.4).isEmpty || begins(with: Self.records)
      || !isStatedBill && begins(with: Self.statements)
  }

  // Annual report 2024 | Northern Ports
  private func begins(with titles: [Keyword]) -> Bool {
    page.rows.indices.contains { index in
      let row = page.rows[index]
      guard page.position(index) < 0.4, row.amounts.isEmpty, row.row.words.count <= Self.mostWordsOfRecord else {
        return false
      }
      return titles.contains { title in
        title.count > Self.longRecord
          && title.places(in: row.folded).contains { $0.letters.lowerBound == 0 && $0.similarity > Share.similarity }
      }
    }
  }

  private static let statements = Keyword.list("title.statement")
  private static let (longRecord, mostWordsOfRecord) = (9, 10)

  var credit: InvoicePage.Credit? {
    if mentions(Self.selfBilling) { return .selfBilled }
    if !(rows(of: Self.credits, above: 0.6) + capitals(naming: Self.credits)).isEmpty || isNumberedCredit {
      return .creditNote
    }
    // A German "Gutschrift" that refers to nothing may be the buyer's bill for a delivery.
    if !rows(of: Self.ambiguousCredits, above: 0.6).isEmpty {
      return mentions(Self.credited) ? .creditNote : .selfBilled
    }
    return rows(of: Self.corrections, above: 0.6).isEmpty && !isNumbered(by: Self.corrections) ? nil : .correction
  }

  private func hasAmount(_ label: ReceiptLabel) -> Bool {
    page.rows.contains { $0.amount != nil && $0.labels[label] ?? 0 > Share.similarity }
  }

  /// Whether a bill, such as for a telephone, is titled as a statement of account.
  var isStatedBill: Bool { hasAmount(.tax) && isDueBill }

  /// Whether the page asks for an amount by a date, and has neither balances nor a list of transactions.
  var isDueBill: Bool {
    guard page.dated.isEmpty, !mentions(Self.balances) else { return false }
    return hasAmount(.payable)
      && page.rows.indices.contains { index in
        guard InvoiceRow(page.rows[index]).marks.contains(where: { $0.label == .dueDate && $0.similarity > 0.95 })
        else { return false }
        return page.rows[index...].prefix(2).contains { row in
          page.dates.readings(in: row.text.numeric).contains { $0.form >= 0.8 }
        }
      }
  }

  private func mentions(_ words: [Keyword]) -> Bool {
    page.rows.contains { row in
      row.folded.count < Self.mostSearched && words.occur(in: row.folded, above: Share.similarity)
    }
  }

  private static let mostSearched = 200
  private static let selfBilling = Keyword.list("page.selfBilling")
  private static let balances = Keyword.list("page.balance")
  private static let ambiguousCredits = Keyword.list("title.credit")
  private static let credited = Keyword.list("page.credited")

  private var isPaySlip: Bool {
    let rows = page.rows.filter { $0.folded.letterCount < Self.mostLetters }
    let found = Self.wages.count { word in rows.contains { word.occurs(in: $0.folded, above: Share.similarity) } }
    return found >= Self.fewestWages && bill == nil
  }

  // Quote #: Q-2217. Receipts can have the numbers of orders and delivery notes.
  private var isNumbered: Bool { isNumbered(by: Self.quotes) && !isLabelled(above: page.rows.count) }

  private func isNumbered(by titles: [Keyword]) -> Bool { !numbered(by: titles).isEmpty }

  private func numbered(by titles: [Keyword]) -> [Int] {
    page.rows.indices.filter { index in
      page.position(index) < 0.4
        && page.rows[index].row.columns.contains { column in
          let label = Array(column.prefix { !$0.text.contains(where: \.isNumber) })
          guard !label.isEmpty, label.count < Self.mostWords, label.count < column.count else { return false }
          return Self.names(joinedText(label), titles)
        }
    }
  }

  // Credit note no. 118 of 11 March 2026
  private var isNumberedCredit: Bool {
    page.rows.indices.contains { index in
      page.position(index) < 0.4 && index <= bill ?? index && page.rows[index].amounts.isEmpty
        && page.rows[index].row.columns.contains { column in
          let label = Array(column.prefix { !$0.text.contains(where: \.isNumber) })
          guard !label.isEmpty, label.count < Self.mostWords, label.count < column.count else { return false }
          let text = FoldedText(joinedText(label))
          return Self.credits.contains { title in
            3 * title.count >= 2 * text.letterCount
              && title.places(in: text).contains { $0.letters.lowerBound == 0 && $0.similarity > Share.similarity }
          }
        }
    }
  }

  private static let quotes = Keyword.list("page.quote")
  private static let wages = Keyword.list("page.wages")
  private static let fewestWages = 3
  private static let mostLetters = 60

  private func rows(
    of titles: [Keyword], above end: Double, areNumbered: Bool = false, where isFit: ([Word]) -> Bool = { _ in true }
  ) -> [Int] {
    page.rows.indices.filter { index in
      guard page.position(index) < end else { return false }
      let columns = page.rows[index].row.columns
      return columns.contains { column in
        // "und nach Vereinbarung" ends a sentence, but a large "ihr angebot" is a title.
        (column.count == 1 || column[0].text.first?.isLowercase != true || column.box.height > 1.3 * page.height)
          && isTitle(areNumbered ? Self.withoutNumber(column) : column, titles, isAlone: columns.count == 1)
          && isFit(column)
      }
    }
  }

  private static let longWord = 10

  // A title in capitals, or a long word, can be next to one other column, such as the sender's name, without being large.
  private func capitals(naming titles: [Keyword]) -> [Int] {
    page.rows.indices.filter { index in
      guard page.position(index) < 0.35, page.rows[index].amounts.isEmpty else { return false }
      let columns = page.rows[index].row.columns
      return columns.count == 2
        && columns.contains { column in
          let text = joinedText(column)
          // Creditfactuur
          let isLongWord = column.count == 1 && text.letterCount >= Self.longWord && text.first?.isUppercase == true
          guard isLongWord || text == text.uppercased(), text.letterCount > 4, !text.contains(where: \.isNumber) else {
            return false
          }
          return titles.contains { title in
            10 * title.count >= 9 * FoldedText(text).letterCount
              && title.occurs(in: FoldedText(text), above: Share.similarity)
          }
        }
    }
  }

  // A title is alone in its row or large. Only large titles contain numbers.
  private func isTitle(_ column: [Word], _ titles: [Keyword], isAlone: Bool) -> Bool {
    let column = Self.withoutSubject(column)
    let words = column.filter { !$0.text.contains(where: \.isNumber) }
    // T I M E S H E E T
    let isSpelled = words.count > 4 && words.allSatisfy { $0.text.count == 1 }
    guard let first = words.first, words.count <= Self.mostWords || isSpelled,
      !column.contains(where: { $0.text.hasSuffix(":") }),
      !words.contains(where: { InvoiceHead.negations.contains($0.text.uppercased()) })
    else { return false }
    let isLarge = column.map(\.box.height).max() ?? 0 > 1.2 * page.height
    let hasNumber = words.count < column.count - (column.first == first ? 0 : 1)
    guard isLarge || isAlone && !hasNumber else { return false }
    // Second reminder - overdue account
    return ([words] + words.split { Self.dashes.contains($0.text) }.map(Array.init)).contains {
      Self.names(isSpelled ? $0.map(\.text).joined() : joinedText($0), titles)
    }
  }

  private static let dashes: Set<String> = ["-", "–", "—"]

  // 2nd Reminder No. R-26-0318
  private static func withoutNumber(_ column: [Word]) -> [Word] {
    guard let last = column.last, last.text.contains(where: \.isNumber) else { return column }
    let words = column.dropLast()
    return words.contains { $0.text.contains(where: \.isNumber) && $0 != words.first } ? column : Array(words)
  }

  // Subject: second reminder
  private static func withoutSubject(_ column: [Word]) -> [Word] {
    guard let first = column.first, first.text.hasSuffix(":") else { return column }
    let label = FoldedText(first.text)
    let isSubject = AboutWords.subjects.equal(label, above: 0.9)
    return isSubject ? Array(column.dropFirst()) : column
  }

  private static func names(_ text: String, _ titles: [Keyword]) -> Bool {
    let text = FoldedText(text)
    return titles.contains { title in
      Double(title.count) >= Share.least * Double(text.letterCount)
        && title.occurs(in: text, above: Share.similarity)
    }
  }

  // Quote / Invoice
  private static func isBill(_ column: [Word]) -> Bool {
    column.contains { word in InvoiceHead.titles.contains { word.text.lowercased().contains($0) } }
  }

  private func isLabelled(above index: Int) -> Bool {
    page.rows[..<index].contains { row in
      row.row.words.count <= 2 * Self.mostWords
        && InvoiceRow(row).marks.contains { mark in
          [.number, .invoiceDate].contains(mark.label) && mark.letters > 8 && mark.similarity > 0.95
        }
    }
  }
}
