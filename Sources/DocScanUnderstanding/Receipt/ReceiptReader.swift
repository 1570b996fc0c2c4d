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

  private func parts(of bill: BillPage) -> (receipt: Receipt, fields: [ReceiptField: FoundField])? {
    let (rows, head, merchant) = (bill.page, bill.head, bill.merchant)
    guard rows.rows.count > 2, !bill.titles.isOfOtherPaper else { return nil }
    let (items, _) = ItemReader(page: rows).read()
    let taxes = TaxReader(page: rows).read()
    let (payments, change) = PaymentReader(page: rows).read()
    let sums = ReceiptSums(page: rows, items: items, payments: payments, change: change?.money, taxes: taxes)
    let total = TotalReader(page: rows, sums: sums).read()
    let date = DateReader(bill: bill).read()
    // The sums of statistics are whole numbers without a currency.
    let isMoney = total.map { $0.money.places > 0 || $0.field.currency ?? rows.currency != nil } ?? false
    let isReceipt = ReceiptTest(
      page: rows, hasTotal: isMoney && (total?.field.evidence.keyword ?? 0) > 0, hasDate: date != nil,
      items: items.count, isStatedBill: bill.titles.isStatedBill
    ).isReceipt
    var fields: [ReceiptField: FoundField] = [:]
    fields[.merchant] = head.seller ?? merchant?.field
    guard isReceipt else {
      // The amounts of an invoice may be on the next page.
      guard let number = head.number, number.evidence.keyword > 0.85, let date, head.titleRow != nil else { return nil }
      (fields[.number], fields[.date]) = (number, date.field)
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
    if let change, let total, payments.contains(where: { $0.amount == total.money + change.money }) {
      fields[.change]?.evidence.support = 1
    }
    return (receipt(rows, fields, items, taxes, payments, sums, total?.money), fields)
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
