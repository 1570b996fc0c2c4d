// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
internal import DocScanWriters
public import FoundationEssentials

extension DocumentObservation.Container {
  /// A table of a page: cells in rows and columns, which count from 0.
  public struct Table: Hashable, Sendable {
    /// One cell, which may span several rows and columns.
    public struct Cell: Hashable, Sendable {
      /// The rows that it takes up.
      public let rowRange: ClosedRange<Int>
      /// The columns that it takes up.
      public let columnRange: ClosedRange<Int>
      /// What it holds; empty for an empty cell. Its `boundingBox` is that of the whole cell.
      public let content: DocumentObservation.Container
      /// Whether it names what is in its row or column. Vision does not say.
      public let isHeader: Bool
      /// The probability that its text is right and in this cell, 0 to 1. Vision does not say.
      public let confidence: Double
      /// What it says, where its column holds values of a kind: "1234.50" and "EUR" for 1.234,50 €. Vision does not say.
      public let value: DocScanCore.Table.Value?
      /// What it may say instead, where its text does not fit its column. Vision does not say.
      public let suggestion: String?
    }

    /// The cells of each row, from left to right; a cell that spans several rows is in each of them.
    public let rows: [[Cell]]
    /// The cells of each column, from top to bottom; a cell that spans several columns is in each of them.
    public let columns: [[Cell]]
    /// The probability that this is a table, 0 to 1.
    public let confidence: Double
    /// Around the table: 0 to 1 of the picture, with the origin at its lower left. Vision has a polygon.
    public let boundingBox: NormalizedRect
    /// The same for exports: each place belongs to one cell.
    package let grid: TableGrid

    /// The cell that a place belongs to; nil outside of the table.
    public func cell(row: Int, col: Int) -> Cell? {
      guard (0..<grid.rows).contains(row), (0..<grid.columns).contains(col) else { return nil }
      return rows[row].first { $0.columnRange.contains(col) }
    }

    /// The table as CSV (RFC 4180): values with a dot and as YYYY-MM-DD, and no text that a spreadsheet takes for a formula.
    public var csv: String { TableCSV.text(of: grid) }

    /// The table as an HTML element, with header cells and spans.
    public var html: String { TableHTML.element(grid) }

    /// Writes a workbook with a sheet for each table: numbers, amounts and days are values, and doubtful cells are colored.
    ///
    /// - Throws: An `OutputError` where the file cannot be written; one that is there is replaced.
    public static func writeWorkbook(_ tables: [Table], to file: URL) throws {
      let output = try OutputFile(path: file.path(percentEncoded: false))
      let workbook = try XLSXFile(path: output.path)
      for table in tables where try !workbook.append(table.grid, named: table.grid.name) {
        throw OutputError(
          operation: "write", path: output.path, detail: "the tables have more cells than a workbook takes.")
      }
      try workbook.write(to: output)
      try output.finish()
    }

    init(_ table: PageTable, data: [DataDetectorMatch], in size: RasterSize) {
      grid = table.grid
      confidence = grid.confidence
      boundingBox = NormalizedRect(table.box, in: size)
      let cells = zip(table.grid.cells, table.lines).map { cell, lines in
        Cell(
          rowRange: cell.row...(cell.row + cell.rowSpan - 1),
          columnRange: cell.column...(cell.column + cell.columnSpan - 1),
          content: DocumentObservation.Container(
            DocumentObservation.Container.Text(lines, data: data, in: size),
            boundingBox: NormalizedRect(cell.box, in: size)),
          isHeader: cell.isHeader, confidence: cell.confidence, value: cell.value, suggestion: cell.suggestion)
      }
      var rows = Array(repeating: [Cell](), count: grid.rows)
      var columns = Array(repeating: [Cell](), count: grid.columns)
      for cell in cells {
        for row in cell.rowRange { rows[row].append(cell) }
        for column in cell.columnRange { columns[column].append(cell) }
      }
      self.rows = rows.map { $0.sorted { $0.columnRange.lowerBound < $1.columnRange.lowerBound } }
      self.columns = columns.map { $0.sorted { $0.rowRange.lowerBound < $1.rowRange.lowerBound } }
    }
  }
}
