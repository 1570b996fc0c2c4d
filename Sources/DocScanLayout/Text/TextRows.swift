// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles

/// A page's rows, assembled from lines across columns. A row follows the slope of nearby lines. A column read as a line is first split into words.
package struct TextRows: Sendable {
  package let rows: [TextRow]

  /// The maximum vertical distance between two adjacent pieces of a row, after its slope is taken into account, in heights of the smaller piece.
  private static let tolerance = 0.45
  /// The minimum ratio of width to height for a line to contribute to the slope.
  private static let longLine = 5.0
  /// The number of nearby lines whose median slope is used for a row.
  private static let neighbours = 7
  private static let steepest = 0.3

  /// A piece of a row, with the measures for finding its neighbors.
  private struct Part {
    var piece: TextRow.Piece
    /// The median height of the words, in pixels.
    var height: Double
    /// The slope, in pixels downwards per pixel to the right.
    var slope = 0.0

    var leftY: Double { piece.box.middleY - slope * piece.box.width / 2 }
    var rightY: Double { piece.box.middleY + slope * piece.box.width / 2 }
  }

  package init(_ page: RecognizedPage) { self.init(page.blocks.flatMap(\.lines)) }

  package init(_ lines: [Line]) {
    let lines = lines.filter { !$0.words.isEmpty }
    let level = lines.filter { $0.turn == 0 && !$0.isVertical }
    let slopes = level.compactMap(Self.slope).sorted { $0.y < $1.y }
    var parts = level.flatMap(Self.pieces).map { Part(piece: $0, height: Self.height($0.words)) }
    for index in parts.indices { parts[index].slope = Self.slope(at: parts[index].piece.box.middleY, of: slopes) }
    var rows: [[Part]] = []
    for part in parts.sorted(by: { ($0.piece.box.x, $0.piece.box.y) < ($1.piece.box.x, $1.piece.box.y) }) {
      let near = rows.indices.compactMap { row in Self.distance(from: rows[row], to: part).map { (row, $0) } }
      if let best = near.min(by: { $0.1 < $1.1 }) { rows[best.0].append(part) } else { rows.append([part]) }
    }
    let turned = lines.filter { $0.turn != 0 || $0.isVertical }.map {
      [Part(piece: TextRow.Piece(words: $0.words, box: $0.box, isTurned: true), height: $0.box.height)]
    }
    let middle = (level.map(\.box.x).min() ?? 0) + (level.map(\.box.maxX).max() ?? 0)
    let placed = (rows + turned).map { row -> (y: Double, row: [Part]) in
      guard let first = row.first else { return (0, row) }
      let box = first.piece.box
      return (box.middleY + first.slope * (middle / 2 - box.middleX), row)
    }
    self.rows = placed.sorted { $0.y < $1.y }.map { TextRow(pieces: $0.row.map(\.piece)) }
  }

  /// Returns the vertical distance from a row's projected center line to a piece, in line heights, or `nil` if the piece isn't part of the row.
  private static func distance(from row: [Part], to part: Part) -> Double? {
    guard let last = row.last else { return nil }
    let height = min(last.height, part.height)
    let gap = part.piece.box.x - last.piece.box.maxX
    guard gap > -0.5 * height, height > 0 else { return nil }
    let distance = abs(last.rightY + (last.slope + part.slope) / 2 * gap - part.leftY) / height
    return distance < tolerance ? distance : nil
  }

  /// Returns the slope of a long line and the y-coordinate of its center, or `nil` if the line is short, steep, or has only one word.
  private static func slope(_ line: Line) -> (y: Double, slope: Double)? {
    guard let first = line.baseline.first, let last = line.baseline.last, line.words.count > 1 else { return nil }
    let width = last.x - first.x
    guard width > longLine * height(line.words), width > 0 else { return nil }
    let slope = (last.y - first.y) / width
    return abs(slope) <= steepest ? (line.box.middleY, slope) : nil
  }

  private static func slope(at y: Double, of slopes: [(y: Double, slope: Double)]) -> Double {
    var (low, high) = (0, slopes.count)
    while low < high {
      let middle = (low + high) / 2
      if slopes[middle].y < y { low = middle + 1 } else { high = middle }
    }
    let start = max(0, min(low - neighbours / 2, slopes.count - neighbours))
    let near = slopes[start..<min(start + neighbours, slopes.count)].map(\.slope).sorted()
    return near.isEmpty ? 0 : near[near.count / 2]
  }

  private static func height(_ words: [Word]) -> Double {
    let heights = words.map(\.box.height).sorted()
    return heights.isEmpty ? 0 : heights[heights.count / 2]
  }

  /// Splits a line wherever a word isn't to the right of the previous one.
  private static func pieces(of line: Line) -> [TextRow.Piece] {
    // In right-to-left text, the next word is to the left, so the line isn't split.
    guard !line.text.hasLettersFromRight else { return [TextRow.Piece(words: line.words, box: line.box)] }
    var pieces: [TextRow.Piece] = []
    for word in line.words {
      if let last = pieces.last?.words.last, isBeside(word.box, last.box) {
        pieces[pieces.count - 1].words.append(word)
        pieces[pieces.count - 1].box = pieces[pieces.count - 1].box.union(word.box)
      } else {
        pieces.append(TextRow.Piece(words: [word], box: word.box))
      }
    }
    // The box of the whole line is a better estimate of its height than the boxes of its words.
    if pieces.count == 1 { pieces[0].box = line.box }
    return pieces
  }

  private static func isBeside(_ box: Box, _ last: Box) -> Bool {
    let shared = min(box.maxY, last.maxY) - max(box.y, last.y)
    return shared > 0.25 * min(box.height, last.height) && box.x + box.width / 2 > last.x + last.width / 2
  }
}

/// The text at one height of a page, across all columns.
package struct TextRow: Hashable, Sendable {
  /// A line, or a part of a line whose words are side by side.
  package struct Piece: Hashable, Sendable {
    package var words: [Word]
    /// The box around the words, in pixels of the corrected page.
    package var box: Box
    /// Whether the text is rotated or vertical. Such a piece forms a row by itself.
    package var isTurned: Bool

    package init(words: [Word], box: Box, isTurned: Bool = false) {
      (self.words, self.box, self.isTurned) = (words, box, isTurned)
    }

    package var text: String { joinedText(words) }
  }

  package var pieces: [Piece]

  package init(pieces: [Piece]) { self.pieces = pieces }

  package var words: [Word] { pieces.flatMap(\.words) }
  package var text: String { joinedText(words) }
  package var box: Box {
    pieces.dropFirst().reduce(pieces.first?.box ?? Box(x: 0, y: 0, width: 0, height: 0)) { $0.union($1.box) }
  }
}
