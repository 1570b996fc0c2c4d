// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// A receipt of a library, with the places that it was scanned to.
public struct LedgerEntry: Codable, Hashable, Sendable {
  /// Where a receipt stands.
  public struct Source: Codable, Hashable, Sendable {
    /// The document's name in the library.
    public var document: String
    public var page: Int
    /// The name of the file that it was scanned from.
    public var file: String

    /// As people write it: "trip, page 3".
    public var text: String { "\(document), page \(page)" }
  }

  /// Where it stands; several places where the same receipt was scanned again.
  public var sources: [Source]
  /// YYYY-MM-DD; nil where it was not found.
  public var date: String?
  public var time: String?
  public var merchant: String?
  /// A decimal such as "31.00"; nil where no total was found.
  public var total: String?
  /// The ISO 4217 code; nil where nothing tells.
  public var currency: String?
  /// What the rules of the category file say; nil where none fits.
  public var category: String?
  /// As BCP 47 names it.
  public var language: String?
  public var number: String?
  public var items: [Receipt.Item]
  public var taxes: [Receipt.Tax]
  public var payments: [Receipt.Payment]
  /// The sums that do not come out.
  public var failedChecks: [String]
  /// What a person should look at: "date", "merchant", "total", each missing or not sure.
  public var doubtful: [String]

  /// Fields with a lower confidence are doubtful: a merchant's name with a wrong letter does less harm than a wrong total.
  public static let (sure, sureMerchant) = (0.8, 0.5)

  /// What a page says; nil where it has no receipt.
  public init?(_ page: RecognizedPage, document: String) {
    // The first page of an invoice may say who and when, and another one how much.
    guard let receipt = page.receipt, receipt.total != nil || !receipt.items.isEmpty else { return nil }
    sources = [Source(document: document, page: page.page.number, file: page.page.source)]
    date = receipt.date?.value
    time = receipt.time?.value
    merchant = receipt.merchant?.value
    total = receipt.total?.value
    currency = receipt.total?.currency ?? receipt.currency
    language = page.textLanguage?.tag ?? page.language?.description
    number = receipt.number?.value
    category = receipt.category?.value
    (items, taxes, payments) = (receipt.items, receipt.taxes, receipt.payments)
    failedChecks = receipt.checks.filter { !$0.holds }.map(\.name)
    let fields = [
      ("date", receipt.date, Self.sure), ("merchant", receipt.merchant, Self.sureMerchant),
      ("total", receipt.total, Self.sure),
    ]
    doubtful = fields.filter { ($0.1?.confidence ?? 0) < $0.2 }.map(\.0)
  }

  /// The sign at a field that a person should look at: "≠" at a total that is not certain and does not match the other amounts, "?"
  /// at any other date or total that is not certain; nil elsewhere. Amounts beside a certain total do not put it in doubt.
  public func mark(_ field: String) -> String? {
    guard doubtful.contains(field) else { return nil }
    switch field {
    case "total": return failedChecks.isEmpty ? "?" : "≠"
    case "date": return "?"
    case _: return nil
    }
  }

  /// Whether a person should look at the date or the total.
  public var needsLook: Bool { mark("date") != nil || mark("total") != nil }

  /// What was paid; nil where no total was found.
  public var money: Money? { total.flatMap { Money($0, currency: currency) } }

  /// The month of its date, such as "2024-03".
  public var month: String? { date.map { String($0.prefix(7)) } }
}
