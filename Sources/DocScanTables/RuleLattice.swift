// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanLayout
internal import DocScanUnderstanding

/// The borders of a table that are drawn, between the smallest parts into which its rules divide it.
struct RuleLattice {
  // The rules at one place, or the table's end without a rule.
  struct Edge {
    let position: Double
    let rules: [AxisRule]

    // Returns the share that rules cover.
    func drawn(from: Double, to: Double) -> Double {
      min(1, rules.reduce(0) { $0 + $1.covered(from, to) } / max(1, to - from))
    }
  }

  let across: [Edge]
  let down: [Edge]
  // Whether the border above each row is drawn, by column, and the border before each column, by row.
  private(set) var above: [[Bool]]
  private(set) var before: [[Bool]]

  private let height: Double
  private let words: [PlacedWord]

  var rowCount: Int { across.count - 1 }
  var columnCount: Int { down.count - 1 }

  private static let leastDrawn = 0.5
  private static let leastOfEdge = 0.3
  private static let mostCells = 4000

  init?(_ layout: TableLayout, _ evidence: TableEvidence) {
    let (area, height) = (layout.box, layout.height)
    let lines = layout.rows.flatMap { $0.map(\.line) }
    let words = lines.flatMap(\.words)
    let down = evidence.down.filter {
      $0.position >= area.x - height && $0.position <= area.maxX + height && $0.end > area.y - height
        && $0.start < area.maxY + height
    }
    let across = evidence.across.filter {
      $0.end > area.x - height && $0.start < area.maxX + height && $0.position >= area.y - height
        && $0.position <= area.maxY + height && $0.length > 1.5 * height
    }
    self.across = Self.edges(
      across, crossing: down, from: area.y, to: area.maxY, along: area.x...area.maxX, height: height,
      words: words.map { ($0.box.middleY, $0.box.middleX) })
    self.down = Self.edges(
      down, crossing: across, from: area.x, to: area.maxX,
      along: area.y...area.maxY, height: height,
      words: words.map { ($0.box.middleX, $0.box.middleY) })
    let (rowCount, columnCount) = (self.across.count - 1, self.down.count - 1)
    guard rowCount >= 2, columnCount >= 2, rowCount * columnCount <= Self.mostCells else { return nil }
    let (rows, columns) = (self.across, self.down)
    above = rows.indices.map { row in
      (0..<columnCount).map { column in
        row == 0 || row == rowCount
          || Self.isDrawn(rows[row], from: columns[column].position, to: columns[column + 1].position, height)
      }
    }
    before = (0..<rowCount).map { row in
      columns.indices.map { column in
        column == 0 || column == columnCount
          || Self.isDrawn(columns[column], from: rows[row].position, to: rows[row + 1].position, height)
      }
    }
    (self.height, self.words) = (height, words)
    removeStrokes()
    completeOpenRows(lines)
    completeCorners()
    divideRows()
    divideColumns()
    divideTexts(lines)
  }

  func row(at position: Double) -> Int { min(max(across.count { $0.position < position } - 1, 0), rowCount - 1) }

  func column(at position: Double) -> Int { min(max(down.count { $0.position < position } - 1, 0), columnCount - 1) }

  private static func isDrawn(_ edge: Edge, from: Double, to: Double, _ height: Double) -> Bool {
    let inset = min(0.15 * (to - from), 0.3 * height)
    return edge.drawn(from: from + inset, to: to - inset) >= leastDrawn
  }

  // MARK: Edges

  // Returns the edges across one direction. `words` are the middles of words across and along the edges.
  private static func edges(
    _ rules: [AxisRule], crossing: [AxisRule], from first: Double, to last: Double, along: ClosedRange<Double>,
    height: Double, words: [(across: Double, along: Double)]
  ) -> [Edge] {
    let tolerance = 0.6 * height
    var clusters: [[AxisRule]] = []
    for cluster in rules.clusters(within: 0.5 * height) {
      // The lines of a double rule, and the sides of adjacent boxes, are one border.
      if let previous = clusters.last?.last, let next = cluster.first, next.position - previous.position < height,
        !words.contains(where: { previous.position < $0.across && $0.across < next.position })
      {
        clusters[clusters.count - 1] += cluster
      } else {
        clusters.append(cluster)
      }
    }
    var edges = clusters.compactMap { cluster -> Edge? in
      let weight = cluster.reduce(0) { $0 + $1.length }
      let position = cluster.reduce(0) { $0 + $1.position * $1.length } / max(1, weight)
      let edge = Edge(position: position, rules: cluster)
      func meets(_ end: Double) -> Bool {
        abs(end - along.lowerBound) < tolerance || abs(end - along.upperBound) < tolerance
          || crossing.contains {
            abs($0.position - end) < tolerance && $0.start - tolerance <= position && position <= $0.end + tolerance
          }
      }
      // Borders end at other borders. Strokes under words don't.
      let isBorder =
        edge.drawn(from: along.lowerBound, to: along.upperBound) >= leastOfEdge
        || cluster.contains { meets($0.start) && meets($0.end) }
      return isBorder ? edge : nil
    }
    for end in ends(of: crossing, tolerance: 0.3 * height, away: height, from: edges.map(\.position) + [first, last]) {
      edges.append(end)
    }
    edges.sort { $0.position < $1.position }
    if edges.first.map({ $0.position > first + height }) ?? true {
      edges.insert(Edge(position: first, rules: []), at: 0)
    }
    if edges.last.map({ $0.position < last - height }) ?? true { edges.append(Edge(position: last, rules: [])) }
    return edges
  }

  private static let mostlyEnding = 0.6
  private static let fewestEnding = 3

  // Returns borders at which most of the rules across them end, such as the edge of a shaded header.
  private static func ends(of rules: [AxisRule], tolerance: Double, away: Double, from known: [Double]) -> [Edge] {
    let ends = rules.flatMap { rule in [rule.start, rule.end].map { (at: $0, position: rule.position) } }
    var found: [Edge] = []
    for end in ends where (known + found.map(\.position)).allSatisfy({ abs($0 - end.at) >= away }) {
      let near = ends.filter { abs($0.at - end.at) < tolerance }
      guard near.count >= fewestEnding, Double(near.count) >= mostlyEnding * Double(rules.count),
        let left = near.map(\.position).min(), let right = near.map(\.position).max(),
        let middle = median(near.map(\.at))
      else { continue }
      found.append(Edge(position: middle, rules: [AxisRule(start: left, end: right, position: middle)]))
    }
    return found
  }

  // MARK: Missing borders

  private func isCrossed(_ box: Box, at position: Double) -> Bool {
    box.x < position - 0.3 * height && box.maxX > position + 0.3 * height
  }

  // Removes borders through the middle of words, which are strokes of letters as high as the row.
  private mutating func removeStrokes() {
    for row in 0..<rowCount {
      for column in 1..<columnCount where before[row][column] {
        let words = words(in: row, column - 1..<column + 1)
        if words.count == 1, isCrossed(words[0].box, at: down[column].position) { before[row][column] = false }
      }
    }
  }

  // In a row without any vertical border, such as a header above the rules, text is the only evidence.
  private mutating func completeOpenRows(_ lines: [TableLine]) {
    for row in 0..<rowCount where !before[row][1..<columnCount].contains(true) {
      let (top, bottom) = (across[row].position, across[row + 1].position)
      let segments = lines.filter { top < $0.middle && $0.middle < bottom }.flatMap(\.segments)
      let isFramed = [down[0], down[columnCount]].contains { Self.isDrawn($0, from: top, to: bottom, height) }
      let columns = Set(segments.map { column(at: $0.box.middleX) })
      guard columns.count > 1 || !isFramed else { continue }
      for column in 1..<columnCount where !segments.contains(where: { isCrossed($0.box, at: down[column].position) }) {
        before[row][column] = true
      }
    }
  }

  // Rules that end at another border show that the border continues, because cells are rectangles.
  private mutating func completeCorners() {
    for _ in 0..<4 {
      var isChanged = false
      for row in 1..<rowCount {
        for column in 1..<columnCount {
          if above[row][column - 1] != above[row][column] {
            for near in [row - 1, row] where !before[near][column] && !isCrossed(near, column) {
              (before[near][column], isChanged) = (true, true)
            }
          }
          if before[row - 1][column] != before[row][column] {
            for near in [column - 1, column] where !above[row][near] && !isCovered(row, near) {
              (above[row][near], isChanged) = (true, true)
            }
          }
        }
      }
      if !isChanged { return }
    }
  }

  private func isCrossed(_ row: Int, _ column: Int) -> Bool {
    words(in: row, 0..<columnCount).contains { isCrossed($0.box, at: down[column].position) }
  }

  // Returns whether text extends over a border above a cell.
  private func isCovered(_ row: Int, _ column: Int) -> Bool {
    let position = across[row].position
    return words.contains {
      self.column(at: $0.box.middleX) == column && $0.box.y < position - 0.3 * height
        && $0.box.maxY > position + 0.3 * height
    }
  }

  private func words(in row: Int, _ columns: Range<Int>) -> [PlacedWord] {
    words.filter { self.row(at: $0.box.middleY) == row && columns.contains(self.column(at: $0.box.middleX)) }
  }

  // Draws borders between cells whose lines are each in the middle of their own row.
  private mutating func divideRows() {
    func line(_ row: Int, _ column: Int) -> (middle: Double, isNumber: Bool)? {
      let words = words(in: row, column..<column + 1)
      guard let box = words.map(\.box).union, box.height < 1.6 * height, let segment = Segment(words) else {
        return nil
      }
      return (box.middleY, segment.isNumeric)
    }
    for row in 1..<rowCount {
      for column in 0..<columnCount where !above[row][column] {
        guard let upper = line(row - 1, column), let lower = line(row, column) else { continue }
        let middles = [across[row - 1], across[row], across[row + 1]].map(\.position)
        let isCentered =
          abs(upper.middle - (middles[0] + middles[1]) / 2) < 0.2 * (middles[1] - middles[0])
          && abs(lower.middle - (middles[1] + middles[2]) / 2) < 0.2 * (middles[2] - middles[1])
        if isCentered || upper.isNumber && lower.isNumber { above[row][column] = true }
      }
    }
  }

  // Scans leave gaps in rules.
  private mutating func divideColumns() {
    for row in 0..<rowCount {
      for column in 1..<columnCount where !before[row][column] {
        let position = down[column].position
        let words = words(in: row, column - 1..<column + 1)
        let left = words.filter { $0.box.middleX < position }.map(\.box.maxX).max()
        let right = words.filter { $0.box.middleX > position }.map(\.box.x).min()
        guard let left, let right, right - left > 0.75 * height, left < position + 0.3 * height,
          right > position - 0.3 * height
        else { continue }
        before[row][column] = true
      }
    }
  }

  private static let leastApart = 2.0

  // Separates texts that are far apart in a single line, at the nearest border of the rows below.
  private mutating func divideTexts(_ lines: [TableLine]) {
    for row in 0..<rowCount {
      let (top, bottom) = (across[row].position, across[row + 1].position)
      let own = lines.filter { top < $0.middle && $0.middle < bottom }
      guard own.count == 1 else { continue }
      for (left, right) in zip(own[0].segments.map(\.box), own[0].segments.dropFirst().map(\.box))
      where right.x - left.maxX >= Self.leastApart * height {
        let between = (1..<columnCount).filter { left.maxX < down[$0].position && down[$0].position < right.x }
        let middle = (left.maxX + right.x) / 2
        guard !between.contains(where: { before[row][$0] }),
          let nearest = between.min(by: { abs(down[$0].position - middle) < abs(down[$1].position - middle) })
        else { continue }
        before[row][nearest] = true
      }
    }
  }

  // MARK: Cells

  // The cells by their rows and columns, or `nil` if some aren't rectangles.
  var cells: [(rows: ClosedRange<Int>, columns: ClosedRange<Int>)]? {
    var sets = UnionFind(count: rowCount * columnCount)
    for row in 0..<rowCount {
      for column in 0..<columnCount {
        if row > 0, !above[row][column] { sets.join((row - 1) * columnCount + column, row * columnCount + column) }
        if column > 0, !before[row][column] { sets.join(row * columnCount + column - 1, row * columnCount + column) }
      }
    }
    let groups = Dictionary(grouping: 0..<rowCount * columnCount) { sets.root(of: $0) }
    var cells: [(rows: ClosedRange<Int>, columns: ClosedRange<Int>)] = []
    for (root, group) in groups {
      let columns = group.map { $0 % columnCount }
      guard let last = group.last, let left = columns.min(), let right = columns.max() else { continue }
      let rows = root / columnCount...last / columnCount
      guard group.count == rows.count * (right - left + 1) else { return nil }
      cells.append((rows, left...right))
    }
    return cells.sorted { ($0.rows.lowerBound, $0.columns.lowerBound) < ($1.rows.lowerBound, $1.columns.lowerBound) }
  }
}
