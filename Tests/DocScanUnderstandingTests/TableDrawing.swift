// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanUnderstanding

@testable import DocScanCore
@testable import DocScanTables

/// A recognized page: words of 20 pixels in lines 40 pixels apart, and rules.
struct TableDrawing {
  /// The factor for all positions and sizes.
  var scale = 1.0
  /// The width of a letter, in pixels.
  var letter = 12.0
  /// The space between words, in pixels.
  var space = 8.0
  var lines: [Line] = []
  var rules: [PageRule] = []

  /// Adds a line's texts, each starting at a position; words are a space apart.
  mutating func row(_ y: Double, _ texts: (String, Double)...) {
    for (text, x) in texts {
      var left = x * scale
      var words: [Word] = []
      for part in text.split(separator: " ").map({ String($0) }) {
        let box = Box(x: left, y: y * scale, width: letter * scale * Double(part.count), height: 20 * scale)
        words.append(Word(text: part, confidence: 0.98, box: box))
        left += (letter * Double(part.count) + space) * scale
      }
      let box = Box(x: x * scale, y: y * scale, width: left - space * scale - x * scale, height: 20 * scale)
      lines.append(Line(text: text, confidence: 0.98, box: box, baseline: [], words: words))
    }
  }

  mutating func across(_ y: Double, from left: Double = 100, to right: Double = 900) {
    rules.append(PageRule(from: Point(x: left, y: y), to: Point(x: right, y: y), width: 2))
  }

  mutating func down(_ x: Double, from top: Double, to bottom: Double) {
    rules.append(PageRule(from: Point(x: x, y: top), to: Point(x: x, y: bottom), width: 2))
  }

  func tables(number: Int = 1) throws -> [Table] { TableReader().tables(of: try page(number: number)) }

  func page(number: Int = 1) throws -> RecognizedPage {
    var page = RecognizedPage(
      document: DocumentReference(name: "paper", sha256: String(repeating: "0", count: 64), pageCount: 2),
      page: PageReference(number: number, source: "paper.pdf", sourcePage: number), status: .recognized,
      source: RasterSize(width: 1000, height: 1414, dpi: 120), image: RasterSize(width: 1000, height: 1414, dpi: 120),
      blocks: lines.map { Block(kind: .text, box: $0.box, lines: [$0]) })
    page.text = lines.map(\.text).joined(separator: "\n")
    try page.findings.set(rules)
    return page
  }
}
