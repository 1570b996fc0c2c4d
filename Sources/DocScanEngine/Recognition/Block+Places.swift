// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension Block {
  /// The block with each line's text and confidence made from its words.
  func withLineTexts() -> Block {
    var block = self
    block.lines = lines.map { line in
      var line = line
      line.text = joinedText(line.words)
      line.confidence = meanConfidence(line.words).rounded(toPlaces: 3)
      return line
    }
    return block
  }

  /// The block with at most `count` candidates for each word.
  func limited(toCandidates count: Int) -> Block {
    var block = self
    for line in block.lines.indices {
      block.lines[line].words = lines[line].words.map { $0.limited(toCandidates: count) }
    }
    return block
  }

  /// The block with every place moved, then multiplied by a factor for each direction.
  func placed(from origin: Point, scaledBy x: Double, _ y: Double) -> Block {
    guard origin != Point(x: 0, y: 0) || x != 1 || y != 1 else { return self }
    var block = withBoxes {
      Box(x: ($0.x + origin.x) * x, y: ($0.y + origin.y) * y, width: $0.width * x, height: $0.height * y)
    }
    for index in block.lines.indices {
      block.lines[index].baseline = lines[index].baseline.map {
        Point(x: ($0.x + origin.x) * x, y: ($0.y + origin.y) * y).rounded
      }
    }
    return block
  }

  /// The block without the lines that are lower than this many pixels; nil when none is left.
  func without(linesBelow height: Double) -> Block? {
    var block = self
    block.lines.removeAll { $0.letterHeight(across: kind == .verticalText) < height }
    guard block.lines.count < lines.count else { return self }
    guard let first = block.lines.first else { return nil }
    block.box = block.lines.dropFirst().reduce(first.box) { $0.union($1.box) }
    return block
  }

  /// The block with every box inside the page.
  func clamped(to size: RasterSize) -> Block { withBoxes { $0.clamped(to: size) } }

  private func withBoxes(_ change: (Box) -> Box) -> Block {
    var block = self
    block.box = change(box)
    block.lines = lines.map { line in
      var line = line
      line.box = change(line.box)
      line.words = line.words.map { word in
        var word = word
        word.box = change(word.box)
        return word
      }
      return line
    }
    return block
  }
}

extension Line {
  /// The height of its words in the middle: one that reaches into another line, or a lone comma, says little.
  ///
  /// Words that run down the page are as wide as their letters.
  fileprivate func letterHeight(across isVertical: Bool) -> Double {
    let heights = words.map { isVertical ? $0.box.width : $0.box.height }.sorted()
    return heights.isEmpty ? .infinity : heights[heights.count / 2]
  }
}

extension Box {
  /// How much of the shorter of two boxes' widths they share: below 0 where there is a gap.
  func sharedWidth(with other: Box) -> Double {
    (min(maxX, other.maxX) - max(x, other.x)) / max(min(width, other.width), 1)
  }

  /// How much of the lower of two boxes' heights they share: below 0 where there is a gap.
  func sharedHeight(with other: Box) -> Double {
    (min(maxY, other.maxY) - max(y, other.y)) / max(min(height, other.height), 1)
  }
}
