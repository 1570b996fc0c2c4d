// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// How the probability that a passage is of a kind follows from what speaks for it: a logistic model.
///
/// The weights are fitted by `Tests/Tools/fit/structure.py`.
struct StructureModel: Sendable {
  /// The constant, and a weight for each of the features.
  var weights: [Double]

  /// The probability, 0 to 1.
  func probability(_ features: [Double]) -> Double {
    1 / (1 + exp(-zip(weights, features).reduce(0) { $0 + $1.0 * $1.1 }))
  }
}
