// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: rows are restored from columns that were read apart.

import DocScanCore
import DocScanLayout
import Testing

@Suite("Rows of text") struct TextRowsTests {
  @Test("Joins columns that were read apart, at any slope", arguments: [-0.12, -0.03, 0, 0.03, 0.12])
  func columnsReadApartComeTogether(_ slope: Double) {
    let page = ReceiptText.page(ReceiptText.american, torn: true, slope: slope)
    let rows = TextRows(page).rows.map { $0.text }
    #expect(rows.contains("Paring knife $18.00"))
    #expect(rows.contains("Sales Tax 8.625% $1.90"))
    #expect(rows.contains("TOTAL $23.90"))
    #expect(rows.first == "Bernal Cutlery")
    #expect(rows.last == "Thank you!")
  }

  @Test("Splits a column that was read as a line") func columnThatWasReadAsLineIsTakenApart() {
    func word(_ text: String, _ x: Double, _ y: Double) -> Word {
      Word(text: text, confidence: 0.9, box: Box(x: x, y: y, width: 60, height: 20))
    }
    func line(_ words: [Word]) -> Line {
      let box = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
      return Line(
        text: joinedText(words), confidence: 0.9, box: box,
        baseline: [Point(x: box.x, y: box.maxY), Point(x: box.maxX, y: box.maxY)], words: words)
    }
    let rows = TextRows([
      line([word("Milk", 10, 10)]), line([word("Bread", 10, 40)]),
      line([word("1.00", 300, 10), word("2.00", 300, 40)]),
    ]).rows
    #expect(rows.map { $0.text } == ["Milk 1.00", "Bread 2.00"])
  }
}
