// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: programs get a page's structure in Vision's form.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanNative
import FoundationEssentials
import Testing

@Suite("Structure of pages in Vision's form")
struct DocumentRequestTests {
  private static let rows = [
    ["Item", "Size", "Price"], ["Rye bread", "large", "5.40"], ["Seed roll", "small", "0.80"],
    ["Plum cake", "whole", "7.25"], ["Coffee", "ground", "6.10"],
  ]

  /// Draws a price list: a heading, a table with all rules, and two list items.
  private func priceList(to file: String) throws {
    var page = PageDrawing(size: .a5)
    try page.line("Prices of May", at: Point(x: 40, y: 60), font: .serif(20))
    let columns = [40.0, 170, 270, 360]
    for (row, texts) in Self.rows.enumerated() {
      for (column, text) in texts.enumerated() {
        try page.line(text, at: Point(x: columns[column] + 8, y: 118 + 28 * Double(row)), font: .serif(13))
      }
    }
    for x in columns { page.rule(from: Point(x: x, y: 98), to: Point(x: x, y: 238)) }
    for row in 0...Self.rows.count {
      page.rule(from: Point(x: 40, y: 98 + 28 * Double(row)), to: Point(x: 360, y: 98 + 28 * Double(row)))
    }
    try page.raster(dpi: 200).write(to: file, as: .png, dpi: 200)
  }

  @Test("Returns a table's cells by row, column, and position, and as a workbook")
  func tables() async throws {
    let folder = try TemporaryFolder()
    try priceList(to: folder / "list.png")
    var request = RecognizeDocumentsRequest()
    request.textRecognitionOptions.automaticallyDetectLanguage = false
    let observation = try #require(try await request.perform(on: URL(filePath: folder / "list.png")).first)
    let document = observation.document
    #expect(document.text.transcript.contains("Prices of May") && observation.confidence > 0.5)
    let table = try #require(document.tables.first)
    #expect(table.rows.map { $0.map(\.content.text.transcript) } == Self.rows)
    #expect(table.columns.map { $0.map(\.content.text.transcript) }[2] == Self.rows.map { $0[2] })
    #expect(table.cell(row: 1, col: 0)?.rowRange == 1...1 && table.cell(row: 5, col: 0) == nil)
    #expect(table.cell(row: 0, col: 9) == nil && table.cell(row: -1, col: 0) == nil)
    // Boxes are measured from the lower left, so the header is above the rest.
    let (first, last) = (try #require(table.cell(row: 0, col: 0)), try #require(table.cell(row: 4, col: 0)))
    #expect(first.content.boundingBox.y > last.content.boundingBox.y)
    #expect(!document.paragraphs.contains { $0.transcript.contains("Rye bread") })
    #expect(table.csv.hasPrefix("\"Item\",\"Size\",\"Price\"\r\n"))
    let program = try Command.product("PriceList", [folder / "list.xlsx", folder / "list.png"]).check()
    #expect(program.output.contains("Rye bread\tlarge\t5.40"), "\(program.output)")
    #expect(try Command("unzip", ["-l", folder / "list.xlsx"]).check().output.contains("xl/worksheets/sheet1.xml"))
  }
}
