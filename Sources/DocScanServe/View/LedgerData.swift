// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLibrary

/// The receipts of a library as the website shows them.
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
      // Bars leave out what is uncertain, as the chart does.
      "sumsBy": .object(Dictionary(uniqueKeysWithValues: groups)),
      "without": .array(ledger.withoutReceipt.map(gap)),
    ])
  }

  /// `[name, currency, total]`; the name is empty if the receipts have none.
  private static func group(_ group: Ledger.Group) -> JSONValue {
    .array([
      .string(group.name == LedgerGrouping.none ? "" : group.name), .string(group.currency), .string(group.total),
    ])
  }

  /// `[document, page, why]`; the page is 0 if the document failed as a whole.
  private static func gap(_ gap: LedgerGap) -> JSONValue {
    .array([.string(gap.document), .number(Double(gap.page ?? 0)), .string(gap.cause.rawValue)])
  }

  /// `[date, merchant, category, total, currency, the date's mark, the total's mark, [[document, page]…],
  /// [[document, page] of what is perhaps the same receipt…]]`.
  private static func receipt(_ entry: LedgerEntry) -> JSONValue {
    .array([
      .string(entry.date ?? ""), .string(entry.merchant ?? ""), .string(entry.category ?? ""),
      .string(entry.total ?? ""), .string(entry.currency ?? ""), .string(entry.mark("date") ?? ""),
      .string(entry.mark("total") ?? ""),
      .array(entry.sources.map(place)), .array(entry.perhapsSameAs.map(place)),
    ])
  }

  private static func place(_ source: LedgerEntry.Source) -> JSONValue {
    .array([.string(source.document), .number(Double(source.page))])
  }
}
