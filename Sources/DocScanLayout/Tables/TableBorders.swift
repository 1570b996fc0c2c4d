// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// The borders between the rows or between the columns of a table. Borders can be added and removed.
package struct TableBorders {
  /// A border that a reviewer set or removed, in pixels of the page.
  struct Border {
    let axis: GridEdit.Axis
    let isThere: Bool
    let position: Double
    let range: ClosedRange<Double>
  }

  /// The maximum distance, in word heights, from a reviewer's position to its border. Chosen by hand, and smaller than a row or column.
  private static let reach = 0.6
  /// The maximum number of candidate positions, because an untrusted file can contain any number of words.
  private static let mostPlaces = 1000

  private let table: Table
  private let axis: GridEdit.Axis
  private let words: [PlacedWord]
  /// The coordinates of all borders, including the outer edges. There is one more than there are rows or columns.
  private let edges: [Double]

  package init(of table: Table, _ axis: GridEdit.Axis, on page: RecognizedPage) {
    self.init(table, axis, page.placedWords)
  }

  init(_ table: Table, _ axis: GridEdit.Axis, _ words: [PlacedWord]) {
    (self.table, self.axis, self.words) = (table, axis, words)
    let count = min(max(axis == .row ? table.rows : table.columns, 1), Table.mostLines)
    let range = axis.range(of: table.box)
    var edges = [Double?](repeating: nil, count: count + 1)
    for cell in table.cells {
      let (places, box) = (axis.places(of: cell), axis.range(of: cell.box))
      if edges.indices.contains(places.lowerBound) { edges[places.lowerBound] = box.lowerBound }
      if edges.indices.contains(places.upperBound + 1) { edges[places.upperBound + 1] = box.upperBound }
    }
    var last = range.lowerBound
    self.edges = edges.map { edge in
      last = max(last, edge ?? last)
      return last
    }
  }

  package var count: Int { edges.count - 1 }

  /// Returns the best position to split a row or column, in the widest gap that most of its cells share, or `nil` if no cell can be split.
  package func division(of number: Int) -> Box? {
    let parts = parts(of: number).map { words in words.map { axis.range(of: $0.box) } }
    // Every gap between words in any of the cells is a candidate.
    let places = parts.flatMap { ranges -> [Double] in
      let sorted = ranges.sorted { $0.lowerBound < $1.lowerBound }
      var (places, end): ([Double], Double?) = ([], nil)
      for range in sorted {
        if let end, range.lowerBound > end { places.append((end + range.lowerBound) / 2) }
        end = max(end ?? range.upperBound, range.upperBound)
      }
      return places
    }
    var best: (space: Double, place: Double)?
    for place in places.sorted().prefix(Self.mostPlaces) {
      var space = 0.0
      for ranges in parts where !ranges.isEmpty {
        let crossed = ranges.reduce(0) { $0 + max(0, min(place - $1.lowerBound, $1.upperBound - place)) }
        let before = ranges.lazy.filter { $0.upperBound <= place }.map(\.upperBound).max()
        let after = ranges.lazy.filter { $0.lowerBound >= place }.map(\.lowerBound).min()
        if let before, let after { space += after - before }
        space -= crossed
      }
      // For equal gaps, the first one wins, because the rest can be split again.
      if space > 1.1 * (best?.space ?? 0) { best = (space, place) }
    }
    return best.map { line(at: $0.place) }
  }

  /// Returns the border after a row or column, or `nil` after the last one.
  package func border(after number: Int) -> Box? {
    guard (0..<count - 1).contains(number) else { return nil }
    return line(at: edges[number + 1])
  }

  private func line(at place: Double) -> Box {
    let box = table.box
    return axis == .row
      ? Box(x: box.x, y: place, width: box.width, height: 0) : Box(x: place, y: box.y, width: 0, height: box.height)
  }

  /// Returns the words of each cell that spans only this row or column.
  private func parts(of number: Int) -> [[PlacedWord]] {
    table.cells.filter { axis.places(of: $0) == number...number }.map(words(of:))
  }

  private func words(of cell: Table.Cell) -> [PlacedWord] {
    cell.words.filter(words.indices.contains).map { words[$0] }
  }

  func deciding(_ border: Border) -> Table {
    if border.isThere {
      guard let number = (0..<count).last(where: { edges[$0] <= border.position }), border.position <= edges[count]
      else {
        return table
      }
      // If one side would be empty, the table already has a border there.
      let isParting = parts(of: number).contains { words in
        words.contains { axis.middle(of: $0.box) < border.position }
      }
      let isParted = parts(of: number).contains { words in
        words.contains { axis.middle(of: $0.box) >= border.position }
      }
      return isParting && isParted && count < Table.mostLines ? dividing(number, at: border.position) : table
    }
    let inner = edges.indices.dropFirst().dropLast()
    guard let nearest = inner.min(by: { abs(edges[$0] - border.position) < abs(edges[$1] - border.position) }) else {
      return table
    }
    let heights = table.cells.flatMap(words(of:)).map(\.box.height).sorted()
    guard let height = heights.isEmpty ? nil : heights[heights.count / 2] else { return table }
    return abs(edges[nearest] - border.position) <= Self.reach * height ? joining(nearest - 1) : table
  }

  // MARK: Adding a border

  private func dividing(_ number: Int, at place: Double) -> Table {
    var cells: [Table.Cell] = []
    for cell in table.cells {
      var (cell, places) = (cell, axis.places(of: cell))
      if places.lowerBound > number { places = places.lowerBound + 1...places.upperBound + 1 }
      guard places.contains(number) else {
        cells.append(cell.with(places, axis))
        continue
      }
      guard places == number...number else {
        cells.append(cell.with(places.lowerBound...places.upperBound + 1, axis))
        continue
      }
      let (first, second) = axis.divided(cell.box, at: place)
      let own = words(of: cell)
      var other = cell
      (cell.box, other.box) = (first.rounded, second.rounded)
      cell.take(own.filter { axis.middle(of: $0.box) < place })
      other.take(own.filter { axis.middle(of: $0.box) >= place })
      cells += [cell.with(places, axis), other.with(number + 1...number + 1, axis)]
    }
    return with(cells, count: count + 1)
  }

  // MARK: Removing a border

  private func joining(_ number: Int) -> Table {
    func joined(_ place: Int) -> Int { place > number ? place - 1 : place }
    var cells: [Table.Cell] = []
    for cell in table.cells {
      let places = axis.places(of: cell)
      var cell = cell.with(joined(places.lowerBound)...joined(places.upperBound), axis)
      // Cells that now occupy the same position are merged.
      while let index = cells.firstIndex(where: { $0.overlaps(cell) }) {
        let other = cells.remove(at: index)
        cell = other.joined(with: cell, words(of: other) + words(of: cell))
      }
      cells.append(cell)
    }
    return with(cells, count: count - 1)
  }

  private func with(_ cells: [Table.Cell], count: Int) -> Table {
    var table = table
    if axis == .row { table.rows = count } else { table.columns = count }
    table.cells = cells.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
    // Checks refer to rows and columns that may have changed.
    table.checks = []
    return table
  }
}

extension GridEdit.Axis {
  var other: GridEdit.Axis { self == .row ? .column : .row }

  /// Returns the range of a box along the axis: vertical for rows, horizontal for columns.
  func range(of box: Box) -> ClosedRange<Double> {
    let (start, length) = self == .row ? (box.y, box.height) : (box.x, box.width)
    return start...max(start, start + length)
  }

  fileprivate func middle(of box: Box) -> Double { self == .row ? box.middleY : box.middleX }

  fileprivate func places(of cell: Table.Cell) -> ClosedRange<Int> {
    let (first, span) = self == .row ? (cell.row, cell.rowSpan) : (cell.column, cell.columnSpan)
    let start = min(max(first, 0), Table.mostLines)
    return start...start + min(max(span, 1), Table.mostLines) - 1
  }

  fileprivate func divided(_ box: Box, at place: Double) -> (Box, Box) {
    let range = range(of: box)
    let place = min(max(place, range.lowerBound), range.upperBound)
    return self == .row
      ? (
        Box(x: box.x, y: box.y, width: box.width, height: place - box.y),
        Box(x: box.x, y: place, width: box.width, height: range.upperBound - place)
      )
      : (
        Box(x: box.x, y: box.y, width: place - box.x, height: box.height),
        Box(x: place, y: box.y, width: range.upperBound - place, height: box.height)
      )
  }
}

extension Table.Cell {
  fileprivate func with(_ places: ClosedRange<Int>, _ axis: GridEdit.Axis) -> Table.Cell {
    var cell = self
    if axis == .row {
      (cell.row, cell.rowSpan) = (places.lowerBound, places.count)
    } else {
      (cell.column, cell.columnSpan) = (places.lowerBound, places.count)
    }
    return cell
  }

  fileprivate func overlaps(_ other: Table.Cell) -> Bool {
    GridEdit.Axis.allCases.allSatisfy { $0.places(of: self).overlaps($0.places(of: other)) }
  }

  fileprivate mutating func take(_ placed: [PlacedWord]) {
    let placed = placed.byLine
    (words, text) = (placed.map(\.number), joinedText(placed.map(\.word)))
    confidence = placed.reduce(1) { $0 * $1.word.confidence }.rounded(toPlaces: 3)
    (value, suggestion) = (nil, nil)
  }

  fileprivate func joined(with other: Table.Cell, _ words: [PlacedWord]) -> Table.Cell {
    var cell = self
    for axis in GridEdit.Axis.allCases {
      let (own, others) = (axis.places(of: self), axis.places(of: other))
      cell = cell.with(min(own.lowerBound, others.lowerBound)...max(own.upperBound, others.upperBound), axis)
    }
    cell.box = box.union(other.box).rounded
    cell.isHeader = isHeader || other.isHeader
    // If only one cell has text, its values remain valid.
    if text.isEmpty || other.text.isEmpty {
      let full = text.isEmpty ? other : self
      (cell.words, cell.text, cell.confidence) = (full.words, full.text, full.confidence)
      (cell.value, cell.suggestion) = (full.value, full.suggestion)
    } else {
      cell.take(words)
    }
    return cell
  }
}
