// SPDX-License-Identifier: GPL-3.0-or-later

/// What a document is: its kind, who sends it, its title and its day, found over all of its pages.
package struct About: Codable, Hashable, Sendable {
  /// Something that is said of the document.
  package struct Field: Codable, Hashable, Sendable {
    /// The value: a name, a title, or a day as ISO 8601.
    package var value: String
    /// The probability that this is right, 0 to 1.
    package var confidence: Double
    /// The number of the page that says it; nil where only the XML of an e-invoice does.
    package var page: Int?
    /// Where it is there, in pixels of the corrected page; nil where that is not known.
    package var box: Box?

    /// A field, with its place.
    package init(value: String, confidence: Double, page: Int?, box: Box?) {
      (self.value, self.confidence, self.page, self.box) = (value, confidence, page, box)
    }
  }

  /// The kind of document.
  package var kind: AboutPage.KindField
  /// Who sends it; nil where no page says so, as with all others.
  package var sender: Field?
  /// Its subject, or its heading.
  package var title: Field?
  /// The day that it bears.
  package var date: Field?

  /// A page of a document, by its number.
  package typealias Page = (number: Int, says: AboutPage)

  /// What the pages say; nil where no stage looked.
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
  static var about: JSONValue {
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
