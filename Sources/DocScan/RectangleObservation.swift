// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A detected quadrilateral, such as a sheet or a barcode, which may be rotated. Coordinates are fractions of the picture, with the origin at its
/// lower left.
public struct RectangleObservation: Codable, Hashable, Sendable {
  /// The object's own top-left corner, regardless of its rotation on the page.
  public let topLeft: NormalizedPoint
  /// The object's own top-right corner.
  public let topRight: NormalizedPoint
  /// The object's own bottom-right corner.
  public let bottomRight: NormalizedPoint
  /// The object's own bottom-left corner.
  public let bottomLeft: NormalizedPoint
  /// The confidence of the detection, from 0 to 1.
  public let confidence: Double

  /// The smallest upright rectangle that contains the corners.
  public var boundingBox: NormalizedRect {
    let corners = [topLeft, topRight, bottomRight, bottomLeft]
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let (left, bottom) = (xs.min() ?? 0, ys.min() ?? 0)
    return NormalizedRect(x: left, y: bottom, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - bottom)
  }

  /// Creates an observation from corners in pixels, clockwise from the top left, or returns `nil` if there aren't exactly 4.
  init?(_ corners: [Point], confidence: Double, in size: RasterSize) {
    guard corners.count == 4 else { return nil }
    let points = corners.map { NormalizedPoint($0, in: size) }
    (topLeft, topRight, bottomRight, bottomLeft) = (points[0], points[1], points[2], points[3])
    self.confidence = confidence
  }

  /// Creates an observation from an upright rectangle.
  init(_ box: NormalizedRect, confidence: Double) {
    topLeft = NormalizedPoint(x: box.x, y: box.y + box.height)
    topRight = NormalizedPoint(x: box.x + box.width, y: box.y + box.height)
    bottomRight = NormalizedPoint(x: box.x + box.width, y: box.y)
    bottomLeft = NormalizedPoint(x: box.x, y: box.y)
    self.confidence = confidence
  }
}
