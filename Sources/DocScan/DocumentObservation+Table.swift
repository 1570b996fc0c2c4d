// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
internal import DocScanFiles
internal import DocScanLayout
internal import DocScanStore
internal import DocScanWriters
public import FoundationEssentials

extension DocumentObservation.Container {
  /// A table on a page, as cells in rows and columns that count from 0.
  public struct Table: Hashable, Sendable {
    /// One cell, which may span several rows and columns.
    public struct Cell: Codable, Hashable, Sendable {
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
    /// All cells, row by row.
    private let cells: [Cell]
    /// The totals that were compared with the cells above.
    private let checks: [DocScanCore.Table.Check]
    /// The name of the table's sheet in a workbook.
    private let name: String

    /// Returns the cell at a position.
    ///
    /// - Parameters:
    ///   - row: The row, counting from 0.
    ///   - col: The column, counting from 0.
    /// - Returns: The cell that covers the position, or `nil` if the position is outside the table.
    public func cell(row: Int, col: Int) -> Cell? {
      guard rows.indices.contains(row), columns.indices.contains(col) else { return nil }
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
      for table in tables where try !workbook.append(table.grid, named: table.name) {
        throw OutputError(
          operation: "write", path: output.path, detail: "the tables have more cells than a workbook takes.")
      }
      try workbook.write(to: output)
      try output.finish()
    }

    /// The cells in the form that the exports use, in which each position belongs to exactly one cell.
    private var grid: TableGrid {
      let none = Box(x: 0, y: 0, width: 0, height: 0)
      let cells = cells.map { cell in
        DocScanCore.Table.Cell(
          row: cell.rowRange.lowerBound, column: cell.columnRange.lowerBound, rowSpan: cell.rowRange.count,
          columnSpan: cell.columnRange.count, isHeader: cell.isHeader, text: cell.content.text.transcript,
          confidence: cell.confidence, box: none, value: cell.value, suggestion: cell.suggestion)
      }
      let table = DocScanCore.Table(
        box: none, rows: rows.count, columns: columns.count, confidence: confidence, cells: cells, checks: checks)
      return TableGrid(table, page: 1)
    }

    init(_ table: PageTable, data: [DataDetectorMatch], in size: RasterSize) {
      let grid = table.grid
      let cells = zip(grid.cells, table.lines).map { cell, lines in
        Cell(
          rowRange: cell.row...(cell.row + cell.rowSpan - 1),
          columnRange: cell.column...(cell.column + cell.columnSpan - 1),
          content: DocumentObservation.Container(
            DocumentObservation.Container.Text(lines, data: data, in: size),
            boundingBox: NormalizedRect(cell.box, in: size)),
          isHeader: cell.isHeader, confidence: cell.confidence, value: cell.value, suggestion: cell.suggestion)
      }
      let checks = grid.cells.compactMap { cell in
        cell.difference.map {
          DocScanCore.Table.Check(
            row: cell.row, column: cell.column, holds: false, difference: $0.isEmpty ? nil : $0)
        }
      }
      self.init(
        cells, rows: grid.rows, columns: grid.columns, confidence: grid.confidence,
        boundingBox: NormalizedRect(table.box, in: size), checks: checks, name: grid.name)
    }

    private init(
      _ cells: [Cell], rows: Int, columns: Int, confidence: Double, boundingBox: NormalizedRect,
      checks: [DocScanCore.Table.Check], name: String
    ) {
      var (byRow, byColumn) = (Array(repeating: [Cell](), count: rows), Array(repeating: [Cell](), count: columns))
      for cell in cells {
        for row in cell.rowRange { byRow[row].append(cell) }
        for column in cell.columnRange { byColumn[column].append(cell) }
      }
      self.rows = byRow.map { $0.sorted { $0.columnRange.lowerBound < $1.columnRange.lowerBound } }
      self.columns = byColumn.map { $0.sorted { $0.rowRange.lowerBound < $1.rowRange.lowerBound } }
      (self.cells, self.confidence, self.boundingBox) = (cells, confidence, boundingBox)
      (self.checks, self.name) = (checks, name)
    }
  }
}

extension DocumentObservation.Container.Table: Codable {
  private enum CodingKeys: String, CodingKey {
    case rowCount, columnCount, cells, confidence, boundingBox, checks, name
  }

  /// Decodes a table. Each cell is listed once, with its rows and columns.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: A `DecodingError` if a key is missing, or a cell is outside the table.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let rows = try container.decode(Int.self, forKey: .rowCount)
    let columns = try container.decode(Int.self, forKey: .columnCount)
    let cells = try container.decode([Cell].self, forKey: .cells)
    let limits = 1...DocScanCore.Table.mostLines
    let isInside = cells.allSatisfy { cell in
      cell.rowRange.lowerBound >= 0 && cell.rowRange.upperBound < rows && cell.columnRange.lowerBound >= 0
        && cell.columnRange.upperBound < columns
    }
    guard limits.contains(rows), limits.contains(columns), isInside else {
      throw DecodingError.dataCorruptedError(
        forKey: .cells, in: container, debugDescription: "A cell is outside the table.")
    }
    self.init(
      cells, rows: rows, columns: columns, confidence: try container.decode(Double.self, forKey: .confidence),
      boundingBox: try container.decode(NormalizedRect.self, forKey: .boundingBox),
      checks: try container.decode([DocScanCore.Table.Check].self, forKey: .checks),
      name: try container.decode(String.self, forKey: .name))
  }

  /// Encodes the table with each cell once.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: An `EncodingError` if a number can't be represented.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rows.count, forKey: .rowCount)
    try container.encode(columns.count, forKey: .columnCount)
    try container.encode(cells, forKey: .cells)
    try container.encode(confidence, forKey: .confidence)
    try container.encode(boundingBox, forKey: .boundingBox)
    try container.encode(checks, forKey: .checks)
    try container.encode(name, forKey: .name)
  }
}
