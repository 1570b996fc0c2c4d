// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanReading
internal import DocScanVision

/// The preparation of a page's picture for one reading.
struct Preprocessing {
  var scale: Double
  /// Whether to darken faint ink, as of thermal paper and dot matrix printers.
  var darkensInk = false
  var layout: Tesseract.Layout
  var narrowing = 1.0
  var region: Box?

  /// The height of letters in pixels above which reading is slower but not better.
  static let bestLetterHeight = 16.0  // Chosen: 14 to 20 (read).
  private static let smallestScale = 0.4
  private static let largestScale = 3.0
  private static let mostPixels = 24e6

  /// Returns the best letter height for these languages, given the best one for alphabets. Complex characters need more pixels.
  static func letterHeight(_ height: Double, in languages: [String]) -> Double {
    let scripts = languages.compactMap { Script(pack: $0) }
    return scripts.contains(where: \.hasHan) ? 2.5 * height : scripts.contains(.hangul) ? 1.25 * height : height
  }

  /// Returns the height in pixels of 10-point letters at 300 pixels per inch.
  static func usualLetterHeight(in languages: [String]) -> Double {
    languages.contains { Script(pack: $0)?.hasHan == true } ? 40 : 20
  }

  /// Returns the best scale for letters of a height in pixels, or 1 if it's 0 (unknown). Tesseract doesn't find lines of tiny letters.
  static func scale(letterHeight: Double, best: Double, size: RasterSize) -> Double {
    guard letterHeight > 0, best > 0 else { return 1 }
    let scale = best / letterHeight
    // Resampling isn't worth a small gain.
    if scale > 0.9 && scale < 1.25 { return 1 }
    return scale < 1 ? max(scale, smallestScale) : largest(scale, size)
  }

  /// Returns the preprocessing for a second reading. The picture is enlarged and has darker ink, so that Tesseract makes other mistakes.
  func second(size: RasterSize) -> Preprocessing {
    var preprocessing = self
    preprocessing.scale = Self.largest(1.5 * scale, size)
    preprocessing.darkensInk = true
    return preprocessing
  }

  private static func largest(_ scale: Double, _ size: RasterSize) -> Double {
    let pixels = Double(size.width) * Double(size.height)
    return max(min(scale, largestScale, (mostPixels / pixels).squareRoot()), min(scale, 1))
  }

  func image(of page: PageContext) throws(PageFailure) -> Raster {
    let image = try page.textImage(scale: scale, narrowing: narrowing, part: crop)
    return darkensInk ? try image.gray().withDarkerInk() : image
  }

  func onPage(_ blocks: [Block], size: RasterSize) -> [Block] {
    let origin = crop.map { Point(x: $0.x, y: $0.y) } ?? Point(x: 0, y: 0)
    return blocks.map { $0.placed(from: origin, scaledBy: 1 / (scale * narrowing), 1 / scale).clamped(to: size) }
  }

  private var crop: Box? {
    guard let region else { return nil }
    let (x, y) = (scale * narrowing, scale)
    let (left, top) = ((region.x * x).rounded(.down), (region.y * y).rounded(.down))
    return Box(x: left, y: top, width: region.maxX * x - left, height: region.maxY * y - top)
  }
}
