// SPDX-License-Identifier: GPL-3.0-or-later

extension Calibration {
  /// Fitted on 5903 words of 46 documents. Tests/Tools/fit/calibration.py writes this file; manual changes are lost.
  package static let ppocr = Calibration(
    words: WordModel(
      intercept: -0.5920,
      curve: [
        (to: 0.2, rise: 0.0000), (to: 0.4, rise: 0.0000), (to: 0.6, rise: 0.5780),
        (to: 0.75, rise: 0.7901), (to: 0.85, rise: 0.0000), (to: 0.9, rise: 0.4981),
        (to: 0.93, rise: 0.0000), (to: 0.96, rise: 0.1012), (to: 1, rise: 1.1903),
      ],
      line: 0.2421, page: 0.4417, length: -0.3535, letters: 0.0620,
      digits: 0.2890, height: -0.2118, oddHeight: -1.3983),
    page: PageModel(scale: 0.2282, exponent: 0.7257, unread: 0.0))
}
