// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout

/// A part of a form row. A wide gap, a label's colon, or the start or end of a fill-in line separates it from the next part.
struct FormCell {
  var words: [Word]
  var box: Box
  /// Whether the text is probably a value: it is on a fill-in line that isn't below the whole row, or follows a label in a row with such a line.
  var isOnLine = false

  var text: String { joinedText(words) }

  var isLabel: Bool {
    guard let last = words.last?.text.last else { return false }
    return last == ":" || last == "："
  }

  var label: String {
    var text = Substring(joinedText(words.filter { !FormCell.isLine($0.text) }))
    while let last = text.last, last == ":" || last == "：" || last.isWhitespace { text.removeLast() }
    return String(text)
  }

  static func isLine(_ text: String) -> Bool { text.count > 1 && text.allSatisfy { "_.-–—…=".contains($0) } }

  var isLine: Bool { words.allSatisfy { Self.isLine($0.text) } }

  /// Returns whether a text is a check mark, as typed next to a label without a printed box.
  static func isMark(_ text: String) -> Bool {
    let sign = text.filter { $0 != "_" }
    return sign == "X" || sign == "x" || sign == "✓"
  }

  var isMark: Bool { words.count == 1 && Self.isMark(words[0].text) }

  mutating func append(_ word: Word) {
    words.append(word)
    box = box.union(word.box)
  }
}

/// The rows of a form, divided into cells.
struct FormRows {
  /// The range of gaps between cells, in line heights: the minimum gap that can separate cells, and the gap that always does.
  private static let spaces = 1.25...2.0
  /// The gap that separates cells, as a multiple of the typical space between words. Typewriters leave wide spaces.
  private static let usualSpaces = 1.75

  /// The maximum gap within a cell of a row with wide spaces, in line heights.
  private static let widestTyped = 1.6

  /// The maximum break within a fill-in line, and the minimum length of the line, in line heights.
  private static let (widestBreak, shortestLine) = (1.5, 3.0)

  /// The minimum share of a word's width that is above a line if the word is on the line, and the maximum share if the word is next to the line.
  private static let (standing, beside) = (0.5, 0.2)
  /// The vertical range of letter strokes, as shares of a word's height.
  private static let strokes = 0.12...0.88
  /// The minimum space before a label that follows a fill-in line, in line heights.
  private static let spaceAfterLine = 0.8

  /// The maximum number of words on a form, which bounds the time for comparing rows.
  private static let mostWords = 20_000

  private(set) var rows: [[FormCell]] = []
  let height: Double
  let rules: AxisRules
  /// The horizontal rules, without the strokes of adjacent letters that a coarse scan has joined.
  private let across: [AxisRule]

  init(_ page: RecognizedPage) {
    let heights = page.words.map(\.box.height).sorted()
    height = heights.isEmpty ? 1 : max(heights[heights.count / 2], 1)
    let isTooMuch = page.words.count > Self.mostWords
    let space = Self.widestSpace(page, height: height)
    let boxes = page.words.map(\.box)
    rules = AxisRules(isTooMuch ? [] : page.rules ?? [], words: boxes, height: height)
    let height = height
    across = rules.across.filter { !Self.isStroke($0, of: boxes, height) }
    guard !isTooMuch else { return }
    for row in TextRows(page).rows where !row.pieces.contains(where: \.isTurned) {
      let words = row.words.flatMap(FormWord.parts)
      let space = max(space, min(Self.usualSpaces * Self.usualSpace(words), Self.widestTyped * height))
      let cells = Self.withWholeLabels(cells(words, widestSpace: space), widestSpace: space)
      if !cells.isEmpty { rows.append(cells) }
    }
  }

  private static func isStroke(_ rule: AxisRule, of words: [Box], _ height: Double) -> Bool {
    let crossed = words.filter { box in
      rule.position > box.y + strokes.lowerBound * box.height && rule.position < box.y + strokes.upperBound * box.height
        && rule.covered(box.x, box.maxX) > 0
    }
    guard let start = crossed.map(\.x).min(), let end = crossed.map(\.maxX).max() else { return false }
    let covered = crossed.reduce(0) { $0 + rule.covered($1.x, $1.maxX) }
    return rule.start > start - 0.6 * height && rule.end < end + 0.6 * height && covered > 0.7 * rule.length
  }

  private static func widestSpace(_ page: RecognizedPage, height: Double) -> Double {
    let gaps = page.blocks.flatMap(\.lines).flatMap { line -> [Double] in
      let gaps = zip(line.words, line.words.dropFirst()).map { $1.box.x - $0.box.maxX }
      return gaps.filter { $0 > 0 && $0 < 3 * height }
    }.sorted()
    let usual = gaps.isEmpty ? 0 : gaps[gaps.count / 2]
    return min(max(usualSpaces * usual, spaces.lowerBound * height), spaces.upperBound * height)
  }

  /// Returns the median gap between the words of a row, in pixels, or 0 if the row has at most three words.
  private static func usualSpace(_ words: [Word]) -> Double {
    guard words.count > 3 else { return 0 }
    return zip(words, words.dropFirst()).map { $1.box.x - $0.box.maxX }.sorted()[(words.count - 1) / 2]
  }

  private func cells(_ words: [Word], widestSpace: Double) -> [FormCell] {
    let lines = lines(under: words, across)
    let onLine = words.map { word in
      lines.reduce(0) { $0 + $1.covered(word.box.x, word.box.maxX) } / max(1, word.box.width)
    }
    // A line under the whole row separates rows, not cells.
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
      // Values are often typed with wider spaces than the form's own text.
      let isValue = cells.last?.isOnLine == true || cells.count > 1 && cells[cells.count - 2].isLabel
      let widest =
        isValue && !Self.beginsLabel(words[index...], widestSpace) ? Self.spaces.upperBound * height : widestSpace
      let isMark = Self.isMark(index, words, widestSpace) || index > 0 && Self.isMark(index - 1, words, widestSpace)
      if let last = cells.last, !last.isLabel, !isMark, gap < widest,
        // Text after a colon is a value, wherever the line below it begins.
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

  /// Returns whether a word is a check mark: it has a wide space on one side and isn't next to a number that it would multiply.
  private static func isMark(_ index: Int, _ words: [Word], _ widestSpace: Double) -> Bool {
    guard FormCell.isMark(words[index].text) else { return false }
    let before = index > 0 ? words[index - 1] : nil
    let after = index + 1 < words.count ? words[index + 1] : nil
    let isAlone = [before.map { words[index].box.x - $0.box.maxX }, after.map { $0.box.x - words[index].box.maxX }]
      .contains { $0.map { $0 > widestSpace } ?? true }
    return isAlone && ![before, after].contains { isNumber($0?.text ?? "") }
  }

  private static func isNumber(_ text: String) -> Bool {
    text.contains(where: \.isNumber) && text.last != "." && text.last != ")"
  }

  private static func beginsLabel(_ words: ArraySlice<Word>, _ widestSpace: Double) -> Bool {
    for (word, next) in zip(words, words.dropFirst().map(Optional.some) + [nil]) {
      if word.text.last == ":" || word.text.last == "：" { return true }
      guard let next, next.box.x - word.box.maxX < widestSpace else { return false }
    }
    return false
  }

  /// Rejoins labels split by a fill-in line that begins too early, and splits a number from the label after it if another label precedes it.
  private static func withWholeLabels(_ cells: [FormCell], widestSpace: Double) -> [FormCell] {
    cells.reduce(into: []) { whole, cell in
      if cell.isLabel, whole.last?.isLabel == true, let start = cell.words.firstIndex(where: isOfLetters), start > 0,
        cell.words[..<start].reduce(0, { $0 + $1.text.count(where: \.isNumber) }) > 2
      {
        for part in [cell.words[..<start], cell.words[start...]] {
          whole.append(
            FormCell(words: Array(part), box: part.dropFirst().reduce(part[part.startIndex].box) { $0.union($1.box) }))
        }
        return
      }
      if cell.isOnLine, cell.isLabel, let last = whole.last, !last.isLabel, !last.isLine,
        cell.box.x - last.box.maxX < widestSpace
      {
        for word in cell.words { whole[whole.count - 1].append(word) }
      } else {
        whole.append(cell)
      }
    }
  }

  private static func isOfLetters(_ word: Word) -> Bool {
    word.text.contains(where: \.isLetter) && !word.text.contains(where: \.isNumber)
  }

  /// Returns the fill-in lines below the words of a row, with small breaks closed.
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

  private static func parts(_ rule: AxisRule, _ left: Box, _ right: Box) -> Bool {
    rule.position > left.maxX - 0.1 * left.height && rule.position < right.x + 0.1 * right.height
      && rule.covered(min(left.y, right.y), max(left.maxY, right.maxY)) > 0.7 * min(left.height, right.height)
  }
}
