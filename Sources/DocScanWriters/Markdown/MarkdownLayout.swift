// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Finds out from the layout of a page what is a heading, a list, a table and a paragraph.
struct MarkdownLayout {
  /// Type so much larger than the page's usual one is a heading's, of the third, second and first level.
  private static let headingRatios = [1.25, 1.5, 1.9]
  private static let mostHeadingLines = 3
  private static let leastConfidence = 0.6

  /// What the page consists of, in reading order.
  private(set) var elements: [MarkdownElement] = []
  private let page: RecognizedPage
  private let typeSize: TypeSize
  private let reflow: Reflow

  init(_ page: RecognizedPage) {
    self.page = page
    typeSize = TypeSize(page)
    reflow = Reflow(page)
    let tables = TableFinder(page).tables
    for (blockIndex, block) in page.blocks.enumerated() {
      var paragraph: [Line] = []
      for (lineIndex, line) in block.lines.enumerated() {
        let place = TableFinder.Place(block: blockIndex, line: lineIndex)
        let table = tables.first { $0.lines.contains(place) }
        if table != nil || line.startsParagraph == true { addParagraph(&paragraph, of: block) }
        guard let table else {
          paragraph.append(line)
          continue
        }
        if place == table.first { elements.append(.table(table.table)) }
      }
      addParagraph(&paragraph, of: block)
    }
  }

  /// Adds what lines make up, and empties them.
  private mutating func addParagraph(_ lines: inout [Line], of block: Block) {
    defer { lines = [] }
    guard !lines.isEmpty else { return }
    if let level = headingLevel(lines, of: block) {
      return elements.append(.heading(level: level, Reflow.text(of: lines[...])))
    }
    // The lines of each part are written as one; a part ends where the page breaks a line before it is full.
    var parts: [ArraySlice<Line>] = []
    let rightEdge = reflow.rightEdge(of: block)
    for (index, line) in lines.enumerated() {
      let isEnd = index > 0 && Reflow.endsEarly(lines[index - 1], before: line, rightEdge: rightEdge)
      let continuesList = Reflow.mark(of: parts.last ?? []) != nil && Reflow.mark(of: [line]) != nil
      if let last = parts.last, !isEnd, !continuesList {
        parts[parts.count - 1] = lines[last.startIndex...index]
      } else {
        parts.append(lines[index...index])
      }
    }
    for (index, part) in parts.enumerated() {
      // Short lines below each other, as in an address, stay together; after a whole paragraph a new one begins.
      addPart(part, joins: index > 0 && part.count == 1 && parts[index - 1].count == 1)
    }
  }

  private mutating func addPart(_ lines: ArraySlice<Line>, joins: Bool) {
    if let mark = Reflow.mark(of: lines) {
      let item = (mark: mark, text: Reflow.text(of: lines, droppingWords: 1))
      if case .list(let items)? = elements.last, (items[0].mark == .bullet) == (mark == .bullet) {
        elements[elements.count - 1] = .list(items + [item])
      } else {
        elements.append(.list([item]))
      }
      return
    }
    let text = Reflow.text(of: lines)
    if joins, case .paragraph(let before)? = elements.last {
      elements[elements.count - 1] = .paragraph(before + [text])
    } else {
      elements.append(.paragraph([text]))
    }
  }

  private func headingLevel(_ lines: [Line], of block: Block) -> Int? {
    let text = lines.map(\.text).joined()
    guard lines.count <= Self.mostHeadingLines, text.count(where: \.isLetter) > 2 else { return nil }
    // Pictures and signatures are read as large nonsense.
    let isCertain = lines.allSatisfy { $0.confidence >= Self.leastConfidence }
    let ratio = lines.map(typeSize.ratio).min() ?? 1
    let rank = Self.headingRatios.count { ratio >= $0 }
    if rank > 0, isCertain { return Self.headingRatios.count + 1 - rank }
    return block.kind == .heading ? Self.headingRatios.count : nil
  }
}
