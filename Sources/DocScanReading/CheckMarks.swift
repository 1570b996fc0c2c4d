// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanVision

/// Check marks and check boxes below each other, which recognizers take for letters or leave out.
package struct CheckMarks {
  private static let fewestInColumn = 3
  // The maximum differences within a column: of places in mark widths, and of sizes.
  private static let (aside, larger) = (0.5, 1.4)
  // The minimum space beside a mark, in mark widths. Boxes can be close to their text.
  private static let space = 0.4
  // The maximum part of a misread word beside the mark, in mark widths.
  private static let beyond = 0.25
  private static let longestMisread = 3
  private static let crosses: Set<String> = ["x", "X", "×"]
  // The shares of right ones among the marks read in drawn scans: all of 474 ticks and crosses, and 215 of 225 boxes.
  private static let (sure, box) = (0.99, 0.95)

  private var marks: [(mark: CheckMark, box: Box)] = []
  private let blocks: [Block]
  // The words that were read across the lines, which are never right beside marks.
  private let across: Set<Word>

  package init(_ found: [(mark: CheckMark, box: Box)], beside blocks: [Block]) {
    self.blocks = blocks
    let across = Set(blocks.filter { !$0.isHorizontal }.words)
    self.across = across
    let words = blocks.words
    func areAlike(_ one: (mark: CheckMark, box: Box), _ other: (mark: CheckMark, box: Box)) -> Bool {
      one.mark.isBox == other.mark.isBox
        && max(one.box.height, other.box.height) < Self.larger * min(one.box.height, other.box.height)
    }
    // Squares beside a shaded one are a legend.
    let swatches = found.filter { $0.mark == .swatch }
    let free = found.filter { mark, box in
      if mark.isBox,
        swatches.contains(where: {
          areAlike($0, (mark, box)) && ($0.box.sharedWidth(with: box) > 0.5 || $0.box.sharedHeight(with: box) > 0.5)
        })
      {
        return false
      }
      let (reach, isAlone) = (Self.space * box.width, !mark.isBox)
      let wide = Box(x: box.x - reach, y: box.y, width: box.width + 2 * reach, height: box.height)
      return words.allSatisfy { word in
        Self.isMisread(word, as: box, across) || word.box.share(in: isAlone ? wide : box) == 0
      }
        && words.contains {
          $0.text.count > 1 && !Self.isMisread($0, as: box, across) && $0.box.sharedHeight(with: box) > 0.5
        }
    }
    let inColumns = free.filter { one in
      free.count { areAlike(one, $0) && abs($0.box.middleX - one.box.middleX) < Self.aside * one.box.width }
        >= Self.fewestInColumn
    }
    // Other columns of the same questions may have fewer marks.
    marks = free.filter { one in inColumns.contains { areAlike(one, $0) } }
    // Crosses without ticks can be letters or signs of multiplication.
    if !marks.contains(where: { $0.mark == .tick }) { marks.removeAll { $0.mark == .cross } }
  }

  // The blocks with the marks in place of misread words.
  package var added: [Block] {
    guard !marks.isEmpty else { return blocks }
    let read = blocks.words
    var result = blocks.keepingWords { word in !marks.contains { Self.isMisread(word, as: $0.box, across) } }
    for (mark, box) in marks {
      let text = read.first { Self.isMisread($0, as: box, across) && Self.crosses.contains($0.text) && mark == .cross }?
        .text
      let word = Word(text: text ?? mark.rawValue, confidence: mark.isBox ? Self.box : Self.sure, box: box)
      let level = result.indices.flatMap { block in
        result[block].lines.indices.filter { line in
          result[block].isHorizontal && result[block].lines[line].bodyBox.sharedHeight(with: box) > 0.5
        }.map { (block: block, line: $0, distance: result[block].lines[$0].box.distanceAcross(to: box)) }
      }
      guard let row = level.min(by: { $0.distance < $1.distance }) else { continue }
      result[row.block].lines[row.line].insert([word])
      result[row.block].box = result[row.block].box.union(box)
    }
    return result.map { $0.withLineTexts() }
  }

  // A part of a longer word, such as of 4x, isn't a mark.
  private static func isMisread(_ word: Word, as box: Box, _ across: Set<Word>) -> Bool {
    let reach = beyond * box.width
    let fits =
      word.box.x > box.x - reach && word.box.maxX < box.maxX + reach && word.box.sharedHeight(with: box) > 0.5
      && word.box.sharedWidth(with: box) > 0.5
    return word.text.count <= longestMisread && (fits || across.contains(word) && box.share(in: word.box) > 0.5)
  }
}
