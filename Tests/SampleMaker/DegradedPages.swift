// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFixtures
internal import DocScanNative
internal import DocScanVision
internal import FoundationEssentials

/// A drawn page that is degraded in steps, in one way at a time, each with its text.
struct DegradedPages {
  let folder: String

  /// Writes all pages; a name contains the way and the step.
  func make() throws {
    let dpi = 200.0
    let drawing = try Documents.letter()[0]
    let page = try drawing.raster(dpi: dpi)
    for (step, dpi) in stride(from: 160.0, through: 40, by: -10).enumerated() {
      try write(try drawing.raster(dpi: dpi), "lowResolution", step, dpi, drawing.text)
    }
    var blurred = page
    for step in 0..<24 {
      try write(blurred, "blur", step, dpi, drawing.text)
      blurred = try blurred.blurred(times: 2)
    }
    for (step, share) in [0.6, 0.4, 0.3, 0.25, 0.2, 0.17, 0.14, 0.12, 0.1, 0.08, 0.07, 0.06, 0.05, 0.04].enumerated() {
      let black = UInt8(230 * (1 - share))
      try write(
        try page.faded(black: black, white: 230).withNoise(deviation: 2, seed: 1), "lowContrast", step, dpi,
        drawing.text)
    }
    for step in 0..<8 {
      try write(try page.withGlare(radius: 40 + 40 * Double(step)), "glare", step, dpi, drawing.text)
      let left = 130 + 30 * Double(step)
      let cut = try page.cropped(
        to: Box(x: left, y: 0, width: Double(page.width) - left, height: Double(page.height)))
      try write(cut, "clipped", step, dpi, drawing.text)
    }
  }

  private func write(_ page: Raster, _ way: String, _ step: Int, _ dpi: Double, _ text: String) throws {
    let path = "\(folder)/\(way)-\(step < 10 ? "0" : "")\(step).png"
    try page.write(to: path, as: .png, dpi: dpi)
    try Data(text.utf8).write(to: URL(filePath: path + ".truth.txt"))
  }
}
