// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Words of a row without a wide gap among them, or up to the colon of a label, or up to where a line to write on begins or ends.
struct FormCell {
  var words: [Word]
  var box: Box
  /// Whether it stands on a line that begins and ends with it, as what is filled in does, and its label does not.
  var isOnLine = false

  var text: String { joinedText(words) }

  /// Whether it ends with a colon, as labels do.
  var isLabel: Bool {
    guard let last = words.last?.text.last else { return false }
    return last == ":" || last == "："
  }

  /// The text without its colon, and without what only draws a line.
  var label: String {
    var text = Substring(joinedText(words.filter { !FormCell.isLine($0.text) }))
    while let last = text.last, last == ":" || last == "：" || last.isWhitespace { text.removeLast() }
    return String(text)
  }

  /// Whether a word is a line to write on that was read as text.
  static func isLine(_ text: String) -> Bool { text.count > 1 && text.allSatisfy { "_.-–—…=".contains($0) } }

  /// Whether the whole cell is.
  var isLine: Bool { words.allSatisfy { Self.isLine($0.text) } }

  mutating func append(_ word: Word) {
    words.append(word)
    box = box.union(word.box)
  }
}

/// The rows of a page as forms have them.
struct FormRows {
  /// A gap of so many heights parts cells at least, and one of so many is always wide.
  private static let spaces = 1.25...2.0
  /// A gap that is so many times the usual one between words parts cells: typewriters leave much between words.
  private static let usualSpaces = 1.75

  /// A line to write on is interrupted by no more, and not shorter, in heights.
  private static let (widestBreak, shortestLine) = (1.5, 3.0)

  /// The share of a word above a line from which it stands on it, and up to which it is beside it.
  private static let (standing, beside) = (0.5, 0.2)
  /// A label after a line has more space before it than words have, in heights.
  private static let spaceAfterLine = 0.8

  /// A page with more words is no form, and each row is compared with those below it.
  private static let mostWords = 20_000

  private(set) var rows: [[FormCell]] = []
  /// The middle height of words.
  let height: Double
  /// The lines on the page.
  let rules: AxisRules

  init(_ page: RecognizedPage) {
    let heights = page.words.map(\.box.height).sorted()
    height = heights.isEmpty ? 1 : max(heights[heights.count / 2], 1)
    let isTooMuch = page.words.count > Self.mostWords
    let space = Self.widestSpace(page, height: height)
    rules = AxisRules(isTooMuch ? [] : page.rules ?? [], words: page.words.map(\.box), height: height)
    guard !isTooMuch else { return }
    for row in TextRows(page).rows where !row.pieces.contains(where: \.isTurned) {
      let cells = Self.withWholeLabels(cells(row.words, widestSpace: space), widestSpace: space)
      if !cells.isEmpty { rows.append(cells) }
    }
  }

  /// The widest gap that does not part cells.
  private static func widestSpace(_ page: RecognizedPage, height: Double) -> Double {
    let gaps = page.blocks.flatMap(\.lines).flatMap { line in
      zip(line.words, line.words.dropFirst()).map { $1.box.x - $0.box.maxX }.filter { $0 > 0 && $0 < 3 * height }
    }.sorted()
    let usual = gaps.isEmpty ? 0 : gaps[gaps.count / 2]
    return min(max(usualSpaces * usual, spaces.lowerBound * height), spaces.upperBound * height)
  }

  private func cells(_ words: [Word], widestSpace: Double) -> [FormCell] {
    let lines = lines(under: words, rules.across)
    let onLine = words.map { word in
      lines.reduce(0) { $0 + $1.covered(word.box.x, word.box.maxX) } / max(1, word.box.width)
    }
    // Where all of a row stands on a line, it parts rows, not cells.
    let hasBoth = onLine.contains { $0 > Self.standing } && onLine.contains { $0 < Self.beside }
    var cells: [FormCell] = []
    for (index, word) in words.enumerated() {
      if word.text == ":" || word.text == "：", !cells.isEmpty {
        cells[cells.count - 1].append(word)
        continue
      }
      let gap = (cells.last?.box.maxX).map { word.box.x - $0 } ?? 0
      let begins = hasBoth && index > 0 && onLine[index] > Self.standing && onLine[index - 1] < Self.beside
      let ends = hasBoth && index > 0 && onLine[index] < Self.beside && onLine[index - 1] > Self.standing
      // What is filled in is often typed with more space than the form is printed with.
      let isValue = cells.last?.isOnLine == true || cells.count > 1 && cells[cells.count - 2].isLabel
      let widest =
        isValue && !Self.beginsLabel(words[index...], widestSpace) ? Self.spaces.upperBound * height : widestSpace
      if let last = cells.last, !last.isLabel, gap < widest,
        // What comes after a colon is filled in, wherever a line begins below it.
        !begins || last.isOnLine, !ends || gap < Self.spaceAfterLine * height,
        !rules.down.contains(where: { Self.parts($0, last.box, word.box) })
      {
        cells[cells.count - 1].append(word)
      } else {
        let isFilledIn = hasBoth && (onLine[index] > Self.standing || cells.last?.isLabel ?? false)
        cells.append(FormCell(words: [word], box: word.box, isOnLine: isFilledIn))
      }
    }
    return cells
  }

  /// Whether words up to the next wide gap end with a colon.
  private static func beginsLabel(_ words: ArraySlice<Word>, _ widestSpace: Double) -> Bool {
    for (word, next) in zip(words, words.dropFirst().map(Optional.some) + [nil]) {
      if word.text.last == ":" || word.text.last == "：" { return true }
      guard let next, next.box.x - word.box.maxX < widestSpace else { return false }
    }
    return false
  }

  /// Cells with labels put together again below which a line has begun too early: a colon says that they go on.
  private static func withWholeLabels(_ cells: [FormCell], widestSpace: Double) -> [FormCell] {
    cells.reduce(into: []) { whole, cell in
      if cell.isOnLine, cell.isLabel, let last = whole.last, !last.isLabel, !last.isLine,
        cell.box.x - last.box.maxX < widestSpace
      {
        for word in cell.words { whole[whole.count - 1].append(word) }
      } else {
        whole.append(cell)
      }
    }
  }

  /// The lines to write on below words of a row, with what is between their pieces.
  private func lines(under words: [Word], _ rules: [AxisRule]) -> [AxisRule] {
    let own = rules.filter { rule in
      words.contains { word in
        let box = word.box
        return rule.position > box.maxY - 0.35 * box.height && rule.position < box.maxY + 0.7 * box.height
          && rule.covered(box.x - 2 * height, box.maxX + 2 * height) > 0
      }
    }
    var lines: [AxisRule] = []
    for rule in own.sorted(by: { $0.start < $1.start }) {
      if let last = lines.last, rule.start < last.end + Self.widestBreak * height {
        lines[lines.count - 1] = AxisRule(
          start: last.start, end: max(last.end, rule.end), position: last.position)
      } else {
        lines.append(rule)
      }
    }
    return lines.filter { $0.length > Self.shortestLine * height }
  }

  /// Whether a rule down is between two words of a row.
  private static func parts(_ rule: AxisRule, _ left: Box, _ right: Box) -> Bool {
    rule.position > left.maxX - 0.1 * left.height && rule.position < right.x + 0.1 * right.height
      && rule.covered(min(left.y, right.y), max(left.maxY, right.maxY)) > 0.7 * min(left.height, right.height)
  }
}
