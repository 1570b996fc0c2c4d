// SPDX-License-Identifier: GPL-3.0-or-later

/// Something in which an e-invoice contradicts the pages that people read, another e-invoice, or itself.
package struct InvoiceDifference: Codable, Hashable, Sendable {
  /// What it contradicts.
  package enum Against: String, Codable, CaseIterable, Sendable {
    /// A page, which shows something else.
    case page
    /// All pages: none shows it.
    case pages
    /// Another e-invoice of the document.
    case file
    /// Its own amounts.
    case itself
  }

  /// What it is about.
  package var field: XMLInvoice.Field
  /// What is contradicted.
  package var against: Against
  /// What the XML says; several values with " + " between them for a sum.
  package var xml: String
  /// What is said instead; nil if that is nothing.
  package var other: String?
  /// The number of the page that says something else.
  package var page: Int?
  /// Where it does, in pixels of that page's image.
  package var box: Box?
  /// The other file that says something else; nil if that is a page.
  package var file: String?
  /// The same in words for people.
  package var text: String

  /// A contradiction; values are cut to a length that a person reads.
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

  /// Longer lists are cut.
  package static let most = 64
}

extension XMLInvoice.Field {
  /// The field in a sentence, before its value.
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

/// Compare an e-invoice with what the pages of its document say.
package struct CompareInvoiceRequest: JobRequest {
  package static let name = "invoice"

  /// Where the pages show what the XML says, and where they contradict it.
  package struct Reply: JobReply, Finding {
    /// Where a page shows what the XML says of a field.
    package struct Place: Codable, Hashable, Sendable {
      /// The number of the page.
      package var page: Int
      /// In pixels of its image.
      package var box: Box

      /// A place on a page.
      package init(page: Int, box: Box) { (self.page, self.box) = (page, box.rounded) }
    }

    /// The places, by the names of the fields.
    package var places: [String: Place]
    /// The contradictions, the one that matters most first.
    package var differences: [InvoiceDifference]

    /// What was found out.
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

  /// The e-invoice that counts, and other ones that came with it.
  package var invoices: [XMLInvoice]
  /// The pages, without pictures.
  package var pages: [RecognizedPage]
  /// Whether these are all pages of the document: only then nothing else can show something.
  package var isWhole: Bool

  /// E-invoices, and pages that should say the same.
  package init(invoices: [XMLInvoice], pages: [RecognizedPage], isWhole: Bool) {
    (self.invoices, self.pages, self.isWhole) = (invoices, pages, isWhole)
  }
}
