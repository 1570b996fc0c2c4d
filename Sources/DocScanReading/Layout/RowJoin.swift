// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Joins labels with amounts far to their right that were read as a column: short lines with numbers at the labels' height, never prose.
struct RowJoin {
  private(set) var blocks: [Block]

  /// The minimum vertical overlap of lines in a row, relative to the height of the smaller line.
  private static let level = 0.6  // Chosen: 0.5 to 0.7 (read).
  private static let enough = 0.8  // Chosen: 0.7 to 0.9 (read).
  private static let mostWords = 5
  /// The maximum gap within a line, in line heights.
  private static let space = 1.2  // Chosen: 1 to 1.5 (read).

  private struct Place: Hashable {
    var block: Int
    var line: Int
  }

  init(_ blocks: [Block]) {
    self.blocks = blocks
    guard blocks.count > 1 else { return }
    // The number of columns that were joined to each block.
    var joined = [Int](repeating: 0, count: blocks.count)
    for index in blocks.indices.sorted(by: { blocks[$0].box.x < blocks[$1].box.x }) where isColumn(self.blocks[index]) {
      let column = self.blocks[index]
      let partners = column.lines.indices.map { partner(of: Place(block: index, line: $0)) }
      let found = partners.compactMap(\.self)
      guard Set(found).count == found.count, !found.isEmpty,
        Double(found.count) >= Self.enough * Double(column.lines.count),
        belong(column.lines, to: found.map { self.blocks[$0.block].lines[$0.line] }),
        !isHindered(index, by: Set(found.map(\.block)))
      else { continue }
      for (line, partner) in zip(column.lines, partners) {
        guard let partner else { continue }
        self.blocks[partner.block].lines[partner.line].append(line)
      }
      let rest = zip(column.lines, partners).filter { $1 == nil }.map(\.0)
      self.blocks[index] = column.with(rest)
      for block in Set(found.map(\.block)) {
        joined[block] += 1
        self.blocks[block] = self.blocks[block].with(self.blocks[block].lines)
        // Several columns over several rows are a table.
        if joined[block] > 1, self.blocks[block].lines.count > 2 { self.blocks[block].kind = .table }
      }
    }
    self.blocks.removeAll(where: \.lines.isEmpty)
  }

  private func isColumn(_ block: Block) -> Bool {
    block.isHorizontal && !block.isProse && block.lines.allSatisfy { $0.words.count <= Self.mostWords }
  }

  private func partner(of place: Place) -> Place? {
    let line = blocks[place.block].lines[place.line].box
    var best: (place: Place, end: Double)?
    for (index, block) in blocks.enumerated() where index != place.block && block.isHorizontal {
      for (number, other) in block.lines.enumerated()
      where other.box.sharedHeight(with: line) > Self.level && other.box.x < line.x {
        // Text that overlaps the line isn't a partner, and separates it from others.
        if best.map({ other.box.maxX > $0.end }) ?? true { best = (Place(block: index, line: number), other.box.maxX) }
      }
    }
    guard let best, best.end <= line.x, !blocks[best.place.block].isProse else { return nil }
    return best.place
  }

  private func belong(_ lines: [Line], to labels: [Line]) -> Bool {
    Self.areValues(lines) || Self.areLabels(labels)
      || lines.count > 2 && labels.count == lines.count && Self.areValues(labels)
  }

  /// Returns whether text other than columns of numbers is to the right of the partners' lines, so that the column mustn't be joined to them.
  private func isHindered(_ column: Int, by partners: Set<Int>) -> Bool {
    partners.contains { partner in
      blocks.indices.contains { index in
        let block = blocks[index]
        guard index != column, index != partner, block.isHorizontal else { return false }
        guard !isColumn(block) || !Self.areValues(block.lines) else { return false }
        return block.lines.contains { line in
          blocks[partner].lines.contains {
            // Nearer than this, it is the rest of the line.
            line.box.x >= $0.box.maxX + Self.space * $0.box.height && line.box.sharedHeight(with: $0.box) > Self.level
          }
        }
      }
    }
  }

  private static func areValues(_ lines: [Line]) -> Bool {
    lines.count { $0.words.contains { $0.text.contains(where: \.isNumber) } } * 5 >= lines.count * 3
  }

  private static func areLabels(_ lines: [Line]) -> Bool {
    lines.count { $0.words.last?.text.hasSuffix(":") ?? false } * 5 >= lines.count * 3
  }
}

extension Line {
  mutating func append(_ other: Line) {
    words += other.words
    box = box.union(other.box)
    if let first = baseline.first, let last = other.baseline.last { baseline = [first, last] }
  }
}
