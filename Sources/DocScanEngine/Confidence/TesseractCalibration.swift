// SPDX-License-Identifier: GPL-3.0-or-later

extension Calibration {
  /// Fit on 23119 words of 107 documents. Tests/calibration.py writes this file; changes by hand are lost.
  static let tesseract = Calibration(
    words: WordModel(
      intercept: -2.3162,
      curve: [
        (to: 0.2, rise: 0.0454), (to: 0.4, rise: 1.0382), (to: 0.6, rise: 0.3135),
        (to: 0.75, rise: 0.7427), (to: 0.85, rise: 0.0000), (to: 0.9, rise: 0.6103),
        (to: 0.93, rise: 0.5850), (to: 0.96, rise: 0.6803), (to: 1, rise: 0.0000),
      ],
      line: 0.0253, page: 0.3918, length: -0.1712, letters: 1.0223,
      digits: 0.0644, height: 0.0246, oddHeight: -0.5594),
    page: PageModel(scale: 1.0267, exponent: 1.2698, unread: 0.8))
}
