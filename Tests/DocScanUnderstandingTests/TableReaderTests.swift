// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: tables are found with their cells, and other text isn't a table.

import DocScanLayout
import FoundationEssentials
import Testing

@testable import DocScanCore
@testable import DocScanTables
@testable import DocScanUnderstanding

@Suite("Tables on pages")
struct TableReaderTests {
  private typealias Drawing = TableDrawing

  private func texts(_ table: Table) -> [[String]] {
    (0..<table.rows).map { row in table.cells.filter { $0.row == row }.map(\.text) }
  }

  /// Returns a table of fruit and prices with all rules. The heading over both numbers has no rule below its middle.
  private static func drawn() -> Drawing {
    var page = Drawing()
    page.row(40, ("Prices of the market in Millbrook", 100))
    page.row(110, ("Fruit", 110), ("Price per", 560))
    page.row(150, ("Pound", 450), ("Piece", 700))
    page.row(190, ("Apples of", 110), ("1.20", 450), ("0.30", 700))
    page.row(220, ("the region", 110))
    page.row(260, ("Pears", 110), ("2.40", 450), ("0.55", 700))
    page.row(300, ("Plums", 110), ("3.10", 450), ("0.15", 700))
    for y in [100.0, 182, 252, 292, 332] { page.across(y) }
    page.across(142, from: 400)
    for x in [100.0, 400, 900] { page.down(x, from: 100, to: 332) }
    page.down(650, from: 142, to: 332)
    return page
  }

  @Test("Spans the rows of a cell whose text is beside the rule between two of them")
  func centered() throws {
    var page = Drawing()
    page.row(116, ("County", 110), ("Plan", 480), ("Total", 700))
    for (row, name) in ["Anthem", "Health", "Kaiser", "Molina"].enumerated() {
      page.row(150 + 26 * Double(row), (name, 480), ("\(row + 3)00", 700))
    }
    page.row(189, ("Sacramento", 110))
    for y in [110.0, 144, 252] { page.across(y) }
    for y in [173.0, 199, 225] { page.across(y, from: 470) }
    for x in [100.0, 470, 690, 900] { page.down(x, from: 110, to: 252) }
    let table = try #require(try page.tables().first)
    #expect(table.rows == 5 && table.columns == 3)
    let county = try #require(table.cells.first { $0.text == "Sacramento" })
    #expect(county.row == 1 && county.rowSpan == 4 && county.column == 0)
  }

  @Test("Separates cells at rules, spans cells without one, and joins lines between rules")
  func drawn() throws {
    let tables = try Self.drawn().tables()
    let table = try #require(tables.first)
    #expect(tables.count == 1 && table.rows == 5 && table.columns == 3)
    let fruit = try #require(table.cells.first)
    #expect(fruit.text == "Fruit" && fruit.rowSpan == 2 && fruit.isHeader)
    let name = try #require(table.cells.first { $0.text == "Price per" })
    #expect(name.column == 1 && name.columnSpan == 2 && name.isHeader)
    #expect(table.cells.contains { $0.text == "Apples of the region" && $0.row == 2 })
    #expect(table.cells.first { $0.text == "2.40" }?.value == Table.Value(kind: .number, value: "2.40"))
    #expect(table.confidence > 0.8)
    // Every place of the grid is in one cell.
    #expect(table.cells.reduce(0) { $0 + $1.rowSpan * $1.columnSpan } == table.rows * table.columns)
  }

  @Test("Makes no column of the gap between boxes beside each other")
  func boxesWithGaps() throws {
    var page = Drawing()
    let columns: [(left: Double, right: Double)] = [(100, 360), (376, 640), (656, 900)]
    for y in stride(from: 95.0, through: 295, by: 40) {
      for column in columns { page.across(y, from: column.left, to: column.right) }
    }
    for x in columns.flatMap({ [$0.left, $0.right] }) { page.down(x, from: 95, to: 295) }
    page.row(105, ("Account", 110), ("2022", 450), ("2023", 720))
    page.row(145, ("Revenue", 110), ("1204", 450), ("1310", 720))
    page.row(185, ("Costs", 110), ("804", 462), ("911", 732))
    page.row(225, ("Other", 110), ("12", 474), ("40", 744))
    page.row(265, ("Result", 110), ("388", 462), ("359", 732))
    let table = try #require(try page.tables().first)
    #expect(table.columns == 3)
    #expect(texts(table).map { $0.joined(separator: " ") }.last == "Result 388 359")
  }

  @Test("Gives the label of a sum its own cell across a column boundary")
  func sum() throws {
    var page = Drawing()
    page.row(120, ("No", 100), ("Description", 200), ("Amount", 700))
    for (index, row) in ["Consultation hours", "Software license", "Server maintenance"].enumerated() {
      page.row(160 + 40 * Double(index), ("\(index + 1)", 100), (row, 200), ("\(4500 + index)", 712))
    }
    page.row(280, ("Total", 530), ("13503", 712))
    let table = try #require(try page.tables().first)
    #expect(texts(table).last == ["", "Total", "13503"])
  }

  @Test("Joins a description below a name with the name's cell")
  func descriptions() throws {
    var page = Drawing()
    page.row(120, ("Item", 100), ("Number", 420), ("Price", 700))
    for y in [100.0, 480] { page.across(y) }
    for (index, name) in ["Web design", "Front end", "Maintenance"].enumerated() {
      let y = 200 + 110 * Double(index)
      page.row(y, (name, 100), ("\(index + 1)", 450), ("\(850 + index).00", 700))
      page.row(y + 25, ("Everything that is needed and more of it", 100))
    }
    let table = try #require(try page.tables().first)
    #expect(table.rows == 4 && table.columns == 3)
    #expect(texts(table)[1] == ["Web design Everything that is needed and more of it", "1", "850.00"])
  }

  @Test("Joins column headings in two lines, and ignores strokes across words")
  func names() throws {
    var page = Drawing()
    page.row(110, ("Year ended in December", 420))
    page.row(150, ("Cloud", 400), ("Data", 580), ("Office", 760))
    page.row(174, ("Services", 400), ("Analysis", 580), ("Supplies", 760))
    for (index, name) in ["Revenues", "Expenses", "Income"].enumerated() {
      page.row(
        220 + 40 * Double(index), (name, 100), ("\(510 + index)", 420), ("\(320 + index)", 600), ("\(130 + index)", 780)
      )
    }
    for y in [100.0, 140, 205, 345] { page.across(y) }
    page.across(162, from: 400, to: 450)
    page.across(182, from: 400, to: 860)
    let table = try #require(try page.tables().first)
    #expect(texts(table)[1] == ["", "Cloud Services", "Data Analysis", "Office Supplies"])
    #expect(table.rows == 5)
  }

  @Test("Joins the lines of a name between rules into one cell")
  func namesOfSeveralLines() throws {
    var page = Drawing()
    page.row(110, ("Quarter", 100), ("First", 420), ("Second", 600))
    page.across(100)
    page.across(140)
    for (index, name) in ["Income", "Expenses", "Taxes", "Interest", "Result"].enumerated() {
      let y = 150 + 100 * Double(index)
      page.row(y, (name, 100))
      page.row(y + 30, ("before", 100), ("\(510 + index)", 420), ("\(320 + index)", 600))
      page.row(y + 60, ("Correction", 100))
      page.across(y + 90)
    }
    let table = try #require(try page.tables().first)
    #expect(table.rows == 6 && table.columns == 3)
    #expect(texts(table)[1] == ["Income before Correction", "510", "320"])
  }

  @Test("Finds columns without rules by alignment")
  func aligned() throws {
    var page = Drawing()
    page.row(40, ("Members of the library by year", 100))
    page.row(120, ("Year", 100), ("Members", 380), ("Loans", 620), ("Visits", 800))
    for (index, row) in [
      (2019, 120, 1840, 990), (2020, 98, 1011, 402), (2021, 131, 2044, 1150), (2022, 140, 2290, 1207),
    ]
    .enumerated() {
      page.row(
        160 + 40 * Double(index), ("\(row.0)", 100), ("\(row.1)", 440), ("\(row.2)", 640), ("\(row.3)", 820))
    }
    let table = try #require(try page.tables().first)
    #expect(
      texts(table) == [
        ["Year", "Members", "Loans", "Visits"], ["2019", "120", "1840", "990"], ["2020", "98", "1011", "402"],
        ["2021", "131", "2044", "1150"], ["2022", "140", "2290", "1207"],
      ])
    #expect(table.cells.filter(\.isHeader).count == 4)
  }

  @Test(
    "Finds a statement without rules, whatever its dates and amounts look like",
    arguments: [
      [("01 Mar 2024", "-850.00"), ("03 Mar 2024", "2,450.00"), ("05 Mar 2024", "-45.17"), ("07 Mar 2024", "12.00")],
      [("01.03.2024", "850,00-"), ("03.03.2024", "2.450,00"), ("05.03.2024", "45,17-"), ("07.03.2024", "12,00")],
    ])
  func statement(_ rows: [(date: String, amount: String)]) throws {
    var page = Drawing()
    page.row(40, ("Statement", 92))
    page.row(120, ("Date", 100), ("Text", 380), ("Amount", 900 - 12 * 6))
    for (index, row) in rows.enumerated() {
      // The ink of some letters begins a little farther right.
      let bearing = [0.0, 0, 2.5, 2.5][index]
      page.row(
        160 + 40 * Double(index), (row.date, 100 + bearing),
        (["Rent", "Salary", "Market", "Refund"][index], 380 + bearing),
        (row.amount, 900 - bearing - 12 * Double(row.amount.count)))
    }
    let table = try #require(try page.tables().first)
    #expect(table.rows == 5 && table.columns == 3)
    #expect(texts(table).map(\.first) == ["Date"] + rows.map(\.date))
  }

  @Test("Puts the lines of a cell together in a statement without rules")
  func statementWithLongCells() throws {
    var page = Drawing()
    page.row(40, ("Statement of account", 92))
    page.row(120, ("Date", 100), ("Description", 380), ("Amount", 828))
    page.row(170, ("01 Mar 2024", 100), ("Rent for the flat", 380), ("-850.00", 816))
    page.row(196, ("in Station Road", 380))
    page.row(246, ("03 Mar 2024", 100), ("Salary", 380), ("2,450.00", 804))
    page.row(296, ("05 Mar 2024", 100), ("Market and a few", 380), ("-45.17", 828))
    page.row(322, ("other things", 380))
    page.row(372, ("07 Mar 2024", 102), ("Refund", 380), ("12.00", 840))
    let table = try #require(try page.tables().first)
    #expect(
      texts(table) == [
        ["Date", "Description", "Amount"], ["01 Mar 2024", "Rent for the flat in Station Road", "-850.00"],
        ["03 Mar 2024", "Salary", "2,450.00"], ["05 Mar 2024", "Market and a few other things", "-45.17"],
        ["07 Mar 2024", "Refund", "12.00"],
      ])
  }

  @Test("Finds no tables in columns of text or in letters")
  func prose() throws {
    var page = Drawing()
    let words = ["the", "committee", "met", "in", "the", "hall", "and", "took", "the", "minutes", "of"]
    for line in 0..<20 {
      let left = (0..<5).map { words[(line + $0) % words.count] }.joined(separator: " ")
      let right = (0..<5).map { words[(line + $0 + 3) % words.count] }.joined(separator: " ")
      page.row(100 + 30 * Double(line), (left, 100), (right, 540))
    }
    #expect(try page.tables().isEmpty)
    var letter = Drawing()
    for (index, text) in ["Harbour Street Library", "14 Harbour Street", "Millbrook", "Dear Mrs Whitcombe,"]
      .enumerated()
    {
      letter.row(100 + 40 * Double(index), (text, 100))
    }
    #expect(try letter.tables().isEmpty)
  }

  @Test(
    "Suggests a misread number, keeps its text, and names wrong sums")
  func values() throws {
    var page = Drawing()
    page.row(100, ("Item", 100), ("Pieces", 400), ("Amount", 700))
    page.row(140, ("Nails", 100), ("1O5", 400), ("12.50", 700))
    page.row(180, ("Screws", 100), ("200", 400), ("20.25", 700))
    page.row(220, ("Hooks", 100), ("30", 400), ("7.25", 700))
    page.row(260, ("Total", 100), ("335", 400), ("41.00", 700))
    let table = try #require(try page.tables().first)
    let nails = try #require(table.cells.first { $0.row == 1 && $0.column == 1 })
    #expect(nails.text == "1O5" && nails.suggestion == "105" && nails.value == nil)
    // 12.50 + 20.25 + 7.25 is 40.00; without a column that matches, the meaning of the sum is unknown.
    #expect(table.checks.isEmpty)
    var right = page
    right.lines.removeAll { $0.text == "1O5" }
    right.row(140, ("105", 400))
    let checks = try #require(try right.tables().first).checks
    #expect(checks.map(\.holds) == [true, false] && checks.last?.difference == "-1")
  }

  @Test("Suggests a lost decimal mark of a number that a scan's column has only with decimals")
  func lostMark() throws {
    func suggestions(_ confidence: Double) throws -> [String] {
      var page = Drawing()
      page.row(100, ("State", 100), ("Pieces", 400), ("Share", 700))
      for (row, number) in ["0.5", "2.3", "28", "1.7", "0.9", "3.4"].enumerated() {
        page.row(140 + 40 * Double(row), ("Region", 100), ("2400", 400), (number, 700))
      }
      for line in page.lines.indices {
        for word in page.lines[line].words.indices { page.lines[line].words[word].confidence = confidence }
      }
      return try #require(try page.tables().first).cells.compactMap(\.suggestion)
    }
    #expect(try suggestions(0.92) == ["2.8"])
    // A PDF's own text has lost nothing.
    #expect(try suggestions(0.99).isEmpty)
  }

  @Test(
    "Reads the dates of a column in one order, and exports ambiguous ones as text",
    arguments: [
      (["01.03.2024", "03.03.2024", "05.03.2024", "07.03.2024"], "2024-03-01", nil),
      (["01/03/2024", "03/03/2024", "25/03/2024", "27/03/2024"], "2024-03-01", nil),
      (["05/01/2024", "07/02/2024", "03/03/2024", "01/04/2024"], "2024-01-05", nil),
      (["01/03/2024", "03/03/2024", "05/03/2024", "07/03/2024"], "2024-01-03", "2024-03-01"),
    ])
  func dates(column: [String], value: String, alternative: String?) throws {
    var page = Drawing()
    page.row(40, ("Statement", 92))
    page.row(120, ("Date", 100), ("Text", 380), ("Amount", 828))
    for (row, date) in column.enumerated() {
      let text = ["Rent", "Salary", "Market", "Refund"][row]
      page.row(160 + 40 * Double(row), (date, 100), (text, 380), ("1\(row).50", 840))
    }
    let table = try #require(try page.tables().first)
    let cell = try #require(table.cells.first { $0.text == column[0] })
    #expect(cell.value == Table.Value(kind: .date, value: value, alternative: alternative))
    let exported = try #require(TableGrid(table, page: 1).cells.first { $0.text == column[0] })
    if let alternative {
      #expect(exported.content == .text(column[0]))
      #expect(exported.doubts == [.ambiguous(value, alternative)])
    } else {
      #expect(exported.doubts.isEmpty)
    }
  }

  @Test(
    "Reads the amounts of a column by its decimal mark and sign, and marks ambiguous ones",
    arguments: [
      (["1.234.567", "250.000", "999"], ["1234567", "250000", "999"]),
      (["1.234,50", "7,25", "1.500"], ["1234.50", "7.25", "1500"]),
      (["12.50", "1.500", "3.75"], ["12.50", "1.500", "3.75"]), (["1,200", "350", "2,500"], ["1200", "350", "2500"]),
      (["1.200", "350", "2.500"], ["1.200?1200", "350", "2.500?2500"]),
      (["$5.00", "£7.00", "$(61.70)"], ["5.00 USD", "7.00 GBP", "-61.70 USD"]),
      (["-3.5%", "4.1%", "(0.5%)"], ["-3.5%", "4.1%", "-0.5%"]),
      (["+5.00", "12.00-", "−3.00"], ["5.00", "-12.00", "-3.00"]),
      (["12.00 CR", "20.00", "30.00"], ["-12.00", "20.00", "30.00"]),
      (["12.00 CR", "20.00 DR", "30.00 CR"], ["12.00", "-20.00", "30.00"]),
      (["1,23,456.78", "12,34,567", "250.00"], ["123456.78", "1234567", "250.00"]),
      (["1'234.50", "12'000.00", "7.25"], ["1234.50", "12000.00", "7.25"]),
    ])
  func amounts(column: [String], values: [String]) throws {
    var page = Drawing()
    page.row(100, ("Nr", 100), ("Alpha", 350), ("Beta", 520), ("Gamma", 700))
    for (row, text) in column.enumerated() {
      page.row(
        140 + 40 * Double(row), (["Alpha", "Beta", "Gamma"][row], 100), ("\(row + 20)", 350), ("\(row + 30)", 520),
        (text, 700))
    }
    let table = try #require(try page.tables().first)
    let found = table.cells.filter { $0.column == table.columns - 1 && !$0.isHeader }.map { cell -> String in
      guard let value = cell.value else { return "-" }
      return value.value + (value.kind == .percent ? "%" : "") + (value.alternative.map { "?" + $0 } ?? "")
        + (value.currency.map { " " + $0 } ?? "")
    }
    #expect(found == values)
  }

  // MARK: Over pages

  /// Returns the first or second page of a table, with a running head and a page number.
  private static func part(_ number: Int, header: [String]? = ["Name", "Born", "Town"], title: String? = nil) throws
    -> RecognizedPage
  {
    var page = Drawing()
    page.row(40, (title ?? "Register of births", 100))
    var y = number == 1 ? 1000.0 : 100
    let rows = (header.map { [$0] } ?? []) + (0..<6).map { ["Ann \($0)", "19\(number)\($0)", "Leeds"] }
    page.across(y - 8)
    for row in rows {
      page.row(y, (row[0], 110), (row[1], 410), (row[2], 660))
      y += 40
      page.across(y - 8)
    }
    for x in [100.0, 400, 650, 900] { page.down(x, from: number == 1 ? 992 : 92, to: y - 8) }
    page.row(1350, ("\(number)", 500))
    var read = try page.page(number: number)
    try read.findings.set(TableReader().tables(of: read))
    return read
  }

  private func continues(_ pages: [RecognizedPage]) throws -> [Bool] {
    var way = ContinuedTables(\RecognizedPage.self)
    var ready = pages.flatMap { way.take($0) }
    if let last = way.finish() { ready.append(last) }
    #expect(ready.map(\.page.number) == pages.map(\.page.number))
    return try ready.map { page in try #require(page.tables?.last).continues }
  }

  @Test("Continues a table on the next page with or without its header")
  func goesOn() throws {
    #expect(try continues([Self.part(1), Self.part(2)]) == [true, false])
    #expect(try continues([Self.part(1), Self.part(2, header: ["Name", "Bom", "Town"])]) == [true, false])
  }

  @Test("Starts another table at another header or title")
  func another() throws {
    #expect(try continues([Self.part(1), Self.part(2, header: ["Street", "House", "Tax"])]) == [false, false])
    #expect(try continues([Self.part(1), Self.part(2, title: "Table 7: Register of deaths")]) == [false, false])
  }
}
