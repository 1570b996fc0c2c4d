// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
public import DocScanVision
internal import Glibc

extension Raster {
  /// Returns an image with a new value for every byte, computed from its index and its old value.
  private func mapped(isBitonal: Bool = false, _ change: (_ index: Int, _ value: UInt8) -> UInt8) throws -> Raster {
    try unsafe withUnsafePixels { source in
      try unsafe Raster(width: width, height: height, channels: channels, isBitonal: isBitonal) {
        (target) throws(PageFailure) in
        for index in source.indices { unsafe target[index] = change(index, source[index]) }
      }
    }
  }

  /// Returns the image in black and white only, as from a fax or a scanner's text mode.
  public func bitonal(threshold: UInt8 = 150) throws -> Raster {
    try grayed().mapped(isBitonal: true) { _, value in value < threshold ? 0 : 255 }
  }

  /// Returns the image without its colors.
  public func grayed() throws -> Raster {
    guard channels == .rgb else { return self }
    return try unsafe withUnsafePixels { source in
      try unsafe Raster(width: width, height: height, channels: .gray) { (target) throws(PageFailure) in
        for index in target.indices {
          unsafe target[index] = luminance(source[index * 3], source[index * 3 + 1], source[index * 3 + 2])
        }
      }
    }
  }

  /// Returns the image with a lower contrast: black becomes `black`, white becomes `white`.
  public func faded(black: UInt8 = 60, white: UInt8 = 225) throws -> Raster {
    let range = Int(white) - Int(black)
    return try mapped { _, value in UInt8(clamping: Int(black) + Int(value) * range / 255) }
  }

  /// Returns the image in shadow below a line from the left border to the right one, given by its heights there in pixels from the top. The shadow
  /// keeps this share of light.
  public func shaded(below left: Double, _ right: Double, light: Double) throws -> Raster {
    let (width, channels) = (width, channels.rawValue)
    return try mapped { index, value in
      let (x, y) = (index / channels % width, index / channels / width)
      let edge = left + (right - left) * Double(x) / Double(width)
      // The border of a shadow is slightly soft.
      let share = min(max((Double(y) - edge) / 12 + 0.5, 0), 1)
      return UInt8(clamping: Int((Double(value) * (1 - share * (1 - light))).rounded()))
    }
  }

  /// Returns a color image with less of the red and green in dark parts, such as the surface around a sheet.
  public func withBlueShades() throws -> Raster {
    try mapped { index, value in index % 3 == 2 || value > 150 ? value : value / 2 }
  }

  /// Returns the image with a sensor's noise of this deviation in gray values.
  public func withNoise(deviation: Double, seed: UInt64) throws -> Raster {
    var random = SeededGenerator(seed: seed)
    return try mapped { _, value in
      UInt8(clamping: Int((Double(value) + deviation * random.nextGaussian()).rounded()))
    }
  }

  /// Returns the image with dust: this many dark spots of one to three pixels.
  public func withSpecks(count: Int, seed: UInt64) throws -> Raster {
    var random = SeededGenerator(seed: seed)
    let (width, height, channels) = (width, height, channels.rawValue)
    return try unsafe withUnsafePixels { source in
      try unsafe Raster(width: width, height: height, channels: self.channels, isBitonal: isBitonal) {
        (target) throws(PageFailure) in
        _ = unsafe target.update(from: source)
        for _ in 0..<count {
          let size = Int.random(in: 1...3, using: &random)
          let left = Int.random(in: 0..<max(width - size, 1), using: &random)
          let top = Int.random(in: 0..<max(height - size, 1), using: &random)
          for y in top..<min(top + size, height) {
            for index in (y * width + left) * channels..<(y * width + min(left + size, width)) * channels {
              unsafe target[index] = 0
            }
          }
        }
      }
    }
  }

  /// Returns a slightly unsharp image: every pixel is mixed with its eight neighbors (weights 1 2 1), this many times.
  public func blurred(times: Int = 1) throws -> Raster {
    var image = self
    for _ in 0..<times { image = try image.blurredOnce() }
    return image
  }

  /// Returns the image blurred as by a camera that moved this many pixels in a direction during the exposure.
  public func moved(by distance: Double, degrees: Double) throws -> Raster {
    let (width, height, channels) = (width, height, channels.rawValue)
    let steps = max(2, Int(distance.rounded()))
    let offsets = (0..<steps).map { step in
      let part = (Double(step) / Double(steps - 1) - 0.5) * distance
      return (Int((part * cos(degrees * .pi / 180)).rounded()), Int((part * sin(degrees * .pi / 180)).rounded()))
    }
    return try unsafe withUnsafePixels { source in
      try unsafe Raster(width: width, height: height, channels: self.channels) { (target) throws(PageFailure) in
        for y in 0..<height {
          for x in 0..<width {
            for channel in 0..<channels {
              let sum = offsets.reduce(0) { sum, offset in
                let (column, row) = (min(max(x + offset.0, 0), width - 1), min(max(y + offset.1, 0), height - 1))
                return unsafe sum + Int(source[(row * width + column) * channels + channel])
              }
              unsafe target[(y * width + x) * channels + channel] = UInt8(sum / steps)
            }
          }
        }
      }
    }
  }

  private func blurredOnce() throws -> Raster {
    let (width, height, channels) = (width, height, channels.rawValue)
    return try unsafe withUnsafePixels { source in
      try unsafe Raster(width: width, height: height, channels: self.channels) { (target) throws(PageFailure) in
        for y in 0..<height {
          let rows = [max(y - 1, 0) * width, y * width, min(y + 1, height - 1) * width]
          let (above, here, below) = (rows[0], rows[1], rows[2])
          for x in 0..<width {
            let (left, right) = (max(x - 1, 0), min(x + 1, width - 1))
            for channel in 0..<channels {
              func column(_ x: Int) -> Int {
                unsafe Int(source[(above + x) * channels + channel]) + 2 * Int(source[(here + x) * channels + channel])
                  + Int(source[(below + x) * channels + channel])
              }
              unsafe target[(here + x) * channels + channel] = UInt8(
                (column(left) + 2 * column(x) + column(right) + 8) >> 4)
            }
          }
        }
      }
    }
  }
}
