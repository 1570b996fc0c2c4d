// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import Glibc

/// The background of a sheet that is held up: out of focus, and full of edges that aren't a sheet's.
struct Room {
  private enum Kind: CaseIterable {
    case wall
    /// Strong light from behind, next to a curtain.
    case window
    case shelf
    /// Crumpled linen, about as bright as paper.
    case bed
    case floor
  }

  private let kind: Kind
  private let noise: ValueNoise
  private let base: Colour
  private let accent: Colour
  private let size: (width: Double, height: Double)
  /// The position of the window or the furniture's edge.
  private let edge: Point
  /// The blur of edges, in pixels.
  private let softness: Double

  init(width: Int, height: Int, _ random: inout SeededGenerator) {
    kind = Kind.allCases[Int.random(in: 0..<Kind.allCases.count, using: &random)]
    noise = ValueNoise(seed: random.next())
    base = Colour.random(in: kind == .bed ? 175...235 : 90...215, using: &random)
    accent = Colour.random(in: 30...160, using: &random)
    size = (Double(width), Double(height))
    edge = Point(
      x: Double.random(in: 0.2...0.8, using: &random) * size.width,
      y: Double.random(in: 0.15...0.7, using: &random) * size.height)
    softness = Double.random(in: 0.002...0.012, using: &random) * size.width
  }

  /// Whether light comes from behind the sheet.
  var isBacklit: Bool { kind == .window }

  /// Returns the color at a pixel, in even light.
  func colour(at point: Point) -> Colour {
    let (x, y) = (point.x / size.width, point.y / size.width)
    let wall = base * (0.88 + 0.16 * noise.value(x * 3, y * 3) + 0.03 * noise.value(x * 40, y * 40))
    switch kind {
    case .wall:
      // A skirting or the edge of a door.
      return wall.covered(by: accent, step(point.x - edge.x) * step(edge.x + 0.03 * size.width - point.x))
    case .window:
      let pane = step(point.x - edge.x) * step(0.75 * size.height - point.y)
      let bar = step(0.012 * size.width - abs(point.x - edge.x - 0.3 * size.width))
      let folds = 0.75 + 0.25 * sin(x * 70 + 4 * noise.value(x * 8, y * 1.5))
      let glass = Colour(repeating: 330).covered(by: accent, bar)
      return (wall * folds).covered(by: glass, pane)
    case .shelf:
      let row = (point.y / (0.2 * size.width)).rounded(.down)
      let board = step(0.012 * size.width - (point.y - row * 0.2 * size.width))
      let book = (x * 26 + 3 * noise.value(row, 1)).rounded(.down)
      let tones = [0, 1.7, 3.9].map { noise.value(book * 3.1 + $0, row * 7.3) }
      return Colour(40 + 190 * tones[0], 40 + 180 * tones[1], 40 + 170 * tones[2]).covered(by: accent, board)
    case .bed:
      let fold = sin(x * 17 + 9 * noise.value(x * 3, y * 2)) * noise.value(x * 4, y * 6)
      return base * (0.9 + 0.1 * fold + 0.06 * noise.value(x * 60, y * 60))
    case .floor:
      let board = (y * 14).rounded(.down)
      let seam = 0.75 + 0.25 * step(abs(y * 14 - board - 0.5) * -size.width / 14 + 0.46 * size.width / 14)
      return accent * (1.1 + 0.4 * noise.value(x * 5, y * 90) + 0.2 * noise.value(board, 2)) * seam
    }
  }

  /// Returns the share of a blurred edge's far side, from 0 to 1.
  private func step(_ distance: Double) -> Double { 1 / (1 + exp(-distance / softness)) }
}
