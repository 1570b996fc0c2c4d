// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanWire

/// Compares an e-invoice with its pages, other e-invoices of the document, and its own sums.
/// A page contradicts the XML if it shows another value in that field and the XML's value is nowhere on the pages. A barely legible
/// text that could be the XML's value isn't a contradiction.
package struct InvoiceComparison {
  package private(set) var reply = CompareInvoiceRequest.Reply(places: [:], differences: [])

  private let xml: XMLInvoice
  private let pages: PrintedPages
  private let printed: Invoice?
  /// Whether all pages are present and have enough words. Only then are values that weren't found reported as missing.
  private let isWhole: Bool

  /// The minimum confidences of a printed value that contradicts the XML: if the XML's value is nowhere on the pages, and if it's elsewhere.
  private static let (likely, certain) = (0.5, 0.9)
  /// The minimum number of words on pages that must show the XML's values. Pages with fewer words are pictures with captions.
  private static let fewestWords = 20

  package init(_ invoices: [XMLInvoice], with pages: [RecognizedPage], isWhole: Bool) {
    let printed = PrintedPages(pages)
    self.pages = printed
    self.isWhole = isWhole && printed.count >= Self.fewestWords
    self.printed = Invoice(pages: printed.says)
    xml = invoices.first ?? XMLInvoice(file: "", syntax: .cii)
    guard !invoices.isEmpty else { return }
    if printed.count > 0 {
      compareAmounts()
      compareDays()
      compareCodes()
      compareNames()
    }
    compareSums()
    for other in invoices.dropFirst() { compare(with: other) }
    reply.differences = Array(reply.differences.prefix(InvoiceDifference.most))
  }

  // MARK: Amounts

  private mutating func compareAmounts() {
    let currency = compareCurrency()
    compareAmount(.total, printed?.total, mustBeShown: true, currency)
    compareAmount(.net, printed?.net, mustBeShown: false, currency)
    // Several rates may be printed without their sum.
    let isShownInParts =
      xml.taxes.count > 1
      && xml.taxes.allSatisfy { if case .shown = pages.amount($0.amount) { true } else { false } }
    if !isShownInParts { compareAmount(.tax, printed?.tax, mustBeShown: false, currency) }
  }

  private mutating func compareCurrency() -> String? {
    guard let own = xml[.currency],
      let other = pages.currencies.other(than: own, total: xml[.total].flatMap(PrintedPages.minor))
    else { return nil }
    reply.differences.append(
      InvoiceDifference(.currency, against: .page, xml: own, other: other.code, page: other.page, box: other.box))
    return other.code
  }

  /// The absolute values of all amounts in the XML, in hundredths. A printed amount that equals one of them isn't a contradiction.
  private var ownAmounts: Set<Int> {
    let named = [XMLInvoice.Field.total, .net, .tax, .payable].compactMap { xml[$0] }
    let all = named + xml.taxes.flatMap { [$0.amount, $0.net].compactMap(\.self) } + xml.lines.compactMap(\.amount)
    return Set(all.compactMap(PrintedPages.minor).map(abs))
  }

  private mutating func compareAmount(
    _ field: XMLInvoice.Field, _ claim: Invoice.Field?, mustBeShown: Bool, _ currency: String?
  ) {
    guard let value = xml[field], let minor = PrintedPages.minor(value), minor != 0 else { return }
    let code = xml[.currency].map { " " + $0 } ?? ""
    func other(_ claim: Invoice.Field) {
      let sign = (currency ?? claim.currency).map { " " + $0 } ?? ""
      differ(field, value + code, claim.value + sign, at: claim)
    }
    let isClaimed = claim.flatMap { PrintedPages.minor($0.value) }.map { abs($0) } == abs(minor)
    let isOwn = claim.flatMap { PrintedPages.minor($0.value) }.map { ownAmounts.contains(abs($0)) } ?? false
    switch pages.amount(value) {
    case .shown(let page, let box):
      let place = isClaimed ? claim?.place : nil
      note(field, page: place?.page ?? page, box: place?.box ?? box)
      if let claim, !isClaimed, !isOwn, claim.confidence >= Self.certain, !isCandidate(value, field) {
        other(claim)
      }
    case .perhaps: break
    case .absent:
      if let claim, !isClaimed, !isOwn, claim.confidence >= Self.likely {
        other(claim)
      } else if mustBeShown, isWhole, pages.amounts.count > 2 {
        reply.differences.append(InvoiceDifference(field, against: .pages, xml: value + code))
      }
    }
  }

  private func isCandidate(_ value: String, _ field: XMLInvoice.Field) -> Bool {
    let name: InvoicePage.Field? =
      switch field {
      case .number: .number
      case .date: .date
      case .dueDate: .dueDate
      case .total: .total
      case .net: .net
      case .tax: .tax
      case .payable, .currency, .seller, .buyer, .sellerVatId, .buyerVatId, .iban: nil
      }
    guard let name else { return false }
    return pages.says.contains { page in
      page.says[name].contains { candidate in
        PrintedPages.plain(candidate.value) == PrintedPages.plain(value) || candidate.swapped == value
          || PrintedPages.minor(candidate.value).map(abs) == PrintedPages.minor(value).map(abs)
            && PrintedPages.minor(value) != nil
      }
    }
  }

  private mutating func compareSums() {
    func minor(_ field: XMLInvoice.Field) -> Int? { xml[field].flatMap(PrintedPages.minor) }
    let code = xml[.currency].map { " " + $0 } ?? ""
    if let net = minor(.net), let tax = minor(.tax), let total = minor(.total), abs(net + tax - total) > Self.rounding {
      reply.differences.append(
        InvoiceDifference(
          .total, against: .itself, xml: "\(xml[.net] ?? "") + \(xml[.tax] ?? "")", other: (xml[.total] ?? "") + code))
    }
    let parts = xml.taxes.compactMap { PrintedPages.minor($0.amount) }
    if let tax = minor(.tax), !parts.isEmpty, parts.count == xml.taxes.count,
      abs(parts.reduce(0, +) - tax) > Self.rounding
    {
      reply.differences.append(
        InvoiceDifference(
          .tax, against: .itself, xml: xml.taxes.map(\.amount).joined(separator: " + "),
          other: (xml[.tax] ?? "") + code))
    }
  }

  /// The maximum difference, in hundredths, between a sum and its parts that rounding explains.
  private static let rounding = 5

  // MARK: Days

  private mutating func compareDays() {
    for (field, claim) in [(XMLInvoice.Field.date, printed?.date), (.dueDate, printed?.dueDate)] {
      guard let value = xml[field] else { continue }
      let isOwn = claim.map { [xml[.date], xml[.dueDate]].contains($0.value) } ?? false
      switch pages.day(value) {
      case .shown(let page, let box):
        let place = claim?.value == value ? claim?.place : nil
        note(field, page: place?.page ?? page, box: place?.box ?? box)
        if let claim, claim.value != value, !isOwn, claim.confidence >= Self.certain, !isCandidate(value, field) {
          differ(field, value, claim.value, at: claim)
        }
      case .perhaps: break
      case .absent:
        if let claim, claim.confidence >= Self.likely, !isOwn {
          differ(field, value, claim.value, at: claim)
        } else if field == .date, isWhole, !pages.days.isEmpty {
          reply.differences.append(InvoiceDifference(field, against: .pages, xml: value))
        }
      }
    }
  }

  // MARK: Numbers

  private mutating func compareCodes() {
    if let value = xml[.number] {
      switch pages.code(value) {
      case .shown(let page, let box):
        let isClaimed = printed?.number.map { PrintedPages.plain($0.value) == PrintedPages.plain(value) } ?? false
        let place = isClaimed ? printed?.number?.place : nil
        note(.number, page: place?.page ?? page, box: place?.box ?? box)
        if let claim = printed?.number, !isClaimed, claim.confidence >= Self.certain, !isCandidate(value, .number),
          !PrintedPages.plain(claim.value).contains(PrintedPages.plain(value)),
          !PrintedPages.plain(value).contains(PrintedPages.plain(claim.value))
        {
          differ(.number, value, claim.value, at: claim)
        }
      case .perhaps: break
      case .absent:
        if let claim = printed?.number, claim.confidence >= Self.likely {
          differ(.number, value, claim.value, at: claim)
        } else if isWhole {
          reply.differences.append(InvoiceDifference(.number, against: .pages, xml: value))
        }
      }
    }
    compareAccounts()
    compareVATIds()
  }

  /// Looks up the XML's accounts, and reports another account if none of them is on the pages. Fraudsters change accounts to divert payments.
  private mutating func compareAccounts() {
    guard let first = xml.ibans.first else { return }
    for account in xml.ibans {
      if case .shown(let page, let box) = pages.code(account) { return note(.iban, page: page, box: box) }
    }
    let others = pages.ibans.filter { read in
      read.confidence >= Self.likely && !xml.payerIbans.contains { PrintedPages.plain($0) == read.value }
        && xml.ibans.allSatisfy { pages.isOther(read.value, than: $0) }
    }
    guard let other = others.first, case .absent = pages.code(first) else { return }
    reply.differences.append(
      InvoiceDifference(
        .iban, against: .page, xml: Self.grouped(first), other: Self.grouped(other.value), page: other.page,
        box: other.box))
  }

  private mutating func compareVATIds() {
    let own = [xml[.sellerVatId], xml[.buyerVatId]].compactMap(\.self)
    for field in [XMLInvoice.Field.sellerVatId, .buyerVatId] {
      guard let value = xml[field] else { continue }
      if case .shown(let page, let box) = pages.code(value) { note(field, page: page, box: box) }
    }
    guard let value = xml[.sellerVatId], reply.places[XMLInvoice.Field.sellerVatId.rawValue] == nil,
      case .absent = pages.code(value)
    else { return }
    let others = pages.vatIds.filter { read in
      read.confidence >= Self.likely && read.value.prefix(2) == PrintedPages.plain(value).prefix(2)
        && !own.contains { PrintedPages.plain($0) == read.value }
    }
    guard let other = others.first else { return }
    reply.differences.append(
      InvoiceDifference(
        .sellerVatId, against: .page, xml: value, other: other.value, page: other.page, box: other.box))
  }

  private static func grouped(_ account: String) -> String {
    var (text, left) = ("", account[...])
    while !left.isEmpty {
      text += (text.isEmpty ? "" : " ") + left.prefix(4)
      left = left.dropFirst(4)
    }
    return text
  }

  // MARK: Names

  private mutating func compareNames() {
    for (field, claim) in [(XMLInvoice.Field.seller, printed?.seller), (.buyer, printed?.buyer)] {
      guard let value = xml[field] else { continue }
      let tokens = PrintedPages.tokens(value)
      let isClaimed = claim.map { !PrintedPages.tokens($0.value).isDisjoint(with: tokens) } ?? false
      switch pages.name(value) {
      case .shown(let page, let box):
        let place = isClaimed ? claim?.place : nil
        note(field, page: place?.page ?? page, box: place?.box ?? box)
        // Seller and buyer have been exchanged.
        if field == .seller, let claim, !isClaimed, claim.confidence >= Self.certain, let buyer = xml[.buyer],
          !PrintedPages.tokens(claim.value).isDisjoint(with: PrintedPages.tokens(buyer)),
          let printedBuyer = printed?.buyer, !PrintedPages.tokens(printedBuyer.value).isDisjoint(with: tokens)
        {
          differ(field, value, claim.value, at: claim)
        }
      case .perhaps: break
      case .absent:
        if let claim, !isClaimed, claim.confidence >= Self.likely { differ(field, value, claim.value, at: claim) }
      }
    }
  }

  // MARK: Other e-invoices

  private mutating func compare(with other: XMLInvoice) {
    for field in XMLInvoice.Field.allCases {
      guard let one = xml[field], let two = other[field] else { continue }
      let isSame =
        switch field {
        case .total, .net, .tax, .payable: PrintedPages.minor(one) == PrintedPages.minor(two)
        case .seller, .buyer: !PrintedPages.tokens(one).isDisjoint(with: PrintedPages.tokens(two))
        case .number, .date, .dueDate, .currency, .sellerVatId, .buyerVatId, .iban:
          PrintedPages.plain(one) == PrintedPages.plain(two)
        }
      guard !isSame else { continue }
      reply.differences.append(
        InvoiceDifference(field, against: .file, xml: one, other: two, file: other.file))
    }
  }

  // MARK: Results

  private mutating func note(_ field: XMLInvoice.Field, page: Int, box: Box) {
    reply.places[field.rawValue] = .init(page: page, box: box)
  }

  private mutating func differ(_ field: XMLInvoice.Field, _ value: String, _ other: String, at claim: Invoice.Field?) {
    reply.differences.append(
      InvoiceDifference(
        field, against: .page, xml: value, other: other, page: claim?.page ?? 1, box: claim?.box))
  }
}

extension Invoice.Field {
  fileprivate var place: (page: Int, box: Box)? { page.flatMap { page in box.map { (page, $0) } } }
}
