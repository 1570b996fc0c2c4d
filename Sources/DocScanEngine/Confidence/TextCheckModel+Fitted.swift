// SPDX-License-Identifier: GPL-3.0-or-later

extension TextCheckModel {
  /// Made by `Tests/Tools/fit/text_checks.py`: what costs little alone.
  static let cheap = TextCheckModel(
    intercept: 5, weights: [-6, -6, -6, -1, -2, -10, -6, -6, -6, -4, -5, 0, 0])
  /// Made by `Tests/Tools/fit/text_checks.py`: with lines that were read.
  static let sampled = TextCheckModel(
    intercept: 5, weights: [-6, -6, -2, -1, -1, -10, -6, -3, -3, -2, -5, -8, -2])
  /// Text that is surer than this without reading isn't sampled.
  static let plain = 0.98
}
