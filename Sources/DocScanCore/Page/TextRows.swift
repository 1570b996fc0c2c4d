// SPDX-License-Identifier: GPL-3.0-or-later

/// The rows of a page, put together from its lines by where they are.
///
/// Lines that lean or bend are followed: a row goes on to its right with the slope of the lines around it. A line whose words
/// are below each other, as where a column was read as one line, is taken apart first.
package struct TextRows: Sendable {
  /// From the top of the page to its end.
  package let rows: [TextRow]

  /// How far the middles of two pieces of a row may be apart, in heights of the smaller one.
  private static let tolerance = 0.45
  /// Slopes are taken from lines that are so many times as wide as high.
  private static let longLine = 5.0
  /// So many of the nearest lines say how a row leans.
  private static let neighbours = 7
  /// Steeper lines are no rows.
  private static let steepest = 0.3

  /// A piece, with what is needed to find its neighbours.
  private struct Part {
    var piece: TextRow.Piece
    /// The middle of its words' heights.
    var height: Double
    /// Pixels downwards for each pixel to the right.
    var slope = 0.0

    var leftY: Double { piece.box.middleY - slope * piece.box.width / 2 }
    var rightY: Double { piece.box.middleY + slope * piece.box.width / 2 }
  }

  /// The rows of a page.
  package init(_ page: RecognizedPage) { self.init(page.blocks.flatMap(\.lines)) }

  /// The rows that lines are part of.
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
    let placed = (rows + turned).map { row in
      (
        y: row.map { $0.piece.box.middleY + $0.slope * (middle / 2 - $0.piece.box.x - $0.piece.box.width / 2) }.first
          ?? 0, row: row
      )
    }
    self.rows = placed.sorted { $0.y < $1.y }.map { TextRow(pieces: $0.row.map(\.piece)) }
  }

  /// How far a piece is from where a row would go on, in heights; nil if it does not belong to it.
  private static func distance(from row: [Part], to part: Part) -> Double? {
    guard let last = row.last else { return nil }
    let height = min(last.height, part.height)
    let gap = part.piece.box.x - last.piece.box.maxX
    guard gap > -0.5 * height, height > 0 else { return nil }
    let distance = abs(last.rightY + (last.slope + part.slope) / 2 * gap - part.leftY) / height
    return distance < tolerance ? distance : nil
  }

  /// The slope of a long line, and where it stands.
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

  /// The parts of a line whose words stand beside each other.
  private static func pieces(of line: Line) -> [TextRow.Piece] {
    // Words among which some are written from the right stay in their order.
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
    // The box of a whole line says more of its height than those of its words.
    if pieces.count == 1 { pieces[0].box = line.box }
    return pieces
  }

  private static func isBeside(_ box: Box, _ last: Box) -> Bool {
    let shared = min(box.maxY, last.maxY) - max(box.y, last.y)
    return shared > 0.25 * min(box.height, last.height) && box.x + box.width / 2 > last.x + last.width / 2
  }
}

/// What is side by side at one height of a page, whatever columns it was read in.
package struct TextRow: Hashable, Sendable {
  /// A line, or that part of a line whose words really are beside each other.
  package struct Piece: Hashable, Sendable {
    /// In the order in which they were read.
    package var words: [Word]
    /// Around its words, in pixels of the corrected page.
    package var box: Box
    /// Whether the text is turned or runs downwards: such a piece is a row by itself.
    package var isTurned: Bool

    /// A piece of a row.
    package init(words: [Word], box: Box, isTurned: Bool = false) {
      (self.words, self.box, self.isTurned) = (words, box, isTurned)
    }

    /// The words with a space between them, except between Han and kana characters.
    package var text: String { joinedText(words) }
  }

  /// From left to right.
  package var pieces: [Piece]

  /// A row, with its pieces from left to right.
  package init(pieces: [Piece]) { self.pieces = pieces }

  /// All of its words, from left to right.
  package var words: [Word] { pieces.flatMap(\.words) }
  /// The words of all pieces.
  package var text: String { joinedText(words) }
  /// Around all pieces; empty for none.
  package var box: Box {
    pieces.dropFirst().reduce(pieces.first?.box ?? Box(x: 0, y: 0, width: 0, height: 0)) { $0.union($1.box) }
  }
}
