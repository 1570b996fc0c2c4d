// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import FoundationEssentials

/// The total without taxes, and the sum of all taxes, of a receipt or invoice.
struct NetAndTax {
  /// Decimals such as "31.00". A value is `nil` if it is unknown or can't be part of the total.
  var net: String?
  var tax: String?
  /// Whether the net amount, and the tax, are certain because they follow from the total or a reviewer set them.
  var (isNetSure, isTaxSure) = (false, false)
  /// Whether the net amount and the tax are known and don't add up to the total.
  private(set) var contradictsTotal = false

  var doubtful: [String] {
    [("net", net, isNetSure), ("tax", tax, isTaxSure)].filter { $0.1 != nil && !$0.2 }.map(\.0)
  }

  /// The tolerance for sums, because each line may have been rounded.
  private static let rounding = Decimal(string: "0.05") ?? 0

  /// Compares the amounts with a total, and drops those that can't be part of it. Both are certain if they add up to the total. A net amount alone is
  /// certain if it equals the total, and a tax alone if `follows` is set because of other evidence.
  init(net: String?, tax: String?, total: String?, rounded: String? = nil, follows: Bool = false) {
    (self.net, self.tax) = (net, tax)
    func amount(_ text: String?) -> Decimal? { text.flatMap { Money($0, currency: nil)?.amount } }
    guard let total = amount(total) else { return }
    // An amount that can't be part of the total is another number, such as a company's capital or a count.
    if let part = amount(tax), abs(part) >= abs(total) || part * total < 0 { self.tax = nil }
    if let part = amount(net), abs(part) > abs(total) + Self.rounding || part * total < 0 { self.net = nil }
    switch (amount(self.net), amount(self.tax)) {
    case (let net?, let tax?):
      contradictsTotal = [0, amount(rounded) ?? 0].allSatisfy { abs(net + tax + $0 - total) > Self.rounding }
      (isNetSure, isTaxSure) = (!contradictsTotal, !contradictsTotal)
    case (let net?, nil): isNetSure = net == total
    case (nil, _): isTaxSure = follows
    }
  }

  init(_ receipt: Receipt) {
    let lines = receipt.taxes
    let (tax, net) = (Self.sum(lines.map(\.amount)), lines.isEmpty ? nil : Self.sum(lines.map(\.net)))
    self.init(
      net: receipt.net?.value ?? net, tax: receipt.tax?.value ?? tax, total: receipt.total?.value,
      follows: Self.followsFromRates(lines, receipt) || Self.isAdded(tax, to: receipt))
    take(isNetDecided: receipt.net?.isEdited == true, isTaxDecided: receipt.tax?.isEdited == true)
  }

  /// Compares the amounts of an invoice with `total`, or with the invoice's own total if `total` is `nil`.
  init(_ invoice: Invoice, total: String? = nil) {
    self.init(
      net: invoice.net?.value, tax: invoice.tax?.value, total: total ?? invoice.total?.value, rounded: invoice.rounding)
    if invoice.source == .xml {
      let contradicted = Set(invoice.openDifferences.map(\.field))
      (net, isNetSure) = (invoice.net?.value, !contradicted.contains(.net) && !contradicted.contains(.total))
      (tax, isTaxSure) = (invoice.tax?.value, !contradicted.contains(.tax) && !contradicted.contains(.total))
      contradictsTotal = false
    }
    if invoice.net?.isEdited == true { net = invoice.net?.value }
    if invoice.tax?.isEdited == true { tax = invoice.tax?.value }
    take(isNetDecided: invoice.net?.isEdited == true, isTaxDecided: invoice.tax?.isEdited == true)
  }

  private mutating func take(isNetDecided: Bool, isTaxDecided: Bool) {
    isNetSure = isNetSure || isNetDecided
    isTaxSure = isTaxSure || isTaxDecided
  }

  private static func sum(_ amounts: [String?]) -> String? {
    let known = amounts.compactMap { $0.flatMap { Money($0, currency: nil)?.amount } }
    guard !known.isEmpty, known.count == amounts.count else { return nil }
    return Money(known.reduce(0, +), Money.noCurrency).text
  }

  /// Returns whether the gross amounts that follow from the rates and taxes add up to the total.
  private static func followsFromRates(_ lines: [Receipt.Tax], _ receipt: Receipt) -> Bool {
    guard !lines.isEmpty, let total = receipt.total.flatMap({ Money($0.value, currency: nil)?.amount }) else {
      return false
    }
    var (sum, slack) = (Decimal(0), rounding)
    for line in lines {
      guard let rate = line.rate.flatMap({ Decimal(string: $0) }), rate > 0,
        let tax = Money(line.amount, currency: nil)?.amount
      else { return false }
      // A tax is rounded to a hundredth, so the taxed amount is only known to a hundredth divided by the rate.
      sum += tax * (100 + rate) / rate
      slack += (100 + rate) / rate / 200
    }
    return abs(sum - total) <= slack
  }

  private static func isAdded(_ tax: String?, to receipt: Receipt) -> Bool {
    let amounts = [tax, receipt.subtotal?.value, receipt.total?.value].compactMap {
      $0.flatMap { Money($0, currency: nil)?.amount }
    }
    return amounts.count == 3 && abs(amounts[0] + amounts[1] - amounts[2]) <= rounding
  }
}
