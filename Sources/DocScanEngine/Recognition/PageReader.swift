// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative

/// Reads a page: once, and where that went badly a second time from a picture that is prepared otherwise.
struct PageReader {
  /// Pages whose words are read with less confidence on average are read again.
  static let poor = 0.85

  let engine: Tesseract
  let layout: Tesseract.Layout
  let letterHeight: Double
  /// Whether another engine reads the page as well: then its reading is the second one.
  let isHelped: Bool

  /// The blocks of the page, in its pixels.
  func read(_ page: PageInHand) throws(PageFailure) -> [Block] {
    let height = try page.text().letterHeight() / page.view().scale
    let first = Preparation(
      scale: Preparation.scale(letterHeight: height, best: letterHeight, size: page.size), layout: layout)
    let reading = try read(page, first)
    let words = reading.blocks.flatMap { $0.lines.flatMap(\.words) }
    guard !isHelped, meanConfidence(words) < Self.poor else { return reading.blocks }
    var preparation = first.second(size: page.size)
    preparation.layout = reading.layout
    let second = try read(page, preparation)
    return ReadingVote(reading.blocks, second.blocks).blocks()
  }

  private func read(
    _ page: PageInHand, _ preparation: Preparation
  ) throws(PageFailure) -> (blocks: [Block], layout: Tesseract.Layout) {
    let image = try preparation.image(of: page)
    let recognition = try engine.recognize(
      image, dpi: page.size.dpi * preparation.scale, layout: preparation.layout)
    let blocks = recognition.blocks.map { $0.scaled(by: 1 / preparation.scale).clamped(to: page.size) }
    return (blocks, recognition.layout)
  }
}
