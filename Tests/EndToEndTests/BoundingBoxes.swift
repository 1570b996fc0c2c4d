// SPDX-License-Identifier: GPL-3.0-or-later
// Support: words of a PDF with their boxes.

import DocScan
import DocScanCore

/// A parser for the output of `pdftotext -bbox`.
enum BoundingBoxes {
  /// Returns the words of one page with their boxes, in points from the top-left corner.
  static func words(in markup: String) -> [Word] {
    markup.split(separator: "\n").compactMap { line in
      guard let start = line.firstRange(of: "<word ")?.upperBound,
        let end = line[start...].firstRange(of: "\">")?.lowerBound,
        let close = line.firstRange(of: "</word>")?.lowerBound
      else { return nil }
      let numbers = line[start...end].split(separator: "\"").compactMap { Double($0) }
      guard numbers.count == 4 else { return nil }
      let text = line[line.index(end, offsetBy: 2)..<close].replacing("&amp;", with: "&").replacing("&lt;", with: "<")
        .replacing("&gt;", with: ">").replacing("&quot;", with: "\"").replacing("&apos;", with: "'")
      return Word(
        text: String(text), confidence: 1,
        box: Box(x: numbers[0], y: numbers[1], width: numbers[2] - numbers[0], height: numbers[3] - numbers[1]))
    }
  }
}
