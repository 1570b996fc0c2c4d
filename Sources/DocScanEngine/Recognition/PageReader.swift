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
  /// What Tesseract expects of a scan.
  private static let usualDPI = 300.0

  let engine: Tesseract
  let layout: Tesseract.Layout
  let letterHeight: Double
  /// The height of letters of the script in 10 points at 300 pixels per inch.
  let usualLetterHeight: Double
  /// Whether another engine reads the page as well: then its reading is the second one.
  let isHelped: Bool
  let options: RecognitionOptions

  /// The blocks of the page, or of an area of it, in its pixels.
  func read(_ page: PageInHand, area: Box? = nil) throws(PageFailure) -> [Block] {
    let lowest = options.minimumTextHeight * Double(page.size.height)
    return try blocks(of: page, area ?? options.region(of: page.size)).compactMap { $0.without(linesBelow: lowest) }
  }

  private func blocks(of page: PageInHand, _ region: Box?) throws(PageFailure) -> [Block] {
    let height = try letterHeight(of: page, region)
    let first = Preparation(
      scale: Preparation.scale(
        letterHeight: height, best: letterHeight * options.level.letterHeight, size: page.size),
      layout: layout, narrowing: options.level.narrowing, region: region)
    // How large gaps between columns are depends on the size of the letters, not of the paper.
    let dpi = height > 0 ? Self.usualDPI * height / usualLetterHeight : page.size.dpi
    let reading = try read(page, first, dpi: dpi)
    let confidence = meanConfidence(reading.blocks.words)
    guard options.level.readsTwice, !isHelped, confidence < Self.poor else { return reading.blocks }
    var preparation = first.second(size: page.size)
    preparation.layout = reading.layout
    let second = try read(page, preparation, dpi: dpi).blocks
    let difference = meanConfidence(second.words) - confidence
    if difference < -Self.muchWorse { return reading.blocks }
    // Where words are not separated by spaces two readings cannot be matched word by word.
    if reading.blocks.areWithoutSpaces { return difference > Self.muchBetter ? second : reading.blocks }
    // The other reading's words are among the candidates.
    return ReadingVote(reading.blocks, second).blocks().map {
      $0.limited(toCandidates: options.engine.candidates)
    }
  }

  private func read(
    _ page: PageInHand, _ preparation: Preparation, dpi: Double
  ) throws(PageFailure) -> (blocks: [Block], layout: Tesseract.Layout) {
    let image = try preparation.image(of: page)
    let recognition = try engine.recognize(
      image, dpi: dpi * preparation.scale, layout: preparation.layout, narrowing: preparation.narrowing)
    return (preparation.onPage(recognition.blocks, size: page.size), recognition.layout)
  }

  /// The height in pixels of the letters on the part of the page that is read; 0 where it is not known.
  private func letterHeight(of page: PageInHand, _ region: Box?) throws(PageFailure) -> Double {
    let (view, scale) = try page.view()
    guard let region else { return try page.text().letterHeight() / scale }
    let part = Box(
      x: region.x * scale, y: region.y * scale, width: region.width * scale, height: region.height * scale)
    return try Vision.Text(view.cropped(to: part)).letterHeight() / scale
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
