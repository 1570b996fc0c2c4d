// SPDX-License-Identifier: GPL-3.0-or-later

package import CPixels
internal import CVision
package import DocScanCore
internal import Glibc

extension Raster {
  /// The maximum difference between the channels of a gray pixel. Scanners and JPEG add invisible color.
  private static let grayTolerance: Int32 = 20
  /// In a gray picture, one in this many pixels may have more color.
  private static let strayPixels = 20_000

  /// Copies 32-bit pixels, with rows that are `stride` words apart. The raster is gray if the pixels have no color.
  package static func fromWords(
    _ words: UnsafePointer<UInt32>, stride: Int, width: Int, height: Int, order: PixelsOrder
  ) throws(PageFailure) -> Raster {
    let isColoured = unsafe pixels_have_colour(
      words, Int64(stride), Int32(width), Int32(height), order, grayTolerance, Int64(width * height / strayPixels))
    if isColoured != 0 {
      return try unsafe Raster(width: width, height: height, channels: .rgb) { pixels in
        guard let target = pixels.baseAddress else { return }
        unsafe pixels_rgb_from_words(words, Int64(stride), Int32(width), Int32(height), order, target)
      }
    }
    return try unsafe Raster(width: width, height: height, channels: .gray, isBitonal: nil) { pixels in
      guard let target = pixels.baseAddress else { return }
      unsafe pixels_gray_from_words(words, Int64(stride), Int32(width), Int32(height), order, target)
    }
  }

  package func withoutFalseColour() throws(PageFailure) -> Raster {
    guard channels == .rgb else { return self }
    let count = Int64(width * height)
    let isColoured = unsafe withUnsafePixels { pixels in
      unsafe pixels_have_colour_rgb(
        pixels.baseAddress, count, Self.grayTolerance, count / Int64(Self.strayPixels)) != 0
    }
    return isColoured
      ? self : try unsafe converted(to: .gray, isBitonal: nil) { unsafe pixels_gray_from_rgb($1, count, $0) }
  }

  /// Returns a gray picture with darker ink. Faint letters gain the most, and the paper stays about as light.
  package func withDarkerInk() throws(PageFailure) -> Raster {
    try unsafe converted(to: channels) { target, source in
      unsafe pixels_darken(source, Int64(byteCount), target)
    }
  }

  private func converted(
    to channels: Channels, isBitonal: Bool? = false,
    _ fill: (UnsafeMutablePointer<UInt8>, UnsafePointer<UInt8>) -> Void
  ) throws(PageFailure) -> Raster {
    try unsafe Raster(width: width, height: height, channels: channels, isBitonal: isBitonal) { target in
      unsafe withUnsafePixels { source in
        guard let target = target.baseAddress, let source = source.baseAddress else { return }
        unsafe fill(target, source)
      }
    }
  }

  /// Returns the stroke width in areas of the picture, in pixels, or `nil` if no ink stands out.
  package func strokeWidth(in areas: [Box]) -> Double? {
    var (ink, edges) = (0.0, 0.0)
    let size = RasterSize(width: width, height: height, dpi: 0)
    for area in areas {
      let inside = area.clamped(to: size)
      var (more, longer) = (0.0, 0.0)
      unsafe withUnsafePixels { pixels in
        guard let first = pixels.baseAddress else { return }
        unsafe pixels_strokes(
          first, Int32(width), Int32(channels.rawValue), Int32(inside.x), Int32(inside.y), Int32(inside.maxX),
          Int32(inside.maxY), &more, &longer)
      }
      ink += more
      edges += longer
    }
    return edges > 1 ? 2 * ink / edges : nil
  }

  package var isWhite: Bool {
    unsafe withUnsafePixels { pixels in unsafe pixels_are_white(pixels.baseAddress, Int64(pixels.count)) } != 0
  }

  package func oriented(_ orientation: Int) throws(PageFailure) -> Raster {
    guard (2...8).contains(orientation) else { return self }
    let (newWidth, newHeight) = orientation >= 5 ? (height, width) : (width, height)
    return try unsafe .filled(width: newWidth, height: newHeight, channels: channels, isBitonal: isBitonal) {
      target, error in
      unsafe withVisionImage { view in unsafe vision_orient(view, Int32(orientation), target, error) }
    }
  }

  package func turned(clockwiseDegrees degrees: Int) throws(PageFailure) -> Raster {
    switch ((degrees % 360) + 360) % 360 {
    case 90: try oriented(6)
    case 180: try oriented(3)
    case 270: try oriented(8)
    case _: self
    }
  }

  package func stretched(width newWidth: Int, height newHeight: Int) throws(PageFailure) -> Raster {
    guard newWidth != width || newHeight != height else { return self }
    return try unsafe Raster(width: newWidth, height: newHeight, channels: channels, isBitonal: isBitonal) { pixels in
      guard let target = pixels.baseAddress else { return }
      unsafe withUnsafePixels { source in
        guard let source = source.baseAddress else { return }
        unsafe pixels_stretch(
          source, Int32(width), Int32(height), Int32(channels.rawValue), target, Int32(newWidth), Int32(newHeight),
          isBitonal ? 0 : 1)
      }
    }
  }

  /// Returns the columns and rows of a picture of this size that a box covers, at least one each.
  static func pixels(of box: Box, _ width: Int, _ height: Int) -> (x: Range<Int>, y: Range<Int>) {
    let left = min(max(Int(box.x.rounded(.down)), 0), width - 1)
    let top = min(max(Int(box.y.rounded(.down)), 0), height - 1)
    let right = min(max(Int(box.maxX.rounded(.up)), left + 1), width)
    let bottom = min(max(Int(box.maxY.rounded(.up)), top + 1), height)
    return (left..<right, top..<bottom)
  }

  package func cropped(to box: Box) throws(PageFailure) -> Raster {
    let inside = Self.pixels(of: box, width, height)
    let (left, right, top, bottom) = (
      inside.x.lowerBound, inside.x.upperBound, inside.y.lowerBound, inside.y.upperBound
    )
    let bytes = (right - left) * channels.rawValue
    return try unsafe Raster(
      width: right - left, height: bottom - top, channels: channels, isBitonal: isBitonal
    ) { target in
      unsafe withUnsafePixels { source in
        guard let target = target.baseAddress, let source = source.baseAddress else { return }
        for row in 0..<(bottom - top) {
          unsafe memcpy(
            target + row * bytes, source + (top + row) * stride + left * channels.rawValue, bytes)
        }
      }
    }
  }

  /// Writes a binary PGM file, or PPM for color, and returns its path: `stem` with the format's extension.
  package func writePortableMap(to stem: String) throws(PageFailure) -> String {
    let path = stem + (channels == .gray ? ".pgm" : ".ppm")
    let header = Array("\(channels == .gray ? "P5" : "P6")\n\(width) \(height)\n255\n".utf8)
    guard let file = unsafe fopen(path, "we") else {
      throw .writing("The picture for the engine", code: errno)
    }
    let isWritten = unsafe withUnsafePixels { pixels in
      unsafe fwrite(header, 1, header.count, file) == header.count
        && fwrite(pixels.baseAddress, 1, pixels.count, file) == pixels.count
    }
    let isClosed = unsafe fclose(file) == 0
    guard isWritten, isClosed else { throw .writing("The picture for the engine", code: errno) }
    return path
  }

  /// Returns the picture on a white background. `mask` is a gray picture of each pixel's opacity.
  package func onWhite(_ mask: Raster, isPremultiplied: Bool) throws(PageFailure) -> Raster {
    let samples = channels.rawValue
    guard mask.width == width, mask.height == height, mask.channels == .gray else { return self }
    return try unsafe Raster(width: width, height: height, channels: channels, isBitonal: nil) { target in
      unsafe withUnsafePixels { pixels in
        unsafe mask.withUnsafePixels { opacity in
          for index in target.indices {
            let (value, alpha) = unsafe (Int(pixels[index]), Int(opacity[index / samples]))
            let ink = isPremultiplied ? value : (value * alpha + 127) / 255
            unsafe target[index] = UInt8(min(255, ink + 255 - alpha))
          }
        }
      }
    }
  }
}
