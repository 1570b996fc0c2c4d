// SPDX-License-Identifier: GPL-3.0-or-later

/// A point in pixels. The origin is the top-left corner of the image, and y increases downwards.
public struct Point: Hashable, Sendable {
  /// The x-coordinate, in pixels from the left edge.
  public var x: Double
  /// The y-coordinate, in pixels from the top edge.
  public var y: Double

  /// Creates a point.
  ///
  /// - Parameters:
  ///   - x: The x-coordinate, in pixels from the left edge.
  ///   - y: The y-coordinate, in pixels from the top edge.
  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

extension Point: Codable {
  /// Decodes a point from `[x, y]`.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: A `DecodingError` if the array doesn't begin with two numbers.
  public init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    self.init(x: try values.decode(Double.self), y: try values.decode(Double.self))
  }

  /// Encodes the point as `[x, y]`.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: An `EncodingError` if a coordinate can't be encoded.
  public func encode(to encoder: any Encoder) throws { try [x, y].encode(to: encoder) }
}

/// An upright rectangle in pixels. The origin is the top-left corner of the image.
public struct Box: Hashable, Sendable {
  /// The x-coordinate of the left edge, in pixels.
  public var x: Double
  /// The y-coordinate of the upper edge, in pixels.
  public var y: Double
  /// The width, in pixels.
  public var width: Double
  /// The height, in pixels.
  public var height: Double

  /// Creates a box from its top-left corner and its size.
  ///
  /// - Parameters:
  ///   - x: The x-coordinate of the left edge, in pixels.
  ///   - y: The y-coordinate of the upper edge, in pixels.
  ///   - width: The width, in pixels.
  ///   - height: The height, in pixels.
  public init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// Creates the smallest box that contains the points. Without points, all values are 0.
  package init(around points: [Point]) {
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    self.init(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
  }

  /// The x-coordinate of the right edge, in pixels.
  public var maxX: Double { x + width }

  /// The y-coordinate of the lower edge, in pixels.
  public var maxY: Double { y + height }

  package var middleX: Double { x + width / 2 }

  package var middleY: Double { y + height / 2 }

  package func union(_ other: Box) -> Box {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return Box(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The box with its values rounded to a hundredth of a pixel, as in files.
  package var rounded: Box {
    Box(
      x: x.rounded(toPlaces: 2), y: y.rounded(toPlaces: 2), width: width.rounded(toPlaces: 2),
      height: height.rounded(toPlaces: 2))
  }

  /// Returns the part of the box inside an image. If there is none, the result is an empty box at the nearest edge.
  package func clamped(to size: RasterSize) -> Box {
    let left = min(max(x, 0), Double(size.width))
    let top = min(max(y, 0), Double(size.height))
    let right = min(max(maxX, left), Double(size.width))
    let bottom = min(max(maxY, top), Double(size.height))
    return Box(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension Box: Codable {
  /// Decodes a box from `[x, y, width, height]`.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: A `DecodingError` if the array doesn't begin with four numbers.
  public init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    self.init(
      x: try values.decode(Double.self), y: try values.decode(Double.self),
      width: try values.decode(Double.self), height: try values.decode(Double.self))
  }

  /// Encodes the box as `[x, y, width, height]`, rounded to a hundredth of a pixel.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: An `EncodingError` if a value can't be encoded.
  public func encode(to encoder: any Encoder) throws {
    let box = rounded
    try [box.x, box.y, box.width, box.height].encode(to: encoder)
  }
}

/// The size of an image in pixels, and its resolution.
public struct RasterSize: Codable, Hashable, Sendable {
  /// The width, in pixels.
  public var width: Int
  /// The height, in pixels.
  public var height: Int
  /// The resolution, in pixels per inch.
  public var dpi: Double

  package init(width: Int, height: Int, dpi: Double) { (self.width, self.height, self.dpi) = (width, height, dpi) }

  /// The width and height in PDF points (1/72 inch).
  package var points: PageSize { PageSize(width: Double(width) * 72 / dpi, height: Double(height) * 72 / dpi) }
}

/// The size of a page in PDF points (1/72 inch).
public struct PageSize: Codable, Hashable, Sendable {
  /// The width, in points.
  public var width: Double
  /// The height, in points.
  public var height: Double

  package init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
}

extension Double {
  /// Rounds the value to a number of decimal places.
  ///
  /// - Parameter places: The number of decimal places.
  /// - Returns: The rounded value.
  public func rounded(toPlaces places: Int) -> Double {
    var factor = 1.0
    for _ in 0..<places { factor *= 10 }
    return (self * factor).rounded() / factor
  }
}
