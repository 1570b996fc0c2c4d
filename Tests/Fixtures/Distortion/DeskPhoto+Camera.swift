// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
public import DocScanVision
internal import Glibc

extension DeskPhoto {
  /// Photographs a page with a handheld camera: anywhere in the picture, at any slant that a user might choose.
  public init(of page: Raster, heldBy random: inout SeededGenerator) throws {
    let isUpright = Int.random(in: 0..<5, using: &random) > 0
    let (width, height) = isUpright ? (1500, 2000) : (2000, 1500)
    try self.init(
      of: page, width: width, height: height,
      quad: Self.handheldQuad(of: page, width: Double(width), height: Double(height), &random),
      desk: Desk.allCases[Int.random(in: 0..<Desk.allCases.count, using: &random)], seed: random.next())
  }

  /// Returns the page's corners as a pinhole camera sees them.
  ///
  /// The turns are typical for tilt, pan, and roll, in degrees; the page fills this share of the picture.
  static func handheldQuad(
    of page: Raster, width: Double, height: Double, usualTurns: [Double] = [14, 10, 6],
    fill: ClosedRange<Double> = 0.62...0.93, _ random: inout SeededGenerator
  ) -> [Point] {
    let focus = Double.random(in: 0.9...1.5, using: &random) * max(width, height)
    // Degrees of tilt, pan, and roll: users don't hold a camera exactly parallel to a page.
    let turns = usualTurns.map { $0 * random.nextGaussian() * .pi / 180 }
    let fill = Double.random(in: fill, using: &random)
    let (halfWidth, halfHeight) = (Double(page.width) / 2, Double(page.height) / 2)
    let corners = [
      (-halfWidth, -halfHeight), (halfWidth, -halfHeight), (halfWidth, halfHeight), (-halfWidth, halfHeight),
    ]
    .map { x, y in
      let (tilted, depth) = (y * cos(turns[0]), y * sin(turns[0]))
      let (panned, deeper) = (x * cos(turns[1]) + depth * sin(turns[1]), depth * cos(turns[1]) - x * sin(turns[1]))
      return (
        x: panned * cos(turns[2]) - tilted * sin(turns[2]), y: panned * sin(turns[2]) + tilted * cos(turns[2]),
        z: deeper
      )
    }
    // The camera approaches until the page fills its share of the picture.
    var distance = 20 * max(halfWidth, halfHeight)
    var quad: [Point] = []
    repeat {
      quad = corners.map { Point(x: focus * $0.x / ($0.z + distance), y: focus * $0.y / ($0.z + distance)) }
      distance *= 0.98
    } while max(extent(quad.map(\.x)) / width, extent(quad.map(\.y)) / height) < fill
    let left = quad.reduce(Double.infinity) { min($0, $1.x) }
    let top = quad.reduce(Double.infinity) { min($0, $1.y) }
    let across = Double.random(in: 0.12...0.88, using: &random) * (width - extent(quad.map(\.x)))
    let down = Double.random(in: 0.12...0.88, using: &random) * (height - extent(quad.map(\.y)))
    return quad.map { Point(x: $0.x - left + across, y: $0.y - top + down) }
  }

  private static func extent(_ values: [Double]) -> Double { (values.max() ?? 0) - (values.min() ?? 0) }
}
