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
