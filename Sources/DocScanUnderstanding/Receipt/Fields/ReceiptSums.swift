// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanTypedData

/// The amounts that must match the total.
struct ReceiptSums {
  var items: [Money] = []
  var payments: [PaymentReader.Payment] = []
  var change: Money?
  var taxes: [TaxReader.Tax] = []
  var subtotals: [Money] = []
  var rounding: [Money] = []
  var services: [Money] = []
  var discounts: [Money] = []
  var printed = PrintedSums()
  var places = 2

  init(
    page: ReceiptPage, items: [ItemReader.Item], payments: [PaymentReader.Payment], change: Money?,
    taxes: [TaxReader.Tax]
  ) {
    self.items = items.map(\.amount)
    (self.payments, self.change, self.taxes) = (payments, change, taxes)
    printed = PrintedSums(page: page)
    places = page.style == .hundredths ? 2 : 0
    for (index, row) in page.rows.enumerated() where !page.taxTable.contains(index) {
      guard let money = row.amount?.money else { continue }
      if row.has(.rounding), !row.has(anyOf: .total, .payable) || row.has(.total) && money.minor.magnitude < 10 {
        rounding.append(money)
      }
      if row.has(.subtotal) || row.has(.total) && row.has(.net) { subtotals.append(money) }
      if row.has(.service), !row.has(anyOf: .total, .payable) { services.append(money) }
      if row.has(.discount), !row.has(anyOf: .total, .payable) {
        discounts.append(Money(minor: -abs(money.minor), places: money.places))
      }
    }
  }

  /// The amount paid, which is the largest payment minus the change, or `nil` without payments.
  var paid: Money? {
    let amounts = payments.compactMap(\.amount)
    guard let most = amounts.max() else { return nil }
    return change.map { most - $0 } ?? most
  }

  var itemSum: Money? { items.isEmpty ? nil : items.reduce(Money(minor: 0, places: places), +) }

  /// The sum of all taxes and taxed amounts, or `nil` if a taxed amount is unknown.
  var taxedSum: Money? {
    let gross = taxes.compactMap(\.gross)
    return gross.isEmpty || gross.count < taxes.count ? nil : gross.reduce(Money(minor: 0, places: places), +)
  }

  var expected: [(name: String, money: Money)] {
    var found: [(String, Money)] = []
    if let change, let most = payments.compactMap(\.amount).max(), most >= change, change.minor > 0 {
      found.append(("payment - change = total", most - change))
    }
    for amount in Set(payments.compactMap(\.amount)).sorted() where change == nil || change?.minor == 0 {
      found.append(("payment = total", amount))
    }
    if payments.count > 1 {
      let sum = payments.compactMap(\.amount).reduce(Money(minor: 0, places: places), +)
      found.append(("payments - change = total", change.map { sum - $0 } ?? sum))
    }
    if let taxedSum { found.append(("net amounts + taxes = total", taxedSum)) }
    if let itemSum { found.append(("items = total", itemSum)) }
    for subtotal in Set(subtotals + (itemSum.map { [$0] } ?? [])).sorted() {
      found += totals(after: subtotal).map { ("subtotal + taxes - discounts = total", $0) }
    }
    return found
  }

  // Returns the totals that follow from a subtotal. Taxes between them are added; taxes in a table often aren't.
  func totals(after subtotal: Money) -> [Money] {
    let extra = taxes.map(\.amount).reduce(Money(minor: 0, places: places), +)
    let service = services.reduce(Money(minor: 0, places: places), +)
    let less = discounts.reduce(Money(minor: 0, places: places), +)
    return Set([extra, extra + service, extra + less, service, less, extra + service + less])
      .filter { $0.minor != 0 }.map { subtotal + $0 }
  }

  func support(for total: Money) -> Int {
    let slack = Set([0] + rounding.map(\.minor))
    var names: Set<String> = []
    for (name, money) in expected {
      let difference = total.minor - money.minor
      if difference == 0 || !name.hasPrefix("payment") && slack.contains(difference) { names.insert(name) }
    }
    return names.count
  }
}
