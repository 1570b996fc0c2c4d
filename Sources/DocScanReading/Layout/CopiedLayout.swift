// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

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
    let words = copied.words
    let height = median(words.map(\.box.height))
    blocks = copied
    guard height > 0, words.count <= Self.mostWords, copied.allSatisfy(\.isHorizontal),
      !words.map(\.text).joined().isRightToLeft
    else { return }
    guard let ordered = Self.orderedByWords(copied, height) ?? Self.orderedByLines(copied) else { return }
    blocks = []
    for line in ordered.flatMap(\.lines) { add(line) }
    blocks = blocks.map { $0.withLineTexts() }
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
