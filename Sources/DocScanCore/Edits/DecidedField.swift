// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles

/// A field that a reviewer can set: a field of a page's receipt or invoice, the page's language, or the document's kind.
package enum DecidedField: String, Codable, CaseIterable, Sendable {
  case merchant
  case buyer
  case date
  case dueDate
  case total
  case net
  case tax
  case currency
  case number
  case iban
  case category
  /// The receipt that this one duplicates, as "NAME:PAGE". Both count as one receipt.
  case sameAs
  /// A receipt that this one doesn't duplicate despite its similarity, as "NAME:PAGE".
  case differentFrom
  case language
  case kind

  /// The fields that are printed on a receipt or invoice, or added by reviewers.
  package static let shown: [DecidedField] = [
    .merchant, .buyer, .date, .dueDate, .total, .net, .tax, .currency, .number, .iban, .category,
  ]
  package static let ofInvoices: Set<DecidedField> = [.buyer, .dueDate, .net, .tax, .iban]

  // The words with which users name fields. In templates and tables, the merchant is the sender.
  package static let words = allCases.map { ($0.rawValue, $0) } + [("sender", .merchant)]

  package var stage: String { self == .language ? "languages" : "receipt" }

  package var example: String {
    switch self {
    case .merchant, .buyer: "a name"
    case .date, .dueDate: "a date such as 2024-03-31"
    case .total, .net, .tax: "an amount such as 25.15"
    case .currency: "a code such as EUR"
    case .number: "the number on it"
    case .iban: "an account such as DE89 3704 0044 0532 0130 00"
    case .category: "a word such as travel"
    case .sameAs, .differentFrom: "a document and a page such as shop:1"
    case .language: "a language such as ko or de"
    case .kind: "a kind: " + AboutPage.Kind.allCases.map(\.rawValue).joined(separator: ", ")
    }
  }

  /// Returns the normalized value, or `nil` if the text is invalid. An empty text, which removes the field, is invalid for the language and kind.
  package func normalized(_ text: String) -> String? {
    let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard text.count <= 200, !text.unicodeScalars.contains(where: \.isNotWritten) else { return nil }
    if text.isEmpty { return [.language, .kind].contains(self) ? nil : "" }
    switch self {
    case .merchant, .buyer, .number, .category: return text
    case .iban:
      let account = text.uppercased().filter { $0 != " " }
      return account.wholeMatch(of: /[A-Z]{2}[0-9]{2}[A-Z0-9]{8,30}/) == nil ? nil : account
    case .total, .net, .tax:
      return Self.amount(text)
    case .currency:
      let code = text.uppercased()
      return code.wholeMatch(of: /[A-Z]{3}/) == nil ? nil : code
    case .date, .dueDate: return Self.date(text)
    case .sameAs, .differentFrom: return text.wholeMatch(of: /.+:[0-9]{1,9}/) == nil ? nil : text
    case .language: return LanguageTag(named: text)?.description
    case .kind: return AboutPage.Kind(rawValue: text.lowercased())?.rawValue
    }
  }

  /// Returns the amount with a decimal point, or `nil` if the text isn't one. Of two kinds of separators, the last one is the decimal one, and
  /// several of one kind separate groups. 1,234 and 1.234 can be either, so they aren't accepted.
  private static func amount(_ text: String) -> String? {
    let marks = text.filter { $0 == "," || $0 == "." }
    let decimal = Set(marks).count == 1 && marks.count > 1 ? nil : marks.last
    let plain = String(text.filter { $0 == decimal || !marks.contains($0) }.map { $0 == "," ? "." : $0 })
    guard text.wholeMatch(of: /-?[1-9][0-9]{0,2}[.,][0-9]{3}/) == nil else { return nil }
    // In "12,50,00", no group has three digits.
    let whole = decimal.flatMap { text.lastIndex(of: $0) }.map { text[..<$0] } ?? text[...]
    let groups = whole.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "." }.dropFirst()
    guard groups.last.map({ $0.count == 3 }) ?? true, groups.allSatisfy({ (2...3).contains($0.count) }) else {
      return nil
    }
    return plain.wholeMatch(of: /-?[0-9]{1,12}(\.[0-9]{1,4})?/) == nil ? nil : plain
  }

  /// Returns an ISO 8601 date, or `nil` if the text isn't a valid date. Dates with dots always have the day first.
  private static func date(_ text: String) -> String? {
    var numbers: [Int] = []
    if let match = text.wholeMatch(of: /([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})/) {
      numbers = [match.1, match.2, match.3].compactMap { Int($0) }
    } else if let match = text.wholeMatch(of: /([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})/) {
      numbers = [match.3, match.2, match.1].compactMap { Int($0) }
    }
    guard numbers.count == 3, (1...12).contains(numbers[1]) else { return nil }
    let isLeap = numbers[0] % 4 == 0 && (numbers[0] % 100 != 0 || numbers[0] % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...days[numbers[1] - 1]).contains(numbers[2]) else { return nil }
    func padded(_ number: Int, _ count: Int) -> String {
      String(repeating: "0", count: max(0, count - String(number).count)) + String(number)
    }
    return "\(padded(numbers[0], 4))-\(padded(numbers[1], 2))-\(padded(numbers[2], 2))"
  }

  package func value(on page: RecognizedPage) -> String? {
    switch self {
    case .language: page.textLanguage?.tag
    case .currency: page.receipt?.total?.currency ?? page.receipt?.currency
    case .sameAs: page.receipt?.sameAs
    case .differentFrom: page.receipt?.differentFrom?.joined(separator: ", ")
    case .kind: nil
    case .merchant, .buyer, .date, .dueDate, .total, .net, .tax, .number, .iban, .category: page.receipt?[self]?.value
    }
  }
}

extension Receipt {
  /// The field of the receipt, or `nil` for the values that aren't of type `Field`.
  package subscript(field: DecidedField) -> Field? { field.paths.receipt.flatMap { self[keyPath: $0] } }

  fileprivate func deciding(_ field: DecidedField, _ value: String) -> Receipt {
    var receipt = self
    if let path = field.paths.receipt {
      var decided = self[keyPath: path] ?? Field(value: value, confidence: 1)
      (decided.value, decided.alternative, decided.confidence, decided.isEdited) = (value, nil, 1, true)
      receipt[keyPath: path] = value.isEmpty ? nil : decided
    }
    switch field {
    case .total where receipt.total?.currency == nil: receipt.total?.currency = currency
    case .currency:
      receipt.currency = value.isEmpty ? nil : value
      receipt.total?.currency = receipt.currency
    case .sameAs:
      receipt.sameAs = value.isEmpty ? nil : value
      receipt.differentFrom?.removeAll { $0 == value }
    case .differentFrom:
      receipt.differentFrom = value.isEmpty ? nil : (receipt.differentFrom ?? []).filter { $0 != value } + [value]
      if receipt.sameAs == value { receipt.sameAs = nil }
    case .merchant, .buyer, .date, .dueDate, .total, .net, .tax, .number, .iban, .category, .language, .kind: break
    }
    return receipt
  }
}

extension DecidedField {
  // Returns the kind of a document that the last decision set, or `nil` if there is none.
  package static func kind(in edits: [(page: Int, edit: Edit)]) -> AboutPage.Kind? {
    edits.map(\.edit).filter { $0.field == .kind }.sorted { $0.moment < $1.moment }.last
      .flatMap { AboutPage.Kind(rawValue: $0.new) }
  }
}

extension RecognizedPage {
  /// Returns the page with the field values that reviewers set. Call this after the stages have run.
  package func decidingFields(_ edits: [Edit]) throws(PageFailure) -> RecognizedPage {
    var page = self
    for edit in edits where edit.isAbout(page.page) {
      guard let field = edit.field, field != .kind, let value = field.normalized(edit.new) else { continue }
      if field == .language {
        var language = page.textLanguage ?? PageLanguage(tag: value, confidence: 1)
        (language.tag, language.confidence) = (value, 1)
        try page.findings.set(language)
      } else {
        try page.findings.set((page.receipt ?? Receipt()).deciding(field, value))
      }
    }
    return page
  }
}

/// A reviewer's decision whether a table has a border between two rows or columns, by position, so that it also applies to tables found later.
package struct GridEdit: Codable, Hashable, Sendable {
  /// The directions of borders.
  package enum Axis: String, Codable, CaseIterable, Sendable {
    case row
    case column
  }

  package var axis: Axis
  /// Whether the table has a border at this position. If `false`, the rows or columns on both sides of the position are merged.
  package var isBorder: Bool

  package init(_ axis: Axis, isBorder: Bool) { (self.axis, self.isBorder) = (axis, isBorder) }
}

extension Edit {
  /// Creates an edit of a table's grid, with the border in pixels of the page's image.
  package init(id: String, _ grid: GridEdit, at border: Box, on page: RecognizedPage, by: String, at: String) {
    self.init(id: id, line: border, on: page, new: "", by: by, at: at)
    self.grid = grid
  }

  package var isAboutText: Bool { field == nil && grid == nil }
}
