// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout

/// The fields that the reader of invoices finds on a receipt. Values that both readers find are rarely wrong.
struct OtherReading {
  private let rows: [InvoiceRow]
  private var best: [ReceiptField: InvoicePage.Candidate] = [:]

  // The minimum strengths of candidates that can contradict a receipt's fields.
  private static let least: [ReceiptField: Double] = [.merchant: 0.3, .date: 0.5, .number: 0.6, .total: 0.5]
  // Shorter names are parts of many others.
  private static let shortest = 3

  init(_ bill: BillPage) {
    rows = bill.rows
    best[.merchant] = Self.strongest(bill.parties.sellers)
    best[.date] = Self.strongest(bill.dates.issued)
    best[.number] = Self.strongest(bill.numbers)
    best[.total] = Self.total(bill.amounts)
  }

  // Returns the total that net amount and tax make, or else the strongest one. Of several, such as one with an earlier balance, none is certain.
  private static func total(_ amounts: InvoiceAmounts) -> InvoicePage.Candidate? {
    let says = InvoicePage(
      title: 1, dayFirst: true, tellsOrder: false, isOrderGuessed: false, currency: nil,
      candidates: [.total: amounts.totals, .net: amounts.nets, .tax: amounts.taxes])
    guard let found = Invoice.evidence(pages: [(1, says)])["total"],
      var best = amounts.totals.first(where: { $0.value == found.value })
    else { return nil }
    let margin = found.features[2]
    best.agreement = margin > 0 ? 1 : 0.5
    return best
  }

  private static func strongest(_ candidates: [InvoicePage.Candidate]) -> InvoicePage.Candidate? {
    candidates.reduce(nil) { best, next in next.strength > best?.strength ?? 0 ? next : best }
  }

  // Returns the seller in a merchant's row if the rest of the row is in other columns: Muster Ltd  Account number.
  func column(in name: String) -> InvoicePage.Candidate? {
    guard let seller = best[.merchant], seller.strength >= Self.least[.merchant] ?? 1,
      name != seller.value, let place = name.firstRange(of: seller.value)
    else { return nil }
    // NEW SANJEEVANI MEDICALS can have wide spaces.
    let rest = name[..<place.lowerBound] + name[place.upperBound...]
    guard InvoiceParties.isLegal(seller.value) || rest.contains(where: { $0.isNumber || $0 == ":" }) else { return nil }
    let isColumn = rows.contains { row in
      let columns = row.row.row.columns
      return columns.count > 1 && columns.contains { $0.box.rounded == seller.box }
    }
    return isColumn ? seller : nil
  }

  // Returns 1 if a field has the same value in both readings, 0.5 if the other reading has none or a name only because of its position, and 0 if it
  // has another.
  func agreement(on field: ReceiptField, with value: String) -> Double {
    guard let other = best[field], other.strength >= Self.least[field] ?? 1 else { return 0.5 }
    let isSame =
      field == .merchant
      ? Self.agreement(of: value, with: other.value) : Self.plain(value) == Self.plain(other.value) ? 1 : 0
    return min(isSame, other.agreement ?? 1)
  }

  // Returns 1 if another name is the same except for a legal form or the kind of shop, 0.5 if it is a part of the name or too short to tell, and less
  // if the name may be a part of it, or if they differ.
  static func agreement(of name: String, with other: String) -> Double {
    let (own, second) = (plain(name), plain(other))
    if own == second { return own.isEmpty ? 0.5 : 1 }
    guard min(own.count, second.count) >= shortest else { return 0.5 }
    let (shorter, longer) = own.count < second.count ? (own, other) : (second, name)
    guard plain(longer).contains(shorter) else { return 0 }
    if MerchantReader.distinctive(longer).allSatisfy(shorter.contains) { return 1 }
    guard own.count < second.count else { return 0.5 }
    // Muster SARL - 12 rue Haute
    let rest = other.hasPrefix(name) ? other.dropFirst(name.count).trimmingPrefix(" ") : ""
    return rest.first.map { "-–·•|,;".contains($0) } ?? false ? 1 : part
  }

  private static let part = 0.2

  private static func plain(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
}
