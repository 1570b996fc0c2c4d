// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanVision
internal import Glibc

/// The light, the desk and the outline of a page on it.
struct DeskScene {
  let quad: [Point]
  let width: Int
  let height: Int
  let desk: DeskPhoto.Desk
  let seed: UInt64

  /// Returns the picture of the desk with the page in place; `page` has already been warped.
  func shot(of page: Raster) throws -> Raster {
    let edges = Edges(quad)
    let shadowEdges = Edges(quad.map { Point(x: $0.x + Double(width) * 0.006, y: $0.y + Double(width) * 0.009) })
    let noise = ValueNoise(seed: seed)
    let channels = page.channels.rawValue
    let softness = Double(width) * 0.012
    return try unsafe page.withUnsafePixels { paper in
      try unsafe Raster(width: width, height: height, channels: .rgb) { (target) throws(PageFailure) in
        for y in 0..<height {
          for x in 0..<width {
            let here = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
            let light = light(at: here, noise)
            // The page's share of the pixel: the edge passes within half a pixel on either side.
            let cover = min(max(edges.depth(of: here) + 0.5, 0), 1)
            var colour = (red: 0.0, green: 0.0, blue: 0.0)
            if cover < 1 {
              let shade = 1 - 0.55 / (1 + exp(-shadowEdges.depth(of: here) / softness))
              let base = deskColour(at: here, noise)
              colour = (base.red * shade, base.green * shade, base.blue * shade)
            }
            if cover > 0 {
              let index = (y * width + x) * channels
              let ink = unsafe (
                Double(paper[index]), Double(paper[index + (channels - 1) / 2]), Double(paper[index + channels - 1])
              )
              // Paper isn't quite white, and ink isn't quite black.
              colour.red += (10 + ink.0 * 0.93 - colour.red) * cover
              colour.green += (10 + ink.1 * 0.915 - colour.green) * cover
              colour.blue += (10 + ink.2 * 0.875 - colour.blue) * cover
            }
            let index = (y * width + x) * 3
            unsafe target[index] = UInt8(min(max(colour.red * light, 0), 255))
            unsafe target[index + 1] = UInt8(min(max(colour.green * light, 0), 255))
            unsafe target[index + 2] = UInt8(min(max(colour.blue * light, 0), 255))
          }
        }
      }
    }
  }

  /// Returns the light at a point, from a lamp at the upper left, with darker corners and soft unevenness.
  private func light(at point: Point, _ noise: ValueNoise) -> Double {
    let (x, y) = (point.x / Double(width), point.y / Double(height))
    let corner = (x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5)
    return 1.06 - 0.17 * x - 0.14 * y - 0.12 * corner + 0.06 * (noise.value(x * 2.5, y * 3) - 0.5)
  }

  private func deskColour(at point: Point, _ noise: ValueNoise) -> (red: Double, green: Double, blue: Double) {
    let unit = Double(width) / 1500
    let (x, y) = (point.x / unit, point.y / unit)
    switch desk {
    case .slate:
      let grain = 0.9 + 0.2 * noise.value(x / 3, y / 3)
      return (70 * grain, 74 * grain, 80 * grain)
    case .paper:
      let grain = 0.985 + 0.03 * noise.value(x / 40, y / 40)
      return (226 * grain, 224 * grain, 219 * grain)
    case .cloth:
      let weave = 0.85 + 0.1 * sin(x / 4) * sin(y / 4) + 0.15 * (noise.value(x / 90, y / 60) - 0.5)
      return (92 * weave, 110 * weave, 96 * weave)
    case .tiles:
      let (column, row) = ((x / 310).rounded(.down), (y / 310).rounded(.down))
      let isJoint = x - column * 310 < 7 || y - row * 310 < 7
      let tone = isJoint ? 0.7 : 0.95 + 0.1 * noise.value(column * 5.3, row * 3.1) + 0.03 * noise.value(x / 30, y / 30)
      return (178 * tone, 170 * tone, 160 * tone)
    case .checkers:
      let (column, row) = ((x / 160).rounded(.down), (y / 160).rounded(.down))
      let isJoint = x - column * 160 < 4 || y - row * 160 < 4
      let isDark = (column + row).truncatingRemainder(dividingBy: 2) == 0
      let tone = (isJoint ? 1.2 : isDark ? 0.6 : 0.95) * (0.92 + 0.16 * noise.value(x / 30, y / 30))
      return (96 * tone, 150 * tone, 132 * tone)
    case .stripes:
      let (angle, width) = (3 * noise.value(0.3, 0.7), 30 + 90 * noise.value(5.1, 2.3))
      let across = x * cos(angle) + y * sin(angle) + 60 * noise.value(x / 400, y / 400)
      let tone = 0.85 + 0.3 * noise.value(x / 200, y / 200)
      return (across / width).truncatingRemainder(dividingBy: 1).magnitude < 0.35
        ? (40 * tone, 95 * tone, 90 * tone) : (205 * tone, 203 * tone, 190 * tone)
    case .marks:
      let row = (y / 34).rounded(.down)
      let column = (x / 22).rounded(.down)
      let (right, down) = (x - (column + 0.5) * 22, y - (row + 0.5) * 34)
      let size = 4 + 6 * noise.value(column * 7.7, 3.1)
      let tone = 0.85 + 0.3 * noise.value(x / 200, y / 200)
      return max(right.magnitude, 0.6 * down.magnitude) < size
        ? (60 * tone, 70 * tone, 105 * tone) : (205 * tone, 203 * tone, 190 * tone)
    case .wood:
      // Boards run across; the grain is noise stretched along them.
      let board = (y / 430).rounded(.down)
      let seam = abs(y - (board + 0.5) * 430) > 213 ? 0.55 : 1.0
      let bend = 26 * noise.value(x / 420, y / 120 + board * 7)
      let rings = 0.5 + 0.5 * sin((y + bend) / 6.5 + 5 * noise.value(x / 900, y / 45 + board * 13))
      let fibre = noise.value(x / 60, y / 2.2)
      let tone = (0.8 + 0.12 * rings + 0.16 * fibre + 0.1 * noise.value(board * 3.7, 1)) * seam
      return (138 * tone, 94 * tone, 58 * tone)
    }
  }

  /// The four sides of a page as lines, to measure how deep inside a point is.
  private struct Edges {
    private let sides: [(normal: Point, offset: Double)]

    init(_ quad: [Point]) {
      sides = quad.indices.map { index in
        let (from, to) = (quad[index], quad[(index + 1) % 4])
        let length = ((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y)).squareRoot()
        let normal = Point(x: -(to.y - from.y) / length, y: (to.x - from.x) / length)
        return (normal, -(normal.x * from.x + normal.y * from.y))
      }
    }

    /// Returns the distance to the nearest side in pixels, negative outside.
    func depth(of point: Point) -> Double {
      var least = Double.infinity
      for side in sides { least = min(least, side.normal.x * point.x + side.normal.y * point.y + side.offset) }
      return least
    }
  }
}
