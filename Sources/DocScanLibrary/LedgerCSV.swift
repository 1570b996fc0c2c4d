// SPDX-License-Identifier: GPL-3.0-or-later

extension Ledger {
  /// The receipts as CSV (RFC 4180), a line for each, with the names of the columns above.
  public var csv: String {
    let columns: [(name: String, value: (LedgerEntry) -> String?)] = [
      ("date", { $0.date }), ("time", { $0.time }), ("merchant", { $0.merchant }), ("category", { $0.category }),
      ("total", { $0.money?.text }), ("currency", { $0.currency }), ("language", { $0.language }),
      ("number", { $0.number }), ("items", { "\($0.items.count)" }),
      ("doubtful", { $0.doubtful.joined(separator: " ") }),
      ("checks that fail", { $0.failedChecks.joined(separator: "; ") }),
      ("sources", { $0.sources.map(\.text).joined(separator: "; ") }),
    ]
    let lines = receipts.map { entry in columns.map { Self.field($0.value(entry) ?? "") } }
    return ([columns.map(\.name)] + lines).map { $0.joined(separator: ",") + "\r\n" }.joined()
  }

  /// The sums by category, month or merchant as CSV.
  public func csv(by grouping: LedgerGrouping) -> String {
    let lines = groups(by: grouping).map { [Self.field($0.name), $0.total, $0.currency, "\($0.receipts)"] }
    return ([[grouping.rawValue, "total", "currency", "receipts"]] + lines)
      .map { $0.joined(separator: ",") + "\r\n" }.joined()
  }

  /// A field, in quotes where it needs them.
  ///
  /// A spreadsheet takes text that begins like a formula for one, and anybody can print a receipt: an apostrophe keeps it text.
  private static func field(_ text: String) -> String {
    let isNumber = text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil
    let isFormula = text.unicodeScalars.first.map { ["=", "+", "-", "@", "\t", "\r"].contains($0) } ?? false
    let safe = isFormula && !isNumber ? "'" + text : text
    guard safe.unicodeScalars.contains(where: { [",", "\"", "\r", "\n"].contains($0) }) else { return safe }
    return "\"" + safe.replacing("\"", with: "\"\"") + "\""
  }
}
