// SPDX-License-Identifier: GPL-3.0-or-later

/// A table on a page, as cells in rows and columns that count from 0.
///
/// Each position of the grid belongs to exactly one cell. Cells are listed row by row. Boxes are in pixels of the corrected page.
public struct Table: ListedFinding {
  /// The kinds of values in a column.
  public enum ValueKind: String, Codable, CaseIterable, Sendable {
    /// An integer.
    case integer
    /// A decimal number.
    case number
    /// An amount of money.
    case money
    /// A percentage.
    case percent
    /// A date.
    case date
  }

  /// The parsed value of a cell.
  public struct Value: Codable, Hashable, Sendable {
    /// The kind of value.
    public var kind: ValueKind
    /// A decimal number or an ISO 8601 date. For a percentage, the number before the percent sign.
    public var value: String
    /// The other value of a date or number with two possible meanings; otherwise `nil`.
    package var alternative: String?
    /// The ISO 4217 code of an amount of money, or `nil` for other values and unknown currencies.
    public var currency: String?

    package init(kind: ValueKind, value: String, alternative: String? = nil, currency: String? = nil) {
      (self.kind, self.value, self.alternative, self.currency) = (kind, value, alternative, currency)
    }
  }

  /// A cell, which may span several rows and columns.
  public struct Cell: Codable, Hashable, Sendable {
    /// The index of the first row.
    public var row: Int
    /// The index of the first column.
    public var column: Int
    /// The number of rows, at least 1.
    public var rowSpan: Int
    /// The number of columns, at least 1.
    public var columnSpan: Int
    /// Whether the cell is the heading of its row or column.
    public var isHeader: Bool
    /// The words in reading order, with lines joined by a space. Empty for an empty cell.
    public var text: String
    /// The probability, from 0 to 1, that the text is correct and belongs to this cell.
    public var confidence: Double
    /// The box around the cell, up to its rules or to the middle of the gap to the next cell, in pixels of the corrected page.
    public var box: Box
    /// The indices of the words among all words of the page in reading order, counting from 0.
    public var words: [Int]
    /// The parsed value if the column contains values of one kind; otherwise `nil`.
    public var value: Value?
    /// A corrected text if the recognized one doesn't fit its column, such as "105" for "1O5"; otherwise `nil`.
    public var suggestion: String?

    package init(
      row: Int, column: Int, rowSpan: Int = 1, columnSpan: Int = 1, isHeader: Bool = false, text: String,
      confidence: Double, box: Box, words: [Int] = [], value: Value? = nil, suggestion: String? = nil
    ) {
      (self.row, self.column, self.rowSpan, self.columnSpan) = (row, column, rowSpan, columnSpan)
      (self.isHeader, self.text, self.confidence, self.box) = (isHeader, text, confidence, box)
      (self.words, self.value, self.suggestion) = (words, value, suggestion)
    }
  }

  /// A total in a column, compared with the sum of the cells above.
  public struct Check: Codable, Hashable, Sendable {
    /// The row of the cell with the total.
    public var row: Int
    /// The column of the cell with the total.
    public var column: Int
    /// Whether the cells above add up to the total.
    public var holds: Bool
    /// The sum of the cells minus the stated total, or `nil` if they match.
    public var difference: String?

    package init(row: Int, column: Int, holds: Bool, difference: String? = nil) {
      (self.row, self.column, self.holds, self.difference) = (row, column, holds, difference)
    }
  }

  package static let mostOnPage = 64
  /// The maximum number of rows and of columns per table.
  package static let mostLines = 1024
  package static let mostCells = 8192
  /// The maximum length of a cell's text, in bytes of UTF-8.
  package static let longestText = 8192

  /// The box around the table, in pixels of the corrected page.
  public var box: Box
  /// The number of rows.
  public var rows: Int
  /// The number of columns.
  public var columns: Int
  /// The probability, from 0 to 1, that this is a table.
  public var confidence: Double
  /// Whether the table continues as the first table of the next page.
  public var continues: Bool
  /// The cells, row by row.
  public var cells: [Cell]
  /// The totals that were compared. Empty if no row is labeled as a total.
  public var checks: [Check]

  /// The description of the tables in the page JSON.
  public static let description = FindingDescription(
    key: "tables",
    schema: JSONSchema.list(
      of: schema, "The tables, from top to bottom. Absent without the tables stage.", atMost: mostOnPage))

  /// The schema of a table in the page JSON and the document JSON.
  public static let schema = JSONSchema.object(
    "",
    [
      "box": JSONSchema.reference("box"), "rows": JSONSchema.integer("The number of rows.", from: 1),
      "columns": JSONSchema.integer("The number of columns.", from: 1),
      "confidence": JSONSchema.confidence("The probability that this is a table."),
      "continues": JSONSchema.value("boolean", "Whether the table continues as the first table of the next page."),
      "cells": JSONSchema.list(
        of: cellSchema, "The cells, row by row. Each position of the grid belongs to exactly one cell.",
        atMost: mostCells),
      "checks": JSONSchema.list(
        of: JSONSchema.object(
          "",
          [
            "row": JSONSchema.integer("The row of the cell with the total, counting from 0."),
            "column": JSONSchema.integer("The column of the cell with the total, counting from 0."),
            "holds": JSONSchema.value("boolean", "Whether the cells above add up to the total."),
            "difference?": JSONSchema.text(
              "The sum of the cells above minus this cell's value. Absent if they match.", atMost: 64),
          ]), "Sums of columns.", atMost: mostLines),
    ])

  private static let cellSchema = JSONSchema.object(
    "",
    [
      "row": JSONSchema.integer("The first row, counting from 0."),
      "column": JSONSchema.integer(
        "The first column, counting from 0."),
      "rowSpan": JSONSchema.integer("The number of rows that the cell spans.", from: 1),
      "columnSpan": JSONSchema.integer("The number of columns that the cell spans.", from: 1),
      "isHeader": JSONSchema.value("boolean", "Whether the cell is the heading of its row or column."),
      "text": JSONSchema.text("The text in one line. Empty for an empty cell.", atMost: longestText),
      "confidence": JSONSchema.confidence("The probability that the text is correct and belongs to this cell."),
      "box": JSONSchema.reference("box"),
      "words": JSONSchema.list(
        of: JSONSchema.integer("The index of a word among all words of the page in reading order, counting from 0."),
        atMost: longestText),
      "value?": JSONSchema.object(
        "The parsed value. Absent unless the column contains values of one kind.",
        [
          "kind": JSONSchema.oneOf(ValueKind.allCases.map(\.rawValue)),
          "value": JSONSchema.text("A decimal number, or a date: YYYY-MM-DD.", atMost: 64),
          "alternative?": JSONSchema.alternative,
          "currency?": JSONSchema.text("The ISO 4217 code of an amount of money.", atMost: 3),
        ]),
      "suggestion?": JSONSchema.text(
        "A corrected text if the recognized one doesn't fit its column.", atMost: longestText),
    ])

  package init(
    box: Box, rows: Int, columns: Int, confidence: Double, continues: Bool = false, cells: [Cell], checks: [Check] = []
  ) {
    (self.box, self.rows, self.columns, self.confidence) = (box, rows, columns, confidence)
    (self.continues, self.cells, self.checks) = (continues, cells, checks)
  }
}

extension RecognizedPage {
  /// The tables on the page, or `nil` if the `tables` stage didn't run.
  public var tables: [Table]? { findings.get() }
}
