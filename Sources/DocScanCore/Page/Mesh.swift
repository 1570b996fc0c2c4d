// SPDX-License-Identifier: GPL-3.0-or-later

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
