// SPDX-License-Identifier: GPL-3.0-or-later

/// What a document is: its kind, who sends it, its title and its day, found over all of its pages.
package struct About: Codable, Hashable, Sendable {
  /// Something that is said of the document.
  package struct Field: Codable, Hashable, Sendable {
    /// The value: a name, a title, or a day as ISO 8601.
    package var value: String
    /// The probability that this is right, 0 to 1.
    package var confidence: Double
    /// The number of the page that says it; nil if only the XML of an e-invoice does.
    package var page: Int?
    /// Where it is there, in pixels of the corrected page; nil if that is not known.
    package var box: Box?

    /// A field, with its place.
    package init(value: String, confidence: Double, page: Int?, box: Box?) {
      (self.value, self.confidence, self.page, self.box) = (value, confidence, page, box)
    }
  }

  /// The kind of document.
  package var kind: AboutPage.KindField
  /// Who sends it; nil if no page says so, as with all others.
  package var sender: Field?
  /// Its subject, or its heading.
  package var title: Field?
  /// The day that it bears.
  package var date: Field?

  /// A page of a document, by its number.
  package typealias Page = (number: Int, says: AboutPage)

  /// What the pages say; nil if no stage looked.
  ///
  /// A document's first page says what it is, unless a later one of the first few is surer of another kind than "other".
  /// Of an invoice its own fields count, of a document with one receipt those of the receipt.
  package init?(pages: [Page], invoice: Invoice?, receipt: (number: Int, says: Receipt)?) {
    guard let first = pages.first else { return nil }
    let head = pages.prefix(Self.headPages)
    let told = head.filter { $0.says.kind.value != .other }
    kind = (told.max { $0.says.kind.confidence < $1.says.kind.confidence } ?? first).says.kind
    func field(_ get: (AboutPage) -> AboutPage.Field?) -> Field? {
      for page in head {
        guard let found = get(page.says) else { continue }
        return Field(value: found.value, confidence: found.confidence, page: page.number, box: found.box)
      }
      return nil
    }
    (sender, title, date) = (field(\.sender), field(\.title), field(\.date))
    if let invoice, kind.value != .receipt {
      // An e-invoice says what it is.
      if invoice.source != nil { kind = AboutPage.KindField(value: .invoice, confidence: 1) }
      if let seller = invoice.seller { sender = Field(seller) }
      if let day = invoice.date { date = Field(day) }
    } else if let receipt, kind.value == .receipt || kind.value == .other {
      if let merchant = receipt.says.merchant { sender = Field(merchant, page: receipt.number) }
      if let day = receipt.says.date { date = Field(day, page: receipt.number) }
    }
  }

  /// So many pages may say what a document is.
  private static let headPages = 3
}

extension About.Field {
  fileprivate init(_ field: Invoice.Field) {
    self.init(value: field.value, confidence: field.confidence, page: field.page, box: field.box)
  }

  fileprivate init(_ field: Receipt.Field, page: Int) {
    self.init(value: field.value, confidence: field.confidence, page: page, box: field.box)
  }
}

extension JSONSchema {
  /// What a document is, in its JSON.
  package static var about: JSONValue {
    func field(_ description: String) -> JSONValue {
      object(
        description,
        [
          "value": value("string"), "confidence": confidence("The probability that this is right."),
          "page?": integer(
            "The number of the page that it is on; absent if only the XML of an e-invoice says it.", from: 1),
          "box?": list(of: value("number"), "x, y, width and height there, in pixels of the page's image.", count: 4),
        ])
    }
    return object(
      "What the document is, found over its pages; absent without the about stage.",
      [
        "kind": object(
          "The kind of document.",
          [
            "value": oneOf(AboutPage.Kind.allCases.map(\.rawValue)),
            "confidence": confidence("The probability that this is right."),
          ]),
        "sender?": field("Who sends it: of an invoice the seller, of a receipt the merchant."),
        "title?": field("Its subject, or its heading."), "date?": field("The day that it bears: YYYY-MM-DD."),
      ])
  }
}

/// What one page says of the document that it is in; `About` puts the pages of a document together.
package struct AboutPage: Finding {
  /// What kind of document a page is of.
  package enum Kind: String, Codable, CaseIterable, Sendable {
    /// Somebody writes to somebody.
    case letter
    /// Something is to be paid.
    case invoice
    /// Something was paid.
    case receipt
    /// What happened on an account.
    case statement
    /// What parties agreed on.
    case contract
    /// Something to fill in.
    case form
    /// None of these.
    case other
  }

  /// The kind of document, and how surely it is that.
  package struct KindField: Codable, Hashable, Sendable {
    /// The kind.
    package var value: Kind
    /// The probability that this is right, 0 to 1.
    package var confidence: Double

    /// A kind of document.
    package init(value: Kind, confidence: Double) {
      (self.value, self.confidence) = (value, min(max(confidence, 0), 1).rounded(toPlaces: 3))
    }
  }

  /// Something that the page says of its document.
  package struct Field: Codable, Hashable, Sendable {
    /// The value: a name, a title, or a day as ISO 8601.
    package var value: String
    /// The probability that this is right, 0 to 1.
    package var confidence: Double
    /// Where it is, in pixels of the corrected page.
    package var box: Box

    /// A field; a long value is cut.
    package init(value: String, confidence: Double, box: Box) {
      self.value = value.prefix(scalars: AboutPage.longestValue)
      (self.confidence, self.box) = (min(max(confidence, 0), 1).rounded(toPlaces: 3), box.rounded)
    }
  }

  /// The kind of the document that the page is in.
  package var kind: KindField
  /// Who sends it; nil if the page does not say, as with all others.
  package var sender: Field?
  /// What it is about: its subject or its heading.
  package var title: Field?
  /// The day that it bears.
  package var date: Field?

  /// Longer names and titles are cut, in characters.
  package static let longestValue = 200

  /// What a page says.
  package init(kind: KindField, sender: Field? = nil, title: Field? = nil, date: Field? = nil) {
    (self.kind, self.sender, self.title, self.date) = (kind, sender, title, date)
  }

  package static let description = FindingDescription(
    key: "about",
    schema: JSONSchema.object(
      "What this page says of the document that it is in: the document's own JSON has it for all pages. Absent without the "
        + "about stage, and on pages without text.",
      [
        "kind": JSONSchema.object(
          "The kind of document.",
          [
            "value": JSONSchema.oneOf(Kind.allCases.map(\.rawValue)),
            "confidence": JSONSchema.confidence("The probability that this is right."),
          ]),
        "sender?": field("Who sends it."), "title?": field("Its subject, or its heading."),
        "date?": field("The day that it bears: YYYY-MM-DD."),
      ]))

  private static func field(_ description: String) -> JSONValue {
    JSONSchema.object(
      description,
      [
        "value": JSONSchema.text("The normalized value.", atMost: 1024),
        "confidence": JSONSchema.confidence("The probability that this is right."),
        "box": JSONSchema.reference("box"),
      ])
  }
}

extension RecognizedPage {
  /// What the page says of its document; nil when the pipeline did not look, and where there is no text.
  package var about: AboutPage? { findings.get() }
}
