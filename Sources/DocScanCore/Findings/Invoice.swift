// SPDX-License-Identifier: GPL-3.0-or-later

/// What an invoice says, found over all pages of a document.
package struct Invoice: Codable, Hashable, Sendable {
  /// Something that the invoice says.
  package struct Field: Codable, Hashable, Sendable {
    /// The normalized value: an amount as a decimal with a dot, a day as ISO 8601.
    package var value: String
    /// The ISO 4217 code of an amount; nil for all else, and where nothing tells.
    package var currency: String?
    /// The probability that this is right, 0 to 1.
    package var confidence: Double
    /// The number of the page that it is on; nil if only the XML of an e-invoice says it.
    package var page: Int?
    /// Where it is there, in pixels of the corrected page.
    package var box: Box?

    /// A field, with its place.
    package init(value: String, currency: String? = nil, confidence: Double, page: Int? = nil, box: Box? = nil) {
      (self.value, self.currency, self.confidence) = (value, currency, confidence)
      (self.page, self.box) = (page, box)
    }
  }

  /// Where its fields are from.
  package enum Source: String, Codable, CaseIterable, Sendable {
    /// The XML of an e-invoice.
    case xml
  }

  /// What the XML of an e-invoice is.
  package struct Format: Codable, Hashable, Sendable {
    /// The name of the file.
    package var file: String
    /// How it is written.
    package var syntax: XMLInvoice.Syntax
    /// Which fields it promises, as it names that itself.
    package var profile: String?
    /// Whether it asks for money.
    package var kind: XMLInvoice.Kind
  }

  /// Where its fields are from; nil for what was read on its pages.
  package var source: Source?
  /// Of an e-invoice: what it is.
  package var format: Format?
  /// Its number; nil if none was found, as with all others.
  package var number: Field?
  /// The day that it was issued.
  package var date: Field?
  /// The day until which it is to be paid.
  package var dueDate: Field?
  /// With all taxes.
  package var total: Field?
  /// Without taxes.
  package var net: Field?
  /// All taxes.
  package var tax: Field?
  /// Who sends it.
  package var seller: Field?
  /// Who gets it.
  package var buyer: Field?
  /// The VAT numbers on it, in reading order.
  package var vatIds: [Field]
  /// The bank accounts on it, in reading order.
  package var ibans: [Field]
  /// The ISO 4217 code of its amounts; nil if nothing tells.
  package var currency: String?
  /// Of an e-invoice: the VAT number of the seller.
  package var sellerVatId: Field?
  /// Of an e-invoice: the VAT number of the buyer.
  package var buyerVatId: Field?
  /// Of an e-invoice: the accounts that it is taken from.
  package var payerIbans: [String]?
  /// Of an e-invoice: what is still to be paid.
  package var payable: Field?
  /// Of an e-invoice: the tax of each rate.
  package var taxes: [XMLInvoice.Tax]?
  /// Of an e-invoice: what is paid for.
  package var lines: [XMLInvoice.Line]?
  /// Of an e-invoice: where it contradicts its pages or itself; nil if they could not be compared.
  package var differences: [InvoiceDifference]?
  /// The pages that say something of it.
  package var pages: [Int]

  /// An invoice without anything yet.
  init(currency: String?, pages: [Int]) { (vatIds, ibans, self.currency, self.pages) = ([], [], currency, pages) }

  /// More VAT numbers or accounts are left out.
  static let mostListed = 16
}

extension JSONSchema {
  /// The invoice in a document's JSON.
  package static var invoice: JSONValue {
    func field(_ description: String) -> JSONValue {
      object(
        description,
        [
          "value": value("string", "The normalized value: a decimal with a dot for an amount, YYYY-MM-DD for a day."),
          "currency?": value("string", "The ISO 4217 code of an amount."),
          "confidence": confidence("The probability that this is right."),
          "page?": integer("The number of the page that it is on; absent if only the XML says it.", from: 1),
          "box?": list(of: value("number"), "x, y, width and height there, in pixels of the page's image.", count: 4),
        ])
    }
    return object(
      "The invoice that the document is: from the XML of an e-invoice in the PDF or beside it, or found over all of its pages. "
        + "Absent without an e-invoice and the receipt stage, where the document is not an invoice, and where it has several.",
      [
        "source?": oneOf(
          Invoice.Source.allCases.map(\.rawValue), "xml: an e-invoice says it; absent: read on the pages."),
        "format?": object(
          "Of an e-invoice: what it is.",
          [
            "file": value("string", "The file's name."),
            "syntax": oneOf(XMLInvoice.Syntax.allCases.map(\.rawValue), "How it is written."),
            "profile?": value("string", "Which fields it promises, as it says itself."),
            "kind": oneOf(XMLInvoice.Kind.allCases.map(\.rawValue), "creditNote: its total is taken off what is owed."),
          ]),
        "number?": field("The number of the invoice."), "date?": field("The day that it was issued."),
        "dueDate?": field("The day until which it is to be paid."),
        "total?": field("What it is about, with all taxes."),
        "net?": field("The total without taxes."), "tax?": field("All taxes."), "seller?": field("Who sends it."),
        "buyer?": field("Who gets it."),
        "vatIds": list(of: field(""), "The VAT numbers on it, in reading order."),
        "ibans": list(of: field(""), "The bank accounts on it, in reading order, not masked."),
        "currency?": value("string", "The ISO 4217 code of its amounts; absent if nothing indicates it."),
        "sellerVatId?": field("Of an e-invoice: the seller's."), "buyerVatId?": field("Of an e-invoice: the buyer's."),
        "payerIbans?": list(of: value("string"), "Of an e-invoice: the accounts that it is taken from."),
        "payable?": field("Of an e-invoice: what is still to be paid."),
        "taxes?": list(
          of: object("", ["rate?": value("string"), "net?": value("string"), "amount": value("string")]),
          "Of an e-invoice: the tax of each rate, in percent, and what is taxed."),
        "lines?": list(
          of: object(
            "",
            [
              "number?": value("string"), "description?": value("string"), "quantity?": value("string"),
              "unit?": value("string", "As UN/ECE recommendation 20 codes it."), "unitPrice?": value("string"),
              "amount?": value("string", "For all of them, without taxes."), "taxRate?": value("string", "In percent."),
            ]), "Of an e-invoice: what is paid for."),
        "differences?": list(
          of: object(
            "",
            [
              "field": oneOf(XMLInvoice.Field.allCases.map(\.rawValue)),
              "against": oneOf(
                InvoiceDifference.Against.allCases.map(\.rawValue),
                "page: a page shows something else; pages: no page shows it; file: another e-invoice of the document says "
                  + "something else; itself: the XML's own amounts."),
              "xml": value("string", "What the XML says."), "other?": value("string", "What is said instead."),
              "page?": integer("The number of the page that says it.", from: 1),
              "box?": list(of: value("number"), "x, y, width and height there.", count: 4),
              "file?": value("string", "The other e-invoice that says it."),
              "text": value("string", "The same as a sentence."),
            ]),
          "Of an e-invoice: where it contradicts its pages, another one, or itself. Absent if the pages have no text."),
        "pages": list(of: integer("", from: 1), "The numbers of the pages that say something of it."),
      ])
  }
}
