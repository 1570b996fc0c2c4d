// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: tables appear as accessible tables and are copied only on request.

import DocScanCore
import DocScanFixtures
import Testing

extension ViewTests {
  /// Adds a page with a table of three rows, a doubtful cell, and a header cell that spans two columns.
  private func addTable(to library: ViewLibrary) throws {
    try library.add("list", lines: ["Item Price", "Bread 1O5", "<b>Milk</b> =2"]) { page in
      func cell(_ row: Int, _ column: Int, _ text: String, word: Int, span: Int = 1) -> Table.Cell {
        Table.Cell(
          row: row, column: column, columnSpan: span, isHeader: row == 0, text: text, confidence: 0.99,
          box: Box(x: 50 + 200 * Double(column), y: 50 + 40 * Double(row), width: 200 * Double(span), height: 40),
          words: [word])
      }
      var cells = [
        cell(0, 0, "Item", word: 0), cell(0, 1, "Price", word: 1, span: 2), cell(1, 0, "Bread", word: 2),
        cell(1, 1, "1O5", word: 3), cell(2, 0, "<b>Milk</b>", word: 4), cell(2, 1, "=2", word: 5),
      ]
      cells[3].suggestion = "105"
      try page.findings.set([
        Table(
          box: Box(x: 50, y: 50, width: 600, height: 120), rows: 3, columns: 3, confidence: 0.9, cells: cells)
      ])
    }
  }

  @Test("Shows a table in four languages, and copies it as CSV on request", arguments: ["en", "de", "ja", "ko"])
  func aTableIsShownAsATableAndCopiedAsCSVOnRequest(language: String) throws {
    let library = try ViewLibrary()
    try addTable(to: library)
    try library.view()
    let browser = try Browser(flags: ["--lang=\(language)"])
    try browser.open(library.path, "#/doc/list/1", until: "document.querySelector('.tables table')")
    func value(_ script: String) throws -> JSONValue { try browser.value(script) }
    #expect(
      try value("[...document.querySelectorAll('.tables tr')].map((row) => row.cells.length).join()")
        == .string("2,3,3"))
    #expect(try value("document.querySelector('.tables thead th:last-child').colSpan") == .number(2))
    // A page's text is never interpreted as markup.
    #expect(try value("document.querySelectorAll('.tables td b').length") == .number(0))
    #expect(try value("document.querySelector('.tables .doubt').title.includes('105')") == .boolean(true))
    #expect(try value("Boolean(document.querySelector('.tables h2').textContent)") == .boolean(true))
    // A cell highlights its place in the picture, and a word in the picture its cell.
    try browser.value(
      "document.querySelector('.tables .doubt').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))")
    #expect(try value("document.querySelector('.layers .light').style.left") == .string("250px"))
    try browser.value("docscan.shown.hover(3)")
    #expect(try value("document.querySelector('.tables .lit').classList.contains('doubt')") == .boolean(true))
    // Nothing is copied without a click.
    try browser.value("docscan.copy = (text) => { window.copied = text; }")
    #expect(try value("typeof window.copied") == .string("undefined"))
    try browser.value("document.querySelector('.tables button').click()")
    #expect(
      try value("window.copied") == .string("\"Item\",\"Price\",\r\n\"Bread\",\"1O5\",\r\n\"<b>Milk</b>\",\"'=2\",\r\n")
    )
  }
}
