// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: what is beside the fields of an invoice's head isn't taken for them.

import DocScanCore
import DocScanUnderstanding
import Testing

@Suite("Heads of invoices") struct InvoiceHeadTests {
  private func read(_ text: String) throws -> Invoice { try #require(invoice(text)) }

  @Test(
    "Takes the date of the invoice, not that of a payment, a tax, or another paper",
    arguments: [
      "Acompte versé le 05/03/2025  -100,00", "Emitida em substituição do RPS 1147, emitido em 05/03/2025",
      "Vencimento do ISS: 05/03/2025", "Lease of Unit 7, dated 5 March 2025", "Scadenza revisione: 05/03/2025",
    ])
  func dates(line: String) throws {
    let found = try read(
      """
      Chauffage Vallespir SARL
      14, rue de la Fontaine          Facture n° FA-4127
      66480 Pont-le-Roi               17/04/2025

      Total TTC  600,00 €
      \(line)
      """)
    #expect(found.date?.value == "2025-04-17", "\(found)")
    #expect(found.dueDate?.confidence ?? 0 < 0.9)
  }

  @Test("Takes the credit note's own number and date, not those of the invoice it is for")
  func creditedInvoice() throws {
    let credit = try read(
      """
      Kontorwerk Muster GmbH
      Gutschrift                         Köln, 12.03.2026
      Beleg-Nr. GS-260038
      zu unserer Rg.-Nr. 2601127 vom 19.02.2026

      Nettobetrag  520,20 €
      19 % USt.  98,84 €
      Gutschriftsbetrag  619,04 €
      """)
    #expect(credit.number?.value == "GS-260038", "\(credit)")
    #expect(credit.date?.value == "2026-03-12", "\(credit)")
  }

  @Test("Isn't certain that the customer, whose name is printed twice, is the seller")
  func customer() throws {
    let found = try read(
      """
      Lucía Muster Molina
      C/ Doctor Sumsi, 14
      46005 Valencia
      Nº factura TF26-0048172
      Fecha de emisión 05/03/2026

      Cliente: Lucía Muster Molina
      Base imponible  36,16 €
      IVA (21%)  7,59 €
      Total factura  43,75 €
      """)
    #expect(found.seller?.confidence ?? 0 < 0.85, "\(found)")
  }

  @Test("Isn't certain of a house number beside the title, nor of the rest after a retainer as the total")
  func besideTitle() throws {
    let found = try read(
      """
      Maren Muster Design
      Invoice                            618 Alder Creek Road
      For: Pinecrest Muster, LLC         Hood River, OR 97031
      Issued Mar 18, 2026

      Subtotal  $2,809.00
      Returning client, 5% off  -$140.45
      Total  $2,668.55
      Retainer rec'd 02/20/2026  -$800.00
      Balance due  $1,868.55
      """)
    #expect(found.number?.value != "618" || found.number?.confidence ?? 0 < 0.85, "\(found)")
    #expect(found.total?.value == "2668.55" || found.total?.confidence ?? 0 < 0.85, "\(found)")
  }

  @Test(
    "Takes neither the original invoice's number and due date nor an account for those of a credit note or an invoice")
  func othersNumbers() throws {
    let credit = try read(
      """
      Fibrella Muster S.p.A.
      NOTA DI CREDITO
      Numero documento
      NC 26/E-0033917
      Data: 10 giugno 2026
      Riferimento fattura
      26/E-0291044
      Imponibile  -41,07
      IVA 22%  -9,04
      Totale  -50,11 €
      Situazione pagamenti: fattura 26/E-0291044 di € 71,80 - scadenza 22/06/2026
      """)
    #expect(credit.number?.value == "NC 26/E-0033917", "\(credit)")
    #expect(credit.dueDate?.confidence ?? 0 < 0.85, "\(credit)")
    let account = try read(
      """
      SZÁMLA Sorszám: NK-2026/015903
      Nagyker Muster Kft.
      5310 Kisújszállás, Ipari út 8.
      Bankszámla: 11732002-20519046-00000000
      Számla kelte: 2026.03.17.
      Fizetendő  772 111 Ft
      """)
    #expect(account.number?.value == "NK-2026/015903", "\(account)")
    let version = try read(
      "Llantas Muster SA de CV\nFACTURA (CFDI 4.0)\nSerie y folio  LB 20447\nFecha: 09/06/2026\nSubtotal  $ 5,715.52\n"
        + "IVA 16%  $ 914.48\nTotal  $ 6,630.00")
    #expect(version.number?.value != "4.0" && version.number?.value != "CFDI 4.0", "\(version)")
    // The head of a column is a weak label.
    let weak = try read(
      """
      Muster Mobil AG
      Rechnung
      Datum: 12.05.2026
      Leistung     Nummer
      Anschluss    22-55-01
      Gesamtbetrag EUR 119,00
      """)
    let number = try #require(weak.number)
    #expect(number.value == "22-55-01" && number.confidence < 0.85, "\(number)")
  }

  @Test("Reads a date beside the seller's capital, and a due date after its format") func besideOthers() throws {
    let found = try read(
      """
      Chauffage Vallespir SARL
      Facture n° FA-4127
      SARL au capital de 8 000 €          Date 17/04/2025
      Due date (DD/MM/YYYY): 31/05/2025
      Total TTC  600,00 €
      """)
    #expect(found.date?.value == "2025-04-17" && found.dueDate?.value == "2025-05-31", "\(found)")
    #expect(found.dueDate?.confidence ?? 0 > 0.9)
  }

  @Test("Reads the number and date below the heads of centered columns beside an address")
  func columns() throws {
    let found = try read(
      """
      Chauffage Vallespir SARL
      14, rue de la Fontaine             Numéro           Date         Code client
      66480 Pont-le-Roi              FA00004127       17/04/2025         SOUB01
      Facture
      Total TTC  600,00 €
      """)
    #expect(found.number?.value == "FA00004127" && found.date?.value == "2025-04-17", "\(found)")
  }

  @Test("Takes no word of an address for the number whose label is beside it")
  func address() throws {
    let found = try read(
      """
      Tax Invoice                          Tidewrack Digital Ltd
                                           Unit 5, Quay Road
      Invoice Number                       Topsham EX3 0JB
      INV-2093                             Company no. 09918273
      Invoice total  600.00
      """)
    #expect(found.number?.value == "INV-2093", "\(found)")
  }

  @Test("Takes the company after its label for the buyer, and its employee after another label only alone")
  func employee() throws {
    let text = """
      Tanjong Supplies Pte Ltd
      Tax Invoice No. SI-0418
      %
      Attn:  Ms Koh Hui Ling
      Ack No.  118204
      Total  600.00
      """
    let both = try read(text.replacing("%", with: "Bill to:  Meridian Reefer Lines"))
    #expect(both.buyer?.value == "Meridian Reefer Lines" && both.seller?.value == "Tanjong Supplies Pte Ltd", "\(both)")
    #expect(try read(text.replacing("%", with: "")).buyer?.value == "Ms Koh Hui Ling")
  }

  @Test("Takes the company for the buyer, not its employee", arguments: ["Attention:", "Attn.", "FAO"])
  func attention(label: String) throws {
    let found = try read(
      """
      Tidewrack Digital Ltd
      Invoice INV-2093

      Moorhen Farm Shop
      \(label) Jill Prowse
      EX17 4QB Crediton

      Total  600.00
      """)
    #expect(found.buyer?.value == "Moorhen Farm Shop", "\(found)")
  }

  @Test(
    "Takes no number of a card for the invoice's", arguments: ["**** **** **** 7702", "XXXX-XXXX-7702", "••••7702"])
  func card(number: String) throws {
    let found = invoice("Nectarine Foods Ltd\nTax invoice\nNumber \(number)\nTotal  21.89")
    #expect(found?.number?.value.contains("7702") != true, "\(String(describing: found))")
  }

  @Test("Adds two equal taxes if the total of the tax table does")
  func equalTaxes() throws {
    let found = try read(
      """
      Kaveri Traders
      Tax Invoice No. KET/0719
      HSN       Taxable     CGST      SGST      Total tax
      8413      48,600.00   4,374.00  4,374.00  8,748.00
      8414      27,090.00   2,438.10  2,438.10  4,876.20
      Total     75,690.00   6,812.10  6,812.10  13,624.20
      Grand total  89,314.20
      """)
    #expect(found.tax?.value == "13624.20" && found.net?.value == "75690.00", "\(found)")
  }

  @Test("Doesn't repeat the logo in the name of a shop")
  func logo() {
    let page = ReceiptText.page(
      """
      Stiegelmair
      Bäckerei Stiegelmair KG
      Hauptplatz 9
      4190 Bad Leonstein
      Handsemmel  8,70
      SUMME  8,70
      19.04.2025 07:16
      """)
    #expect(ReceiptReader().read(page)?.merchant?.value == "Bäckerei Stiegelmair KG")
  }

  @Test(
    "Takes no appointment for the date of a receipt",
    arguments: [
      "Next appointment: 10/04/2026", "Nächster Termin: 10.04.2026", "Prochain rendez-vous : 10/04/2026",
      "Prossimo appuntamento: 10/04/2026", "Próxima cita: 10/04/2026", "Próxima marcação: 2026-04-10",
    ])
  func appointments(line: String) throws {
    let page = ReceiptText.page(
      "Salon Cabrera\n12 Mill Lane\nOriginal 27.02.2026 17:52\nCut  25.00\nTotal  25.00\n\(line) 16:00")
    #expect(ReceiptReader().read(page)?.date?.value == "2026-02-27")
  }

  @Test("Reads the number of an Argentinian invoice, not those beside it") func argentina() throws {
    let found = try read(
      """
      Gas y Agua Cabrera     C      FACTURA
                             COD. 011
      Punto de Venta: 00003  Comp. Nro: 00000418
      Fecha de Emisión: 11/03/2026
      Importe Total: $ 21.500,00
      """)
    #expect(found.number?.value == "00000418", "\(found)")
  }

  @Test("Takes no fee for a tax whose note only says that it is taxed", arguments: ["(no VAT)", "(plus VAT)"])
  func notes(note: String) throws {
    let found = try read("Pennock LLP\nInvoice no. 7716\nLand Registry fee \(note)  300.00\nTotal due  1,769.90")
    #expect(found.tax == nil, "\(found)")
  }

  @Test("Takes no rate of a column for the tax") func rates() throws {
    let found = try read(
      """
      Roslagens Golvslip AB
      Faktura nr 41877
      Netto       Moms %      Moms        Öresutj.    Att betala
      9 547,35    25,00       2 386,84    -0,19       11 934,00
      """)
    #expect(found.tax?.value != "25.00", "\(found)")
  }

  @Test("Takes no rate of interest for the invoice's number") func interest() {
    let found = invoice("Tegap Sdn Bhd\nTax Invoice\nTotal due  600.00\nOverdue invoice: interest of 1.5 % per month")
    #expect(found?.number == nil)
  }
}
