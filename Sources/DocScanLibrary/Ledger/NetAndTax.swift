// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import FoundationEssentials

/// The total without taxes, and the sum of all taxes, of a receipt or invoice.
struct NetAndTax {
  /// Decimals such as "31.00"; `nil` for what isn't known, or can't be part of the total.
  var net: String?
  var tax: String?
  /// Whether each of them follows from the total, or a person decided it.
  var (isNetSure, isTaxSure) = (false, false)
  /// Whether net and tax are known, and aren't the total.
  private(set) var contradictsTotal = false

  var doubtful: [String] {
    [("net", net, isNetSure), ("tax", tax, isTaxSure)].filter { $0.1 != nil && !$0.2 }.map(\.0)
  }

  /// Each line may have been rounded.
  private static let rounding = Decimal(string: "0.05") ?? 0

  /// Compares amounts with a total: net and tax must make it, unless the tax follows from its rate, or from something else if `follows`.
  init(net: String?, tax: String?, total: String?, follows: Bool = false) {
    (self.net, self.tax) = (net, tax)
    func amount(_ text: String?) -> Decimal? { text.flatMap { Money($0, currency: nil)?.amount } }
    guard let total = amount(total) else { return }
    // A capital, or a number of something, isn't part of the total.
    if let part = amount(tax), abs(part) >= abs(total) || part * total < 0 { self.tax = nil }
    if let part = amount(net), abs(part) > abs(total) + Self.rounding || part * total < 0 { self.net = nil }
    switch (amount(self.net), amount(self.tax)) {
    case (let net?, let tax?):
      contradictsTotal = abs(net + tax - total) > Self.rounding
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

  /// The amounts of an invoice, compared with `total`, or with the invoice's own total if that is `nil`.
  init(_ invoice: Invoice, total: String? = nil) {
    self.init(net: invoice.net?.value, tax: invoice.tax?.value, total: total ?? invoice.total?.value)
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

  /// Whether the taxed amounts that rates and taxes make are the total.
  private static func followsFromRates(_ lines: [Receipt.Tax], _ receipt: Receipt) -> Bool {
    guard !lines.isEmpty, let total = receipt.total.flatMap({ Money($0.value, currency: nil)?.amount }) else {
      return false
    }
    var (sum, slack) = (Decimal(0), rounding)
    for line in lines {
      guard let rate = line.rate.flatMap({ Decimal(string: $0) }), rate > 0,
        let tax = Money(line.amount, currency: nil)?.amount
      else { return false }
      // A tax is rounded to a hundredth, so what it is the tax of is known to a hundredth divided by the rate.
      sum += tax * (100 + rate) / rate
      slack += (100 + rate) / rate / 200
    }
    return abs(sum - total) <= slack
  }

  /// Whether the tax and what is named before it make the total.
  private static func isAdded(_ tax: String?, to receipt: Receipt) -> Bool {
    let amounts = [tax, receipt.subtotal?.value, receipt.total?.value].compactMap {
      $0.flatMap { Money($0, currency: nil)?.amount }
    }
    return amounts.count == 3 && abs(amounts[0] + amounts[1] - amounts[2]) <= rounding
  }
}
