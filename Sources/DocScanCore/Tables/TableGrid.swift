// SPDX-License-Identifier: GPL-3.0-or-later

/// A whole table as exports take it: a grid in which every place belongs to exactly one cell, whatever a finding says.
///
/// A table that goes on over pages is one grid. Rows and columns count from 0.
package struct TableGrid: Hashable, Sendable {
  /// One cell, which may span several rows and columns.
  package struct Cell: Hashable, Sendable {
    /// Its first row.
    package var row: Int
    /// Its first column.
    package var column: Int
    /// How many rows it takes up, 1 or more.
    package var rowSpan: Int
    /// How many columns it takes up, 1 or more.
    package var columnSpan: Int
    /// Whether it names what is in its row or column.
    package var isHeader: Bool
    /// What it says, in one line; empty for an empty cell.
    package var text: String
    /// The probability that the text is right and in this cell, 0 to 1.
    package var confidence: Double
    /// The number of its page in the document, from 1.
    package var page: Int
    /// Around the cell, in pixels of that page.
    package var box: Box
    /// The numbers of its words among all words of that page in reading order, from 0.
    package var words: [Int]
    /// What it says, where its column holds values of a kind.
    package var value: Table.Value?
    /// What it may say instead, where its text does not fit its column.
    package var suggestion: String?
    /// Of a sum that doesn't match: what the cells above add up to, less what it says; "" where that isn't known. Nil elsewhere.
    package var difference: String?
  }

  /// What a page has of the table.
  package struct Part: Codable, Hashable, Sendable {
    /// The number of the page in the document, from 1.
    package var page: Int
    /// Its number among the tables of that page, from 1.
    package var table: Int
    /// Around the table on that page, in its pixels.
    package var box: Box
    /// The first of its rows in the whole table.
    package var row: Int
    /// How many rows of the whole table it has.
    package var rows: Int
    /// How many rows at its top repeat the header, and are not in the whole table.
    package var repeatedRows: Int
  }

  /// A grid with more places is cut where its findings do not fill it.
  private static let mostPlaces = 1 << 16

  /// How many rows it has.
  package private(set) var rows = 1
  /// How many columns it has.
  package private(set) var columns = 1
  /// Row by row.
  package private(set) var cells: [Cell] = []
  /// The pages that it is on, with what each has of it.
  package private(set) var parts: [Part]
  /// The probability that this is a table, 0 to 1; of a table on several pages that of its most doubtful part.
  package private(set) var confidence: Double
  /// What the page calls it, such as a caption above it; nil if nothing does.
  package var title: String?
  /// The cell of each place, row by row.
  private var owners: [Int32] = []

  /// The table of a page. Cells beyond the grid are moved into it, and what overlaps is put together: no text is lost.
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

  /// The cell that a place belongs to; nil outside of the grid.
  package func cell(row: Int, column: Int) -> Cell? { index(row: row, column: column).map { cells[$0] } }

  /// The cells that begin in a row, from left to right.
  package func cells(inRow row: Int) -> [Cell] { cells.filter { $0.row == row } }

  /// All rows, each with the cells that begin in it.
  package var cellsByRow: [[Cell]] {
    var result = Array(repeating: [Cell](), count: rows)
    for cell in cells { result[cell.row].append(cell) }
    return result
  }

  /// The texts of a row, a column after the other; a cell that spans several says its text in the first.
  package func texts(inRow row: Int) -> [String] {
    (0..<columns).map { column in
      guard let cell = cell(row: row, column: column), cell.row == row, cell.column == column else { return "" }
      return cell.text
    }
  }

  /// How many rows at the top are headers, none of whose cells reaches below them.
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

  /// Whether any cell takes up more than one place.
  package var hasSpans: Bool { cells.contains { $0.rowSpan > 1 || $0.columnSpan > 1 } }

  // MARK: Going on

  /// A table that goes on over so many pages that it has more rows begins anew.
  static let mostJoinedRows = 100_000

  /// Adds what the next page has of the same table, without the header that it repeats; false if it cannot be the same table.
  mutating func append(_ next: TableGrid) -> Bool {
    guard next.columns == columns, rows + next.rows <= Self.mostJoinedRows else { return false }
    let dropped = repeatedRows(of: next)
    let first = rows
    // Sums of one page say little of a table that is on several.
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
    return true
  }

  /// How many rows at the top of the next part say again what the header says.
  private func repeatedRows(of next: TableGrid) -> Int {
    let count = headerRows
    guard count > 0, next.rows >= count else { return 0 }
    // A cell that begins in the header must not reach below it.
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

  /// Gives a cell as much of its place as is free.
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

  /// Puts the text of a cell whose place is taken behind the text that is there.
  private mutating func join(_ cell: Table.Cell, into owner: Int) {
    guard !cell.text.isEmpty else { return }
    cells[owner].text += (cells[owner].text.isEmpty ? "" : " ") + cell.text
    cells[owner].words += cell.words
    cells[owner].box = cells[owner].box.union(cell.box)
    cells[owner].confidence = min(cells[owner].confidence, cell.confidence)
    (cells[owner].value, cells[owner].suggestion) = (nil, nil)
  }

  /// Gives the places that are left a cell of their own, and puts all cells in order.
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

extension TableGrid.Cell: Encodable {
  private enum CodingKeys: CodingKey {
    case row, column, rowSpan, columnSpan, isHeader, text, confidence, page, box, value, suggestion, difference
  }
}

extension TableGrid: Encodable {
  private enum CodingKeys: CodingKey {
    case rows, columns, confidence, title, pages, cells
  }

  /// Writes what a program wants to know of a table.
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

/// Puts the tables of a document together, page by page: a table that goes on over pages is one.
package struct TableJoiner: Sendable {
  /// What waits for its next page.
  private var open: TableGrid?

  /// Begins with the first page.
  package init() {}

  /// Takes the next page; gives the tables that end before or on it, in order.
  package mutating func append(_ page: RecognizedPage) -> [TableGrid] {
    // The back of a sheet may be empty.
    if page.status == .blank { return [] }
    let tables = page.tables ?? []
    guard !tables.isEmpty else { return pass() }
    var finished: [TableGrid] = []
    for (index, table) in tables.prefix(Table.mostOnPage).enumerated() {
      var grid = TableGrid(
        table, page: page.page.number, number: index + 1, title: TableTitle.title(of: table, on: page))
      if index == 0, var earlier = open {
        open = nil
        if earlier.append(grid) { grid = earlier } else { finished.append(earlier) }
      }
      if table.continues, index == tables.count - 1 { open = grid } else { finished.append(grid) }
    }
    return finished
  }

  /// Takes a page without tables; gives the table that does not go on there.
  package mutating func pass(isBlank: Bool = false) -> [TableGrid] { isBlank ? [] : finish() }

  /// Gives the table that waits for a page that there isn't.
  package mutating func finish() -> [TableGrid] {
    defer { open = nil }
    return open.map { [$0] } ?? []
  }
}

extension Table {
  /// The tables of a document whose pages are given in order: those that go on over pages are one.
  package static func joined(_ pages: [RecognizedPage]) -> [TableGrid] {
    var joiner = TableJoiner()
    return pages.flatMap { joiner.append($0) } + joiner.finish()
  }
}

/// Finds what a page calls a table.
enum TableTitle {
  private static let longest = 120

  /// A caption or a heading right above the table, or a caption right below it.
  static func title(of table: Table, on page: RecognizedPage) -> String? {
    let heights = page.blocks.flatMap(\.lines).map(\.box.height).sorted()
    guard !heights.isEmpty else { return nil }
    let reach = 3 * heights[heights.count / 2]
    var best: (distance: Double, text: String)?
    for block in page.blocks where block.kind == .caption || block.kind == .heading {
      guard block.box.x < table.box.maxX, block.box.maxX > table.box.x else { continue }
      let above = table.box.y - block.box.maxY
      let below = block.kind == .caption ? block.box.y - table.box.maxY : .infinity
      let distance =
        above > -reach / 3 && above <= reach ? abs(above) : below >= 0 && below <= reach ? below + reach : nil
      let text = block.lines.map(\.text).joined(separator: " ")
      guard let distance, distance < best?.distance ?? .infinity, !text.isEmpty, text.count <= longest else { continue }
      best = (distance, text)
    }
    return best?.text
  }
}
