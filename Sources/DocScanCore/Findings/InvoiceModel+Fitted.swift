// SPDX-License-Identifier: GPL-3.0-or-later

extension InvoiceModel {
  /// Fitted on 40 drawn invoices, 24 of them poor copies; `Tests/Tools/fit/invoices.py fit` writes this file. Fields of which too few were
  /// wrong have the weights of all fields together.
  static let fitted = InvoiceModel(weights: [
    .number: [0.129, 0.000, 3.009, 1.441, 1.666],
    .date: [0.129, 0.000, 3.009, 1.441, 1.666],
    .dueDate: [0.129, 0.000, 3.009, 1.441, 1.666],
    .total: [0.129, 0.000, 3.009, 1.441, 1.666],
    .net: [0.129, 0.000, 3.009, 1.441, 1.666],
    .tax: [0.129, 0.000, 3.009, 1.441, 1.666],
    .seller: [0.129, 0.000, 3.009, 1.441, 1.666],
    .buyer: [0.129, 0.000, 3.009, 1.441, 1.666],
  ])
}
