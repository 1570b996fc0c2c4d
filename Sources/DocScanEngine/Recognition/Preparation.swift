// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative

/// How the picture of a page is made ready for one reading.
struct Preparation {
  /// The picture's scale: 1 is the corrected page as it is.
  var scale: Double
  /// Whether faint ink is darkened, as thermal paper and dot matrix printers need it.
  var darkensInk = false
  /// How Tesseract takes the page apart.
  var layout: Tesseract.Layout

  /// Letters of this height in pixels are read best: Tesseract brings every line to about that size.
  static let bestLetterHeight = 20.0
  /// Small print among large letters stays legible.
  private static let smallestScale = 0.4
  /// More pixels do not show more.
  private static let largestScale = 3.0
  /// Beyond this many pixels nothing is enlarged.
  private static let mostPixels = 24e6

  /// The height at which the letters of languages are read best, from that for alphabets: dense signs need more pixels.
  static func letterHeight(_ height: Double, in languages: [String]) -> Double {
    languages.contains { language in ["chi", "jpn", "kor"].contains { language.hasPrefix($0) } } ? 2 * height : height
  }

  /// The scale at which letters of a height in pixels, 0 where it is not known, are read best.
  ///
  /// Larger letters only cost time; smaller ones are lost in Tesseract's search for lines.
  static func scale(letterHeight: Double, best: Double, size: RasterSize) -> Double {
    guard letterHeight > 0, best > 0 else { return 1 }
    let scale = best / letterHeight
    // A small gain is not worth the resampling.
    if scale > 0.9 && scale < 1.25 { return 1 }
    return scale < 1 ? max(scale, smallestScale) : largest(scale, size)
  }

  /// The preparation for a second reading, different enough for other mistakes: enlarged, with darker ink.
  func second(size: RasterSize) -> Preparation {
    Preparation(scale: Self.largest(1.5 * scale, size), darkensInk: true, layout: layout)
  }

  private static func largest(_ scale: Double, _ size: RasterSize) -> Double {
    let pixels = Double(size.width) * Double(size.height)
    return max(min(scale, largestScale, (mostPixels / pixels).squareRoot()), min(scale, 1))
  }

  /// The picture of the page for this reading.
  func image(of page: PageInHand) throws(PageFailure) -> Raster {
    let image = try page.textImage(scale: scale)
    return darkensInk ? try image.gray().withDarkerInk() : image
  }
}
