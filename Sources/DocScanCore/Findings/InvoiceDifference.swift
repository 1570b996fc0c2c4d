// SPDX-License-Identifier: GPL-3.0-or-later

/// A contradiction between an e-invoice's XML and its pages, another e-invoice, or itself.
package struct InvoiceDifference: Codable, Hashable, Sendable {
  /// The kinds of sources that an e-invoice can contradict.
  package enum Against: String, Codable, CaseIterable, Sendable {
    case page
    /// All pages, because none shows the value.
    case pages
    /// Another e-invoice of the document.
    case file
    case itself
  }

  package var field: XMLInvoice.Field
  package var against: Against
  /// The value in the XML. For a sum, the addends are separated by " + ".
  package var xml: String
  package var other: String?
  package var page: Int?
  package var box: Box?
  package var file: String?
  package var text: String

  /// Creates a contradiction. Values are truncated to 200 characters.
  package init(
    _ field: XMLInvoice.Field, against: Against, xml: String, other: String? = nil, page: Int? = nil, box: Box? = nil,
    file: String? = nil
  ) {
    func short(_ text: String) -> String { String(text.prefix(200)) }
    let (xml, other) = (short(xml), other.map(short))
    (self.field, self.against, self.xml, self.other) = (field, against, xml, other)
    (self.page, self.box, self.file) = (page, box?.rounded, file.map(short))
    let name = field.words
    text =
      switch against {
      case .page:
        "The XML says \(name) \(xml), page \(page ?? 1) shows \(other ?? "something else")."
      case .pages: "The XML says \(name) \(xml), which no page shows."
      case .file: "The XML says \(name) \(xml), \(short(file ?? "another XML file")) says \(other ?? "something else")."
      case .itself: "The XML contradicts itself: \(xml) is not \(name) \(other ?? "that it says")."
      }
  }

  package static let most = 64
}

extension XMLInvoice.Field {
  package var words: String {
    switch self {
    case .number: "number"
    case .date: "date"
    case .dueDate: "due date"
    case .currency: "currency"
    case .total: "total"
    case .net: "net"
    case .tax: "tax"
    case .payable: "amount due"
    case .seller: "seller"
    case .buyer: "buyer"
    case .sellerVatId: "seller's VAT number"
    case .buyerVatId: "buyer's VAT number"
    case .iban: "IBAN"
    }
  }
}

/// A request to compare an e-invoice with the text on the pages of its document.
package struct CompareInvoiceRequest: JobRequest {
  package static let name = "invoice"

  /// The positions of values that pages and XML share, and the contradictions.
  package struct Reply: JobReply, Finding {
    /// The position of a value on a page.
    package struct Place: Codable, Hashable, Sendable {
      package var page: Int
      /// The box around the value, in pixels of the page's image.
      package var box: Box

      package init(page: Int, box: Box) { (self.page, self.box) = (page, box.rounded) }
    }

    /// The positions of the values, by the names of the fields.
    package var places: [String: Place]
    /// The contradictions, the most important first.
    package var differences: [InvoiceDifference]

    package init(places: [String: Place], differences: [InvoiceDifference]) {
      (self.places, self.differences) = (places, differences)
    }

    package static let description = FindingDescription(
      key: "comparedInvoice",
      schema: JSONSchema.object(
        "",
        [
          "places": JSONSchema.object(
            "",
            Dictionary(
              uniqueKeysWithValues: XMLInvoice.Field.allCases.map {
                (
                  $0.rawValue + "?",
                  JSONSchema.object(
                    "", ["page": JSONSchema.integer("", from: 1), "box": JSONSchema.reference("box")])
                )
              })),
          "differences": JSONSchema.list(
            of: JSONSchema.object(
              "",
              [
                "field": JSONSchema.oneOf(XMLInvoice.Field.allCases.map(\.rawValue)),
                "against": JSONSchema.oneOf(InvoiceDifference.Against.allCases.map(\.rawValue)),
                "xml": JSONSchema.text(atMost: 1024), "other?": JSONSchema.text(atMost: 1024),
                "page?": JSONSchema.integer("", from: 1), "box?": JSONSchema.reference("box"),
                "file?": JSONSchema.text(atMost: 1024), "text": JSONSchema.text(atMost: 4096),
              ]), atMost: InvoiceDifference.most),
        ]))
  }

  /// The main e-invoice, then others of the same document.
  package var invoices: [XMLInvoice]
  /// The pages, without pictures.
  package var pages: [RecognizedPage]
  /// Whether `pages` contains all pages of the document. Only then is a missing value a contradiction.
  package var isWhole: Bool

  package init(invoices: [XMLInvoice], pages: [RecognizedPage], isWhole: Bool) {
    (self.invoices, self.pages, self.isWhole) = (invoices, pages, isWhole)
  }
}
