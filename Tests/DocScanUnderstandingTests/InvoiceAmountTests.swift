// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: an invoice's net amount, taxes, and total are told apart.

import DocScanCore
import DocScanUnderstanding
import Testing

@Suite("Amounts of invoices") struct InvoiceAmountTests {
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

  @Test(
    "Takes the rounded total, and the net amount and tax before rounding",
    arguments: [
      ("-0,31", "5 180,00"), ("0,31", "5 180,00"), ("0,69", "5 181,00"),
    ])
  func rounded(rounding: String, total: String) throws {
    let found = try #require(
      invoice(
        """
        Hynek Muster
        Na Vyhlídce 318
        561 51 Letohrad
        Faktura č. 260100447
        Datum vystavení: 06.02.2026
        Označení dodávky  Cena  %DPH  DPH  Celkem
        Servis kotle  1 650,00  12 %  198,00  1 848,00
        Výměna nádoby  2 380,00  12 %  285,60  2 665,60
        Doprava  551,00  21 %  115,71  666,71
        Součet položek  4 581,00  599,31  5 180,31
        Zaokrouhlení  \(rounding)
        Celkem k úhradě  \(total) Kč
        """))
    #expect(found.total?.value == total.filter { $0 != " " }.replacing(",", with: "."), "\(found)")
    #expect(found.net?.value == "4581.00" && found.tax?.value == "599.31", "\(found)")
    for field in [found.total, found.net, found.tax] { #expect(field?.confidence ?? 0 >= 0.85, "\(found)") }
  }

  @Test("Takes the tax of this year's column, in which the total is")
  func columns() throws {
    let found = try #require(
      invoice(
        """
        Bowerbird Muster Ltd
        Tax Invoice
        Invoice No. HPK-044718
        Invoice Date: 11 February 2026
        How it is worked out   Last year   This year
        Buildings              $1,044.02   $1,184.47
        Contents                 $429.68     $468.25
        GST                      $147.37     $165.27
        Total premium          $1,621.07   $1,817.99
        Amount payable $1,817.99
        """))
    #expect(found.tax?.value == "165.27" && found.total?.value == "1817.99", "\(found)")
  }

  @Test("Makes no tax from the amounts of items, which no rate explains")
  func items() throws {
    let found = try #require(
      invoice(
        """
        Kaveri Muster Private Limited
        Tax Invoice
        Invoice No. BLR5-118820
        Invoice Date: 06.03.2026
        Description  Qty  Net Amount  Tax Amount  Total Amount
        Steel Kadai  1  ₹1,524.58  ₹274.43  ₹1,799.00
        Spatula Set  1  ₹423.73  ₹76.28  ₹500.01
        TOTAL:  ₹350.70  ₹2,299.01
        Invoice Value: ₹2,299.01
        """))
    for field in [found.net, found.tax] {
      #expect(field?.confidence ?? 0 < 0.85 || ["1948.31", "350.70"].contains(field?.value ?? ""), "\(found)")
    }
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
}
