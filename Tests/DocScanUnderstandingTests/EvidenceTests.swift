// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a value is certain only if the evidence for it is, such as two readers that find the same value.

import DocScanCore
import DocScanTypedData
import Testing

@testable import DocScanUnderstanding

@Suite("Evidence for values") struct EvidenceTests {
  private static let sure = 0.85

  private func receipt(_ text: String) throws -> Receipt {
    try #require(ReceiptReader().read(ReceiptText.page(text)))
  }

  private static let bill = """
    Saltmarsh Catering
    The Old Forge, Wells NR23 1BX
    VAT 417 8802 31
    Invoice  SC2604
    Invoice date  17/03/2026

    Invoice to:
    North Creake Village Hall Trust
    4 Church Lane, Fakenham NR21 9JF
    Buffet for 60  780.00
    Staff  95.00
    Subtotal  875.00
    VAT 20%  175.00
    Total due  £1,050.00
    """

  @Test("Takes no short name for the same as a long one that contains it")
  func agreement() {
    #expect(OtherReading.agreement(of: "Ferndale Ltd.", with: "FERNDALE") == 1)
    #expect(OtherReading.agreement(of: "dm", with: "DM") == 1)
    #expect(OtherReading.agreement(of: "A", with: "Main Street Restaurant") == 0.5)
    #expect(OtherReading.agreement(of: "Kestrel", with: "Ferndale") == 0)
  }

  @Test("Is sure of a seller that the readers of invoices and of receipts both find") func bothFindSeller() throws {
    #expect(try #require(invoice(Self.bill)?.seller).value == "Saltmarsh Catering")
    #expect(try #require(invoice(Self.bill)?.seller).confidence >= Self.sure)
    #expect(try #require(try receipt(Self.bill).merchant).confidence >= Self.sure)
  }

  @Test("Isn't sure of a receipt's date if the invoice has another") func otherDate() throws {
    let day = try #require(try receipt(Self.bill).date)
    #expect(day.value == "2026-03-17" && day.confidence >= Self.sure)
    let text = """
      Pont du Lac
      Quittance de loyer
      Date du paiement : 3 mars 2026
      Loyer  760,00
      Charges  82,00
      Total  842,00 EUR
      Lyon, 6 mars 2026
      """
    let paid = try #require(try receipt(text).date)
    #expect(paid.confidence < Self.sure || paid.value == "2026-03-06")
  }

  @Test("Isn't sure of one of several dates without labels") func unlabelledDates() throws {
    let text = """
      The Alder Inn
      Room 208  14/03/2026  17/03/2026
      Room  417.00
      Tax  45.87
      Total  $462.87
      """
    #expect(try receipt(text).date.map { $0.confidence < Self.sure } ?? true)
  }

  @Test("Isn't sure of a total below a larger sum with an unknown label") func exceededTotal() throws {
    let text = """
      Saarepuit
      06.03.2026 12:30
      Pink  354,00
      Paigaldus  90,00
      Summa  444,00
      Tasuda  550,56
      """
    let total = try #require(try receipt(text).total)
    #expect(total.value != "444.00" || total.confidence < Self.sure)
  }

  @Test("Isn't sure of an item that is the sum of the others") func sumAmongItems() throws {
    let text = """
      Isla Studio
      06/03/2026 12:30
      Concept  £1,250.00
      Revisions  £375.00
      Artwork  £200.00
      before VAT  £1,825.00
      VAT 20%  £365.00
      Total  £2,190.00
      """
    let items = try receipt(text).items
    #expect(items.allSatisfy { $0.amount != "1825.00" || $0.confidence < Self.sure })
    #expect(items.contains { $0.amount == "1250.00" })
  }

  @Test("Reads a due date after a label, and not the date of a reminder in other text") func due() {
    #expect(invoice(Self.bill + "\nDue: 31/03/2026")?.dueDate?.value == "2026-03-31")
    let reminder = invoice(Self.bill + "\nReminders: Rabies booster due 12/06/2026")?.dueDate
    #expect(reminder.map { $0.confidence < Self.sure } ?? true)
  }

  @Test("Isn't sure of a buyer of one word, which may be a salutation or a label") func wordAsBuyer() throws {
    let text = """
      Saltmarsh Catering
      Invoice  SC2604
      Invoice date  17/03/2026
      Invoice to:
      Sent
      Buffet  780.00
      Total due  £780.00
      """
    let word = invoice(text)?.buyer
    #expect(word?.value != "Sent" || word?.confidence ?? 0 < Self.sure)
  }

  @Test("Doesn't take the year of a date for a receipt's number") func year() throws {
    let text = """
      Hollis & Vane
      Invoice date 27 Feb 2026
      Map  420.00
      Packing  12.00
      To pay  GBP 432.00
      """
    #expect(try receipt(text).number?.value != "2026")
  }

  @Test("Doesn't take an Indian tax number for the number of an invoice", arguments: ["33AAACK4417P1Z8"])
  func taxNumber(_ number: String) throws {
    let text = Self.bill.replacing("Invoice  SC2604", with: "Invoice No  \(number)")
    #expect(invoice(text)?.number?.value != number)
    #expect(try receipt(text).number?.value != number)
  }

  @Test("Reads a number after an equals sign") func equalsSign() {
    let text = Self.bill.replacing("Invoice  SC2604", with: "Invoice Number=05119")
    #expect(invoice(text)?.number?.value == "05119")
  }

  @Test(
    "Reads old dates with whole years",
    arguments: [("14. August 1962", "1962-08-14"), ("14.08.1962", "1962-08-14"), ("17.03.2026", "2026-03-17")])
  func oldDates(_ written: String, _ date: String) {
    let text = """
      Tischlerei Overbeck
      Rechnung Nr. 4417
      Rechnungsdatum: \(written)
      Schrank  486,00
      Gesamtbetrag  486,00 DM
      """
    #expect(invoice(text)?.date?.value == date)
  }

  @Test("Doesn't guess a currency from the name of a tax that countries share, and knows yen from Japanese words")
  func currency() {
    func code(_ texts: String...) -> String? { CurrencyHints(texts: texts, languages: []).currency }
    #expect(code("BRUTARIE SRL", "TVA 9%  2,23", "TOTAL  28,50") == nil)
    #expect(code("BRUTARIE SRL", "TVA 9%  2,23", "TOTAL LEI  28,50") == "RON")
    #expect(code("Boulangerie", "TVA 5,5 %  1,10", "TOTAL  21,10 €") == "EUR")
    #expect(code("IČO 36 631 124", "DIČ 2020 1118", "DPH 20 %  3,50", "Spolu  21,00 €") == "EUR")
    #expect(code("IČO 27 082 440", "DPH 21 %  210,00", "Celkem  1 210,00 Kč", "48,40 EUR") == "CZK")
    // PST is an item's code here.
    #expect(code("PST-18  5.85", "Total  5.85", "Amount £5.85") == "GBP")
    // DE is Delaware only after a town.
    #expect(code("Währung: EUR", "DE 12345 Berlin", "DE 10115 Berlin") == "EUR")
    #expect(code("Dover, DE 19901", "$4.20", "Total 4.20") == "USD")
    #expect(code("株式会社東西商会 御中", "消費税 10%  4,350", "合計  ¥49,830") == "JPY")
  }
}
