// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Reads the fields of a receipt, or of an invoice's first page, which may have no amounts.
package struct ReceiptReader: Sendable {
  package var currency: String?
  /// Whether 03/04 is the third of April, or `nil` to decide from the receipt.
  package var dayFirst: Bool?

  package init(currency: String? = nil, dayFirst: Bool? = nil) { (self.currency, self.dayFirst) = (currency, dayFirst) }

  package func read(_ page: RecognizedPage) -> Receipt? {
    read(BillPage(page, currency: currency, dayFirst: dayFirst))
  }

  func read(_ bill: BillPage) -> Receipt? { parts(of: bill)?.receipt }

  package func evidence(on page: RecognizedPage) -> [String: (value: String, features: [Double])] {
    (parts(of: BillPage(page, currency: currency, dayFirst: dayFirst))?.fields ?? [:]).reduce(into: [:]) {
      $0[$1.key.rawValue] = ($1.value.value, $1.value.evidence.features)
    }
  }

  /// Returns whether a page is a receipt or invoice with a date, payments, or taxes. A price list can have a total, too.
  package func isOfSale(_ page: RecognizedPage) -> Bool {
    guard let sale = Sale(on: BillPage(page, currency: currency, dayFirst: dayFirst)) else { return false }
    return sale.date != nil || !sale.payments.isEmpty || !sale.taxes.isEmpty
  }

  private func parts(of bill: BillPage) -> (receipt: Receipt, fields: [ReceiptField: FoundField])? {
    guard let sale = Sale(on: bill) else { return nil }
    let (rows, head, merchant) = (bill.page, bill.head, bill.merchant)
    let (sums, total, date, change) = (sale.sums, sale.total, sale.date, sale.change)
    var fields: [ReceiptField: FoundField] = [:]
    fields[.merchant] = head.seller ?? merchant?.field
    if let number = sale.numberOfFirstPage {
      (fields[.number], fields[.date]) = (number, date?.field)
      compare(&fields, with: OtherReading(bill))
      return (receipt(rows, fields, [], [], [], sums, nil), fields)
    }
    fields[.phone] = PhoneReader(page: rows).read()
    fields[.date] = date?.field
    fields[.time] = TimeReader(page: rows, dateRow: date?.row).read()
    fields[.total] = total?.field
    fields[.subtotal] = subtotal(rows, total: total?.money, sums)
    fields[.change] = change?.field
    fields[.number] = head.number ?? NumberReader(page: rows, label: .number, digits: 3).read()
    fields[.register] = NumberReader(page: rows, label: .register, digits: 1).read()
    compare(&fields, with: OtherReading(bill))
    fields[.address] =
      AddressReader(
        page: rows, merchant: merchant?.rows, name: fields[.merchant], buyers: bill.parties.buyers
      ).read()
    if let change, let total, sale.payments.contains(where: { $0.amount == total.money + change.money }) {
      fields[.change]?.evidence.support = 1
    }
    return (receipt(rows, fields, sale.items, sale.taxes, sale.payments, sums, total?.money), fields)
  }

  private func compare(_ fields: inout [ReceiptField: FoundField], with other: OtherReading) {
    if let name = fields[.merchant]?.value, let column = other.column(in: name) {
      fields[.merchant]?.value = column.value
      fields[.merchant]?.box = column.box
    }
    for field in [ReceiptField.merchant, .date, .number, .total] {
      guard let value = fields[field]?.value else { continue }
      fields[field]?.evidence.agreement = other.agreement(on: field, with: value)
    }
  }

  private func subtotal(_ page: ReceiptPage, total: Money?, _ sums: ReceiptSums) -> FoundField? {
    let found = page.rows.enumerated().compactMap { (index, row) -> (number: RowNumber, money: Money, label: Double)? in
      guard row.has(.subtotal), !page.taxTable.contains(index), let number = row.amount, let money = number.money,
        money.minor > 0
      else { return nil }
      return (number, money, row.labels[.subtotal] ?? 0)
    }
    // Of the subtotals of several parts, only the one that leads to the total is the whole subtotal.
    let isOnly = Set(found.map(\.money)).count == 1
    let whole = found.first { one in isOnly || total.map { sums.totals(after: one.money).contains($0) } ?? false }
    guard let (number, money, label) = whole else { return nil }
    return FoundField(
      value: money.text, box: number.box,
      evidence: Evidence(
        keyword: label, support: total.map { money <= $0 ? 1 : 0 } ?? 0, words: number.confidence,
        form: number.isRepaired ? 0 : 1))
  }
}

// The evidence that a page is a receipt, or the first page of an invoice.
private struct Sale {
  let items: [ItemReader.Item]
  let taxes: [TaxReader.Tax]
  let payments: [PaymentReader.Payment]
  let change: (money: Money, field: FoundField)?
  let sums: ReceiptSums
  let total: (field: FoundField, money: Money)?
  let date: (field: FoundField, row: Int)?
  // The number of an invoice whose amounts may be on the next page.
  let numberOfFirstPage: FoundField?

  init?(on bill: BillPage) {
    let page = bill.page
    guard page.rows.count > 2, !bill.titles.isOfOtherPaper else { return nil }
    items = ItemReader(page: page).read().items
    taxes = TaxReader(page: page).read()
    (payments, change) = PaymentReader(page: page).read()
    sums = ReceiptSums(page: page, items: items, payments: payments, change: change?.money, taxes: taxes)
    total = TotalReader(page: page, sums: sums).read()
    date = DateReader(bill: bill).read()
    // The sums of statistics are whole numbers without a currency.
    let isMoney = total.map { $0.money.places > 0 || $0.field.currency ?? page.currency != nil } ?? false
    let isReceipt = ReceiptTest(
      page: page, hasTotal: isMoney && (total?.field.evidence.keyword ?? 0) > 0, hasDate: date != nil,
      items: items.count, isStatedBill: bill.titles.isStatedBill
    ).isReceipt
    numberOfFirstPage =
      !isReceipt && date != nil && bill.head.titleRow != nil
      ? bill.head.number.flatMap { $0.evidence.keyword > 0.85 ? $0 : nil } : nil
    guard isReceipt || numberOfFirstPage != nil else { return nil }
  }
}
