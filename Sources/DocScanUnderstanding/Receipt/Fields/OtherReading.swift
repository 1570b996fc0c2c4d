// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// The fields that the reader of invoices finds on a receipt. Values that both readers find are rarely wrong.
struct OtherReading {
  private var best: [ReceiptField: InvoicePage.Candidate] = [:]

  // The minimum strengths of candidates that can contradict a receipt's fields.
  private static let least: [ReceiptField: Double] = [.merchant: 0.3, .date: 0.5, .number: 0.6]
  // Shorter names are parts of many others.
  private static let shortest = 3

  init(page: ReceiptPage, head: InvoiceHead) {
    let rows = page.rows.map(InvoiceRow.init)
    best[.merchant] = Self.strongest(InvoiceParties(page: page, rows: rows, head: head).sellers)
    best[.date] = Self.strongest(InvoiceDates(page: page, rows: rows, titleRow: head.titleRow).issued)
    best[.number] = Self.strongest(InvoiceNumbers(page: page, rows: rows, head: head).candidates)
  }

  private static func strongest(_ candidates: [InvoicePage.Candidate]) -> InvoicePage.Candidate? {
    candidates.reduce(nil) { best, next in next.strength > best?.strength ?? 0 ? next : best }
  }

  // Returns 1 if a field has the same value in both readings, 0.5 if the other reading has none or a name only because of its position, and 0 if it
  // has another.
  func agreement(on field: ReceiptField, with value: String) -> Double {
    guard let other = best[field], other.strength >= Self.least[field] ?? 1 else { return 0.5 }
    if field == .merchant { return min(Self.agreement(of: value, with: other.value), other.agreement ?? 1) }
    return Self.plain(value) == Self.plain(other.value) ? 1 : 0
  }

  // Returns 1 if two names are the same, or one contains the other, 0.5 if one is too short to tell, and 0 otherwise.
  static func agreement(of one: String, with other: String) -> Double {
    let (one, other) = (plain(one), plain(other))
    if one == other { return one.isEmpty ? 0.5 : 1 }
    guard min(one.count, other.count) >= shortest else { return 0.5 }
    return one.contains(other) || other.contains(one) ? 1 : 0
  }

  private static func plain(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
}
