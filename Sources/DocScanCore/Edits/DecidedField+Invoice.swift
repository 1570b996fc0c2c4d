// SPDX-License-Identifier: GPL-3.0-or-later

extension DecidedField {
  // The places of the field on a receipt and in an invoice, each `nil` if it has no value of type `Field` there.
  var paths: (receipt: WritableKeyPath<Receipt, Receipt.Field?>?, invoice: WritableKeyPath<Invoice, Invoice.Field?>?) {
    switch self {
    case .merchant: (\.merchant, \.seller)
    case .buyer: (\.buyer, \.buyer)
    case .date: (\.date, \.date)
    case .dueDate: (\.dueDate, \.dueDate)
    case .total: (\.total, \.total)
    case .net: (\.net, \.net)
    case .tax: (\.tax, \.tax)
    case .number: (\.number, \.number)
    case .iban: (\.iban, \.iban)
    case .category: (\.category, nil)
    case .currency, .sameAs, .differentFrom, .language, .kind: (nil, nil)
    }
  }
}

extension Invoice {
  /// A field that reviewers can set, or `nil` for values that aren't of type `Field`, such as the currency.
  package subscript(field: DecidedField) -> Field? {
    get { field.paths.invoice.flatMap { self[keyPath: $0] } }
    set { if let path = field.paths.invoice { self[keyPath: path] = newValue } }
  }

  fileprivate var iban: Field? {
    get { ibans.first }
    set { ibans.replaceSubrange(..<min(1, ibans.count), with: [newValue].compactMap(\.self)) }
  }

  package func value(of field: DecidedField) -> String? {
    field == .currency ? total?.currency ?? currency : self[field]?.value
  }

  /// The contradictions of an e-invoice, except in fields that reviewers have set.
  package var openDifferences: [InvoiceDifference] {
    (differences ?? []).filter { replaced?[$0.field.rawValue] == nil }
  }

  /// Returns whether a field of a page belongs to the invoice. Fields that only invoices have always do, because a receipt on the same page has none.
  package func covers(_ field: DecidedField, onPage page: Int) -> Bool {
    DecidedField.ofInvoices.contains(field)
      || pages.contains(page) && ![.category, .sameAs, .differentFrom, .language, .kind].contains(field)
  }

  /// Sets the fields that reviewers set on the invoice's pages. Later decisions take precedence.
  package mutating func decide(_ edits: [(page: Int, edit: Edit)]) {
    let inOrder = edits.enumerated().sorted {
      ($0.element.edit.moment, $0.offset) < ($1.element.edit.moment, $1.offset)
    }
    for (page, edit) in inOrder.map(\.element) {
      guard let field = edit.field, covers(field, onPage: page), let value = field.normalized(edit.new) else {
        continue
      }
      decide(field, value, onPage: page)
    }
  }

  /// Returns whether the fields of a page are those of the whole invoice instead of the page's own.
  fileprivate func replaces(_ page: RecognizedPage) -> Bool {
    source == .xml || pages.count > 1 || page.receipt == nil
  }

  private mutating func decide(_ field: DecidedField, _ value: String, onPage page: Int) {
    keepOwnValue(of: field)
    if field == .currency {
      let code = value.isEmpty ? nil : value
      currency = code
      for amount in [DecidedField.total, .net, .tax] { self[amount]?.currency = code }
      return
    }
    guard !value.isEmpty else { return self[field] = nil }
    let isAmount = [.total, .net, .tax].contains(field)
    var decided =
      self[field] ?? Field(value: value, currency: isAmount ? currency : nil, confidence: 1, page: page)
    (decided.value, decided.alternative, decided.confidence, decided.isEdited) = (value, nil, 1, true)
    self[field] = decided
  }

  /// Stores an e-invoice's own value, or an empty one if it has none, before a reviewer's value replaces it, so that the decision can be undone.
  private mutating func keepOwnValue(of field: DecidedField) {
    let name: XMLInvoice.Field? = field == .merchant ? .seller : XMLInvoice.Field(rawValue: field.rawValue)
    guard source == .xml, let name else { return }
    let isPrinted = field == .iban && ibans.first.map { $0.confidence < 1 } ?? false
    replaced = (replaced ?? [:]).merging([name.rawValue: isPrinted ? "" : value(of: field) ?? ""]) { own, _ in own }
  }
}

extension RecognizedPage {
  /// A field of a page as displayed to users.
  package typealias ShownField = (value: String, box: Box?, isEdited: Bool)

  /// Returns a field as displayed, or `nil`. The invoice's is used if it has several pages or is from XML, or if the page has no value.
  package func shown(_ field: DecidedField, of invoice: Invoice?) -> ShownField? {
    let own = field.value(on: self).map { value in
      (value, receipt?[field]?.box, receipt?[field]?.isEdited == true)
    }
    guard let invoice, invoice.covers(field, onPage: page.number), own == nil || invoice.replaces(self) else {
      return own
    }
    return invoice.value(of: field).map { value in
      let found = invoice[field]
      return (value, found?.page == page.number ? found?.box : nil, found?.isEdited == true)
    }
  }
}
