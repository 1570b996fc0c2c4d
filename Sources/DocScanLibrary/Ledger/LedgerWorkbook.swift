// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
package import DocScanFiles
internal import DocScanLayout
internal import DocScanWriters
internal import FoundationEssentials

/// A ledger as a spreadsheet: a sheet with a row for each invoice and receipt, and one with their items. Dates and amounts are real values. Cells to
/// check are colored, and a comment explains why.
package struct LedgerWorkbook {
  /// The maximum number of tax rates with their own columns. Further rates count only in the column of all taxes.
  private static let mostRates = 12

  private typealias Row = (page: Int, cells: [TableGrid.MadeCell])

  private let receipts: [LedgerEntry]

  package init(_ ledger: Ledger) { receipts = ledger.receipts }

  /// Writes the workbook to an open file, which the caller must finish. Returns `false` if not everything fits into it.
  package func write(to file: OutputFile) throws(OutputError) -> Bool {
    let workbook = try XLSXFile(path: file.path)
    var isWhole = try workbook.append(TableGrid(made: documents), named: "Documents")
    if items.count > 1 { isWhole = try workbook.append(TableGrid(made: items), named: "Items") && isWhole }
    try workbook.write(to: file)
    return isWhole
  }

  /// The tax rates of all documents, in percent, the highest first.
  private var rates: [String] {
    let all = Set(receipts.flatMap(\.taxes).compactMap(\.rate))
    return Array(all.sorted { (Double($0) ?? 0, $0) > (Double($1) ?? 0, $1) }.prefix(Self.mostRates))
  }

  private var documents: [Row] {
    let rates = rates
    let titles =
      ["Kind", "Number", "Date", "Due date", "Sender", "Buyer", "Net"] + rates.map { "Tax \($0)%" }
      + ["Tax", "Total", "Currency", "IBAN", "Category", "Check", "Document", "Page"]
    var rows: [Row] = [(1, titles.map { TableGrid.MadeCell($0) })]
    for entry in receipts {
      let code = entry.money?.currency
      let rated = rates.map { entry.tax(atRate: $0) }.map {
        Self.amount($0, code, $0 == nil ? nil : entry.doubtAboutRates)
      }
      let beginning: [TableGrid.MadeCell] = [
        Self.text(entry.kind?.rawValue, entry.doubt("kind")), Self.text(entry.number, entry.doubt("number")),
        Self.date(entry.date, entry.doubt("date")), Self.date(entry.dueDate, entry.doubt("dueDate")),
        Self.text(entry.merchant, entry.doubt("merchant")), Self.text(entry.buyer, entry.doubt("buyer")),
        Self.amount(entry.money(entry.net)?.text, code, entry.doubt("net")),
      ]
      let end: [TableGrid.MadeCell] = [
        Self.amount(entry.money(entry.tax)?.text, code, entry.doubt("tax")),
        Self.amount(entry.money?.text, code, entry.doubt("total")), Self.text(entry.currency),
        Self.text(entry.ibans?.joined(separator: ", "), entry.doubt("iban")), Self.text(entry.category),
        Self.text((entry.failedChecks + (entry.contradictions ?? [])).joined(separator: "; ")),
        Self.text(entry.sources.first?.document),
        Self.number(entry.sources.first.map { "\($0.page)" }),
      ]
      rows.append((entry.sources.first?.page ?? 1, beginning + rated + end))
    }
    return rows
  }

  private static let uncertain = "This row is uncertain."

  private var items: [Row] {
    let titles = ["Document", "Number", "Date", "Sender", "Item", "Quantity", "Unit price", "Amount", "Currency"]
    var rows: [Row] = [(1, titles.map { TableGrid.MadeCell($0) })]
    for entry in receipts {
      for item in entry.items {
        let doubt = item.confidence < LedgerEntry.sure ? Self.uncertain : nil
        let nameDoubt = item.isNameWhole ? doubt : Self.uncertain
        let quantityDoubt = item.isQuantityConfirmed ? nameDoubt : Self.uncertain
        let code = entry.money?.currency
        let cells = [
          Self.text(entry.sources.first?.document), Self.text(entry.number, entry.doubt("number")),
          Self.date(entry.date, entry.doubt("date")), Self.text(entry.merchant, entry.doubt("merchant")),
          Self.text(item.description, nameDoubt),
          Self.number(item.quantity, quantityDoubt),
          Self.amount(item.unitPrice, code, item.unitPrice == nil ? nil : quantityDoubt),
          Self.amount(item.amount, code, doubt), Self.text(entry.currency),
        ]
        rows.append((entry.sources.first?.page ?? 1, cells))
      }
    }
    return rows
  }

  private static func text(_ text: String?, _ note: String? = nil) -> TableGrid.MadeCell {
    TableGrid.MadeCell(text ?? "", note: note)
  }

  private static func date(_ text: String?, _ note: String? = nil) -> TableGrid.MadeCell {
    TableGrid.MadeCell(text ?? "", value: text.map { Table.Value(kind: .date, value: $0) }, note: note)
  }

  private static func number(_ text: String?, _ note: String? = nil) -> TableGrid.MadeCell {
    TableGrid.MadeCell(
      text ?? "", value: text.map { Table.Value(kind: .number, value: $0) }, note: text == nil ? nil : note)
  }

  private static func amount(_ text: String?, _ currency: String?, _ note: String? = nil) -> TableGrid.MadeCell {
    let code = currency == Money.noCurrency ? nil : currency
    return TableGrid.MadeCell(
      text ?? "", value: text.map { Table.Value(kind: .money, value: $0, currency: code) }, note: note)
  }
}

extension LedgerEntry {
  /// The tax at a rate, or `nil` if the document has none.
  fileprivate func tax(atRate rate: String) -> String? {
    let amounts = taxes.filter { $0.rate == rate }.compactMap { money($0.amount)?.amount }
    guard !amounts.isEmpty else { return nil }
    return money("\(amounts.reduce(0, +))")?.text
  }

  fileprivate var doubtAboutRates: String? {
    let sum = taxes.compactMap { money($0.amount)?.amount }.reduce(0, +)
    let difference = abs(sum - (money(tax)?.amount ?? 0))
    let rounding = Decimal(taxes.count) / 100
    let addUp = taxes.isEmpty || difference <= rounding && taxes.allSatisfy { $0.rate != nil }
    return addUp ? doubt("tax") : "The taxes don't add up: check them on the page."
  }

  /// Returns the reason to check a field, or `nil` if it's certain.
  fileprivate func doubt(_ field: String) -> String? {
    guard doubtful.contains(field) else { return nil }
    let reasons = failedChecks + (contradictions ?? [])
    return field == "total" && !reasons.isEmpty
      ? "Check this: \(reasons.joined(separator: "; "))." : "This is uncertain: check it on the page."
  }
}

extension Receipt.Item {
  private var isFromXML: Bool { confidence == 1 }

  /// Whether no number in the name can be a quantity, a price, or a code: none is its first or last word, and none has hundredths.
  fileprivate var isNameWhole: Bool {
    let words = description.split(separator: " ")
    let isNumber = { (word: Substring) in word.contains(where: \.isNumber) && !word.contains(where: \.isLetter) }
    let hasHundredths = words.contains { word in
      isNumber(word) && word.utf8.dropLast(2).last.map { [UInt8(ascii: "."), UInt8(ascii: ",")].contains($0) } ?? false
    }
    return isFromXML || !hasHundredths && ![words.first, words.last].compactMap(\.self).contains(where: isNumber)
  }

  fileprivate var isQuantityConfirmed: Bool {
    guard !isFromXML else { return true }
    guard let quantity = quantity.flatMap({ Decimal(string: $0) }),
      let price = unitPrice.flatMap({ Decimal(string: $0) }),
      let amount = Decimal(string: amount)
    else { return false }
    return abs(quantity * price - amount) <= max(Decimal(1) / 100, abs(amount) / 500)
  }
}
