// SPDX-License-Identifier: GPL-3.0-or-later

extension Calibration {
  /// Fitted on 23069 words of 107 documents. Tests/Tools/fit/calibration.py writes this file; manual changes are lost.
  package static let tesseract = Calibration(
    words: WordModel(
      intercept: -2.2467,
      curve: [
        (to: 0.2, rise: 0.0000), (to: 0.4, rise: 1.3893), (to: 0.6, rise: 0.0000),
        (to: 0.75, rise: 0.8818), (to: 0.85, rise: 0.0000), (to: 0.9, rise: 0.6540),
        (to: 0.93, rise: 0.5305), (to: 0.96, rise: 0.6915), (to: 1, rise: 0.0000),
      ],
      line: 0.0000, page: 0.3682, length: -0.1483, letters: 0.9671,
      digits: 0.1260, height: 0.0687, oddHeight: -0.6661),
    page: PageModel(scale: 1.0164, exponent: 1.3360, unread: 0.8))
}
