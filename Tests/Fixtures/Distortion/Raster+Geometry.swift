// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
public import DocScanVision

extension Raster {
  /// Returns the page skewed in the scanner: rotated clockwise about its middle in an image of the same size.
  ///
  /// A positive angle makes text lines slope down to the right.
  public func skewed(clockwiseDegrees degrees: Double) throws -> Distorted {
    let map = Homography.rotation(
      clockwiseDegrees: degrees, about: Point(x: Double(width) / 2, y: Double(height) / 2))
    return Distorted(image: try warped(by: PageMap(map), width: width, height: height), map: map)
  }

  /// Returns the page rotated clockwise by a multiple of 90°; no pixel changes its value.
  public func turned(clockwiseDegrees degrees: Int) throws -> Distorted {
    let map = Homography.quarterTurns(clockwiseDegrees: degrees, width: Double(width), height: Double(height))
    let turnsSides = degrees % 180 != 0
    let (newWidth, newHeight) = turnsSides ? (height, width) : (width, height)
    let back = map.inverse.rows.map { Int($0.rounded()) }
    let (oldWidth, oldHeight, count) = (width, height, channels.rawValue)
    let image = try unsafe withUnsafePixels { source in
      try unsafe Raster(width: newWidth, height: newHeight, channels: channels, isBitonal: isBitonal) {
        (target) throws(PageFailure) in
        var next = 0
        for y in 0..<newHeight {
          for x in 0..<newWidth {
            // A pixel's center, in halves, so that whole numbers suffice.
            let oldX = (back[0] * (2 * x + 1) + back[1] * (2 * y + 1) + 2 * back[2]) >> 1
            let oldY = (back[3] * (2 * x + 1) + back[4] * (2 * y + 1) + 2 * back[5]) >> 1
            assert((0..<oldWidth).contains(oldX) && (0..<oldHeight).contains(oldY))
            for channel in 0..<count {
              unsafe target[next] = source[(oldY * oldWidth + oldX) * count + channel]
              next += 1
            }
          }
        }
      }
    }
    return Distorted(image: image, map: map)
  }
}
