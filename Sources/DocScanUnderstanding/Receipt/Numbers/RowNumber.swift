// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

struct RowNumber: Sendable {
  enum Kind: Sendable {
    case money
    case percent
    case whole
    /// Another decimal, such as a weight.
    case decimal
  }

  var kind: Kind
  var value: Double
  var money: Money?
  var text: String
  /// The position in the row's text, in Unicode scalars.
  var range: Range<Int>
  /// Whether a separator was missing, or a separator or digits were misread, which makes the amount uncertain.
  var isRepaired = false
  var hasCurrency = false
  var currency: String?
  /// The lowest confidence of the number's words, from 0 to 1.
  var confidence = 1.0
  var box: Box?

  var hasSeparators: Bool { range.count > text.count }
}
