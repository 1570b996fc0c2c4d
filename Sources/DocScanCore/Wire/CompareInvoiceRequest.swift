// SPDX-License-Identifier: GPL-3.0-or-later

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
