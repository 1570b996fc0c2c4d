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

  /// The block with every place multiplied by a factor.
  func scaled(by factor: Double) -> Block {
    guard factor != 1 else { return self }
    var block = withBoxes { $0.scaled(by: factor) }
    for index in block.lines.indices {
      block.lines[index].baseline = lines[index].baseline.map { Point(x: $0.x * factor, y: $0.y * factor).rounded }
    }
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

extension Box {
  fileprivate func scaled(by factor: Double) -> Box {
    Box(x: x * factor, y: y * factor, width: width * factor, height: height * factor)
  }

  /// How much of the shorter of two boxes' widths they share: below 0 where there is a gap.
  func sharedWidth(with other: Box) -> Double {
    (min(maxX, other.maxX) - max(x, other.x)) / max(min(width, other.width), 1)
  }

  /// How much of the lower of two boxes' heights they share: below 0 where there is a gap.
  func sharedHeight(with other: Box) -> Double {
    (min(maxY, other.maxY) - max(y, other.y)) / max(min(height, other.height), 1)
  }
}
