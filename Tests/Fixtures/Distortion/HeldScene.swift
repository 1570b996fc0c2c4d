// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanVision
internal import Glibc

/// The scene in front of and behind the sheet, and the light.
struct HeldScene {
  let page: Raster
  let width: Int
  let height: Int
  /// Whether the light is scarce.
  let isDim: Bool
  private let room: Room
  private let hands: [Hand]
  private let toPage: Homography
  /// Another sheet behind this one.
  private let other: Homography?
  /// The outward bend of the sides' middles, as shares of the page's width and height.
  private let bend: Point
  private let light: Colour
  private let slope: Point

  init(page: Raster, quad: [Point], width: Int, height: Int, _ random: inout SeededGenerator) throws {
    (self.page, self.width, self.height) = (page, width, height)
    room = Room(width: width, height: height, &random)
    let (pageWidth, pageHeight) = (Double(page.width), Double(page.height))
    guard let toPage = Homography(quad: quad, toWidth: pageWidth, height: pageHeight) else {
      throw FixtureError("These corners are no quadrilateral.")
    }
    self.toPage = toPage
    let middle = Point(
      x: quad.reduce(0) { $0 + $1.x } / 4, y: quad.reduce(0) { $0 + $1.y } / 4)
    let across = hypot(quad[1].x - quad[0].x, quad[1].y - quad[0].y)
    // By the lower edge or by a side; sometimes with both hands.
    let sides = Int.random(in: 0..<3, using: &random) == 0 ? [1, 3] : [Int.random(in: 1...3, using: &random)]
    hands = sides.map { side in
      Hand(from: quad[side], to: quad[(side + 1) % 4], middle: middle, width: across, &random)
    }
    other =
      Int.random(in: 0..<3, using: &random) == 0
      ? Homography(quad: Self.outlineOfOther(beside: quad, &random), toWidth: pageWidth, height: pageHeight) : nil
    bend = Point(x: 0.012 * random.nextGaussian(), y: 0.012 * random.nextGaussian())
    isDim = Int.random(in: 0..<4, using: &random) == 0
    let strength =
      isDim
      ? Double.random(in: 0.35...0.55, using: &random)
      : room.isBacklit ? Double.random(in: 0.4...0.7, using: &random) : Double.random(in: 0.8...1.05, using: &random)
    let warmth = Double.random(in: -0.12...0.06, using: &random)
    light = Colour(strength, strength * (1 + warmth / 2), strength * (1 + warmth))
    slope = Point(x: 0.15 * random.nextGaussian(), y: 0.15 * random.nextGaussian())
  }

  /// Returns the picture.
  func shot() throws -> Raster {
    let channels = page.channels.rawValue
    return try unsafe page.withUnsafePixels { ink in
      try unsafe Raster(width: width, height: height, channels: .rgb) { (target) throws(PageFailure) in
        for y in 0..<height {
          for x in 0..<width {
            let here = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
            let far = hands.reduce(unsafe behind(here, ink, channels)) { $1.behind($0, at: here) }
            let place = onPage(here)
            let cover = cover(place)
            var colour = far
            if cover > 0 { colour = colour.covered(by: unsafe paper(at: place, ink, channels), cover) }
            colour = hands.reduce(colour) { $1.before($0, at: here) }
            let even = 1 + slope.x * (here.x / Double(width) - 0.5) + slope.y * (here.y / Double(height) - 0.5)
            // The window keeps its brightness; the light falls on everything else.
            let isLit = cover > 0 || !room.isBacklit
            colour *= (isLit ? light : Colour(repeating: 0.9)) * even
            for channel in 0..<3 {
              unsafe target[(y * width + x) * 3 + channel] = UInt8(min(max(colour[channel], 0), 255))
            }
          }
        }
      }
    }
  }

  private func behind(_ point: Point, _ ink: UnsafeBufferPointer<UInt8>, _ channels: Int) -> Colour {
    guard let other else { return room.colour(at: point) }
    let place = other(point)
    guard cover(place) > 0 else { return room.colour(at: point) }
    // The page with its upper and lower half exchanged.
    let half = Double(page.height) / 2
    let exchanged = Point(x: place.x, y: place.y < half ? place.y + half : place.y - half)
    return unsafe paper(at: exchanged, ink, channels) * 0.93
  }

  /// Returns the corners of another sheet that is partly hidden: its edge is visible, or half of it is at a side.
  private static func outlineOfOther(beside quad: [Point], _ random: inout SeededGenerator) -> [Point] {
    let across = Point(x: quad[1].x - quad[0].x, y: quad[1].y - quad[0].y)
    let isBeside = Bool.random(using: &random)
    let reach = isBeside ? 0.35...0.9 : -0.35...0.35
    let along = Double.random(in: reach, using: &random) * (Bool.random(using: &random) ? 1 : -1)
    let down = isBeside ? 0 : Double.random(in: reach, using: &random)
    let move = Point(x: along * across.x - down * across.y, y: along * across.y + down * across.x)
    let turn = Homography.rotation(
      clockwiseDegrees: (isBeside ? 2 : 6) * random.nextGaussian(),
      about: Point(x: quad.reduce(0) { $0 + $1.x } / 4, y: quad.reduce(0) { $0 + $1.y } / 4))
    return quad.map { corner in
      let turned = turn(corner)
      return Point(x: turned.x + move.x, y: turned.y + move.y)
    }
  }

  /// Returns the position on the page, in its pixels, of a point of the picture.
  private func onPage(_ point: Point) -> Point {
    let flat = toPage(point)
    let (u, v) = (flat.x / Double(page.width), flat.y / Double(page.height))
    return Point(
      x: flat.x + bend.x * Double(page.width) * 4 * v * (1 - v),
      y: flat.y + bend.y * Double(page.height) * 4 * u * (1 - u))
  }

  /// Returns the page's share of the pixel at this position on the page.
  private func cover(_ place: Point) -> Double {
    let depth = min(place.x, place.y, Double(page.width) - place.x, Double(page.height) - place.y)
    return min(max(depth + 0.5, 0), 1)
  }

  /// Returns the page's color between four of its pixels: paper isn't quite white, and ink isn't quite black.
  private func paper(at place: Point, _ ink: UnsafeBufferPointer<UInt8>, _ channels: Int) -> Colour {
    let (x, y) = (
      min(max(place.x - 0.5, 0), Double(page.width) - 1.001), min(max(place.y - 0.5, 0), Double(page.height) - 1.001)
    )
    let (column, row) = (Int(x), Int(y))
    let (across, down) = (x - Double(column), y - Double(row))
    func pixel(_ column: Int, _ row: Int) -> Colour {
      let index = (row * page.width + column) * channels
      return unsafe Colour(
        Double(ink[index]), Double(ink[index + (channels - 1) / 2]), Double(ink[index + channels - 1]))
    }
    let upper = pixel(column, row) * (1 - across) + pixel(column + 1, row) * across
    let lower = pixel(column, row + 1) * (1 - across) + pixel(column + 1, row + 1) * across
    return 14 + (upper * (1 - down) + lower * down) * Colour(0.92, 0.91, 0.88)
  }
}
