// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a dollar sign isn't taken for US dollars, nor a telephone number for that of another country, against what the page says.

import DocScanCore
import DocScanTypedData
import DocScanUnderstanding
import Testing

@Suite("Countries of a page's data") struct DollarTests {
  @Test(
    "Takes a dollar sign for the currency that the page shows, and for an unknown one on Spanish papers without a country",
    arguments: [
      ("Prairie Wheel\nRegina SK S4N 0E4\nGST 5%  $27.93\nTotal  $620.05", String?.some("CAD")),
      ("Coastline Plumbing\nABN 44 178 802 310\nBallina NSW 2478\nTotal  $495.00", "AUD"),
      ("Luz del Puerto\nRFC LPA910712QX3\nIVA 16%  $59.41\nTotal a pagar  $672.41", "MXN"),
      ("Luz del Puerto\nFecha de la factura\nIVA  $59.41\nTotal a pagar  $672.41", nil),
      ("Wairoa Tramping Club\nGST no. 118-420-771\nLevy  $28.00\nPlease pay  $148.00", nil),
      ("Lakeside Hardware\nDuluth, MN 55802\nSales tax  $3.87\nTotal  $47.57", "USD"),
      ("Green Chile Stew  $9.95\nColombia Supremo  $4.50\nSales tax  $1.08\nTotal  $15.53", "USD"),
      ("Mesa Supply\nRoswell, New Mexico\nRFC 1149 binder  $12.00\nTotal  $12.00", "USD"),
    ])
  func dollars(text: String, currency: String?) {
    let page = ReceiptText.page(text)
    let found = TypedData(types: [.money]).find(on: page)
    #expect(!found.isEmpty && found.allSatisfy { $0.currency == currency }, "\(found.map(\.currency))")
  }

  @Test("Reads lei on a Romanian bill, whose word for the tax is that of French ones")
  func lei() throws {
    let text = "Atelier Mobila\nCUI RO14417880\n12.02.2026\nScaun  100,00\nTVA 19%  19,00\nTotal de plată  119,00 lei"
    #expect(try #require(ReceiptReader().read(ReceiptText.page(text))).currency == "RON")
  }

  @Test(
    "Takes Italian words, rum, and names for no currency",
    arguments: [
      "Totale  12,50\ndi cui IVA  2,25\nGrazie a Lei", "Ron Bacardi  45,00\nTotal  45,00",
      "Bluse TL  9,95\nSumme  9,95", "Muster Otopark\nOrdu Cad. No:61 Fatih\nToplam  180,00",
      "MUSTER OTOPARK\nORDU CAD. 15 FATIH\nTOPLAM  180,00", "Muster Otopark\nOrdu Cad 15 Fatih\nToplam  180,00",
      "Muster Seafood\nCNY reunion menu - book now!\nTotal  12.50",
    ])
  func noCurrency(text: String) {
    #expect(CurrencyHints(texts: text.split(separator: "\n").map(String.init), languages: []).currency == nil)
  }

  @Test("Reads telephone numbers of the country whose VAT number is on the page")
  func neighbors() {
    let text =
      "Elektro Grabner e.U.\nHauptplatz 3, 8750 Judenburg\nUID: %\nTel. 03572 55142\nRechnung für die Leistungen im Februar"
    func phone(_ vat: String) -> String? {
      TypedData(types: [.phone]).find(on: ReceiptText.page(text.replacing("%", with: vat))).first?.value
    }
    #expect(phone("ATU13585627") == "+43357255142" && phone("DE136695976") == "+49357255142")
  }

  @Test("Reads no due date on a bill in instalments")
  func instalments() throws {
    let dates = ["30/09/2025", "30/11/2025", "28/02/2026", "31/05/2026"]
    let rows = dates.enumerated().map { "Instalment \($0 + 1): $475.75 due \($1)" }
    let text = "Wattle Creek Council\nRates notice\nIssue date: 15/08/2025\nTotal amount due  $1,903.00\n"
    #expect(try #require(invoice(text + rows.joined(separator: "\n"))).dueDate == nil)
    #expect(invoice(text + rows[0])?.dueDate?.value == "2025-09-30")
  }

  @Test("Takes no title, date, or addressee for the name of a bill's sender, and no day of payment for its date")
  func senders() throws {
    let text = """
      ESTADO DE CUENTA
      Telefonía del Bajío
      Pagar antes de: 27/03/2026
      Emisión: 06/03/2026
      Renta mensual  430.17
      IVA 16%  68.83
      Total a pagar  $499.00
      Fecha límite de pago: 27/03/2026
      """
    let receipt = try #require(ReceiptReader(dayFirst: true).read(ReceiptText.page(text)))
    #expect(receipt.merchant?.value != "ESTADO DE CUENTA" && receipt.date?.value == "2026-03-06")
    #expect(invoice(text)?.dueDate?.value == "2026-03-27")
    let japanese = """
      領収書
      有限会社かえで書店 様
      発行日：2026年2月20日
      但し 書棚修理代として
      合計  ¥27,500
      消費税(10%)  ¥2,500
      木工房やまね
      """
    let name = try #require(ReceiptReader().read(ReceiptText.page(japanese))).merchant?.value
    #expect(name?.hasSuffix("様") != true && name?.contains("2026") != true, "\(name ?? "")")
  }

  @Test("Reads amounts of forints, with blanks between thousands") func forints() throws {
    let text = """
      Muster Drogéria Kft.
      Szarvas utca
      NYUGTA
      C00 SZAPPAN 75ML  1 290 Ft
      C00 FOGKRÉM MENTA  2 398 Ft
      ÖSSZESEN:  3 688 Ft
      KÉSZPÉNZ (HUF):  10 000 Ft
      VISSZAJÁRÓ:  6 312 Ft
      2026.10.30. 18:12
      """
    let found = try #require(ReceiptReader().read(ReceiptText.page(text)))
    #expect(found.total?.value == "3688" && found.total?.currency == "HUF" && found.change?.value == "6312", "\(found)")
    #expect(found.items.map(\.amount) == ["1290", "2398"], "\(found.items)")
  }

  @Test("Takes no discount for a date whose month is first") func discount() throws {
    let found = try #require(
      invoice(
        """
        Alquiler Ejemplo, S.L.
        Nº de factura RV-26/03318
        Fecha de factura 08/07/2026
        Alquiler, 5 días  5  49,43 €  247,18 €
        Descuento reserva web  1  -13,70 €  -13,70 €
        Total factura  233,48 €
        """))
    #expect(found.date?.value == "2026-07-08" && (found.date?.confidence ?? 0) >= 0.85, "\(found)")
  }

  @Test("Takes a torn abbreviation for no code of a currency") func tornAbbreviation() throws {
    let bill = """
      Muster Steuerberatung
      Rechnung Nr. 4711
      Datum 09.03.2026
      Gegenstand      Wert €      Gebühr €
      § 24 INr. 3 Körperschaftsteuer      41.200,00      463,20
      § 24 INr. 5 Gewerbesteuer      38.700,00      335,10
      § 24 INr. 8 Umsatzsteuer      28.640,00      281,40
      Gesamtbetrag      1.079,70
      """
    #expect(try #require(invoice(bill)).currency == "EUR")
  }
}
