// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout
internal import DocScanUnderstanding

/// The words of a table in the cells that its rules draw.
struct RuledTable: CellGrid {
  private(set) var cells: [CellLayout.Cell] = []
  let rowCount: Int
  let columnCount: Int
  private(set) var headerRows = 0
  let rowEdges: [Double]
  let columnEdges: [Double]

  private let height: Double

  // The maximum share of words that borders cross.
  private static let mostCrossed = 0.04
  private static let fewestLines = 4

  // Returns `nil` if rules don't separate all rows and columns, so that the table's text is better evidence.
  init?(_ own: CellLayout, _ evidence: TableEvidence) {
    let layout = own.layout
    guard layout.candidate.kind == .grid, let lattice = RuleLattice(layout, evidence), let places = lattice.cells else {
      return nil
    }
    (rowCount, columnCount, height) = (lattice.rowCount, lattice.columnCount, layout.height)
    (rowEdges, columnEdges) = (lattice.across.map(\.position), lattice.down.map(\.position))
    // Columns that are separated by space alone.
    guard
      layout.boundaries.allSatisfy({ boundary in
        boundary.isDrawn || columnEdges.contains { abs($0 - boundary.position) < layout.height }
      })
    else { return nil }
    var texts = [[PlacedWord]](repeating: [], count: places.count)
    var crossed = 0
    let words = layout.rows.flatMap { $0.flatMap(\.line.words) }
    for word in words {
      let (row, column) = (lattice.row(at: word.box.middleY), lattice.column(at: word.box.middleX))
      guard let index = places.firstIndex(where: { $0.rows.contains(row) && $0.columns.contains(column) }) else {
        return nil
      }
      texts[index].append(word)
      let columns = places[index].columns
      let (left, right) = (columnEdges[columns.lowerBound], columnEdges[columns.upperBound + 1])
      if word.box.x < left - 0.5 * height || word.box.maxX > right + 0.5 * height { crossed += 1 }
    }
    guard Double(crossed) <= Self.mostCrossed * Double(words.count) else { return nil }
    cells = zip(places, texts).compactMap { place, words in
      Segment(words).map { CellLayout.Cell(rows: place.rows, columns: place.columns, segments: [$0]) }
    }
    headerRows = rowsBeforeNumbers
    guard !joinsRows(height: height), !isMostlyOneRow(of: words.count) else { return nil }
  }

  // Whether most of the text is in a row with several tall cells, so that rows inside of it have no rules.
  private func isMostlyOneRow(of words: Int) -> Bool {
    (0..<rowCount).contains { row in
      let own = lines(in: row, height: height)
      let inside = own.joined().reduce(0) { $0 + $1.words.count }
      return own.count { $0.count >= Self.fewestLines } > 1 && 2 * inside > words
    }
  }
}

extension CellGrid {
  fileprivate func lines(in row: Int, height: Double) -> [[TableLine]] {
    cells.filter { $0.rows == row...row }.map { cell in
      TableLine.lines(cell.words, gap: .infinity, down: [], height: height)
    }
  }

  // Returns whether a row has numbers below each other beside as many other lines, which are rows of their own.
  func joinsRows(height: Double) -> Bool {
    (headerRows..<max(headerRows, rowCount)).contains { row in
      let own = lines(in: row, height: height)
      return own.contains { lines in
        lines.count > 1
          && lines.allSatisfy { $0.segments.allSatisfy { $0.isNumeric && !$0.text.contains(where: \.isLetter) } }
          && own.count { $0.count >= lines.count } > 1
      }
    }
  }
}
