// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: an invoice over several pages is one invoice with the right totals.

import DocScanCore
import DocScanUnderstanding
import Testing

@Suite("Invoices") struct InvoiceTests {
  private func invoice(_ pages: String...) -> Invoice? {
    Invoice(
      pages: zip(1..., pages).compactMap { number, text in
        InvoicePageReader().read(ReceiptText.page(text)).map { (number, $0) }
      })
  }

  private static let first = """
    Kaltenbach Medien GmbH · Lange Gasse 8 · 88131 Lindau
    Seewald Technik AG
    Industriering 27
    24937 Flensburg
    Rechnungsnummer: 2023-4711
    Rechnungsdatum: 03.04.2023
    Leistungsdatum: 28.03.2023
    Rechnung
    1  Beratung        2   100,00   200,00
    2  Wartung         1   100,00   100,00
    Übertrag                        300,00
    """
  private static let last = """
    Kaltenbach Medien GmbH
    Übertrag                        300,00
    3  Kabel           1   100,00   100,00
    Nettobetrag                     400,00
    MwSt. 19 %                       76,00
    Gesamtbetrag                    476,00 €
    Zahlbar bis 03.05.2023
    """

  @Test("Combines several pages into one invoice") func severalPagesAreOneInvoice() throws {
    let found = try #require(invoice(Self.first, Self.last))
    #expect(found.number?.value == "2023-4711")
    #expect(found.date?.value == "2023-04-03")
    #expect(found.dueDate?.value == "2023-05-03")
    #expect(found.total?.value == "476.00")
    #expect(found.net?.value == "400.00")
    #expect(found.tax?.value == "76.00")
    #expect(found.currency == "EUR")
    #expect(found.seller?.value == "Kaltenbach Medien GmbH")
    #expect(found.buyer?.value == "Seewald Technik AG")
    #expect(found.number?.page == 1)
    #expect(found.total?.page == 2)
  }

  @Test("Doesn't use a sum carried forward as the total") func aSumCarriedForwardIsNoTotal() throws {
    let found = try #require(invoice(Self.first))
    #expect(found.total?.value != "300.00")
  }

  @Test("Keeps pages with two invoice numbers apart") func pagesWithTheNumbersOfTwoInvoicesAreNotOne() {
    let other = Self.first.replacing("2023-4711", with: "2023-9985")
    #expect(invoice(Self.first, other) == nil)
  }

  @Test("Determines the order of day and month by a date on another page")
  func aDateOnAnotherPageTellsTheOrderOfDayAndMonth() throws {
    let first = """
      Bluestone Media Ltd
      Invoice Number: 88123
      Invoice Date: 04/05/2021
      Delivery date: 02/05/2021
      Grand total  $120.00
      """
    let alone = try #require(invoice(first)?.date)
    #expect(alone.value == "2021-04-05" && alone.alternative == "2021-05-04" && alone.confidence < 0.6)
    let decided = try #require(invoice(first, "Work log of 24/04/2021\nInvoice Number: 88123\nPage 2")?.date)
    #expect(decided.value == "2021-05-04" && decided.alternative == nil && decided.confidence > alone.confidence)
  }

  @Test("Tells the date of issue from those of supply and payment")
  func tellsTheDateOfIssueFromThoseOfSupplyAndPayment() throws {
    let found = try #require(
      invoice(
        """
        Novák a syn s.r.o.
        Dlouhá 12
        110 00 Praha
        FAKTURA č. 20240117
        Datum splatnosti:  31.01.2024
        Datum vystavení:  17.01.2024
        Datum uskutečnění zdanitelného plnění:  15.01.2024
        Práce  1000,00
        Základ daně  1000,00
        DPH 21 %  210,00
        Celkem k úhradě  1210,00 Kč
        """))
    #expect(found.date?.value == "2024-01-17" && found.dueDate?.value == "2024-01-31")
    #expect(found.total?.value == "1210.00" && found.net?.value == "1000.00" && found.tax?.value == "210.00")
    #expect(found.number?.value == "20240117" && found.seller?.value == "Novák a syn s.r.o.")
    #expect(found.currency == "CZK")
  }

  @Test("Adds the taxes of several rates") func addsTheTaxesOfSeveralRates() throws {
    let found = try #require(
      invoice(
        """
        Holzbau Ritter GmbH
        Gartenstraße 14
        33102 Paderborn
        Rechnungskorrektur Nr. RK21012345
        Rechnungsdatum: 16.09.2013
        Steuersatz  Netto  MwSt.  Brutto
        7 %  -2,51  -0,18  -2,69
        19 %  -5,13  -0,97  -6,10
        Nettobetrag  -7,64
        Gesamtbetrag  -8,79
        """))
    #expect(found.total?.value == "-8.79")
    #expect(found.net?.value == "-7.64" && found.tax?.value == "-1.15")
  }

  @Test("Does not take a capital for a tax") func doesNotTakeACapitalForATax() throws {
    let found = try #require(
      invoice(
        """
        Au Bon Grain SARL
        12 rue des Lilas
        35000 Rennes
        Facture N° FA-2017-0010
        Date de facture : 13/11/2017
        Total HT  624,90
        TVA 5,5 %  34,37
        Total TTC  659,27 €
        SARL au capital de 120 000,00 €  TVA FR12345678901
        """))
    #expect(found.tax?.value == "34.37" && found.total?.value == "659.27")
  }

  @Test("Reads an Indian invoice") func readsAnIndianInvoice() throws {
    let found = try #require(
      invoice(
        """
        Lotus Traders Pvt Ltd
        Windsor Tower, Salsette Road
        Mumbai 400098
        GSTIN: 27ABCDE0123A1Z2
        Tax Invoice
        LT0011223344
        INVOICE TO  DATE  DUE DATE
        Peacock Stores  31-12-2022  31-03-2023
        SUBTOTAL  6,000.00
        IGST  1,080.00
        TOTAL DUE  7,080.00
        """))
    #expect(found.number?.value == "LT0011223344" && found.total?.value == "7080.00" && found.tax?.value == "1080.00")
    #expect(found.seller?.value == "Lotus Traders Pvt Ltd" && found.currency == "INR")
  }

  @Test("Finds no invoice in a letter") func otherPapersAreNoInvoice() {
    #expect(invoice("Dear Anna,\nThank you for your letter of 3 March 2021.\nWe had a good time.\nYours, Paul") == nil)
  }

  @Test(
    "Reads invoices in other languages",
    arguments: [
      ("Facture N° F-2021-0042", "Émise le 5 mars 2021", "Total à régler  96,00 €"),
      ("Factura Nº F-2021-0042", "Fecha de emisión: 5 de marzo de 2021", "Total a pagar  96,00 €"),
      ("Fattura n. F-2021-0042", "Data di emissione: 5 marzo 2021", "Totale da pagare  96,00 €"),
      ("Factuurnr. F-2021-0042", "Factuurdatum 5 maart 2021", "Totaalbedrag  96,00 €"),
      ("Invoice # F-2021-0042", "Date of issue: 5 March 2021", "Amount due  £96.00"),
    ])
  func otherLanguages(number: String, date: String, total: String) throws {
    let found = try #require(invoice("Atelier Moreau Duval\n12 rue des Lilas\n\(number)\n\(date)\nX  48.00\n\(total)"))
    #expect(found.number?.value == "F-2021-0042")
    #expect(found.date?.value == "2021-03-05")
    #expect(found.total?.value == "96.00")
  }
}
