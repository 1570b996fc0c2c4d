// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// A point of a picture: 0 to 1 from its left edge, and 0 to 1 from its **lower** edge, as Vision has it.
public struct NormalizedPoint: Hashable, Sendable {
  /// From the left edge, 0 to 1.
  public var x: Double
  /// From the lower edge, 0 to 1.
  public var y: Double

  /// A point; values beyond 0 to 1 lie beside the picture.
  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

  /// The point in pixels of a picture of this size; the origin is its top-left corner, as in page JSONs.
  public func toImageCoordinates(_ size: RasterSize) -> Point {
    Point(x: x * Double(size.width), y: (1 - y) * Double(size.height))
  }

  /// A point in pixels of a picture, from its top-left corner.
  init(_ point: Point, in size: RasterSize) {
    self.init(x: point.x / Double(size.width), y: 1 - point.y / Double(size.height))
  }
}
