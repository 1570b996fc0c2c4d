// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Arranges an engine's pieces of text in lines and blocks. Many engines split lines at wide gaps.
package struct EngineLayout {
  // The minimum share of the text's width if a piece is a line of a column, not a part of a row.
  private static let wide = 0.3

  private let pieces: [Line]

  package init(_ pieces: [Line]) { self.pieces = pieces }

  package func blocks() -> [Block] {
    var blocks: [Block] = []
    for line in rows() {
      if var block = blocks.last, let last = block.lines.last, line.box.y >= last.box.y,
        line.box.y - last.box.maxY < max(last.box.height, line.box.height)
      {
        block.box = block.box.union(line.box)
        block.lines.append(line)
        blocks[blocks.count - 1] = block
      } else {
        blocks.append(Block(kind: .text, box: line.box, lines: [line]))
      }
    }
    return blocks
  }

  func rows() -> [Line] {
    let rows = levelPieces(0.5)
    if isInColumns(rows) { return pieces }
    return rows.map(Self.line).sorted { $0.box.middleY < $1.box.middleY }
  }

  // Returns the pieces at the same height as one line, also those of different columns. `share` is the part of their heights that they have in common.
  func level(_ share: Double) -> [Line] { levelPieces(share).map(Self.line) }

  private func levelPieces(_ share: Double) -> [[Line]] {
    var rows: [[Line]] = []
    for piece in pieces {
      let row = rows.lastIndex { row in
        row.contains { $0.box.sharedHeight(with: piece.box) >= share }
          && row.allSatisfy { $0.box.distanceAcross(to: piece.box) > 0 }
      }
      if let row { rows[row].append(piece) } else { rows.append([piece]) }
    }
    return rows
  }

  private func isInColumns(_ rows: [[Line]]) -> Bool {
    let width = (pieces.map(\.box.maxX).max() ?? 0) - (pieces.map(\.box.x).min() ?? 0)
    let several = rows.filter { $0.count > 1 }
    let wide = several.filter { row in row.count { $0.box.width >= Self.wide * width } > 1 }
    return several.count > 2 && 2 * wide.count > several.count
  }

  private static func line(_ row: [Line]) -> Line {
    let parts = row.sorted { $0.box.x < $1.box.x }
    var line = parts[0]
    for part in parts.dropFirst() {
      line.words += part.words
      line.box = line.box.union(part.box)
    }
    line.updateText()
    line.baseline = [parts[0].baseline.first, parts[parts.count - 1].baseline.last].compactMap(\.self)
    return line
  }
}

extension Box {
  package func distanceAcross(to other: Box) -> Double { max(0, max(x, other.x) - min(maxX, other.maxX)) }
}
