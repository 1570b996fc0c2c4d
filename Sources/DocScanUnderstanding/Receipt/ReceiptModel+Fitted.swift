// SPDX-License-Identifier: GPL-3.0-or-later

extension ReceiptModel {
  /// Written by Tests/Tools/fit/receipts.py. Manual changes are lost.
  static let fitted = ReceiptModel(weights: [
    .merchant: [-5.600, 1.195, 1.911, 1.534, 0.121, 4.740, 0.899],
    .address: [-1.706, 0.075, 0.000, 4.802, 0.108, 0.000],
    .phone: [-1, 1, 0, 0, 1.5, 1],
    .date: [-2.345, 2.414, 1.590, 0.499, 3.178, 0.000],
    .time: [-1, 0.5, 1, 1, 1.5, 0.5],
    .total: [-3.402, 1.898, 3.124, 4.239, 1.588, 0.000],
    .subtotal: [-2, 1.5, 0, 1, 2, 0.5],
    .change: [-1.5, 1.5, 0, 2, 1.5, 0.5],
    .number: [-2, 1.5, 0, 0, 2, 0.5],
    .register: [-2, 1.5, 0, 0, 2, 0.5],
  ])
}
