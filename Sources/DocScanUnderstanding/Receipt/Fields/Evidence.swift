// SPDX-License-Identifier: GPL-3.0-or-later

/// The kinds of evidence for a field, each from 0 (none) to 1 (full). The field's probability is calculated from them.
struct Evidence: Sendable {
  /// The similarity of the label next to the field.
  var keyword = 0.0
  /// The lead over the second-best candidate.
  var margin = 0.0
  /// The support from other parts of the receipt, such as matching sums or a repeated value.
  var support = 0.0
  /// The lowest confidence of the field's words.
  var words = 0.0
  /// The degree to which the field has a typical form, such as enough digits.
  var form = 0.0
  /// The share of the independent sources that confirm a name.
  var confirmed = 0.0
  /// Whether the reader of invoices finds the same value: 1 if so, 0.5 if it finds none, 0 if another.
  var agreement = 0.5
  /// Whether the field is at its usual place: a name above the address, the only date, the largest amount.
  var place = 0.0

  var features: [Double] { [1, keyword, margin, support, words, form, confirmed, agreement, place] }
}
