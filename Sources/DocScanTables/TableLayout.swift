// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout
internal import DocScanUnderstanding

/// The rows and columns of a part of a page, with their text.
struct TableLayout {
  /// The text in one or more columns of a line.
  struct Entry {
    var columns: ClosedRange<Int>
    var segment: Segment
  }

  /// A line with its entries from left to right.
  struct Line {
    let line: TableLine
    var entries: [Entry]

    var numbers: Int { entries.count { $0.segment.isNumeric } }

    var hasNumberBesideFirst: Bool { entries.contains { $0.segment.isNumeric && $0.columns.lowerBound > 0 } }

    func entry(in column: Int) -> Entry? { entries.first { $0.columns.contains(column) } }
  }

  /// One or more horizontal rules at the same height.
  struct Border {
    let position: Double
    let rules: [AxisRule]
    let share: Double

    func drawn(from left: Double, to right: Double) -> Double {
      rules.reduce(0) { $0 + $1.covered(left, right) } / max(1, right - left)
    }
  }

  let candidate: TableCandidate
  let boundaries: [ColumnBoundary]
  let strong: Int
  private(set) var rows: [[Line]] = []
  let borders: [Border]
  let box: Box
  let height: Double
  let hasRuledRows: Bool

  /// The minimum share of a table's width that rules cover on a border across the whole table.
  static let wholeBorder = 0.6

  init?(_ candidate: TableCandidate, _ evidence: TableEvidence) {
    let (area, usual) = (candidate.box, evidence.height)
    let words = evidence.words.filter { word in
      word.box.middleX >= area.x - 0.5 * usual && word.box.middleX <= area.maxX + 0.5 * usual
        && word.box.middleY >= area.y - 0.35 * usual && word.box.middleY <= area.maxY + 0.35 * usual
    }
    guard words.count >= 4, let content = words.map(\.box).union else { return nil }
    let height = median(words.map(\.box.height)) ?? usual
    let box = area.union(content)
    let down = evidence.down.filter {
      $0.position >= area.x - usual && $0.position <= area.maxX + usual && $0.end > area.y - usual
        && $0.start < area.maxY + usual
    }
    let lines = TableLine.lines(words, down: down, height: height)
    let columns = TableColumns(
      lines, rules: down, top: box.y, bottom: box.maxY, height: height, isBounded: true)
    guard !columns.boundaries.isEmpty else { return nil }
    let across = evidence.across.filter {
      $0.end > area.x - usual && $0.start < area.maxX + usual && $0.position >= area.y - usual
        && $0.position <= area.maxY + usual && $0.length > 1.5 * height
    }
    let borders = across.clusters(within: 0.5 * height).map { rules in
      let weight = rules.reduce(0) { $0 + $1.length }
      let share = rules.reduce(0) { $0 + $1.covered(box.x, box.maxX) } / max(1, box.width)
      return Border(
        position: rules.reduce(0) { $0 + $1.position * $1.length } / max(1, weight), rules: rules, share: min(1, share))
    }
    (self.candidate, self.box, self.height) = (candidate, box, height)
    (boundaries, strong, self.borders) = (columns.boundaries, columns.strong, borders)
    let entered = lines.map { Line(line: $0, entries: Self.entries(of: $0, columns, height)) }
    // The lines between two borders across the whole table.
    let whole = borders.filter { $0.share >= Self.wholeBorder }.map(\.position)
    var bands: [(border: Int, lines: [Line])] = []
    for line in entered {
      let border = whole.count { $0 < line.line.middle }
      if bands.last?.border == border {
        bands[bands.count - 1].lines.append(line)
      } else {
        bands.append((border, [line]))
      }
    }
    // In rows with rules, at most one line between two borders has several cells.
    let single = bands.count { $0.lines.count { $0.entries.count > 1 } <= 1 }
    let areSingle = bands.count >= 5 && Double(single) >= 0.8 * Double(bands.count)
    hasRuledRows =
      bands.count >= 3 && (strong >= 1 || areSingle || Double(lines.count) <= 2.2 * Double(bands.count))
    let edges = edges
    // Column headers may have borders between them, above the first numbers.
    let firstNumbers = bands.firstIndex { $0.lines.contains { line in line.hasNumberBesideFirst } } ?? 0
    if !hasRuledRows, let separated = RowLines.separated(entered, height: height) {
      rows = separated
      return
    }
    for (index, band) in bands.enumerated() {
      let parts = RowLines(
        lines: band.lines, isTop: index == 0 || index < firstNumbers, hasBorders: bands.count > 1,
        partial: borders.filter { $0.share < Self.wholeBorder }.map(\.position), edges: edges, height: height)
      rows += hasRuledRows ? parts.betweenBorders : parts.rows
    }
  }

  var edges: [Double] { [box.x] + boundaries.map(\.position) + [box.maxX] }

  private static func entries(of line: TableLine, _ columns: TableColumns, _ height: Double) -> [Entry] {
    var entries: [Entry] = []
    for segment in line.segments.flatMap({ parted($0, columns, height) }) {
      var entry = Entry(columns: columns.columns(of: segment.box), segment: segment)
      if let last = entries.indices.last, segment.box.x - entries[last].segment.box.maxX > widestInCell * height {
        part(&entries[last], &entry)
      }
      while let index = entries.firstIndex(where: { $0.columns.overlaps(entry.columns) }) {
        let other = entries.remove(at: index)
        entry.columns =
          min(
            other.columns.lowerBound, entry.columns.lowerBound)...max(
            other.columns.upperBound, entry.columns.upperBound)
        entry.segment = other.segment.joined(entry.segment)
      }
      entries.append(entry)
    }
    return entries.sorted { $0.columns.lowerBound < $1.columns.lowerBound }
  }

  private static let widestInCell = 2.0

  /// Assigns a column that two entries share to one of them if the other has more columns. Labels of sums extend over boundaries.
  private static func part(_ left: inout Entry, _ right: inout Entry) {
    guard left.columns.upperBound == right.columns.lowerBound else { return }
    let shared = left.columns.upperBound
    if left.columns.count > 1 {
      left.columns = left.columns.lowerBound...shared - 1
    } else if right.columns.count > 1 {
      right.columns = shared + 1...right.columns.upperBound
    }
  }

  /// Splits a segment at column boundaries if the gap there is wider than the others.
  private static func parted(_ segment: Segment, _ columns: TableColumns, _ height: Double) -> [Segment] {
    guard columns.columns(of: segment.box).count > 1 else { return [segment] }
    let pairs = zip(segment.words, segment.words.dropFirst())
    let gaps = pairs.map { $1.box.x - $0.box.maxX }
    var parts = [[segment.words[0]]]
    for (index, (last, next)) in pairs.enumerated() {
      let others = gaps.enumerated().filter { $0.offset != index }.map(\.element)
      let isAtBoundary = columns.boundaries.contains { boundary in
        last.box.maxX - 0.15 * height <= boundary.strip.upperBound
          && next.box.x + 0.15 * height >= boundary.strip.lowerBound
          && last.box.maxX - 0.1 * height <= boundary.position && next.box.x + 0.1 * height >= boundary.position
      }
      if isAtBoundary, gaps[index] >= max(0.45 * height, 1.5 * (median(others) ?? 0)) {
        parts.append([next])
      } else {
        parts[parts.count - 1].append(next)
      }
    }
    return parts.compactMap(Segment.init)
  }
}
