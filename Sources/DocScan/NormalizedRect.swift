// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// An upright rectangle in a picture as fractions of its width and height. As in Vision, the origin is the **lower** left corner.
public struct NormalizedRect: Codable, Hashable, Sendable {
  /// The x-coordinate of the left edge, from 0 (left edge of the picture) to 1.
  public var x: Double
  /// The y-coordinate of the lower edge, from 0 (lower edge of the picture) to 1.
  public var y: Double
  /// The width as a fraction of the picture's width.
  public var width: Double
  /// The height as a fraction of the picture's height.
  public var height: Double

  /// The whole picture.
  public static let fullImage = NormalizedRect(x: 0, y: 0, width: 1, height: 1)

  /// Creates a rectangle from its lower left corner and its size.
  ///
  /// - Parameters:
  ///   - x: The x-coordinate of the left edge as a fraction of the picture's width.
  ///   - y: The y-coordinate of the lower edge as a fraction of the picture's height.
  ///   - width: The width as a fraction of the picture's width.
  ///   - height: The height as a fraction of the picture's height.
  public init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// Returns whether a point is inside the rectangle or on its edge.
  ///
  /// - Parameter point: The point to test.
  /// - Returns: `true` if the rectangle contains the point.
  public func contains(_ point: NormalizedPoint) -> Bool {
    (x...x + width).contains(point.x) && (y...y + height).contains(point.y)
  }

  /// Converts the rectangle to pixels.
  ///
  /// - Parameters:
  ///   - imageSize: The size of the picture.
  ///   - origin: The origin of the result. As in Vision, the default is the lower left corner; the page JSON uses the upper left one.
  /// - Returns: The box in pixels. Its `x` and `y` are those of the corner next to the origin.
  public func toImageCoordinates(_ imageSize: RasterSize, origin: CoordinateOrigin = .lowerLeft) -> Box {
    let y = origin == .lowerLeft ? y : 1 - y - height
    return Box(
      x: x * Double(imageSize.width), y: y * Double(imageSize.height), width: width * Double(imageSize.width),
      height: height * Double(imageSize.height))
  }

  /// Converts a rectangle that is relative to a region of a picture to pixels of the whole picture.
  ///
  /// - Parameters:
  ///   - region: The region that this rectangle is relative to, as fractions of the picture.
  ///   - imageSize: The size of the picture.
  ///   - origin: The origin of the result. As in Vision, the default is the lower left corner; the page JSON uses the upper left one.
  /// - Returns: The box in pixels. Its `x` and `y` are those of the corner next to the origin.
  public func toImageCoordinates(
    from region: NormalizedRect, imageSize: RasterSize, origin: CoordinateOrigin = .lowerLeft
  ) -> Box {
    NormalizedRect(
      x: region.x + x * region.width, y: region.y + y * region.height, width: width * region.width,
      height: height * region.height
    ).toImageCoordinates(imageSize, origin: origin)
  }

  /// Converts a box in pixels, whose origin is the top-left corner of the picture, to fractions of a region of the picture.
  init(_ box: Box, in size: RasterSize, region: NormalizedRect = .fullImage) {
    let (width, height) = (region.width * Double(size.width), region.height * Double(size.height))
    self.init(
      x: (box.x - region.x * Double(size.width)) / width,
      y: ((1 - region.y) * Double(size.height) - box.maxY) / height, width: box.width / width,
      height: box.height / height)
  }

  /// Throws if the rectangle isn't a part of the picture. `property` is the name for the message.
  func check(_ property: String) throws(BatchError) {
    let edge = 1 + 1e-9
    let isInside = x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= edge && y + height <= edge
    guard isInside else {
      throw .usage(
        "\(property): the rectangle must be within the page, from 0 to 1, and have a width and height above 0.")
    }
  }

  /// The rectangle as `[x, y, width, height]` with a top-left origin, clamped to 0 to 1, as pipeline settings expect.
  var fromTopLeft: JSONValue { .array([x, 1 - y - height, width, height].map { .number(min(max($0, 0), 1)) }) }
}
