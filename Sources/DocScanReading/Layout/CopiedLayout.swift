// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanLayout

/// Arranges text that a PDF library copied in a wrong order: lines of justified text that it tore into single words, and columns that it mixed line by
/// line or paragraph by paragraph. Such pages are ordered by the positions of their words or lines. Other text is kept as it is.
package struct CopiedLayout {
  package private(set) var blocks: [Block] = []

  // The maximum space between words of a justified line, and the minimum space between columns, in word heights.
  private static let (space, gutter) = (2.5, 1.5)
  private static let (fewestTorn, fewestChanges) = (4, 4)
  // The maximum number of words of a torn part.
  private static let mostTorn = 2
  // The baselines of columns differ.
  private static let level = 0.8
  private static let mostWords = 5000

  package init(_ copied: [Block]) {
    guard copied.words.count <= Self.mostWords else {
      blocks = copied
      return
    }
    let copied = AmountColumns(Self.withMarksInLines(copied)).blocks
    let words = copied.words
    let height = median(words.map(\.box.height))
    blocks = copied
    defer { blocks = LabelColumn(Self.withWholeParagraphs(blocks)).blocks }
    guard height > 0, copied.allSatisfy(\.isHorizontal),
      !words.map(\.text).joined().isRightToLeft
    else { return }
    guard let ordered = Self.orderedByWords(copied, height) ?? Self.orderedByLines(copied) else { return }
    blocks = []
    for line in ordered.flatMap(\.lines) { add(line) }
    blocks = blocks.map { $0.withLineTexts() }
  }

  // The maximum space between lines, in line heights, and the maximum ratio of spaces and of heights within a paragraph.
  private static let (openLines, sameSpace, sameHeight) = (1.5, 1.3, 1.1)

  // Joins the lines of a paragraph, which are copied as separate blocks if the space between them is wide.
  private static func withWholeParagraphs(_ copied: [Block]) -> [Block] {
    let gaps = zip(copied, copied.dropFirst()).map(gap)
    let usual = median(gaps.compactMap(\.self))
    var blocks = Array(copied.prefix(1))
    for (block, gap) in zip(copied.dropFirst(), gaps) {
      guard let gap, let last = blocks.last, let height = block.lines.first?.box.height,
        gap < sameSpace * usual + height / 10
      else {
        blocks.append(block)
        continue
      }
      blocks[blocks.count - 1] = last.with(last.lines + block.lines)
    }
    return blocks
  }

  // Returns the space between two blocks if the text can continue from the first to the second.
  private static func gap(_ block: Block, _ next: Block) -> Double? {
    guard let above = block.lines.last, let line = next.lines.first, block.isHorizontal, next.isHorizontal,
      ListMark(line) == nil, line.box.sharedWidth(with: above.box) > 0,
      max(above.box.height, line.box.height) < sameHeight * min(above.box.height, line.box.height),
      abs(line.box.x - block.box.x) < 2 * afterMark * line.box.height,
      !Reflow.endsEarly(above, before: line, rightEdge: max(block.box.maxX, next.box.maxX))
    else { return nil }
    let gap = line.box.y - above.box.maxY
    return gap > -line.box.height / 2 && gap < openLines * line.box.height ? gap : nil
  }

  // The maximum space after a mark, and the minimum space before it, in its heights.
  private static let (afterMark, beforeMark) = (3.0, 6.0)

  // Moves bullets and numbers that are lines by themselves to the text beside them.
  private static func withMarksInLines(_ copied: [Block]) -> [Block] {
    var blocks = copied
    for (number, block) in copied.enumerated() {
      for (index, line) in block.lines.enumerated().reversed() where line.words.count == 1 && line.isHorizontal {
        guard ListMark(mark: line.words[0].text) != nil else { continue }
        var best: (block: Int, line: Int, space: Double)?
        var isFree = true
        for (otherBlock, other) in blocks.enumerated() {
          for (otherLine, text) in other.lines.enumerated() where text.box.sharedHeight(with: line.box) > 0.5 {
            if text.box.x < line.box.x { isFree = isFree && line.box.x - text.box.maxX > beforeMark * line.box.height }
            let space = text.box.x - line.box.maxX
            if space >= 0, space < best?.space ?? afterMark * line.box.height { best = (otherBlock, otherLine, space) }
          }
        }
        guard isFree, let best, blocks[number].lines[index] == line,
          ListMark(blocks[best.block].lines[best.line]) == nil
        else { continue }
        var whole = line
        whole.append(blocks[best.block].lines[best.line])
        whole.updateText()
        blocks[best.block].lines[best.line] = whole
        blocks[best.block].box = blocks[best.block].box.union(whole.box)
        blocks[number].lines.remove(at: index)
      }
    }
    return blocks.filter { !$0.lines.isEmpty }
  }

  private static func orderedByWords(_ copied: [Block], _ height: Double) -> [Block]? {
    let torn = torn(copied.flatMap(\.lines), height)
    let isTorn = torn >= fewestTorn
    let changes = changes(copied.words, height)
    guard isTorn || changes >= fewestChanges else { return nil }
    let alone = copied.flatMap(\.lines).flatMap { line in line.words.map(line.alone) }
    let rows = EngineLayout(alone).level(level).sorted { $0.box.middleY < $1.box.middleY }
    guard let box = rows.map(\.box).union else { return nil }
    let ordered = RegionOrder([Block(kind: .text, box: box, lines: rows)]).blocks
    // Rows of a table change columns in each order, and torn places become wide spaces.
    return Self.changes(ordered.words, height) <= (isTorn ? changes + torn : changes - fewestChanges) ? ordered : nil
  }

  private static let (fewestCrossings, fewestWords) = (2, 3)

  // Returns the blocks in another order if that changes columns less often.
  private static func orderedByLines(_ copied: [Block]) -> [Block]? {
    let crossings = crossings(copied)
    guard crossings > fewestCrossings else { return nil }
    let ordered = RegionOrder(copied).blocks
    return crossings - Self.crossings(ordered) >= fewestCrossings ? ordered : nil
  }

  // Returns how often running text continues in a column to the right. Cells of tables have fewer words.
  private static func crossings(_ blocks: [Block]) -> Int {
    let lines = blocks.flatMap(\.lines).filter { $0.words.count >= fewestWords }
    return zip(lines, lines.dropFirst()).count { $1.box.x > $0.box.maxX }
  }

  private mutating func add(_ line: Line) {
    if let last = blocks.last, last.lines.last.map({ line.continues($0) }) == true {
      blocks[blocks.count - 1] = last.with(last.lines + [line])
    } else {
      blocks.append(Block(kind: .text, box: line.box, lines: [line]))
    }
  }

  // Returns the number of places at which a line of text continues in another line.
  private static func torn(_ lines: [Line], _ height: Double) -> Int {
    zip(lines, lines.dropFirst()).count { last, next in
      last.words.count <= mostTorn && next.words.count <= mostTorn && last.box.sharedHeight(with: next.box) > 0.7
        && next.box.x > last.box.x && next.box.x - last.box.maxX < space * height
    }
  }

  // Returns how often the text continues to the right of a wide space.
  private static func changes(_ words: [Word], _ height: Double) -> Int {
    zip(words, words.dropFirst()).count { last, next in
      next.box.x - last.box.maxX >= gutter * height && abs(next.box.middleY - last.box.middleY) < 0.9 * height
    }
  }
}

extension Line {
  fileprivate func alone(_ word: Word) -> Line {
    var line = with([word])
    (line.text, line.confidence) = (word.text, word.confidence)
    // In a mixed line, the words of another column have another baseline.
    line.baseline = line.baseline.map { Point(x: $0.x, y: min(max($0.y, word.box.middleY), word.box.maxY)) }
    return line
  }

  fileprivate func continues(_ last: Line) -> Bool {
    let (small, large) = (min(last.box.height, box.height), max(last.box.height, box.height))
    let gap = box.y - last.box.maxY
    return large < 1.6 * small && gap > -0.6 * large && gap < large && box.y > last.box.y
      && min(last.box.maxX, box.maxX) > max(last.box.x, box.x)
  }
}
