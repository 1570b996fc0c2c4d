// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A box in whole pixels, clipped to the image, as most formats require.
struct PixelBox: Hashable {
  var left: Int
  var top: Int
  /// The first column to the right of the box.
  var right: Int
  /// The first row below the box.
  var bottom: Int

  var width: Int { right - left }
  var height: Int { bottom - top }

  /// Creates the smallest box of whole pixels that contains the part of a box inside the image.
  init(_ box: Box, in image: RasterSize) {
    let inside = box.clamped(to: image)
    left = Int(inside.x.rounded(.down))
    top = Int(inside.y.rounded(.down))
    right = Int(inside.maxX.rounded(.up))
    bottom = Int(inside.maxY.rounded(.up))
  }

  init(_ image: RasterSize) { (left, top, right, bottom) = (0, 0, image.width, image.height) }
}

extension RecognizedPage {
  /// The size of the image to which boxes refer. Zero for a failed page.
  var imageSize: RasterSize { image ?? RasterSize(width: 0, height: 0, dpi: 0) }
}
