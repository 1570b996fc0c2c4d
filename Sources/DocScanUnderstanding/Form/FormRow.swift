// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Words of a row without a wide gap among them, or up to the colon of a label.
struct FormCell {
  var words: [Word]
  var box: Box

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

  private(set) var rows: [[FormCell]] = []
  /// The middle height of words.
  let height: Double

  init(_ page: RecognizedPage) {
    let heights = page.words.map(\.box.height).sorted()
    height = heights.isEmpty ? 1 : max(heights[heights.count / 2], 1)
    let space = Self.widestSpace(page, height: height)
    for row in TextRows(page).rows where !row.pieces.contains(where: \.isTurned) {
      let cells = Self.cells(row.words, widestSpace: space)
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

  private static func cells(_ words: [Word], widestSpace: Double) -> [FormCell] {
    var cells: [FormCell] = []
    for word in words {
      if word.text == ":" || word.text == "：", !cells.isEmpty {
        cells[cells.count - 1].append(word)
      } else if let last = cells.last, !last.isLabel, word.box.x - last.box.maxX < widestSpace {
        cells[cells.count - 1].append(word)
      } else {
        cells.append(FormCell(words: [word], box: word.box))
      }
    }
    return cells
  }
}
