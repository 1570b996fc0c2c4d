// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanLayout

/// Lays out the text of a page in a monospaced font, with each piece approximately at its position on the page.
struct TextGrid {
  /// Words of a row without a wide gap between them.
  private struct Cell {
    var text: String
    var box: Box
  }

  /// The minimum width of a gap that separates pieces, in characters.
  private static let widestSpace = 2.5
  private static let mostEmptyLines = 2
  /// The maximum number of columns, regardless of the boxes.
  private static let mostColumns = 400.0

  private let rows: [[Cell]]
  private let left: Double
  /// The width of a character, in pixels.
  private let unit: Double

  init(_ page: RecognizedPage) {
    let lines = page.blocks.flatMap(\.lines).filter { !$0.words.isEmpty }
    let level = lines.filter { $0.turn == 0 && !$0.isVertical }
    let widths = level.flatMap(\.words).map { $0.box.width / Double(max($0.text.columns, 1)) }.filter { $0 > 0 }
      .sorted()
    let width = widths.isEmpty ? 1 : widths[widths.count / 2]
    let rows = TextRows(lines).rows.map { $0.pieces.flatMap { Self.pieces(of: $0, characterWidth: width) } }
    self.rows = rows
    left = rows.joined().map(\.box.x).min() ?? 0
    let right = rows.joined().map(\.box.maxX).max() ?? 0
    // With narrower characters, pieces that begin at the same position stay aligned even if the text before them is long.
    let room: [Double] = rows.flatMap { row -> [Double] in
      zip(row, row.dropFirst()).map { ($1.box.x - $0.box.x) / Double($0.text.columns + 1) }
    }.filter { $0 > 0 }.sorted()
    let tight = room.isEmpty ? width : room[room.count / 20]
    unit = max(min(width, max(tight, width / 2)), (right - left) / Self.mostColumns)
  }

  /// The lines, each with a line feed at the end.
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

  /// Returns the pieces of a row's part, split at wide gaps. Rotated text isn't split.
  private static func pieces(of part: TextRow.Piece, characterWidth: Double) -> [Cell] {
    // Lines with right-to-left words aren't split, so that the words stay in order.
    guard !part.isTurned, !part.text.hasLettersFromRight else { return [Cell(text: part.text, box: part.box)] }
    return part.words.reduce(into: []) { pieces, word in
      if let last = pieces.last, word.box.x - last.box.maxX < widestSpace * characterWidth {
        pieces[pieces.count - 1].text += separator(last.text, word.text) + word.text
        pieces[pieces.count - 1].box = last.box.union(word.box)
      } else {
        pieces.append(Cell(text: word.text, box: word.box))
      }
    }
  }
}
