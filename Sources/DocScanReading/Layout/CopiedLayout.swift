// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Separates columns of text that a PDF library mixed line by line: both sides of a strip that stays empty over many lines have paragraphs, and the
/// copied text changes sides again and again. Each side keeps its own order. Other text is kept as it is.
package struct CopiedLayout {
  package private(set) var blocks: [Block] = []

  // The minimum empty height between sections of a page, and the minimum width of a strip between columns, in line heights.
  private static let (section, gutter) = (3.0, 1.5)
  // The maximum space between words of a justified line, in line heights.
  private static let space = 2.0
  private static let fewestLines = 6
  private static let (fewestChanges, fewestFollowing) = (4, 2)
  private static let leastShare = 0.25
  private static let (longest, fewestLetters) = (0.6, 12)
  private static let mostLines = 1000

  private let height: Double

  package init(_ copied: [Block]) {
    let lines = copied.flatMap(\.lines)
    height = median(lines.map(\.bodyBox.height))
    guard height > 0, lines.count <= Self.mostLines, copied.allSatisfy(\.isHorizontal),
      !copied.words.map(\.text).joined().isRightToLeft
    else {
      blocks = copied
      return
    }
    let cuts = sectionEnds(copied.words.map(\.box))
    var parts = [[(block: Int, line: Line)]](repeating: [], count: cuts.count + 1)
    for (index, block) in copied.enumerated() {
      for line in block.lines { parts[cuts.count { $0 < line.bodyBox.middleY }].append((index, line)) }
    }
    let separated = parts.map { columns(of: $0.map(\.line)) }
    guard separated.contains(where: { $0 != nil }) else {
      blocks = copied
      return
    }
    for (part, columns) in zip(parts, separated) {
      if let columns {
        for column in columns { add(column.map { (nil, $0) }) }
      } else {
        add(part)
      }
    }
    blocks = blocks.map { $0.withLineTexts() }
  }

  private mutating func add(_ lines: [(block: Int?, line: Line)]) {
    var last: (block: Int?, line: Line)?
    for (block, line) in lines {
      let continues = last.map { block == nil ? line.continues($0.line) : block == $0.block } ?? false
      if continues {
        blocks[blocks.count - 1] = blocks[blocks.count - 1].with(blocks[blocks.count - 1].lines + [line])
      } else {
        blocks.append(Block(kind: .text, box: line.box, lines: [line]))
      }
      last = (block, line)
    }
  }

  // Returns the middles of the empty strips over the whole width that are as high as several lines.
  private func sectionEnds(_ boxes: [Box]) -> [Double] {
    var (cuts, bottom): ([Double], Double?) = ([], nil)
    for box in boxes.sorted(by: { $0.y < $1.y }) {
      if let bottom, box.y - bottom > Self.section * height { cuts.append((box.y + bottom) / 2) }
      bottom = max(bottom ?? box.maxY, box.maxY)
    }
    return cuts
  }

  // Returns the columns of a section if they were mixed.
  private func columns(of lines: [Line]) -> [[Line]]? {
    guard let box = lines.map(\.box).union else { return nil }
    for strip in strips(lines) where strip.upperBound - strip.lowerBound >= Self.gutter * height {
      let sides = [false, true].map { isRight in
        joined(lines.compactMap { $0.side(of: strip, isRight: isRight) }.flatMap(\.levelParts))
      }
      guard sides.allSatisfy({ isText($0, in: box) }), changes(lines, at: strip) >= Self.fewestChanges else { continue }
      return sides
    }
    return nil
  }

  // Joins the parts of lines with wide spaces, as in narrow justified columns.
  private func joined(_ lines: [Line]) -> [Line] {
    lines.reduce(into: []) { joined, line in
      if let last = joined.last, last.box.sharedHeight(with: line.box) > Line.level, line.box.x > last.box.x,
        line.box.x - last.box.maxX < Self.space * height
      {
        joined[joined.count - 1] = last.with(last.words + line.words)
      } else {
        joined.append(line)
      }
    }
  }

  // Returns the strips that no word is in, from the widest.
  private func strips(_ lines: [Line]) -> [ClosedRange<Double>] {
    var (strips, end): ([ClosedRange<Double>], Double?) = ([], nil)
    for box in lines.flatMap(\.words).map(\.box).sorted(by: { $0.x < $1.x }) {
      if let end, box.x > end { strips.append(end...box.x) }
      end = max(end ?? box.maxX, box.maxX)
    }
    return strips.sorted { $0.upperBound - $0.lowerBound > $1.upperBound - $1.lowerBound }
  }

  // Returns whether a side has paragraphs, not only cells of a table.
  private func isText(_ side: [Line], in section: Box) -> Bool {
    guard side.count >= Self.fewestLines, let box = side.map(\.box).union,
      box.width >= Self.leastShare * section.width
    else { return false }
    let long = side.map { line in
      line.box.width >= Self.longest * box.width && line.gaps(least: Self.gutter * height).isEmpty
        && line.text.count(where: \.isLetter) >= Self.fewestLetters
    }
    // Lines of a paragraph follow each other.
    let following = zip(zip(side, long), zip(side, long).dropFirst()).count { last, next in
      last.1 && next.1 && next.0.continues(last.0)
    }
    return following >= Self.fewestFollowing
  }

  private func changes(_ lines: [Line], at strip: ClosedRange<Double>) -> Int {
    let sides = lines.flatMap(\.words).map { $0.box.x >= strip.upperBound }
    return zip(sides, sides.dropFirst()).count { $0 != $1 }
  }
}

extension Line {
  fileprivate static let level = 0.4

  fileprivate func side(of strip: ClosedRange<Double>, isRight: Bool) -> Line? {
    let part = words.filter { ($0.box.x >= strip.upperBound) == isRight }
    return part.isEmpty ? nil : part.count == words.count ? self : with(part)
  }

  // The parts of a line whose words are at different heights.
  fileprivate var levelParts: [Line] {
    var parts: [[Word]] = []
    for word in words {
      if let last = parts.last?.last, last.box.sharedHeight(with: word.box) > Self.level {
        parts[parts.count - 1].append(word)
      } else {
        parts.append([word])
      }
    }
    return parts.count > 1 ? parts.map { with($0) } : [self]
  }

  fileprivate func continues(_ last: Line) -> Bool {
    let (small, large) = (min(last.box.height, box.height), max(last.box.height, box.height))
    let gap = box.y - last.box.maxY
    return large < 1.6 * small && gap > -0.6 * large && gap < large && box.y > last.box.y
      && min(last.box.maxX, box.maxX) > max(last.box.x, box.x)
  }
}
