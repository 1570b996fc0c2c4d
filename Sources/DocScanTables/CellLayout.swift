// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout
internal import DocScanUnderstanding

/// The cells of a table with spans, headers, and edges.
struct CellLayout: CellGrid {
  struct Cell {
    var rows: ClosedRange<Int>
    var columns: ClosedRange<Int>
    let segments: [Segment]

    var words: [PlacedWord] { segments.flatMap(\.words).byLine }
    var content: Box { words.map(\.box).union ?? Box(x: 0, y: 0, width: 0, height: 0) }
    var text: String { joinedText(words.map(\.word)) }
  }

  private(set) var cells: [Cell] = []
  let rowCount: Int
  let columnCount: Int
  private(set) var headerRows = 0
  let rowEdges: [Double]
  let columnEdges: [Double]
  let layout: TableLayout

  /// The rules on the border above each row.
  private let borders: [[AxisRule]]
  private var taken: Set<Place> = []

  private struct Place: Hashable {
    var row: Int
    var column: Int
  }

  init(_ layout: TableLayout) {
    self.layout = layout
    (rowCount, columnCount, columnEdges) = (layout.rows.count, layout.boundaries.count + 1, layout.edges)
    let tops = layout.rows.map { row in row.map(\.line.top).min() ?? 0 }
    let bottoms = layout.rows.map { row in row.map(\.line.bottom).max() ?? 0 }
    var (edges, borders): ([Double], [[AxisRule]]) = ([layout.box.y], [[]])
    for row in layout.rows.indices.dropFirst() {
      let (upper, lower) = ((tops[row - 1] + bottoms[row - 1]) / 2, (tops[row] + bottoms[row]) / 2)
      let between = layout.borders.filter { $0.position > upper && $0.position < lower }
      edges.append(between.first?.position ?? (bottoms[row - 1] + tops[row]) / 2)
      borders.append(between.flatMap(\.rules))
    }
    (rowEdges, self.borders) = (edges + [layout.box.maxY], borders)
    addCells()
    findHeader()
    spanByRules()
    joinAcross()
    for row in 0..<min(max(headerRows, 1), max(rowCount - 1, 0)) { spanByPosition(row) }
    if layout.hasRuledRows || layout.strong > 0 { joinDown() }
    spanNames()
    cells.sort { ($0.rows.lowerBound, $0.columns.lowerBound) < ($1.rows.lowerBound, $1.columns.lowerBound) }
  }

  private mutating func addCells() {
    for (row, lines) in layout.rows.enumerated() {
      var entries: [(columns: ClosedRange<Int>, segments: [Segment])] = []
      for entry in lines.flatMap(\.entries) {
        var merged = (columns: entry.columns, segments: [entry.segment])
        let beside = entries.filter { $0.columns.overlaps(entry.columns) }
        if beside.count > 1, let first = beside.first(where: { $0.columns.contains(entry.columns.lowerBound) }),
          abs((first.segments.map(\.box.x).min() ?? 0) - entry.segment.box.x) < layout.height
        {
          // The next line of a cell extends below the text to the right of the first line.
          merged.columns = first.columns
        }
        while let index = entries.firstIndex(where: { $0.columns.overlaps(merged.columns) }) {
          let other = entries.remove(at: index)
          merged.columns =
            min(
              other.columns.lowerBound, merged.columns.lowerBound)...max(
              other.columns.upperBound, merged.columns.upperBound)
          merged.segments = other.segments + merged.segments
        }
        entries.append(merged)
      }
      cells += entries.map { Cell(rows: row...row, columns: $0.columns, segments: $0.segments) }
    }
    for index in cells.indices { take(index) }
  }

  private mutating func take(_ index: Int) {
    for row in cells[index].rows {
      for column in cells[index].columns { taken.insert(Place(row: row, column: column)) }
    }
  }

  private func isFree(_ row: Int, _ column: Int) -> Bool { !taken.contains(Place(row: row, column: column)) }

  private func cells(in row: Int) -> [Cell] { cells.filter { $0.rows.lowerBound == row } }

  // MARK: Header

  private mutating func findHeader() {
    var rows = rowsBeforeNumbers
    let width = layout.box.width
    let ruled = (1..<max(rowCount, 1)).prefix(3).filter { row in
      borders[row].contains { $0.covered(layout.box.x, layout.box.maxX) > 0.6 * width }
    }
    // Rules between all rows say nothing about the header, and rules can be between the rows of the header.
    let last = ruled.count > 2 ? ruled.first : ruled.last { $0 <= rows } ?? ruled.first
    if let last, rows > last { rows = last }
    headerRows = rowCount > 1 ? rows : 0
  }

  // MARK: Spans

  private mutating func spanByRules() {
    for row in 0..<min(max(headerRows, 1), max(rowCount - 1, 0)) {
      let rules = borders[row + 1].filter { $0.length < 0.9 * layout.box.width }
      for index in cells.indices where cells[index].rows.lowerBound == row {
        let middle = cells[index].content.middleX
        for rule in rules where rule.start - layout.height <= middle && middle <= rule.end + layout.height {
          let isShared = cells.indices.contains { other in
            other != index && cells[other].rows.lowerBound == row && rule.start <= cells[other].content.middleX
              && cells[other].content.middleX <= rule.end
          }
          let covered = (0..<columnCount).filter { column in
            let (left, right) = (columnEdges[column], columnEdges[column + 1])
            return rule.covered(left, right) > 0.5 * (right - left)
              || (rule.start < (left + right) / 2 && (left + right) / 2 < rule.end)
          }
          guard !isShared, let first = covered.first, let last = covered.last else { continue }
          let columns = cells[index].columns
          let wanted = min(columns.lowerBound, first)...max(columns.upperBound, last)
          guard wanted.allSatisfy({ columns.contains($0) || isFree(row, $0) }) else { continue }
          cells[index].columns = wanted
          take(index)
        }
      }
    }
  }

  /// Extends cells over a column boundary that rules draw elsewhere but not in their row.
  private mutating func joinAcross() {
    for index in cells.indices {
      let row = cells[index].rows.lowerBound
      let (top, bottom) = (rowEdges[row], rowEdges[row + 1])
      func isOpen(_ boundary: Int) -> Bool {
        let boundary = layout.boundaries[boundary]
        guard boundary.isDrawn else { return false }
        let inset = 0.15 * (bottom - top)
        return boundary.drawn(from: layout.box.y, to: layout.box.maxY) >= 0.45
          && boundary.drawn(from: top + inset, to: bottom - inset) < 0.3
      }
      var (first, last) = (cells[index].columns.lowerBound, cells[index].columns.upperBound)
      while last + 1 < columnCount, isOpen(last), isFree(row, last + 1) { last += 1 }
      while first > 0, isOpen(first - 1), isFree(row, first - 1) { first -= 1 }
      cells[index].columns = first...last
      take(index)
    }
  }

  /// Extends header cells without rules over the adjacent columns that they are centered on, with the smallest distances between centers.
  private mutating func spanByPosition(_ row: Int) {
    let own = cells.indices.filter { cells[$0].rows.lowerBound == row }.sorted {
      cells[$0].columns.lowerBound < cells[$1].columns.lowerBound
    }
    guard !own.isEmpty, own.count < columnCount, (0..<columnCount).contains(where: { isFree(row, $0) }) else { return }
    let named = Set((0..<columnCount).filter { !isFree(row + 1, $0) })
    let unnamed = 0.8 * layout.height
    func gap(_ columns: Range<Int>) -> Double { unnamed * Double(columns.count { named.contains($0) && $0 > 0 }) }
    // The cheapest assignment of the cells so far, by the last column that it covers.
    var choices: [Int: (cost: Double, spans: [ClosedRange<Int>])] = [-1: (0, [])]
    for index in own {
      var next: [Int: (cost: Double, spans: [ClosedRange<Int>])] = [:]
      for (columns, cost) in spans(of: index, row, named) {
        for (end, choice) in choices where columns.lowerBound > end {
          let total = choice.cost + cost + gap(end + 1..<columns.lowerBound)
          if let known = next[columns.upperBound], known.cost <= total { continue }
          next[columns.upperBound] = (total, choice.spans + [columns])
        }
      }
      choices = next
    }
    let best = choices.map { (cost: $0.value.cost + gap($0.key + 1..<columnCount), end: $0.key, spans: $0.value.spans) }
      .min { ($0.cost, $0.end) < ($1.cost, $1.end) }
    guard let best, best.spans.count == own.count else { return }
    for (index, columns) in zip(own, best.spans) {
      cells[index].columns = columns
      take(index)
    }
  }

  // Extends the name of the first column over both rows of a header if a cell above the other columns spans several of them.
  private mutating func spanNames() {
    guard rowCount > 2, cells.contains(where: { $0.rows == 0...0 && $0.columns.count > 1 }),
      (1..<columnCount).allSatisfy({ !isFree(0, $0) && !isFree(1, $0) }), isFree(0, 0) != isFree(1, 0),
      let index = cells.firstIndex(where: { $0.columns == 0...0 && $0.rows.count == 1 && $0.rows.lowerBound < 2 }),
      !Segment.isNumeric(cells[index].text),
      !borders[1].contains(where: {
        $0.covered(columnEdges[0], columnEdges[1]) > 0.5 * (columnEdges[1] - columnEdges[0])
      })
    else { return }
    cells[index].rows = 0...1
    take(index)
  }

  private func spans(of index: Int, _ row: Int, _ named: Set<Int>) -> [(ClosedRange<Int>, Double)] {
    let columns = cells[index].columns
    let middle = cells[index].content.middleX
    var spans: [(ClosedRange<Int>, Double)] = []
    for first in max(0, columns.lowerBound - 12)...columns.lowerBound {
      for last in columns.upperBound...min(columnCount - 1, columns.upperBound + 12) {
        let span = first...last
        let isFree = span.allSatisfy { columns.contains($0) || self.isFree(row, $0) }
        let isDrawn = (first..<last).contains {
          layout.boundaries[$0].isDrawn
            && layout.boundaries[$0].drawn(from: rowEdges[row], to: rowEdges[row + 1]) > 0.6
        }
        // The first column has a name of its own.
        guard isFree, !isDrawn, first > 0 || columns.contains(0), span == columns || span.allSatisfy(named.contains)
        else { continue }
        spans.append((span, abs((columnEdges[first] + columnEdges[last + 1]) / 2 - middle)))
      }
    }
    return spans.isEmpty ? [(columns, 0)] : spans
  }

  /// Extends cells over a border that rules draw next to them but not above or below them.
  private mutating func joinDown() {
    for index in cells.indices {
      let (left, right) = (
        columnEdges[cells[index].columns.lowerBound], columnEdges[cells[index].columns.upperBound + 1]
      )
      func drawn(_ border: Int, _ left: Double, _ right: Double) -> Double {
        borders[border].reduce(0) { $0 + $1.covered(left, right) } / max(1, right - left)
      }
      func isOpen(_ border: Int) -> Bool {
        drawn(border, layout.box.x, layout.box.maxX) > 0.25 && drawn(border, left, right) < 0.25
      }
      var (first, last) = (cells[index].rows.lowerBound, cells[index].rows.upperBound)
      let columns = cells[index].columns
      while last + 1 < rowCount, isOpen(last + 1), columns.allSatisfy({ isFree(last + 1, $0) }) { last += 1 }
      while first > 0, isOpen(first), columns.allSatisfy({ isFree(first - 1, $0) }) { first -= 1 }
      cells[index].rows = first...last
      take(index)
    }
  }
}
