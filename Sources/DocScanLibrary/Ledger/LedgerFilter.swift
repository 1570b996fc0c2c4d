// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
package import FoundationEssentials

/// The conditions for listing a receipt. A condition that is `nil` accepts every receipt.
package struct LedgerFilter: Sendable {
  /// The range of dates. The bounds are dates or their beginnings, such as "2024" and "2024-03".
  package var months: ClosedRange<String>?
  /// A part of the merchant's name, regardless of case.
  package var merchant: String?
  /// The category, or "none" for receipts without one.
  package var category: String?
  package var least: Decimal?
  package var most: Decimal?
  /// The BCP 47 tag of the receipts' language. "zh" includes "zh-Hans" and "zh-Hant".
  package var language: String?
  /// The ISO 4217 code of the receipts' currency.
  package var currency: String?

  package var kind: LedgerEntry.Kind?

  package init() {}

  func accepts(_ entry: LedgerEntry) -> Bool {
    if let months {
      guard let date = entry.date else { return false }
      guard date.prefix(months.lowerBound.count) >= months.lowerBound,
        date.prefix(months.upperBound.count) <= months.upperBound
      else { return false }
    }
    if let kind, entry.kind != kind { return false }
    if let merchant, !(entry.merchant ?? "").lowercased().contains(merchant.lowercased()) { return false }
    if let category, (entry.category ?? "none").lowercased() != category.lowercased() { return false }
    if least != nil || most != nil {
      guard let amount = entry.money?.amount, amount >= least ?? amount, amount <= most ?? amount else { return false }
    }
    if let language {
      let tag = (entry.language ?? "").lowercased()
      guard tag == language.lowercased() || tag.hasPrefix(language.lowercased() + "-") else { return false }
    }
    if let currency, (entry.money?.currency ?? Money.noCurrency) != currency.uppercased() { return false }
    return true
  }

  /// Parses a range of dates such as "2024", "2024-03-15", "15.3.2024", or "2024-03..2024-05", in either order. Returns `nil` for anything else.
  package static func months(_ text: String) -> ClosedRange<String>? {
    let parts = text.split(separator: "..", omittingEmptySubsequences: false).map {
      DecidedField.date.normalized(String($0)) ?? String($0)
    }
    let form = /[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?/
    guard (1...2).contains(parts.count), let first = parts.first, let last = parts.last,
      parts.allSatisfy({ $0.wholeMatch(of: form) != nil }), first <= last || !first.hasPrefix(last)
    else { return nil }
    return min(first, last)...max(first, last)
  }

  /// Parses a range of amounts in any grouping, such as "10..50", "1.234,50..", or "..50". Returns `nil` for anything else.
  package static func amounts(_ text: String) -> (least: Decimal?, most: Decimal?)? {
    let parts = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, parts.contains(where: { !$0.isEmpty }) else { return nil }
    var bounds: [Decimal?] = []
    for part in parts {
      if part.isEmpty {
        bounds.append(nil)
      } else {
        guard let money = Money(SearchedAmount(part)?.value ?? part, currency: nil) else { return nil }
        bounds.append(money.amount)
      }
    }
    if let first = bounds[0], let last = bounds[1] { return (min(first, last), max(first, last)) }
    return (bounds[0], bounds[1])
  }
}
