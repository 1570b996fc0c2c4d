// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: e-invoices in all syntaxes are read, and hostile XML is refused.

import DocScanCore
import DocScanNative
import FoundationEssentials
import Testing

/// The text of a Factur-X invoice.
private let crossIndustryText = """
  <?xml version="1.0" encoding="UTF-8"?>
  <rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="r" xmlns:udt="u">
  <rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:cen.eu:en16931:2017</ram:ID>
  </ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
  <rsm:ExchangedDocument><ram:ID>RE-7 &amp; 8</ram:ID><ram:TypeCode>380</ram:TypeCode><ram:IssueDateTime>
  <udt:DateTimeString format="102">20240521</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
  <rsm:SupplyChainTradeTransaction>
  <ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument><ram:LineID>1</ram:LineID></ram:AssociatedDocumentLineDocument>
  <ram:SpecifiedTradeProduct><ram:Name>Bürostuhl</ram:Name></ram:SpecifiedTradeProduct>
  <ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>50.0000</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
  <ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="C62">2.0000</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
  <ram:SpecifiedLineTradeSettlement><ram:ApplicableTradeTax><ram:RateApplicablePercent>19.00</ram:RateApplicablePercent></ram:ApplicableTradeTax>
  <ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>100.00</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation>
  </ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>
  <ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:Name>Möbel  Süd GmbH</ram:Name>
  <ram:SpecifiedTaxRegistration><ram:ID schemeID="FC">201/113/40209</ram:ID></ram:SpecifiedTaxRegistration>
  <ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE123456789</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty>
  <ram:BuyerTradeParty><ram:Name>Schule am Wehr</ram:Name></ram:BuyerTradeParty></ram:ApplicableHeaderTradeAgreement>
  <ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
  <ram:SpecifiedTradeSettlementPaymentMeans><ram:PayerPartyDebtorFinancialAccount><ram:IBANID>DE02120300000000202051</ram:IBANID></ram:PayerPartyDebtorFinancialAccount>
  <ram:PayeePartyCreditorFinancialAccount><ram:IBANID>DE89 3704 0044 0532 0130 00</ram:IBANID></ram:PayeePartyCreditorFinancialAccount></ram:SpecifiedTradeSettlementPaymentMeans>
  <ram:ApplicableTradeTax><ram:CalculatedAmount>19</ram:CalculatedAmount><ram:BasisAmount>100</ram:BasisAmount><ram:RateApplicablePercent>19</ram:RateApplicablePercent></ram:ApplicableTradeTax>
  <ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime><udt:DateTimeString format="102">20240604</udt:DateTimeString></ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
  <ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:TaxBasisTotalAmount>100</ram:TaxBasisTotalAmount>
  <ram:TaxTotalAmount currencyID="SEK">220.00</ram:TaxTotalAmount><ram:TaxTotalAmount currencyID="EUR">19.00</ram:TaxTotalAmount>
  <ram:GrandTotalAmount>119.00</ram:GrandTotalAmount><ram:DuePayableAmount>69.00</ram:DuePayableAmount>
  </ram:SpecifiedTradeSettlementHeaderMonetarySummation></ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction>
  </rsm:CrossIndustryInvoice>
  """

/// Documents that attack their reader, and the reasons for not reading them.
private let attacks: [(String, [UInt8], UnreadInvoice.Problem)] = [
  (
    "billion laughs",
    Array(
      ("<!DOCTYPE r [<!ENTITY a \"ha\">"
        + (1...9).map { "<!ENTITY a\($0) \"\(String(repeating: "&a\($0 == 1 ? "" : "\($0 - 1)");", count: 10))\">" }
        .joined()
        + "]>" + crossIndustryText.dropFirst(38)).replacing("RE-7", with: "&a9;").utf8), .documentType
  ),
  (
    "external entity",
    Array(
      ("<!DOCTYPE r [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>" + crossIndustryText.dropFirst(38)).replacing(
        "RE-7", with: "&x;"
      ).utf8),
    .documentType
  ),
  ("entities from elsewhere", Array("<!DOCTYPE r SYSTEM \"http://127.0.0.1:9/x.dtd\"><r/>".utf8), .documentType),
  (
    "parameter entity", Array("<!DOCTYPE r [<!ENTITY % p SYSTEM \"file:///etc/passwd\"> %p;]><r/>".utf8),
    .documentType
  ),
  ("entity that nobody declares", Array("<r>&x;</r>".utf8), .damaged),
  (
    "deep nesting",
    Array((String(repeating: "<a>", count: 100_000) + String(repeating: "</a>", count: 100_000)).utf8), .tooDeep
  ),
  (
    "many attributes",
    Array(("<r " + (0..<200_000).map { "a\($0) = '1'" }.joined(separator: " ") + "/>").utf8), .tooDeep
  ),
  ("many elements", Array(("<r>" + String(repeating: "<a/>", count: 300_000) + "</r>").utf8), .tooDeep),
  ("100 MB", Array("<r>".utf8) + [UInt8](repeating: 0x20, count: 100 << 20) + Array("</r>".utf8), .tooLarge),
  (
    "another encoding than it names",
    Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?><r>M".utf8) + [0xF6] + Array("bel</r>".utf8), .damaged
  ),
  ("an encoding that there is not", Array("<?xml version=\"1.0\" encoding=\"KLINGON-8\"?><r/>".utf8), .damaged),
  ("no end", Array(crossIndustryText.utf8.prefix(2000)), .damaged),
  ("nothing", [], .damaged),
  ("no XML", Array("%PDF-1.7".utf8), .damaged),
  ("no values", Array("<CrossIndustryInvoice/>".utf8), .empty),
]

@Suite("E-invoices")
struct EInvoiceTests {
  private func read(_ text: String) throws -> XMLInvoice? {
    try EInvoiceReader.read(Array(text.utf8), file: "factur-x.xml")
  }

  @Test("Reads every field of a Factur-X in normalized form")
  func crossIndustry() throws {
    let invoice = try #require(try read(crossIndustryText))
    #expect(invoice.syntax == .cii && invoice.kind == .invoice && invoice.profile == "urn:cen.eu:en16931:2017")
    let said: [XMLInvoice.Field: String] = [
      .number: "RE-7 & 8", .date: "2024-05-21", .dueDate: "2024-06-04", .currency: "EUR", .total: "119.00",
      .net: "100.00", .tax: "19.00", .payable: "69.00", .seller: "Möbel Süd GmbH", .buyer: "Schule am Wehr",
      .sellerVatId: "DE123456789", .iban: "DE89370400440532013000",
    ]
    for (field, value) in said { #expect(invoice[field] == value, "\(field)") }
    #expect(invoice.payerIbans == ["DE02120300000000202051"])
    #expect(invoice.taxes == [.init(rate: "19", net: "100.00", amount: "19.00")])
    let line = try #require(invoice.lines.first)
    #expect(line.description == "Bürostuhl" && line.quantity == "2" && line.unit == "C62" && line.unitPrice == "50.00")
    #expect(line.amount == "100.00" && line.taxRate == "19")
  }

  @Test("Reads ZUGFeRD 1 with the same result")
  func first() throws {
    let renamed = [
      "CrossIndustryInvoice": "CrossIndustryDocument", "rsm:ExchangedDocument>": "rsm:HeaderExchangedDocument>",
      "rsm:SupplyChainTradeTransaction": "rsm:SpecifiedSupplyChainTradeTransaction",
      "ApplicableHeaderTrade": "ApplicableSupplyChainTrade", "RateApplicablePercent": "ApplicablePercent",
      "SettlementHeaderMonetary": "SettlementMonetary", "SettlementLineMonetary": "SettlementMonetary",
      "SpecifiedLineTrade": "SpecifiedSupplyChainTrade",
    ].reduce(crossIndustryText) { $0.replacing($1.key, with: $1.value) }
    var invoice = try #require(try read(renamed))
    #expect(invoice.syntax == .zugferd1)
    invoice.syntax = .cii
    #expect(invoice.values == (try #require(try read(crossIndustryText))).values)
    #expect(invoice.lines == (try #require(try read(crossIndustryText))).lines)
  }

  @Test("Reads UBL, and distinguishes credit notes", arguments: ["Invoice", "CreditNote"])
  func universal(root: String) throws {
    let quantity = root == "Invoice" ? "InvoicedQuantity" : "CreditedQuantity"
    let invoice = try #require(
      try read(
        """
        <\(root) xmlns="urn:oasis:names:specification:ubl:schema:xsd:\(root)-2" xmlns:cac="a" xmlns:cbc="b">
        <cbc:ID>G-1</cbc:ID><cbc:IssueDate>2024-05-21</cbc:IssueDate><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
        <cac:AccountingSupplierParty><cac:Party><cac:PartyName><cbc:Name>Süd</cbc:Name></cac:PartyName>
        <cac:PartyTaxScheme><cbc:CompanyID>DE123456789</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
        <cac:PartyLegalEntity><cbc:RegistrationName>Möbel Süd GmbH</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>
        <cac:PaymentMeans><cbc:PaymentDueDate>2024-06-04+02:00</cbc:PaymentDueDate><cac:PayeeFinancialAccount><cbc:ID>DE89370400440532013000</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>
        <cac:TaxTotal><cbc:TaxAmount currencyID="EUR">19.00</cbc:TaxAmount></cac:TaxTotal>
        <cac:LegalMonetaryTotal><cbc:TaxExclusiveAmount>100.00</cbc:TaxExclusiveAmount><cbc:TaxInclusiveAmount>119.00</cbc:TaxInclusiveAmount><cbc:PayableAmount>119.00</cbc:PayableAmount></cac:LegalMonetaryTotal>
        <cac:\(root)Line><cbc:ID>1</cbc:ID><cbc:\(quantity)>2</cbc:\(quantity)><cbc:LineExtensionAmount>100.00</cbc:LineExtensionAmount><cac:Item><cbc:Name>Stuhl</cbc:Name></cac:Item></cac:\(root)Line>
        </\(root)>
        """))
    #expect(invoice.syntax == .ubl && invoice.kind == (root == "Invoice" ? .invoice : .creditNote))
    #expect(invoice[.seller] == "Möbel Süd GmbH" && invoice[.sellerVatId] == "DE123456789")
    #expect(invoice[.dueDate] == "2024-06-04" && invoice[.iban] == "DE89370400440532013000")
    #expect(invoice[.total] == "119.00" && invoice.lines.first?.quantity == "2")
  }

  @Test("Ignores XML that isn't an invoice")
  func others() throws {
    #expect(try read("<alto xmlns=\"http://www.loc.gov/standards/alto/ns-v4#\"><Layout/></alto>") == nil)
    #expect(try read("<Invoice><ID>mine</ID></Invoice>") == nil)
  }

  @Test("Omits invalid values, and shortens long ones")
  func values() throws {
    let hostile = crossIndustryText.replacing(">119.00<", with: ">1e999<").replacing(">20240521<", with: ">20241399<")
      .replacing("Möbel  Süd GmbH", with: String(repeating: "ä", count: 100_000)).replacing(
        ">EUR<", with: ">E\u{202E}R<")
    let invoice = try #require(try read(hostile))
    #expect(invoice[.total] == nil && invoice[.date] == nil && invoice[.currency] == nil)
    #expect((1...XMLInvoice.longestName).contains(invoice[.seller]?.utf8.count ?? 0))
  }

  @Test("Refuses hostile XML with its reason", arguments: attacks.indices)
  func hostile(index: Int) throws {
    let (name, bytes, problem) = attacks[index]
    #expect(throws: problem, "\(name)") { _ = try EInvoiceReader.read(bytes, file: "factur-x.xml") }
  }

  @Test("Reads UTF-16, and doesn't count an embedded picture")
  func encodings() throws {
    let text = crossIndustryText.replacing("UTF-8", with: "UTF-16").replacing(
      "</rsm:ExchangedDocument>",
      with:
        "<ram:AttachmentBinaryObject>\(String(repeating: "QUJD", count: 100_000))</ram:AttachmentBinaryObject></rsm:ExchangedDocument>"
    )
    let bytes: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    #expect(try EInvoiceReader.read(bytes, file: "a.xml")?[.seller] == "Möbel Süd GmbH")
  }
}
