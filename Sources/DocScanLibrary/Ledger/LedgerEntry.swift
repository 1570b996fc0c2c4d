// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
package import DocScanCore
package import DocScanStore

/// A receipt of a library, with the places that it was scanned to.
package struct LedgerEntry: Codable, Hashable, Sendable {
  /// Where a receipt is.
  package struct Source: Codable, Hashable, Sendable {
    /// The document's name in the library.
    package var document: String
    package var page: Int
    /// The name of the file that it was scanned from.
    package var file: String

    /// As people write it: "trip, page 3".
    package var text: String { "\(document), page \(page)" }

    /// As a decision names it: "trip:3".
    package var place: String { "\(document):\(page)" }
  }

  /// Where it is; several places where the same receipt was scanned again.
  package var sources: [Source]
  /// Where an earlier entry is that may be the same receipt; empty if none is. Nobody has decided about it.
  package var perhapsSameAs: [Source] = []
  /// What a person decided: the receipt that it is another scan of, and those that it is not another scan of, by their places.
  package var sameAs: String?
  package var differentFrom: [String]?
  /// YYYY-MM-DD; nil if it was not found.
  package var date: String?
  package var time: String?
  package var merchant: String?
  /// A decimal such as "31.00"; nil if no total was found.
  package var total: String?
  /// The ISO 4217 code; nil if nothing tells.
  package var currency: String?
  /// What the rules of the category file say; nil if none fits.
  package var category: String?
  /// As BCP 47 names it.
  package var language: String?
  package var number: String?
  /// The total without taxes, and the sum of all taxes, as decimals; `nil` for what isn't known.
  package var net: String?
  package var tax: String?
  package var items: [Receipt.Item]
  package var taxes: [Receipt.Tax]
  package var payments: [Receipt.Payment]
  /// The sums that don't match.
  package var failedChecks: [String]
  /// Where the XML of an e-invoice says all this: what it contradicts, in sentences; nil for what was read on pages.
  package var contradictions: [String]?
  /// The fields that a person should look at: "date", "merchant", and "total" if missing or not sure, "net" and "tax" if nothing
  /// shows that they are right.
  package var doubtful: [String]

  /// Fields with a lower confidence are doubtful: a merchant's name with a wrong letter does less harm than a wrong total.
  package static let (sure, sureMerchant) = (0.85, 0.5)
  /// The limit for a total that other amounts contradict.
  package static let sureAgainstSums = 0.97

  /// What a page says; nil if it has no receipt.
  package init?(_ page: RecognizedPage, document: String) {
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
    (sameAs, differentFrom) = (receipt.sameAs, receipt.differentFrom)
    (items, taxes, payments) = (receipt.items, receipt.taxes, receipt.payments)
    failedChecks = receipt.checks.filter { !$0.holds }.map(\.name)
    let fields = [
      ("date", receipt.date, Self.sure), ("merchant", receipt.merchant, Self.sureMerchant),
      ("total", receipt.total, failedChecks.isEmpty ? Self.sure : Self.sureAgainstSums),
    ]
    doubtful = fields.filter { ($0.1?.confidence ?? 0) < $0.2 }.map(\.0)
    take(NetAndTax(receipt))
  }

  /// Creates the entry of a page: that of the invoice over several pages that it belongs to, or of its own receipt; `nil` without either.
  package init?(_ page: RecognizedPage, in record: DocumentRecord) {
    let invoice = record.invoice.flatMap { $0.pages.contains(page.page.number) ? $0 : nil }
    if let invoice, invoice.source == .xml || invoice.pages.count > 1 {
      self.init(invoice, receipts: [], in: record)
    } else if let own = LedgerEntry(page, document: record.name) {
      self = own
      if let invoice { take(invoice, besides: page.receipt) }
    } else {
      guard let invoice else { return nil }
      self.init(invoice, receipts: [], in: record)
    }
  }

  /// Takes net and tax.
  private mutating func take(_ amounts: NetAndTax, isTakenOff: Bool = false) {
    func signed(_ amount: String?) -> String? { isTakenOff ? amount.map(Self.negative) : amount }
    (net, tax) = (signed(amounts.net), signed(amounts.tax))
    doubtful.removeAll { ["net", "tax"].contains($0) }
    doubtful += amounts.doubtful
    if amounts.contradictsTotal, !failedChecks.contains(Self.netAndTax) { failedChecks.append(Self.netAndTax) }
  }

  /// Takes the number, net, and tax of the invoice that was read on the receipt's page. If both readings differ in the date or total,
  /// the more certain value counts, and is doubtful.
  mutating func take(_ invoice: Invoice, besides receipt: Receipt?) {
    number = invoice.number?.value ?? number
    func differ(_ one: Receipt.Field?, _ other: Invoice.Field?, _ field: String) -> Bool {
      guard let one, let other, one.value != other.value, one.isEdited != true else { return false }
      if !doubtful.contains(field) { doubtful.append(field) }
      return other.confidence > one.confidence
    }
    if differ(receipt?.date, invoice.date, "date") { date = invoice.date?.value }
    if differ(receipt?.total, invoice.total, "total") { total = invoice.total?.value }
    guard let receipt else { return }
    let (own, others) = (NetAndTax(receipt), NetAndTax(invoice, total: total))
    // The amounts of tax lines are believed if they make the total, and the invoice's don't.
    let isOwnBetter = own.doubtful.isEmpty && own.tax != nil && (others.tax == nil || !others.doubtful.isEmpty)
    if total == receipt.total?.value, isOwnBetter { return }
    take(others)
  }

  /// What an invoice over pages of a document says, with the items, taxes and payments of the receipts on these pages; nil if it
  /// has no total.
  init?(_ invoice: Invoice, receipts: [LedgerEntry], in record: DocumentRecord) {
    guard let total = invoice.total, let first = record.pages.first(where: { invoice.pages.contains($0.number) }) else {
      return nil
    }
    let isTakenOff = invoice.format?.kind == .creditNote
    sources = [Source(document: record.name, page: first.number, file: first.source)]
    (date, time, merchant) = (invoice.date?.value, nil, invoice.seller?.value)
    (self.total, currency, number) = (
      isTakenOff ? Self.negative(total.value) : total.value, total.currency ?? invoice.currency, invoice.number?.value
    )
    language = first.language ?? receipts.lazy.compactMap(\.language).first
    items = invoice.lines?.compactMap { Receipt.Item($0, isTakenOff: isTakenOff) } ?? receipts.flatMap(\.items)
    // The tax lines of the pages may be carried forward, or be those of parts of the invoice.
    taxes = invoice.taxes?.map { Receipt.Tax($0, isTakenOff: isTakenOff) } ?? []
    payments = receipts.flatMap(\.payments)
    category = receipts.lazy.compactMap(\.category).first
    sameAs = receipts.lazy.compactMap(\.sameAs).first
    differentFrom = receipts.lazy.compactMap(\.differentFrom).first
    let differences = invoice.openDifferences
    contradictions = invoice.source == .xml ? differences.map(\.text) : nil
    let contradicted = Set(differences.map(\.field))
    // A page's own sums are those of a part of the invoice.
    failedChecks = contradicted.isDisjoint(with: Self.amounts) ? [] : ["XML and page differ"]
    if invoice.source == .xml {
      let isWrong = [
        ("date", contradicted.contains(.date) || invoice.date == nil),
        ("merchant", contradicted.contains(.seller) || contradicted.contains(.iban) || invoice.seller == nil),
        ("total", !failedChecks.isEmpty),
      ]
      doubtful = isWrong.filter(\.1).map(\.0)
      take(NetAndTax(invoice), isTakenOff: isTakenOff)
      return
    }
    let amounts = NetAndTax(invoice)
    let fields = [
      ("date", invoice.date, Self.sure), ("merchant", invoice.seller, Self.sureMerchant),
      ("total", invoice.total, amounts.contradictsTotal ? Self.sureAgainstSums : Self.sure),
    ]
    doubtful = fields.filter { ($0.1?.confidence ?? 0) < $0.2 }.map(\.0)
    take(amounts)
  }

  /// The name of the check of an invoice's amounts.
  private static let netAndTax = "net + tax = total"

  /// The amounts that an e-invoice may contradict.
  private static let amounts: Set<XMLInvoice.Field> = [.total, .net, .tax, .payable, .currency]

  /// An amount with the other sign, as a credit note's is in a ledger.
  fileprivate static func negative(_ amount: String) -> String {
    amount.hasPrefix("-") ? String(amount.dropFirst()) : "-" + amount
  }

  /// The sign at a field that a person should look at: "≠" at a total that isn't certain and doesn't match the other amounts, "?" at any
  /// other date or amount that isn't certain, and at a merchant that is more likely wrong than right; `nil` elsewhere.
  package func mark(_ field: String) -> String? {
    guard doubtful.contains(field) else { return nil }
    switch field {
    case "total": return failedChecks.isEmpty ? "?" : "≠"
    case "date", "net", "tax", "merchant": return "?"
    case _: return nil
    }
  }

  /// Whether a person should look at the date or the total.
  package var needsLook: Bool { mark("date") != nil || mark("total") != nil }

  /// Whether its total is one that a person should look at; a sum with such a total is as uncertain.
  package var hasUncertainTotal: Bool { mark("total") != nil }

  /// How it was paid, such as "card"; several where it was split, and nil if the receipt does not say.
  package var paidWith: String? {
    let methods = payments.map(\.method.rawValue)
    let once = methods.enumerated().filter { !methods[..<$0].contains($1) }.map(\.element)
    return once.isEmpty ? nil : once.joined(separator: ", ")
  }

  /// An amount of the entry in its currency.
  package func money(_ amount: String?) -> Money? { amount.flatMap { Money($0, currency: currency) } }

  /// What was paid; nil if no total was found.
  package var money: Money? { money(total) }

  /// The month of its date, such as "2024-03".
  package var month: String? { date.map { String($0.prefix(7)) } }
}

extension Receipt.Item {
  /// A line of an e-invoice, which is on no page; nil if it costs nothing that is said.
  fileprivate init?(_ line: XMLInvoice.Line, isTakenOff: Bool) {
    guard let amount = line.amount else { return nil }
    self.init(
      description: line.description ?? "", quantity: line.quantity, unitPrice: line.unitPrice,
      amount: isTakenOff ? LedgerEntry.negative(amount) : amount, confidence: 1, box: .nowhere)
  }
}

extension Receipt.Tax {
  /// The tax of a rate on an e-invoice, which is on no page.
  fileprivate init(_ tax: XMLInvoice.Tax, isTakenOff: Bool) {
    func signed(_ amount: String) -> String { isTakenOff ? LedgerEntry.negative(amount) : amount }
    self.init(
      rate: tax.rate, net: tax.net.map(signed), amount: signed(tax.amount), confidence: 1, box: .nowhere)
  }
}

extension Box {
  /// Of what is on no page.
  fileprivate static let nowhere = Box(x: 0, y: 0, width: 0, height: 0)
}
