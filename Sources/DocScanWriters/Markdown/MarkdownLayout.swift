// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Finds out from the layout of a page what is a heading, a list, a table and a paragraph.
struct MarkdownLayout {
  /// Type so much larger than the page's usual one is a heading's, of the third, second and first level.
  private static let headingRatios = [1.25, 1.5, 1.9]
  private static let mostHeadingLines = 3
  private static let leastConfidence = 0.6
  private static let bullets: Set<String> = ["•", "◦", "▪", "■", "□", "●", "○", "‣", "⁃", "·", "–", "-"]

  /// What the page consists of, in reading order.
  private(set) var elements: [MarkdownElement] = []
  private let page: RecognizedPage
  private let typeSize: TypeSize
  /// The width in pixels of the line that stands in the middle when all letters are put in order by their lines' widths.
  private let usualWidth: Double

  init(_ page: RecognizedPage) {
    self.page = page
    typeSize = TypeSize(page)
    usualWidth = page.blocks.flatMap(\.lines).middle(\.box.width)
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
      return elements.append(.heading(level: level, Self.reflowed(lines[...])))
    }
    // The lines of each part are written as one; a part ends where the page breaks a line before it is full.
    var parts: [ArraySlice<Line>] = []
    let rightEdge = rightEdge(of: block)
    for (index, line) in lines.enumerated() {
      let isEnd = index > 0 && Self.endsEarly(lines[index - 1], before: line, rightEdge: rightEdge)
      let continuesList = !parts.isEmpty && Self.mark(of: parts[parts.count - 1]) != nil && Self.mark(of: [line]) != nil
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
    if let mark = Self.mark(of: lines) {
      let item = (mark: mark, text: Self.reflowed(lines, droppingWords: 1))
      if case .list(let items)? = elements.last, (items[0].mark == .bullet) == (mark == .bullet) {
        elements[elements.count - 1] = .list(items + [item])
      } else {
        elements.append(.list([item]))
      }
      return
    }
    let text = Self.reflowed(lines)
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

  /// What a list item begins with; nil when the line is not an item.
  private static func mark(of lines: ArraySlice<Line>) -> ListMark? {
    guard let words = lines.first?.words, words.count > 1 else { return nil }
    let mark = words[0].text
    if bullets.contains(mark) { return .bullet }
    guard let end = mark.last, ".)".contains(end), let number = Int(mark.dropLast()), (0..<1000).contains(number) else {
      return nil
    }
    return .number(number)
  }

  /// How far lines of a block could reach: as far as usual on this page, but not into the next column.
  private func rightEdge(of block: Block) -> Double {
    let neighbours = page.blocks.filter { other in
      other.box.x >= block.box.maxX && other.box.y < block.box.maxY && other.box.maxY > block.box.y
    }
    let reach = min(block.box.x + usualWidth, neighbours.map(\.box.x).min() ?? .infinity)
    return max(block.box.maxX, reach)
  }

  /// Whether the first word of the next line would have had its place on the line before.
  private static func endsEarly(_ line: Line, before next: Line, rightEdge: Double) -> Bool {
    guard let word = next.words.first, line.turn == 0, !line.isVertical, !next.text.isRightToLeft else { return false }
    return rightEdge - line.box.maxX > word.box.width + 1.5 * line.box.height
  }

  /// Lines as one, with words joined that were broken at the end of a line.
  private static func reflowed(_ lines: ArraySlice<Line>, droppingWords dropped: Int = 0) -> String {
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
