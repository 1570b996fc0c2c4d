// SPDX-License-Identifier: GPL-3.0-or-later

package import FoundationEssentials

/// An exact amount in a currency.
package struct Money: Hashable, Sendable {
  /// The ISO 4217 code for "no currency".
  package static let noCurrency = "XXX"

  package var amount: Decimal
  package let currency: String

  package init(_ amount: Decimal, _ currency: String) { (self.amount, self.currency) = (amount, currency) }

  /// Parses a decimal such as "-1234.50". Returns `nil` for other text, and for numbers with more than 12 digits before or 4 after the decimal point.
  package init?(_ text: String, currency: String?) {
    guard text.wholeMatch(of: /-?[0-9]{1,12}(\.[0-9]{1,4})?/) != nil, let amount = Decimal(string: text) else {
      return nil
    }
    let code = currency ?? ""
    let isCode = code.utf8.count == 3 && code.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    self.init(amount, isCode ? code : Self.noCurrency)
  }

  /// The amount with a decimal point and at least as many decimals as the currency has, such as "1234.50".
  package var text: String {
    let parts = "\(amount)".split(separator: ".", maxSplits: 1)
    let places = parts.count > 1 ? String(parts[1]) : ""
    let padding = String(repeating: "0", count: max(0, Self.places(of: currency) - places.utf8.count))
    return String(parts.first ?? "0") + (places.isEmpty && padding.isEmpty ? "" : "." + places + padding)
  }

  /// Returns the number of a currency's decimals according to ISO 4217.
  private static func places(of currency: String) -> Int {
    switch currency {
    case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF":
      0
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
    case _: 2
    }
  }
}

extension Sequence<Money> {
  /// The sums by currency, in descending order of the number of amounts.
  package var sums: [(sum: Money, count: Int)] {
    var sums: [String: (sum: Money, count: Int)] = [:]
    for money in self {
      let before = sums[money.currency] ?? (Money(0, money.currency), 0)
      sums[money.currency] = (Money(before.sum.amount + money.amount, money.currency), before.count + 1)
    }
    return sums.values.sorted { ($1.count, $0.sum.currency) < ($0.count, $1.sum.currency) }
  }
}
