// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Merges an engine's lines into Tesseract's layout, line by line and word by word.
package struct LineMerge {
  private static let sameRow = 0.5

  /// The maximum height of ruby kana, relative to the line below.
  private static let smallKana = 0.65  // Chosen: 0.5 to 0.8 (doubt).

  private struct Row {
    var block: Int
    var line: Line
    var words: [Word] = []
  }

  private let blocks: [Block]
  private let pieces: [Line]
  private let untouched: [Box]
  private let policy: MergePolicy

  package init(tesseract blocks: [Block], engine pieces: [Line], untouched: [Box] = [], _ policy: MergePolicy) {
    (self.blocks, self.pieces, self.untouched, self.policy) = (blocks, pieces, untouched, policy)
  }

  package func merged() -> [Block] {
    guard !pieces.isEmpty else { return blocks }
    guard blocks.contains(where: { !$0.lines.isEmpty }) else { return EngineLayout(pieces).blocks() + blocks }
    var rows = blocks.enumerated().flatMap { index, block in block.lines.map { Row(block: index, line: $0) } }
    var claimed: [Int: [(row: Int, word: Word)]] = [:]
    for (number, row) in rows.enumerated() {
      for word in row.line.words {
        if let piece = piece(around: word.box) {
          claimed[piece, default: []].append((number, word))
        } else if untouched.contains(where: { word.box.isMostly(in: $0) })
          || word.confidence >= policy.sureAlone && word.text.contains(where: { $0.isLetter || $0.isNumber })
        {
          rows[number].words.append(word)
        }
      }
    }
    var left: [Line] = []
    for (index, piece) in pieces.enumerated() {
      let found = claimed[index] ?? []
      guard !isRuby(piece) else {
        left.append(piece)
        continue
      }
      guard let number = mainRow(of: found) ?? nearestRow(to: piece.box, rows) else {
        left.append(piece)
        continue
      }
      let words = found.filter { $0.row == number }.map(\.word).sorted { $0.box.x < $1.box.x }
      rows[number].words += PieceMerge(piece, words, policy).words()
    }
    return blocks(of: rows, and: EngineLayout(left).rows())
  }

  /// Returns whether a piece is ruby: small kana above a line, which show its pronunciation.
  private func isRuby(_ piece: Line) -> Bool {
    guard piece.words.allSatisfy({ $0.text.unicodeScalars.allSatisfy(isKana) }) else { return false }
    return pieces.contains { base in
      piece.box.height <= Self.smallKana * base.box.height && piece.box.middleY < base.box.middleY
        && base.box.y - piece.box.maxY < piece.box.height && piece.box.sharedWidth(with: base.box) > 0.5
    }
  }

  private func piece(around box: Box) -> Int? {
    var best: (index: Int, share: Double)?
    for (index, piece) in pieces.enumerated() {
      let width = min(box.maxX, piece.box.maxX) - max(box.x, piece.box.x)
      let share = box.sharedHeight(with: piece.box)
      let isSame = width >= 0.5 * box.width || box.hasRule(below: piece.box)
      guard share >= Self.sameRow, isSame, width * share > best?.share ?? 0 else { continue }
      best = (index, width * share)
    }
    return best?.index
  }

  private func mainRow(of words: [(row: Int, word: Word)]) -> Int? {
    var widths: [Int: Double] = [:]
    for (row, word) in words { widths[row, default: 0] += word.box.width }
    return widths.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
  }

  private func nearestRow(to box: Box, _ rows: [Row]) -> Int? {
    // A row has no space left for the box if its words already cover that part of the line.
    let candidates = rows.indices.filter { row in
      rows[row].line.box.sharedHeight(with: box) >= 0.6
        && !rows[row].words.contains { $0.box.sharedWidth(with: box) > 0.3 }
    }
    return candidates.min { rows[$0].line.box.distanceAcross(to: box) < rows[$1].line.box.distanceAcross(to: box) }
  }

  private func blocks(of rows: [Row], and own: [Line]) -> [Block] {
    var lines = rows.map { row in
      (block: row.block, line: row.line.made(of: row.words.sorted { $0.box.x < $1.box.x }))
    }
    let first = blocks.firstIndex { !$0.lines.isEmpty } ?? 0
    for line in own {
      let above = lines.indices.filter { lines[$0].line.map { $0.box.middleY < line.box.middleY } ?? false }
      let next = above.max { before(lines[$0].line, lines[$1].line, line) }
      lines.insert((next.map { lines[$0].block } ?? first, line), at: next.map { $0 + 1 } ?? 0)
    }
    return blocks.enumerated().compactMap { index, block in
      // Blocks without lines are pictures.
      if block.lines.isEmpty { return block }
      var block = block
      block.lines = lines.filter { $0.block == index }.compactMap(\.line)
      guard let box = block.lines.map(\.box).union else { return nil }
      block.box = box
      return block
    }
  }

  private func before(_ first: Line?, _ second: Line?, _ line: Line) -> Bool {
    guard let first, let second else { return first == nil }
    func distance(_ other: Line) -> Double {
      line.box.middleY - other.box.middleY + other.box.distanceAcross(to: line.box)
    }
    return distance(first) > distance(second)
  }
}

extension Box {
  /// Returns whether the box may be that of the same text, but as wide as the rule below it: both begin at about the same place.
  fileprivate func hasRule(below text: Box) -> Bool {
    abs(text.x - x) < height && text.maxX < maxX && text.height >= 0.6 * height
  }

  package func isMostly(in other: Box) -> Bool {
    sharedHeight(with: other) >= 0.5 && min(maxX, other.maxX) - max(x, other.x) >= 0.5 * width
  }
}
