// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the amount to pay is certain if the printed amounts make it, and numbers that aren't prices aren't items.

import DocScanCore
import DocScanUnderstanding
import Testing

@Suite("Totals of bills") struct BilledTotalTests {
  private func receipt(_ text: String) throws -> Receipt {
    try #require(ReceiptReader(dayFirst: true).read(ReceiptText.page(text, confidence: 0.98)))
  }

  @Test(
    "Is certain of the amount to pay that a tip or charges make",
    arguments: [
      (
        """
        The Drowned Oak
        18/03/2026 19:52
        2 Clam Chowder  17.00
        1 Lobster Roll  29.50
        1 Haddock Plate  31.00
        Subtotal  77.50
        Tax 8%  6.20
        Total  83.70
        Suggested tip:
        18%  13.95
        20%  15.50
        VISA **** **** **** 4471
        Amount  83.70
        Tip  15.50
        Total  99.20
        """, "99.20"
      ),
      (
        """
        Wattle Creek Council
        Rates notice
        Issue date: 15/08/2025
        Capital improved value  $640,000
        General rates  $1,612.40
        Waste service  $412.00
        Levy  $138.20
        Total amount due  $2,162.60
        """, "2162.60"
      ),
    ])
  func payable(text: String, total: String) throws {
    let found = try receipt(text)
    #expect(found.total?.value == total)
    #expect(try #require(found.total).confidence >= 0.85, "\(found)")
    #expect(found.checks.allSatisfy { $0.holds || $0.name.hasPrefix("payments") }, "\(found.checks)")
    #expect(found.payments.allSatisfy { $0.amount != "44.71" }, "\(found.payments)")
  }

  @Test("States a bill's own total with doubt if an earlier balance is added to it")
  func earlierBalance() throws {
    let text = """
      Moorland Power Ltd
      Bill number: 447219
      Bill date: 12/03/2026
      Balance on your last bill  £148.20
      Payment received 02/01/2026  -£120.00
      Balance brought forward  £28.20
      Electricity used 642 kWh  £159.60
      Standing charge 90 days  £48.42
      VAT @ 5%  £10.40
      Total charges this period  £218.42
      Amount due  £246.62
      """
    let total = try #require(try receipt(text).total)
    #expect(total.value == "218.42" && total.confidence < 0.85)
  }

  @Test("Isn't certain of a total that was paid with a tip") func paidTip() throws {
    let text = """
      Eetcafé Het Anker
      Kade 4, 8861 Harlingen
      01-11-2025 20:52
      2 Tapbier  7,60
      2 Spareribs  45,00
      Totaal  52,60
      Fooi  5,40
      Betaald PIN  58,00
      """
    let total = try #require(try receipt(text).total)
    #expect(total.value == "58.00" || total.confidence < 0.85)
  }

  @Test("Takes no date beside a total for the number of the invoice, and no expected date for the due date")
  func numbersOfOther() throws {
    let text = """
      INVOICE
      Ridgeway Auto Ltd
      Date: 19 March 2026
      Net  60.00
      VAT 20%  12.00
      INVOICE TOTAL  72.00
      Deposit 03/18  20.00
      The balance is due on completion, expected 28 November 2026.
      """
    let found = invoice(text)
    #expect(found?.number?.value != "03/18")
    #expect(found?.dueDate?.confidence ?? 0 < 0.85)
  }

  @Test("Takes the number alone in the row below its label, at the other edge") func numberBelow() throws {
    let found = try #require(
      invoice(
        """
        Книжара Пример д.о.о.
        Роман  1.188,00
        Укупан износ:  1.188,00
        ПФР време:  26.03.2026. 17:41
        ПФР број рачуна:
                              K4XT7QPL-K4XT7QPL-44718
        """))
    #expect(found.number?.value == "K4XT7QPL-K4XT7QPL-44718", "\(found)")
  }

  @Test("Isn't certain that the day of a journey is the date of its ticket") func journey() throws {
    let text = """
      Ferrovie Murgiane S.p.A.
      Biglietto n. 2847110
      Partenza    Arrivo
      Bari    Lecce
      18/04/2026 08:35    18/04/2026 10:12
      Emesso 02/04/2026 ore 18:20
      Totale  41,90
      Carta  41,90
      """
    let date = try #require(try receipt(text).date)
    #expect(date.value == "2026-04-02" || date.confidence < 0.85)
  }

  @Test("Reads a bill that is titled as a statement of account, and no statement of a card")
  func statedBill() throws {
    let bill = """
      Telefónica del Bajío
      ESTADO DE CUENTA
      Fecha de emisión: 05/03/2026
      Fecha límite de pago: 25/03/2026
      Renta mensual  430.17
      IVA 16%  68.83
      Total a pagar  $499.00
      """
    #expect(try receipt(bill).total?.value == "499.00")
    let card = """
      Banco del Bajío
      ESTADO DE CUENTA
      Fecha límite de pago: 25/03/2026
      Comisiones  120.00
      IVA 16%  19.20
      Pago mínimo  250.00
      Total a pagar  $4,999.00
      """
    #expect(ReceiptReader(dayFirst: true).read(ReceiptText.page(card)) == nil && invoice(card) == nil)
  }

  @Test(
    "Tells a buyer's own bill from a credit note",
    arguments: [
      ("Gutschrift", "Abrechnung im Gutschriftsverfahren", InvoicePage.Credit.selfBilled),
      ("Gutschrift", "Gutschrift gemäß § 14 Abs. 2 UStG", .selfBilled), ("Gutschrift", "Lieferant 4711", .selfBilled),
      ("Gutschrift", "zu unserer Rechnung 4711", .creditNote), ("Self-billed invoice", "Supplier 4711", .selfBilled),
    ])
  func selfBilled(title: String, line: String, credit: InvoicePage.Credit) throws {
    let text =
      "Molkerei Ostried GmbH\n\(title)\nGutschrift Nr. 88120\nDatum: 04.05.2026\n\(line)\nNetto  68,00\nMwSt 19%  12,92\nGesamtbetrag  80,92 EUR"
    #expect(try #require(invoice(text)).credit == credit)
  }

  @Test("Takes no numbers of houses, customers, or articles for prices on a page with whole amounts")
  func noItems() throws {
    let text = """
      Forsthaus Eichgrund
      Waldweg 12
      Telefon 08821
      Datum: 04.05.2026
      Kunde Nummer 4711
      Preise in EUR
      Zimmer Tanne 21
      Zimmer Fichte 22
      Zimmer Eiche 23
      Gesamtbetrag    180 EUR
      Mehrwertsteuer im Betrag enthalten
      """
    #expect(ReceiptReader().read(ReceiptText.page(text))?.items.isEmpty != false)
  }

  @Test("Adds up the rates of a till that prints the gross amount first") func rates() throws {
    let found = try #require(
      invoice(
        """
        Tabak Trafik Muster
        Beleg-Nr. 118447
        08.05.2026 14:12
        Zeitung  29,30 B
        Feuerzeug  18,30 A
        Summe EUR  47,60

        USt       Brutto  Netto  Steuer
        A 20%     18,30   15,25  3,05
        B 10%     29,30   26,64  2,66
        """))
    #expect(found.total?.value == "47.60", "\(found)")
    #expect([nil, "41.89"].contains(found.net?.value) && [nil, "5.71"].contains(found.tax?.value))
  }

  @Test("Takes no item's price and discount for a gross amount and its tax") func discountedItem() throws {
    let found = try #require(
      invoice(
        """
        Muster Mode GmbH
        Rechnung Nr. 4711
        Datum 08.05.2026
        Artikel  Preis  Ihr Preis  Ersparnis
        Hemd -5%  20,00  19,00  1,00
        Hose  60,00
        Gesamtbetrag EUR  79,00
        """))
    #expect(found.total?.value == "79.00", "\(found)")
    #expect(found.tax == nil && found.net == nil, "\(found)")
  }

  @Test("Takes neither the total of a page nor that of another invoice for the total") func otherTotals() throws {
    let page = "Muster Flowers\n14 April 2026\nRoses  76.80\nTulips  716.35\nPage total carried forward  793.15"
    #expect((ReceiptReader().read(ReceiptText.page(page))?.total?.confidence ?? 0) < 0.85)
    let credit = """
      Muster Storkök AB
      Kreditfaktura
      Kreditfakturanr K20447
      Datum 2026-05-19
      Netto  7 540,00
      Moms 25 %  1 885,00
      Er tillgodo SEK  9 425,00
      Ursprungligt fakturabelopp 23 118,75 kr kvarstår i övrigt oförändrat.
      """
    let found = try #require(invoice(credit))
    #expect(found.total?.value == "9425.00" && (found.total?.confidence ?? 0) >= 0.85, "\(found)")
  }
}
