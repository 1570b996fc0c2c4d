// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A field without its probability.
struct FoundField {
  var value: String
  /// The other possible value of an ambiguous field.
  var alternative: String?
  /// The ISO 4217 code next to an amount, or `nil` if there is none.
  var currency: String?
  var box: Box?
  var evidence: Evidence
}

/// The fields with fitted probabilities.
enum ReceiptField: String, CaseIterable, Sendable {
  case merchant, address, phone, date, time, total, subtotal, change, number, register
}
