// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout
internal import DocScanReading
internal import DocScanVision

extension PageContext {
  /// The minimum difference between stroke weights of different typefaces. Different letters cause smaller differences.
  private static let leastDifference = 0.15
  private static let fewestLetters = 2

  /// Records the stroke weight of lines, relative to the font size, as a multiple of the page's usual one if clearly different, as in headings.
  func weighLines() throws(PageFailure) {
    guard let text = textSoFar, !text.words.isEmpty else { return }
    let isCopied = text.status == .copied
    let (image, scale) = isCopied ? try view() : (try image(), 1)
    var weights: [[Double?]] = []
    var weighed: [(weight: Double, letters: Int)] = []
    for block in text.blocks {
      weights.append(
        block.lines.map { line in
          let letters = line.text.count { $0.isLetter || $0.isNumber }
          guard letters >= Self.fewestLetters, line.turn == 0, !line.isVertical else { return nil }
          guard let stroke = image.strokeWidth(in: line.words.map { $0.box.scaled(by: scale, scale) }) else {
            return nil
          }
          let weight = stroke / max(TypeSize.size(line, isFontHeight: isCopied) * scale, 1)
          weighed.append((weight, letters))
          return weight
        })
    }
    weighed.sort { $0.weight < $1.weight }
    var left = weighed.reduce(0) { $0 + $1.letters } / 2
    let usual = weighed.first { weight in
      left -= weight.letters
      return left < 0
    }
    guard let usual, usual.weight > 0 else { return }
    for (block, values) in weights.enumerated() {
      for (line, value) in values.enumerated() {
        guard let value else { continue }
        let weight = (value / usual.weight).rounded(toPlaces: 2)
        guard abs(weight - 1) >= Self.leastDifference else { continue }
        recognition?.blocks[block].lines[line].weight = weight
      }
    }
  }
}
