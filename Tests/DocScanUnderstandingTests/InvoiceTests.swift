// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: an invoice over several pages is one invoice with the right totals.

import DocScanCore
import DocScanUnderstanding
import Testing

@Suite("Invoices") struct InvoiceTests {
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

  @Test("Reads the number and date after a longer title") func longerTitle() throws {
    let found = try #require(
      invoice(
        """
        Schlussrechnung Bau (877) Nr. 181301674 vom 25.04.2018
        Liefer- und Leistungsdatum: 06.03.2018
        Globale Nummer: 4000001123452 (GLN)
        Nettobetrag                     400,00
        MwSt. 19 %                       76,00
        Gesamtbetrag                    476,00 €
        """))
    #expect(found.number?.value == "181301674")
    #expect(found.date?.value == "2018-04-25")
    #expect(found.date?.confidence ?? 0 > 0.9)
  }

  @Test("Doesn't take a denied title for an invoice's") func deniedTitle() {
    let text = """
      Seewald Imbiss
      INFODRUCK Keine Rechnung
      Nettobetrag    134,17
      MwSt. 7,7 %     10,33
      Total          144,50 CHF
      """
    #expect(AboutReader().read(ReceiptText.page(text))?.kind.value == .receipt)
    #expect(invoice(text) == nil)
  }

  @Test("Finds no invoice in a letter") func otherPapersAreNoInvoice() {
    #expect(invoice("Dear Anna,\nThank you for your letter of 3 March 2021.\nWe had a good time.\nYours, Paul") == nil)
  }
}
