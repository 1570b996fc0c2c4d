// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// The receipts of a library as the website shows them.
enum LedgerData {
  static func json(of ledger: Ledger) -> JSONValue {
    .object([
      "receipts": .array(ledger.receipts.map(receipt)),
      "sums": .array(
        ledger.sums.map { .array([.string($0.currency), .string($0.total), .number(Double($0.receipts))]) }),
      "without": .array(ledger.withoutReceipt.map(gap)),
    ])
  }

  /// `[document, page, why]`; the page is 0 where the document failed as a whole.
  private static func gap(_ gap: LedgerGap) -> JSONValue {
    .array([.string(gap.document), .number(Double(gap.page ?? 0)), .string(gap.cause.rawValue)])
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
