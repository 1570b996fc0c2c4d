// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: points map between the photograph and the corrected page within half a pixel.

import DocScanCore
import Glibc
import Testing

@Suite("Mapping between photograph and page")
struct PageMapTests {
  @Test("Composes corrections like applying them in turn", arguments: 1...40)
  func composition(seed: UInt64) throws {
    var random = RandomPages(seed: seed)
    let corrections = try random.corrections()
    let map = PageMap(corrections)
    for _ in 0..<20 {
      let start = Point(x: random.number(0...2000), y: random.number(0...3000))
      var step = start
      for correction in corrections {
        step = correction.mesh.map { $0.after(step) } ?? correction.matrix(step)
      }
      let composed = map.image(start)
      #expect(abs(composed.x - step.x) < 1e-3 && abs(composed.y - step.y) < 1e-3)
    }
  }

  @Test("Maps a point to the page and back within half a pixel", arguments: 1...40)
  func roundTrip(seed: UInt64) throws {
    var random = RandomPages(seed: seed)
    let map = PageMap(try random.corrections())
    for _ in 0..<50 {
      let start = Point(x: random.number(0...2000), y: random.number(0...3000))
      let back = map.source(map.image(start))
      #expect(abs(back.x - start.x) < 0.5 && abs(back.y - start.y) < 0.5, "\(start) \(back)")
    }
  }

  @Test("Recovers a homography from four corners", arguments: 1...40)
  func recovery(seed: UInt64) throws {
    var random = RandomPages(seed: seed)
    let quad = random.quad()
    let map = try #require(Homography(quad: quad, toWidth: 1000, height: 1414))
    for (corner, place) in zip(quad, [(0.0, 0.0), (1000, 0), (1000, 1414), (0, 1414)]) {
      let moved = map(corner)
      #expect(abs(moved.x - place.0) < 1e-6 && abs(moved.y - place.1) < 1e-6)
    }
  }

  @Test("Maps a mesh's nodes exactly, and back between them")
  func mesh() throws {
    let mesh = try RandomPages.bentMesh(amplitude: 25)
    for row in stride(from: 0, to: mesh.rows, by: 5) {
      for column in stride(from: 0, to: mesh.columns, by: 3) {
        let node = Point(
          x: mesh.width * Double(column) / Double(mesh.columns - 1),
          y: mesh.height * Double(row) / Double(mesh.rows - 1))
        let place = mesh.before(node)
        let wanted = mesh.points[row * mesh.columns + column]
        #expect(abs(place.x - wanted.x) < 1e-6 && abs(place.y - wanted.y) < 1e-6)
        let back = mesh.after(wanted)
        #expect(abs(back.x - node.x) < 0.01 && abs(back.y - node.y) < 0.01)
      }
    }
  }

  @Test("Rejects a mesh with inconsistent numbers")
  func wrongMeshes() {
    let corners = [Point(x: 0, y: 0), Point(x: 9, y: 0), Point(x: 0, y: 9), Point(x: 9, y: 9)]
    #expect(Mesh(columns: 2, rows: 2, width: 9, height: 9, points: corners) != nil)
    #expect(Mesh(columns: 2, rows: 3, width: 9, height: 9, points: corners) == nil)
    #expect(Mesh(columns: 1, rows: 4, width: 9, height: 9, points: corners) == nil)
    #expect(Mesh(columns: 2, rows: 2, width: 0, height: 9, points: corners) == nil)
    #expect(
      Mesh(columns: 2, rows: 2, width: 9, height: 9, points: corners.dropLast() + [Point(x: .nan, y: 1)]) == nil)
  }
}

/// Random pages, reproducible from a seed.
private struct RandomPages: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }

  mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

  /// Returns the corners of a sheet in a photograph.
  mutating func quad() -> [Point] {
    [(300.0, 300.0), (1700, 300), (1700, 2500), (300, 2500)].map {
      Point(x: $0.0 + number(-150...150), y: $0.1 + number(-150...150))
    }
  }

  /// Corrections that a photographed, bent page may need.
  mutating func corrections() throws -> [Correction] {
    let flat = try #require(Homography(quad: quad(), toWidth: 1000, height: 1414))
    let center = Point(x: 500, y: 707)
    let turn = Homography.rotation(clockwiseDegrees: number(-15...15), about: center)
    return [
      Correction(kind: "perspective", confidence: 1, matrix: flat),
      Correction(
        kind: "orientation", confidence: 1,
        matrix: .quarterTurns(
          clockwiseDegrees: 90 * Int.random(in: 0...3, using: &self), width: 1000, height: 1414)),
      Correction(
        kind: "dewarp", confidence: 1, mesh: try Self.bentMesh(amplitude: number(0...25)), matrix: .identity),
      Correction(kind: "deskew", confidence: 1, matrix: turn),
      Correction(kind: "crop", confidence: 1, matrix: .translation(x: -number(0...40), y: -number(0...40))),
    ]
  }

  /// Returns a page whose lines are arcs.
  static func bentMesh(amplitude: Double) throws -> Mesh {
    let (columns, rows, width, height) = (17, 25, 1000.0, 1414.0)
    let points = (0..<(columns * rows)).map { index in
      let x = width * Double(index % columns) / Double(columns - 1)
      let y = height * Double(index / columns) / Double(rows - 1)
      return Point(x: x + 0.2 * amplitude * sin(y / 400), y: y + amplitude * sin(x / width * .pi))
    }
    return try #require(Mesh(columns: columns, rows: rows, width: width, height: height, points: points))
  }
}
