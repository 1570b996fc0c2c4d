// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: rules between rows make a table of text in columns, and boxes or lines to write on don't.

import Testing

@testable import DocScanCore
@testable import DocScanTables

@Suite("Tables with rules between their rows")
struct RuledRowsTests {
  private static let terms = [
    ("Term", "Meaning"), ("Low income", "Less than half of the median"), ("Moderate income", "At least half of it"),
    ("Middle income", "At least four fifths of it"), ("Upper income", "More than that"),
  ]

  /// Returns a page with prose, and a list of terms in rows of 40 pixels whose text begins `above` pixels below the rules.
  private func page(above: Double, isRuled: Bool) -> TableDrawing {
    var page = TableDrawing()
    for y in [40.0, 70] { page.row(y, ("The committee reviewed the figures of the second quarter again", 100)) }
    for (index, term) in Self.terms.enumerated() {
      let y = 200 + 60 * Double(index)
      page.row(y, (term.0, 100), (term.1, 440))
      if isRuled { page.across(y - above) }
    }
    if isRuled { page.across(500 - above) }
    return page
  }

  @Test("Finds a table of two columns of text whose rows are separated by rules alone")
  func twoColumns() throws {
    let table = try #require(try page(above: 20, isRuled: true).tables().first)
    #expect(table.rows == 5 && table.columns == 2)
    #expect(table.cells.map(\.text) == Self.terms.flatMap { [$0.0, $0.1] })
  }

  @Test("Takes no labels with their values for a table", arguments: [true, false])
  func labels(isRuled: Bool) throws {
    // The space to write in is above the rules.
    #expect(try page(above: isRuled ? 3 : 0, isRuled: isRuled).tables().isEmpty)
  }

  @Test("Takes no boxes to write in for a table")
  func boxes() throws {
    var page = TableDrawing()
    let labels = [("Name", "First name"), ("Street", "Number"), ("Postcode", "Town"), ("Telephone", "Email")]
    for (index, label) in labels.enumerated() {
      let y = 100 + 80 * Double(index)
      page.row(y + 6, (label.0, 108), (label.1, 520))
      page.across(y)
      if index == 3 { page.across(y + 80) }
    }
    for x in [100.0, 510, 900] { page.down(x, from: 100, to: 420) }
    #expect(try page.tables().isEmpty)
  }

  @Test("Separates tables that the rules below their headings join")
  func headings() throws {
    var page = TableDrawing()
    for (index, heading) in ["Gases", "Metals", "Salts"].enumerated() {
      let top = 110 + 300 * Double(index)
      page.row(top - 60, (heading, 420))
      page.across(top - 24, from: 60, to: 940)
      for row in 0...5 { page.across(top + 40 * Double(row)) }
      for x in [100.0, 500, 700, 900] { page.down(x, from: top, to: top + 200) }
      page.row(top + 10, ("Compound", 110), ("Air", 520), ("Water", 720))
      for row in 1...4 {
        page.row(top + 40 * Double(row) + 10, ("Compound \(row)", 110), ("\(row * 110)", 520), ("\(row * 25)", 720))
      }
    }
    let tables = try page.tables()
    #expect(tables.map(\.rows) == [5, 5, 5] && tables.map(\.columns) == [3, 3, 3])
  }
}
