// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import Glibc

/// How the probability that a field is right follows from what speaks for it: a logistic model for each field.
///
/// The weights are fitted by `Tests/Tools/fit/receipts.py`.
struct ReceiptModel: Sendable {
  /// For each field the constant, and the weights of keyword, margin, support, words and form.
  var weights: [ReceiptField: [Double]]

  /// The probability, 0 to 1, to a thousandth.
  func probability(of field: ReceiptField, _ evidence: Evidence) -> Double {
    let weights = weights[field] ?? [0, 1, 1, 1, 1, 1]
    let sum = zip(weights, evidence.features).reduce(0) { $0 + $1.0 * $1.1 }
    return (1 / (1 + exp(-sum))).rounded(toPlaces: 3)
  }
}
