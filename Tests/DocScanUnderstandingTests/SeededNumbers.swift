// SPDX-License-Identifier: GPL-3.0-or-later
// Support: reproducible random numbers.

/// Random numbers that are the same in every run.
struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 11 ^ state << 21
  }
}
