// SPDX-License-Identifier: GPL-3.0-or-later

/// A smooth random surface between 0 and 1: random values on a grid of whole numbers, blended in between.
struct ValueNoise {
  private let seed: UInt64

  init(seed: UInt64) { self.seed = seed }

  /// Returns the height at a point.
  func value(_ x: Double, _ y: Double) -> Double {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (across, down) = (smooth(x - left), smooth(y - top))
    let (column, row) = (Int(left), Int(top))
    let upper = grid(column, row) + (grid(column + 1, row) - grid(column, row)) * across
    let lower = grid(column, row + 1) + (grid(column + 1, row + 1) - grid(column, row + 1)) * across
    return upper + (lower - upper) * down
  }

  private func smooth(_ t: Double) -> Double { t * t * (3 - 2 * t) }

  private func grid(_ column: Int, _ row: Int) -> Double {
    var random = SeededGenerator(
      seed: seed ^ UInt64(bitPattern: Int64(column)) &* 0x9E37_79B1 ^ UInt64(bitPattern: Int64(row)) &* 0x85EB_CA77_C2B2
    )
    return Double(random.next() >> 11) * 0x1p-53
  }
}
