// SPDX-License-Identifier: GPL-3.0-or-later

extension BoundaryModel {
  /// Made by `Tests/piles.py fit`.
  public static let fitted = BoundaryModel(weights: [
    -2.27, -5.71, 2.95, 0.31, 1.87, 4.30, 1.67, 4.01, 2.07, -4.95, -0.61, -0.88,
    2.29, 0.87, 4.77, 1.12, 0.18, 0.81, 2.02, 1.24, 1.91, 3.39,
  ])
}
