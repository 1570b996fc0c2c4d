// SPDX-License-Identifier: GPL-3.0-or-later

internal import FoundationEssentials

/// The ways to group receipts for sums.
package enum LedgerGrouping: String, CaseIterable, Sendable {
  case category, month, merchant

  package static let none = "none"

  /// Returns the key and the displayed name of the receipt's group. A merchant's key ignores case, in which receipts differ.
  fileprivate func name(of entry: LedgerEntry) -> (key: String, shown: String) {
    switch self {
    case .category: (entry.category ?? Self.none, entry.category ?? Self.none)
    case .month: (entry.month ?? Self.none, entry.month ?? Self.none)
    case .merchant:
      entry.merchant.map { name in
        let words = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return (words.uppercased(), words)
      } ?? (Self.none, Self.none)
    }
  }
}

extension Ledger {
  /// The total spending in a currency for a category, in a month, or at a merchant.
  package struct Group: Encodable, Hashable, Sendable {
    package let name: String
    package let currency: String
    package let total: String
    package let receipts: Int
    package let uncertain: Int

    package var marked: String { total + (uncertain > 0 ? "?" : "") }
  }

  /// Returns the sums of receipts with a total, by currency in the order of `sums`: months chronologically, others by descending sums.
  package static func groups(_ receipts: [LedgerEntry], by grouping: LedgerGrouping) -> [Group] {
    let currencies = receipts.compactMap(\.money).sums.map(\.sum.currency)
    return currencies.flatMap { currency -> [Group] in
      var found: [String: (shown: String, sum: Decimal, count: Int, uncertain: Int)] = [:]
      for entry in receipts {
        guard let money = entry.money, money.currency == currency else { continue }
        let (key, shown) = grouping.name(of: entry)
        found[key, default: (shown, 0, 0, 0)].sum += money.amount
        found[key]?.count += 1
        if entry.hasUncertainTotal { found[key]?.uncertain += 1 }
      }
      let sorted =
        switch grouping {
        case .month: found.sorted { $0.key < $1.key }
        case .category, .merchant: found.sorted { ($1.value.sum, $0.key) < ($0.value.sum, $1.key) }
        }
      return sorted.map {
        Group(
          name: $0.value.shown, currency: currency, total: Money($0.value.sum, currency).text, receipts: $0.value.count,
          uncertain: $0.value.uncertain)
      }
    }
  }
}
