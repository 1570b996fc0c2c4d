// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
public import DocScanVision

extension PageDrawing {
  /// Returns the page in pixels, as a clean scan would show it.
  public func raster(dpi: Double, channels: Raster.Channels = .gray) throws -> Raster {
    let width = Int((size.width * dpi / 72).rounded())
    let height = Int((size.height * dpi / 72).rounded())
    let canvas = try Canvas(width: width, height: height, dpi: dpi)
    draw(on: canvas)
    return try unsafe canvas.withUnsafePixels { data, stride in
      try unsafe Raster(width: width, height: height, channels: channels) { (pixels) throws(PageFailure) in
        var next = 0
        for y in 0..<height {
          for x in 0..<width {
            let pixel = unsafe data + (y * stride + x * 4)
            let (blue, green, red) = unsafe (pixel[0], pixel[1], pixel[2])
            switch channels {
            case .gray:
              unsafe pixels[next] = luminance(red, green, blue)
              next += 1
            case .rgb:
              unsafe pixels[next] = red
              unsafe pixels[next + 1] = green
              unsafe pixels[next + 2] = blue
              next += 3
            }
          }
        }
      }
    }
  }

  /// Writes pages as a born-digital PDF with text that can be copied.
  public static func writePDF(_ pages: [PageDrawing], to path: String) throws {
    guard let first = pages.first else { throw FixtureError("A PDF needs a page.") }
    let canvas = try Canvas(pdf: path, firstPage: first.size)
    for (index, page) in pages.enumerated() {
      page.draw(on: canvas)
      try canvas.endPage(next: index + 1 < pages.count ? pages[index + 1].size : nil)
    }
    try canvas.finish()
  }
}

/// Returns the gray of a color, by the weights of ITU-R BT.601.
func luminance(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
  let sum = Int(red) * 77 + Int(green) * 150 + Int(blue) * 29
  return UInt8((sum + 128) >> 8)
}
