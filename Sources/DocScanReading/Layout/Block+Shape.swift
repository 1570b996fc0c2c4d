// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles

extension Block {
  var fitted: Block {
    var block = withLines { line in line.box = line.words.reduce(line.box) { $0.union($1.box) } }
    block.box = block.lines.reduce(box) { $0.union($1.box) }
    return block
  }

  package func with(_ lines: [Line]) -> Block {
    var block = self
    block.lines = lines
    if let box = lines.map(\.box).union { block.box = box }
    return block
  }

  package var isHorizontal: Bool { kind != .verticalText && lines.allSatisfy(\.isHorizontal) }

  /// Whether the block is prose: long lines of words, nearly all as wide as the block, unlike table cells, receipt items, and addresses.
  var isProse: Bool {
    guard lines.count >= 3, isHorizontal else { return false }
    let right = lines.map(\.box.maxX).max() ?? 0
    let width = right - (lines.map(\.box.x).min() ?? 0)
    let height = median(lines.map(\.box.height))
    let characters = lines.flatMap(\.words).flatMap(\.text)
    let isFromRight = String(characters).isRightToLeft
    // A paragraph's last line is short.
    let full = lines.dropLast().count {
      isFromRight ? $0.box.x < right - 0.85 * width : $0.box.maxX > right - 0.15 * width
    }
    // Lines across two columns have a gap.
    let torn = lines.count { !$0.gaps(least: 1.2 * height).isEmpty }
    return width >= 10 * height && 3 * full >= 2 * (lines.count - 1) && 4 * torn <= lines.count
      && median(lines.map { Double($0.words.reduce(0) { $0 + $1.text.unicodeScalars.count }) }) >= 15
      && characters.count(where: \.isLetter) * 10 >= characters.count * 7
  }
}

extension Line {
  func with(_ words: [Word]) -> Line {
    guard let box = words.map(\.box).union else { return self }
    var line = self
    (line.words, line.box) = (words, box)
    if isHorizontal { line.baseline = [point(at: line.box.x), point(at: line.box.maxX)] }
    return line
  }

  func gaps(least: Double) -> [ClosedRange<Double>] {
    var gaps: [ClosedRange<Double>] = []
    var end = -Double.infinity
    for box in words.map(\.box).sorted(by: { $0.x < $1.x }) {
      if end > -.infinity, box.x - end >= least { gaps.append(end...box.x) }
      end = max(end, box.maxX)
    }
    return gaps
  }

  private func point(at x: Double) -> Point {
    guard let first = baseline.first, let last = baseline.last, last.x > first.x else {
      return Point(x: x, y: box.maxY)
    }
    return Point(x: x, y: first.y + (last.y - first.y) * (x - first.x) / (last.x - first.x)).rounded
  }
}

extension Box {
  package func share(in other: Box) -> Double {
    let across = min(maxX, other.maxX) - max(x, other.x)
    let down = min(maxY, other.maxY) - max(y, other.y)
    guard across > 0, down > 0, width > 0, height > 0 else { return 0 }
    return across * down / (width * height)
  }
}

/// Returns the median (for an even count, the upper of the two middle numbers), or 0 if there are no numbers.
package func median(_ numbers: [Double]) -> Double { numbers.isEmpty ? 0 : numbers.sorted()[numbers.count / 2] }
