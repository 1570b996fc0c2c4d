// SPDX-License-Identifier: GPL-3.0-or-later

/// A table on a page: cells in rows and columns, which are counted from 0.
///
/// Every place of the grid belongs to exactly one cell; cells are listed row by row. Boxes are in pixels of the corrected page.
public struct Table: ListedFinding {
  /// What the cells of a column hold.
  public enum ValueKind: String, Codable, CaseIterable, Sendable {
    /// A whole number.
    case integer
    /// A number.
    case number
    /// An amount of money.
    case money
    /// A share of a hundred.
    case percent
    /// A day.
    case date
  }

  /// What a cell says, in a form that programs read.
  public struct Value: Codable, Hashable, Sendable {
    /// What kind of value it is.
    public var kind: ValueKind
    /// A decimal with a dot, or a day as ISO 8601; of a share, the number of hundredths.
    public var value: String
    /// The ISO 4217 code of an amount of money; nil for all else, and where nothing tells.
    public var currency: String?

    /// A normalized value.
    package init(kind: ValueKind, value: String, currency: String? = nil) {
      (self.kind, self.value, self.currency) = (kind, value, currency)
    }
  }

  /// One cell, which may span several rows and columns.
  public struct Cell: Codable, Hashable, Sendable {
    /// Its first row.
    public var row: Int
    /// Its first column.
    public var column: Int
    /// How many rows it takes up, 1 or more.
    public var rowSpan: Int
    /// How many columns it takes up, 1 or more.
    public var columnSpan: Int
    /// Whether it names what is in its row or column.
    public var isHeader: Bool
    /// Its words in reading order; lines that go on are joined by a space. Empty for an empty cell.
    public var text: String
    /// The probability that the text is right and belongs to this cell, 0 to 1.
    public var confidence: Double
    /// Around the cell: up to its rules, or to the middle of the space beside it.
    public var box: Box
    /// The numbers of its words among all words of the page in reading order, from 0.
    public var words: [Int]
    /// What it says, where its column holds values of a kind.
    public var value: Value?
    /// What it may say instead, where its text does not fit its column, such as "105" for "1O5"; nil elsewhere.
    public var suggestion: String?

    /// A cell at a place of the grid.
    package init(
      row: Int, column: Int, rowSpan: Int = 1, columnSpan: Int = 1, isHeader: Bool = false, text: String,
      confidence: Double, box: Box, words: [Int] = [], value: Value? = nil, suggestion: String? = nil
    ) {
      (self.row, self.column, self.rowSpan, self.columnSpan) = (row, column, rowSpan, columnSpan)
      (self.isHeader, self.text, self.confidence, self.box) = (isHeader, text, confidence, box)
      (self.words, self.value, self.suggestion) = (words, value, suggestion)
    }
  }

  /// A sum in a column, and whether it comes out.
  public struct Check: Codable, Hashable, Sendable {
    /// The row of the cell that names the sum.
    public var row: Int
    /// The column.
    public var column: Int
    /// Whether the cells above add up to it.
    public var holds: Bool
    /// What they add up to, less what the cell says; nil if it holds.
    public var difference: String?

    /// A sum that was added up.
    package init(row: Int, column: Int, holds: Bool, difference: String? = nil) {
      (self.row, self.column, self.holds, self.difference) = (row, column, holds, difference)
    }
  }

  /// A page with more tables is not believed.
  package static let mostOnPage = 64
  /// A table with more rows or columns is not believed.
  package static let mostLines = 1024
  /// A table with more cells is not believed.
  package static let mostCells = 8192
  /// The longest text of a cell, in bytes of UTF-8.
  package static let longestText = 8192

  /// Around the table, in pixels of the corrected page.
  public var box: Box
  /// How many rows it has.
  public var rows: Int
  /// How many columns it has.
  public var columns: Int
  /// The probability that this is a table, 0 to 1.
  public var confidence: Double
  /// Whether it goes on as the first table of the next page.
  public var continues: Bool
  /// Row by row.
  public var cells: [Cell]
  /// The sums that must hold; empty if no row names one.
  public var checks: [Check]

  public static let description = FindingDescription(
    key: "tables",
    schema: JSONSchema.list(
      of: schema, "Tables, from the top of the page to its foot; absent without the tables stage.", atMost: mostOnPage))

  /// What the page JSON and the document JSON have for a table.
  public static let schema = JSONSchema.object(
    "",
    [
      "box": JSONSchema.reference("box"), "rows": JSONSchema.integer("How many rows it has.", from: 1),
      "columns": JSONSchema.integer("How many columns it has.", from: 1),
      "confidence": JSONSchema.confidence("The probability that this is a table."),
      "continues": JSONSchema.value("boolean", "Whether it goes on as the first table of the next page."),
      "cells": JSONSchema.list(
        of: cellSchema, "Row by row; every place of the grid is in one cell.", atMost: mostCells),
      "checks": JSONSchema.list(
        of: JSONSchema.object(
          "",
          [
            "row": JSONSchema.integer("The row of the cell with the sum, from 0."),
            "column": JSONSchema.integer("Its column, from 0."),
            "holds": JSONSchema.value("boolean", "Whether the cells above add up to it."),
            "difference?": JSONSchema.text(
              "The sum of the cells above minus this cell's value. Absent if they match.", atMost: 64),
          ]), "Sums of columns.", atMost: mostLines),
    ])

  private static let cellSchema = JSONSchema.object(
    "",
    [
      "row": JSONSchema.integer("Its first row, from 0."), "column": JSONSchema.integer("Its first column, from 0."),
      "rowSpan": JSONSchema.integer("How many rows it takes up.", from: 1),
      "columnSpan": JSONSchema.integer("How many columns it takes up.", from: 1),
      "isHeader": JSONSchema.value("boolean", "Whether it names what is in its row or column."),
      "text": JSONSchema.text("What it says, in one line.", atMost: longestText),
      "confidence": JSONSchema.confidence("The probability that the text is right and in this cell."),
      "box": JSONSchema.reference("box"),
      "words": JSONSchema.list(
        of: JSONSchema.integer("A word's number among all words of the page in reading order, from 0."),
        atMost: longestText),
      "value?": JSONSchema.object(
        "What it says, where its column holds values of a kind.",
        [
          "kind": JSONSchema.oneOf(ValueKind.allCases.map(\.rawValue)),
          "value": JSONSchema.text("A decimal with a dot, or YYYY-MM-DD.", atMost: 64),
          "currency?": JSONSchema.text("The ISO 4217 code of an amount of money.", atMost: 3),
        ]),
      "suggestion?": JSONSchema.text(
        "What it may say instead, where its text does not fit its column.", atMost: longestText),
    ])

  /// A table of a page.
  package init(
    box: Box, rows: Int, columns: Int, confidence: Double, continues: Bool = false, cells: [Cell], checks: [Check] = []
  ) {
    (self.box, self.rows, self.columns, self.confidence) = (box, rows, columns, confidence)
    (self.continues, self.cells, self.checks) = (continues, cells, checks)
  }
}

extension RecognizedPage {
  /// The tables on the page; nil when the pipeline did not look.
  public var tables: [Table]? { findings.get() }
}

/// Finds out which tables go on on the next page: the pages of a document go through it on their way to the files, in order.
///
/// A page whose last table may go on is held back until the next one is there; every other one goes on at once.
package struct ContinuedTables<Page> {
  private let result: WritableKeyPath<Page, RecognizedPage>
  private var held: Page?

  /// `result` leads from what goes through to what was recognized.
  package init(_ result: WritableKeyPath<Page, RecognizedPage>) { self.result = result }

  /// Takes the next page; returns those that may be written now.
  package mutating func take(_ page: Page) -> [Page] {
    var ready = [Page]()
    var page = page
    // What an earlier run said of it may not hold any more.
    if page[keyPath: result].tables?.last?.continues == true {
      page[keyPath: result].findings.markLast(of: Table.description, "continues", false)
    }
    if var last = held {
      last[keyPath: result].markContinued(in: page[keyPath: result])
      ready.append(last)
      held = nil
    }
    if page[keyPath: result].mayContinue { held = page } else { ready.append(page) }
    return ready
  }

  /// The page that was held back; there is no next one.
  package mutating func finish() -> Page? {
    defer { held = nil }
    return held
  }
}

extension RecognizedPage {
  /// A table at its foot may go on on the next page.
  fileprivate var mayContinue: Bool {
    guard let table = tables?.last else { return false }
    return isShort(lines { $0.middleY > table.box.maxY })
  }

  /// Notes that the last table goes on in the first one of the next page, if it does.
  fileprivate mutating func markContinued(in next: RecognizedPage) {
    guard let tables, let table = tables.last, let other = next.tables?.first, let width = image?.width,
      let otherWidth = next.image?.width, width > 0, otherWidth > 0
    else { return }
    let above = next.lines { $0.middleY < other.box.y }
    guard next.isShort(above), !above.contains(where: \.namesAnotherTable), table.columns == other.columns,
      table.boundaries(per: Double(width)).isNear(other.boundaries(per: Double(otherWidth)))
    else { return }
    let (names, otherNames) = (table.header, other.header)
    // Without a header of its own it is the rest of the table before; another header names another table.
    guard otherNames.isEmpty || otherNames.isNearly(names) else { return }
    findings.markLast(of: Table.description, "continues", true)
  }

  private func lines(where isWanted: (Box) -> Bool) -> [Line] { blocks.flatMap(\.lines).filter { isWanted($0.box) } }

  /// Whether lines beside a table are running titles, page numbers or notes that it goes on: few, and short.
  private func isShort(_ lines: [Line]) -> Bool { lines.count <= 2 && lines.allSatisfy { $0.words.count <= 12 } }
}

extension Line {
  private static let names = ["table", "tabelle", "tableau", "tabla", "tabella", "tabela", "tab.", "表"]
  private static let continued = ["cont", "fortsetzung", "suite", "续", "續"]

  /// Whether it is the title of a table that does not say that it goes on.
  fileprivate var namesAnotherTable: Bool {
    let text = self.text.lowercased()
    return Self.names.contains { text.hasPrefix($0) } && !Self.continued.contains { text.contains($0) }
  }
}

extension Table {
  /// The letters and digits of its header, in order.
  fileprivate var header: String {
    String(cells.filter(\.isHeader).flatMap { $0.text.lowercased().filter { $0.isLetter || $0.isNumber } }.prefix(1000))
  }

  /// Where its columns begin, and where the last ends, as shares of the page's width.
  fileprivate func boundaries(per width: Double) -> [Double] {
    var edges = [Double](repeating: box.x, count: columns + 1)
    for cell in cells where cell.columnSpan == 1 && cell.column >= 0 && cell.column < columns {
      edges[cell.column] = cell.box.x
      edges[cell.column + 1] = cell.box.maxX
    }
    return edges.map { $0 / width }
  }
}

extension [Double] {
  /// Whether shares of a width are nearly the same as others.
  fileprivate func isNear(_ others: [Double]) -> Bool {
    count == others.count && zip(self, others).allSatisfy { abs($0 - $1) < 0.03 }
  }
}
