// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout

/// Detects tables from rows of short cells with wide gaps between them, which are aligned in columns. Rows may cross blocks, since each column of a
/// table can be its own block.
struct TableFinder {
  /// A line of the page: the index of its block, and its index in the block.
  struct Place: Hashable {
    var block: Int
    var line: Int
  }

  /// A table with the lines that it replaces.
  struct Found {
    var table: MarkdownTable
    var lines: Set<Place>
    var first: Place
    /// The cells with their spans, or `nil` if the table was detected from words.
    var grid: TableGrid?
    /// The remaining parts of lines that are only partly in the table.
    var rest: [Place: Line] = [:]

    var element: MarkdownElement { grid.map { .grid($0) } ?? .table(table) }
  }

  /// Words of a line without a wide gap between them.
  private struct Cell {
    var place: Place
    var words: [Word]
    var box: Box
  }

  private typealias Row = [Cell]

  /// The minimum width of a gap between words that separates cells, in line heights.
  private static let widestSpace = 1.3
  private static let fewestRows = 3
  /// The average number of words above which cells are columns of prose.
  private static let mostWordsPerCell = 3.5
  /// The maximum distance between rows, in line heights.
  private static let widestRowGap = 3.0

  private(set) var tables: [Found] = []
  private let lineHeight: Double

  init(_ page: RecognizedPage) {
    let heights = page.blocks.flatMap(\.lines).map(\.box.height).sorted()
    lineHeight = heights.isEmpty ? 0 : heights[heights.count / 2]
    guard lineHeight > 0 else { return }
    var run: [Row] = []
    for row in rows(of: page) {
      if let longer = extended(run, by: row) {
        run = longer
      } else {
        addTable(run)
        run = row.count > 1 ? [row] : []
      }
    }
    addTable(run)
  }

  // MARK: Rows

  private func rows(of page: RecognizedPage) -> [Row] {
    var cells: [Cell] = []
    for (blockIndex, block) in page.blocks.enumerated() {
      for (lineIndex, line) in block.lines.enumerated() where line.turn == 0 && !line.isVertical {
        cells += self.cells(of: line, place: Place(block: blockIndex, line: lineIndex))
      }
    }
    var rows: [Row] = []
    for cell in cells.sorted(by: { ($0.box.middleY, $0.box.x) < ($1.box.middleY, $1.box.x) }) {
      // A cell belongs to the row of its own line, or to a row at nearly the same height.
      if let last = rows.last, let first = last.first,
        last.contains(where: { $0.place == cell.place })
          || abs(first.box.middleY - cell.box.middleY) < 0.4 * max(first.box.height, cell.box.height)
      {
        rows[rows.count - 1].append(cell)
      } else {
        rows.append([cell])
      }
    }
    return rows.map { $0.sorted { $0.box.x < $1.box.x } }
  }

  private func cells(of line: Line, place: Place) -> [Cell] {
    var cells: [Cell] = []
    var isCut = true
    for word in line.words.sorted(by: { $0.box.x < $1.box.x }) {
      // Rules between columns are often read as bars.
      guard !word.text.allSatisfy({ "|¦[]".contains($0) }) else {
        isCut = true
        continue
      }
      if let last = cells.last, !isCut, word.box.x - last.box.maxX < Self.widestSpace * lineHeight {
        cells[cells.count - 1].words.append(word)
        cells[cells.count - 1].box = last.box.union(word.box)
      } else {
        cells.append(Cell(place: place, words: [word], box: word.box))
      }
      isCut = false
    }
    return cells
  }

  // MARK: Columns

  /// Returns a run of rows with one more row, or `nil` if they don't form a table.
  private func extended(_ run: [Row], by row: Row) -> [Row]? {
    if columns(of: run + [row]) != nil { return run + [row] }
    // Noise can merge two cells into one. The columns of the rows above determine where to split it.
    guard row.count > 1, run.count > 1, let columns = columns(of: run) else { return nil }
    let parted = row.flatMap { Self.parted($0, at: columns) }
    return self.columns(of: run + [parted]) != nil ? run + [parted] : nil
  }

  private static func parted(_ cell: Cell, at columns: [ClosedRange<Double>]) -> [Cell] {
    var cells: [Cell] = []
    var lastColumn: Int?
    for word in cell.words {
      let column = columns.firstIndex { $0.overlaps(word.box.x...max(word.box.x, word.box.maxX)) }
      if let last = cells.last, column == nil || lastColumn == nil || column == lastColumn {
        cells[cells.count - 1].words.append(word)
        cells[cells.count - 1].box = last.box.union(word.box)
      } else {
        cells.append(Cell(place: cell.place, words: [word], box: word.box))
      }
      lastColumn = column ?? lastColumn
    }
    return cells
  }

  /// Returns the left and right edges of the rows' common columns, or `nil` if the rows don't form a table.
  private func columns(of rows: [Row]) -> [ClosedRange<Double>]? {
    guard rows.allSatisfy({ $0.count > 1 }) else { return nil }
    if rows.count > 1 {
      let gap = rows[rows.count - 1][0].box.y - rows[rows.count - 2][0].box.maxY
      guard gap < Self.widestRowGap * lineHeight else { return nil }
    }
    var columns: [ClosedRange<Double>] = []
    for box in rows.joined().map(\.box).sorted(by: { $0.x < $1.x }) {
      if let last = columns.last, box.x <= last.upperBound {
        columns[columns.count - 1] = last.lowerBound...max(last.upperBound, box.maxX)
      } else {
        columns.append(box.x...max(box.x, box.maxX))
      }
    }
    let isApart = rows.allSatisfy { row in Set(row.map { Self.column($0, columns) }).count == row.count }
    return columns.count > 1 && isApart ? columns : nil
  }

  private static func column(_ cell: Cell, _ columns: [ClosedRange<Double>]) -> Int {
    columns.firstIndex { $0.contains(cell.box.x) } ?? 0
  }

  private mutating func addTable(_ rows: [Row]) {
    guard rows.count >= Self.fewestRows, let columns = columns(of: rows) else { return }
    let cells = Array(rows.joined())
    let words = cells.reduce(0) { $0 + $1.words.count }
    guard Double(words) <= Self.mostWordsPerCell * Double(cells.count) else { return }
    let texts = rows.map { row in
      columns.indices.map { index in
        row.filter { Self.column($0, columns) == index }.map { joinedText($0.words) }.joined(separator: " ")
      }
    }
    let isRightAligned = columns.indices.map { index in
      let boxes = cells.filter { Self.column($0, columns) == index }.map(\.box)
      return Self.spread(boxes.map(\.maxX)) < Self.spread(boxes.map(\.x)) / 2
    }
    let places = Set(cells.map(\.place))
    guard let first = places.min(by: { ($0.block, $0.line) < ($1.block, $1.line) }) else { return }
    tables.append(
      Found(table: MarkdownTable(rows: texts, isRightAligned: isRightAligned), lines: places, first: first))
  }

  private static func spread(_ numbers: [Double]) -> Double { (numbers.max() ?? 0) - (numbers.min() ?? 0) }
}
