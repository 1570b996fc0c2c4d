// SPDX-License-Identifier: GPL-3.0-or-later

extension TextCheckModel {
  /// The model for measurements without reading, fitted by `Tests/Tools/fit/text_checks.py`.
  package static let cheap = TextCheckModel(
    intercept: 5, weights: [-6, -6, -6, -1, -2, -10, -6, -6, -6, -4, -5, 0, 0])
  /// The model for measurements that include a sample of lines, fitted by `Tests/Tools/fit/text_checks.py`.
  package static let sampled = TextCheckModel(
    intercept: 5, weights: [-6, -6, -2, -1, -1, -10, -6, -3, -3, -2, -5, -8, -2])
  /// The minimum probability at which no sample of lines is read.
  package static let plain = 0.98
}
