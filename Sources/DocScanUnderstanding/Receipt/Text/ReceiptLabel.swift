// SPDX-License-Identifier: GPL-3.0-or-later

/// A topic of a receipt's row. A row can have several.
enum ReceiptLabel: String, CaseIterable, Sendable {
  case total, payable, carried, subtotal, net, inclusive, tax, discount, rounding, service, cash, card, change, count,
    points
  case date, time, notDate, tableHeader, itemsHeader, receipt, number, register, phone, noAddress, hours, notItem,
    statement
}
