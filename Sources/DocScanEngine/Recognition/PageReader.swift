// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative

/// Reads a page: once, and where that went badly a second time from a picture that is prepared otherwise.
struct PageReader {
  /// Pages whose words are read with less confidence on average are read again.
  private static let poor = 0.9
  /// A second reading with so much less confidence says nothing.
  private static let muchWorse = 0.15
  /// A second reading of Han or kana replaces the first one if it has so much more confidence.
  private static let muchBetter = 0.1
  /// Text in 10 points at 300 pixels per inch has letters of about the best height.
  private static let usualDPI = 300.0

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
    // How large gaps between columns are depends on the size of the letters, not of the paper.
    let dpi = height > 0 && letterHeight > 0 ? Self.usualDPI * height / letterHeight : page.size.dpi
    let reading = try read(page, first, dpi: dpi)
    let confidence = meanConfidence(reading.blocks.words)
    guard !isHelped, confidence < Self.poor else { return reading.blocks }
    var preparation = first.second(size: page.size)
    preparation.layout = reading.layout
    let second = try read(page, preparation, dpi: dpi).blocks
    let difference = meanConfidence(second.words) - confidence
    if difference < -Self.muchWorse { return reading.blocks }
    // Where words are not separated by spaces two readings cannot be matched word by word.
    if reading.blocks.areWithoutSpaces { return difference > Self.muchBetter ? second : reading.blocks }
    return ReadingVote(reading.blocks, second).blocks()
  }

  private func read(
    _ page: PageInHand, _ preparation: Preparation, dpi: Double
  ) throws(PageFailure) -> (blocks: [Block], layout: Tesseract.Layout) {
    let image = try preparation.image(of: page)
    let recognition = try engine.recognize(
      image, dpi: dpi * preparation.scale, layout: preparation.layout)
    let blocks = recognition.blocks.map { $0.scaled(by: 1 / preparation.scale).clamped(to: page.size) }
    return (blocks, recognition.layout)
  }
}

extension [Block] {
  /// All words, in reading order.
  fileprivate var words: [Word] { flatMap { $0.lines.flatMap(\.words) } }

  /// Whether the text is mostly Han and kana.
  fileprivate var areWithoutSpaces: Bool {
    let scalars = words.flatMap(\.text.unicodeScalars)
    return 3 * scalars.count(where: isWrittenWithoutSpaces) > scalars.count
  }
}
