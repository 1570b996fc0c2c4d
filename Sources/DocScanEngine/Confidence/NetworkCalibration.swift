// SPDX-License-Identifier: GPL-3.0-or-later

extension Calibration {
  static let ppocr = Calibration(words: nil, page: tesseract.page)
  static let both = Calibration(words: nil, page: tesseract.page)
}
