// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout

/// Reads the payments and the change.
struct PaymentReader {
  let page: ReceiptPage

  struct Payment {
    var method: Receipt.Payment.Method
    var amount: Money?
    var evidence: Evidence
    var box: Box
    var row: Int
  }

  func read() -> (payments: [Payment], change: (money: Money, field: FoundField)?) {
    // Few receipts print a minus sign before a refund.
    let sign = page.isRefund ? -1 : 1
    var payments: [Payment] = []
    var change: (money: Money, field: FoundField)?
    for (index, row) in page.rows.enumerated() where !page.taxTable.contains(index) {
      guard let (number, amount) = amount(index) else { continue }
      if let similarity = row.labels[.change], !row.has(anyOf: .total, .payable) || row.has(.count),
        change == nil || similarity > 0.95
      {
        let money = Money(minor: abs(amount.minor), places: amount.places)
        change = (
          money,
          FoundField(
            value: money.text, box: number.box,
            evidence: Evidence(keyword: similarity, words: number.confidence, form: number.isRepaired ? 0 : 1))
        )
      } else if row.has(anyOf: .cash, .card),
        !row.has(anyOf: .total, .payable, .subtotal, .points, .discount, .inclusive, .rounding)
          || row.has(.card) && row.has(.total) && !row.has(.points)
      {
        let (cash, card) = (row.labels[.cash] ?? 0, row.labels[.card] ?? 0)
        let money = Money(minor: sign * abs(amount.minor), places: amount.places)
        guard money.minor != 0 else { continue }
        payments.append(
          Payment(
            method: card >= cash && card > 0 ? .card : .cash, amount: money,
            evidence: Evidence(keyword: max(cash, card), words: number.confidence, form: number.isRepaired ? 0 : 1),
            box: row.box,
            row: index))
      }
    }
    // The slip of a card terminal repeats the receipt's payment.
    var seen: Set<Int> = []
    return (
      payments.filter { payment in payment.method == .cash || seen.insert(payment.amount?.minor ?? 0).inserted }, change
    )
  }

  // Returns whether a row has a masked number, such as **** 4471, whose digits aren't an amount.
  private static func hasMask(_ row: ReceiptRow) -> Bool {
    row.row.words.contains { word in
      word.text.count > 2 && word.text.allSatisfy { "*xX•#.·".contains($0) || $0.isNumber }
        && word.text.contains { "*xX•#·".contains($0) }
    }
  }

  // Returns the amount of a payment's row, or of the row below if that contains nothing else, or `nil` if there is none.
  private func amount(_ index: Int) -> (RowNumber, Money)? {
    let row = page.rows[index]
    if let number = row.amount ?? (Self.hasMask(row) ? nil : RepairedAmount.find(in: row, style: page.style)),
      let money = number.money
    {
      return (number, money)
    }
    guard row.has(anyOf: .change, .cash, .card), row.folded.letterCount < 25, index + 1 < page.rows.count else {
      return nil
    }
    let next = page.rows[index + 1]
    guard next.folded.letterCount < 4, next.labels.isEmpty, let number = next.amount, let money = number.money else {
      return nil
    }
    return (number, money)
  }
}
