// SPDX-License-Identifier: GPL-3.0-or-later

/// Random numbers that are equal for equal seeds.
///
/// Source: S. Vigna, *SplitMix64*, 2015 (public domain).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  /// Returns the next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns a normally distributed number with mean 0 and deviation 1: the sum of twelve uniform ones minus its mean.
  public mutating func nextGaussian() -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + Double(next() >> 11) * 0x1p-53 }
  }
}
