// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Reads the taxes that are included in a receipt's amounts or added to them.
struct TaxReader {
  let page: ReceiptPage

  struct Tax {
    /// The tax rate, in percent, or `nil` if it isn't printed.
    var rate: Double?
    var net: Money?
    var amount: Money
    var gross: Money?
    var evidence: Evidence
    var box: Box
    var isInTable: Bool
  }

  func read() -> [Tax] {
    let found = page.rows.indices.compactMap(tax)
    // A table repeats the taxes in the lines above it.
    let table = found.filter(\.isInTable)
    if !table.isEmpty { return table }
    return found
  }

  private func tax(_ index: Int) -> Tax? {
    let row = page.rows[index]
    let isInTable = page.taxTable.contains(index)
    guard row.has(.tax) || isInTable, !row.has(anyOf: .payable, .change, .cash, .card) else { return nil }
    // The row contains the sum of the tax table.
    if row.has(.total), !row.has(.tax) || row.amounts.count > 1 { return nil }
    var amounts = row.amounts.compactMap { number in number.money.map { (number, $0) } }
    guard !amounts.isEmpty else { return nil }
    var rate =
      row.numbers.first { $0.kind == .percent }?.value
      ?? (isInTable ? row.numbers.first { $0.kind == .whole && $0.value < 30 }?.value : nil)
    // The column of rates, such as 12,00, looks like one of amounts.
    if rate == nil, isInTable, amounts.count == 4, let first = amounts.first?.1, first.minor < 100 * 30,
      first.places == 2, amounts[1].1 + amounts[2].1 == amounts[3].1
    {
      (rate, amounts) = (Double(first.minor) / 100, Array(amounts.dropFirst()))
    }
    var tax: Tax?
    if let rate {
      // Of each two amounts, one may be the tax on the other.
      outer: for (_, net) in amounts {
        for (number, part) in amounts where part < net || net.minor == 0 {
          let added = Double(net.minor) * rate / 100
          if abs(added - Double(part.minor)) <= 1.01 + 0.002 * added, rate > 0 || part.minor == 0 {
            tax = Tax(
              rate: rate, net: net, amount: part, gross: net + part,
              evidence: Evidence(keyword: row.labels[.tax] ?? 0.5, support: 1, words: number.confidence, form: 1),
              box: row.box,
              isInTable: isInTable)
            break outer
          }
        }
      }
    }
    if tax == nil, let rate, rate > 0 { tax = included(in: amounts, rate, row, isInTable: isInTable) }
    if tax == nil, row.has(.tax),
      !row.has(anyOf: .inclusive, .net, .total, .subtotal)
        || amounts.count == 1 && row.has(.tax) && !row.has(anyOf: .total, .subtotal, .net)
    {
      guard let (number, money) = amounts.last else { return nil }
      tax = Tax(
        rate: rate, net: nil, amount: money, gross: nil,
        evidence: Evidence(keyword: row.labels[.tax] ?? 0, words: number.confidence, form: rate == nil ? 0.3 : 0.6),
        box: row.box,
        isInTable: isInTable)
    }
    return tax
  }

  // Of two amounts, one may be the tax in the other.
  private func included(in amounts: [(RowNumber, Money)], _ rate: Double, _ row: ReceiptRow, isInTable: Bool) -> Tax? {
    for (_, gross) in amounts {
      for (number, part) in amounts where part < gross && part.minor > 0 {
        guard abs(Double(gross.minor) * rate / (100 + rate) - Double(part.minor)) <= 0.75 else { continue }
        return Tax(
          rate: rate, net: gross - part, amount: part, gross: gross,
          evidence: Evidence(keyword: row.labels[.tax] ?? 0.5, support: 1, words: number.confidence, form: 1),
          box: row.box, isInTable: isInTable)
      }
    }
    return nil
  }
}
