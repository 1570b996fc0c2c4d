// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanStore
internal import FoundationEssentials

/// A receipt of a library, with the places where it was scanned.
package struct LedgerEntry: Codable, Hashable, Sendable {
  /// The page of a document that shows a receipt.
  package struct Source: Codable, Hashable, Sendable {
    package var document: String
    package var page: Int
    package var file: String

    /// The place as text for users, such as "trip, page 3".
    package var text: String { "\(document), page \(page)" }

    /// The place as stored in decisions, such as "trip:3".
    package var place: String { "\(document):\(page)" }
  }

  package enum Kind: String, Codable, CaseIterable, Sendable {
    case invoice
    case receipt
    case creditNote
  }

  package var kind: Kind?
  /// The due date as YYYY-MM-DD, the buyer, and the accounts for the payment of an invoice, each `nil` if unknown.
  package var dueDate: String?
  package var buyer: String?
  package var ibans: [String]?
  /// The places of the receipt. There are several if the receipt was scanned more than once.
  package var sources: [Source]
  /// The first places of earlier entries that may be the same receipt. Pairs that the user has decided about aren't included.
  package var perhapsSameAs: [Source] = []
  /// The user's decisions about duplicates: the place that this receipt duplicates, and those that it doesn't, as "trip:3", or `nil`.
  package var sameAs: String?
  package var differentFrom: [String]?
  /// The number of values that reviewers set, or `nil` if there are none.
  package var corrections: Int?
  /// The date as YYYY-MM-DD, or `nil` if it wasn't found.
  package var date: String?
  package var time: String?
  package var merchant: String?
  /// The total as a decimal number such as "31.00", or `nil` if no total was found.
  package var total: String?
  /// The ISO 4217 code of the amounts, or `nil` if unknown.
  package var currency: String?
  package var category: String?
  /// The BCP 47 tag of the receipt's language.
  package var language: String?
  package var number: String?
  /// The total without taxes, and the sum of all taxes, as decimal numbers such as "31.00", or `nil` if unknown.
  package var net: String?
  package var tax: String?
  package var items: [Receipt.Item]
  package var taxes: [Receipt.Tax]
  package var payments: [Receipt.Payment]
  package var failedChecks: [String]
  /// The contradictions between an e-invoice and its page as sentences, or `nil` for receipts read from pages.
  package var contradictions: [String]?
  /// The fields to check: "date", "merchant", and "total" if missing or uncertain, "net" and "tax" if no other amounts confirm them, and "number",
  /// "dueDate", "buyer", "iban", and "kind" if uncertain.
  package var doubtful: [String]

  /// The confidence below which a field is doubtful, and the least with which a merchant is shown in lists.
  package static let (sure, sureMerchant) = (0.85, 0.5)
  private static let leastSeller = 0.4
  private static let unsureItem = 0.7
  // The confidence below which due dates, buyers, and accounts are left out.
  private static let leastShown = 0.5
  /// The confidence below which a total that other amounts contradict is doubtful.
  package static let sureAgainstSums = 0.97

  package init?(_ page: RecognizedPage, document: String, decided: AboutPage.Kind? = nil) {
    // A page with only the seller and the date may belong to an invoice whose total is on another page.
    guard let receipt = page.receipt, receipt.total != nil || !receipt.items.isEmpty else { return nil }
    // The amounts on a form aren't those of a purchase.
    if decided == nil, let kind = page.about?.kind, kind.value == .form, kind.confidence >= Self.sure { return nil }
    kind = .receipt
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
      ("date", receipt.date, Self.sure), ("merchant", receipt.merchant, Self.sure),
      ("total", receipt.total, failedChecks.isEmpty ? Self.sure : Self.sureAgainstSums),
    ]
    doubtful = fields.filter { ($0.1?.confidence ?? 0) < $0.2 }.map(\.0)
    markNumber(isSure: (receipt.number?.confidence ?? 1) >= Self.sure)
    take(NetAndTax(receipt))
  }

  /// Creates a page's entry from its e-invoice or multi-page invoice, or else its receipt and single-page invoice, or `nil` without amounts.
  package init?(_ page: RecognizedPage, in record: DocumentRecord) {
    let invoice = record.invoice.flatMap { $0.pages.contains(page.page.number) ? $0 : nil }
    if let invoice, invoice.source == .xml || invoice.pages.count > 1 {
      self.init(invoice, receipts: [], in: record)
    } else if let own = LedgerEntry(page, document: record.name, decided: record.kind) {
      self = own
      if let invoice { take(invoice, besides: page.receipt, in: record) }
    } else {
      guard let invoice else { return nil }
      self.init(invoice, receipts: [], in: record)
    }
    if let invoice { takeOff(invoice) }
    guard take(record.kind) else { return nil }
  }

  // Sets the kind that a reviewer set. Returns `false` if documents of this kind aren't in the ledger.
  mutating func take(_ decided: AboutPage.Kind?) -> Bool {
    guard let decided else { return true }
    guard let own = Kind(rawValue: decided.rawValue) else { return false }
    if kind != .creditNote || own == .receipt { kind = own }
    doubtful.removeAll { $0 == "kind" }
    return true
  }

  // The amounts of a correction may be deducted from those of an invoice or replace them, and a buyer's own bill is income of the seller.
  mutating func takeOff(_ invoice: Invoice) {
    guard invoice.source == nil, let credit = invoice.credit, let own = total, !own.hasPrefix("-") else { return }
    guard credit == .creditNote else {
      let found = [("total", total), ("net", net), ("tax", tax)].filter { $0.1 != nil }.map(\.0)
      doubtful += found.filter { !doubtful.contains($0) }
      return
    }
    kind = .creditNote
    (total, net, tax) = (Self.negative(own), net.map(Self.negative), tax.map(Self.negative))
    for index in items.indices { items[index].amount = Self.negative(items[index].amount) }
    for index in taxes.indices {
      (taxes[index].net, taxes[index].amount) = (
        taxes[index].net.map(Self.negative), Self.negative(taxes[index].amount)
      )
    }
  }

  /// Takes the items of an invoice's table if they make its net or total, or if there are no others.
  mutating func take(_ table: TableItems) {
    let sums = [net, total].compactMap { money($0)?.amount }
    let found = table.items(making: sums)
    if items.isEmpty || found.contains(where: { $0.confidence >= Self.sure }) { items = found.isEmpty ? items : found }
  }

  private mutating func take(_ amounts: NetAndTax, isTakenOff: Bool = false) {
    func signed(_ amount: String?) -> String? { isTakenOff ? amount.map(Self.negative) : amount }
    (net, tax) = (signed(amounts.net), signed(amounts.tax))
    doubtful.removeAll { ["net", "tax"].contains($0) }
    doubtful += amounts.doubtful
    if amounts.contradictsTotal, !failedChecks.contains(Self.netAndTax) { failedChecks.append(Self.netAndTax) }
    dropRepeatedTaxes()
  }

  // Rows of items can have the taxes that the tax table repeats.
  private mutating func dropRepeatedTaxes() {
    func sum(_ taxes: [Receipt.Tax]) -> Decimal { taxes.compactMap { money($0.amount)?.amount }.reduce(0, +) }
    var seen: Set<[String?]> = []
    let single = taxes.filter { seen.insert([$0.rate, $0.net, $0.amount]).inserted }
    if let tax = money(tax)?.amount, sum(taxes) != tax, sum(single) == tax { taxes = single }
  }

  /// Adds the number, net amount, and tax of the invoice on the receipt's page. If the dates or totals differ, the more confident value is used and
  /// marked as doubtful, unless a reviewer set the receipt's.
  mutating func take(_ invoice: Invoice, besides receipt: Receipt?, in record: DocumentRecord) {
    if let found = invoice.number, receipt?.number?.isEdited != true {
      let isSame = number.map { Self.areAlike($0, found.value) } ?? true
      number = found.value
      markNumber(isSure: isSame && found.confidence >= Self.sure)
    }
    takeParties(of: invoice)
    if kind == .invoice, (invoice.kind(besides: receipt) ?? record.about?.kind.value) == .receipt { kind = .receipt }
    compareKind(record)
    if kind != .receipt { payments.removeAll { payment in total.map { !Self.settles(payment, $0) } ?? true } }
    func differ(_ one: Receipt.Field?, _ other: Invoice.Field?, _ field: String) -> Bool {
      guard let one, let other, one.value != other.value, one.isEdited != true else { return false }
      if !doubtful.contains(field) { doubtful.append(field) }
      return other.confidence > one.confidence
    }
    if differ(receipt?.date, invoice.date, "date") { date = invoice.date?.value }
    let whole = NetAndTax(invoice)
    let isWhole = invoice.total?.confidence ?? 0 >= Self.sure && whole.net != nil && whole.isTaxSure
    if differ(receipt?.total, invoice.total, "total") || isWhole && receipt?.total?.isEdited != true {
      total = invoice.total?.value
    }
    guard let receipt else { return }
    // A receipt's date is the only one on most receipts, but on an invoice it may be the due date.
    if let date = receipt.date, date.isEdited != true, invoice.date == nil, date.value == invoice.dueDate?.value,
      !doubtful.contains("date")
    {
      doubtful.append("date")
    }
    if receipt.merchant?.isEdited != true, let seller = invoice.seller {
      take(seller, besides: receipt.merchant, buyer: invoice.buyer)
    }
    let (own, others) = (NetAndTax(receipt), NetAndTax(invoice, total: total))
    // Net and tax that make a certain total confirm it against other amounts on the page, but a larger amount due may include an earlier balance.
    if let found = invoice.total, found.value == total, found.confidence >= Self.sure, others.isNetSure,
      others.isTaxSure, !isLess(total, than: receipt.total?.value)
    {
      doubtful.removeAll { $0 == "total" }
    }
    // The amounts of tax lines are credible if they add up to the total, and the invoice's don't.
    // One of several equal taxes, such as India's, is only a part.
    let isPart = receipt.taxes.count > 1 && receipt.taxes.allSatisfy { $0.amount == others.tax }
    let isOwnBetter =
      own.tax != nil && (others.tax == nil || !others.doubtful.isEmpty) && (own.doubtful.isEmpty || isPart)
    // A page without an invoice's total has another amount, such as that of the page.
    let isUnsure = invoice.total.map { $0.confidence < Self.sure && others.contradictsTotal } ?? true
    if isUnsure, total != nil, receipt.total?.isEdited != true, !doubtful.contains("total") { doubtful.append("total") }
    if total == receipt.total?.value, isOwnBetter { return }
    take(others)
    if total != receipt.total?.value { markItems() }
  }

  // Items were checked against the receipt's total. Those that don't make the invoice's amounts may be its taxes.
  private mutating func markItems() {
    let sum = items.compactMap { money($0.amount)?.amount }.reduce(0, +)
    guard ![net, total].contains(where: { money($0)?.amount == sum }) else { return }
    for index in items.indices { items[index].confidence = min(items[index].confidence, Self.unsureItem) }
  }

  private func isLess(_ one: String?, than other: String?) -> Bool {
    guard let one = money(one)?.amount, let other = money(other)?.amount else { return false }
    return one < other
  }

  // Takes an invoice's seller instead of a receipt's merchant, which may be a whole line. Of different names, the more confident one is marked.
  private mutating func take(_ seller: Invoice.Field, besides line: Receipt.Field?, buyer: Invoice.Field?) {
    guard let line, Self.areAlike(line.value, seller.value) else {
      let isBuyer = line.flatMap { line in buyer.map { Self.areAlike(line.value, $0.value) } } ?? false
      // On a receipt, an unlikely seller is often an address or a label.
      let isUnlikely = line != nil && seller.confidence < Self.leastSeller
      if isUnlikely, !isBuyer { return }
      if seller.confidence > line?.confidence ?? 0 || isBuyer && !isUnlikely { merchant = seller.value }
      if !doubtful.contains("merchant") { doubtful.append("merchant") }
      return
    }
    // A logo can be a part of the name.
    let isLonger = seller.value.count > line.value.count && seller.confidence > max(line.confidence, Self.sure)
    if seller.confidence >= Self.sureMerchant, isLonger || line.value.contains(seller.value) { merchant = seller.value }
    // Two readers that find the same name are as certain as the better one.
    if seller.confidence >= Self.sure { doubtful.removeAll { $0 == "merchant" } }
  }

  private static func areAlike(_ one: String, _ other: String) -> Bool {
    let letters = { (name: String) in name.lowercased().filter { $0.isLetter || $0.isNumber } }
    return letters(one).contains(letters(other)) || letters(other).contains(letters(one))
  }

  private mutating func markNumber(isSure: Bool) {
    doubtful.removeAll { $0 == "number" }
    if number != nil, !isSure { doubtful.append("number") }
  }

  /// Creates an invoice's entry, or returns `nil` without a total. Payments come from its pages' receipts, as do items if it has no lines.
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
    // The pages' tax lines may be carried forward, or belong to parts of the invoice.
    taxes = invoice.taxes?.map { Receipt.Tax($0, isTakenOff: isTakenOff) } ?? []
    payments = receipts.flatMap(\.payments).filter { Self.settles($0, total.value) }
    category = receipts.lazy.compactMap(\.category).first
    sameAs = receipts.lazy.compactMap(\.sameAs).first
    differentFrom = receipts.lazy.compactMap(\.differentFrom).first
    corrections = receipts.compactMap(\.corrections).max()
    let differences = invoice.openDifferences
    contradictions = invoice.source == .xml ? differences.map(\.text) : nil
    let contradicted = Set(differences.map(\.field))
    // A page's own sums belong to a part of the invoice.
    failedChecks = contradicted.isDisjoint(with: Self.amounts) ? [] : ["XML and page differ"]
    doubtful = []
    if invoice.source == .xml {
      let isWrong = [
        ("date", contradicted.contains(.date) || invoice.date == nil),
        ("merchant", contradicted.contains(.seller) || contradicted.contains(.iban) || invoice.seller == nil),
        ("total", !failedChecks.isEmpty), ("number", contradicted.contains(.number)),
      ]
      doubtful = isWrong.filter(\.1).map(\.0)
      takeParties(of: invoice)
      take(NetAndTax(invoice), isTakenOff: isTakenOff)
      return
    }
    let amounts = NetAndTax(invoice)
    let fields = [
      ("date", invoice.date, Self.sure), ("merchant", invoice.seller, Self.sure),
      ("total", invoice.total, amounts.contradictsTotal ? Self.sureAgainstSums : Self.sure),
    ]
    doubtful = fields.filter { ($0.1?.confidence ?? 0) < $0.2 }.map(\.0)
    markNumber(isSure: (invoice.number?.confidence ?? 1) >= Self.sure)
    takeParties(of: invoice)
    compareKind(record)
    take(amounts)
  }

  // On an invoice, words such as "received" rarely mean that its total is paid.
  private static func settles(_ payment: Receipt.Payment, _ total: String) -> Bool {
    payment.confidence >= sure && payment.amount == total
  }

  private mutating func takeParties(of invoice: Invoice) {
    let isNegative = (invoice.total ?? invoice.net)?.value.hasPrefix("-") == true
    let isCreditNote = invoice.format.map { $0.kind == .creditNote } ?? isNegative
    kind = isCreditNote ? .creditNote : .invoice
    func take(_ found: [Invoice.Field], as name: String) -> [String]? {
      doubtful.removeAll { $0 == name }
      let sure = found.filter { $0.alternative == nil && $0.confidence >= Self.sure }
      let likely = found.filter { $0.confidence >= Self.leastShown }
      if sure.isEmpty, !likely.isEmpty { doubtful.append(name) }
      return likely.isEmpty ? nil : (sure.isEmpty ? Array(likely.prefix(1)) : sure).map(\.value)
    }
    dueDate = take([invoice.dueDate].compactMap(\.self), as: "dueDate")?.first
    buyer = take([invoice.buyer].compactMap(\.self), as: "buyer")?.first
    ibans = take(invoice.ibans, as: "iban")
  }

  // The kind is uncertain if the document's text says another one, such as a statement.
  private mutating func compareKind(_ record: DocumentRecord) {
    doubtful.removeAll { $0 == "kind" }
    let told: Kind? = record.about.flatMap { Kind(rawValue: $0.kind.value.rawValue) }
    if record.about != nil, kind != .creditNote, kind != told { doubtful.append("kind") }
  }

  private static let netAndTax = "net + tax = total"

  private static let amounts: Set<XMLInvoice.Field> = [.total, .net, .tax, .payable, .currency]

  fileprivate static func negative(_ amount: String) -> String {
    amount.hasPrefix("-") ? String(amount.dropFirst()) : "-" + amount
  }

  /// Returns the sign next to a field that the user should check, or `nil`. "≠" is for a total that is uncertain and doesn't match the other
  /// amounts, "?" for any other uncertain date or amount, and for a merchant that is more likely wrong than right.
  package func mark(_ field: String) -> String? {
    guard doubtful.contains(field) else { return nil }
    switch field {
    case "total": return failedChecks.isEmpty ? "?" : "≠"
    case "date", "net", "tax", "merchant", "number", "dueDate", "buyer", "iban", "kind": return "?"
    case _: return nil
    }
  }

  package var needsLook: Bool { mark("date") != nil || mark("total") != nil }

  /// Whether the user should check the total. A sum that includes an uncertain total is uncertain, too.
  package var hasUncertainTotal: Bool { mark("total") != nil }

  /// The methods of payment, separated by commas, such as "card, cash", or `nil` if the receipt doesn't show any.
  package var paidWith: String? {
    let methods = payments.map(\.method.rawValue)
    let once = methods.enumerated().filter { !methods[..<$0].contains($1) }.map(\.element)
    return once.isEmpty ? nil : once.joined(separator: ", ")
  }

  package func money(_ amount: String?) -> Money? { amount.flatMap { Money($0, currency: currency) } }

  package var money: Money? { money(total) }

  package var month: String? { date.map { String($0.prefix(7)) } }
}

extension Receipt.Item {
  // Converts an e-invoice's line, or returns `nil` without an amount. The box is empty: XML has no positions. `isTakenOff` negates the amount.
  fileprivate init?(_ line: XMLInvoice.Line, isTakenOff: Bool) {
    guard let amount = line.amount else { return nil }
    self.init(
      description: line.description ?? "", quantity: line.quantity, unitPrice: line.unitPrice,
      amount: isTakenOff ? LedgerEntry.negative(amount) : amount, confidence: 1, box: .nowhere)
  }
}

extension Receipt.Tax {
  // Converts an e-invoice's tax for one rate. The box is empty, because the XML has no position on a page. `isTakenOff` negates the amounts.
  fileprivate init(_ tax: XMLInvoice.Tax, isTakenOff: Bool) {
    func signed(_ amount: String) -> String { isTakenOff ? LedgerEntry.negative(amount) : amount }
    self.init(
      rate: tax.rate, net: tax.net.map(signed), amount: signed(tax.amount), confidence: 1, box: .nowhere)
  }
}

extension Box {
  fileprivate static let nowhere = Box(x: 0, y: 0, width: 0, height: 0)
}
