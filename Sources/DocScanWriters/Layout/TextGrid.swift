// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// The text of a page in a font whose characters all have the same width, each piece about where it stands on the page.
struct TextGrid {
  /// Words of a row without a wide gap between them.
  private struct Piece {
    var text: String
    var box: Box
  }

  /// The width of a gap, in characters, that separates pieces.
  private static let widestSpace = 2.5
  private static let mostEmptyLines = 2
  /// The largest width of a page, whatever its boxes say.
  private static let mostColumns = 400.0

  private let rows: [[Piece]]
  private let left: Double
  /// The width of a character in pixels.
  private let unit: Double

  /// Takes the words of a page.
  init(_ page: RecognizedPage) {
    let lines = page.blocks.flatMap(\.lines).filter { !$0.words.isEmpty }
    let level = lines.filter { $0.turn == 0 && !$0.isVertical }
    let widths = level.flatMap(\.words).map { $0.box.width / Double(max($0.text.columns, 1)) }.filter { $0 > 0 }
      .sorted()
    let width = widths.isEmpty ? 1 : widths[widths.count / 2]
    let rows = Self.rows(of: lines, characterWidth: width)
    self.rows = rows
    left = rows.joined().map(\.box.x).min() ?? 0
    let right = rows.joined().map(\.box.maxX).max() ?? 0
    // Pieces that begin below each other do so here, too, where the ones before them leave room.
    let room = rows.flatMap { row in
      zip(row, row.dropFirst()).map { ($1.box.x - $0.box.x) / Double($0.text.columns + 1) }
    }.filter { $0 > 0 }.sorted()
    let tight = room.isEmpty ? width : room[room.count / 20]
    unit = max(min(width, max(tight, width / 2)), (right - left) / Self.mostColumns)
  }

  /// The lines, each with a line feed at its end.
  var text: String {
    var text = ""
    var last: Box?
    for row in rows {
      let box = row.dropFirst().reduce(row.first?.box ?? Box(x: 0, y: 0, width: 0, height: 0)) { $0.union($1.box) }
      if let last, box.height > 0 {
        let gap = (box.y - last.maxY) / min(box.height, max(last.height, 1))
        text += String(repeating: "\n", count: min(Int(max(gap, 0) / 1.2), Self.mostEmptyLines))
      }
      var line = ""
      for piece in row {
        let column = max(Int(((piece.box.x - left) / unit).rounded()), 0)
        let end = line.columns
        line += String(repeating: " ", count: max(column - end, line.isEmpty ? 0 : 1)) + piece.text
      }
      text += line + "\n"
      last = box
    }
    return text
  }

  /// The rows of a page from its top; a turned line stands by itself.
  private static func rows(of lines: [Line], characterWidth: Double) -> [[Piece]] {
    var rows: [(box: Box, pieces: [Piece])] = []
    for line in lines.sorted(by: { ($0.box.middleY, $0.box.x) < ($1.box.middleY, $1.box.x) }) {
      guard line.turn == 0, !line.isVertical else {
        rows.append((line.box, [Piece(text: line.text, box: line.box)]))
        continue
      }
      let pieces = pieces(of: line, characterWidth: characterWidth)
      // Lines whose middles are at one height share a row, unless one would cover the other.
      let row = rows.lastIndex { row in
        abs(row.box.middleY - line.box.middleY) < 0.4 * min(row.box.height, line.box.height)
          && !row.pieces.contains { $0.box.x < line.box.maxX && line.box.x < $0.box.maxX }
      }
      if let row {
        rows[row].pieces += pieces
      } else {
        rows.append((line.box, pieces))
      }
    }
    return rows.map { $0.pieces.sorted { $0.box.x < $1.box.x } }
  }

  private static func pieces(of line: Line, characterWidth: Double) -> [Piece] {
    // Words of scripts that are written from the right stay in their order.
    guard !line.text.isRightToLeft else { return [Piece(text: line.text, box: line.box)] }
    return line.words.reduce(into: []) { pieces, word in
      if let last = pieces.last, word.box.x - last.box.maxX < widestSpace * characterWidth {
        pieces[pieces.count - 1].text += separator(last.text, word.text) + word.text
        pieces[pieces.count - 1].box = last.box.union(word.box)
      } else {
        pieces.append(Piece(text: word.text, box: word.box))
      }
    }
  }
}
