// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Inserts lines that were read separately into a page.
extension [Block] {
  /// The maximum gap within a line, in line heights. Gaps between columns are wider.
  private static let space = 0.8  // Chosen: 0.6 to 1.2 (read).
  /// The minimum vertical overlap of words in a line, relative to the height of the smaller word.
  private static let level = 0.6  // Chosen: 0.5 to 0.7 (read).
  /// The height, in line heights, from which a word can't belong to a line.
  private static let tall = 2.5

  func placing(_ line: Line) -> [Block] {
    var blocks = self
    if blocks.extendLine(at: line.box, with: line.words) != nil { return blocks }
    // A line among those of a block belongs to the block.
    let around = blocks.firstIndex { block in
      block.isHorizontal && block.box.y < line.box.middleY && line.box.middleY < block.box.maxY
        && block.box.sharedWidth(with: line.box) > 0.5
    }
    guard let around else { return inserting(Block(kind: .text, box: line.box, lines: [line])) }
    let lines = blocks[around].lines
    blocks[around].lines.insert(
      line, at: lines.firstIndex { $0.box.middleY > line.box.middleY } ?? lines.count)
    blocks[around].box = blocks[around].box.union(line.box)
    return blocks
  }

  /// Adds words to the horizontal line at the box. Returns the words left out because they overlap the line's words, or `nil` without a line.
  package mutating func extendLine(at box: Box, with words: [Word]) -> [Word]? {
    var best: (block: Int, line: Int, distance: Double)?
    for block in indices where self[block].isHorizontal {
      for (index, line) in self[block].lines.enumerated() {
        // Single boxes reach into other lines.
        let body = line.bodyBox
        guard body.sharedHeight(with: box) > Self.level, box.height < Self.tall * body.height else { continue }
        let distance = line.words.map { $0.box.distanceAcross(to: box) }.min() ?? .infinity
        guard distance <= Self.space * Swift.min(body.height, box.height), distance < best?.distance ?? .infinity else {
          continue
        }
        best = (block, index, distance)
      }
    }
    guard let best else { return nil }
    let left = self[best.block].lines[best.line].insert(words)
    self[best.block].box = self[best.block].box.union(self[best.block].lines[best.line].box)
    return left
  }

  package func inserting(_ block: Block) -> [Block] {
    let place = block.box
    let next = firstIndex { other in
      let isBelow = other.box.middleY > place.middleY && other.box.sharedWidth(with: place) > 0
      let isBeside = other.box.x >= place.maxX && other.box.sharedHeight(with: place) > 0
      return isBelow || isBeside
    }
    var blocks = self
    blocks.insert(block, at: next ?? count)
    return blocks
  }
}

extension Line {
  /// Inserts words at their positions. Returns the words that weren't inserted because they overlap words of the line.
  @discardableResult
  mutating func insert(_ added: [Word]) -> [Word] {
    var left: [Word] = []
    for word in added {
      guard !words.contains(where: { $0.box.sharedWidth(with: word.box) > 0.3 }) else {
        left.append(word)
        continue
      }
      words.insert(word, at: words.firstIndex { $0.box.x > word.box.x } ?? words.count)
      box = box.union(word.box)
    }
    return left
  }
}
