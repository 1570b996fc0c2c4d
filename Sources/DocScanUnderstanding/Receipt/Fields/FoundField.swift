// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A field that was found, before its probability is known.
struct FoundField {
  var value: String
  /// The other value, if nothing decides between both.
  var alternative: String?
  /// The ISO 4217 code beside an amount; nil if it has none of its own.
  var currency: String?
  var box: Box?
  var evidence: Evidence
}

/// The fields whose probabilities are fitted.
enum ReceiptField: String, CaseIterable, Sendable {
  case merchant, address, phone, date, time, total, subtotal, change, number, register
}
