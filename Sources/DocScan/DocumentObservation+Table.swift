// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
internal import DocScanStore
internal import DocScanWriters
public import FoundationEssentials

extension DocumentObservation.Container {
  /// A table on a page, as cells in rows and columns that count from 0.
  public struct Table: Hashable, Sendable {
    /// One cell, which may span several rows and columns.
    public struct Cell: Hashable, Sendable {
      /// The rows that the cell occupies.
      public let rowRange: ClosedRange<Int>
      /// The columns that the cell occupies.
      public let columnRange: ClosedRange<Int>
      /// The content of the cell. For an empty cell, its text is empty. Its `boundingBox` surrounds the whole cell.
      public let content: DocumentObservation.Container
      /// Whether the cell is the heading of its row or column. Vision has no counterpart.
      public let isHeader: Bool
      /// The probability, from 0 to 1, that the text is correct and belongs in this cell. Vision has no counterpart.
      public let confidence: Double
      /// The parsed value if the column contains numbers, amounts, or dates, such as "1234.50" and "EUR" for "1.234,50 €". Vision has no counterpart.
      public let value: DocScanCore.Table.Value?
      /// A corrected text if the recognized one doesn't fit its column, or `nil`. Vision has no counterpart.
      public let suggestion: String?
    }

    /// The cells of each row, from left to right. A cell that spans several rows is in each of these rows.
    public let rows: [[Cell]]
    /// The cells of each column, from top to bottom. A cell that spans several columns is in each of these columns.
    public let columns: [[Cell]]
    /// The probability, from 0 to 1, that this is a table.
    public let confidence: Double
    /// The rectangle around the table, as fractions of the picture with the origin at its lower left. Vision has a polygon instead.
    public let boundingBox: NormalizedRect
    /// The cells in the form that the exports use, in which each position belongs to exactly one cell.
    package let grid: TableGrid

    /// Returns the cell at a position.
    ///
    /// - Parameters:
    ///   - row: The row, counting from 0.
    ///   - col: The column, counting from 0.
    /// - Returns: The cell that covers the position, or `nil` if the position is outside the table.
    public func cell(row: Int, col: Int) -> Cell? {
      guard (0..<grid.rows).contains(row), (0..<grid.columns).contains(col) else { return nil }
      return rows[row].first { $0.columnRange.contains(col) }
    }

    /// The table as CSV (RFC 4180). Numbers have a decimal point, dates are YYYY-MM-DD, and text that looks like a formula is escaped.
    public var csv: String { TableCSV.text(of: grid) }

    /// The table as an HTML `table` element, with header cells and spans.
    public var html: String { TableHTML.element(grid) }

    /// Writes a workbook with one sheet per table. Numbers, amounts, and dates become typed values, and doubtful cells are colored.
    ///
    /// - Parameters:
    ///   - tables: The tables, each of which becomes a sheet.
    ///   - file: The XLSX file to write. An existing file is replaced.
    /// - Throws: A ``BatchError`` if the URL isn't that of a local file, and an `OutputError` if the file can't be written or the tables have too
    ///   many cells for a workbook.
    public static func writeWorkbook(_ tables: [Table], to file: URL) throws {
      let output = try OutputFile(path: file.localPath)
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
