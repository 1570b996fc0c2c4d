// SPDX-License-Identifier: GPL-3.0-or-later

extension Calibration {
  /// Fit on 5973 words of 46 documents. Tests/calibration.py writes this file; changes by hand are lost.
  static let both = Calibration(
    words: WordModel(
      intercept: -2.5153,
      curve: [
        (to: 0.2, rise: 0.0415), (to: 0.4, rise: 0.8473), (to: 0.6, rise: 1.0708),
        (to: 0.75, rise: 0.5955), (to: 0.85, rise: 0.2653), (to: 0.9, rise: 0.0451),
        (to: 0.93, rise: 0.0794), (to: 0.96, rise: 0.0000), (to: 1, rise: 1.1450),
      ],
      line: 0.2743, page: 0.3375, length: 0.2099, letters: -0.0335,
      digits: 0.1833, height: 0.0792, oddHeight: -1.4173),
    page: PageModel(scale: 0.2655, exponent: 0.7244, unread: 0.3))
}
