// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension ReceiptReader {
  func receipt(
    _ page: ReceiptPage, _ fields: [ReceiptField: FoundField], _ items: [ItemReader.Item], _ taxes: [TaxReader.Tax],
    _ payments: [PaymentReader.Payment], _ sums: ReceiptSums, _ total: Money?
  ) -> Receipt {
    let model = ReceiptModel.fitted
    // 12.90 CHF may also be printed as 13.65 EUR: each amount has its own currency, unless the user sets one.
    func currency(_ found: FoundField) -> String? {
      page.isCurrencyGiven ? page.currency : found.currency ?? page.currency
    }
    func field(_ name: ReceiptField) -> Receipt.Field? {
      guard let found = fields[name] else { return nil }
      let isAmount = [.total, .subtotal, .change].contains(name)
      return Receipt.Field(
        value: found.value, alternative: found.alternative, currency: isAmount ? currency(found) : nil,
        confidence: (model.probability(of: name, found.evidence)
          * (found.alternative == nil ? 1 : Detection.ambiguous)).rounded(toPlaces: 3),
        box: found.box?.rounded)
    }
    let checks = checks(sums, total: total)
    let areItemsComplete = checks.contains { $0.holds && $0.name.hasPrefix("items") }
    return Receipt(
      merchant: field(.merchant), address: field(.address), phone: field(.phone), date: field(.date),
      time: field(.time),
      total: field(.total), subtotal: field(.subtotal), change: field(.change), number: field(.number),
      register: field(.register),
      currency: page.currency,
      items: items.prefix(Receipt.mostEntries).map { item in
        Receipt.Item(
          description: item.description, quantity: item.quantity, unitPrice: item.unitPrice?.text,
          amount: item.amount.text,
          confidence: (!Self.isSum(item, of: items) && (areItemsComplete || item.isProduct)
            ? max(item.words, 0.95) : 0.8 * item.words).rounded(toPlaces: 3),
          box: item.box.rounded)
      },
      taxes: taxes.prefix(Receipt.mostEntries).map { tax in
        Receipt.Tax(
          rate: tax.rate.map(Self.rate), net: tax.net?.text, amount: tax.amount.text,
          confidence: (tax.evidence.support > 0 ? max(tax.evidence.words, 0.95) : 0.8 * tax.evidence.words).rounded(
            toPlaces: 3),
          box: tax.box.rounded)
      },
      payments: payments.prefix(Receipt.mostEntries).map { payment in
        Receipt.Payment(
          method: payment.method, amount: payment.amount?.text,
          confidence: (payment.evidence.keyword * payment.evidence.words
            * (payment.evidence.form > 0 || payment.amount == total ? 1 : 0.5)).rounded(toPlaces: 3),
          box: payment.box.rounded)
      }, checks: checks)
  }

  // Returns whether an item's amount is the sum of at least two others, as a sum with an unknown label is.
  private static func isSum(_ item: ItemReader.Item, of items: [ItemReader.Item]) -> Bool {
    let sum = items.reduce(0) { $0 + $1.amount.minor }
    return items.count > 2 && item.amount.minor != 0 && sum == 2 * item.amount.minor
  }

  // Returns a rate in percent as text, such as "7" or "5.5".
  private static func rate(_ value: Double) -> String {
    let rounded = value.rounded(toPlaces: 2)
    return rounded == rounded.rounded() && abs(rounded) < 1000 ? String(Int(rounded)) : String(rounded)
  }

  private func checks(_ sums: ReceiptSums, total: Money?) -> [Receipt.Check] {
    guard let total else { return [] }
    var checks: [Receipt.Check] = []
    func check(_ name: String, _ left: [Money]) {
      guard let best = left.min(by: { abs($0.minor - total.minor) < abs($1.minor - total.minor) }) else { return }
      let difference = best - total
      checks.append(
        Receipt.Check(
          name: name, holds: difference.minor == 0, difference: difference.minor == 0 ? nil : difference.text))
    }
    let zero = Money(minor: 0, places: sums.places)
    if let items = sums.itemSum {
      // Taxes, services, and rounding are included in the amounts on some receipts and added on others.
      let extras = [zero] + sums.rounding
      let taxes = sums.taxes.map(\.amount).reduce(zero, +)
      let service = sums.services.reduce(zero, +)
      check(
        "items + taxes - discounts = total",
        extras.flatMap { extra in [zero, taxes, service, taxes + service].map { items + extra + $0 } })
      // If only some of the items make the total, the others are uncertain, and not the total.
      if let parts = sums.printed.totals[total], !Set(parts).isDisjoint(with: sums.items) {
        checks.removeAll { !$0.holds }
      }
    }
    if let paid = sums.paid {
      check(
        "payments - change = total", [paid, sums.payments.compactMap(\.amount).reduce(zero, +) - (sums.change ?? zero)])
    }
    if let taxed = sums.taxedSum { check("net amounts + taxes = total", [taxed] + sums.rounding.map { taxed + $0 }) }
    return checks
  }
}
