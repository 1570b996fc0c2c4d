// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanReading
internal import DocScanVision

/// Reads a page, and if the result is poor, reads it again from a differently prepared picture.
struct PageReader {
  private static let poor = 0.9  // Chosen: 0.85 to 0.95 (read).
  private static let muchWorse = 0.15  // Chosen: 0.1 to 0.25 (read).
  /// The gain in confidence above which the second reading orders the lines. In text without spaces (Han, kana), it then replaces the first one.
  private static let muchBetter = 0.1  // Chosen: 0.05 to 0.2 (read).
  private static let usualDPI = 300.0
  /// The factors by which the view is reduced to search noise for letters, which may be small near halftones and large on rough backgrounds.
  private static let distances = [1.0, 2, 4]

  let engine: Tesseract
  let secondEngine: Tesseract
  let layout: Tesseract.Layout
  let letterHeight: Double
  /// The height in pixels of 10-point letters of the script at 300 pixels per inch.
  let usualLetterHeight: Double
  let isHelped: Bool
  let options: RecognitionOptions

  /// Reads a page or an area of it. `isCrowded` is whether it has more blocks than any page of text.
  func read(_ page: PageContext, area: Box? = nil) throws(PageFailure) -> (blocks: [Block], isCrowded: Bool) {
    let lowest = options.minimumTextHeight * Double(page.size.height)
    var isCrowded = false
    let blocks = try blocks(of: page, area ?? options.region(of: page.size), &isCrowded)
    return (blocks.compactMap { $0.without(linesBelow: lowest) }, isCrowded)
  }

  private func blocks(of page: PageContext, _ region: Box?, _ isCrowded: inout Bool) throws(PageFailure) -> [Block] {
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
    isCrowded = reading.isCrowded
    let confidence = meanConfidence(reading.blocks.words)
    // A page of strokes has no text that a second reading could improve.
    guard options.level.readsTwice, !isHelped, !isCrowded, confidence < Self.poor else { return reading.blocks }
    var preprocessing = first.second(size: page.size)
    preprocessing.layout = reading.layout
    // Enlarging the picture and darkening its ink makes more marks.
    let again = try read(page, preprocessing, dpi: dpi, mostMarks: 2 * mostMarks, with: secondEngine)
    if again.isNoise { return reading.blocks }
    let second = again.blocks
    let difference = meanConfidence(second.words) - confidence
    if difference < -Self.muchWorse { return reading.blocks }
    // Without spaces, two readings can't be matched word by word.
    if reading.blocks.areWithoutSpaces { return difference > Self.muchBetter ? second : reading.blocks }
    // The other reading's words become candidates. The order of a very poor reading isn't worth keeping.
    return difference > Self.muchBetter
      ? ReadingVote(second, reading.blocks).blocks() : ReadingVote(reading.blocks, second).blocks()
  }

  /// Reads a noisy page at a smaller scale, which blurs the noise but leaves larger letters readable.
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

  private func dpi(_ letterHeight: Double, of page: PageContext) -> Double {
    letterHeight > 0 ? Self.usualDPI * letterHeight / usualLetterHeight : page.size.dpi
  }

  private func read(
    _ page: PageContext, _ preprocessing: Preprocessing, dpi: Double, mostMarks: Int, with second: Tesseract? = nil
  ) throws(PageFailure) -> Tesseract.Recognition {
    let image = try preprocessing.image(of: page)
    var recognition = try (second ?? engine).recognize(
      image, dpi: dpi * preprocessing.scale, layout: preprocessing.layout, narrowing: preprocessing.narrowing,
      mostMarks: mostMarks)
    let blocks = preprocessing.onPage(recognition.blocks, size: page.size)
    recognition.blocks = WordBoxes(blocks).blocks
    return recognition
  }

  private func text(of page: PageContext, _ region: Box?) throws(PageFailure) -> (text: Vision.Text, scale: Double) {
    let (view, scale) = try page.view()
    guard let region else { return (try page.text(), scale) }
    return (try Vision.Text(view.cropped(to: region.scaled(by: scale, scale))), scale)
  }
}

extension [Block] {
  fileprivate var areWithoutSpaces: Bool {
    let scalars = words.flatMap(\.text.unicodeScalars)
    return 3 * scalars.count(where: isWrittenWithoutSpaces) > scalars.count
  }
}
