// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// A point in a picture as fractions of its width and height. As in Vision, the origin is the **lower** left corner.
public struct NormalizedPoint: Hashable, Sendable {
  /// The x-coordinate, from 0 (left edge) to 1.
  public var x: Double
  /// The y-coordinate, from 0 (lower edge) to 1.
  public var y: Double

  /// Creates a point. Values below 0 or above 1 are outside the picture.
  ///
  /// - Parameters:
  ///   - x: The x-coordinate as a fraction of the width.
  ///   - y: The y-coordinate as a fraction of the height, from the lower edge.
  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

  /// Converts the point to pixels.
  ///
  /// - Parameter size: The size of the picture.
  /// - Returns: The point in pixels. As in the page JSON, the origin is the top-left corner of the picture.
  public func toImageCoordinates(_ size: RasterSize) -> Point {
    Point(x: x * Double(size.width), y: (1 - y) * Double(size.height))
  }

  /// Converts a point in pixels, whose origin is the top-left corner of the picture.
  init(_ point: Point, in size: RasterSize) {
    self.init(x: point.x / Double(size.width), y: 1 - point.y / Double(size.height))
  }
}
