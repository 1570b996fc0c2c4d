// SPDX-License-Identifier: GPL-3.0-or-later

extension BoundaryModel {
  /// The weights, which `Tests/Tools/fit/piles.py fit` writes.
  package static let fitted = BoundaryModel(weights: [
    -2.94, -5.25, 3.71, 1.66, -0.49, 4.75, 2.17, 5.40, 2.56, -3.06, -0.44, 0.00,
    0.00, 0.00, 4.98, 2.60, 0.00, 0.00, 1.89, 1.62, 2.80, 4.28,
  ])
}
