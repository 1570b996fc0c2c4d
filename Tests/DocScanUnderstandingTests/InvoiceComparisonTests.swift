// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: contradictions between an e-invoice and its pages are found without false alarms.

import DocScanCore
import DocScanUnderstanding
import DocScanWire
import Testing

@Suite("Comparing e-invoices with their pages")
struct InvoiceComparisonTests {
  private static let text = """
    Kaltenbach Medien GmbH
    Lange Gasse 8
    88131 Lindau
    info@kaltenbach-medien.de
    Seewald Technik AG
    Industriering 27
    24937 Flensburg
    Rechnungsnummer: 2023-4711
    Rechnungsdatum: 03.04.2023
    Leistungsdatum: 28.03.2023
    Rechnung
    1  Beratung        2   100,00   200,00
    2  Wartung         1   200,00   200,00
    Nettobetrag                     400,00
    MwSt. 19 %                       76,00
    Gesamtbetrag                    476,00 €
    Zahlbar bis 03.05.2023
    IBAN DE89 3704 0044 0532 0130 00
    """

  private static var xml: XMLInvoice {
    var invoice = XMLInvoice(file: "factur-x.xml", syntax: .cii)
    let values: [XMLInvoice.Field: String] = [
      .number: "2023-4711", .date: "2023-04-03", .dueDate: "2023-05-03", .currency: "EUR", .total: "476.00",
      .net: "400.00", .tax: "76.00", .seller: "Kaltenbach Medien GmbH", .buyer: "Seewald Technik AG",
      .iban: "DE89370400440532013000",
    ]
    for (field, value) in values { invoice[field] = value }
    invoice.ibans = ["DE89370400440532013000"]
    return invoice
  }

  private func compare(
    _ text: String = text, own: Bool = true, confidence: Double = 0.95, others: [XMLInvoice] = [],
    _ change: (inout XMLInvoice) -> Void = { _ in }
  ) -> CompareInvoiceRequest.Reply {
    var invoice = Self.xml
    change(&invoice)
    var page = ReceiptText.page(text, confidence: confidence)
    if own { page.status = .copied }
    return InvoiceComparison([invoice] + others, with: [page], isWhole: true).reply
  }

  @Test("Finds no contradiction in a correct invoice, and locates each value", arguments: [true, false])
  func sound(own: Bool) {
    let reply = compare(own: own)
    #expect(reply.differences.isEmpty, "\(reply.differences.map(\.text))")
    let shown = Set(["number", "date", "dueDate", "total", "net", "tax", "seller", "buyer", "iban"])
    #expect(Set(reply.places.keys).isSuperset(of: shown))
  }

  @Test("Takes the account from the page if the XML has none, and keeps it out of the XML's own values")
  func printedAccount() throws {
    var xml = Self.xml
    xml.ibans = []
    xml[.iban] = nil
    let printed = try #require(invoice(Self.text))
    let read = Invoice(xml, pages: [1], compared: nil, printed: printed)
    #expect(read.ibans.map(\.value) == ["DE89370400440532013000"] && read.ibans.allSatisfy { $0.confidence < 1 })
    #expect(XMLInvoice(read)?.ibans == [] && XMLInvoice(read)?[.iban] == nil)
    xml.payerIbans = ["DE02120300000000202051"]
    #expect(Invoice(xml, pages: [1], compared: nil, printed: printed).ibans.isEmpty)
  }

  @Test("Describes a value that differs from the page in one sentence")
  func changed() {
    let total = compare { $0[.total] = "576.00" }.differences
    #expect(total.contains { $0.text == "The XML says total 576.00 EUR, page 1 shows 476.00 EUR." })
    #expect(total.contains { $0.text == "The XML contradicts itself: 400.00 + 76.00 is not total 576.00 EUR." })
    let changes: [(XMLInvoice.Field, String, String)] = [
      (.number, "2023-4712", "2023-4711"), (.date, "2023-04-13", "2023-04-03"), (.dueDate, "2023-06-03", "2023-05-03"),
      (.seller, "Nordwind Handels GmbH", "Kaltenbach Medien GmbH"),
      (.buyer, "Oxford Paper Company", "Seewald Technik AG"),
    ]
    for (field, new, shown) in changes {
      let found = compare { $0[field] = new }.differences
      #expect(
        found.map(\.field) == [field] && found.first?.other == shown && found.first?.page == 1, "\(found.map(\.text))")
    }
    let account = compare { $0.ibans = ["DE02120300000000202051"] }.differences
    #expect(
      account.map(\.text) == [
        "The XML says IBAN DE02 1203 0000 0000 2020 51, page 1 shows DE89 3704 0044 0532 0130 00."
      ])
  }

  @Test("Finds a currency that differs from the total, a column, or a label")
  func otherCurrency() {
    let bare = Self.text.replacing(" €", with: "")
    let pages = [
      Self.text, bare.replacing("Rechnung\n", with: "Rechnung\nWährung: EUR\n"),
      bare.replacing("Rechnung\n", with: "Rechnung\nWahrung: EUR\n"),
      bare.replacing("Rechnung\n", with: "Leistung   Menge   Preis EUR   Betrag EUR\n"),
    ]
    for (text, own) in pages.flatMap({ [($0, true), ($0, false)] }) {
      let found = compare(text, own: own, confidence: 0.99) { $0[.currency] = "USD" }.differences
      #expect(
        found.map(\.text) == ["The XML says currency USD, page 1 shows EUR."], "\(text): \(found.map(\.text))")
      #expect(compare(text, own: own, confidence: 0.99).differences.isEmpty)
    }
    let total = compare { ($0[.currency], $0[.total]) = ("USD", "576.00") }.differences.map(\.text)
    #expect(total.contains("The XML says total 576.00 USD, page 1 shows 476.00 EUR."), "\(total)")
  }

  @Test("Doesn't read a country before a postal code as a currency")
  func country() {
    let text = Self.text.replacing("Rechnung\n", with: "Rechnung\nFR 69001 Lyon\n")
    let found = compare(text) { $0[.currency] = "CHF" }.differences.map(\.text)
    #expect(found.contains("The XML says currency CHF, page 1 shows EUR."), "\(found)")
    let francs = compare(text.replacing("69001 Lyon", with: "69,01")) { $0[.currency] = "CHF" }.differences
    #expect(!francs.contains { $0.field == .currency })
  }

  @Test("Accepts a doubtful tax label as a word, but a doubtful currency as possible")
  func doubtfulWords() {
    func contradicts(_ line: String, _ doubtful: String) -> Bool {
      let text = Self.text.replacing(" €", with: "").replacing("Rechnung\n", with: "Rechnung\nWährung: EUR\n\(line)\n")
      var page = ReceiptText.page(text, confidence: 0.99)
      for block in page.blocks.indices {
        for line in page.blocks[block].lines.indices {
          for word in page.blocks[block].lines[line].words.indices
          where page.blocks[block].lines[line].words[word].text == doubtful {
            page.blocks[block].lines[line].words[word].confidence = 0.6
          }
        }
      }
      var invoice = Self.xml
      invoice[.currency] = "USD"
      let found = InvoiceComparison([invoice], with: [page], isWhole: true).reply.differences
      return found.contains { $0.field == .currency }
    }
    #expect(contradicts("Menge   USt.   Preis", "USt."))
    #expect(!contradicts("Fracht                          12,00 USO", "USO"))
  }

  @Test(
    "Accepts a page whose sign may mean the XML's currency",
    arguments: [
      ("CHF", "Gesamtbetrag                    476,00 Fr."), ("CAD", "Total                           476,00 $"),
      ("CHF", "Gesamtbetrag CHF                476,00 €"), ("SEK", "Gesamtbetrag                    476,00 kr"),
      ("USD", "Gesamtbetrag                    476,00"),
      ("USD", "Gesamtbetrag                    476,00\nEUR-Konto DE89 3704 0044 0532 0130 00"),
    ])
  func possibleCurrency(currency: String, total: String) {
    let text = Self.text.replacing("Gesamtbetrag                    476,00 €", with: total)
    let found = compare(text) { $0[.currency] = currency }.differences
    #expect(!found.contains { $0.field == .currency }, "\(found.map(\.text))")
    // A doubtful sign may be another currency.
    let read = compare(own: false, confidence: 0.6) { $0[.currency] = "GBP" }.differences
    #expect(!read.contains { $0.field == .currency })
  }

  @Test("Finds the delivery date in place of the invoice date")
  func otherRole() {
    #expect(compare { $0[.date] = "2023-03-28" }.differences.map(\.field) == [.date])
  }

  @Test("Accepts values in other notations")
  func otherWriting() {
    let text = Self.text.replacing("03.04.2023", with: "3. April 2023").replacing("476,00 €", with: "EUR 476.00")
      .replacing("2023-4711", with: "2023 / 4711").replacing("Kaltenbach Medien GmbH", with: "KALTENBACH MEDIEN")
    let reply = compare(text)
    #expect(reply.differences.isEmpty, "\(reply.differences.map(\.text))")
  }

  @Test("Ignores hardly legible values")
  func illegible() {
    let text = Self.text.replacing("476,00", with: "478,00").replacing("2023-4711", with: "2023-4111")
    let reply = compare(text, own: false, confidence: 0.4)
    #expect(reply.differences.allSatisfy { ![.total, .number].contains($0.field) }, "\(reply.differences.map(\.text))")
  }

  @Test("Ignores values that the page doesn't show")
  func notShown() {
    let text = Self.text.split(separator: "\n").filter { !$0.contains("IBAN") && !$0.contains("Zahlbar") }.joined(
      separator: "\n")
    let reply = compare(text) { $0[.sellerVatId] = "DE123456789" }
    #expect(reply.differences.isEmpty, "\(reply.differences.map(\.text))")
  }

  @Test("Finds contradictions between two e-invoices of a document")
  func twoFiles() {
    var other = Self.xml
    other.file = "xrechnung.xml"
    #expect(compare(others: [other]).differences.isEmpty)
    other[.total] = "4760.00"
    #expect(
      compare(others: [other]).differences.map(\.text) == [
        "The XML says total 476.00, xrechnung.xml says 4760.00."
      ])
  }
}
