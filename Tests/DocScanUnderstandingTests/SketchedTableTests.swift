// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a model's sketch of a table counts only if it fits the words better than docscan's own table, or if docscan found none there.

import Testing

@testable import DocScanCore
@testable import DocScanTables
@testable import DocScanUnderstanding

@Suite("Tables that models see")
struct SketchedTableTests {
  /// Columns at these positions, and rows of 40 pixels from 100 on. Words are 20 pixels high.
  private static let columns = [100.0, 400, 700]

  private static func page(
    _ rows: [[String]], columns: [Double] = columns, sketch: TableSketch? = nil, rules: [Double] = []
  ) throws -> RecognizedPage {
    let lines = rows.enumerated().flatMap { row, texts in
      zip(columns, texts).filter { !$1.isEmpty }.map { x, text -> Line in
        let box = Box(x: x, y: 100 + 40 * Double(row), width: 12 * Double(text.count), height: 20)
        let word = Word(text: text, confidence: 0.98, box: box)
        return Line(text: text, confidence: 0.98, box: box, baseline: [], words: [word])
      }
    }
    var page = RecognizedPage(
      document: DocumentReference(name: "paper", sha256: String(repeating: "0", count: 64), pageCount: 1),
      page: PageReference(number: 1, source: "paper.pdf", sourcePage: 1), status: .recognized,
      image: RasterSize(width: 1000, height: 1414, dpi: 120),
      blocks: lines.map { Block(kind: .text, box: $0.box, lines: [$0]) })
    if let sketch { try page.findings.set([sketch]) }
    try page.findings.set(
      rules.map { PageRule(from: Point(x: 90, y: $0), to: Point(x: 910, y: $0), width: 2) })
    return page
  }

  /// Returns a sketch with rows of several lines, whose cells are as wide as the columns.
  private static func sketch(
    _ lines: [Int], columns: Int = 3, confidence: Double = 0.99, region: Double? = nil
  ) throws -> TableSketch {
    var draft = TableSketch.Draft()
    var y = 95.0
    for count in lines {
      draft.addRow()
      for column in 0..<columns {
        let (left, width) = (95 + 300 * Double(column), columns == 1 ? 800.0 : 290)
        draft.add(Box(x: left, y: y, width: width, height: 40 * Double(count) - 10), rows: 1, columns: 1)
      }
      y += 40 * Double(count)
    }
    var sketch = try #require(
      draft.finished(box: Box(x: 90, y: 90, width: 820, height: y - 90), confidence: confidence))
    sketch.regionConfidence = region
    return sketch
  }

  private static func texts(_ tables: [Table]) -> [[[String]]] {
    tables.map { table in
      (0..<table.rows).map { row in table.cells.filter { $0.row == row }.map(\.text) }
    }
  }

  @Test("Fills the sketch of a region without a table, and joins the lines of its cells")
  func region() throws {
    // Two lines with two parts aren't a table by themselves.
    let rows = [["Fee", "Ten"], ["Tax", "Two"]]
    let plain = try Self.page(rows, columns: [100, 400])
    #expect(TableReader().tables(of: plain).isEmpty)
    let sketch = try Self.sketch([1, 1], columns: 2, region: 0.9)
    let tables = TableReader().tables(of: try Self.page(rows, columns: [100, 400], sketch: sketch))
    #expect(Self.texts(tables) == [rows])
    #expect(tables.first?.confidence == 0.9)
    #expect(tables.first?.cells.map(\.words) == [[0], [1], [2], [3]])
  }

  @Test(
    "Leaves out regions that are unlikely, have one column, or are mostly empty",
    arguments: [(0.4, 0.99, 2), (0.9, 0.9, 2), (0.9, 0.99, 1), (0.9, 0.99, 3)])
  func noTable(region: Double, confidence: Double, columns: Int) throws {
    let sketch = try Self.sketch([1, 1, 1, 1], columns: columns, confidence: confidence, region: region)
    let rows = columns == 3 ? [["Fee", "Ten"], ["Tax", "Two"], [], []] : [["Fee", "Ten"], ["Tax", "Two"]]
    let page = try Self.page(rows, columns: [100, 400], sketch: sketch)
    #expect(TableReader().tables(of: page).isEmpty)
  }

  @Test("Keeps the table if the sketch joins rows with several numbers each")
  func joinedNumbers() throws {
    let rows =
      [["Name", "Born", "Dues"]] + ["Ann", "Bob", "Eve", "Joe"].enumerated().map { [$1, "191\($0)", "1\($0).50"] }
    let rules = [90.0, 130, 295]
    let plain = try Self.page(rows, rules: rules)
    #expect(Self.texts(TableReader().tables(of: plain)) == [rows])
    var sketch = try Self.sketch([1, 2, 2])
    sketch.box = try #require(TableReader().places(on: plain).first)
    #expect(Self.texts(TableReader().tables(of: try Self.page(rows, sketch: sketch, rules: rules))) == [rows])
  }

  @Test("Takes a sketch with fewer empty places, and keeps the table if the sketch has fewer columns or is doubtful")
  func better() throws {
    let rows = [
      ["Name", "Born", "Dues"], ["Ann", "1911", "12.50"], ["", "", "10.20"], ["Bob", "1913", "11.30"],
      ["", "", "14.10"], ["Eve", "1915", "15.70"], ["", "", "16.80"],
    ]
    let rules = [90.0, 130, 375]
    let plain = try Self.page(rows, rules: rules)
    let own = Self.texts(TableReader().tables(of: plain))
    let place = try #require(TableReader().places(on: plain).first)
    func read(_ lines: [Int], columns: Int, confidence: Double) throws -> [[[String]]] {
      var sketch = try Self.sketch(lines, columns: columns, confidence: confidence)
      sketch.box = place
      return Self.texts(TableReader().tables(of: try Self.page(rows, sketch: sketch, rules: rules)))
    }
    let joined = [
      ["Name", "Born", "Dues"], ["Ann", "1911", "12.50 10.20"], ["Bob", "1913", "11.30 14.10"],
      ["Eve", "1915", "15.70 16.80"],
    ]
    #expect(own != [joined])
    #expect(try read([1, 2, 2, 2], columns: 3, confidence: 0.99) == [joined])
    #expect(try read([1, 2, 2, 2], columns: 3, confidence: 0.9) == own)
    #expect(try read([1, 2, 2, 2], columns: 1, confidence: 0.99) == own)
  }

  @Test("Keeps the table if the sketch joins a row's name with the empty cell above it")
  func lowNames() throws {
    let rows = [
      ["Name", "Once", "Twice"], ["Income", "1.48", "1.93"], ["", "(0.38)", "(0.41)"], ["Age", "0.61", "1.21"],
      ["", "(0.18)", "(0.21)"], ["Urban", "0.47", "0.13"], ["", "(0.45)", "(0.17)"],
    ]
    let rules = [90.0, 130, 375]
    let plain = try Self.page(rows, rules: rules)
    var draft = TableSketch.Draft()
    for row in rows.indices {
      draft.addRow()
      let isSecond = [3, 5].contains(row)
      for column in (isSecond ? 1 : 0)..<3 {
        let count = column == 0 && [2, 4].contains(row) ? 2 : 1
        let (x, y) = (95 + 300 * Double(column), 95 + 40 * Double(row))
        draft.add(Box(x: x, y: y, width: 290, height: 40 * Double(count) - 10), rows: count, columns: 1)
      }
    }
    let place = try #require(TableReader().places(on: plain).first)
    let sketch = try #require(draft.finished(box: place, confidence: 0.99))
    #expect(Self.texts(TableReader().tables(of: plain)) == [rows])
    #expect(Self.texts(TableReader().tables(of: try Self.page(rows, sketch: sketch, rules: rules))) == [rows])
  }

  @Test("Leaves out a region with the entries of an index")
  func index() throws {
    let rows = [["adhesion, 8", "canals, 72"], ["algae, 83", "clay, 67"]]
    let sketch = try Self.sketch([1, 1], columns: 2, region: 0.9)
    #expect(TableReader().tables(of: try Self.page(rows, columns: [100, 400], sketch: sketch)).isEmpty)
  }

  @Test("Keeps a region with amounts that have decimal commas")
  func decimalCommas() throws {
    let rows = [["EUR 12,50", "EUR 8,20"], ["CHF 13,10", "CHF 9,00"]]
    let sketch = try Self.sketch([1, 1], columns: 2, region: 0.9)
    let tables = TableReader().tables(of: try Self.page(rows, columns: [100, 400], sketch: sketch))
    #expect(Self.texts(tables) == [rows])
  }

  @Test("Ignores sketches whose cells overlap or are outside of the grid")
  func hostile() throws {
    var sketch = try Self.sketch([1, 1], columns: 2, region: 0.9)
    let rows = [["Fee", "Ten"], ["Tax", "Two"]]
    for change in [(0, 0, 1), (Int.max, 0, 1), (-1, 0, 1), (1, 1, Int.max)] {
      (sketch.cells[3].row, sketch.cells[3].column, sketch.cells[3].rowSpan) = change
      #expect(TableReader().tables(of: try Self.page(rows, columns: [100, 400], sketch: sketch)).isEmpty)
    }
  }
}
