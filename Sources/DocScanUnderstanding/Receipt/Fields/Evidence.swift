// SPDX-License-Identifier: GPL-3.0-or-later

/// What speaks for a field, each from 0 (nothing) to 1 (everything): the features of its probability.
struct Evidence: Sendable {
  /// How surely a keyword of the field stands beside it.
  var keyword = 0.0
  /// How far the runner-up is behind.
  var margin = 0.0
  /// How much other places of the receipt agree: sums that come out, the same value elsewhere.
  var support = 0.0
  /// The least confidence of its words.
  var words = 0.0
  /// How regular it looks.
  var form = 0.0

  var features: [Double] { [1, keyword, margin, support, words, form] }
}
