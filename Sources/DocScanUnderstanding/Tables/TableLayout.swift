// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// The rows and columns of a part of a page, and the text in each.
struct TableLayout {
  /// The text in one or several columns of a line.
  struct Entry {
    var columns: ClosedRange<Int>
    var segment: Segment
  }

  /// A line of a row, with its entries from left to right.
  struct Line {
    let line: TableLine
    var entries: [Entry]

    var numbers: Int { entries.count { $0.segment.isNumeric } }

    var hasNumberBesideFirst: Bool { entries.contains { $0.segment.isNumeric && $0.columns.lowerBound > 0 } }

    func entry(in column: Int) -> Entry? { entries.first { $0.columns.contains(column) } }
  }

  /// A rule across, or several at one height.
  struct Border {
    let position: Double
    let rules: [AxisRule]
    /// The share of the table's width that they draw.
    let share: Double

    /// The share of a width that they draw.
    func drawn(from left: Double, to right: Double) -> Double {
      rules.reduce(0) { $0 + $1.covered(left, right) } / max(1, right - left)
    }
  }

  let candidate: TableCandidate
  let boundaries: [ColumnBoundary]
  /// How many boundaries rules draw over the whole height.
  let strong: Int
  /// The lines of each row.
  private(set) var rows: [[Line]] = []
  /// Rules across, from the top.
  let borders: [Border]
  /// Around words and rules.
  let box: Box
  /// The usual height of a word in it.
  let height: Double
  /// Whether rules part the rows.
  let hasRuledRows: Bool

  /// Borders that draw this share of the width part rows of the whole table.
  static let wholeBorder = 0.6

  /// Nil where there are no columns.
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
    // The lines between two borders that draw the whole width.
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
    // Between borders, one line has several cells, and the others go on with one.
    let single = bands.count { $0.lines.count { $0.entries.count > 1 } <= 1 }
    let areSingle = bands.count >= 5 && Double(single) >= 0.8 * Double(bands.count)
    hasRuledRows =
      bands.count >= 3 && (strong >= 1 || areSingle || Double(lines.count) <= 2.2 * Double(bands.count))
    let edges = edges
    // Names of columns may have borders between them: above the first numbers, if there are any.
    let firstNumbers = bands.firstIndex { $0.lines.contains { line in line.hasNumberBesideFirst } } ?? 0
    for (index, band) in bands.enumerated() {
      let parts = RowLines(
        lines: band.lines, isTop: index == 0 || index < firstNumbers, hasBorders: bands.count > 1,
        partial: borders.filter { $0.share < Self.wholeBorder }.map(\.position), edges: edges, height: height)
      rows += hasRuledRows ? parts.betweenBorders : parts.rows
    }
  }

  /// The left edge of the first column, the boundaries, and the right edge of the last.
  var edges: [Double] { [box.x] + boundaries.map(\.position) + [box.maxX] }

  /// The parts of a line with their columns: what lies in one is put together, what only seems to cross is parted.
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

  /// What is this far apart, in heights, is not in one cell.
  private static let widestInCell = 2.0

  /// Takes a column that both of two parts of a line have from one of them, if that has others: names of sums reach over boundaries.
  private static func part(_ left: inout Entry, _ right: inout Entry) {
    guard left.columns.upperBound == right.columns.lowerBound else { return }
    let shared = left.columns.upperBound
    if left.columns.count > 1 {
      left.columns = left.columns.lowerBound...shared - 1
    } else if right.columns.count > 1 {
      right.columns = shared + 1...right.columns.upperBound
    }
  }

  /// A segment over a boundary as several, where the gap at the boundary is wider than the others.
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
