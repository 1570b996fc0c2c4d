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
    /// What they add up to, less what the cell says; nil where it holds.
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
  /// The sums that must hold; empty where no row names one.
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
              "What they add up to, less what the cell says; absent where it holds.", atMost: 64),
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
