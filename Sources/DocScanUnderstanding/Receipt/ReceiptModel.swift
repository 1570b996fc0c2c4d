// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// The logistic model of each field, fitted by `Tests/Tools/fit/values.py`.
struct ReceiptModel: Sendable {
  /// For each field, the bias and the weights of keyword, margin, support, words, form, confirmation, agreement, and place.
  var weights: [ReceiptField: [Double]]

  /// Returns the probability, from 0 to 1, rounded to three decimals.
  func probability(of field: ReceiptField, _ evidence: Evidence) -> Double {
    logistic(weights[field] ?? [0, 1, 1, 1, 1, 1], evidence.features).rounded(toPlaces: 3)
  }
}
