// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds out where lines of a page go on in the next one, and writes those as one.
package struct Reflow {
  private let page: RecognizedPage
  /// The width in pixels of the line that stands in the middle when all letters are put in order by their lines' widths.
  package let usualWidth: Double

  package init(_ page: RecognizedPage) {
    self.page = page
    usualWidth = page.blocks.flatMap(\.lines).middle(\.box.width)
  }

  /// How far lines of a block could reach: as far as usual on this page, but not into the next column.
  package func rightEdge(of block: Block) -> Double {
    let neighbours = page.blocks.filter { other in
      other.box.x >= block.box.maxX && other.box.y < block.box.maxY && other.box.maxY > block.box.y
    }
    let reach = min(block.box.x + usualWidth, neighbours.map(\.box.x).min() ?? .infinity)
    return max(block.box.maxX, reach)
  }

  /// Whether the first word of the next line would have had its place on the line before.
  package static func endsEarly(_ line: Line, before next: Line, rightEdge: Double) -> Bool {
    guard let word = next.words.first, line.turn == 0, !line.isVertical, !next.text.isRightToLeft else { return false }
    return rightEdge - line.box.maxX > word.box.width + 1.5 * line.box.height
  }

  /// Lines as one, with words joined that were broken at the end of a line.
  package static func text(of lines: ArraySlice<Line>, droppingWords dropped: Int = 0) -> String {
    var text = ""
    var broken: Hyphenation?
    for (index, line) in zip(lines.indices, lines) {
      for (wordIndex, word) in line.words.enumerated().dropFirst(index == lines.startIndex ? dropped : 0) {
        if wordIndex == 0, let broken {
          text = text.dropLast(broken.start.count) + broken.word
        } else {
          text += separator(text, word.text) + word.text
        }
      }
      broken = Hyphenation(line.words.last, index + 1 < lines.endIndex ? lines[index + 1].words.first : nil)
      if broken != nil { text.removeLast() }
    }
    return text
  }
}
