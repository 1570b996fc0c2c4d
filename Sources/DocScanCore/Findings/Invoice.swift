// SPDX-License-Identifier: GPL-3.0-or-later

/// The fields of an invoice, combined from all pages of a document.
package struct Invoice: Codable, Hashable, Sendable {
  /// A field of the invoice.
  package struct Field: Codable, Hashable, Sendable {
    /// The normalized value: an amount as a decimal number, or an ISO 8601 date.
    package var value: String
    /// The ISO 4217 code of an amount, or `nil` for other fields and unknown currencies.
    package var currency: String?
    /// The probability, from 0 to 1, that the value is correct.
    package var confidence: Double
    /// The number of the page that shows the value, or `nil` if only the XML of an e-invoice contains it.
    package var page: Int?
    /// The box around the value, in pixels of the corrected page.
    package var box: Box?

    package init(value: String, currency: String? = nil, confidence: Double, page: Int? = nil, box: Box? = nil) {
      (self.value, self.currency, self.confidence) = (value, currency, confidence)
      (self.page, self.box) = (page, box)
    }
  }

  /// The sources of an invoice's fields other than its pages.
  package enum Source: String, Codable, CaseIterable, Sendable {
    /// The XML of an e-invoice.
    case xml
  }

  /// The format of an e-invoice's XML.
  package struct Format: Codable, Hashable, Sendable {
    /// The name of the XML file.
    package var file: String
    /// The syntax of the XML.
    package var syntax: XMLInvoice.Syntax
    /// The profile that the XML declares, which determines its set of fields.
    package var profile: String?
    /// Whether the document is an invoice or a credit note.
    package var kind: XMLInvoice.Kind
  }

  /// The source of the fields, or `nil` if they were recognized on the pages.
  package var source: Source?
  /// The format of the XML, for e-invoices only.
  package var format: Format?
  /// The invoice number, or `nil` if not found. The other fields are also `nil` if not found.
  package var number: Field?
  /// The date of issue.
  package var date: Field?
  /// The due date of the payment.
  package var dueDate: Field?
  /// The total including all taxes.
  package var total: Field?
  /// The total without taxes.
  package var net: Field?
  /// The sum of all taxes.
  package var tax: Field?
  package var seller: Field?
  package var buyer: Field?
  /// The VAT numbers on the invoice, in reading order.
  package var vatIds: [Field]
  /// The bank accounts on the invoice, in reading order.
  package var ibans: [Field]
  /// The ISO 4217 code of the amounts, or `nil` if unknown.
  package var currency: String?
  /// The VAT number of the seller, for e-invoices only.
  package var sellerVatId: Field?
  /// The VAT number of the buyer, for e-invoices only.
  package var buyerVatId: Field?
  /// The accounts to be debited, for e-invoices only.
  package var payerIbans: [String]?
  /// The amount due, for e-invoices only.
  package var payable: Field?
  /// The tax for each rate, for e-invoices only.
  package var taxes: [XMLInvoice.Tax]?
  /// The invoiced items, for e-invoices only.
  package var lines: [XMLInvoice.Line]?
  /// The contradictions between an e-invoice's XML and its pages or itself, or `nil` if they couldn't be compared.
  package var differences: [InvoiceDifference]?
  /// The numbers of the pages that contain invoice data.
  package var pages: [Int]

  init(currency: String?, pages: [Int]) { (vatIds, ibans, self.currency, self.pages) = ([], [], currency, pages) }

  /// The maximum number of VAT numbers and of accounts.
  static let mostListed = 16
}

extension JSONSchema {
  /// The schema of the invoice in a document's JSON.
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
