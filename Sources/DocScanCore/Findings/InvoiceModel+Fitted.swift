// SPDX-License-Identifier: GPL-3.0-or-later

extension InvoiceModel {
  /// The weights, fitted on 40 synthetic invoices, 24 of them poor copies. `Tests/Tools/fit/invoices.py fit` writes this file. Fields with too few
  /// errors share the weights fitted on all fields.
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
