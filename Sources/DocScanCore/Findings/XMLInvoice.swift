// SPDX-License-Identifier: GPL-3.0-or-later

/// What the XML of an e-invoice says: Factur-X, ZUGFeRD, XRechnung and others of EN 16931.
package struct XMLInvoice: Finding {
  /// The two ways in which EN 16931 is written, and the one before it.
  package enum Syntax: String, Codable, CaseIterable, Sendable {
    /// UN/CEFACT Cross Industry Invoice: Factur-X, ZUGFeRD 2 and XRechnung.
    case cii = "CII"
    /// OASIS Universal Business Language: XRechnung and Peppol.
    case ubl = "UBL"
    /// The Cross Industry Document of ZUGFeRD 1.
    case zugferd1 = "ZUGFeRD 1"
  }

  /// What a document asks for.
  package enum Kind: String, Codable, CaseIterable, Sendable {
    /// Money, from its buyer.
    case invoice
    /// Nothing: it takes something off what its buyer owes.
    case creditNote
  }

  /// One of the things that are paid for.
  package struct Line: Codable, Hashable, Sendable {
    /// Its number on the invoice.
    package var number: String?
    /// What it is.
    package var description: String?
    /// How much of it, as a decimal.
    package var quantity: String?
    /// The unit of that, as UN/ECE recommendation 20 codes it, such as "HUR" for hours.
    package var unit: String?
    /// For one of them without taxes.
    package var unitPrice: String?
    /// For all of them without taxes.
    package var amount: String?
    /// Its tax in percent.
    package var taxRate: String?

    /// A line of which nothing is known yet.
    package init() {}
  }

  /// The tax of one rate.
  package struct Tax: Codable, Hashable, Sendable {
    /// In percent.
    package var rate: String?
    /// What is taxed.
    package var net: String?
    /// The tax.
    package var amount: String

    /// A tax.
    package init(rate: String?, net: String?, amount: String) {
      (self.rate, self.net, self.amount) = (rate, net, amount)
    }
  }

  /// The name of the file with it.
  package var file: String
  /// How it is written.
  package var syntax: Syntax
  /// Which fields it promises, as it names that itself, such as `urn:cen.eu:en16931:2017`.
  package var profile: String?
  /// Whether it asks for money.
  package var kind: Kind
  /// What it says once: a decimal with a dot for an amount, YYYY-MM-DD for a day.
  package var values: [String: String]
  /// The accounts that it is to be paid to.
  package var ibans: [String]
  /// The accounts that it is taken from.
  package var payerIbans: [String]
  /// Its taxes, one for each rate.
  package var taxes: [Tax]
  /// What is paid for.
  package var lines: [Line]

  /// What an e-invoice says once.
  package enum Field: String, Codable, CaseIterable, Sendable {
    /// Its number, its day, and the day until which it is to be paid.
    case number, date, dueDate
    /// The ISO 4217 code of its amounts.
    case currency
    /// With all taxes, without them, and these.
    case total, net, tax
    /// What is still to be paid: less than the total where something was paid before.
    case payable
    /// Who sends it, and who gets it, with their VAT numbers.
    case seller, buyer, sellerVatId, buyerVatId
    /// The account that it is to be paid to.
    case iban
  }

  /// Longer lists are cut.
  package static let (mostLines, mostTaxes, mostAccounts) = (2000, 32, 16)
  /// Longer texts are cut, in bytes.
  package static let (longestName, longestValue) = (512, 256)

  /// An e-invoice of which nothing is known yet.
  package init(file: String, syntax: Syntax) {
    (self.file, self.syntax, kind, values) = (file, syntax, .invoice, [:])
    (ibans, payerIbans, taxes, lines) = ([], [], [], [])
  }

  /// What it says of a field; nil if that is nothing.
  package subscript(field: Field) -> String? {
    get { values[field.rawValue] }
    set { values[field.rawValue] = newValue }
  }

  package static let description = FindingDescription(
    key: "xmlInvoice",
    schema: JSONSchema.object(
      "What the XML of an e-invoice says.",
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

/// An XML file that looks like an e-invoice and could not be read.
package struct UnreadInvoice: Codable, Hashable, Sendable {
  /// Why the XML of an e-invoice was not read.
  package enum Problem: String, Codable, CaseIterable, Error, Sendable {
    /// It is larger than any invoice.
    case tooLarge
    /// Its elements are nested too deeply, or there are too many of them.
    case tooDeep
    /// It declares a document type.
    case documentType
    /// It is not XML, or not in the encoding that it names.
    case damaged
    /// It is XML, and has neither a number nor a total where e-invoices have them.
    case empty
  }

  /// The file's name.
  package var file: String
  /// Why it was not read.
  package var problem: Problem

  /// A file, and why it was not read.
  package init(file: String, problem: Problem) { (self.file, self.problem) = (String(file.prefix(200)), problem) }

  /// The same in words for people.
  package var sentence: String {
    let reason =
      switch problem {
      case .tooLarge: "it is larger than 32 MB"
      case .tooDeep: "it has too many elements, or they are nested too deeply"
      case .documentType: "it declares a document type, which e-invoices must not do"
      case .damaged: "it is damaged, or not in the encoding that it names"
      case .empty: "it has neither a number nor a total"
      }
    return "The e-invoice \(file) was not read: \(reason). Only the pages count."
  }
}

/// The e-invoices that come with a document, the one that counts first.
package struct AttachedInvoices: Codable, Hashable, Sendable {
  /// Those that could be read.
  package var invoices: [XMLInvoice] = []
  /// Those that could not.
  package var unread: [UnreadInvoice] = []

  /// More files are not looked at.
  package static let most = 8

  /// None.
  package init() {}

  /// Whether there is anything to say of them.
  package var isEmpty: Bool { invoices.isEmpty && unread.isEmpty }
}

extension XMLInvoice {
  /// What the e-invoice said that an invoice is of; nil for one that was read on pages.
  package init?(_ invoice: Invoice) {
    guard let format = invoice.format else { return nil }
    self.init(file: format.file, syntax: format.syntax)
    (profile, kind) = (format.profile, format.kind)
    let fields: [(Field, Invoice.Field?)] = [
      (.number, invoice.number), (.date, invoice.date), (.dueDate, invoice.dueDate), (.total, invoice.total),
      (.net, invoice.net), (.tax, invoice.tax), (.payable, invoice.payable), (.seller, invoice.seller),
      (.buyer, invoice.buyer), (.iban, invoice.ibans.first), (.sellerVatId, invoice.sellerVatId),
      (.buyerVatId, invoice.buyerVatId),
    ]
    for (field, value) in fields { self[field] = value?.value }
    self[.currency] = invoice.currency
    ibans = invoice.ibans.map(\.value)
    payerIbans = invoice.payerIbans ?? []
    (taxes, lines) = (invoice.taxes ?? [], invoice.lines ?? [])
  }
}

extension Invoice {
  /// What an e-invoice says, with the places on its pages that show the same.
  package init(_ xml: XMLInvoice, pages: [Int], compared: CompareInvoiceRequest.Reply?) {
    self.init(currency: xml[.currency], pages: pages)
    (source, format) = (.xml, Format(file: xml.file, syntax: xml.syntax, profile: xml.profile, kind: xml.kind))
    func field(_ name: XMLInvoice.Field, isAmount: Bool = false) -> Field? {
      xml[name].map { value in
        let place = compared?.places[name.rawValue]
        return Field(
          value: value, currency: isAmount ? xml[.currency] : nil, confidence: 1, page: place?.page, box: place?.box)
      }
    }
    (number, date, dueDate) = (field(.number), field(.date), field(.dueDate))
    (total, net) = (field(.total, isAmount: true), field(.net, isAmount: true))
    (tax, payable) = (field(.tax, isAmount: true), field(.payable, isAmount: true))
    (seller, buyer) = (field(.seller), field(.buyer))
    (sellerVatId, buyerVatId) = (field(.sellerVatId), field(.buyerVatId))
    vatIds = [sellerVatId, buyerVatId].compactMap(\.self)
    payerIbans = xml.payerIbans.isEmpty ? nil : xml.payerIbans
    ibans = xml.ibans.map { account in
      let place = account == xml[.iban] ? compared?.places[XMLInvoice.Field.iban.rawValue] : nil
      return Field(value: account, confidence: 1, page: place?.page, box: place?.box)
    }
    (taxes, lines) = (xml.taxes, xml.lines)
    // The sentences are made anew: what a worker says of them does not count.
    differences = compared?.differences.map {
      InvoiceDifference(
        $0.field, against: $0.against, xml: $0.xml, other: $0.other, page: $0.page, box: $0.box, file: $0.file)
    }
  }
}
