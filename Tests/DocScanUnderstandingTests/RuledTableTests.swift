// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the cells of a table are those that its rules draw, even if scans leave gaps in the rules.

import Testing

@testable import DocScanCore
@testable import DocScanTables
@testable import DocScanUnderstanding

@Suite("Tables with rules around all cells")
struct RuledTableTests {
  private static let columns = [100.0, 300, 400, 560, 700, 900]

  /// Draws rules around rows 40 pixels high, without the sides that `isOpen` names by row and column.
  private func draw(
    _ page: inout TableDrawing, from top: Double, rows: Int, isOpen: (Int, Int) -> Bool = { _, _ in false }
  ) {
    for row in 0...rows { page.across(top + 40 * Double(row)) }
    for (column, x) in Self.columns.enumerated() {
      for row in 0..<rows where !isOpen(row, column) {
        page.down(x, from: top + 40 * Double(row), to: top + 40 * Double(row + 1))
      }
    }
  }

  private func spans(_ table: Table) -> [String: [Int]] {
    Dictionary(
      table.cells.filter { !$0.text.isEmpty }.map { ($0.text, [$0.row, $0.column, $0.rowSpan, $0.columnSpan]) }
    ) { first, _ in first }
  }

  @Test("Spans a cell over the rows and columns between which no rule is drawn")
  func spanning() throws {
    var page = TableDrawing()
    page.row(110, ("Survey", 110), ("Homes", 310), ("Group", 410), ("Share", 570), ("Sample", 710))
    for (index, name) in ["Weight", "History", "Habits"].enumerated() {
      page.row(150 + 40 * Double(index), (name, 110))
    }
    page.row(190, ("2400", 310), ("all persons in a home", 470))
    page.row(270, ("Pulse", 110), ("1200", 310), ("Men", 410), ("10%", 570), ("1728", 710))
    page.row(310, ("Women", 410), ("1729", 710))
    for y in [100.0, 140, 260, 340] { page.across(y) }
    for y in [180.0, 220] { page.across(y, to: 300) }
    page.across(300, from: 400, to: 560)
    page.across(300, from: 700)
    for x in [100.0, 300, 400, 900] { page.down(x, from: 100, to: 340) }
    for x in [560.0, 700] {
      page.down(x, from: 100, to: 140)
      page.down(x, from: 260, to: 340)
    }
    let table = try #require(try page.tables().first)
    let spans = spans(table)
    #expect((table.rows, table.columns) == (6, 5))
    #expect(spans["2400"] == [1, 1, 3, 1] && spans["all persons in a home"] == [1, 2, 3, 3])
    #expect(spans["Pulse"] == [4, 0, 2, 1] && spans["10%"] == [4, 3, 2, 1] && spans["Women"] == [5, 2, 1, 1])
  }

  @Test("Keeps cells apart if the rule between them has a gap, and joins those without a rule")
  func gaps() throws {
    var page = TableDrawing()
    for (index, name) in ["Name", "Ann", "Bea", "Cay", "Dan", "Eve"].enumerated() {
      let y = 110 + 40 * Double(index)
      page.row(y, (name, 110), ("a\(index)", 310), ("b\(index)", 410), ("c\(index)", 570), ("\(100 + index)", 710))
    }
    page.row(350, ("Sum of all of them", 330), ("510", 710))
    draw(&page, from: 100, rows: 7) { row, column in row == 2 && column == 2 || row == 6 && (1...3).contains(column) }
    let table = try #require(try page.tables().first)
    let spans = spans(table)
    #expect((table.rows, table.columns) == (7, 5))
    #expect(spans["a2"] == [2, 1, 1, 1] && spans["b2"] == [2, 2, 1, 1])
    #expect(spans["Sum of all of them"] == [6, 0, 1, 4] && spans["510"] == [6, 4, 1, 1])
  }

  @Test("Separates texts of a header that are far apart, at the border of the columns below")
  func headerWithoutBorders() throws {
    var page = TableDrawing()
    page.row(110, ("Loans", 110), ("2009", 400), ("2010", 700))
    for (index, name) in ["Homes", "Shops", "Farms", "Total"].enumerated() {
      let y = 150 + 40 * Double(index)
      page.row(y, (name, 110), ("\(index)7,100", 310), ("2\(index)", 460), ("\(index)9,300", 610), ("3\(index)", 760))
    }
    for y in stride(from: 100.0, through: 300, by: 40) { page.across(y) }
    for x in [100.0, 300, 900] { page.down(x, from: 100, to: 300) }
    for x in [440.0, 600, 740] { page.down(x, from: 140, to: 300) }
    let spans = spans(try #require(try page.tables().first))
    #expect(spans["2009"] == [0, 1, 1, 2] && spans["2010"] == [0, 3, 1, 2])
  }

  @Test("Finds two tables below each other whose headers have rules with the same ends")
  func apart() throws {
    var page = TableDrawing()
    for top in [100.0, 400] {
      let right = top == 100 ? 700.0 : 900
      page.row(top + 10, ("Equity", 480))
      page.row(top + 50, ("Stock", 310), ("Paid", 410), ("Own", 570))
      if top == 400 { page.row(top + 30, ("Total", 710)) }
      for row in 2..<6 {
        let y = top + 40 * Double(row)
        page.row(y + 10, ("Item \(row)", 110), ("5\(row)", 310), ("6\(row)", 410), ("7\(row)", 570))
        if top == 400 { page.row(y + 10, ("8\(row)", 710)) }
        page.across(y, to: right)
      }
      page.across(top, to: right)
      page.across(top + 40, from: 300, to: 700)
      page.across(top + 240, to: right)
      for x in [100.0, 300, 700, right] { page.down(x, from: top, to: top + 240) }
      for x in [400.0, 560] { page.down(x, from: top + 40, to: top + 240) }
    }
    let tables = try page.tables()
    #expect(tables.map(\.rows) == [6, 6] && tables.map(\.columns) == [4, 5])
    #expect(tables.allSatisfy { spans($0)["Equity"] == [0, 1, 1, 3] })
  }

  @Test("Keeps rows without rules between them")
  func openRows() throws {
    var page = TableDrawing()
    for row in 0..<7 {
      let y = 110 + 40 * Double(row)
      page.row(y, ("Item \(row)", 110), ("5\(row)", 310), ("6\(row)", 410), ("7\(row)", 570), ("8\(row)", 710))
    }
    for y in [100.0, 140, 380] { page.across(y) }
    for x in Self.columns { page.down(x, from: 100, to: 380) }
    let table = try #require(try page.tables().first)
    #expect((table.rows, table.columns) == (7, 5))
  }

  @Test("Takes the edge of a shaded header for a border if all rules between columns begin there")
  func shadedHeader() throws {
    var page = TableDrawing()
    page.row(110, ("Name", 110), ("Kind", 310), ("Low", 410), ("Mean", 570), ("High", 710))
    for row in 1..<6 {
      let y = 110 + 40 * Double(row)
      page.row(y, ("Item \(row)", 110), ("kind", 310), ("6\(row)", 410), ("7\(row)", 570), ("8\(row)", 710))
      page.across(y + 30)
    }
    for x in Self.columns { page.down(x, from: 140, to: 340) }
    let table = try #require(try page.tables().first)
    #expect(spans(table)["Name"] == [0, 0, 1, 1] && spans(table)["Item 1"] == [1, 0, 1, 1])
  }
}
