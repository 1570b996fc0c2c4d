// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: splitting and joining of a table's rows and columns keeps every word once.

import DocScanCore
import DocScanLayout
import Testing

@Suite("Splitting and joining rows and columns")
struct TableBordersTests {
  /// Returns a table of words of this height; each cell is a list of lines, and each line is one word.
  private static func page(_ rows: [[[String]]], widths: [Double] = [100, 100, 100]) throws -> RecognizedPage {
    var page = RecognizedPage(
      document: DocumentReference(name: "a", sha256: "00", pageCount: 1),
      page: PageReference(number: 1, source: "a.png", sourcePage: 1), status: .recognized)
    (page.image, page.source) = (
      RasterSize(width: 400, height: 400, dpi: 150), RasterSize(width: 400, height: 400, dpi: 150)
    )
    var (lines, cells): ([Line], [Table.Cell]) = ([], [])
    var (top, number) = (0.0, 0)
    for (row, texts) in rows.enumerated() {
      let height = 30 * Double(texts.map(\.count).max() ?? 1)
      var left = 0.0
      for (column, content) in texts.enumerated() {
        var numbers: [Int] = []
        for (index, text) in content.enumerated() {
          var x = left + 5
          var words: [Word] = []
          for part in text.split(separator: " ") {
            let width = 8 * Double(part.count)
            words.append(
              Word(
                text: String(part), confidence: 0.9,
                box: Box(x: x, y: top + 30 * Double(index) + 5, width: width, height: 20)))
            x += width + 12
            numbers.append(number)
            number += 1
          }
          lines.append(
            Line(
              text: text, confidence: 0.9, box: words.dropFirst().reduce(words[0].box) { $0.union($1.box) },
              baseline: [], words: words))
        }
        cells.append(
          Table.Cell(
            row: row, column: column, isHeader: row == 0, text: content.joined(separator: " "), confidence: 0.9,
            box: Box(x: left, y: top, width: widths[column], height: height), words: numbers))
        left += widths[column]
      }
      top += height
    }
    page.blocks = [Block(kind: .text, box: Box(x: 0, y: 0, width: 300, height: top), lines: lines)]
    try page.findings.set([
      Table(
        box: Box(x: 0, y: 0, width: 300, height: top), rows: rows.count, columns: rows[0].count, confidence: 0.9,
        cells: cells)
    ])
    return page
  }

  private static func texts(_ page: RecognizedPage) throws -> [[String]] {
    let grid = TableGrid(try #require(page.tables?.first), page: 1)
    return (0..<grid.rows).map(grid.texts)
  }

  private static func edit(_ grid: GridEdit, at border: Box?, on page: RecognizedPage) throws -> Edit {
    Edit(id: "1", grid, at: try #require(border), on: page, by: "ada", at: "2026-01-02T03:04:05Z")
  }

  private static let glued: [[[String]]] = [
    [["Item"], ["Price"]], [["Bread", "Milk"], ["1.05", "2.10"]], [["Eggs"], ["3.30"]],
  ]

  @Test("Splits a row of two lines into two rows, and keeps the others")
  func splitRow() throws {
    let page = try Self.page(Self.glued)
    let borders = TableBorders(of: try #require(page.tables?.first), .row, on: page)
    #expect(borders.count == 3 && borders.division(of: 0) == nil && borders.border(after: 2) == nil)
    let edit = try Self.edit(GridEdit(.row, isBorder: true), at: borders.division(of: 1), on: page)
    let decided = try page.decidingGrids([edit])
    #expect(try Self.texts(decided) == [["Item", "Price"], ["Bread", "1.05"], ["Milk", "2.10"], ["Eggs", "3.30"]])
    // Applying the edit again changes nothing.
    #expect(try Self.texts(decided.decidingGrids([edit, edit])) == Self.texts(decided))
    // The words are unchanged, and each is in one cell.
    let numbers = try #require(decided.tables?.first).cells.flatMap(\.words)
    #expect(numbers.sorted() == Array(0..<page.words.count))
  }

  @Test("Joins two rows or columns, and keeps spanning cells")
  func join() throws {
    let page = try Self.page([
      [["Item"], ["Unit"], ["Price"]], [["Bread"], ["white", "loaf"], ["1.05"]], [["Milk"], ["fresh"], ["2"]],
    ])
    let table = try #require(page.tables?.first)
    let rows = try Self.edit(
      GridEdit(.row, isBorder: false), at: TableBorders(of: table, .row, on: page).border(after: 1), on: page)
    let joined = try page.decidingGrids([rows])
    #expect(try Self.texts(joined) == [["Item", "Unit", "Price"], ["Bread Milk", "white loaf fresh", "1.05 2"]])
    #expect(try Self.texts(joined.decidingGrids([rows])) == Self.texts(joined))
    let columns = try Self.edit(
      GridEdit(.column, isBorder: false), at: TableBorders(of: table, .column, on: page).border(after: 0), on: page)
    let narrow = try page.decidingGrids([columns])
    #expect(
      try Self.texts(narrow) == [["Item Unit", "Price"], ["Bread white loaf", "1.05"], ["Milk fresh", "2"]])
  }

  @Test("Splits a column at the widest space of most cells, and assigns long words by their center")
  func splitColumn() throws {
    let page = try Self.page(
      [[["Item"], ["Amount"]], [["Bread"], ["1 EUR"]], [["Milk"], ["2 EUR"]]], widths: [100, 200])
    let borders = TableBorders(of: try #require(page.tables?.first), .column, on: page)
    let edit = try Self.edit(GridEdit(.column, isBorder: true), at: borders.division(of: 1), on: page)
    let decided = try page.decidingGrids([edit])
    #expect(
      try Self.texts(decided) == [["Item", "", "Amount"], ["Bread", "1", "EUR"], ["Milk", "2", "EUR"]])
    #expect(borders.division(of: 0) == nil)
  }

  @Test("Removes an edit that fits no table, so that the user is notified")
  func unfit() throws {
    var page = try Self.page(Self.glued)
    let edit = try Self.edit(
      GridEdit(.row, isBorder: true), at: Box(x: 0, y: 390, width: 300, height: 0), on: page)
    let fitting = try Self.edit(GridEdit(.row, isBorder: true), at: Box(x: 0, y: 60, width: 300, height: 0), on: page)
    page = page.applying([edit, fitting])
    #expect(page.edits?.all.count == 2)
    #expect(page.withFittingGrids.edits?.all == [fitting])
    #expect(page.applying([edit]).withFittingGrids.edits == nil)
  }

  @Test("Survives hostile tables")
  func hostile() throws {
    var page = try Self.page(Self.glued)
    let cell = Table.Cell(
      row: 1 << 40, column: -1 << 40, rowSpan: 1 << 40, columnSpan: 0, text: "x", confidence: 1,
      box: Box(x: -1e9, y: 1e9, width: -5, height: 1e12), words: [-1, 1 << 40, 3])
    var other = cell
    (other.row, other.column, other.box) = (1, 0, Box(x: 0, y: 40, width: 300, height: 20))
    for (rows, columns) in [(0, 0), (1 << 40, 1 << 40), (-4, 3), (2, 1)] {
      try page.findings.set([
        Table(
          box: Box(x: 0, y: 0, width: 300, height: 200), rows: rows, columns: columns, confidence: 1,
          cells: [cell, other])
      ])
      for axis in GridEdit.Axis.allCases {
        for isBorder in [true, false] {
          for place in [Box(x: 0, y: 50, width: 300, height: 0), Box(x: 30, y: 0, width: 0, height: 200)] {
            let edit = Edit(id: "1", GridEdit(axis, isBorder: isBorder), at: place, on: page, by: "", at: "")
            #expect(try page.decidingGrids([edit]).tables?.count == 1)
          }
        }
      }
    }
  }
}
