// SPDX-License-Identifier: GPL-3.0-or-later

/// A point in pixels: the origin is the top-left corner of the image, y grows downwards.
public struct Point: Hashable, Sendable {
  /// From the left.
  public var x: Double
  /// From the top.
  public var y: Double

  /// A point.
  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

extension Point: Codable {
  /// Reads `[x, y]`.
  public init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    self.init(x: try values.decode(Double.self), y: try values.decode(Double.self))
  }

  /// Writes `[x, y]`.
  public func encode(to encoder: any Encoder) throws { try [x, y].encode(to: encoder) }
}

/// An upright rectangle in pixels, with its top-left corner at `x`, `y`.
public struct Box: Hashable, Sendable {
  /// The left edge.
  public var x: Double
  /// The upper edge.
  public var y: Double
  /// From the left edge to the right one.
  public var width: Double
  /// From the upper edge to the lower one.
  public var height: Double

  /// A box by its upper left corner and its size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The smallest box around points; empty for none.
  package init(around points: [Point]) {
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    self.init(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
  }

  /// The x-coordinate of the right edge.
  public var maxX: Double { x + width }

  /// The y-coordinate of the lower edge.
  public var maxY: Double { y + height }

  /// The x-coordinate half way across.
  package var middleX: Double { x + width / 2 }

  /// The y-coordinate half way down.
  package var middleY: Double { y + height / 2 }

  /// The smallest box around both.
  package func union(_ other: Box) -> Box {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return Box(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The box as files have it: to a hundredth of a pixel.
  package var rounded: Box {
    Box(
      x: x.rounded(toPlaces: 2), y: y.rounded(toPlaces: 2), width: width.rounded(toPlaces: 2),
      height: height.rounded(toPlaces: 2))
  }

  /// The part of the box inside an image of the given size; empty at the nearest edge when there is none.
  package func clamped(to size: RasterSize) -> Box {
    let left = min(max(x, 0), Double(size.width))
    let top = min(max(y, 0), Double(size.height))
    let right = min(max(maxX, left), Double(size.width))
    let bottom = min(max(maxY, top), Double(size.height))
    return Box(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension Box: Codable {
  /// Reads `[x, y, width, height]`.
  public init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    self.init(
      x: try values.decode(Double.self), y: try values.decode(Double.self),
      width: try values.decode(Double.self), height: try values.decode(Double.self))
  }

  /// Writes `[x, y, width, height]`, to a hundredth of a pixel.
  public func encode(to encoder: any Encoder) throws {
    let box = rounded
    try [box.x, box.y, box.width, box.height].encode(to: encoder)
  }
}

/// The size of an image in pixels, and its resolution.
public struct RasterSize: Codable, Hashable, Sendable {
  /// In pixels.
  public var width: Int
  /// In pixels.
  public var height: Int
  /// Pixels per inch.
  public var dpi: Double

  /// A size in pixels, with the resolution in pixels per inch.
  package init(width: Int, height: Int, dpi: Double) { (self.width, self.height, self.dpi) = (width, height, dpi) }

  /// Width and height in PDF points (1/72 inch).
  package var points: PageSize { PageSize(width: Double(width) * 72 / dpi, height: Double(height) * 72 / dpi) }
}

/// The size of a page in PDF points (1/72 inch).
public struct PageSize: Codable, Hashable, Sendable {
  /// In points, of which an inch has 72.
  public var width: Double
  /// In points.
  public var height: Double

  /// A size in points.
  package init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
}

extension Double {
  /// The value rounded to this many decimal places.
  public func rounded(toPlaces places: Int) -> Double {
    var factor = 1.0
    for _ in 0..<places { factor *= 10 }
    return (self * factor).rounded() / factor
  }
}
