// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A number in a row of a receipt.
struct RowNumber: Sendable {
  enum Kind: Sendable {
    /// An amount of money, as it is written on this receipt.
    case money
    /// A number with a percent sign.
    case percent
    /// A whole number.
    case whole
    /// Another decimal, such as a weight.
    case decimal
  }

  var kind: Kind
  /// The number itself.
  var value: Double
  /// The amount, where it can be one.
  var money: Money?
  /// As it stands there, without spaces.
  var text: String
  /// Where it begins and ends in the row's text, in Unicode scalars.
  var range: Range<Int>
  /// Whether a separator was lost, or read as a space: not certain to be an amount.
  var isRepaired = false
  /// Whether a currency stands beside it.
  var hasCurrency = false
  /// The ISO 4217 code of that; nil if it may mean several.
  var currency: String?
  /// The least confidence of its words.
  var confidence = 1.0
  var box: Box?
}
