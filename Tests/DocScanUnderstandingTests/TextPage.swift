// SPDX-License-Identifier: GPL-3.0-or-later
// Support: pages of text.

import DocScanCore
import DocScanTypedData
import DocScanUnderstanding

/// Returns a recognized page with these lines of text; an empty line ends a block.
func page(_ text: String, confidence: Double = 0.95) -> RecognizedPage {
  var blocks: [Block] = []
  var y = 0.0
  for part in text.split(separator: "\n\n") {
    let lines = part.split(separator: "\n").map { content in
      y += 40
      var x = 0.0
      let words = content.split(separator: " ").map { word in
        let width = Double(word.count) * 20
        defer { x += width + 20 }
        return Word(text: String(word), confidence: confidence, box: Box(x: x, y: y, width: width, height: 30))
      }
      return Line(
        text: String(content), confidence: confidence, box: Box(x: 0, y: y, width: x, height: 30),
        baseline: [Point(x: 0, y: y + 30), Point(x: x, y: y + 30)], words: words)
    }
    blocks.append(Block(kind: .text, box: Box(x: 0, y: y, width: 2000, height: 40), lines: lines))
  }
  return RecognizedPage(
    document: DocumentReference(name: "a", sha256: "", pageCount: 1),
    page: PageReference(number: 1, source: "a.png", sourcePage: 1), status: .recognized,
    image: RasterSize(width: 2000, height: 3000, dpi: 300), text: text, blocks: blocks)
}

/// Returns the findings of a text in short: "money 12.50 EUR".
func found(_ text: String, _ data: TypedData = TypedData(masks: false)) -> [String] {
  data.find(on: page(text)).map { [$0.type.rawValue, $0.value, $0.currency].compactMap(\.self).joined(separator: " ") }
}
