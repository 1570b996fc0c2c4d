// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFixtures
internal import DocScanNative

/// Pages of noise at the resolutions of scanners, without a word and with a few.
struct NoisePages {
  let folder: String

  /// Writes all pages.
  func make() throws {
    var words = PageDrawing()
    try words.line("Closed for the holidays", at: Point(x: 110, y: 200), font: PageFont(.sans, size: 32))
    try words.line("until January", at: Point(x: 110, y: 250), font: PageFont(.sans, size: 32))
    for dpi in [200.0, 300, 400, 600] {
      let pages = [("empty", try PageDrawing().raster(dpi: dpi)), ("words", try words.raster(dpi: dpi))]
      for (seed, ground) in Ground.allCases.enumerated() {
        for (name, page) in pages {
          let path = "\(folder)/\(ground.rawValue)-\(Int(dpi))-\(name)"
          let picture = try page.on(ground, dpi: dpi, seed: UInt64(seed + 1))
          if ground == .jpeg {
            try picture.write(to: path + ".jpg", as: .jpeg, dpi: dpi, quality: 20)
          } else {
            try picture.write(to: path + ".png", as: .png, dpi: dpi)
          }
        }
      }
    }
  }
}
