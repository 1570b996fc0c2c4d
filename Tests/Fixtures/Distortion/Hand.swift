// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import Glibc

/// A hand that holds a sheet by one of its edges: the thumb in front, palm and arm behind.
struct Hand {
  /// A thick line with round ends.
  private struct Limb {
    var from: Point
    var to: Point
    var radius: Double

    /// Returns the depth inside the limb as a share of the radius, below 0 outside.
    func depth(of point: Point) -> Double {
      let (x, y) = (to.x - from.x, to.y - from.y)
      let along = ((point.x - from.x) * x + (point.y - from.y) * y) / max(x * x + y * y, 1e-9)
      let t = min(max(along, 0), 1)
      return 1 - hypot(point.x - from.x - t * x, point.y - from.y - t * y) / radius
    }
  }

  private let thumb: Limb
  private let palm: Limb
  private let arm: Limb
  private let skin: Colour
  private let sleeve: Colour

  /// Creates a hand at a random position on the side between two corners of a sheet with this middle.
  init(from: Point, to: Point, middle: Point, width: Double, _ random: inout SeededGenerator) {
    let place = Double.random(in: 0.12...0.88, using: &random)
    let anchor = Point(x: from.x + place * (to.x - from.x), y: from.y + place * (to.y - from.y))
    let length = hypot(to.x - from.x, to.y - from.y)
    // Inwards, slightly rotated: a hand comes at any angle.
    let inward = atan2(to.x - from.x, -(to.y - from.y)) + Double.random(in: -0.4...0.4, using: &random)
    let isInside = cos(inward) * (middle.x - anchor.x) + sin(inward) * (middle.y - anchor.y) > 0
    let direction = isInside ? inward : inward + .pi
    func point(_ distance: Double, aside: Double = 0) -> Point {
      Point(
        x: anchor.x + width * (distance * cos(direction) - aside * sin(direction)),
        y: anchor.y + width * (distance * sin(direction) + aside * cos(direction)))
    }
    let thickness = Double.random(in: 0.04...0.055, using: &random)
    thumb = Limb(
      from: point(-0.1), to: point(Double.random(in: 0.05...0.15, using: &random)), radius: thickness * width)
    palm = Limb(from: point(0.05, aside: 0.06), to: point(-0.16, aside: 0.08), radius: 0.13 * width)
    arm = Limb(
      from: point(-0.2, aside: 0.08), to: point(-0.2 - 3 * length / width, aside: 0.3), radius: 0.11 * width)
    let tone = Double.random(in: 0.35...1, using: &random)
    skin = Colour(232, 186, 156) * tone
    sleeve = Colour.random(in: 25...220, using: &random)
  }

  /// Returns the color at a point behind the sheet, over the existing color.
  func behind(_ colour: Colour, at point: Point) -> Colour {
    var colour = colour
    let (armDepth, palmDepth) = (arm.depth(of: point), palm.depth(of: point))
    if armDepth > 0 { colour = colour.covered(by: sleeve * (0.7 + 0.3 * sqrt(min(armDepth, 1))), armDepth * 30) }
    if palmDepth > 0 { colour = colour.covered(by: skin * (0.75 + 0.25 * sqrt(min(palmDepth, 1))), palmDepth * 30) }
    return colour
  }

  /// Returns the color at a point in front of the sheet, over the existing color: the thumb and its shadow.
  func before(_ colour: Colour, at point: Point) -> Colour {
    let depth = thumb.depth(of: point)
    guard depth > 0 else { return colour * (1 - 0.25 * exp(depth * 6)) }
    return colour.covered(by: skin * (0.72 + 0.28 * sqrt(min(depth, 1))), depth * 20)
  }
}
