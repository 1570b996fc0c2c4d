// SPDX-License-Identifier: GPL-3.0-or-later

/// An amount at the end of a row whose separator was lost: 64 13, or 32700.
enum RepairedAmount {
  static func find(in row: ReceiptRow, style: MoneyStyle) -> RowNumber? {
    guard style == .hundredths, row.amounts.isEmpty, var last = row.numbers.last, last.kind == .whole else {
      return nil
    }
    if last.text.count == 2, let before = row.numbers.dropLast().last, before.kind == .whole, before.text.count < 6,
      last.range.lowerBound - before.range.upperBound == 1
    {
      last.money = Money(minor: Int(before.value) * 100 + Int(last.value), places: 2)
    } else if (3...6).contains(last.text.count), !last.text.hasPrefix("0") || last.text.count == 3 {
      last.money = Money(minor: Int(last.value), places: 2)
    } else {
      return nil
    }
    last.isRepaired = true
    return last
  }
}
