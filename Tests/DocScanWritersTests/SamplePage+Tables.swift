// SPDX-License-Identifier: GPL-3.0-or-later
// Support: pages with tables.

import DocScanCore

extension SamplePage {
  /// A heading, a table, and a line below it. Its header has two rows; what is bought spans them, and the last row is a sum.
  ///
  /// | Bought       | Amount            |
  /// |              | Net     | Share   |
  /// | =1+2 & <b>   | 1234.50 | 94.9%   |
  /// | 2024-05-03   | 1O5     |         |
  static var invoice: SamplePage {
    var page = SamplePage([
      ["Bought", "Amount"], ["Net", "Share"], ["=1+2", "&", "<b>", "1.234,50", "94.9%"], ["3.5.2024", "1O5"],
      ["Thank", "you"],
    ])
    var heading = SamplePage([["Your", "order"]], kind: .heading).blocks[0]
    // The heading is above the table.
    heading.box.y -= 50
    for line in heading.lines.indices {
      heading.lines[line].box.y -= 50
      for index in heading.lines[line].baseline.indices { heading.lines[line].baseline[index].y -= 50 }
      for word in heading.lines[line].words.indices { heading.lines[line].words[word].box.y -= 50 }
    }
    page.blocks.insert(heading, at: 0)
    func box(_ row: Int, _ column: Int, _ rows: Int = 1, _ columns: Int = 1) -> Box {
      Box(
        x: 50 + 200 * Double(column), y: 95 + 40 * Double(row), width: 200 * Double(columns), height: 40 * Double(rows))
    }
    page.tables = [
      Table(
        box: Box(x: 50, y: 95, width: 600, height: 160), rows: 4, columns: 3, confidence: 0.93,
        cells: [
          Table.Cell(
            row: 0, column: 0, rowSpan: 2, isHeader: true, text: "Bought", confidence: 0.99, box: box(0, 0, 2),
            words: [2]),
          Table.Cell(
            row: 0, column: 1, columnSpan: 2, isHeader: true, text: "Amount", confidence: 0.99, box: box(0, 1, 1, 2),
            words: [3]),
          Table.Cell(row: 1, column: 1, isHeader: true, text: "Net", confidence: 0.99, box: box(1, 1), words: [4]),
          Table.Cell(row: 1, column: 2, isHeader: true, text: "Share", confidence: 0.99, box: box(1, 2), words: [5]),
          Table.Cell(row: 2, column: 0, text: "=1+2 & <b>", confidence: 0.95, box: box(2, 0), words: [6, 7, 8]),
          Table.Cell(
            row: 2, column: 1, text: "1.234,50", confidence: 0.97, box: box(2, 1), words: [9],
            value: Table.Value(kind: .money, value: "1234.50", currency: "EUR")),
          Table.Cell(
            row: 2, column: 2, text: "94.9%", confidence: 0.97, box: box(2, 2), words: [10],
            value: Table.Value(kind: .percent, value: "94.9")),
          Table.Cell(
            row: 3, column: 0, text: "3.5.2024", confidence: 0.97, box: box(3, 0), words: [11],
            value: Table.Value(kind: .date, value: "2024-05-03")),
          Table.Cell(
            row: 3, column: 1, text: "1O5", confidence: 0.7, box: box(3, 1), words: [12], suggestion: "105"),
          Table.Cell(row: 3, column: 2, text: "", confidence: 0.9, box: box(3, 2)),
        ], checks: [])
    ]
    return page
  }

  /// Returns a page with a table of text only, whose first row is its header.
  static func table(_ rows: [[String]], number: Int = 1, continues: Bool = false) -> SamplePage {
    var page = SamplePage(rows)
    page.number = number
    var word = 0
    let cells = rows.enumerated().flatMap { row, texts in
      texts.enumerated().map { column, text in
        defer { word += 1 }
        return Table.Cell(
          row: row, column: column, isHeader: row == 0, text: text, confidence: 0.99,
          box: Box(x: 60 + 100 * Double(column), y: 100 + 40 * Double(row), width: 100, height: 40), words: [word])
      }
    }
    page.tables = [
      Table(
        box: Box(x: 60, y: 100, width: 680, height: 40 * Double(rows.count)), rows: rows.count,
        columns: rows[0].count, confidence: 0.9, continues: continues, cells: cells)
    ]
    return page
  }
}
