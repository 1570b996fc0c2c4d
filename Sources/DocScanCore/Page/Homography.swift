// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// A projective map of the plane: a row-major 3×3 matrix that acts on column vectors (x, y, 1).
///
/// Source: R. Hartley, A. Zisserman, *Multiple View Geometry in Computer Vision*, 2nd ed., chapter 2.
public struct Homography: Hashable, Sendable {
  /// The nine coefficients, row by row.
  public let rows: [Double]

  /// The map that leaves every point unchanged.
  public static let identity = Homography(unchecked: [1, 0, 0, 0, 1, 0, 0, 0, 1])

  private init(unchecked rows: [Double]) { self.rows = rows }

  /// Creates a map from its coefficients.
  ///
  /// - Parameter rows: The nine coefficients, row by row.
  /// - Returns: The map, or `nil` if there aren't exactly nine finite coefficients or the matrix can't be inverted.
  public init?(rows: [Double]) {
    guard rows.count == 9, rows.allSatisfy(\.isFinite) else { return nil }
    self.rows = rows
    guard determinant.isFinite, abs(determinant) > 1e-18 else { return nil }
  }

  /// Returns the map that moves every point by an offset.
  ///
  /// - Parameters:
  ///   - x: The offset to the right, in pixels.
  ///   - y: The offset downwards, in pixels.
  /// - Returns: The translation.
  public static func translation(x: Double, y: Double) -> Homography {
    Homography(unchecked: [1, 0, x, 0, 1, y, 0, 0, 1])
  }

  /// Returns the map that scales both axes about the origin.
  ///
  /// - Parameters:
  ///   - x: The horizontal factor, which must not be 0.
  ///   - y: The vertical factor, which must not be 0.
  /// - Returns: The scaling.
  public static func scale(x: Double, y: Double) -> Homography { Homography(unchecked: [x, 0, 0, 0, y, 0, 0, 0, 1]) }

  /// Creates the map from the corners (0,0), (1,0), (1,1), (0,1) of the unit square to four points, or returns `nil` if three of them are collinear.
  /// Source: P. Heckbert, *Fundamentals of Texture Mapping and Image Warping*, 1989, section 2.2.3.
  package init?(unitSquareTo quad: [Point]) {
    guard quad.count == 4 else { return nil }
    let (p0, p1, p2, p3) = (quad[0], quad[1], quad[2], quad[3])
    let sumX = p0.x - p1.x + p2.x - p3.x
    let sumY = p0.y - p1.y + p2.y - p3.y
    let (dx1, dy1) = (p1.x - p2.x, p1.y - p2.y)
    let (dx2, dy2) = (p3.x - p2.x, p3.y - p2.y)
    let denominator = dx1 * dy2 - dx2 * dy1
    guard abs(denominator) > 1e-9 else { return nil }
    let g = (sumX * dy2 - dx2 * sumY) / denominator
    let h = (dx1 * sumY - sumX * dy1) / denominator
    self.init(rows: [
      p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x, p0.x,
      p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y, p0.y,
      g, h, 1,
    ])
  }

  /// Creates the map from four points to the corners of an upright rectangle at the origin.
  ///
  /// - Parameters:
  ///   - quad: The four points, clockwise from the one that becomes the top-left corner.
  ///   - width: The width of the rectangle, in pixels.
  ///   - height: The height of the rectangle, in pixels.
  /// - Returns: The map, or `nil` if the size isn't positive or three of the points are collinear.
  public init?(quad: [Point], toWidth width: Double, height: Double) {
    guard width > 0, height > 0, let fromSquare = Homography(unitSquareTo: quad) else { return nil }
    self = fromSquare.inverse.then(.scale(x: width, y: height))
  }

  /// Returns the map that rotates the page about a point.
  ///
  /// - Parameters:
  ///   - degrees: The rotation in degrees, clockwise as seen on the page.
  ///   - center: The fixed point, in pixels.
  /// - Returns: The rotation.
  public static func rotation(clockwiseDegrees degrees: Double, about center: Point) -> Homography {
    let radians = degrees * .pi / 180
    let (cosine, sine) = (cos(radians), sin(radians))
    let turn = Homography(unchecked: [cosine, -sine, 0, sine, cosine, 0, 0, 0, 1])
    return translation(x: -center.x, y: -center.y).then(turn).then(translation(x: center.x, y: center.y))
  }

  /// Returns the map that rotates an image by a multiple of 90° and moves its new top-left corner to the origin.
  ///
  /// - Parameters:
  ///   - degrees: The clockwise rotation, a multiple of 90. Other values return the identity.
  ///   - width: The width of the image before the rotation, in pixels.
  ///   - height: The height of the image before the rotation, in pixels.
  /// - Returns: The rotation.
  public static func quarterTurns(clockwiseDegrees degrees: Int, width: Double, height: Double) -> Homography {
    switch ((degrees % 360) + 360) % 360 {
    case 90: Homography(unchecked: [0, -1, height, 1, 0, 0, 0, 0, 1])
    case 180: Homography(unchecked: [-1, 0, width, 0, -1, height, 0, 0, 1])
    case 270: Homography(unchecked: [0, 1, 0, -1, 0, width, 0, 0, 1])
    case _: .identity
    }
  }

  /// Returns the map that applies this map and then another.
  ///
  /// - Parameter next: The map to apply second.
  /// - Returns: The composition of both maps.
  public func then(_ next: Homography) -> Homography {
    var product = [Double](repeating: 0, count: 9)
    for row in 0..<3 {
      for column in 0..<3 {
        product[row * 3 + column] = (0..<3).reduce(0) { $0 + next.rows[row * 3 + $1] * rows[$1 * 3 + column] }
      }
    }
    return Homography(unchecked: product).normalized
  }

  /// The inverse map.
  public var inverse: Homography {
    let m = rows
    let adjugate = [
      m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
      m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
      m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
    ]
    let scale = 1 / determinant
    return Homography(unchecked: adjugate.map { $0 * scale }).normalized
  }

  /// Applies the map to a point.
  ///
  /// - Parameter point: The point to map.
  /// - Returns: The mapped point.
  public func callAsFunction(_ point: Point) -> Point {
    let w = rows[6] * point.x + rows[7] * point.y + rows[8]
    return Point(
      x: (rows[0] * point.x + rows[1] * point.y + rows[2]) / w,
      y: (rows[3] * point.x + rows[4] * point.y + rows[5]) / w)
  }

  package var isIdentity: Bool { self == .identity }

  private var determinant: Double {
    rows[0] * (rows[4] * rows[8] - rows[5] * rows[7])
      - rows[1] * (rows[3] * rows[8] - rows[5] * rows[6])
      + rows[2] * (rows[3] * rows[7] - rows[4] * rows[6])
  }

  /// The map scaled so that its last coefficient is 1, unless that coefficient is almost 0.
  private var normalized: Homography {
    guard abs(rows[8]) > 1e-12, rows[8] != 1 else { return self }
    return Homography(unchecked: rows.map { $0 / rows[8] })
  }
}

extension Homography: Codable {
  /// Decodes a map from an array of nine numbers, row by row.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: A `DecodingError` if there aren't exactly nine finite numbers or the matrix can't be inverted.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let map = Homography(rows: try container.decode([Double].self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a homography has nine finite numbers and can be inverted")
    }
    self = map
  }

  /// Encodes the nine coefficients as an array, row by row.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: An `EncodingError` if a coefficient can't be encoded.
  public func encode(to encoder: any Encoder) throws { try rows.encode(to: encoder) }
}

/// The map that flattens a curved page. A regular grid of nodes on the flat page stores the position of each node on the curved page.
///
/// Between nodes, positions are interpolated bilinearly. Outside the grid, the outermost cells are extrapolated.
public struct Mesh: Hashable, Sendable {
  /// The number of nodes per row, from 2 to 256.
  public let columns: Int
  /// The number of rows of nodes, from 2 to 256.
  public let rows: Int
  /// The width of the flat page in pixels, which is the x-coordinate of the last node of a row.
  public let width: Double
  /// The height of the flat page in pixels, which is the y-coordinate of the last node of a column.
  public let height: Double
  /// The position of each node on the curved page in pixels, row by row.
  public let points: [Point]

  /// Creates a grid, or returns `nil` if a value isn't finite, a size isn't allowed, or the number of points doesn't match the grid.
  package init?(columns: Int, rows: Int, width: Double, height: Double, points: [Point]) {
    guard (2...256).contains(columns), (2...256).contains(rows), points.count == columns * rows,
      width.isFinite, height.isFinite, width > 0, height > 0,
      points.allSatisfy({ $0.x.isFinite && $0.y.isFinite })
    else { return nil }
    (self.columns, self.rows, self.width, self.height) = (columns, rows, width, height)
    self.points = points
  }

  /// Converts a point of the flat page to the curved page.
  package func before(_ point: Point) -> Point {
    let x = point.x / width * Double(columns - 1)
    let y = point.y / height * Double(rows - 1)
    let column = cell(x, of: columns)
    let row = cell(y, of: rows)
    let (right, down) = (x - Double(column), y - Double(row))
    let above = between(points[row * columns + column], points[row * columns + column + 1], right)
    let below = between(points[(row + 1) * columns + column], points[(row + 1) * columns + column + 1], right)
    return between(above, below, down)
  }

  /// Converts a point of the curved page to the flat page, by inverting `before` with Newton's method.
  ///
  /// - Parameter point: A point in pixels of the curved page.
  /// - Returns: The point in pixels of the flat page.
  public func after(_ point: Point) -> Point {
    var guess = point
    for _ in 0..<20 {
      let here = before(guess)
      let (errorX, errorY) = (point.x - here.x, point.y - here.y)
      if abs(errorX) + abs(errorY) < 1e-6 { break }
      let right = before(Point(x: guess.x + 1, y: guess.y))
      let down = before(Point(x: guess.x, y: guess.y + 1))
      let (a, b) = (right.x - here.x, down.x - here.x)
      let (c, d) = (right.y - here.y, down.y - here.y)
      let determinant = a * d - b * c
      guard abs(determinant) > 1e-9 else { break }
      guess.x += (d * errorX - b * errorY) / determinant
      guess.y += (a * errorY - c * errorX) / determinant
    }
    return guess
  }

  /// Returns the index of the cell that contains a coordinate, or of the outermost cell if the coordinate is outside the grid.
  private func cell(_ coordinate: Double, of nodes: Int) -> Int {
    Int(min(max(coordinate.rounded(.down), 0), Double(nodes - 2)))
  }

  private func between(_ first: Point, _ second: Point, _ share: Double) -> Point {
    Point(x: first.x + (second.x - first.x) * share, y: first.y + (second.y - first.y) * share)
  }
}

extension Mesh: Codable {
  /// Decodes a mesh.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: A `DecodingError` if a value is missing or isn't finite, or if the number of points doesn't match the grid.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let mesh = Mesh(
      columns: try values.decode(Int.self, forKey: .columns), rows: try values.decode(Int.self, forKey: .rows),
      width: try values.decode(Double.self, forKey: .width), height: try values.decode(Double.self, forKey: .height),
      points: try values.decode([Point].self, forKey: .points))
    guard let mesh else {
      throw DecodingError.dataCorruptedError(
        forKey: .points, in: values, debugDescription: "a mesh has columns × rows points, all finite")
    }
    self = mesh
  }
}
