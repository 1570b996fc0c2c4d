// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: invoices of many makers, languages, and countries are read.

import DocScanCore
import DocScanUnderstanding
import Testing

@Suite("Layouts of invoices") struct InvoiceLayoutTests {
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
        """, ["FV 12/05/2024", "2024-05-21", "1845.00 PLN", "Stolarnia Bałtyk Sp. z o.o."]
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

  @Test("Takes the company at the end of a sentence for the seller, not the sentence")
  func companyInSentence() throws {
    let found = try #require(
      invoice(
        """
        INVOICE                                INVOICE: INV-100
                                               DATE: 11/15/2023
        BILL TO:
        Meridian Finance
        123 Bill St,
        Redmond WA, 98052
        Storage                                100.00
        TOTAL                                  $100.00
        All our services are sold by Lakeside Data Services, Inc.
        Questions: help@lakesidedata.com
        """))
    #expect(found.seller?.value.hasPrefix("Lakeside Data Services, Inc") == true, "\(found.seller?.value ?? "none")")
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
