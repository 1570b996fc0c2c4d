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
    let amounts = row.amounts.compactMap { number in number.money.map { (number, $0) } }
    guard !amounts.isEmpty else { return nil }
    let rate =
      row.numbers.first { $0.kind == .percent }?.value
      ?? (isInTable ? row.numbers.first { $0.kind == .whole && $0.value < 30 }?.value : nil)
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
}
