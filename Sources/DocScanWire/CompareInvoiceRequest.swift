// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

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
