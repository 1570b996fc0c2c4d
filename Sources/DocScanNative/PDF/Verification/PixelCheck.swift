// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPixels
internal import DocScanCore

/// Compares how two pages look that must look the same.
enum PixelCheck {
  /// Of 255: what rounding may make of a pixel.
  private static let tolerance: Int32 = 1

  /// Nil when no channel of any pixel differs by more than one level.
  static func mismatch(_ original: Raster, _ result: Raster, number: Int) -> Mismatch? {
    let same = "the pixels of the original page"
    guard original.width == result.width, original.height == result.height else {
      return Mismatch(.pixels, page: number, expected: same, found: "a page of another size")
    }
    guard original.channels == result.channels else {
      return Mismatch(.pixels, page: number, expected: same, found: "other colors")
    }
    let (difference, place) = original.largestDifference(from: result)
    guard difference > tolerance else { return nil }
    let pixel = Int(place) / original.channels.rawValue
    let (across, down) = (
      100 * (pixel % original.width) / original.width, 100 * (pixel / original.width) / original.height
    )
    return Mismatch(
      .pixels, page: number, expected: same,
      found: "a difference of \(difference) levels of 255, \(across) % across and \(down) % down the page")
  }
}

extension Raster {
  /// The largest difference of a channel, and the place of its byte; both have the same size and channels.
  fileprivate func largestDifference(from other: Raster) -> (difference: Int32, place: Int64) {
    var place: Int64 = 0
    let difference = unsafe withUnsafePixels { first in
      unsafe other.withUnsafePixels { second -> Int32 in
        guard let first = first.baseAddress, let second = second.baseAddress else { return 0 }
        return unsafe pixels_largest_difference(first, second, Int64(byteCount), &place)
      }
    }
    return (difference, place)
  }
}
