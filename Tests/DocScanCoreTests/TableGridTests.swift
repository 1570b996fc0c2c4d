// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a table is a complete grid without gaps, even from hostile findings.

import DocScanCore
import DocScanLayout
import Testing

@Suite("Tables as grids")
struct TableGridTests {
  private static let box = Box(x: 0, y: 0, width: 100, height: 100)

  private static func cell(
    _ row: Int, _ column: Int, _ text: String, rows: Int = 1, columns: Int = 1, isHeader: Bool = false,
    confidence: Double = 0.99, value: Table.Value? = nil, suggestion: String? = nil
  ) -> Table.Cell {
    Table.Cell(
      row: row, column: column, rowSpan: rows, columnSpan: columns, isHeader: isHeader, text: text,
      confidence: confidence, box: box, value: value, suggestion: suggestion)
  }

  private static func table(
    _ rows: [[String]], headers: Int = 1, continues: Bool = false, confidence: Double = 0.9
  ) -> Table {
    Table(
      box: box, rows: rows.count, columns: rows.first?.count ?? 1, confidence: confidence, continues: continues,
      cells: rows.enumerated().flatMap { row, texts in
        texts.enumerated().map { cell(row, $0, $1, isHeader: row < headers) }
      })
  }

  private static func page(_ number: Int, _ tables: [Table], status: PageStatus = .recognized) throws -> RecognizedPage
  {
    var page = RecognizedPage(
      document: DocumentReference(name: "a", sha256: "00", pageCount: 9),
      page: PageReference(number: number, source: "a.pdf", sourcePage: number), status: status)
    try page.findings.set(tables)
    return page
  }

  /// Returns a page with a table at its top or bottom, whose columns begin at these positions.
  private static func page(
    _ number: Int, columns: [Double], _ rows: [[String]], headers: Int = 0
  ) throws -> RecognizedPage {
    var (words, cells): ([Word], [Table.Cell]) = ([], [])
    for (row, texts) in rows.enumerated() {
      for (column, text) in texts.enumerated() {
        let y = (number == 1 ? 1000.0 : 100) + 40 * Double(row)
        let box = Box(x: columns[column], y: y, width: 12 * Double(text.count), height: 20)
        cells.append(
          Table.Cell(
            row: row, column: column, isHeader: row < headers, text: text, confidence: 0.9, box: box,
            words: [words.count]))
        words.append(Word(text: text, confidence: 0.9, box: box))
      }
    }
    let box = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
    let lines = words.map { Line(text: $0.text, confidence: 0.9, box: $0.box, baseline: [], words: [$0]) }
    var page = RecognizedPage(
      document: DocumentReference(name: "a", sha256: "00", pageCount: 2),
      page: PageReference(number: number, source: "a.pdf", sourcePage: number), status: .recognized,
      image: RasterSize(width: 1000, height: 1414, dpi: 120),
      blocks: [Block(kind: .text, box: box, lines: lines)])
    try page.findings.set([
      Table(box: box, rows: rows.count, columns: columns.count, confidence: 0.9, cells: cells)
    ])
    return page
  }

  private static func joined(_ pages: [RecognizedPage]) -> [[[String]]] {
    var way = ContinuedTables(\RecognizedPage.self)
    var ready = pages.flatMap { way.take($0) }
    if let last = way.finish() { ready.append(last) }
    return Table.joined(ready).map(texts)
  }

  @Test("Continues a table on a page on which a column is empty or split, or a row without numbers looks like a header")
  func otherColumns() throws {
    let three = [100.0, 400, 700]
    let first = [["Name", "Street", "Town"], ["Ann", "Millway", "Leeds"], ["Bob", "Park", "York"]]
    let page = try Self.page(1, columns: three, first, headers: 1)
    // Without numbers, the first row always counts as a header.
    let rows = [["Eve", "Bridge", "Bath"], ["Dan", "Church", "Hull"]]
    #expect(Self.joined([page, try Self.page(2, columns: three, rows, headers: 1)]) == [first + rows])
    let narrow = [["Eve", "Bath"], ["Dan", "Hull"]]
    #expect(
      Self.joined([page, try Self.page(2, columns: [100, 700], narrow)]) == [
        first + narrow.map { [$0[0], "", $0[1]] }
      ])
    let split = [["Eve", "Bridge", "7", "Bath"], ["Dan", "Church", "9", "Hull"]]
    let wide = try Self.page(1, columns: three, [["Ann", "Millway 12", "Leeds"], ["Bob", "Park Road 3", "York"]])
    #expect(
      Self.joined([wide, try Self.page(2, columns: [100, 400, 490, 700], split)]) == [
        [["Ann", "Millway 12", "", "Leeds"], ["Bob", "Park Road 3", "", "York"]] + split
      ])
    // Columns at other places, or half of them, are another table.
    for columns in [[100.0, 300, 550], [100]] {
      let other = try Self.page(2, columns: columns, rows.map { Array($0.prefix(columns.count)) })
      #expect(Self.joined([page, other]).count == 2)
    }
  }

  private static func texts(_ grid: TableGrid) -> [[String]] { (0..<grid.rows).map { grid.texts(inRow: $0) } }

  @Test("Assigns every place to one cell, whatever a finding contains")
  func hostile() {
    let huge = Int.max
    let tables = [
      [Self.cell(0, 0, "a", rows: huge, columns: huge), Self.cell(0, 0, "b"), Self.cell(-5, -7, "c")],
      [Self.cell(huge, huge, "a"), Self.cell(huge - 1, 2, "b", rows: 0, columns: -3)],
      [Self.cell(0, 0, "a", rows: 2, columns: 2), Self.cell(1, 1, "b", rows: 2, columns: 2), Self.cell(0, 1, "c")],
      [], [Self.cell(1000, 0, "a"), Self.cell(0, 1000, "b"), Self.cell(1023, 1023, "c")],
    ]
    for cells in tables {
      for size in [(0, 0), (-3, 2), (huge, huge), (2, 2)] {
        var table = Table(box: Self.box, rows: size.0, columns: size.1, confidence: 0.5, cells: cells)
        table.checks = [Table.Check(row: huge, column: -1, holds: false), Table.Check(row: 0, column: 0, holds: false)]
        let grid = TableGrid(table, page: 1)
        #expect(grid.rows >= 1 && grid.columns >= 1 && grid.rows * grid.columns <= 1 << 16)
        let places = grid.cells.reduce(0) { $0 + $1.rowSpan * $1.columnSpan }
        #expect(places == grid.rows * grid.columns)
        for cell in grid.cells {
          #expect(grid.cell(row: cell.row, column: cell.column) == cell)
          #expect(grid.cell(row: cell.row + cell.rowSpan - 1, column: cell.column + cell.columnSpan - 1) == cell)
        }
        // No text is lost.
        let words = grid.cells.flatMap { $0.text.split(separator: " ") }
        #expect(words.sorted() == cells.map(\.text).map { Substring($0) }.sorted())
        #expect(grid.cell(row: -1, column: 0) == nil && grid.cell(row: grid.rows, column: 0) == nil)
        #expect(grid.cells.first?.difference == "")
      }
    }
  }

  @Test("Reads the ambiguous dates of one page in the order of the next page's dates")
  func datesOverPages() throws {
    func dates(_ cells: [(text: String, value: String, alternative: String?)], continues: Bool) -> Table {
      Table(
        box: Self.box, rows: cells.count, columns: 1, confidence: 0.9, continues: continues,
        cells: cells.enumerated().map { row, cell in
          Self.cell(
            row, 0, cell.text,
            value: Table.Value(kind: .date, value: cell.value, alternative: cell.alternative))
        })
    }
    let first = dates([("03/04/2024", "2024-03-04", "2024-04-03")], continues: true)
    func joined(_ text: String, _ value: String) throws -> [Table.Value?] {
      let second = dates([(text, value, nil)], continues: false)
      return try Table.joined([Self.page(1, [first]), Self.page(2, [second])]).flatMap { $0.cells.map(\.value) }
    }
    #expect(try joined("25/04/2024", "2024-04-25").first == Table.Value(kind: .date, value: "2024-04-03"))
    #expect(try joined("04/25/2024", "2024-04-25").first == Table.Value(kind: .date, value: "2024-03-04"))
    #expect(try joined("2024-04-25", "2024-04-25").first == first.cells[0].value)
  }

  @Test("Joins a table across pages without its repeated header, and skips a blank back page")
  func joined() throws {
    let first = Self.table([["Item", "Price"], ["Bread", "1"]], continues: true, confidence: 0.9)
    let second = Self.table([["ltem", "Price"], ["Milk", "2"], ["Tea", "3"]], continues: true, confidence: 0.7)
    let third = Self.table([["Rice", "4"]], headers: 0)
    let other = Self.table([["Name", "Age"], ["Ann", "7"]])
    let grids = Table.joined([
      try Self.page(1, [other, first]), try Self.page(2, [], status: .blank), try Self.page(3, [second]),
      try Self.page(4, [third, other]), try Self.page(5, [other]),
    ])
    #expect(grids.count == 4)
    #expect(
      Self.texts(grids[1]) == [["Item", "Price"], ["Bread", "1"], ["Milk", "2"], ["Tea", "3"], ["Rice", "4"]])
    #expect(grids[1].parts.map(\.page) == [1, 3, 4] && grids[1].parts.map(\.row) == [0, 2, 4])
    #expect(grids[1].cell(row: 3, column: 0)?.page == 3 && grids[1].confidence == 0.7)
    #expect(grids.map(\.parts.count) == [1, 3, 1, 1])
  }

  @Test("Keeps tables apart that differ in columns or have a page between them")
  func apart() throws {
    let first = Self.table([["Item", "Price"], ["Bread", "1"]], continues: true)
    let wider = Self.table([["Item", "Price", "Tax"], ["Milk", "2", "3"]])
    #expect(Table.joined([try Self.page(1, [first]), try Self.page(2, [wider])]).count == 2)
    #expect(Table.joined([try Self.page(1, [first]), try Self.page(2, []), try Self.page(3, [first])]).count == 2)
    #expect(Table.joined([try Self.page(1, [first])]).count == 1)
  }

  @Test("Ends header rows where all their cells end")
  func headers() {
    let cells = [
      Self.cell(0, 0, "Name", rows: 2, isHeader: true), Self.cell(0, 1, "2024", columns: 2, isHeader: true),
      Self.cell(1, 1, "May", isHeader: true), Self.cell(1, 2, "June", isHeader: true),
      Self.cell(2, 0, "a", isHeader: true),
      Self.cell(2, 1, "1"), Self.cell(2, 2, "2"),
    ]
    #expect(TableGrid(Table(box: Self.box, rows: 3, columns: 3, confidence: 1, cells: cells), page: 1).headerRows == 2)
    #expect(TableGrid(Self.table([["a", "b"]]), page: 1).headerRows == 0)
  }

  @Test("Uses a cell's value only if it represents the whole text")
  func content() {
    func content(_ text: String, _ kind: Table.ValueKind, _ value: String, _ suggestion: String? = nil)
      -> TableGrid.Cell.Content?
    {
      let cell = Self.cell(
        0, 0, text, value: Table.Value(kind: kind, value: value, currency: kind == .money ? "EUR" : nil),
        suggestion: suggestion)
      return TableGrid(Table(box: Self.box, rows: 1, columns: 1, confidence: 1, cells: [cell]), page: 1).cells[0]
        .content
    }
    #expect(content("1.234,50 €", .money, "1234.50") == .money("1234.50", currency: "EUR"))
    #expect(content("12 %", .percent, "12") == .percent("12"))
    #expect(content("3. Mai 2024", .date, "2024-05-03") == .date(year: 2024, month: 5, day: 3))
    #expect(content("31. Februar", .date, "2024-02-31") == .text("31. Februar"))
    // An account number must keep its leading zeros, and has more digits than a spreadsheet stores.
    #expect(content("00420", .integer, "420") == .text("00420"))
    #expect(content("12345678901234567", .integer, "12345678901234567") == .text("12345678901234567"))
    #expect(content("1O5", .integer, "105", "105") == .text("1O5"))
    #expect(content("x", .number, "=1+1") == .text("x"))
    #expect(content("0,50", .number, "0.50") == .number("0.50"))
  }

  @Test("Explains a doubtful cell")
  func doubts() {
    var table = Self.table([["Sum", "12"], ["", "5"]], headers: 0)
    table.cells[1].confidence = 0.62
    table.cells[2].confidence = 0.1
    table.cells[3].suggestion = "6"
    table.checks = [Table.Check(row: 0, column: 1, holds: false, difference: "-3.00")]
    let grid = TableGrid(table, page: 1)
    #expect(grid.cells[1].doubts == [.sum(difference: "-3.00"), .uncertain(confidence: 0.62)])
    #expect(grid.cells[1].doubts.last?.sentence == "Read with 62% confidence.")
    #expect(grid.cells[2].doubts.isEmpty && grid.cells[3].doubts == [.perhaps("6")] && grid.doubtfulCells == 2)
  }
}
