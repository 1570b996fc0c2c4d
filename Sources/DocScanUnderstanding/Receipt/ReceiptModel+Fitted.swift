// SPDX-License-Identifier: GPL-3.0-or-later

extension ReceiptModel {
  /// Written by Tests/Tools/fit/receipts.py. Manual changes are lost.
  static let fitted = ReceiptModel(weights: [
    .merchant: [-4.152, 0.161, 2.750, 1.051, 0.868, 3.269, 1.507],
    .address: [-1.706, 0.075, 0.000, 4.802, 0.108, 0.000],
    .phone: [-1, 1, 0, 0, 1.5, 1],
    .date: [-2.091, 1.813, 2.090, 1.763, 3.650, 0.000, 0.000],
    .time: [-1, 0.5, 1, 1, 1.5, 0.5],
    .total: [-4.325, 0.154, 3.020, 3.337, 2.950, 0.292, 0.000],
    .subtotal: [-2, 1.5, 0, 1, 2, 0.5],
    .change: [-1.5, 1.5, 0, 2, 1.5, 0.5],
    .number: [-2, 1.5, 0, 0, 2, 0.5],
    .register: [-2, 1.5, 0, 0, 2, 0.5],
  ])
}
