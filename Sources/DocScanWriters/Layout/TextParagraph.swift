// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanLayout

/// Lines of a block that form one piece of text.
package struct TextParagraph: Hashable, Sendable {
  /// The index of the block among the page's blocks, from 0.
  package var block: Int
  package var lines: [Int]
  /// The text of the lines, without hyphens at line breaks.
  package var text: String
}

extension RecognizedPage {
  /// The text as paragraphs in reading order. List items, table lines, and headings are separate paragraphs.
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
