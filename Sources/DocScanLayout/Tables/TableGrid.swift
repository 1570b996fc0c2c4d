// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles

/// A table for exports: each position of the grid belongs to exactly one cell. A table on several pages is one grid. Counts are from 0.
package struct TableGrid: Hashable, Sendable {
  /// A cell, which may span several rows and columns.
  package struct Cell: Hashable, Sendable {
    package var row: Int
    package var column: Int
    package var rowSpan: Int
    package var columnSpan: Int
    package var isHeader: Bool
    package var text: String
    package var confidence: Double
    package var page: Int
    /// The box around the cell, in pixels of its page.
    package var box: Box
    package var words: [Int]
    package var value: Table.Value?
    package var suggestion: String?
    /// For a total that doesn't match, the sum of the cells above minus the total, or an empty string if unknown. Otherwise `nil`.
    package var difference: String?
    /// Another reason to check the cell, as a sentence, or `nil` if there is none.
    package var note: String?
  }

  /// A cell of a grid that isn't from a page.
  package struct MadeCell {
    package var text: String
    package var value: Table.Value?
    package var note: String?

    package init(_ text: String, value: Table.Value? = nil, note: String? = nil) {
      (self.text, self.value, self.note) = (text, value, note)
    }
  }

  /// The part of the table on one page.
  package struct Part: Codable, Hashable, Sendable {
    package var page: Int
    package var table: Int
    package var box: Box
    package var row: Int
    package var rows: Int
    package var repeatedRows: Int
  }

  /// The maximum number of positions. A larger grid is cut to the part that contains cells.
  private static let mostPlaces = 1 << 16

  package private(set) var rows = 1
  package private(set) var columns = 1
  package private(set) var cells: [Cell] = []
  package private(set) var parts: [Part]
  /// The probability, from 0 to 1, that this is a table. For several pages, the lowest value.
  package private(set) var confidence: Double
  package var title: String?
  /// The index of the cell at each position, row by row.
  private var owners: [Int32] = []

  /// Creates a grid from a table on a page. Cells outside the grid are moved into it, and overlapping cells are merged, so that no text is lost.
  package init(_ table: Table, page: Int, number: Int = 1, title: String? = nil) {
    parts = [Part(page: page, table: number, box: table.box, row: 0, rows: 1, repeatedRows: 0)]
    (confidence, self.title) = (table.confidence, title)
    let limits = 1...Table.mostLines
    let found = table.cells.prefix(Table.mostCells).map { cell -> Table.Cell in
      var cell = cell
      cell.row = min(max(cell.row, 0), Table.mostLines - 1)
      cell.column = min(max(cell.column, 0), Table.mostLines - 1)
      cell.rowSpan = min(max(cell.rowSpan, 1), Table.mostLines - cell.row)
      cell.columnSpan = min(max(cell.columnSpan, 1), Table.mostLines - cell.column)
      return cell
    }.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
    rows = found.reduce(1) { max($0, $1.row + $1.rowSpan) }
    columns = found.reduce(1) { max($0, $1.column + $1.columnSpan) }
    let (allRows, allColumns) = (
      min(max(table.rows, rows), limits.upperBound), min(max(table.columns, columns), limits.upperBound)
    )
    if allRows * allColumns <= Self.mostPlaces { (rows, columns) = (allRows, allColumns) }
    rows = min(rows, max(1, Self.mostPlaces / columns))
    owners = Array(repeating: -1, count: rows * columns)
    for cell in found { place(cell, page: page) }
    fill(page: page, box: table.box)
    parts[0].rows = rows
    for check in table.checks.prefix(Table.mostLines) where !check.holds {
      guard let index = index(row: check.row, column: check.column) else { continue }
      cells[index].difference = check.difference ?? ""
    }
  }

  /// Creates a grid from rows of equal length, of which the first one is the header. `page` is the page that each row describes.
  package init(made: [(page: Int, cells: [MadeCell])]) {
    (rows, columns, confidence) = (max(made.count, 1), max(made.first?.cells.count ?? 1, 1), 1)
    let nowhere = Box(x: 0, y: 0, width: 0, height: 0)
    parts = [Part(page: 1, table: 1, box: nowhere, row: 0, rows: rows, repeatedRows: 0)]
    for (row, line) in made.enumerated() {
      for (column, cell) in line.cells.prefix(columns).enumerated() {
        owners.append(Int32(cells.count))
        cells.append(
          Cell(
            row: row, column: column, rowSpan: 1, columnSpan: 1, isHeader: row == 0, text: cell.text, confidence: 1,
            page: line.page, box: nowhere, words: [], value: cell.value, note: cell.note))
      }
    }
  }

  package func cell(row: Int, column: Int) -> Cell? { index(row: row, column: column).map { cells[$0] } }

  package func cells(inRow row: Int) -> [Cell] { cells.filter { $0.row == row } }

  package var cellsByRow: [[Cell]] {
    var result = Array(repeating: [Cell](), count: rows)
    for cell in cells { result[cell.row].append(cell) }
    return result
  }

  /// Returns the text for each column of a row. The text of a cell that spans several positions is at the first one.
  package func texts(inRow row: Int) -> [String] {
    (0..<columns).map { column in
      guard let cell = cell(row: row, column: column), cell.row == row, cell.column == column else { return "" }
      return cell.text
    }
  }

  /// The number of header rows at the top. No cell of the header extends below it.
  package var headerRows: Int {
    var count = 0
    var reach = 0
    for (row, cells) in cellsByRow.enumerated() {
      let isHeader = cells.contains(where: \.isHeader) && cells.allSatisfy { $0.isHeader || $0.text.isEmpty }
      guard
        isHeader || !cells.isEmpty && row < reach && cells.allSatisfy({ $0.isHeader || $0.text.isEmpty })
          || cells.isEmpty && row < reach
      else { break }
      reach = cells.reduce(reach) { max($0, $1.row + $1.rowSpan) }
      if reach <= row + 1 { count = row + 1 }
    }
    return count == rows ? 0 : count
  }

  package var hasSpans: Bool { cells.contains { $0.rowSpan > 1 || $0.columnSpan > 1 } }

  // MARK: Joining pages

  static let mostJoinedRows = 100_000

  /// Appends the next page's part of the table, without its repeated header. Returns `false` if the part can't belong to the same table.
  mutating func append(_ next: TableGrid) -> Bool {
    guard next.columns == columns, rows + next.rows <= Self.mostJoinedRows else { return false }
    let dropped = repeatedRows(of: next)
    let first = rows
    // Totals that were checked on one page don't apply to the whole table.
    for index in cells.indices { cells[index].difference = nil }
    let offset = Int32(cells.count)
    var numbers: [Int32: Int32] = [:]
    for (index, cell) in next.cells.enumerated() where cell.row >= dropped {
      var cell = cell
      cell.row += first - dropped
      cell.difference = nil
      numbers[Int32(index)] = offset + Int32(numbers.count)
      cells.append(cell)
    }
    owners += next.owners.dropFirst(dropped * columns).map { numbers[$0] ?? 0 }
    rows += next.rows - dropped
    for part in next.parts {
      let start = max(part.row, dropped)
      parts.append(
        Part(
          page: part.page, table: part.table, box: part.box, row: start + first - dropped,
          rows: part.row + part.rows - start, repeatedRows: start - part.row))
    }
    confidence = min(confidence, next.confidence)
    settleDates()
    return true
  }

  /// Resolves ambiguous dates with the order of day and month that the unambiguous dates in their column show, if these agree.
  private mutating func settleDates() {
    guard cells.contains(where: { $0.value?.alternative != nil }) else { return }
    var orders: [Int: Set<Bool>] = [:]
    for cell in cells where cell.value?.alternative == nil {
      if let isDayFirst = cell.isDayFirst { orders[cell.column, default: []].insert(isDayFirst) }
    }
    for (index, cell) in cells.enumerated() {
      guard let value = cell.value, let other = value.alternative, let own = cell.isDayFirst,
        let order = orders[cell.column], order.count == 1
      else { continue }
      cells[index].value = Table.Value(kind: .date, value: order.contains(own) ? value.value : other)
    }
  }

  /// Returns the grid with more columns, of which each of the own columns covers one or more.
  func spread(over ranges: [ClosedRange<Int>], of count: Int) -> TableGrid {
    guard ranges.count == columns, rows * count <= Self.mostPlaces else { return self }
    var grid = self
    (grid.columns, grid.cells) = (count, [])
    grid.owners = Array(repeating: -1, count: rows * count)
    for cell in cells {
      var cell = cell
      let last = ranges[cell.column + cell.columnSpan - 1].upperBound
      cell.column = ranges[cell.column].lowerBound
      cell.columnSpan = last - cell.column + 1
      grid.add(cell)
    }
    grid.fill(page: parts[0].page, box: parts[0].box)
    return grid
  }

  private func repeatedRows(of next: TableGrid) -> Int {
    let count = headerRows
    guard count > 0, next.rows >= count else { return 0 }
    // The repeated rows can only be removed if no cell extends beyond them.
    guard next.cells.allSatisfy({ $0.row >= count || $0.row + $0.rowSpan <= count }) else { return 0 }
    return (0..<count).allSatisfy { row in
      let (own, other) = (texts(inRow: row), next.texts(inRow: row))
      return own.joined().lowercased().isNearly(other.joined().lowercased())
    } ? count : 0
  }

  // MARK: Filling the grid

  private func index(row: Int, column: Int) -> Int? {
    guard (0..<rows).contains(row), (0..<columns).contains(column) else { return nil }
    let owner = Int(owners[row * columns + column])
    return cells.indices.contains(owner) ? owner : nil
  }

  /// Inserts a cell, reduced to the positions that are free.
  private mutating func place(_ cell: Table.Cell, page: Int) {
    let (row, column) = (min(cell.row, rows - 1), min(cell.column, columns - 1))
    if let owner = index(row: row, column: column) { return join(cell, into: owner) }
    let isFree = { (row: Int, column: Int, owners: [Int32], columns: Int) in owners[row * columns + column] < 0 }
    var width = 1
    while column + width < min(column + cell.columnSpan, columns), isFree(row, column + width, owners, columns) {
      width += 1
    }
    var height = 1
    while row + height < min(row + cell.rowSpan, rows),
      (column..<column + width).allSatisfy({ isFree(row + height, $0, owners, columns) })
    {
      height += 1
    }
    add(
      Cell(
        row: row, column: column, rowSpan: height, columnSpan: width, isHeader: cell.isHeader, text: cell.text,
        confidence: cell.confidence, page: page, box: cell.box, words: cell.words, value: cell.value,
        suggestion: cell.suggestion))
  }

  private mutating func add(_ cell: Cell) {
    let number = Int32(cells.count)
    cells.append(cell)
    for row in cell.row..<cell.row + cell.rowSpan {
      for column in cell.column..<cell.column + cell.columnSpan { owners[row * columns + column] = number }
    }
  }

  private mutating func join(_ cell: Table.Cell, into owner: Int) {
    guard !cell.text.isEmpty else { return }
    cells[owner].text += (cells[owner].text.isEmpty ? "" : " ") + cell.text
    cells[owner].words += cell.words
    cells[owner].box = cells[owner].box.union(cell.box)
    cells[owner].confidence = min(cells[owner].confidence, cell.confidence)
    (cells[owner].value, cells[owner].suggestion) = (nil, nil)
  }

  /// Creates empty cells for the remaining positions, and sorts all cells.
  private mutating func fill(page: Int, box: Box) {
    for place in owners.indices where owners[place] < 0 {
      add(
        Cell(
          row: place / columns, column: place % columns, rowSpan: 1, columnSpan: 1, isHeader: false, text: "",
          confidence: confidence, page: page, box: Box(x: box.x, y: box.y, width: 0, height: 0), words: []))
    }
    cells.sort { ($0.row, $0.column) < ($1.row, $1.column) }
    for (number, cell) in cells.enumerated() {
      for row in cell.row..<cell.row + cell.rowSpan {
        for column in cell.column..<cell.column + cell.columnSpan { owners[row * columns + column] = Int32(number) }
      }
    }
  }
}

extension TableGrid.Cell {
  /// Whether the day comes before the month in a date, or `nil` for other cells and other forms of dates.
  fileprivate var isDayFirst: Bool? {
    guard let date = value else { return nil }
    let parts = date.value.split(separator: "-").compactMap { Int($0) }
    let numbers = text.split { !("0"..."9").contains($0) }.prefix(2).compactMap { Int($0) }
    guard date.kind == .date, parts.count == 3, numbers.count == 2, parts[1] != parts[2], !text.contains(".") else {
      return nil
    }
    return numbers == [parts[2], parts[1]] ? true : numbers == [parts[1], parts[2]] ? false : nil
  }
}

extension TableGrid.Cell: Encodable {
  private enum CodingKeys: CodingKey {
    case row, column, rowSpan, columnSpan, isHeader, text, confidence, page, box, value, suggestion, difference
  }
}

extension TableGrid: Encodable {
  private enum CodingKeys: CodingKey {
    case rows, columns, confidence, title, pages, cells
  }

  /// Encodes the table without internal data.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rows, forKey: .rows)
    try container.encode(columns, forKey: .columns)
    try container.encode(confidence, forKey: .confidence)
    try container.encodeIfPresent(title, forKey: .title)
    try container.encode(parts, forKey: .pages)
    try container.encode(cells, forKey: .cells)
  }
}
