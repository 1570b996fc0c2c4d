// SPDX-License-Identifier: GPL-3.0-or-later

extension ReceiptModel {
  /// Tests/Tools/fit/receipts.py writes this file; changes by hand are lost.
  static let fitted = ReceiptModel(weights: [
    .merchant: [-8.357, 1.320, 2.037, 0.133, 4.444, 2.531],
    .address: [-5.424, 1.213, 3.580, 0.015, 2.545, 0.436],
    .phone: [-1, 1, 0, 0, 1.5, 1],
    .date: [-2.514, 0.957, 1.665, 1.737, 3.557, 0.000],
    .time: [-1, 0.5, 1, 1, 1.5, 0.5],
    .total: [-4.698, 3.078, 1.369, 6.719, 0.952, 1.821],
    .subtotal: [-2, 1.5, 0, 1, 2, 0.5],
    .change: [-1.5, 1.5, 0, 2, 1.5, 0.5],
    .number: [-2, 1.5, 0, 0, 2, 0.5],
    .register: [-2, 1.5, 0, 0, 2, 0.5],
  ])
}
