// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: homographies map points exactly and reversibly.

import DocScanCore
import Testing

@Suite("Homographies")
struct HomographyTests {
  /// A small seeded generator, so that failures are reproducible.
  struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  /// Returns a page seen by a tilted camera: the corners of a 2000 × 3000 sheet, each moved by up to 300 pixels.
  private func randomQuad(_ random: inout Seeded) -> [Point] {
    [(0, 0), (2000, 0), (2000, 3000), (0, 3000)].map { corner in
      Point(
        x: corner.0 + Double.random(in: -300...300, using: &random),
        y: corner.1 + Double.random(in: -300...300, using: &random))
    }
  }

  private func distance(_ a: Point, _ b: Point) -> Double {
    ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
  }

  @Test("Maps the corners of a quad to the corners of its rectangle", arguments: 0..<50)
  func cornersGoToCorners(seed: UInt64) throws {
    var random = Seeded(state: seed)
    let quad = randomQuad(&random)
    let map = try #require(Homography(quad: quad, toWidth: 1700, height: 2200))
    let corners = [Point(x: 0, y: 0), Point(x: 1700, y: 0), Point(x: 1700, y: 2200), Point(x: 0, y: 2200)]
    for (from, to) in zip(quad, corners) { #expect(distance(map(from), to) < 1e-6) }
  }

  @Test("Maps a point to the corrected page and back", arguments: 0..<50)
  func roundTrip(seed: UInt64) throws {
    var random = Seeded(state: seed)
    let map = try #require(Homography(quad: randomQuad(&random), toWidth: 1700, height: 2200))
      .then(.quarterTurns(clockwiseDegrees: 90, width: 1700, height: 2200))
      .then(.rotation(clockwiseDegrees: Double.random(in: -15...15, using: &random), about: Point(x: 1100, y: 850)))
    for _ in 0..<20 {
      let point = Point(x: Double.random(in: 0...2000, using: &random), y: Double.random(in: 0...3000, using: &random))
      #expect(distance(map.inverse(map(point)), point) < 0.001)
    }
  }

  @Test("Composes maps like applying them in turn", arguments: 0..<50)
  func compositionEqualsSequence(seed: UInt64) throws {
    var random = Seeded(state: seed)
    let first = try #require(Homography(quad: randomQuad(&random), toWidth: 1700, height: 2200))
    let second = Homography.rotation(clockwiseDegrees: 3.7, about: Point(x: 850, y: 1100))
    let third = Homography.scale(x: 0.5, y: 0.5)
    let chain = first.then(second).then(third)
    let point = Point(x: Double.random(in: 0...2000, using: &random), y: Double.random(in: 0...3000, using: &random))
    #expect(distance(chain(point), third(second(first(point)))) < 1e-6)
  }

  @Test("Maps the top-left corner to the top right in a clockwise quarter turn")
  func quarterTurn() {
    let turn = Homography.quarterTurns(clockwiseDegrees: 90, width: 200, height: 300)
    #expect(turn(Point(x: 0, y: 0)) == Point(x: 300, y: 0))
    #expect(turn(Point(x: 200, y: 0)) == Point(x: 300, y: 200))
    #expect(
      Homography.quarterTurns(clockwiseDegrees: -90, width: 200, height: 300)(Point(x: 0, y: 0)) == Point(x: 0, y: 200))
  }

  @Test("Moves points right of the center down in a clockwise rotation")
  func rotationSense() {
    let turned = Homography.rotation(clockwiseDegrees: 90, about: Point(x: 10, y: 10))(Point(x: 20, y: 10))
    #expect(distance(turned, Point(x: 10, y: 20)) < 1e-9)
  }

  @Test("Rejects maps without an inverse")
  func degenerate() {
    #expect(Homography(rows: [1, 0, 0, 0, 0, 0, 0, 0, 1]) == nil)
    #expect(Homography(rows: [.nan, 0, 0, 0, 1, 0, 0, 0, 1]) == nil)
    #expect(Homography(rows: [1, 2, 3]) == nil)
    let line = [Point(x: 0, y: 0), Point(x: 1, y: 1), Point(x: 2, y: 2), Point(x: 3, y: 3)]
    #expect(Homography(quad: line, toWidth: 10, height: 10) == nil)
  }
}
