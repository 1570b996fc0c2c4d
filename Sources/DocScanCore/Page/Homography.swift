// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// A projective map of the plane: a row-major 3×3 matrix that acts on column vectors (x, y, 1).
///
/// Source: R. Hartley, A. Zisserman, *Multiple View Geometry in Computer Vision*, 2nd ed., chapter 2.
public struct Homography: Hashable, Sendable {
  /// The nine coefficients, row by row.
  public let rows: [Double]

  /// The map that moves nothing.
  public static let identity = Homography(unchecked: [1, 0, 0, 0, 1, 0, 0, 0, 1])

  private init(unchecked rows: [Double]) { self.rows = rows }

  /// Takes nine coefficients, row by row; nil unless there are nine, all finite, and the map can be inverted.
  public init?(rows: [Double]) {
    guard rows.count == 9, rows.allSatisfy(\.isFinite) else { return nil }
    self.rows = rows
    guard determinant.isFinite, abs(determinant) > 1e-18 else { return nil }
  }

  /// Moves every point by the given number of pixels.
  public static func translation(x: Double, y: Double) -> Homography {
    Homography(unchecked: [1, 0, x, 0, 1, y, 0, 0, 1])
  }

  /// Scales both axes about the origin; a factor of 0 has no meaning.
  public static func scale(x: Double, y: Double) -> Homography { Homography(unchecked: [x, 0, 0, 0, y, 0, 0, 0, 1]) }

  /// The map from the unit square's corners (0,0), (1,0), (1,1), (0,1) to four points; nil when three lie on a line.
  ///
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

  /// The map that takes four points to the corners of an upright rectangle of the given size, from its top-left clockwise.
  public init?(quad: [Point], toWidth width: Double, height: Double) {
    guard width > 0, height > 0, let fromSquare = Homography(unitSquareTo: quad) else { return nil }
    self = fromSquare.inverse.then(.scale(x: width, y: height))
  }

  /// A clockwise turn as seen on the page, about a point.
  public static func rotation(clockwiseDegrees degrees: Double, about center: Point) -> Homography {
    let radians = degrees * .pi / 180
    let (cosine, sine) = (cos(radians), sin(radians))
    let turn = Homography(unchecked: [cosine, -sine, 0, sine, cosine, 0, 0, 0, 1])
    return translation(x: -center.x, y: -center.y).then(turn).then(translation(x: center.x, y: center.y))
  }

  /// A clockwise turn by a multiple of 90°, moved so that an image of the given size keeps its top-left corner at the origin.
  public static func quarterTurns(clockwiseDegrees degrees: Int, width: Double, height: Double) -> Homography {
    switch ((degrees % 360) + 360) % 360 {
    case 90: Homography(unchecked: [0, -1, height, 1, 0, 0, 0, 0, 1])
    case 180: Homography(unchecked: [-1, 0, width, 0, -1, height, 0, 0, 1])
    case 270: Homography(unchecked: [0, 1, 0, -1, 0, width, 0, 0, 1])
    case _: .identity
    }
  }

  /// This map first, then the other.
  public func then(_ next: Homography) -> Homography {
    var product = [Double](repeating: 0, count: 9)
    for row in 0..<3 {
      for column in 0..<3 {
        product[row * 3 + column] = (0..<3).reduce(0) { $0 + next.rows[row * 3 + $1] * rows[$1 * 3 + column] }
      }
    }
    return Homography(unchecked: product).normalized
  }

  /// The map back.
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

  /// Where a point goes.
  public func callAsFunction(_ point: Point) -> Point {
    let w = rows[6] * point.x + rows[7] * point.y + rows[8]
    return Point(
      x: (rows[0] * point.x + rows[1] * point.y + rows[2]) / w,
      y: (rows[3] * point.x + rows[4] * point.y + rows[5]) / w)
  }

  /// Whether the map moves nothing.
  package var isIdentity: Bool { self == .identity }

  private var determinant: Double {
    rows[0] * (rows[4] * rows[8] - rows[5] * rows[7])
      - rows[1] * (rows[3] * rows[8] - rows[5] * rows[6])
      + rows[2] * (rows[3] * rows[7] - rows[4] * rows[6])
  }

  /// The same map with a last coefficient of 1, where it has one.
  private var normalized: Homography {
    guard abs(rows[8]) > 1e-12, rows[8] != 1 else { return self }
    return Homography(unchecked: rows.map { $0 / rows[8] })
  }
}

extension Homography: Codable {
  /// Reads nine numbers; fails unless they are finite and can be inverted.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let map = Homography(rows: try container.decode([Double].self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a homography has nine finite numbers and can be inverted")
    }
    self = map
  }

  /// Writes nine numbers, row by row.
  public func encode(to encoder: any Encoder) throws { try rows.encode(to: encoder) }
}

/// A bent page made flat: a regular grid over the flat page that tells for each node its place on the page as it was.
///
/// Between its nodes the grid is read with bilinear interpolation, beyond its edge with the slope of the outermost cells.
public struct Mesh: Hashable, Sendable {
  /// The number of nodes in a row and in a column: 2 to 256 each.
  public let columns: Int
  /// How many rows of nodes it has.
  public let rows: Int
  /// The size of the flat page in pixels: the last node of a row is at `width`, the last of a column at `height`.
  public let width: Double
  /// The height of the page after it, in pixels.
  public let height: Double
  /// For each node, row by row, its place in pixels of the page before.
  public let points: [Point]

  /// Takes a grid; nil unless its numbers are finite and go together.
  package init?(columns: Int, rows: Int, width: Double, height: Double, points: [Point]) {
    guard (2...256).contains(columns), (2...256).contains(rows), points.count == columns * rows,
      width.isFinite, height.isFinite, width > 0, height > 0,
      points.allSatisfy({ $0.x.isFinite && $0.y.isFinite })
    else { return nil }
    (self.columns, self.rows, self.width, self.height) = (columns, rows, width, height)
    self.points = points
  }

  /// The place on the page before of a point of the flat page.
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

  /// The place on the flat page of a point of the page before: `before`, inverted by Newton's method.
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

  /// The index of the cell that a coordinate falls into, the outermost one for what lies beyond.
  private func cell(_ coordinate: Double, of nodes: Int) -> Int {
    Int(min(max(coordinate.rounded(.down), 0), Double(nodes - 2)))
  }

  private func between(_ first: Point, _ second: Point, _ share: Double) -> Point {
    Point(x: first.x + (second.x - first.x) * share, y: first.y + (second.y - first.y) * share)
  }
}

extension Mesh: Codable {
  /// Reads a grid; fails unless its numbers go together.
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
