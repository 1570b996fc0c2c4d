// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// The corner of a picture from which coordinates in pixels are measured, like Vision's type of this name.
public enum CoordinateOrigin: Hashable, Sendable {
  /// The lower left corner, as in Vision.
  case lowerLeft
  /// The upper left corner, as in picture files and the page JSON.
  case upperLeft
}

/// A point in a picture as fractions of its width and height. As in Vision, the origin is the **lower** left corner.
public struct NormalizedPoint: Codable, Hashable, Sendable {
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
  /// - Parameters:
  ///   - imageSize: The size of the picture.
  ///   - origin: The origin of the result. As in Vision, the default is the lower left corner; the page JSON uses the upper left one.
  /// - Returns: The point in pixels.
  public func toImageCoordinates(_ imageSize: RasterSize, origin: CoordinateOrigin = .lowerLeft) -> Point {
    let y = origin == .lowerLeft ? y : 1 - y
    return Point(x: x * Double(imageSize.width), y: y * Double(imageSize.height))
  }

  /// Converts a point in pixels, whose origin is the top-left corner of the picture.
  init(_ point: Point, in size: RasterSize) {
    self.init(x: point.x / Double(size.width), y: 1 - point.y / Double(size.height))
  }
}
