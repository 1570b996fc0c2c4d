// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPixels
internal import DocScanCore

/// How much a picture changes from pixel to pixel: letters, dark or light, do, and paper does not.
struct EdgeMap {
  private let width: Int
  private let height: Int
  /// The sums over all pixels above and to the left, for every corner of a pixel.
  private let sums: [UInt32]

  /// Looks at a grey picture of at most 8 million pixels.
  init(_ image: Raster) {
    (width, height) = (image.width, image.height)
    let (columns, rows) = (image.width, image.height)
    sums = unsafe [UInt32](unsafeUninitializedCapacity: (columns + 1) * (rows + 1)) { buffer, count in
      unsafe image.withUnsafePixels { pixels in
        guard let pixels = pixels.baseAddress, let target = buffer.baseAddress else { return }
        unsafe pixels_edge_sums(pixels, Int32(columns), Int32(rows), target)
        count = (columns + 1) * (rows + 1)
      }
    }
  }

  /// The mean change in a box, in levels of 255 a pixel; nil for less than a pixel.
  func density(left: Double, top: Double, right: Double, bottom: Double) -> Double? {
    let (x0, x1) = (Self.corner(left, width), Self.corner(right, width))
    let (y0, y1) = (Self.corner(top, height), Self.corner(bottom, height))
    guard x1 > x0, y1 > y0, !sums.isEmpty else { return nil }
    let above = Int(sums[y0 * (width + 1) + x1]) - Int(sums[y0 * (width + 1) + x0])
    let below = Int(sums[y1 * (width + 1) + x1]) - Int(sums[y1 * (width + 1) + x0])
    return Double(below - above) / Double((x1 - x0) * (y1 - y0))
  }

  private static func corner(_ value: Double, _ most: Int) -> Int { Int(min(max(value.rounded(), 0), Double(most))) }
}
