// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout
internal import Glibc

/// A logistic model that calculates the probability that a part of a page is a table from the features of its grid. The weights are fitted by
/// `Tests/Tools/fit/tables.py fit`.
package struct TableModel: Sendable {
  let weights: [Double]

  static func features(_ grid: CellLayout, _ evidence: TableEvidence) -> [Double] {
    let cells = grid.cells
    let words = cells.flatMap(\.words)
    let (rows, columns) = (Double(grid.rowCount), Double(grid.columnCount))
    let count = max(1, Double(cells.count))
    let filled = count / max(1, rows * columns)
    let perCell = Double(words.count) / count
    let numbers = Double(cells.count { Segment.isNumeric($0.text) }) / count
    let prose = Double(words.count { evidence.prose.contains($0.line) }) / max(1, Double(words.count))
    var entries: [Int: Int] = [:]
    for cell in cells { entries[cell.rows.lowerBound, default: 0] += 1 }
    let tabular = Double(entries.values.count { $0 >= 2 }) / max(1, rows)
    let long = Double(cells.count { $0.text.count > 60 }) / count
    let kind = grid.layout.candidate.kind
    // Rules are better evidence than the text.
    let aligned: Double = kind == .aligned ? 1 : 0
    // Several columns with hardly any empty cell or running text are aligned on purpose.
    let isFull =
      kind == .aligned && rows >= fewestOfFull.rows && filled >= mostlyFull.filled && tabular >= mostlyFull.tabular
      && prose <= mostlyFull.prose
    let hasColumns = columns >= fewestOfFull.columns
    return [
      1, kind == .grid ? 1 : 0, kind == .rules ? 1 : 0, numbers, filled, tabular, kind == .grid ? 0 : prose,
      log(max(1, perCell)), long, log(max(2, rows)), log(max(2, columns)), kind == .aligned && rows < 3 ? 1 : 0,
      log(
        0.05
          + spread(
            of: grid, evidence.height, tolerance: max(isFull && hasColumns ? bearing : 0, 1 / max(1, evidence.height)))),
      Double(evidence.words.count - words.count) / Double(evidence.words.count),
      kind == .aligned && columns == 2 ? 1 : 0, drawn(grid.layout), isFull && hasColumns ? 1 : 0,
      aligned * heavierHeader(grid, evidence), aligned * Double(cells.count { $0.text.endsLikeLabel }) / count,
      aligned * unevenness(grid),
    ]
  }

  static func drawn(_ layout: TableLayout) -> Double {
    let columns = Double(layout.boundaries.count(where: \.isDrawn)) / max(1, Double(layout.boundaries.count))
    let borders = layout.borders.count { $0.share >= TableLayout.wholeBorder }
    return columns * min(1, Double(borders) / max(1, Double(layout.rows.count) + 1))
  }

  // Returns how much heavier the strokes of the first row are than those of the other rows, from 0 to 1.
  private static func heavierHeader(_ grid: CellLayout, _ evidence: TableEvidence) -> Double {
    func weights(_ rows: Range<Int>) -> [Double] {
      let words = grid.cells.filter { rows.contains($0.rows.lowerBound) }.flatMap(\.words)
      return Set(words.map(\.line)).map { evidence.weights[$0] }
    }
    let (first, others) = (weights(0..<1), weights(1..<grid.rowCount))
    return min(1, max(0, log((first.min() ?? 1) / max(0.1, median(others) ?? 1)) * 2))
  }

  // Returns the typical difference between the spaces above and below rows, in line heights, from 0 to 2.
  private static func unevenness(_ grid: CellLayout) -> Double {
    let rows = grid.layout.rows.map { row in
      (top: row.map(\.line.top).min() ?? 0, bottom: row.map(\.line.bottom).max() ?? 0)
    }
    let gaps = zip(rows, rows.dropFirst()).map { $1.top - $0.bottom }
    let usual = median(gaps) ?? 0
    return min(2, (median(gaps.map { abs($0 - usual) }) ?? 0) / max(1, grid.layout.height))
  }

  /// The maximum difference between the side bearings of first or last letters, in line heights. For example, 7 begins farther right than 1.
  private static let bearing = 0.15
  /// The minimum numbers of rows and columns for a grid with hardly any empty cells to count as aligned on purpose.
  private static let fewestOfFull = (rows: 4.0, columns: 3.0)
  private static let mostlyFull = (filled: 0.92, tabular: 0.9, prose: 0.15)

  /// Returns the typical misalignment of cells with their column, in line heights, beyond a tolerance.
  private static func spread(of grid: CellLayout, _ height: Double, tolerance: Double) -> Double {
    var (sum, count) = (0.0, 0.0)
    // A single row is aligned with its header, unless there are only two columns.
    let first = grid.rowCount - grid.headerRows > 1 || grid.columnCount < 3 ? grid.headerRows : 0
    for column in 0..<grid.columnCount {
      let boxes = grid.cells.filter { $0.columns == column...column && $0.rows.lowerBound >= first }.map(\.content)
      guard boxes.count > 1 else { continue }
      let spreads = [boxes.map(\.x), boxes.map(\.maxX), boxes.map(\.middleX)].map { places -> Double in
        let middle = median(places) ?? 0
        return median(places.map { max(0, abs($0 - middle) - tolerance * height) }) ?? 0
      }
      // Names of rows may be indented, but each like another.
      let starts = boxes.map(\.x).sorted()
      let steps = column == 0 ? zip(starts, starts.dropFirst()).map { max(0, $1 - $0 - tolerance * height) } : []
      sum += ((spreads + [median(steps)].compactMap(\.self)).min() ?? 0) * Double(boxes.count)
      count += Double(boxes.count)
    }
    return count > 0 ? sum / count / max(1, height) : 1
  }

  func probability(_ features: [Double]) -> Double { logistic(weights, features) }
}
