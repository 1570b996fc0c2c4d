// SPDX-License-Identifier: GPL-3.0-or-later

/// The fields of an invoice, combined from all pages of a document.
package struct Invoice: Codable, Hashable, Sendable {
  package struct Field: Codable, Hashable, Sendable {
    package var value: String
    /// The date with day and month swapped if it is just as possible; otherwise `nil`.
    package var alternative: String?
    package var currency: String?
    package var confidence: Double
    package var page: Int?
    /// The box around the value, in pixels of the corrected page, or `nil` if its position is unknown.
    package var box: Box?
    package var isEdited: Bool?

    private enum CodingKeys: String, CodingKey {
      case value, alternative, currency, confidence, page, box
      case isEdited = "edited"
    }

    package init(
      value: String, alternative: String? = nil, currency: String? = nil, confidence: Double, page: Int? = nil,
      box: Box? = nil
    ) {
      (self.value, self.alternative, self.currency, self.confidence) = (value, alternative, currency, confidence)
      (self.page, self.box) = (page, box)
    }
  }

  /// The sources of an invoice's fields other than its pages.
  package enum Source: String, Codable, CaseIterable, Sendable {
    case xml
  }

  /// The format of an e-invoice's XML.
  package struct Format: Codable, Hashable, Sendable {
    package var file: String
    package var syntax: XMLInvoice.Syntax
    package var profile: String?
    package var kind: XMLInvoice.Kind

    package init(_ xml: XMLInvoice) {
      (file, syntax, profile, kind) = (xml.file, xml.syntax, xml.profile, xml.kind)
    }
  }

  package var source: Source?
  package var format: Format?
  package var credit: InvoicePage.Credit?
  /// The invoice number, or `nil` if not found. The other fields are also `nil` if not found.
  package var number: Field?
  package var date: Field?
  package var dueDate: Field?
  package var total: Field?
  package var net: Field?
  package var tax: Field?
  /// The amount by which the total was rounded, which is the total minus net amount and taxes, or `nil`.
  package var rounding: String?
  package var seller: Field?
  package var buyer: Field?
  package var vatIds: [Field]
  package var ibans: [Field]
  package var currency: String?
  package var sellerVatId: Field?
  package var buyerVatId: Field?
  package var payerIbans: [String]?
  package var payable: Field?
  package var taxes: [XMLInvoice.Tax]?
  package var lines: [XMLInvoice.Line]?
  /// The contradictions between an e-invoice's XML and its pages or itself, or `nil` if they couldn't be compared.
  package var differences: [InvoiceDifference]?
  package var replaced: [String: String]?
  package var pages: [Int]

  package init(currency: String?, pages: [Int]) {
    (vatIds, ibans, self.currency, self.pages) = ([], [], currency, pages)
  }

  static let mostListed = 16
}

extension Invoice {
  // On receipts, names below this confidence are often taken for buyers.
  private static let sureBuyer = 0.5

  /// Returns whether the page is an invoice, because it states whom or by when to pay, or a receipt, because it was already paid: it states how or at
  /// what time. Returns `nil` if both or neither is stated. `receipt` is the receipt on the only page of the invoice.
  package func kind(besides receipt: Receipt?) -> AboutPage.Kind? {
    if source != nil { return .invoice }
    guard pages.count == 1, let receipt else { return nil }
    let asks = dueDate != nil || !ibans.isEmpty || buyer?.confidence ?? 0 >= Self.sureBuyer
    let isPaid = !receipt.payments.isEmpty || receipt.change != nil || receipt.time != nil
    return asks == isPaid ? nil : asks ? .invoice : .receipt
  }
}

extension JSONSchema {
  package static var invoice: JSONValue {
    func field(_ description: String) -> JSONValue {
      object(
        description,
        [
          "value": value("string", "The normalized value: a decimal number for an amount, YYYY-MM-DD for a date."),
          "alternative?": alternative, "currency?": value("string", "The ISO 4217 code of an amount."),
          "confidence": confidence("The probability that the value is correct."),
          "page?": integer("The number of the page that shows the value. Absent if only the XML contains it.", from: 1),
          "box?": list(
            of: value("number"),
            "The box around the value on that page: [x, y, width, height], in pixels of the page's image.", count: 4),
          "edited?": value("boolean", "Whether a reviewer set the value. Absent if it was detected."),
        ])
    }
    return object(
      "The fields of the invoice, from the XML of an e-invoice in the PDF or next to it, or recognized on the "
        + "pages. Absent if the document isn't an invoice or contains several, or if there is neither an e-invoice nor "
        + "the receipt stage.",
      [
        "source?": oneOf(
          Invoice.Source.allCases.map(\.rawValue),
          "xml if the fields come from an e-invoice. Absent if they were recognized on the pages."),
        "format?": object(
          "The format of the e-invoice. Absent for other invoices.",
          [
            "file": value("string", "The name of the XML file."),
            "syntax": oneOf(XMLInvoice.Syntax.allCases.map(\.rawValue), "The syntax of the XML."),
            "profile?": value("string", "The profile that the XML declares, which determines its set of fields."),
            "kind": oneOf(
              XMLInvoice.Kind.allCases.map(\.rawValue),
              "The kind of document. The total of a creditNote is deducted from the amount owed."),
          ]),
        "credit?": InvoicePage.credit, "number?": field("The invoice number."), "date?": field("The date of issue."),
        "dueDate?": field("The due date of the payment."),
        "total?": field("The total including all taxes."),
        "net?": field("The total without taxes."), "tax?": field("The sum of all taxes."),
        "rounding?": value("string", "The printed amount by which the total was rounded. Absent otherwise."),
        "seller?": field(
          "The seller."),
        "buyer?": field("The buyer."),
        "vatIds": list(of: field(""), "The VAT numbers on the invoice, in reading order."),
        "ibans": list(of: field(""), "The bank accounts on the invoice, in reading order. They aren't masked."),
        "currency?": value("string", "The ISO 4217 code of the amounts. Absent if unknown."),
        "sellerVatId?": field("The VAT number of the seller. Only for e-invoices."),
        "buyerVatId?": field(
          "The VAT number of the buyer. Only for e-invoices."),
        "payerIbans?": list(of: value("string"), "The accounts to be debited. Only for e-invoices."),
        "payable?": field("The amount due. Only for e-invoices."),
        "taxes?": list(
          of: object("", ["rate?": value("string"), "net?": value("string"), "amount": value("string")]),
          "The tax for each rate in percent, with the taxed amount. Only for e-invoices."),
        "lines?": list(
          of: object(
            "",
            [
              "number?": value("string"), "description?": value("string"), "quantity?": value("string"),
              "unit?": value("string", "The UN/ECE Recommendation 20 code of the unit."), "unitPrice?": value("string"),
              "amount?": value("string", "The price of the whole quantity, without taxes."),
              "taxRate?": value(
                "string",
                "The tax rate, in percent."),
            ]), "The invoiced items. Only for e-invoices."),
        "differences?": list(
          of: object(
            "",
            [
              "field": oneOf(XMLInvoice.Field.allCases.map(\.rawValue)),
              "against": oneOf(
                InvoiceDifference.Against.allCases.map(\.rawValue),
                "The contradicted source. page: a page shows a different value; pages: no page shows the value; file: "
                  + "another e-invoice of the document contains a different value; itself: the XML's own amounts don't match."
              ),
              "xml": value("string", "The value in the XML."),
              "other?": value(
                "string",
                "The value in the contradicted source. Absent if there is none."),
              "page?": integer("The number of the page with the different value.", from: 1),
              "box?": list(
                of: value("number"),
                "The box around the different value on that page: [x, y, width, height].", count: 4),
              "file?": value("string", "The name of the other e-invoice with the different value."),
              "text": value("string", "The contradiction as a sentence."),
            ]),
          "Contradictions between the e-invoice and its pages, another e-invoice, or itself. Absent if the pages have "
            + "no text."),
        "replaced?": object(
          "The XML's own values of fields that a reviewer set, for e-invoices only; empty if it has none.",
          Dictionary(uniqueKeysWithValues: XMLInvoice.Field.allCases.map { ($0.rawValue + "?", value("string")) })),
        "pages": list(of: integer("", from: 1), "The numbers of the pages that contain invoice data."),
      ])
  }
}
