// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative

/// Reads a page: once, and where that went badly a second time from a picture that is prepared otherwise.
struct PageReader {
  /// Pages whose words are read with less confidence on average are read again.
  private static let poor = 0.9  // Chosen: 0.85 to 0.95 (read).
  /// A second reading with so much less confidence says nothing.
  private static let muchWorse = 0.15  // Chosen: 0.1 to 0.25 (read).
  /// A second reading gives the order of the lines if its confidence is higher by this, and replaces the first one in Han or kana.
  private static let muchBetter = 0.1  // Chosen: 0.05 to 0.2 (read).
  /// What Tesseract expects of a scan.
  private static let usualDPI = 300.0
  /// From how many times as far away as a page's view shows it a page of noise is looked at: the letters beside a picture that
  /// was printed with a screen may be small, those on a rough ground must be large.
  private static let distances = [1.0, 2, 4]

  let engine: Tesseract
  /// What reads a page the second time.
  let secondEngine: Tesseract
  let layout: Tesseract.Layout
  let letterHeight: Double
  /// The height of letters of the script in 10 points at 300 pixels per inch.
  let usualLetterHeight: Double
  /// Whether another engine reads the page as well: then its reading is the second one.
  let isHelped: Bool
  let options: RecognitionOptions

  /// The blocks of the page, or of an area of it, in its pixels.
  func read(_ page: PageContext, area: Box? = nil) throws(PageFailure) -> [Block] {
    let lowest = options.minimumTextHeight * Double(page.size.height)
    return try blocks(of: page, area ?? options.region(of: page.size)).compactMap { $0.without(linesBelow: lowest) }
  }

  private func blocks(of page: PageContext, _ region: Box?) throws(PageFailure) -> [Block] {
    let (text, scale) = try self.text(of: page, region)
    let height = try text.letterHeight() / scale
    let limit = try NoiseLimit(text)
    let first = Preprocessing(
      scale: Preprocessing.scale(
        letterHeight: height, best: letterHeight * options.level.letterHeight, size: page.size),
      layout: layout, narrowing: options.level.narrowing, region: region)
    let dpi = self.dpi(height, of: page)
    let pixels = first.region.map { $0.width * $0.height } ?? Double(page.size.width) * Double(page.size.height)
    let mostMarks = limit.mostMarks(
      pixels: pixels, letterHeight: height, areSigns: letterHeight > Preprocessing.bestLetterHeight)
    if first.scale < 1, limit.mayBeHalftone {
      var whole = first
      (whole.scale, whole.narrowing) = (1, 1)
      if engine.marks(on: try whole.image(of: page)) > 2 * mostMarks { return try blocksInNoise(of: page, region) }
    }
    let reading = try read(page, first, dpi: dpi, mostMarks: mostMarks)
    if reading.isNoise { return try blocksInNoise(of: page, region) }
    let confidence = meanConfidence(reading.blocks.words)
    guard options.level.readsTwice, !isHelped, confidence < Self.poor else { return reading.blocks }
    var preprocessing = first.second(size: page.size)
    preprocessing.layout = reading.layout
    // An enlarged picture with darker ink has more marks.
    let again = try read(page, preprocessing, dpi: dpi, mostMarks: 2 * mostMarks, with: secondEngine)
    if again.isNoise { return reading.blocks }
    let second = again.blocks
    let difference = meanConfidence(second.words) - confidence
    if difference < -Self.muchWorse { return reading.blocks }
    // Where words are not separated by spaces two readings cannot be matched word by word.
    if reading.blocks.areWithoutSpaces { return difference > Self.muchBetter ? second : reading.blocks }
    // The other reading's words are among the candidates. What was hardly read has no order that is worth keeping.
    return difference > Self.muchBetter
      ? ReadingVote(second, reading.blocks).blocks() : ReadingVote(reading.blocks, second).blocks()
  }

  /// Letters that are larger than the noise around them show from farther away, where that is even grey.
  private func blocksInNoise(of page: PageContext, _ region: Box?) throws(PageFailure) -> [Block] {
    for distance in Self.distances {
      let preprocessing = Preprocessing(scale: try page.view().scale / distance, layout: layout, region: region)
      let text = try Vision.Text(try preprocessing.image(of: page).gray())
      let limit = try NoiseLimit(text)
      guard limit.hasClearLines else { continue }
      let dpi = self.dpi(try text.letterHeight() / preprocessing.scale, of: page)
      let reading = try read(page, preprocessing, dpi: dpi, mostMarks: min(limit.mostMarks, NoiseLimit.mostFromAfar))
      if !reading.isNoise { return reading.blocks }
    }
    return []
  }

  /// What Tesseract has to know: how large gaps between columns are depends on the size of the letters, not of the paper.
  private func dpi(_ letterHeight: Double, of page: PageContext) -> Double {
    letterHeight > 0 ? Self.usualDPI * letterHeight / usualLetterHeight : page.size.dpi
  }

  private func read(
    _ page: PageContext, _ preprocessing: Preprocessing, dpi: Double, mostMarks: Int, with second: Tesseract? = nil
  ) throws(PageFailure) -> (blocks: [Block], layout: Tesseract.Layout, isNoise: Bool) {
    let image = try preprocessing.image(of: page)
    let recognition = try (second ?? engine).recognize(
      image, dpi: dpi * preprocessing.scale, layout: preprocessing.layout, narrowing: preprocessing.narrowing,
      mostMarks: mostMarks)
    let blocks = preprocessing.onPage(recognition.blocks, size: page.size)
    return (WordBoxes(blocks).blocks, recognition.layout, recognition.isNoise)
  }

  /// What the view shows of the part of the page that is read, with the view's scale.
  private func text(of page: PageContext, _ region: Box?) throws(PageFailure) -> (text: Vision.Text, scale: Double) {
    let (view, scale) = try page.view()
    guard let region else { return (try page.text(), scale) }
    return (try Vision.Text(view.cropped(to: region.scaled(by: scale, scale))), scale)
  }
}

extension [Block] {
  /// Whether the text is mostly Han and kana.
  fileprivate var areWithoutSpaces: Bool {
    let scalars = words.flatMap(\.text.unicodeScalars)
    return 3 * scalars.count(where: isWrittenWithoutSpaces) > scalars.count
  }
}
