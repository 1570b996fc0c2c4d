// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative

/// How the picture of a page is made ready for one reading.
struct Preprocessing {
  /// The picture's scale: 1 is the corrected page as it is.
  var scale: Double
  /// Whether faint ink is darkened, as thermal paper and dot matrix printers need it.
  var darkensInk = false
  /// How Tesseract takes the page apart.
  var layout: Tesseract.Layout
  /// A further factor for the width.
  var narrowing = 1.0
  /// The part of the page that is read, in its pixels; nil for all of it.
  var region: Box?

  /// Letters of this height in pixels are read as well as larger ones, and faster.
  static let bestLetterHeight = 16.0  // Chosen: 14 to 20 (read).
  /// Small print among large letters stays legible.
  private static let smallestScale = 0.4
  /// More pixels do not show more.
  private static let largestScale = 3.0
  /// Beyond this many pixels nothing is enlarged.
  private static let mostPixels = 24e6

  /// The height at which the letters of languages are read best, from that for alphabets: dense signs need more pixels.
  static func letterHeight(_ height: Double, in languages: [String]) -> Double {
    let scripts = languages.compactMap { Script(pack: $0) }
    return scripts.contains(where: \.hasHan) ? 2.5 * height : scripts.contains(.hangul) ? 1.25 * height : height
  }

  /// The height of letters in 10 points at 300 pixels per inch.
  static func usualLetterHeight(in languages: [String]) -> Double {
    languages.contains { Script(pack: $0)?.hasHan == true } ? 40 : 20
  }

  /// The scale at which letters of a height in pixels, 0 if it is not known, are read best.
  ///
  /// Larger letters only cost time; smaller ones are lost in Tesseract's search for lines.
  static func scale(letterHeight: Double, best: Double, size: RasterSize) -> Double {
    guard letterHeight > 0, best > 0 else { return 1 }
    let scale = best / letterHeight
    // A small gain is not worth the resampling.
    if scale > 0.9 && scale < 1.25 { return 1 }
    return scale < 1 ? max(scale, smallestScale) : largest(scale, size)
  }

  /// The preprocessing for a second reading, different enough for other mistakes: enlarged, with darker ink.
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

  /// The picture of the page for this reading.
  func image(of page: PageContext) throws(PageFailure) -> Raster {
    var image = try page.textImage(scale: scale, narrowing: narrowing)
    if let crop { image = try image.cropped(to: crop) }
    return darkensInk ? try image.gray().withDarkerInk() : image
  }

  /// What is in the picture, with its places in pixels of the page.
  func onPage(_ blocks: [Block], size: RasterSize) -> [Block] {
    let origin = crop.map { Point(x: $0.x, y: $0.y) } ?? Point(x: 0, y: 0)
    return blocks.map { $0.placed(from: origin, scaledBy: 1 / (scale * narrowing), 1 / scale).clamped(to: size) }
  }

  /// The part of the page that is read, in whole pixels of the picture.
  private var crop: Box? {
    guard let region else { return nil }
    let (x, y) = (scale * narrowing, scale)
    let (left, top) = ((region.x * x).rounded(.down), (region.y * y).rounded(.down))
    return Box(x: left, y: top, width: region.maxX * x - left, height: region.maxY * y - top)
  }
}
