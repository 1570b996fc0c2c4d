// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// The size and offset at which a page is drawn: a scan with one pixel per pixel of its picture, every other page at the pipeline's `dpi`.
struct DrawingPlan {
  private(set) var width: Int
  private(set) var height: Int
  /// The pixels per unit of the page.
  private(set) var scaleX: Double
  private(set) var scaleY: Double
  private(set) var offsetX = 0.0
  private(set) var offsetY = 0.0
  /// The pixels per inch, estimated if the page's size isn't plausible.
  private(set) var dpi: Double

  /// The highest resolution that a picture keeps: 600, plus the error from rounded page sizes.
  private static let highestDPI = 620.0
  /// The longer side, in pixels, up to which a picture keeps any resolution: about A4 at 600 dpi.
  private static let plainSide = 7200.0
  /// cairo's maximum image size, in pixels.
  private static let longestSide = 32_767.0
  /// The lowest resolution to which an oversized page is reduced.
  private static let leastDPI = 100.0

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    (scaleX, scaleY, dpi) = (1, 1, 72)
  }

  /// Plans a reduced drawing of a page, at this resolution or the highest at which the drawing has at most `pixels` pixels.
  init(page: PDFPage, dpi: Double, pixels: Double) {
    let scale = min(dpi / 72 * page.structure.unit, (pixels / (page.width * page.height)).squareRoot())
    width = max(1, Int((page.width * scale).rounded()))
    height = max(1, Int((page.height * scale).rounded()))
    (scaleX, scaleY) = (scale, scale)
    self.dpi = scale * 72 / page.structure.unit
  }

  init(page: PDFPage, settings: PageSettings) throws(PageFailure) {
    guard page.width > 0, page.height > 0, page.width < 1e7, page.height < 1e7 else {
      throw .loading(
        .unreadable, page.file.name, page: page.number,
        "the page has the size \(page.width) × \(page.height). The PDF is damaged.")
    }
    scaleX = settings.dpi / 72 * page.structure.unit
    scaleY = scaleX
    dpi = settings.dpi
    width = max(1, Int((page.width * scaleX).rounded()))
    height = max(1, Int((page.height * scaleY).rounded()))
    if let picture = page.scannedPicture(settings: settings) { fit(to: picture, page: page) }
    try reduce(page: page)
    let drawn = (scaleX * scaleY).squareRoot() * 72 / page.structure.unit
    dpi = (50...1200).contains(drawn) ? drawn.rounded(toPlaces: 2) : Resolution.estimate(width: width, height: height)
  }

  private mutating func fit(to picture: PDFPageStructure.Picture, page: PDFPage) {
    let isSquare = abs(picture.density.x / picture.density.y - 1) < 0.02
    let density = max(picture.density.x, picture.density.y)
    let longer = max(page.width, page.height)
    // If the page's size isn't plausible, the pixels count, not the inches.
    let most = max(Self.highestDPI / 72 * page.structure.unit, Self.plainSide / longer)
    let least = min(1 * page.structure.unit, 1000 / longer)
    let scale = min(max(density, least), most)
    (scaleX, scaleY) = isSquare && scale == density ? picture.density : (scale, scale)
    width = max(1, Int((page.width * scaleX).rounded()))
    height = max(1, Int((page.height * scaleY).rounded()))
    guard isSquare, scale == density, picture.isStraight else { return }
    let (left, top) = (picture.box.x * scaleX, picture.box.y * scaleY)
    // A picture that covers the page to within two pixels, or a thousandth, determines its size.
    let slack = max(2.0, 0.001 * Double(max(picture.width, picture.height)))
    if abs(left) < slack, abs(top) < slack, abs(Double(width - picture.width) - left) < slack,
      abs(Double(height - picture.height) - top) < slack
    {
      (width, height) = (picture.width, picture.height)
      (offsetX, offsetY) = (-left, -top)
    } else {
      (offsetX, offsetY) = (left.rounded() - left, top.rounded() - top)
    }
  }

  private mutating func reduce(page: PDFPage) throws(PageFailure) {
    let limits = page.file.limits
    let (wide, high) = (page.width * scaleX, page.height * scaleY)
    let factor = min(
      1, (limits.megapixelsPerPage * 1_000_000 / (wide * high)).squareRoot(), Self.longestSide / max(wide, high))
    guard factor < 1 else { return }
    guard scaleX * factor * 72 / page.structure.unit >= Self.leastDPI else {
      throw .tooLarge(page.file.name, page: page.number, width: width, height: height, limits: limits)
    }
    scaleX *= factor
    scaleY *= factor
    (offsetX, offsetY) = (0, 0)
    width = max(1, Int(page.width * scaleX))
    height = max(1, Int(page.height * scaleY))
  }
}

extension PDFPage {
  fileprivate func scannedPicture(settings: PageSettings) -> PDFPageStructure.Picture? {
    let area = width * height
    func visible(_ picture: PDFPageStructure.Picture) -> Double {
      let left = max(picture.box.x, 0)
      let top = max(picture.box.y, 0)
      return max(0, min(picture.box.maxX, width) - left) * max(0, min(picture.box.maxY, height) - top)
    }
    let pictures = structure.pictures.filter { visible($0) > 0 }
    let largest = pictures.max { visible($0) < visible($1) }
    guard let largest, pictures.reduce(0, { $0 + visible($1) }) >= area / 2 else { return nil }
    // Among layers of nearly the same size, the finest contains the text.
    let finest =
      pictures.filter { visible($0) >= visible(largest) * 0.8 }.max { $0.density.x < $1.density.x } ?? largest
    let isAlone = !structure.showsText && pictures.allSatisfy { abs($0.density.x / finest.density.x - 1) < 0.02 }
    let finestDPI = min(finest.density.x, finest.density.y) * 72 / structure.unit
    return isAlone || finestDPI >= min(150, settings.dpi) ? finest : nil
  }
}
