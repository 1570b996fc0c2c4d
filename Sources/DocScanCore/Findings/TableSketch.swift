// SPDX-License-Identifier: GPL-3.0-or-later

/// A table as models see it in the picture of a page, without its text. docscan uses it only if it fits the words better than docscan's own table.
package struct TableSketch: ListedFinding {
  package struct Cell: Codable, Hashable, Sendable {
    package var row: Int
    package var column: Int
    package var rowSpan: Int
    package var columnSpan: Int
    package var box: Box
  }

  private static let mostCells = 1024

  package var box: Box
  /// The probability that the part is a table, or `nil` if docscan found the table without a model.
  package var regionConfidence: Double?
  package var confidence: Double
  package var rows: Int
  package var columns: Int
  package var cells: [Cell]

  package static let description = FindingDescription(
    key: "tableSketches",
    schema: JSONSchema.list(
      of: JSONSchema.object(
        "",
        [
          "box": JSONSchema.reference("box"),
          "regionConfidence?": JSONSchema.confidence(
            "The probability that this is a table. Absent for tables that were found without models."),
          "confidence": JSONSchema.confidence("The mean probability of the parts of the grid."),
          "rows": JSONSchema.integer("The number of rows.", from: 1),
          "columns": JSONSchema.integer("The number of columns.", from: 1),
          "cells": JSONSchema.list(
            of: JSONSchema.object(
              "",
              [
                "row": JSONSchema.integer("The first row, counting from 0."),
                "column": JSONSchema.integer("The first column, counting from 0."),
                "rowSpan": JSONSchema.integer("The number of rows that the cell spans.", from: 1),
                "columnSpan": JSONSchema.integer("The number of columns that the cell spans.", from: 1),
                "box": JSONSchema.reference("box"),
              ]), "The cells, row by row.", atMost: mostCells),
        ]), "Tables as models see them. Absent without the tables stage and its models.", atMost: Table.mostOnPage))

  package struct Draft {
    private var cells: [Cell] = []
    private var row = -1
    private var taken: Set<[Int]> = []

    package init() {}

    package mutating func addRow() { row += 1 }

    package mutating func add(_ box: Box, rows: Int, columns: Int) {
      let row = max(0, self.row)
      self.row = row
      var column = 0
      while taken.contains([row, column]) { column += 1 }
      for other in row..<(row + rows) { for next in column..<(column + columns) { taken.insert([other, next]) } }
      cells.append(Cell(row: row, column: column, rowSpan: rows, columnSpan: columns, box: box.rounded))
    }

    package func finished(box: Box, confidence: Double) -> TableSketch? {
      guard !cells.isEmpty, cells.count <= mostCells, taken.count <= Table.mostCells else { return nil }
      return TableSketch(
        box: box, confidence: min(max(confidence, 0), 1).rounded(toPlaces: 4),
        rows: (taken.map { $0[0] }.max() ?? 0) + 1, columns: (taken.map { $0[1] }.max() ?? 0) + 1, cells: cells)
    }
  }
}

extension RecognizedPage {
  /// The tables as models see them, or `nil` if no model looked for tables.
  package var tableSketches: [TableSketch]? { findings.get() }
}
