// SPDX-License-Identifier: GPL-3.0-or-later

/// A colour while a picture is put together: red, green and blue, 0 to 255 and beyond.
typealias Colour = SIMD3<Double>

extension Colour {
  /// This colour with a share of another one over it.
  func covered(by other: Colour, _ share: Double) -> Colour {
    self + (other - self) * Swift.min(Swift.max(share, 0), 1)
  }

  /// A colour between two others.
  static func random(in range: ClosedRange<Double>, using random: inout SeededGenerator) -> Colour {
    Colour(
      .random(in: range, using: &random), .random(in: range, using: &random), .random(in: range, using: &random))
  }
}
