// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// The receipts of a library as the website shows them.
enum LedgerData {
  static func json(of ledger: Ledger) -> JSONValue {
    .object([
      "receipts": .array(ledger.receipts.map(receipt)),
      "sums": .array(
        ledger.sums.map { .array([.string($0.currency), .string($0.total), .number(Double($0.receipts))]) }),
    ])
  }

  /// `[date, merchant, category, total, currency, doubtful fields, whether sums fail, [[document, page]…]]`.
  private static func receipt(_ entry: LedgerEntry) -> JSONValue {
    .array([
      .string(entry.date ?? ""), .string(entry.merchant ?? ""), .string(entry.category ?? ""),
      .string(entry.total ?? ""), .string(entry.currency ?? ""), .array(entry.doubtful.map(JSONValue.string)),
      .boolean(!entry.failedChecks.isEmpty),
      .array(entry.sources.map { .array([.string($0.document), .number(Double($0.page))]) }),
    ])
  }
}
