// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles

/// The kind, sender, title, and date of a document, combined from all of its pages.
package struct About: Codable, Hashable, Sendable {
  package struct Field: Codable, Hashable, Sendable {
    /// A name, a title, or an ISO 8601 date.
    package var value: String
    /// The date with day and month swapped if it is just as possible; otherwise `nil`.
    package var alternative: String?
    package var confidence: Double
    package var page: Int?
    /// The box around the value, in pixels of the corrected page, or `nil` if unknown.
    package var box: Box?

    package init(value: String, alternative: String? = nil, confidence: Double, page: Int?, box: Box?) {
      (self.value, self.alternative, self.confidence) = (value, alternative, confidence)
      (self.page, self.box) = (page, box)
    }
  }

  package var kind: AboutPage.KindField
  /// The sender, or `nil` if not found. The other fields are also `nil` if not found.
  package var sender: Field?
  package var title: Field?
  package var date: Field?

  package typealias Page = (number: Int, says: AboutPage)

  /// Combines the findings of the pages. Returns `nil` if there are none. The first pages are considered, and the kind with the highest confidence
  /// wins; "other" only counts if no page has another kind. An invoice or a single receipt provides its own fields.
  package init?(
    pages: [Page], invoice: Invoice?, receipt: (number: Int, says: Receipt)?, decided: AboutPage.Kind? = nil
  ) {
    guard let first = pages.first else { return nil }
    let head = pages.prefix(Self.headPages)
    let told = head.filter { $0.says.kind.value != .other }
    kind = (told.max { $0.says.kind.confidence < $1.says.kind.confidence } ?? first).says.kind
    func field(_ get: (AboutPage) -> AboutPage.Field?) -> Field? {
      for page in head {
        guard let found = get(page.says) else { continue }
        return Field(
          value: found.value, alternative: found.alternative, confidence: found.confidence, page: page.number,
          box: found.box)
      }
      return nil
    }
    (sender, title, date) = (field(\.sender), field(\.title), field(\.date))
    settleDate(pages)
    if let decided {
      kind = AboutPage.KindField(value: decided, confidence: 1)
    } else if let invoice, [.invoice, .receipt].contains(kind.value) {
      // A page after an invoice's first one can look like a receipt, and so can a credit note.
      let isOther = receipt.map { $0.number > invoice.pages.first ?? $0.number } ?? false
      if isOther || invoice.credit != nil { kind.value = .invoice }
    }
    if let invoice, kind.value != .receipt {
      // The XML of an e-invoice identifies the document as an invoice, so the kind is certain.
      if invoice.source != nil, decided == nil { kind = AboutPage.KindField(value: .invoice, confidence: 1) }
      if let seller = invoice.seller { sender = Field(seller) }
      if let day = invoice.date { date = Field(day) }
    } else if let receipt, kind.value == .receipt || kind.value == .other {
      if let merchant = receipt.says.merchant { sender = Field(merchant, page: receipt.number) }
      // The page may doubt the date.
      if let day = receipt.says.date, day.value != date?.value || day.confidence == 1 {
        date = Field(day, page: receipt.number)
      }
    }
  }

  /// Sets the sender and the date that reviewers set on pages of a letter or another document without fields of its own. Later decisions take precedence.
  package mutating func decide(_ edits: [(page: Int, edit: Edit)]) {
    guard kind.value != .invoice, kind.value != .receipt else { return }
    for (page, edit) in edits.sorted(by: { $0.edit.moment < $1.edit.moment }) {
      guard let value = edit.field?.normalized(edit.new) else { continue }
      let decided = value.isEmpty ? nil : Field(value: value, confidence: 1, page: page, box: nil)
      switch edit.field {
      case .merchant: sender = decided
      case .date: date = decided
      case _: break
      }
    }
  }

  /// The number of pages at the beginning that are considered.
  private static let headPages = 3

  /// Resolves an ambiguous date with the order of day and month that the dates of all pages show, if they agree.
  private mutating func settleDate(_ pages: [Page]) {
    let orders = Set(pages.compactMap { $0.says.tellsOrder == true ? $0.says.dayFirst : nil })
    guard orders.count == 1, let order = orders.first, let date, let other = date.alternative,
      let own = pages.first(where: { $0.number == date.page })?.says.dayFirst
    else { return }
    self.date = Field(
      value: own == order ? date.value : other,
      confidence: (date.confidence / Detection.ambiguous).rounded(toPlaces: 3),
      page: date.page, box: date.box)
  }
}

extension About.Field {
  fileprivate init(_ field: Invoice.Field) {
    self.init(
      value: field.value, alternative: field.alternative, confidence: field.confidence, page: field.page,
      box: field.box)
  }

  fileprivate init(_ field: Receipt.Field, page: Int) {
    self.init(
      value: field.value, alternative: field.alternative, confidence: field.confidence, page: page, box: field.box)
  }
}

extension JSONSchema {
  package static var about: JSONValue {
    func field(_ description: String) -> JSONValue {
      object(
        description,
        [
          "value": value("string"), "alternative?": alternative,
          "confidence": confidence("The probability that this is correct."),
          "page?": integer(
            "The number of the page that shows the value. Absent if only the XML of an e-invoice contains it.", from: 1),
          "box?": list(
            of: value("number"),
            "The box around the value on that page: [x, y, width, height], in pixels of the page's image.", count: 4),
        ])
    }
    return object(
      "The kind, sender, title, and date of the document, combined from its pages. Absent without the about stage.",
      [
        "kind": object(
          "The kind of document.",
          [
            "value": oneOf(AboutPage.Kind.allCases.map(\.rawValue)),
            "confidence": confidence("The probability that this is correct."),
          ]),
        "sender?": field("The sender: for an invoice the seller, for a receipt the merchant."),
        "title?": field("The subject or heading."), "date?": field("The date on the document: YYYY-MM-DD."),
      ])
  }
}

/// The kind, sender, title, and date found on one page. ``About`` combines the pages of a document.
package struct AboutPage: Finding {
  package enum Kind: String, Codable, CaseIterable, Sendable {
    case letter
    case invoice
    case receipt
    case statement
    case contract
    case form
    case other
  }

  package struct KindField: Codable, Hashable, Sendable {
    package var value: Kind
    package var confidence: Double

    package init(value: Kind, confidence: Double) {
      (self.value, self.confidence) = (value, min(max(confidence, 0), 1).rounded(toPlaces: 3))
    }
  }

  package struct Field: Codable, Hashable, Sendable {
    package var value: String
    package var alternative: String?
    package var confidence: Double
    package var box: Box

    /// Creates a field. A value that is too long is truncated.
    package init(value: String, alternative: String? = nil, confidence: Double, box: Box) {
      self.alternative = alternative
      self.value = value.prefix(scalars: AboutPage.longestValue)
      (self.confidence, self.box) = (min(max(confidence, 0), 1).rounded(toPlaces: 3), box.rounded)
    }
  }

  package var kind: KindField
  package var sender: Field?
  package var title: Field?
  package var date: Field?
  package var dayFirst: Bool?
  package var tellsOrder: Bool?

  /// The maximum length of a name or title, in Unicode scalars.
  package static let longestValue = 200

  package init(kind: KindField, sender: Field? = nil, title: Field? = nil, date: Field? = nil) {
    (self.kind, self.sender, self.title, self.date) = (kind, sender, title, date)
  }

  package static let description = FindingDescription(
    key: "about",
    schema: JSONSchema.object(
      "The kind, sender, title, and date found on this page. The document's JSON combines all pages. Absent "
        + "without the about stage, and on pages without text.",
      [
        "kind": JSONSchema.object(
          "The kind of document.",
          [
            "value": JSONSchema.oneOf(Kind.allCases.map(\.rawValue)),
            "confidence": JSONSchema.confidence("The probability that this is correct."),
          ]),
        "sender?": field("The sender."), "title?": field("The subject or heading."),
        "date?": field("The date on the document: YYYY-MM-DD."),
        "dayFirst?": JSONSchema.value(
          "boolean", "Whether 03/04 was read as April 3. Absent if the order doesn't matter."),
        "tellsOrder?": JSONSchema.value("boolean", "true if the page's own dates decide that. Absent otherwise."),
      ]))

  private static func field(_ description: String) -> JSONValue {
    JSONSchema.object(
      description,
      [
        "value": JSONSchema.text("The normalized value.", atMost: 1024), "alternative?": JSONSchema.alternative,
        "confidence": JSONSchema.confidence("The probability that this is correct."),
        "box": JSONSchema.reference("box"),
      ])
  }
}

extension RecognizedPage {
  /// The kind, sender, title, and date found on the page, or `nil` if the `about` stage didn't run or the page has no text.
  package var about: AboutPage? { findings.get() }
}
