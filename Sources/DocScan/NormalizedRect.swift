// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// An upright rectangle in a picture: 0 to 1 of its width and height, with the origin at the **lower** left, as Vision has it.
public struct NormalizedRect: Hashable, Sendable {
  /// The left edge, 0 to 1 from the left of the picture.
  public var x: Double
  /// Of the lower edge.
  public var y: Double
  /// 0 to 1 of the picture's width.
  public var width: Double
  /// 0 to 1 of the picture's height.
  public var height: Double

  /// The whole picture.
  public static let fullImage = NormalizedRect(x: 0, y: 0, width: 1, height: 1)

  /// A rectangle by its lower left corner and its size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// Whether a point lies in it, or on its edge.
  public func contains(_ point: NormalizedPoint) -> Bool {
    (x...x + width).contains(point.x) && (y...y + height).contains(point.y)
  }

  /// The rectangle in pixels of a picture of this size; the origin is its top-left corner, as in page JSONs.
  public func toImageCoordinates(_ size: RasterSize) -> Box {
    Box(
      x: x * Double(size.width), y: (1 - y - height) * Double(size.height), width: width * Double(size.width),
      height: height * Double(size.height))
  }

  /// The rectangle in pixels of a picture, where this one is a part of a region of it.
  public func toImageCoordinates(from region: NormalizedRect, imageSize: RasterSize) -> Box {
    NormalizedRect(
      x: region.x + x * region.width, y: region.y + y * region.height, width: width * region.width,
      height: height * region.height
    ).toImageCoordinates(imageSize)
  }

  /// A box in pixels of a picture, from its top-left corner, as a part of a region of the picture.
  init(_ box: Box, in size: RasterSize, region: NormalizedRect = .fullImage) {
    let (width, height) = (region.width * Double(size.width), region.height * Double(size.height))
    self.init(
      x: (box.x - region.x * Double(size.width)) / width,
      y: ((1 - region.y) * Double(size.height) - box.maxY) / height, width: box.width / width,
      height: box.height / height)
  }

  /// The part of the picture as pipelines have it: from the top-left corner.
  var fromTopLeft: JSONValue { .array([x, 1 - y - height, width, height].map { .number(min(max($0, 0), 1)) }) }
}
