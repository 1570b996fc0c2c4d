// SPDX-License-Identifier: GPL-3.0-or-later

extension Calibration {
  /// Fit on 23132 words of 107 documents. Tests/calibration.py writes this file; changes by hand are lost.
  static let tesseract = Calibration(
    words: WordModel(
      intercept: -1.6145,
      curve: [
        (to: 0.2, rise: 0.0000), (to: 0.4, rise: 0.6187), (to: 0.6, rise: 0.5787),
        (to: 0.75, rise: 0.2454), (to: 0.85, rise: 0.5028), (to: 0.9, rise: 0.4623),
        (to: 0.93, rise: 0.5558), (to: 0.96, rise: 1.3991), (to: 1, rise: 0.6758),
      ],
      line: 0.1808, page: 0.3151, length: 0.0743, letters: 0.2779,
      digits: -0.0176, height: -0.2918, oddHeight: -0.7971),
    page: PageModel(scale: 0.8959, exponent: 1.1999, unread: 0.8))
}
