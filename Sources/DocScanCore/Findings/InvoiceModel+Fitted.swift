// SPDX-License-Identifier: GPL-3.0-or-later

extension InvoiceModel {
  /// Chosen, as too few fields were wrong to fit them; `Tests/invoices.py fit` writes this file.
  static let fitted = InvoiceModel(weights: [
    .number: [-3, 2.5, 1, 0.5, 2],
    .date: [-3, 2.5, 1, 0.5, 2],
    .dueDate: [-3, 2.5, 1, 0.5, 2],
    .total: [-3, 2, 1, 2, 1.5],
    .net: [-3, 2, 1, 2, 1.5],
    .tax: [-3, 2, 1, 2, 1.5],
    .seller: [-3, 2.5, 1, 0.5, 1.5],
    .buyer: [-3, 2.5, 1, 0.5, 1.5],
  ])
}
