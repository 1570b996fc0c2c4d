// SPDX-License-Identifier: GPL-3.0-or-later

extension Calibration {
  /// Fit on 23058 words of 107 documents. Tests/calibration.py writes this file; changes by hand are lost.
  static let tesseract = Calibration(
    words: WordModel(
      intercept: -2.3412,
      curve: [
        (to: 0.2, rise: 0.0000), (to: 0.4, rise: 1.4029), (to: 0.6, rise: 0.0000),
        (to: 0.75, rise: 0.9422), (to: 0.85, rise: 0.0000), (to: 0.9, rise: 0.6390),
        (to: 0.93, rise: 0.5428), (to: 0.96, rise: 0.6798), (to: 1, rise: 0.0000),
      ],
      line: 0.0000, page: 0.3780, length: -0.1412, letters: 0.9608,
      digits: 0.1466, height: 0.0869, oddHeight: -0.6514),
    page: PageModel(scale: 1.2325, exponent: 1.2827, unread: 0.4))
}
