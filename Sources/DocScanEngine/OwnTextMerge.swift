// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative

/// Puts what was recognized on a page together with the text that the page shows by itself.
struct OwnTextMerge {
  /// A recognized word is the page's own when so much of its box is covered by the page's words.
  private static let sameShare = 0.5

  private let own: [Block]

  /// Takes the page's own text, in pixels of an image that shows the same as the recognized one.
  init(_ own: ExistingText, image: RasterSize, recognizedAs size: RasterSize) {
    let (x, y) = (Double(size.width) / Double(image.width), Double(size.height) / Double(image.height))
    self.own = own.blocks.map { $0.scaled(x: x, y: y) }
  }

  /// The page's own blocks and what else was recognized, from top to bottom where they meet.
  func blocks(_ recognized: [Block]) -> [Block] {
    let ownBoxes = own.flatMap { $0.lines.flatMap { $0.words.map(\.box) } }
    var rest: [Block] = []
    for var block in recognized {
      block.lines = block.lines.compactMap { line in
        let words = line.words.filter { word in !ownBoxes.contains { covers($0, word.box) } }
        return words.count == line.words.count ? line : line.with(words)
      }
      let hasText = !block.lines.isEmpty
      if hasText || block.kind == .picture || block.kind == .rule { rest.append(block) }
    }
    var result: [Block] = []
    var later = rest[...]
    for block in own {
      while let first = later.first, first.box.y < block.box.y { result.append(later.removeFirst()) }
      result.append(block)
    }
    return result + later
  }

  private func covers(_ own: Box, _ word: Box) -> Bool {
    let width = min(own.maxX, word.maxX) - max(own.x, word.x)
    let height = min(own.maxY, word.maxY) - max(own.y, word.y)
    return width > 0 && height > 0 && width * height >= Self.sameShare * word.width * word.height
  }
}

extension Block {
  /// The block as one of the page's own, in an image of another size.
  fileprivate func scaled(x: Double, y: Double) -> Block {
    Block(
      kind: kind, box: box.scaled(x: x, y: y), lines: lines.map { $0.scaled(x: x, y: y) }, copied: true)
  }
}

extension Line {
  fileprivate func scaled(x: Double, y: Double) -> Line {
    var line = self
    line.box = box.scaled(x: x, y: y)
    line.baseline = baseline.map { Point(x: $0.x * x, y: $0.y * y) }
    line.words = words.map { Word(text: $0.text, confidence: $0.confidence, box: $0.box.scaled(x: x, y: y)) }
    return line
  }

  /// The line with some of its words only; nil when none is left.
  fileprivate func with(_ words: [Word]) -> Line? {
    guard let first = words.first else { return nil }
    var line = self
    line.words = words
    line.text = joinedText(words)
    line.confidence = meanConfidence(words).rounded(toPlaces: 3)
    line.box = words.dropFirst().reduce(first.box) { $0.union($1.box) }
    return line
  }
}

extension Box {
  fileprivate func scaled(x factorX: Double, y factorY: Double) -> Box {
    Box(x: x * factorX, y: y * factorY, width: width * factorX, height: height * factorY)
  }
}
