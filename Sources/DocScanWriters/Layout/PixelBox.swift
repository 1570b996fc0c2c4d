// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A box of whole pixels, as most formats want it: the smallest around a box that lies in the image.
struct PixelBox: Hashable {
  var left: Int
  var top: Int
  /// The first column right of the box.
  var right: Int
  /// The first row below the box.
  var bottom: Int

  var width: Int { right - left }
  var height: Int { bottom - top }

  /// The pixels that a box touches.
  init(_ box: Box, in image: RasterSize) {
    let inside = box.clamped(to: image)
    left = Int(inside.x.rounded(.down))
    top = Int(inside.y.rounded(.down))
    right = Int(inside.maxX.rounded(.up))
    bottom = Int(inside.maxY.rounded(.up))
  }

  /// A whole image.
  init(_ image: RasterSize) { (left, top, right, bottom) = (0, 0, image.width, image.height) }
}

extension RecognizedPage {
  /// The image that the boxes lie in; empty for a page that failed.
  var imageSize: RasterSize { image ?? RasterSize(width: 0, height: 0, dpi: 0) }
}
