// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

extension Block {
  package func withLineTexts() -> Block { withLines { $0.updateText() } }

  package func limited(toCandidates count: Int) -> Block {
    withLines { line in line.words = line.words.map { $0.limited(toCandidates: count) } }
  }

  package func placed(from origin: Point, scaledBy x: Double, _ y: Double) -> Block {
    guard origin != Point(x: 0, y: 0) || x != 1 || y != 1 else { return self }
    return withBoxes {
      Box(x: ($0.x + origin.x) * x, y: ($0.y + origin.y) * y, width: $0.width * x, height: $0.height * y)
    }.withLines { line in
      line.baseline = line.baseline.map { Point(x: ($0.x + origin.x) * x, y: ($0.y + origin.y) * y).rounded }
    }
  }

  package func without(linesBelow height: Double) -> Block? {
    var block = self
    block.lines.removeAll { $0.letterHeight(across: kind == .verticalText) < height }
    guard block.lines.count < lines.count else { return self }
    guard let box = block.lines.map(\.box).union else { return nil }
    block.box = box
    return block
  }

  package func clamped(to size: RasterSize) -> Block { withBoxes { $0.clamped(to: size) } }

  package func withBoxes(_ change: (Box) -> Box) -> Block {
    var block = withLines { $0 = $0.withBoxes(change) }
    block.box = change(box)
    return block
  }

  package func withLines(_ change: (inout Line) -> Void) -> Block {
    var block = self
    for index in block.lines.indices { change(&block.lines[index]) }
    return block
  }
}

extension Line {
  package func withBoxes(_ change: (Box) -> Box) -> Line {
    var line = self
    line.box = change(box)
    for index in line.words.indices { line.words[index].box = change(words[index].box) }
    return line
  }

  package func scaled(by x: Double, _ y: Double) -> Line {
    var line = withBoxes { $0.scaled(by: x, y) }
    line.baseline = baseline.map { Point(x: $0.x * x, y: $0.y * y) }
    return line
  }

  /// Returns the line with these words instead of its own. Text, confidence, and box are those of the words. Returns `nil` if there are no words.
  package func made(of words: [Word]) -> Line? {
    guard let box = words.map(\.box).union else { return nil }
    var line = self
    (line.words, line.box) = (words, box)
    line.updateText()
    return line
  }

  mutating func updateText() {
    text = joinedText(words)
    confidence = meanConfidence(words).rounded(toPlaces: 3)
  }

  /// Returns the median height of words (width in vertical text), because a single word may reach into another line. Infinite without words.
  fileprivate func letterHeight(across isVertical: Bool) -> Double {
    words.isEmpty ? .infinity : median(words.map { isVertical ? $0.box.width : $0.box.height })
  }
}

extension [Block] {
  package var words: [Word] { flatMap { $0.lines.flatMap(\.words) } }
}

extension [Box] {
  package var union: Box? { first.map { dropFirst().reduce($0) { $0.union($1) } } }
}

extension Box {
  package func scaled(by factorX: Double, _ factorY: Double) -> Box {
    Box(x: x * factorX, y: y * factorY, width: width * factorX, height: height * factorY)
  }

  package func sharedWidth(with other: Box) -> Double {
    (min(maxX, other.maxX) - max(x, other.x)) / max(min(width, other.width), 1)
  }

  package func sharedHeight(with other: Box) -> Double {
    (min(maxY, other.maxY) - max(y, other.y)) / max(min(height, other.height), 1)
  }
}
