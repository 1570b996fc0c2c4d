// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension Line {
  /// Returns the baseline as a list of points in whole pixels, such as "60,120 720,122", or `nil` if it has fewer than two points.
  func baselinePoints(in image: RasterSize) -> String? {
    guard baseline.count >= 2 else { return nil }
    return baseline.map { point in
      let x = Int(min(max(point.x, 0), Double(image.width)).rounded())
      let y = Int(min(max(point.y, 0), Double(image.height)).rounded())
      return "\(x),\(y)"
    }.joined(separator: " ")
  }
}
