// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension Block {
  /// The block with each line's text and confidence made from its words.
  func withLineTexts() -> Block { withLines { $0.updateText() } }

  /// The block with at most `count` candidates for each word.
  func limited(toCandidates count: Int) -> Block {
    withLines { line in line.words = line.words.map { $0.limited(toCandidates: count) } }
  }

  /// The block with every place moved, then multiplied by a factor for each direction.
  func placed(from origin: Point, scaledBy x: Double, _ y: Double) -> Block {
    guard origin != Point(x: 0, y: 0) || x != 1 || y != 1 else { return self }
    return withBoxes {
      Box(x: ($0.x + origin.x) * x, y: ($0.y + origin.y) * y, width: $0.width * x, height: $0.height * y)
    }.withLines { line in
      line.baseline = line.baseline.map { Point(x: ($0.x + origin.x) * x, y: ($0.y + origin.y) * y).rounded }
    }
  }

  /// The block without the lines that are lower than this many pixels; nil when none is left.
  func without(linesBelow height: Double) -> Block? {
    var block = self
    block.lines.removeAll { $0.letterHeight(across: kind == .verticalText) < height }
    guard block.lines.count < lines.count else { return self }
    guard let box = block.lines.map(\.box).union else { return nil }
    block.box = box
    return block
  }

  /// The block with every box inside the page.
  func clamped(to size: RasterSize) -> Block { withBoxes { $0.clamped(to: size) } }

  /// The block with another box in the place of each, also of its lines and words.
  func withBoxes(_ change: (Box) -> Box) -> Block {
    var block = withLines { $0 = $0.withBoxes(change) }
    block.box = change(box)
    return block
  }

  /// The block with a change of each line.
  func withLines(_ change: (inout Line) -> Void) -> Block {
    var block = self
    for index in block.lines.indices { change(&block.lines[index]) }
    return block
  }
}

extension Line {
  /// The line with another box in the place of each, also of its words.
  func withBoxes(_ change: (Box) -> Box) -> Line {
    var line = self
    line.box = change(box)
    for index in line.words.indices { line.words[index].box = change(words[index].box) }
    return line
  }

  /// The line with every place multiplied by a factor for each direction.
  func scaled(by x: Double, _ y: Double) -> Line {
    var line = withBoxes { $0.scaled(by: x, y) }
    line.baseline = baseline.map { Point(x: $0.x * x, y: $0.y * y) }
    return line
  }

  /// The line with these words, which give it its text, its confidence and its box; nil if there is none.
  func made(of words: [Word]) -> Line? {
    guard let box = words.map(\.box).union else { return nil }
    var line = self
    (line.words, line.box) = (words, box)
    line.updateText()
    return line
  }

  /// Makes text and confidence anew from the words.
  mutating func updateText() {
    text = joinedText(words)
    confidence = meanConfidence(words).rounded(toPlaces: 3)
  }

  /// The height of its words in the middle: one that reaches into another line, or a lone comma, says little.
  ///
  /// Words that run down the page are as wide as their letters.
  fileprivate func letterHeight(across isVertical: Bool) -> Double {
    words.isEmpty ? .infinity : median(words.map { isVertical ? $0.box.width : $0.box.height })
  }
}

extension [Block] {
  /// All words, in reading order.
  var words: [Word] { flatMap { $0.lines.flatMap(\.words) } }
}

extension [Box] {
  /// The smallest box around all of them; nil for none.
  var union: Box? { first.map { dropFirst().reduce($0) { $0.union($1) } } }
}

extension Box {
  /// The box with every place multiplied by a factor for each direction.
  func scaled(by factorX: Double, _ factorY: Double) -> Box {
    Box(x: x * factorX, y: y * factorY, width: width * factorX, height: height * factorY)
  }

  /// How much of the shorter of two boxes' widths they share: below 0 if there is a gap.
  func sharedWidth(with other: Box) -> Double {
    (min(maxX, other.maxX) - max(x, other.x)) / max(min(width, other.width), 1)
  }

  /// How much of the lower of two boxes' heights they share: below 0 if there is a gap.
  func sharedHeight(with other: Box) -> Double {
    (min(maxY, other.maxY) - max(y, other.y)) / max(min(height, other.height), 1)
  }
}
