// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A field whose probability hasn't been calculated yet.
struct FoundField {
  var value: String
  var alternative: String?
  var currency: String?
  var box: Box?
  var evidence: Evidence
}

/// The fields whose probabilities are calculated with fitted weights.
enum ReceiptField: String, CaseIterable, Sendable {
  case merchant, address, phone, date, time, total, subtotal, change, number, register
}
