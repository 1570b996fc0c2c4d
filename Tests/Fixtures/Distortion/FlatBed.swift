// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
public import DocScanVision

/// Slips of paper on a scanner's glass with their surroundings, and the exact position of each.
public struct FlatBed {
  /// The scan's content around the paper.
  public enum Bed: String, CaseIterable, Sendable {
    /// A white lid, lighter than the paper.
    case white
    /// A gray lid, darker than the paper.
    case gray
    /// An open lid.
    case black
    /// A gray board that doesn't cover the left part of the glass, which is black.
    case board

    func tone(at x: Double, edge: Double) -> Double {
      switch self {
      case .white: 252
      case .gray: 150
      case .black: 14
      case .board: x < edge ? 12 : 196
      }
    }
  }

  /// The scan, in gray.
  public let image: Raster
  /// The corners of each slip in the scan, clockwise from its upper left.
  public let quads: [[Point]]
  /// The map from each slip's pixels to those of the scan.
  public let maps: [Homography]

  /// The paper's tone: lighter than gray lids, darker than white ones.
  private static let paper: UInt8 = 232

  /// Puts slips next to each other, each slightly skewed. `outside` is the share of the last one's width beyond the
  /// glass.
  public init(of slips: [Raster], on bed: Bed, outside: Double = 0, _ random: inout SeededGenerator) throws {
    let gap = 60.0
    let edge = bed == .board ? 0.4 * (slips.map { Double($0.width) }.max() ?? 0) : 0
    var left = edge + 2 * gap
    var maps: [Homography] = []
    for slip in slips {
      let middle = Point(x: Double(slip.width) / 2, y: Double(slip.height) / 2)
      let turn = Homography.rotation(clockwiseDegrees: Double.random(in: -1.5...1.5, using: &random), about: middle)
      let top = gap + Double.random(in: 0...100, using: &random)
      maps.append(turn.then(.translation(x: left, y: top)))
      left += Double(slip.width) + gap + Double.random(in: 0...60, using: &random)
    }
    let width = Int(left + gap - outside * Double(slips.last?.width ?? 0))
    let height = Int(4 * gap) + (slips.map(\.height).max() ?? 0) + 100
    var image = try Raster.drawn(width: width, height: height) { x, _ in bed.tone(at: x, edge: edge) }
    for (slip, map) in zip(slips, maps) {
      let back = map.inverse
      let (slipWidth, slipHeight) = (Double(slip.width), Double(slip.height))
      image = try slip.faded(black: 30, white: Self.paper).reading(outside: Double(Self.paper)) { paper in
        try image.reading { under in
          try Raster.drawn(width: width, height: height) { x, y in
            let place = back(Point(x: x, y: y))
            let isPaper = place.x > 0 && place.y > 0 && place.x < slipWidth && place.y < slipHeight
            return isPaper ? paper(place.x, place.y) : under(x, y)
          }
        }
      }
    }
    self.image = try image.blurred().withNoise(deviation: 2, seed: random.next())
    self.maps = maps
    quads = zip(slips, maps).map { slip, map in
      [(0, 0), (slip.width, 0), (slip.width, slip.height), (0, slip.height)].map {
        map(Point(x: Double($0.0), y: Double($0.1)))
      }
    }
  }
}
