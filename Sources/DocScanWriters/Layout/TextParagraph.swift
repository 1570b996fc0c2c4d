// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Lines of a block that are one piece of text.
package struct TextParagraph: Hashable, Sendable {
  /// The block's number among all blocks of the page, from 0.
  package var block: Int
  /// The numbers of its lines in that block, from 0.
  package var lines: [Int]
  /// The lines as one, without the hyphens that broke words.
  package var text: String
}

extension RecognizedPage {
  /// The text as paragraphs, in reading order: a list's items, a table's lines and a heading are one each.
  package var textParagraphs: [TextParagraph] {
    let (reflow, tables) = (Reflow(self), TableFinder.found(on: self))
    var paragraphs: [TextParagraph] = []
    for (number, block) in blocks.enumerated() {
      let rightEdge = reflow.rightEdge(of: block)
      var part: [Int] = []
      var wasInTable = false
      func end() {
        let text = part.isEmpty ? "" : Reflow.text(of: part.map { block.lines[$0] }[...])
        if !text.isEmpty { paragraphs.append(TextParagraph(block: number, lines: part, text: text)) }
        part = []
      }
      for (index, line) in block.lines.enumerated() {
        let place = TableFinder.Place(block: number, line: index)
        let isInTable = tables.contains { $0.lines.contains(place) }
        let begins =
          isInTable || wasInTable || line.startsParagraph == true || ListMark(line) != nil
          || part.last.map { Reflow.endsEarly(block.lines[$0], before: line, rightEdge: rightEdge) } ?? false
        if begins { end() }
        part.append(index)
        wasInTable = isInTable
      }
      end()
    }
    return paragraphs
  }
}
