// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Puts lines together that are one row: cells of several lines, and names of columns that go on.
struct RowLines {
  typealias Line = TableLayout.Line

  /// Between two borders that part the whole table.
  let lines: [Line]
  /// Whether they are the first of the table.
  let isTop: Bool
  /// Whether borders part the table at all.
  let hasBorders: Bool
  /// Where borders draw a part of the width.
  let partial: [Double]
  /// The left edge of the first column, the boundaries, and the right edge of the last.
  let edges: [Double]
  let height: Double

  /// A header has no more lines.
  private static let mostHeaderLines = 8

  // MARK: Rows that borders part

  /// The rows where borders part all of them: one, unless numbers stand below each other.
  var betweenBorders: [[Line]] {
    guard lines.count > 1 else { return [lines] }
    var numbers: [Int: Int] = [:]
    for entry in lines.flatMap(\.entries) where entry.segment.isNumeric {
      numbers[entry.columns.lowerBound, default: 0] += 1
    }
    // Numbers do not go on in the next line.
    guard !numbers.values.contains(where: { $0 > 1 }) else { return rows }
    // Names of columns above the first row, where shade and no rule is above them.
    guard !isTop || headerEnd == 0 || headerEnd == lines.count else { return rows }
    return lines.dropFirst().reduce(into: [[lines[0]]]) { rows, line in
      if let last = rows.last?.last, isBorder(between: last, line) {
        rows.append([line])
      } else {
        rows[rows.count - 1].append(line)
      }
    }
  }

  /// Whether two lines have text in different columns, but for lines that are clear of each other.
  private func isBeside(_ upper: Line, _ lower: Line) -> Bool {
    upper.line.bottom < lower.line.top
      || !upper.entries.contains { entry in lower.entries.contains { $0.columns.overlaps(entry.columns) } }
  }

  private func isBorder(between upper: Line, _ lower: Line) -> Bool {
    // A stroke within one of the lines parts nothing.
    let slack = 0.15 * height
    return partial.contains { $0 > upper.line.bottom - slack && $0 < lower.line.top + slack }
  }

  // MARK: Rows by what their lines say

  /// The rows where only space parts them.
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
      if isBorder(between: last, line) {
        goesOn = false
      } else if gap < -0.1 * height, row.allSatisfy({ isBeside($0, line) }) {
        // Beside the lines of a cell that has several.
        goesOn = true
      } else if isTop, index < headerEnd {
        // A name over several others is a row of its own.
        let isWide = (row + [line]).contains { $0.entries.contains { $0.columns.count > 1 } }
        goesOn = !isWide && gap < 0.9 * height
      } else {
        goesOn = continues(row, line, gap: gap, wide: wide)
      }
      if goesOn { rows[rows.count - 1].append(line) } else { rows.append([line]) }
    }
    return rows
  }

  /// The number of lines before the first with numbers beside its first column.
  private var headerEnd: Int {
    let first = lines.firstIndex { line in
      line.entries.contains { $0.segment.isNumeric && $0.columns.lowerBound > 0 }
        && Double(line.numbers) >= max(1, 0.34 * Double(line.entries.count))
    }
    if let first { return first }
    let isHeader = isTop && hasBorders && lines.count <= Self.mostHeaderLines && lines.allSatisfy { $0.numbers == 0 }
    return isHeader ? lines.count : 0
  }

  /// Whether a line goes on with the cells of the row above it; `wide` is a gap that parts rows.
  private func continues(_ row: [Line], _ line: Line, gap: Double, wide: Double) -> Bool {
    // What goes on is nearer than rows are.
    let isNear = gap < 0.62 * wide && wide > 0.3 * height
    if line.entries.count == 1, let entry = line.entries.first, line.numbers == 0 || entry.segment.isRemark {
      let above = row.flatMap(\.entries).last { $0.columns.contains(entry.columns.lowerBound) }
      guard let above else { return false }
      let isLower = above.segment.isContinued(in: entry.segment)
      let (left, right) = (edges[entry.columns.lowerBound], edges[entry.columns.upperBound + 1])
      let width = min(right, above.segment.box.x + right - left) - left
      let isFull = above.segment.box.width > 0.8 * width
      // Much nearer than rows are: what is below a name says more of it.
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
  private static let unfinished: Set<String> = [
    "and", "or", "of", "for", "the", "in", "to", "with", "by", "und", "oder", "der", "die", "für", "von", "mit", "et",
    "ou",
    "de", "des", "du", "la", "le", "y", "del", "para", "e", "di", "della",
  ]

  /// Whether it says more of what is before it, such as a unit: what is in brackets, and no number or range.
  fileprivate var isRemark: Bool {
    let text = self.text
    return text.hasPrefix("(") && text.hasSuffix(")")
      && text.contains {
        !$0.isNumber && !$0.isPunctuation && !$0.isWhitespace && !$0.isCurrencySymbol && !$0.isMathSymbol
      }
  }

  /// Whether the words of this one go on in the next, by how they end and how those begin.
  fileprivate func isContinued(in next: Segment) -> Bool {
    if let first = next.text.first, first.isLowercase || "(&".contains(first) { return true }
    if let last = text.last, "-,/&".contains(last) { return true }
    return words.last.map { Self.unfinished.contains($0.text.lowercased()) } ?? false
  }
}
