// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout
internal import DocScanWords

/// Joins lines into rows: cells of several lines, and column headers that continue.
struct RowLines {
  typealias Line = TableLayout.Line

  let lines: [Line]
  let isTop: Bool
  let hasBorders: Bool
  /// The y-coordinates of borders over a part of the width, in pixels.
  let partial: [Double]
  let edges: [Double]
  let height: Double

  private static let mostHeaderLines = 8

  // MARK: Rows separated by borders

  /// The rows if borders separate all rows of the table. The lines between two borders then form one row, unless a column contains several numbers.
  var betweenBorders: [[Line]] {
    guard lines.count > 1 else { return [lines] }
    var numbers: [Int: Int] = [:]
    for entry in lines.flatMap(\.entries) where entry.segment.isNumeric {
      numbers[entry.columns.lowerBound, default: 0] += 1
    }
    // Numbers don't continue in the next line.
    guard !numbers.values.contains(where: { $0 > 1 }) else { return rows }
    // Column headers above the first row may have shading instead of a rule.
    guard !isTop || headerEnd == 0 || headerEnd == lines.count else { return rows }
    return lines.dropFirst().reduce(into: [[lines[0]]]) { rows, line in
      if rows.last?.contains(where: { isBorder(between: $0, line) }) == true {
        rows.append([line])
      } else {
        rows[rows.count - 1].append(line)
      }
    }
  }

  private func isBeside(_ upper: Line, _ lower: Line) -> Bool {
    upper.line.bottom < lower.line.top
      || !upper.entries.contains { entry in lower.entries.contains { $0.columns.overlaps(entry.columns) } }
  }

  private func isBorder(between upper: Line, _ lower: Line) -> Bool {
    // A stroke within a line isn't a border.
    let slack = 0.15 * height
    return partial.contains { $0 > upper.line.bottom - slack && $0 < lower.line.top + slack }
  }

  // MARK: Rows separated by space

  private static let fewestRows = 3
  private static let fewestWrapped = 2
  private static let widerGap = 0.3
  private static let leastLevel = 0.75
  private static let mostFull = 0.6

  /// Returns the rows of a table whose cells have several lines, if wider gaps separate the rows, or `nil` for other tables.
  static func separated(_ lines: [Line], height: Double) -> [[Line]]? {
    let gaps = zip(lines, lines.dropFirst()).map { max(0, $1.line.top - $0.line.bottom) }
    let sorted = gaps.sorted()
    // The widest step between two gaps separates those within rows from those between them.
    let step = zip(sorted, sorted.dropFirst()).dropFirst().dropLast().max { $0.1 - $0.0 < $1.1 - $1.0 }
    guard let step, step.1 - step.0 >= widerGap * height else { return nil }
    var rows: [[Line]] = []
    for (index, line) in lines.enumerated() {
      if index > 0, gaps[index - 1] <= step.0 {
        rows[rows.count - 1].append(line)
      } else {
        rows.append([line])
      }
    }
    let wrapped = rows.filter { $0.count > 1 }
    guard rows.count >= fewestRows, wrapped.count >= fewestWrapped else { return nil }
    func columns(_ line: Line) -> Set<Int> { Set(line.entries.flatMap { Array($0.columns) }) }
    var (level, later, full) = (0, 0, 0)
    for row in wrapped {
      let first = columns(row[0])
      // A number neither continues another line of its cell, such as a header, nor is continued.
      let entries = row.flatMap(\.entries)
      let numbers = entries.filter(\.segment.isNumeric).map(\.columns)
      guard numbers.allSatisfy({ number in entries.count { $0.columns.overlaps(number) } == 1 }) else { return nil }
      if first.count > 1, row.dropFirst().allSatisfy({ columns($0).isSubset(of: first) }) { level += 1 }
      later += row.count - 1
      full += row.dropFirst().count { columns($0) == first }
    }
    // If most of the later lines continue all cells, they are rows in groups.
    return Double(level) >= leastLevel * Double(wrapped.count) && Double(full) <= mostFull * Double(later) ? rows : nil
  }

  // MARK: Rows by their text

  var rows: [[Line]] {
    guard lines.count > 1 else { return lines.isEmpty ? [] : [lines] }
    let gaps = zip(lines, lines.dropFirst()).map { $1.line.top - $0.line.bottom }.sorted()
    let wide = gaps[(gaps.count - 1) * 3 / 4]
    let headerEnd = headerEnd
    var rows: [[Line]] = [[lines[0]]]
    for (index, line) in lines.enumerated().dropFirst() {
      let row = rows[rows.count - 1]
      guard let last = row.last else { continue }
      let gap = line.line.top - last.line.bottom
      let goesOn: Bool
      // The text of a cell that spans rows can be beside the border between them.
      if row.contains(where: { isBorder(between: $0, line) }) {
        goesOn = false
      } else if gap < -0.1 * height, row.allSatisfy({ isBeside($0, line) }) {
        // The line is next to the lines of a taller cell.
        goesOn = true
      } else if isTop, index < headerEnd {
        // A header over several others is a separate row.
        let isWide = (row + [line]).contains { $0.entries.contains { $0.columns.count > 1 } }
        goesOn = !isWide && gap < 0.9 * height
      } else {
        goesOn = continues(row, line, gap: gap, wide: wide)
      }
      if goesOn { rows[rows.count - 1].append(line) } else { rows.append([line]) }
    }
    return rows
  }

  /// The number of header lines, which precede the first line with numbers outside the first column.
  private var headerEnd: Int {
    let first = lines.firstIndex { line in
      line.entries.contains { $0.segment.isNumeric && $0.columns.lowerBound > 0 }
        && Double(line.numbers) >= max(1, 0.34 * Double(line.entries.count))
    }
    if let first { return first }
    let isHeader = isTop && hasBorders && lines.count <= Self.mostHeaderLines && lines.allSatisfy { $0.numbers == 0 }
    return isHeader ? lines.count : 0
  }

  /// Returns whether a line continues the cells of the row above. `wide` is the upper quartile of the gaps between lines.
  private func continues(_ row: [Line], _ line: Line, gap: Double, wide: Double) -> Bool {
    // Continuation lines are closer together than rows.
    let isNear = gap < 0.62 * wide && wide > 0.3 * height
    if line.entries.count == 1, let entry = line.entries.first, line.numbers == 0 || entry.segment.isRemark {
      let above = row.flatMap(\.entries).last { $0.columns.contains(entry.columns.lowerBound) }
      guard let above else { return false }
      let isLower = above.segment.isContinued(in: entry.segment)
      let (left, right) = (edges[entry.columns.lowerBound], edges[entry.columns.upperBound + 1])
      let width = min(right, above.segment.box.x + right - left) - left
      let isFull = above.segment.box.width > 0.8 * width
      // A line that is much closer than the rows are to each other describes the name above it.
      let isBelow = gap < 0.35 * wide && wide > height
      return (isLower && gap < height) || isBelow || (isNear && (isFull || entry.columns.lowerBound > 0))
    }
    guard row.count == 1, row[0].entries.count == 1, row[0].numbers == 0, let above = row[0].entry(in: 0),
      let entry = line.entry(in: 0), above.columns == 0...0, entry.columns == 0...0
    else { return false }
    let isFull = above.segment.box.width > 0.7 * (edges[1] - edges[0])
    return (above.segment.isContinued(in: entry.segment) && gap < height) || (isNear && isFull && lines.count > 3)
  }
}

extension Segment {
  private static let unfinished = Set(WordLists.words("table.unfinished"))

  /// Whether the text is a remark on the text before it, such as a unit: in brackets, but not a number or range.
  fileprivate var isRemark: Bool {
    let text = self.text
    return text.hasPrefix("(") && text.hasSuffix(")")
      && text.contains {
        !$0.isNumber && !$0.isPunctuation && !$0.isWhitespace && !$0.isCurrencySymbol && !$0.isMathSymbol
      }
  }

  fileprivate func isContinued(in next: Segment) -> Bool {
    guard next.text.listOrdinal == nil else { return false }
    if let first = next.text.first, first.isLowercase || "(&".contains(first) { return true }
    if let last = text.last, "-,/&".contains(last) { return true }
    return words.last.map { Self.unfinished.contains($0.text.lowercased()) } ?? false
  }
}
