// SPDX-License-Identifier: GPL-3.0-or-later

extension TableModel {
  /// Written by `Tests/Tools/fit/tables.py fit`.
  package static let fitted = TableModel(weights: [
    -14.47, 0.66, 0.70, 1.90, 3.86, 1.21, 0.91, 0.88, -0.39, -0.08, 0.82, 1.25, -0.28, -2.15, 0.01, -1.02, 3.25,
  ])
}
