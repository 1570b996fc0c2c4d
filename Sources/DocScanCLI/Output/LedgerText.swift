// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLibrary

/// What `docscan ledger` prints for people.
enum LedgerText {
  private static let (widestMerchant, widestSource) = (32, 40)

  /// A table with a line for each receipt, and the sums.
  static func text(of ledger: Ledger, library: String) -> String {
    guard !ledger.receipts.isEmpty else {
      return
        "No receipts. They are found by the receipt stage: docscan run receipts.json PHOTOS -o \(visibleText(library))\n"
    }
    let hasCategories = ledger.receipts.contains { $0.category != nil }
    var rows = ledger.receipts.map { entry in
      var row = [
        marked(entry.date ?? "–", "date", entry),
        marked(fitted(entry.merchant ?? "–", to: widestMerchant), "merchant", entry),
      ]
      if hasCategories { row.append(entry.category ?? "–") }
      row.append(marked(entry.money?.text ?? "–", "total", entry) + (entry.failedChecks.isEmpty ? "" : "≠"))
      return row + [entry.currency ?? "–", sources(of: entry)]
    }
    rows.insert(["Date", "Merchant"] + (hasCategories ? ["Category"] : []) + ["Total", "", "Scan"], at: 0)
    let amount = hasCategories ? 3 : 2
    let widths = rows[0].indices.map { column in rows.map { columns(of: visibleText($0[column])) }.max() ?? 0 }
    let lines = rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let (text, width) = (visibleText(cell.0), cell.1)
        let gap = String(repeating: " ", count: max(0, width - columns(of: text)))
        return column == amount ? gap + text : text + (column == row.count - 1 ? "" : gap)
      }.joined(separator: "  ") + "\n"
    }
    return lines.joined() + "\n" + summary(of: ledger, library: library, hasCategories: hasCategories)
  }

  private static func marked(_ text: String, _ field: String, _ entry: LedgerEntry) -> String {
    entry.doubtful.contains(field) && text != "–" ? text + "?" : text
  }

  private static func sources(of entry: LedgerEntry) -> String {
    let first = entry.sources.first.map { fitted($0.text, to: widestSource) } ?? ""
    return entry.sources.count > 1 ? "\(first), and \(entry.sources.count - 1) more" : first
  }

  private static func summary(of ledger: Ledger, library: String, hasCategories: Bool) -> String {
    let receipts = ledger.receipts
    var lines = ledger.sums.map { sum in
      let currency = sum.currency == Money.noCurrency ? "in an unknown currency" : sum.currency
      return "\(counted(sum.receipts, "receipt")): \(sum.total) \(currency)"
    }
    let missing = receipts.count { $0.money == nil }
    if missing > 0 { lines.append("\(counted(missing, "receipt")) without a total") }
    let again = receipts.reduce(0) { $0 + $1.sources.count - 1 }
    if again > 0 { lines.append("\(counted(again, "more scan")) of the same receipts") }
    let doubtful = receipts.count { !$0.doubtful.isEmpty }
    if doubtful > 0 { lines.append("\(counted(doubtful, "receipt")) with something to check: ?") }
    let failing = receipts.count { !$0.failedChecks.isEmpty }
    if failing > 0 { lines.append("\(counted(failing, "receipt")) that \(failing == 1 ? "does" : "do") not add up: ≠") }
    if !hasCategories {
      lines.append(
        "No categories yet: write lines such as \"Groceries: aldi, rewe\" into \(visibleText(library))/\(Ledger.categoryFile)"
      )
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
