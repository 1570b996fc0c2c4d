// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// A page as its file shows it, before any stage.
@safe
package struct LoadedPage {
  /// The page upright as the file says, its pixels square; grey when it has no colour.
  package let raster: Raster
  /// Pixels per inch, 50 to 1200; estimated when the file says nothing sensible.
  package let dpi: Double
  /// The size of the page in the PDF.
  package let pageSize: PageSize
  /// The file's own compressed picture, where a PDF can hold it unchanged.
  package private(set) var passThrough: PassThrough?
  /// What the file says of how the picture was taken; nil where it says nothing.
  package private(set) var capture: PageCapture?

  /// The raster's size, with its resolution.
  package var size: RasterSize { RasterSize(width: raster.width, height: raster.height, dpi: dpi) }

  /// A page of a PDF.
  init(raster: Raster, dpi: Double, pageSize: PageSize) {
    (self.raster, self.dpi, self.pageSize) = (raster, dpi, pageSize)
    passThrough = nil
  }

  /// A picture; stretches it along one axis when its pixels are not square.
  init(
    picture: Raster, resolution: Resolution, passThrough: PassThrough?, capture: PageCapture? = nil, file: String,
    page: Int? = nil, limits: LimitSettings
  ) throws(PageFailure) {
    let dpi = max(resolution.x, resolution.y)
    let width = Int((Double(picture.width) * dpi / resolution.x).rounded())
    let height = Int((Double(picture.height) * dpi / resolution.y).rounded())
    try limits.check(width: width, height: height, file: file, page: page)
    raster = try picture.stretched(width: width, height: height)
    self.dpi = dpi
    pageSize = RasterSize(width: width, height: height, dpi: dpi).points
    self.passThrough = passThrough
    self.capture = capture.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The same page, which no longer tells where it was taken.
  consuming func withoutPlace() -> LoadedPage {
    capture?.gps = nil
    if let known = capture, known.isEmpty { capture = nil }
    passThrough = passThrough?.withoutPlace
    return self
  }
}
