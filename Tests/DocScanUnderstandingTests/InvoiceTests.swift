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

  @Test(
    "Reads invoices with the layouts of other makers",
    arguments: [
      // A number in the form of a date follows the abbreviation of "number".
      (
        """
        Faktura VAT nr FV 12/05/2024
        Data wystawienia:  21.05.2024
        Termin płatności:  04.06.2024
        Sprzedawca
        Stolarnia Bałtyk Sp. z 0.0.
        ul. Portowa 3
        80-001 Gdańsk
        NIP: 5841234567
        Razem netto  1500,00
        Kwota VAT  345,00
        Razem do zapłaty:  1845,00 PLN
        """, ["FV 12/05/2024", "2024-05-21", "1845.00 PLN", "Stolarnia Bałtyk Sp. z 0.0."]
      ),
      // The heads of two columns aren't one label, and the prefix belongs to the number.
      (
        """
        Oficina do Cais, Lda
        Rua da Alfândega 12
        1100-016 Lisboa
        NIF: 509876543
        Fatura FT 2024/118
        Data          Vencimento      Contribuinte
        2024-06-18    2024-07-18      501234567
        Mercadoria    500,00 €
        IVA           115,00 €
        Total         615,00 €
        """, ["FT 2024/118", "2024-06-18", "615.00 EUR", "Oficina do Cais, Lda"]
      ),
      // Each amount is below its own label.
      (
        """
        Hamnbygg AB
        Hamngatan 8
        411 06 Göteborg
        Faktura
        Fakturanr  1088
        Fakturadatum  2024-02-14
        Snickeri  10 tim
        Exkl. moms    Moms        Totalt      ATT BETALA
        5 000,00      1 250,00    6 250,00    SEK 6 250,00
        """, ["1088", "2024-02-14", "6250.00 SEK", "Hamnbygg AB"]
      ),
      // A business number and a currency decide against the words that Switzerland shares with the countries of the euro.
      (
        """
        Schreinerei Keller AG
        Seestrasse 14
        8802 Kilchberg
        Rechnung RE-00412
        Datum:  09.04.2024
        MWST-Nr.:  CHE-123.456.789 MWST
        Zwischentotal  2'000.00
        MWST 8.1%  162.00
        Gesamtbetrag CHF  2'162.00
        """, ["RE-00412", "2024-04-09", "2162.00 CHF", "Schreinerei Keller AG"]
      ),
      // Amounts without cents are next to amounts with cents.
      (
        """
        Fabrikam Training, Inc.
        Statement of Services
        Date: November 8, 2021
        Receipt # No.: R-5512
        Sold To:
        Coho Vineyard
        Training  $4,000
        Seminar  $3,000
        Workshop  $3,500
        Subtotal  $10,500
        Sales Tax  $225.50
        Total  $10,725.50
        """, ["R-5512", "2021-11-08", "10725.50 USD", "Fabrikam Training, Inc."]
      ),
      // A number stands alone below the title, beside the lines of another column.
      (
        """
        Galaxy Prints
        4th Floor, Link Road                Tax Invoice
        Andheri West, Mumbai, Maharashtra
        400053 GSTIN: 27ABCDE1234F1Z5       GLX-20931
        PAN: ABCDE1234F
        DATE          PLEASE PAY      DUE DATE
        31-03-2024    5,900.00        30-04-2024
        SUBTOTAL  5,000.00
        IGST  900.00
        TOTAL DUE  5,900.00
        """, ["GLX-20931", "2024-03-31", "5900.00 INR", "Galaxy Prints"]
      ),
      // A title is next to the label of a date.
      (
        """
        Havnens Tømrer ApS
        Havnegade 2
        8000 Aarhus C
        CVR-nr.: 12345678
        Fakturanr.: 1021
        Faktura      Dato: 04-11-2024
        Forfald:  18-11-2024
        Subtotal  2.500,00
        Moms (25,00%)  625,00
        Total DKK  3.125,00
        """, ["1021", "2024-11-04", "3125.00 DKK", "Havnens Tømrer ApS"]
      ),
    ])
  func layouts(text: String, expected: [String]) throws {
    let found = try #require(invoice(text))
    let total = found.total.map { "\($0.value) \($0.currency ?? "?")" }
    #expect([found.number?.value, found.date?.value, total, found.seller?.value] == expected)
  }

  @Test(
    "Tells a tax that is added from an amount to which a tax is added",
    arguments: [
      "Summe zzgl. USt  200,00\nzzgl. 19% USt  38,00\nRechnungsbetrag  238,00",
      "Nettobetrag  200,00\nzuzüglich 19 % Umsatzsteuer  38,00\nGesamtbetrag  238,00",
      "Zwischensumme  200,00\nplus MwSt 19%  38,00\nEndbetrag  238,00",
    ])
  func addedTax(sums: String) throws {
    let found = try #require(
      invoice("Dachdeckerei Lindner GmbH\nRechnung Nr. 2024-17\nRechnungsdatum 04.11.2024\n" + sums))
    #expect([found.net?.value, found.tax?.value, found.total?.value] == ["200.00", "38.00", "238.00"])
  }

  @Test("Adds equal taxes, and doesn't take a term of payment for a net amount")
  func equalTaxes() throws {
    let indian = try #require(
      invoice(
        """
        Sharma Traders Pvt Ltd
        Tax Invoice
        Invoice No.  ST/24-25/0087
        GSTIN: 27AABCS1429B1Z3
        Quantity      Taxable Value
        50 Nos        1,00,000.00
        CGST 9%       9,000.00
        SGST 9%       9,000.00
        Grand Total  ₹ 1,18,000.00
        """))
    #expect(indian.tax?.value == "18000.00" && indian.net?.value == "100000.00" && indian.total?.value == "118000.00")
    let term = try #require(
      invoice(
        """
        Bayside Roofing LLC
        INVOICE # 1045
        TERMS  Net 30
        Shingles  $10,000
        Gutters  $1,500
        Nails  $1,000
        BALANCE DUE  $12,500
        """))
    #expect(term.net == nil)
  }

  @Test("Doesn't take the year of a date or the head of a column for a field")
  func labels() throws {
    let found = try #require(
      invoice(
        """
        TAX INVOICE      Invoice Date
                         3 Feb 2024
                         Invoice Number
                         INV-0192
        Sprzedawca       Nabywca
        Northshore Timber Ltd
        Subtotal  1,200.00
        VAT 20%  240.00
        Total  1,440.00
        """))
    #expect(found.number?.value == "INV-0192" && found.date?.value == "2024-02-03")
    #expect(found.seller?.value == "Northshore Timber Ltd")
  }

  @Test("Joins the names of one seller, and doesn't take the addressee for another") func joinsTheNamesOfOneSeller()
    throws
  {
    let found = try #require(
      invoice(
        """
        NORDWIND LTD.                          INVOICE
        Nordwind Headquarters                  INVOICE: INV-100
        123 Harbour St                         DATE: 11/15/2023
        New York, NY, 10001
        Meridian Corp
        123 Other St,
        Redmond WA, 98052
        BILL TO:
        Meridian Finance
        123 Bill St,
        Redmond WA, 98052
        Work                                   100.00
        TOTAL                                  $100.00
        REMIT TO:
        Nordwind Billing
        """))
    #expect(found.seller?.value == "NORDWIND LTD.")
    #expect(found.seller?.confidence ?? 0 > 0.8)
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
