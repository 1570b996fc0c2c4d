// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: papers with amounts that aren't bills, and credit notes, aren't taken for purchases.

import DocScanCore
import DocScanUnderstanding
import Testing

@Suite("Papers that aren't bills") struct OtherPaperTests {
  @Test(
    "Reads no receipt and no invoice on quotes, orders, delivery notes, pay slips, reminders, and statements",
    arguments: [
      (
        """
        Ash Lane Roofing LLC
        Quote #: Q-2217
        Date: April 6, 2026
        QUOTE
        Shingles  24  $145.00  $3,480.00
        Labor  40  $65.00  $2,600.00
        Subtotal  $6,080.00
        Sales tax 8%  $486.40
        Total  $6,566.40
        """, AboutPage.Kind.other
      ),
      (
        """
        Associazione Corale Le Colline
        Verbale dell'assemblea ordinaria dei soci
        21/02/2025
        Quote sociali  1.920,00  2.400,00
        Contributo del Comune  5.000,00  4.500,00
        Totale entrate  18.420,50  18.900,00
        Contanti in cassa  452,40
        """, AboutPage.Kind.other
      ),
      (
        """
        Pegnitz Muster GmbH
        Herrn Korbinian Beispiel
        2. Mahnung Nr. M-26-0318
        Sehr geehrter Herr Beispiel,
        folgende Rechnungen sind überfällig:
        Rechnung  vom  fällig am  Betrag EUR
        26-20447  14.09.2026  28.09.2026  318,44
        26-20511  28.09.2026  12.10.2026  89,25
        Mahngebühr  5,00
        Offener Gesamtbetrag  412,69
        """, AboutPage.Kind.letter
      ),
      (
        """
        nest & gully
        Order confirmation
        Order no. NG-70619
        17 May 2026
        Sofa  $2,190.00
        Cushion  $420.00
        Order total (AUD)  $2,610.00
        Includes GST of  $237.27
        Deposit paid (Visa 5190)  -$800.00
        Balance before delivery  $1,810.00
        """, AboutPage.Kind.other
      ),
      (
        """
        Studio Peeters
        TIMESHEET
        Week of 3 March 2025
        Design  12.50
        Drawing  20.00
        Total  32.50
        """, AboutPage.Kind.other
      ),
      (
        """
        Annual report 2024 | Northern Ports Authority
        12 February 2025
        Port dues  41.20  44.18
        Rents  12.60  13.30
        Total revenue  56.91  61.96
        Cash receipts from tax  3.11  4.48
        """, AboutPage.Kind.other
      ),
      (
        """
        Household Spending Survey - Wave 4
        Did you buy any of these last week?
        Bread and cereals  14.00
        Meat and fish  32.00
        Total food  46.00
        How often do you pay by card?
        Do you smoke? Share of tax:
        Time start 14:20
        """, AboutPage.Kind.other
      ),
      (
        """
        INTERIM DENDER
        P R E S T A T I E B L A D
        ma 29/09 06.00 14.06  7,60
        di 30/09 06.00 14.06  7,60
        Maaltijdcheques  8,00 EUR
        Totaal  37,40
        """, AboutPage.Kind.other
      ),
      (
        """
        Dachdecker Weser GmbH
        Kontoauszug – offene Posten per 30.09.2025
        RE251877 14.07.25 13.08.25  2.118,40
        GS25031 25.08.25  212,50
        Saldo  1.905,90 EUR
        Bitte zahlen Sie bis 31.10.2025
        """, AboutPage.Kind.statement
      ),
      // The title wasn't recognized.
      (
        """
        Cedar Court Roofing LLC
        Quote #: Q-2217
        Date: April 6, 2026
        Shingles  24  $145.00  $3,480.00
        Labor  40  $65.00  $2,600.00
        Subtotal  $6,080.00
        Sales tax 8%  $486.40
        Total  $6,566.40
        """, AboutPage.Kind.other
      ),
      (
        """
        Malerei Ostwind
        Datum: 11.05.2026
        Angebot
        Wände streichen  84  11,50  966,00
        Nettosumme  966,00
        zzgl. 19 % MwSt.  183,54
        Gesamtbetrag  1.149,54
        """, .other
      ),
      (
        """
        Menuiserie Vallon SARL
        Date : 22/04/2026
        BON DE LIVRAISON
        Porte en chêne  1  640,00  640,00
        Total HT  640,00
        TVA 20 %  128,00
        Total TTC  768,00
        """, .other
      ),
      (
        """
        株式会社みなと製作所
        発行日 2026年4月15日
        御見積書
        部品  10  24,000  240,000
        消費税(10%)  24,000
        合計  ¥264,000
        """, .other
      ),
      (
        """
        Bakkerij Zonneveld BV
        Datum: 12 mei 2026
        Aanmaning
        Factuurnummer  Factuurdatum  Bedrag
        20260188  14-03-2026  € 348,20
        Incassokosten  € 40,00
        Totaal te betalen  € 388,20
        """, .letter
      ),
      (
        """
        Moorgate Supplies Ltd
        Date: 30/04/2026
        STATEMENT OF ACCOUNT
        30/03/2026  Invoice INV-20881  244.80
        14/04/2026  Invoice INV-20932  118.20
        Total balance due  £363.00
        """, .statement
      ),
      (
        """
        Brightwater Ltd
        Ms K. Rahman
        Pay date: 27/02/2026
        Tax code: 1257L
        Basic pay  2,450.00
        National Insurance  126.92
        Total deductions  575.94
        Net pay  1,874.06
        """, .other
      ),
      (
        """
        Lechwerk Getriebe AG
        09.09.2026
        Bestellung
        Nr. 4500187
        Passfeder  2.000  764,00
        Sicherungsring  1.500  613,40
        Gesamtwert  1.377,40
        Senden Sie die Rechnung an
        rechnung@lechwerk.example, 86916 Kaufering
        """, .other
      ),
      (
        """
        Banque du Littoral
        Avis d'exécution de virement
        14/07/2026
        Bénéficiaire  SARL Morvan
        Montant  1 150,00 EUR
        Motif  Facture 2026-118 du 30/06/2026
        """, .other
      ),
      (
        """
        Bank Nadwiślański S.A.
        Wyciąg z rachunku za 09/2025
        Saldo początkowe  4 120,55
        03.09.2025  Przelew  Faktura nr 8812/25  -310,00
        12.09.2025  Wpłata własna  500,00
        30.09.2025  Opłata za prowadzenie  -12,00
        Saldo końcowe  4 298,55
        """, .statement
      ),
      // The order isn't paid yet.
      (
        """
        Marlowe & Finch
        Thank you for your order, Ida!
        Order MF-20419 placed on 28 November 2026
        Linen apron (x1)  £34.00
        Subtotal  £34.00
        Delivery  £4.95
        Order total  £38.95
        """, .other
      ),
      // Sums without a currency.
      (
        """
        Table 4.2 Ship calls by port
        Port  2024  2025  2026
        Aberwick  412  398  431
        Kessel  118  126  140
        Total  530  524  571
        Change  -2  -6  47
        """, .other
      ),
    ])
  func otherPapers(text: String, kind: AboutPage.Kind) throws {
    #expect(ReceiptReader().read(ReceiptText.page(text)) == nil && invoice(text) == nil)
    #expect(try #require(AboutReader().read(ReceiptText.page(text))).kind.value == kind)
  }

  @Test(
    "Reads bills that mention another paper",
    arguments: [
      // The order was paid.
      "Maple Books\nOrder confirmation\n04/05/2026 12:30\nAtlas  40.00\nTotal  40.00\nVisa  40.00",
      "Ash Lane Roofing LLC\nQuote / Invoice\nInvoice No. 4711\nDate: 04/05/2026\nLabor  40.00\nVAT  8.00\nTotal  48.00",
      "Ash Lane Roofing LLC\nInvoice\nInvoice No. 4711\nDate: 04/05/2026\nDelivery note\nLabor  40.00\nVAT  8.00\nTotal  48.00",
      // Receipts can have the number of a delivery note.
      "Bar Azul\nAlbaran: 14625\n14-11-2023 15:20\nMesa 2\nCafe  28,00\nVino  20,00\nTotal  48,00",
      "Harbour Telecom\nInvoice number: 448812\nInvoice date: 04/05/2026\nMonthly statement\nVAT  8.00\nTotal  48.00",
    ])
  func mentions(text: String) throws {
    let total = try #require(invoice(text)?.total?.value ?? ReceiptReader().read(ReceiptText.page(text))?.total?.value)
    #expect(total == (text.contains("40.00\nVisa") ? "40.00" : "48.00"))
  }

  @Test(
    "Reports credit notes and corrections by their titles",
    arguments: [
      ("CREDIT NOTE", InvoicePage.Credit.creditNote), ("Avoir", .creditNote), ("Factura rectificativa", .correction),
      ("Factura rectificativa: AB-26-014\nABONO", .correction),
      ("Invoice", nil),
    ])
  func credits(title: String, credit: InvoicePage.Credit?) throws {
    let text =
      "Moorgate Supplies Ltd\n\(title)\nInvoice No. 4711\nDate: 04/05/2026\nNet  68.00\nVAT 20%  13.60\nTotal  £81.60"
    #expect(try #require(invoice(text)).credit == credit)
  }
}

@Suite("Dates that aren't the document's") struct OtherDateTests {
  @Test("Reads the day of a direct debit as the due date, not that of a meter reading, an instalment, or a payment")
  func dueDates() throws {
    let english = """
      Northmoor Energy
      Invoice number: 447219
      Invoice date: 12 March 2026
      Amount due  £246.62
      We will collect £246.62 by Direct Debit on or after 26 March 2026.
      Your next meter reading is due on 9 June 2026.
      """
    #expect(invoice(english)?.dueDate?.value == "2026-03-26")
    let german = """
      Stadtwerke Lindau GmbH
      Rechnungsnummer: 70061182
      Rechnungsdatum: 14.01.2026
      Rechnungsbetrag  1.039,49
      Den Betrag buchen wir am 02.02.2026 von Ihrem Konto ab.
      Der neue Abschlag ist erstmals fällig am 01.03.2026
      """
    #expect(invoice(german)?.dueDate?.value == "2026-02-02")
    let french = """
      Réseau du Port SAS
      Facture n° 448127
      Date de facture : 05/02/2026
      Total TTC  25,00
      Échéance réglée : 15/01/2026
      """
    #expect(try #require(invoice(french)).dueDate == nil)
  }

  @Test("Doesn't take the date of the original sale, or of an entry in a list, for the date of a receipt")
  func otherDates() throws {
    let refund =
      "Sawtooth Hardware\nORIG DATE 04/11/2026\nLADDER  64.99\nTOTAL  64.99\nVISA  64.99\n04/22/2026 01:15 PM"
    #expect(ReceiptReader(dayFirst: false).read(ReceiptText.page(refund))?.date?.value == "2026-04-22")
    let hotel = """
      The Wold Hotel
      Date  Description  Charges
      13/03/2026  Room  129.00
      14/03/2026  Room  129.00
      15/03/2026  Dinner  46.50
      Total  304.50
      Visa  304.50
      Malton, 16/03/2026
      """
    #expect(ReceiptReader().read(ReceiptText.page(hotel))?.date?.value == "2026-03-16")
    let deposit =
      "Recibo n.º 14/2026\nCaução total  1 400,00 €\nEm falta até 01/10/2026  700,00 €\nTotal  700,00 €\nPorto, 1 de setembro de 2026"
    #expect(ReceiptReader().read(ReceiptText.page(deposit))?.date?.value == "2026-09-01")
  }

  @Test("Isn't certain of the date of an invoice that is listed with its amount") func listedInvoice() throws {
    let text = """
      Orchard Print Ltd
      22 September 2025
      Second reminder: invoice 71155
      Brought forward  180.00
      Invoice 71155 of 14 August 2025  496.40
      Total now due  676.40
      """
    let date = try #require(invoice(text)?.date)
    #expect(date.value == "2025-09-22" || date.confidence < 0.85, "\(date)")
  }

  @Test("Takes a letter's own date, not the date of a gift it thanks for") func dateOfGift() throws {
    let text = """
      Cascade Bird Shelter
      December 4, 2025
      Dear Mr. Lind,
      Thank you for your generous gift. This letter is your receipt for tax purposes.
      Date of gift  November 28, 2025
      With gratitude,
      Ruth Strand
      """
    #expect(try #require(AboutReader().read(ReceiptText.page(text))).date?.value == "2025-12-04")
  }

  @Test("Takes a reminder's own date, not that of the invoice it is about") func reminder() throws {
    let text = """
      Baustoffe Ostwind GmbH
      Zimmerei Huber
      Datum: 20.04.2026
      2. Mahnung
      Rechnungsdatum: 15.02.2026
      Offener Betrag  1.284,50
      Mahngebühr  10,00
      Gesamtforderung  1.294,50
      Bitte überweisen Sie den Betrag bis zum 30.04.2026.
      Mit freundlichen Grüßen
      """
    let about = try #require(AboutReader().read(ReceiptText.page(text)))
    #expect(about.kind.value == .letter && about.date?.value == "2026-04-20", "\(about)")
  }
}
