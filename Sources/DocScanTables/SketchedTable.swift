// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout

protocol CellGrid {
  var cells: [CellLayout.Cell] { get }
  var rowCount: Int { get }
  var columnCount: Int { get }
  var headerRows: Int { get }
  var rowEdges: [Double] { get }
  var columnEdges: [Double] { get }
}

extension CellGrid {
  var content: Box { cells.map(\.content).union ?? Box(x: 0, y: 0, width: 0, height: 0) }

  /// The share of the positions in the grid that a cell with text begins at.
  var filled: Double { Double(cells.count) / Double(max(1, rowCount * columnCount)) }

  static var mostHeaderRows: Int { 4 }

  static var mostlyIndexed: Double { 0.6 }

  // Whether most cells are the items of lists: entries of an index, with the numbers of pages after each word, answers such as (A) and (B), or texts
  // beside bullets or numbers.
  var isIndex: Bool {
    let first = columnCount == 2 ? cells.filter { $0.columns == 0...0 } : []
    let marks = first.count { ListMark(mark: $0.text) != nil }
    if marks > 1, Double(marks) >= Self.mostlyIndexed * Double(first.count) { return true }
    let entries = cells.count { $0.text.listOrdinal != nil || $0.text.isIndexEntry }
    return Double(entries) >= Self.mostlyIndexed * Double(cells.count)
  }

  /// The number of rows before the first row with mostly numbers, or one row if there is no such row.
  var rowsBeforeNumbers: Int {
    var rows = 0
    let ofNumbers = columnsOfNumbers
    for row in 0..<rowCount {
      let others = cells.filter { $0.rows.lowerBound == row && $0.columns.lowerBound > 0 }
      let numbers = others.filter { Segment.isNumeric($0.text) }
      let isLikeOthers = Set(numbers.map(\.columns.lowerBound)).isSuperset(of: ofNumbers)
      if !numbers.isEmpty, 2 * numbers.count >= others.count || isLikeOthers {
        guard row == 0, numbers.allSatisfy(isPeriod) else { break }
      }
      rows = row + 1
      if row >= Self.mostHeaderRows { break }
    }
    if rows >= rowCount || rows > Self.mostHeaderRows { return 1 }
    // The name of a group of rows follows the header.
    while rows > 1, isName(rows - 1), (0..<rows - 1).contains(where: { !isName($0) }) { rows -= 1 }
    return rows
  }

  private func isName(_ row: Int) -> Bool {
    let own = cells.filter { $0.rows.contains(row) }
    return own.count == 1 && own[0].rows.count == 1 && own[0].columns == 0...0
  }

  // Whether a cell names a period: a year alone, or one in a date or before a unit, unless the cells below it do the same.
  private func isPeriod(_ cell: CellLayout.Cell) -> Bool {
    if Self.isYear(cell.text) { return true }
    let below = cells.filter { $0.columns == cell.columns && $0.rows.lowerBound > cell.rows.upperBound }
    return Self.hasYear(cell.text) && 2 * below.count { Self.hasYear($0.text) } <= below.count
  }

  private static func isYear(_ text: some StringProtocol) -> Bool {
    Int(text).map { (1900...2100).contains($0) } == true
  }

  private static func hasYear(_ text: String) -> Bool {
    text.split { !$0.isNumber && !$0.isLetter }.contains(where: isYear)
  }

  private var columnsOfNumbers: [Int] {
    (1..<max(1, columnCount)).filter { column in
      let values = cells.filter { $0.columns == column...column && $0.rows.lowerBound > 0 }
      return values.count >= 2 && Double(values.count { Segment.isNumeric($0.text) }) >= 0.8 * Double(values.count)
    }
  }
}

/// The words of a page in the cells that a model recognized in the picture.
struct SketchedTable: CellGrid {
  private(set) var cells: [CellLayout.Cell] = []
  let rowCount: Int
  let columnCount: Int
  private(set) var headerRows = 0
  private(set) var rowEdges: [Double] = []
  private(set) var columnEdges: [Double] = []
  let placed: Double
  private let places: Set<Place>
  private let confidence: Double

  private struct Place: Hashable {
    var rows: ClosedRange<Int>
    var columns: ClosedRange<Int>
  }

  // These limits were chosen on tables of other sources than those that they were measured on, by `Tests/Tools table_models`.
  /// The minimum mean probability of the grid, and the minimum share of words mostly in one cell.
  private static let (leastConfidence, leastPlaced) = (0.98, 0.6)
  /// The share of equal cells above which docscan's own table is kept.
  private static let mostEqual = 0.9
  /// The minimum mean probability of the grid in a region in which docscan found no table.
  private static let leastOfRegion = 0.95
  /// The minimum share of places with text in such a region. Forms have more empty places.
  private static let leastFilled = 0.6

  /// Returns `nil` if cells overlap, or if the part of the page has too few words.
  init?(_ sketch: TableSketch, _ evidence: TableEvidence) {
    let area = sketch.box
    let words = evidence.words.filter {
      $0.box.middleX >= area.x && $0.box.middleX <= area.maxX && $0.box.middleY >= area.y && $0.box.middleY <= area.maxY
    }
    guard words.count >= 4, (2...Table.mostLines).contains(sketch.rows), (1...Table.mostLines).contains(sketch.columns),
      sketch.rows * sketch.columns <= Table.mostCells
    else { return nil }
    var taken: Set<[Int]> = []
    for cell in sketch.cells {
      guard (0..<sketch.rows).contains(cell.row), (1...sketch.rows - cell.row).contains(cell.rowSpan),
        (0..<sketch.columns).contains(cell.column), (1...sketch.columns - cell.column).contains(cell.columnSpan)
      else { return nil }
      for row in cell.row..<(cell.row + cell.rowSpan) {
        for column in cell.column..<(cell.column + cell.columnSpan) {
          guard taken.insert([row, column]).inserted else { return nil }
        }
      }
    }
    var texts = [[PlacedWord]](repeating: [], count: sketch.cells.count)
    var inside = 0
    for word in words {
      let shares = sketch.cells.map { word.box.share(in: $0.box) }
      guard let best = shares.indices.max(by: { shares[$0] < shares[$1] }) else { return nil }
      if shares[best] > 0.5 { inside += 1 }
      let nearest =
        shares[best] > 0
        ? best
        : sketch.cells.indices.min {
          word.box.distance(to: sketch.cells[$0].box) < word.box.distance(to: sketch.cells[$1].box)
        }
      texts[nearest ?? best].append(word)
    }
    (rowCount, columnCount, confidence) = (sketch.rows, sketch.columns, sketch.confidence)
    placed = Double(inside) / Double(words.count)
    places = Set(sketch.cells.map { Place(rows: $0.rows, columns: $0.columns) })
    cells = zip(sketch.cells, texts).compactMap { cell, words in
      Segment(words).map { CellLayout.Cell(rows: cell.rows, columns: cell.columns, segments: [$0]) }
    }
    headerRows = rowsBeforeNumbers
    let content = content
    rowEdges = Self.edges(
      rowCount, from: content.y, to: content.maxY, cells.map { ($0.rows, $0.content.y, $0.content.maxY) },
      sketch.cells.map { ($0.rows, $0.box.y, $0.box.maxY) })
    columnEdges = Self.edges(
      columnCount, from: content.x, to: content.maxX, cells.map { ($0.columns, $0.content.x, $0.content.maxX) },
      sketch.cells.map { ($0.columns, $0.box.x, $0.box.maxX) })
  }

  /// Returns the edges of rows or columns, in the middle between the text of adjacent ones. Without text, they keep the sketch's edges.
  private static func edges(
    _ count: Int, from first: Double, to last: Double, _ texts: [(span: ClosedRange<Int>, from: Double, to: Double)],
    _ sketched: [(span: ClosedRange<Int>, from: Double, to: Double)]
  ) -> [Double] {
    func extent(_ index: Int) -> (from: Double, to: Double)? {
      let own = [texts, sketched].lazy.map { $0.filter { $0.span == index...index } }.first { !$0.isEmpty }
      guard let own, let from = own.map(\.from).min(), let to = own.map(\.to).max() else { return nil }
      return (from, to)
    }
    var edges = [first]
    for index in 0..<max(0, count - 1) {
      let middle = (extent(index)?.to ?? edges[index]) / 2 + (extent(index + 1)?.from ?? edges[index]) / 2
      edges.append(min(max(middle, edges[index]), last))
    }
    return edges + [last]
  }

  /// Returns whether the sketch explains the words of a table better than docscan's own grid: it has no fewer columns, and no more empty places.
  func isBetter(than own: CellLayout) -> Bool {
    guard confidence >= Self.leastConfidence, placed >= Self.leastPlaced, columnCount >= max(2, own.columnCount),
      filled >= own.filled, !hasLowCells, !joinsRows(height: own.layout.height)
    else { return false }
    let others = Set(own.positions.map { Place(rows: $0.rows, columns: $0.columns) })
    let equal = Double(places.intersection(others).count) / Double(max(1, places.union(others).count))
    return equal < Self.mostEqual
  }

  private var hasLowCells: Bool {
    // The model takes the names of rows for those of several rows if the cells above them are empty.
    let low = cells.count { cell in
      guard cell.rows.count > 1, cell.rows.lowerBound >= headerRows else { return false }
      let middle = cell.content.middleY
      return cells.contains { other in
        other.rows == cell.rows.upperBound...cell.rows.upperBound && other.content.y < middle
          && middle < other.content.maxY
      }
    }
    return low >= Self.fewestLow
  }

  private static let fewestLow = 2

  /// Whether the words fit the sketch well enough for a table that docscan didn't find itself.
  var isTable: Bool {
    columnCount >= 2 && confidence >= Self.leastOfRegion && placed >= Self.leastPlaced && filled >= Self.leastFilled
      && !isIndex
  }
}

extension CellLayout {
  fileprivate var positions: [(rows: ClosedRange<Int>, columns: ClosedRange<Int>)] {
    var taken: Set<[Int]> = []
    for cell in cells { for row in cell.rows { for column in cell.columns { taken.insert([row, column]) } } }
    let empty = (0..<rowCount).flatMap { row in
      (0..<columnCount).filter { !taken.contains([row, $0]) }.map { (rows: row...row, columns: $0...$0) }
    }
    return cells.map { ($0.rows, $0.columns) } + empty
  }
}

extension TableSketch.Cell {
  fileprivate var rows: ClosedRange<Int> { row...(row + rowSpan - 1) }
  fileprivate var columns: ClosedRange<Int> { column...(column + columnSpan - 1) }
}

extension Box {
  fileprivate func share(in other: Box) -> Double {
    let shared = max(0, min(maxX, other.maxX) - max(x, other.x)) * max(0, min(maxY, other.maxY) - max(y, other.y))
    return shared / max(1e-6, width * height)
  }

  /// Returns the distance of the middle from another box. Vertical distances count three times, because lines are close together.
  fileprivate func distance(to other: Box) -> Double {
    max(other.x - middleX, 0, middleX - other.maxX) + 3 * max(other.y - middleY, 0, middleY - other.maxY)
  }
}
