// SPDX-License-Identifier: GPL-3.0-or-later

extension ReceiptModel {
  /// Tests/receipts.py writes this file; changes by hand are lost.
  static let fitted = ReceiptModel(weights: [
    .merchant: [-2.5, 1, 1.5, 0.5, 2, 0.5],
    .address: [-3, 1.5, 0.5, 1, 1.5, 0.5],
    .phone: [-1, 1, 0, 0, 1.5, 1],
    .date: [-2, 0.8, 1.5, 0.8, 1.5, 1.5],
    .time: [-1, 0.5, 1, 1, 1.5, 0.5],
    .total: [-2.5, 1, 2, 3, 1, 1],
    .subtotal: [-2, 1.5, 0, 1, 2, 0.5],
    .change: [-1.5, 1.5, 0, 2, 1.5, 0.5],
    .number: [-2, 1.5, 0, 0, 2, 0.5],
    .register: [-2, 1.5, 0, 0, 2, 0.5],
  ])
}
