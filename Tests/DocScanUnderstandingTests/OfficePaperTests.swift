// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: dates, numbers, taxes, and names of office papers of many makers are those of the paper, not of others that it mentions.

import DocScanCore
import DocScanTypedData
import DocScanUnderstanding
import Testing

@Suite("Office papers of many makers") struct OfficePaperTests {
  private func receipt(_ text: String) throws -> Receipt {
    try #require(ReceiptReader().read(ReceiptText.page(text)))
  }

  private func invoice(_ text: String) throws -> Invoice {
    let page = try #require(InvoicePageReader().read(ReceiptText.page(text)))
    return try #require(Invoice(pages: [(1, page)]))
  }

  private static let credit = """
    Cartiera Lago S.p.A.    NOTA DI CREDITO
    Viale Rovereto 15    N. NC/118 del 11/03/2026
    38066 Riva (TN)    Rif. fattura n. 2417 del 27/02/2026

    Destinatario: Tipografia Mincio
    Reso carta    228,00
    Imponibile    228,00
    IVA 22%    50,16
    Totale documento    278,16 EUR
    """

  @Test("Reads a credit note's own number and date next to those of the invoice that it corrects") func reference()
    throws
  {
    let read = try invoice(Self.credit)
    #expect(read.number?.value == "NC/118" && read.date?.value == "2026-03-11")
    #expect(read.credit == .creditNote)
    #expect(try receipt(Self.credit).number?.value != "2417")
  }

  @Test(
    "Takes neither a pro forma invoice nor a reminder for an invoice",
    arguments: [
      "FACTURA PROFORMA\nNº: PRO-26/118", "Proformarechnung Nr. PRO-26/118", "PRO FORMA INVOICE\nNo. PRO-26/118",
      "SECOND REMINDER - OVERDUE ACCOUNT\nInvoice no. 33187",
    ])
  func notYetInvoices(title: String) {
    let text = """
      Gráficas Muster, S.L.U.
      C/ Panaderos, 31
      47004 Valladolid

      \(title)
      Fecha: 14 de abril de 2026
      Cartel 50x70 cm    470,00 €
      Lona con ojales    136,00 €
      Programa de fiestas    1.776,00 €
      Base imponible    2.382,00 €
      IVA 21 %    500,22 €
      TOTAL    2.882,22 €
      """
    #expect(InvoicePageReader().read(ReceiptText.page(text)).flatMap { Invoice(pages: [(1, $0)]) } == nil)
    #expect(ReceiptReader().read(ReceiptText.page(text)) == nil)
    let bill = text.replacing(title, with: "FACTURA Nº 26/118")
    #expect(ReceiptReader().read(ReceiptText.page(bill))?.total?.value == "2882.22")
    // The invoice that follows names its pro forma invoice.
    let later = text.replacing(title, with: "FACTURA\nNº 26/140\nFactura proforma nº: PRO-26/118")
    #expect(ReceiptReader().read(ReceiptText.page(later))?.total?.value == "2882.22")
  }

  @Test("Takes a receipt's own number and date, not those of the booking and the journey")
  func booking() throws {
    let ticket = try receipt(
      """
      Mittbanan Muster AB
      Rådhusgatan 47
      831 34 Östersund
      Tisdag 14 april 2026
      Kvitto
      Bokningsnummer    MBX4471
      Kvittonummer    26-20331184
      Köpdatum    2026-03-27 21:05
      Biljett    824,00
      Frukost    119,00
      Totalt att betala    943,00
      varav moms 6 %    53,38
      """)
    #expect(ticket.number?.value == "26-20331184" && ticket.date?.value == "2026-03-27", "\(ticket)")
  }

  @Test("Recognizes credit notes by a title with a number, and not by a mention of one") func titles() throws {
    let text = "Cartiera Lago S.p.A.\n% 11/03/2026\nImponibile  228,00\nIVA 22%  50,16\nTotale documento  278,16 EUR"
    #expect(try invoice(text.replacing("%", with: "Nota di credito n. 118 del")).credit == .creditNote)
    #expect(try invoice(text.replacing("%", with: "Fattura n. 2417 del")).credit == nil)
    #expect(try invoice(text.replacing("%", with: "Fattura n. 2417, vedi nota di credito n. 118, del")).credit == nil)
  }

  @Test(
    "Doesn't take a person that a bill is addressed to for its seller",
    arguments: ["Mr and Mrs A. Deveraux", "Frau\nAnna Holst"])
  func addressees(name: String) throws {
    let text = """
      %
      12 Mill Lane
      Leeds LS1 4AP

      Invoice no. 4711
      Date: 6 January 2025
      Tuition    4,410.00
      VAT 20%    882.00
      Total due    5,292.00

      Harcourt School Ltd - 3 Station Road - York YO1 7HH
      """
    let read = try invoice(text.replacing("%", with: name))
    let addressee = String(name.split(separator: "\n").last ?? "")
    #expect(read.buyer?.value == addressee && read.seller?.value != addressee, "\(read)")
    #expect(read.seller.map { $0.value.hasPrefix("Harcourt") || $0.confidence < 0.9 } ?? true)
    #expect(try receipt(text.replacing("%", with: name)).merchant.map { $0.confidence < 0.9 } ?? true)
  }

  @Test("Reads a seller after a label of several words without a colon") func soldBy() throws {
    let text =
      "Receipt\nSold by Marlow Media Ltd    Bill to\nInvoice no. 4711\nDate: 6 March 2025\nVAT 20%  4.00\nTotal  24.00"
    #expect(try invoice(text).seller?.value == "Marlow Media Ltd")
    #expect(try receipt(text).merchant?.value == "Marlow Media Ltd")
  }

  @Test("Doesn't take a term of payment below a title for a bill's number") func terms() throws {
    let text =
      "Lucie Fontanel\nFACTURE\npayable à 60 jours\ndu 07/04/2025\nTotal HT  100,00\nTVA 20 %  20,00\nTotal TTC  120,00"
    #expect(try invoice(text).number == nil)
  }

  @Test("Doubts a letter's date next to another that is as likely") func rivals() throws {
    func date(_ text: String) -> Double? { AboutReader().read(ReceiptText.page(text))?.date?.confidence }
    let letter = "Burgdorf, 25. Februar 2025\n\nMahnung\n\nBitte zahlen Sie bald."
    let sure = try #require(date(letter))
    #expect(try #require(date("Thun, 3. März 2025\n" + letter)) < sure)
    #expect(
      AboutReader().read(ReceiptText.page(letter + " Wir bitten Sie, bis spätestens 7. März 2025 zu zahlen."))?.date?
        .value == "2025-02-25")
  }

  @Test("Takes a bill's own date from a row with several") func severalDates() throws {
    let text = """
      Atelier Bocage
      Date : 20/03/2026 - Devis du 08/01/2026 - Échéance : 19/04/2026
      Vitrail    4 370,00
      Acompte du 15/01/2026    - 1 500,00
      TVA 20 %    874,00
      Total TTC    5 244,00
      """
    #expect(try receipt(text).date?.value == "2026-03-20")
  }

  @Test("Reads a date before a time with a hyphen, and not the version of the register") func versions() throws {
    let text = "TOKO LANCAR\n%\nAQUA    7,000\nTOTAL    7,000\nTUNAI    10,000\nKEMBALI    3,000"
    #expect(try receipt(text.replacing("%", with: "12.03.26-19:22/3.1.17/SITI/02")).date?.value == "2026-03-12")
    let other = try receipt(text.replacing("%", with: "KASIR 19:22/3.1.17/SITI/02")).date
    #expect(other.map { $0.confidence < 0.85 } ?? true)
  }

  @Test("Takes the number of the label's column, not a postal code to its left") func columns() throws {
    let text = """
      Nordwerk Handel
      Hafenstr. 8, 24103 Kiel    Beleg-Nr.  R2604417
      Papier    4,10
      Summe    4,10
      Bar    4,10
      """
    #expect(try receipt(text).number?.value == "R2604417")
  }

  @Test(
    "Reads the taxes of rows with the taxed amount, the rate, or the total, in any order",
    arguments: [
      ("MWST    Satz  Total  Steuer\n1    8.10%  14.90  1.12", "14.90", "8.1", "1.12", "13.78"),
      ("VAT A 20% on £9.05 incl    £1.51", "9.05", "20", "1.51", "7.54"),
      ("Moms%    Moms  Netto  Brutto\n12,00    12,89  107,46  120,35", "120,35", "12", "12.89", "107.46"),
    ]) func taxes(rows: String, total: String, rate: String, tax: String, net: String) throws
  {
    let read = try receipt("Corner Shop\n12/03/2026 14:05\nGoods    \(total)\nTotal    \(total)\n\(rows)")
    #expect(read.taxes.map { [$0.rate, $0.amount, $0.net] } == [[rate, tax, net]])
  }

  @Test("Takes the tax on an amount, not the amount, for an invoice's tax") func taxed() throws {
    let read = try invoice(
      "Fatura n.º 10417\nData de emissão: 09/03/2026\nValor sem IVA  17,00\nIVA 6% sobre 7,65  0,46\nTotal  17,46 €")
    #expect(read.tax?.value == "0.46" && read.net?.value == "17.00")
    let council =
      "Invoice no. 70044\nDate 05/03/2026\nCharge  2,149.32\nLess tax support  -165.00\nAmount due  £1,984.32"
    #expect(try invoice(council).tax == nil)
  }

  @Test("Takes a company below its employee's name for the buyer, not for the seller", arguments: ["Ida", "Mrs Ida"])
  func employee(name: String) throws {
    let text = """
      Invoice to:                   Invoice no. INV-3391
      \(name) Pryce                Date 14 April 2026
      Hallam & Pryce LLP            Reference GP
      14 Castle Gate
      Nottingham NG1 7AQ

      Website  550.00
      Total  £550.00
      Brightwater Ltd, 3 Mill Yard, Belper DE56 1UX
      """
    let read = try invoice(text)
    #expect(read.seller?.value != "Hallam & Pryce LLP")
    #expect(["Hallam & Pryce LLP", "\(name) Pryce"].contains(read.buyer?.value))
  }

  @Test("Doesn't take an invoice's total for its number") func amounts() throws {
    let read = try invoice(
      "Pennine Ltd\nInvoice no. PI/2026/0417\nDate 05/03/2026\nGoods  EUR 1,408.20\nInvoice total  EUR 1,408.20")
    #expect(read.number?.value == "PI/2026/0417")
  }

  @Test("Marks the account that a direct debit charges") func debits() throws {
    let text = "Rechnung Nr. 4711\n16.02.2026\nGesamtbetrag 475,41 €\n% DE89 3704 0044 0532 0130 00"
    let own = try invoice(text.replacing("%", with: "Bankverbindung")).ibans
    let charged = try invoice(text.replacing("%", with: "Wir buchen von Ihrem Konto")).ibans
    #expect(own.map(\.confidence).allSatisfy { $0 > 0.85 } && !own.isEmpty)
    #expect(charged.map(\.confidence).allSatisfy { $0 < 0.85 } && !charged.isEmpty)
  }

  @Test("Reads a company's name without its capital") func capital() throws {
    let text =
      "VERRIER BOCAGE\nSARL au capital de 12 000 € · 7 rue Haute, 61100 Flers\n20/03/2026\nTotal TTC  5 244,00 €\nCB  5 244,00 €"
    #expect(try receipt(text).merchant?.value == "VERRIER BOCAGE SARL")
  }

  @Test("Reads no purchase on a reminder with a subject, and on a delivery note next to the sender's name")
  func otherPapers() {
    let reminder = """
      Gestoría Almudena, S.L.
      Guadalajara, 6 de marzo de 2026
      Asunto: segundo recordatorio de pago
      Factura    Fecha    Importe
      2025/388    05/12/2025    242,00
      Total pendiente    242,00 €
      """
    let note = """
      Trønder Trelast AS    FØLGESEDDEL
      Industriveien 8    Nr. 104417
      Leveringsdato 09.03.2026
      Kledning    3 900,00
      Sum eks. mva    3 900,00
      Mva 25 %    975,00
      Sum inkl. mva    4 875,00
      """
    for text in [reminder, note] {
      #expect(ReceiptReader().read(ReceiptText.page(text)) == nil)
      #expect(InvoicePageReader().read(ReceiptText.page(text)) == nil)
    }
  }

  @Test("Reads a receipt of a few sentences under a title") func sentences() throws {
    let text = """
      Asociația Prietenii Pădurii
      CHITANȚĂ
      Data 14.03.2026
      Am primit de la Ioana Munteanu, cu domiciliul în Sibiu, strada Lungă numărul doisprezece, apartamentul patru,
      Suma de 250,00 lei
      adică două sute cincizeci lei, reprezentând donație pentru plantarea de puieți în luna martie a acestui an
      """
    #expect(try receipt(text).total?.value == "250.00")
  }

  @Test("Reads a Greek invoice") func greek() throws {
    let read = try invoice(
      """
      ΤΙΜΟΛΟΓΙΟ ΠΩΛΗΣΗΣ
      Αριθμός: 4417
      Ημερομηνία: 06/03/2026
      Ελαιόλαδο  660,00
      Καθαρή αξία  660,00 €
      ΦΠΑ 13%  85,80 €
      Πληρωτέο ποσό  745,80 €
      """)
    #expect(read.number?.value == "4417" && read.date?.value == "2026-03-06")
    #expect([read.net?.value, read.tax?.value, read.total?.value] == ["660.00", "85.80", "745.80"])
  }

  @Test("Reads Swiss telephone numbers on German papers in francs, and no flights in goods") func countries() {
    func found(_ type: Detection.Kind, _ text: String) -> [String] {
      TypedData(types: [type]).find(on: ReceiptText.page(text)).map(\.value)
    }
    let shop = "Dorfmarkt Wil\nTel. 071 555 01 42\nBrot und Milch aus der Region\nZu bezahlen CHF  31.90"
    #expect(found(.phone, shop) == ["+41715550142"])
    #expect(found(.flight, "Bordbistro\nVollmilch 1L 2 x 1.95").isEmpty)
  }

  @Test("Lowers the confidence of a total that a larger amount to pay follows, but not for a late payment's")
  func raised() throws {
    let text = "North Pier Diner\n04/11/2026 12:42 PM\nSandwich    43.70\nSubtotal    43.70\nSales Tax    3.87\n%"
    func total(_ rows: String) throws -> Receipt.Field? { try receipt(text.replacing("%", with: rows)).total }
    let tipped = try total("TOTAL    47.57\nGRAND TOTAL    56.57")
    #expect(tipped?.value == "56.57" || tipped?.confidence ?? 1 < 0.85)
    let late = try total("Amount payable    47.57\nAmount payable after due date    56.57")
    #expect(late?.value == "47.57" && late?.confidence ?? 0 > 0.85)
  }

  @Test("Lowers the confidence of amounts that don't add up") func contradictions() throws {
    let text = "Invoice no. 4711\nDate 05/03/2026\nSubtotal  1,030.00\nVAT 5%  27.04\nTotal amount due  1,136.00"
    let read = try invoice(text)
    #expect([read.net, read.tax, read.total].compactMap(\.self).allSatisfy { $0.confidence < 0.85 })
    #expect(try invoice(text.replacing("27.04", with: "106.00")).net?.confidence ?? 0 > 0.85)
  }

  @Test("Reads the seller's name next to the buyer's, without its label, and no labels as names")
  func columnsOfParties() throws {
    let rows = "12.02.2026\nScaun  100,00\nTVA 19%  19,00\nTotal de plată  119,00 lei"
    let parties = "Furnizor: Atelier Mobila SRL        Cumpărător: Hotel Belvedere SA\nCluj-Napoca"
    #expect(try receipt("\(parties)\n\(rows)").merchant?.value == "Atelier Mobila SRL")
    let labels = "Data de emissão  Data limite de pagamento\nPapelaria do Minho\nRua Alta 4"
    #expect(try receipt("\(labels)\n\(rows)").merchant?.value == "Papelaria do Minho")
  }

  @Test("Takes the printed currency before that of countries with the same words") func printedCurrency() {
    func currency(_ rows: String...) -> String? { CurrencyHints(texts: rows, languages: []).currency }
    #expect(currency("IČO: 44178802", "IČ DPH: SK2022417880", "DPH 23 %  307,05 €", "Spolu  1 642,05 €") == "EUR")
    #expect(currency("IČO: 44178802", "DIČ: CZ44178802", "DPH 21 %  16,56", "Celkem  95,40") == "CZK")
    #expect(currency("GSTIN 33AAACK4417P1Z8", "IGST 0%", "Freight  USD 40.00", "Total  USD 1,240.00") == "USD")
  }
}
