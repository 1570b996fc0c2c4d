// SPDX-License-Identifier: GPL-3.0-or-later

extension TableModel {
  /// Written by `Tests/Tools/fit/tables.py fit`.
  package static let fitted = TableModel(weights: [
    -14.28, 0.67, 0.71, 1.92, 3.89, 1.22, -0.24, -0.39, -0.08, 0.83, 1.26, -0.28, -2.17, 0.01, -1.03, 3.28,
    1.16, 1.36, -0.82, -1.14,
  ])
}
