// SPDX-License-Identifier: GPL-3.0-or-later

extension Calibration {
  /// Fitted on 22230 words of 107 documents. Tests/Tools/fit/calibration.py writes this file; manual changes are lost.
  static let both = Calibration(
    words: WordModel(
      intercept: -2.2047,
      curve: [
        (to: 0.2, rise: 0.0000), (to: 0.4, rise: 0.2195), (to: 0.6, rise: 1.2069),
        (to: 0.75, rise: 0.2081), (to: 0.85, rise: 0.4637), (to: 0.9, rise: 0.1998),
        (to: 0.93, rise: 0.1873), (to: 0.96, rise: 1.3051), (to: 1, rise: 0.0000),
      ],
      line: 0.2521, page: 0.2678, length: -0.0768, letters: 0.9337,
      digits: 0.9273, height: -0.0014, oddHeight: -0.8216),
    page: PageModel(scale: 0.2677, exponent: 0.8481, unread: 0.0))
}
