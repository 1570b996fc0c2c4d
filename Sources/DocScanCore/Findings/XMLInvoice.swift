// SPDX-License-Identifier: GPL-3.0-or-later

/// The XML of an e-invoice in Factur-X, ZUGFeRD, XRechnung, or another format of EN 16931.
package struct XMLInvoice: Finding {
  /// The two syntaxes of EN 16931, and the syntax of ZUGFeRD 1, which precedes it.
  package enum Syntax: String, Codable, CaseIterable, Sendable {
    /// UN/CEFACT Cross Industry Invoice, used by Factur-X, ZUGFeRD 2, and XRechnung.
    case cii = "CII"
    /// OASIS Universal Business Language, used by XRechnung and Peppol.
    case ubl = "UBL"
    /// The Cross Industry Document of ZUGFeRD 1.
    case zugferd1 = "ZUGFeRD 1"
  }

  /// The kinds of e-invoices.
  package enum Kind: String, Codable, CaseIterable, Sendable {
    case invoice
    /// A deduction from the amount that the buyer owes.
    case creditNote
  }

  /// An invoiced item. Values that the XML lacks are `nil`.
  package struct Line: Codable, Hashable, Sendable {
    package var number: String?
    package var description: String?
    package var quantity: String?
    /// The UN/ECE Recommendation 20 code of the unit, such as "HUR" for hours.
    package var unit: String?
    /// The price per unit without taxes.
    package var unitPrice: String?
    package var amount: String?
    package var taxRate: String?

    package init() {}
  }

  /// The tax for one rate.
  package struct Tax: Codable, Hashable, Sendable {
    package var rate: String?
    package var net: String?
    package var amount: String

    package init(rate: String?, net: String?, amount: String) {
      (self.rate, self.net, self.amount) = (rate, net, amount)
    }
  }

  package var file: String
  package var syntax: Syntax
  /// The profile that the XML declares, which determines its set of fields, such as `urn:cen.eu:en16931:2017`, or `nil` if there is none.
  package var profile: String?
  package var kind: Kind
  /// The values of fields that occur once, by the fields' names: decimal numbers for amounts, YYYY-MM-DD for dates.
  package var values: [String: String]
  /// The accounts to pay to.
  package var ibans: [String]
  package var payerIbans: [String]
  package var taxes: [Tax]
  package var lines: [Line]

  /// The fields that occur once in an e-invoice.
  package enum Field: String, Codable, CaseIterable, Sendable {
    case number, date, dueDate
    case currency
    /// The total with taxes, the total without taxes, and the taxes.
    case total, net, tax
    /// The amount due, which is the total minus earlier payments.
    case payable
    case seller, buyer, sellerVatId, buyerVatId
    case iban
  }

  package static let (mostLines, mostTaxes, mostAccounts) = (2000, 32, 16)
  /// The maximum lengths of texts, in bytes.
  package static let (longestName, longestValue) = (512, 256)

  package init(file: String, syntax: Syntax) {
    (self.file, self.syntax, kind, values) = (file, syntax, .invoice, [:])
    (ibans, payerIbans, taxes, lines) = ([], [], [], [])
  }

  package subscript(field: Field) -> String? {
    get { values[field.rawValue] }
    set { values[field.rawValue] = newValue }
  }

  package static let description = FindingDescription(
    key: "xmlInvoice",
    schema: JSONSchema.object(
      "The content of an e-invoice's XML.",
      [
        "file": JSONSchema.text(atMost: longestName),
        "syntax": JSONSchema.oneOf(Syntax.allCases.map(\.rawValue)),
        "profile?": JSONSchema.text(atMost: longestName), "kind": JSONSchema.oneOf(Kind.allCases.map(\.rawValue)),
        "values": JSONSchema.object(
          "", Dictionary(uniqueKeysWithValues: Field.allCases.map { ($0.rawValue + "?", name) })),
        "ibans": JSONSchema.list(of: value, atMost: mostAccounts),
        "payerIbans": JSONSchema.list(of: value, atMost: mostAccounts),
        "taxes": JSONSchema.list(
          of: JSONSchema.object("", ["rate?": value, "net?": value, "amount": value]), atMost: mostTaxes),
        "lines": JSONSchema.list(
          of: JSONSchema.object(
            "",
            [
              "number?": value, "description?": name, "quantity?": value, "unit?": value, "unitPrice?": value,
              "amount?": value, "taxRate?": value,
            ]), atMost: mostLines),
      ]))

  private static let name = JSONSchema.text(atMost: longestName)
  private static let value = JSONSchema.text(atMost: longestValue)
}

/// An XML file that looks like an e-invoice but could not be read.
package struct UnreadInvoice: Codable, Hashable, Sendable {
  /// The reasons why an e-invoice could not be read.
  package enum Problem: String, Codable, CaseIterable, Error, Sendable {
    case tooLarge
    case tooDeep
    case documentType
    case damaged
    case empty
  }

  package var file: String
  package var problem: Problem

  package init(file: String, problem: Problem) { (self.file, self.problem) = (String(file.prefix(200)), problem) }

  package var sentence: String {
    let reason =
      switch problem {
      case .tooLarge: "it is larger than 32 MB"
      case .tooDeep: "it has too many elements or attributes, or they are nested too deeply"
      case .documentType: "it declares a document type, which e-invoices must not do"
      case .damaged: "it is damaged, or not in the encoding that it names"
      case .empty: "it has neither a number nor a total"
      }
    return "The e-invoice \(file) was not read: \(reason). Only the pages count."
  }
}

/// The e-invoices that are attached to a document, the main one first.
package struct AttachedInvoices: Codable, Hashable, Sendable {
  package var invoices: [XMLInvoice] = []
  package var unread: [UnreadInvoice] = []

  /// The maximum number of attached XML files that are read.
  package static let most = 8

  package init() {}

  package var isEmpty: Bool { invoices.isEmpty && unread.isEmpty }
}

extension XMLInvoice {
  /// Reconstructs the XML's content from an invoice. Returns `nil` if the invoice was recognized on pages.
  package init?(_ invoice: Invoice) {
    guard let format = invoice.format else { return nil }
    self.init(file: format.file, syntax: format.syntax)
    (profile, kind) = (format.profile, format.kind)
    let fields: [(Field, Invoice.Field?)] = [
      (.number, invoice.number), (.date, invoice.date), (.dueDate, invoice.dueDate), (.total, invoice.total),
      (.net, invoice.net), (.tax, invoice.tax), (.payable, invoice.payable), (.seller, invoice.seller),
      (.buyer, invoice.buyer), (.iban, invoice.ibans.first { $0.confidence == 1 }), (.sellerVatId, invoice.sellerVatId),
      (.buyerVatId, invoice.buyerVatId),
    ]
    for (field, value) in fields { self[field] = value?.value }
    self[.currency] = invoice.currency
    ibans = invoice.ibans.filter { $0.confidence == 1 }.map(\.value)
    // If a reviewer has set other values, the XML's own values are needed to undo that.
    let own = invoice.replaced ?? [:]
    for field in Field.allCases {
      if let value = own[field.rawValue] { self[field] = value.isEmpty ? nil : value }
    }
    if own[Field.iban.rawValue] != nil {
      if invoice.ibans.first?.isEdited == true { ibans.removeFirst() }
      ibans = [self[.iban]].compactMap(\.self) + ibans
    }
    payerIbans = invoice.payerIbans ?? []
    (taxes, lines) = (invoice.taxes ?? [], invoice.lines ?? [])
  }
}
