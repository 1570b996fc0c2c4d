// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
public import DocScanVision

/// A page on a desk, as a phone's camera sees it, with the exact position of its corners.
public struct DeskPhoto {
  /// The surface under the page.
  public enum Desk: CaseIterable, Sendable {
    case wood
    /// A plain dark surface.
    case slate
    /// A white table top, hardly darker than the page.
    case paper
    /// A woven cloth.
    case cloth
    /// Tiles with joints, whose lines continue under the page.
    case tiles
    /// Dark and light tiles, each with sides as straight as a page's.
    case checkers
    /// A pale cloth with dark stripes, whose direction and width depend on the seed.
    case stripes
    /// A pale cloth printed with rows of small marks, which look like lines of text.
    case marks
  }

  /// The photograph, in color.
  public let image: Raster
  /// The page's corners in the photograph, clockwise from its top-left.
  public let quad: [Point]
  /// The map from the page's pixels to those of the photograph.
  public let map: Homography

  /// Photographs a page with its corners at `quad`; without one, slightly tilted in the middle.
  public init(
    of page: Raster, width: Int = 1500, height: Int = 2000, quad given: [Point]? = nil, desk: Desk = .wood,
    seed: UInt64 = 1
  ) throws {
    let corners = given ?? Self.tiltedQuad(of: page, width: width, height: height, seed: seed)
    guard
      let map = Homography(
        quad: corners, toWidth: Double(page.width), height: Double(page.height))?.inverse
    else { throw FixtureError("These corners are no quadrilateral.") }
    let scene = DeskScene(quad: corners, width: width, height: height, desk: desk, seed: seed)
    let sharp = try scene.shot(of: try page.warped(by: PageMap(map), width: width, height: height))
    image = try sharp.blurred().withNoise(deviation: 2.2, seed: seed &+ 17)
    quad = corners
    self.map = map
  }

  /// Returns the page's rectangle in the middle of the photograph, rotated and with its corners moved by up to 3% of its width.
  private static func tiltedQuad(of page: Raster, width: Int, height: Int, seed: UInt64) -> [Point] {
    var random = SeededGenerator(seed: seed)
    let scale = 0.8 * min(Double(width) / Double(page.width), Double(height) / Double(page.height))
    let (halfWidth, halfHeight) = (Double(page.width) * scale / 2, Double(page.height) * scale / 2)
    let middle = Point(x: Double(width) / 2, y: Double(height) / 2)
    let turn = Homography.rotation(clockwiseDegrees: Double.random(in: -4...4, using: &random), about: middle)
    let reach = 0.06 * halfWidth
    return [(-1, -1), (1, -1), (1, 1), (-1, 1)].map { (x: Double, y: Double) in
      let corner = turn(Point(x: middle.x + x * halfWidth, y: middle.y + y * halfHeight))
      return Point(
        x: corner.x + Double.random(in: -reach...reach, using: &random),
        y: corner.y + Double.random(in: -reach...reach, using: &random))
    }
  }
}
