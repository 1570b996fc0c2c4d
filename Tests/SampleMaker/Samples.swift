// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFixtures
internal import DocScanNative
internal import DocScanVision

/// The three documents in Pipelines/sample: a scan, a photograph, and a PDF with text.
struct Samples {
  let folder: String

  /// Writes all three documents.
  func make() throws {
    try makeLetter().write(to: "\(folder)/letter.pdf")
    try makePhoto().write(to: "\(folder)/photo.jpg", as: .jpeg, dpi: 72, quality: 72)
    try PageDrawing.writePDF([try Documents.minutes()], to: "\(folder)/minutes.pdf")
  }

  /// Returns two pages in a scanner's gray mode, each slightly skewed.
  private func makeLetter() throws -> ImagePDF {
    let dpi = 200.0
    let scans = try zip(try Documents.letter(), [1.3, -0.8]).enumerated().map { index, sheet in
      try sheet.0.raster(dpi: dpi).skewed(clockwiseDegrees: sheet.1).image.blurred().faded(black: 30, white: 248)
        .withNoise(deviation: 1, seed: UInt64(index)).withSpecks(count: 12, seed: UInt64(index))
    }
    return ImagePDF(scans, dpi: dpi, encoding: .jpeg(quality: 45))
  }

  /// Returns the invoice on a wooden desk, seen from its lower left.
  private func makePhoto() throws -> Raster {
    let corners = [(318.0, 271), (1703, 214), (1826, 2339), (157, 2268)].map { Point(x: $0.0, y: $0.1) }
    return try DeskPhoto(
      of: try Documents.invoice().raster(dpi: 200, channels: .rgb), width: 2000, height: 2600, quad: corners, seed: 7
    ).image
  }
}
