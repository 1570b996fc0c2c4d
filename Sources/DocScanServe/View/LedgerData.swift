// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLibrary

/// The website's data for the receipts of a library.
enum LedgerData {
  static func json(of ledger: Ledger) -> JSONValue {
    let certain = ledger.receipts.filter { !$0.hasUncertainTotal }
    let groups = LedgerGrouping.allCases.map {
      ($0.rawValue, JSONValue.array(Ledger.groups(certain, by: $0).map(group)))
    }
    return .object([
      "receipts": .array(ledger.receipts.map(receipt)),
      "sums": .array(
        ledger.sums.map {
          .array([
            .string($0.currency), .string($0.marked), .number(Double($0.receipts)), .number(Double($0.uncertain)),
          ])
        }),
      // The website's bars leave out uncertain totals, as the chart does.
      "sumsBy": .object(Dictionary(uniqueKeysWithValues: groups)),
      "without": .array(ledger.withoutReceipt.map(gap)),
    ])
  }

  /// Returns a group's entry: `[name, currency, total]`. The name is empty for receipts without one.
  private static func group(_ group: Ledger.Group) -> JSONValue {
    .array([
      .string(group.name == LedgerGrouping.none ? "" : group.name), .string(group.currency), .string(group.total),
    ])
  }

  /// Returns a document or page without a receipt: `[document, page, reason]`. The page is 0 if the whole document failed.
  private static func gap(_ gap: LedgerGap) -> JSONValue {
    .array([.string(gap.document), .number(Double(gap.page ?? 0)), .string(gap.cause.rawValue)])
  }

  /// Returns a receipt's entry: `[date, merchant, category, total, currency, mark of the date, mark of the total,
  /// [[document, page]…], [[document, page] of a possible duplicate…], mark of the merchant]`.
  private static func receipt(_ entry: LedgerEntry) -> JSONValue {
    .array([
      .string(entry.date ?? ""), .string(entry.merchant ?? ""), .string(entry.category ?? ""),
      .string(entry.total ?? ""), .string(entry.currency ?? ""), .string(entry.mark("date") ?? ""),
      .string(entry.mark("total") ?? ""),
      .array(entry.sources.map(place)), .array(entry.perhapsSameAs.map(place)),
      .string(entry.mark("merchant") ?? ""),
    ])
  }

  private static func place(_ source: LedgerEntry.Source) -> JSONValue {
    .array([.string(source.document), .number(Double(source.page))])
  }
}
