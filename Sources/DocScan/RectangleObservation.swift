// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A rectangle that was found, by its corners, which need not be upright.
public struct RectangleObservation: Hashable, Sendable {
  /// The corner that is the upper left one of what was found, however it lies on the page.
  public let topLeft: NormalizedPoint
  /// Its upper right corner.
  public let topRight: NormalizedPoint
  /// Its lower right corner.
  public let bottomRight: NormalizedPoint
  /// Its lower left corner.
  public let bottomLeft: NormalizedPoint
  /// 0 to 1: how sure it is.
  public let confidence: Double

  /// The smallest upright rectangle around it.
  public var boundingBox: NormalizedRect {
    let corners = [topLeft, topRight, bottomRight, bottomLeft]
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let (left, bottom) = (xs.min() ?? 0, ys.min() ?? 0)
    return NormalizedRect(x: left, y: bottom, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - bottom)
  }

  /// From four corners in pixels, clockwise from the top-left one; nil for another number of them.
  init?(_ corners: [Point], confidence: Double, in size: RasterSize) {
    guard corners.count == 4 else { return nil }
    let points = corners.map { NormalizedPoint($0, in: size) }
    (topLeft, topRight, bottomRight, bottomLeft) = (points[0], points[1], points[2], points[3])
    self.confidence = confidence
  }

  /// An upright one.
  init(_ box: NormalizedRect, confidence: Double) {
    topLeft = NormalizedPoint(x: box.x, y: box.y + box.height)
    topRight = NormalizedPoint(x: box.x + box.width, y: box.y + box.height)
    bottomRight = NormalizedPoint(x: box.x + box.width, y: box.y)
    bottomLeft = NormalizedPoint(x: box.x, y: box.y)
    self.confidence = confidence
  }
}
