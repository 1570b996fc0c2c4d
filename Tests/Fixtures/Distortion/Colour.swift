// SPDX-License-Identifier: GPL-3.0-or-later

/// A color while a picture is composed: red, green, and blue, from 0 to 255 and beyond.
typealias Colour = SIMD3<Double>

extension Colour {
  /// This color covered by a share of another one.
  func covered(by other: Colour, _ share: Double) -> Colour {
    self + (other - self) * Swift.min(Swift.max(share, 0), 1)
  }

  /// Returns a random color in a range.
  static func random(in range: ClosedRange<Double>, using random: inout SeededGenerator) -> Colour {
    Colour(
      .random(in: range, using: &random), .random(in: range, using: &random), .random(in: range, using: &random))
  }
}
