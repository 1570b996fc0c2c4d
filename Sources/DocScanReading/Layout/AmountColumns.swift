// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout

// Moves numbers that a PDF library copied column by column, such as the prices of a receipt, to the end of their rows.
struct AmountColumns {
  private(set) var blocks: [Block]
  // Whether each line is running text, which continues in the next line, not in a number beside it.
  private var prose: [Bool] = []

  private static let (mostWords, mostLetters, mostLines) = (3, 3, 1000)
  private static let fewest = 3
  private static let level = 0.6
  // Rows of tables have fewer words than lines of running text.
  private static let (mostWordsOfLabel, mostWordsOfCell) = (6.0, 8)

  init(_ copied: [Block]) {
    blocks = copied
    guard copied.reduce(0, { $0 + $1.lines.count }) <= Self.mostLines, copied.allSatisfy(\.isHorizontal),
      !copied.words.map(\.text).joined().isRightToLeft
    else { return }
    let amounts = copied.words.filter { Self.isNumber($0.text) }
    blocks = copied.map { $0.with($0.lines.flatMap { Self.rows(of: $0, among: amounts) }) }
    var lines: [Line?] = blocks.flatMap(\.lines)
    prose = blocks.flatMap { block in block.lines.map { _ in block.isProse } }
    let torn = lines.indices.filter { isTorn($0, in: lines) }
    let labels = torn.compactMap { label(of: $0, in: lines) }.compactMap { lines[$0] }.filter { !Self.isNumber($0) }
    guard torn.count >= Self.fewest, median(labels.map { Double($0.words.count) }) <= Self.mostWordsOfLabel else {
      return
    }
    let numbers = lines.indices.filter { lines[$0].map(Self.isNumber) ?? false }
    for number in numbers.sorted(by: { lines[$0]?.box.x ?? 0 < lines[$1]?.box.x ?? 0 }) {
      guard let line = lines[number], let label = label(of: number, in: lines) else { continue }
      lines[label]?.append(line)
      lines[label]?.updateText()
      lines[number] = nil
    }
    var rest = lines[...]
    blocks = blocks.compactMap { block in
      let own = rest.prefix(block.lines.count).compactMap(\.self)
      rest = rest.dropFirst(block.lines.count)
      return own.isEmpty && !block.lines.isEmpty ? nil : block.with(own)
    }
  }

  // Returns whether a line is a number whose row isn't right before it.
  private func isTorn(_ place: Int, in lines: [Line?]) -> Bool {
    guard let line = lines[place], Self.isNumber(line), let label = label(of: place, in: lines) else { return false }
    return lines[..<place].lastIndex { $0 != nil } != label
  }

  // Returns the rows of a line that has words of several ones, from the top. Raised marks are nearer to the line. A row of text without a number is a
  // head above the others, or the second line of a cell, which stays with the numbers beside it.
  private static func rows(of line: Line, among numbers: [Word]) -> [Line] {
    var rows: [[Word]] = []
    for word in line.words {
      let row = rows.firstIndex { row in
        row.contains { 2 * abs($0.box.middleY - word.box.middleY) < $0.box.height + word.box.height }
      }
      if let row { rows[row].append(word) } else { rows.append([word]) }
    }
    guard rows.count > 1 else { return [line] }
    let haveNumbers = rows.indices.allSatisfy { place in
      let row = rows[place]
      let others = rows.indices.filter { $0 != place }.flatMap { rows[$0] }
      return row.contains { isNumber($0.text) }
        || row.allSatisfy { word in others.allSatisfy { isAbove(word.box, $0.box) } }
        || numbers.contains { $0.box.sharedHeight(with: row[0].box) > level && !line.words.contains($0) }
    }
    // Rows that follow each other downwards lack only the line break.
    let areWhole =
      rows.flatMap(\.self) == line.words
      && zip(rows, rows.dropFirst()).allSatisfy { above, below in
        below[0].box.middleY - above[0].box.middleY > min(above[0].box.height, below[0].box.height)
      }
    guard haveNumbers || areWhole else { return [line] }
    return rows.sorted { $0[0].box.y < $1[0].box.y }.map { words in
      var row = line.with(words)
      row.baseline = row.baseline.map { Point(x: $0.x, y: min(max($0.y, words[0].box.middleY), words[0].box.maxY)) }
      row.updateText()
      return row
    }
  }

  // Returns whether a word is in a row above another one, and in another column, as the heads of a table are.
  private static func isAbove(_ one: Box, _ other: Box) -> Bool {
    one.sharedWidth(with: other) <= 0 && other.middleY - one.middleY > min(one.height, other.height)
  }

  // 1,234.50 €, 546.00 T, and 19 %, but no text.
  private static func isNumber(_ line: Line) -> Bool { line.words.count <= mostWords && isNumber(line.text) }

  private static func isNumber(_ text: String) -> Bool {
    text.contains(where: \.isNumber) && text.count(where: \.isLetter) <= mostLetters
  }

  // Returns the line that is nearest to the left of a number in its row, unless the number begins the cells of a text that is nearer to its right.
  private func label(of number: Int, in lines: [Line?]) -> Int? {
    guard let box = lines[number]?.box else { return nil }
    var (left, right): ((index: Int, gap: Double)?, Double) = (nil, .infinity)
    for case (let index, let line?) in lines.enumerated()
    where index != number && line.box.sharedHeight(with: box) > Self.level {
      let gap = box.x - line.box.maxX
      if gap >= 0, gap < left?.gap ?? .infinity { left = (index, gap) }
      if line.box.x >= box.maxX, !Self.isNumber(line) { right = min(right, line.box.x - box.maxX) }
    }
    return left.flatMap { $0.gap < right && !prose[$0.index] && !isSentence(lines[$0.index]) ? $0.index : nil }
  }

  private func isSentence(_ line: Line?) -> Bool {
    line.map { $0.words.count > Self.mostWordsOfCell && $0.text.hasSuffix(".") } ?? false
  }
}
