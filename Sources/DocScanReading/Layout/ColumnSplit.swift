// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles

/// Splits a column of prose from text next to it that was read across, at an empty strip between words of several lines (Breuel, "Two Geometric
/// Algorithms for Layout Analysis", 2002). One side must be prose: tables and receipts have gutters, too, and are read by rows.
struct ColumnSplit {
  let blocks: [Block]

  private static let gutter = 1.0  // Chosen: 0.7 to 1.4 (read).
  private static let fewestLines = 4
  private static let mostLines = 200
  private static let narrowest = 0.12

  private struct Row {
    var block: Int
    var line: Line
  }

  /// Successive lines with a common gutter.
  private struct Run {
    var end: Int
    var gutter: ClosedRange<Double>
    var levelLines: Int
  }

  init(_ blocks: [Block]) {
    let rows = blocks.enumerated().flatMap { index, block in block.lines.map { Row(block: index, line: $0) } }
    let height = median(rows.map(\.line.box.height))
    let isFromRight = blocks.words.map(\.text).joined().isRightToLeft
    var parts: [(block: Int, lines: [Line])] = []
    func add(_ row: Row, _ line: Line, begins: Bool) {
      if !begins, parts.last?.block == row.block {
        parts[parts.count - 1].lines.append(line)
      } else {
        parts.append((row.block, [line]))
      }
    }
    var index = 0
    var isSplit = false
    // The columns of a run and the lines after it each begin a block.
    var begins = false
    while index < rows.count {
      guard blocks[rows[index].block].isHorizontal, let run = Self.run(rows, from: index, height: height) else {
        add(rows[index], rows[index].line, begins: begins)
        begins = false
        index += 1
        continue
      }
      for isSecond in [false, true] {
        begins = isSecond || begins
        for row in rows[index..<run.end] {
          guard let line = row.line.side(of: run.gutter, isRight: isSecond != isFromRight) else {
            continue
          }
          add(row, line, begins: begins)
          begins = false
        }
      }
      (begins, isSplit) = (true, true)
      index = run.end
    }
    self.blocks = isSplit ? parts.map { blocks[$0.block].with($0.lines) } : blocks
  }

  private static func run(_ rows: [Row], from start: Int, height: Double) -> Run? {
    let gaps = rows[start].line.gaps(least: Self.gutter * height)
    return gaps.compactMap { longest(rows, from: start, gutter: $0, height: height) }.max {
      $0.levelLines < $1.levelLines
    }
  }

  private static func longest(_ rows: [Row], from start: Int, gutter: ClosedRange<Double>, height: Double) -> Run? {
    var run = Run(end: start + 1, gutter: gutter, levelLines: 1)
    var best: Run?
    var last = rows[start].line
    for row in rows[(start + 1)...].prefix(mostLines) {
      // The next line must be below, and near.
      guard row.line.isHorizontal, row.line.box.middleY > last.box.middleY,
        row.line.box.y - last.box.maxY < 2.5 * height, let free = row.line.free(in: run.gutter),
        free.upperBound - free.lowerBound >= Self.gutter * height
      else { break }
      let isLevel =
        row.line.words.contains { $0.box.x < free.lowerBound }
        && row.line.words.contains { $0.box.x >= free.upperBound }
      run = Run(end: run.end + 1, gutter: free, levelLines: run.levelLines + (isLevel ? 1 : 0))
      last = row.line
      guard run.levelLines >= fewestLines, areColumns(rows[start..<run.end].map(\.line), run.gutter) else { continue }
      best = run
    }
    return best
  }

  private static func areColumns(_ lines: [Line], _ gutter: ClosedRange<Double>) -> Bool {
    let sides = [false, true].map { isRight in
      Block(kind: .text, box: Box(x: 0, y: 0, width: 0, height: 0), lines: [])
        .with(lines.compactMap { $0.side(of: gutter, isRight: isRight) })
    }
    let width = (sides.map(\.box.maxX).max() ?? 0) - (sides.map(\.box.x).min() ?? 0)
    guard sides.contains(where: \.isProse), sides.allSatisfy({ $0.box.width >= narrowest * width }) else {
      return false
    }
    let levelLines = sides.reduce(0) { $0 + $1.lines.count } - lines.count
    return sides.allSatisfy { side in
      guard !side.isProse else { return true }
      let words = side.lines.flatMap(\.words)
      // Line numbers, amounts, and terms explained line by line belong to the text next to them.
      let areTerms = words.count <= 2 * side.lines.count && 5 * levelLines >= 4 * lines.count
      return !areTerms && words.count { $0.text.contains(where: \.isLetter) } * 2 > words.count
    }
  }
}

extension Line {
  fileprivate func free(in strip: ClosedRange<Double>) -> ClosedRange<Double>? {
    var best: ClosedRange<Double>?
    var end = strip.lowerBound
    for box in words.map(\.box).sorted(by: { $0.x < $1.x }) + [Box(x: strip.upperBound, y: 0, width: 0, height: 0)] {
      let start = min(box.x, strip.upperBound)
      if start > end, start - end > best.map({ $0.upperBound - $0.lowerBound }) ?? 0 { best = end...start }
      end = max(end, box.maxX)
    }
    return best
  }

  fileprivate func side(of gutter: ClosedRange<Double>, isRight: Bool) -> Line? {
    let part = words.filter { ($0.box.x >= gutter.upperBound) == isRight }
    guard !part.isEmpty else { return nil }
    return part.count == words.count ? self : with(part)
  }
}
