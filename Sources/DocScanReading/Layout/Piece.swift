// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Words of a line without a wide gap between them.
struct Piece {
  var block: Int
  var number: Int
  var line: Line
  /// The extent of most of the words, so that a single tall word hardly matters.
  var box: Box

  static func pieces(of blocks: [Block], gap: Double) -> [Piece] {
    var pieces: [Piece] = []
    var number = 0
    for (index, block) in blocks.enumerated() {
      for line in block.lines {
        // Large letters have large spaces.
        for part in line.parts(gap: max(gap, line.bodyBox.height)) {
          pieces.append(Piece(block: index, number: number, line: part, box: part.bodyBox))
        }
        number += 1
      }
    }
    return pieces
  }
}

extension Line {
  fileprivate func parts(gap: Double) -> [Line] {
    guard isHorizontal else { return [self] }
    var gaps = gaps(least: gap)
    // A number in the margin is nearer to its line than columns are to each other.
    if let first = words.first, Int(first.text) != nil, let number = self.gaps(least: LineNumbers.gap * gap).first,
      number.lowerBound <= first.box.maxX, gaps.first != number
    {
      gaps.insert(number, at: 0)
    }
    guard !gaps.isEmpty else { return [self] }
    return (0...gaps.count).compactMap { index in
      let left = index == 0 ? -Double.infinity : gaps[index - 1].upperBound
      let right = index == gaps.count ? Double.infinity : gaps[index].upperBound
      let part = words.filter { $0.box.x >= left && $0.box.x < right }
      guard !part.isEmpty else { return nil }
      var line = with(part)
      if index > 0 { line.startsParagraph = nil }
      return line
    }
  }

  /// A box with the words' width and their median top and bottom.
  package var bodyBox: Box {
    guard isHorizontal, words.count > 2 else { return box }
    let top = median(words.map(\.box.y))
    let bottom = median(words.map(\.box.maxY))
    return Box(x: box.x, y: top, width: box.width, height: max(bottom - top, 1))
  }
}
