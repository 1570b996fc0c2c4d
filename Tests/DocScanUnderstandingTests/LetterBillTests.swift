// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: bills that are written as letters state who is paid, when, and how much, or mark what isn't certain.

import DocScanCore
import DocScanUnderstanding
import Testing

@Suite("Bills written as letters") struct LetterBillTests {
  private func invoice(_ text: String) throws -> Invoice {
    let page = try #require(InvoicePageReader().read(ReceiptText.page(text)))
    return try #require(Invoice(pages: [(1, page)]))
  }

  private static let bill = """
    Bäckerei Nordtor KG
    %1
    Schlossstraße 4
    8600 Bruck

    %2

    Rechnung Nr. 2025-0417
    Nettobetrag    500,00 EUR
    USt. 20%    100,00 EUR
    Rechnungsbetrag    600,00 EUR
    %3

    Tischlerei Holz & Söhne GmbH, Mühlgasse 12, 8010 Graz, IBAN DE89 3704 0044 0532 0130 00
    """

  private func invoice(attention: String = "", place: String = "28.04.2025", terms: String = "") throws -> Invoice {
    try invoice(
      Self.bill.replacing("%1\n", with: attention.isEmpty ? "" : attention + "\n").replacing("%2", with: place)
        .replacing("%3", with: terms))
  }

  @Test(
    "Takes the company at the foot of the page for the seller if the one above is addressed",
    arguments: [
      "z. H. Frau Gruber", "z.Hd. Frau Gruber", "Attn. Magda Gruber", "À l'attention de Mme Gruber", "t.a.v. M. Gruber",
    ])
  func attention(line: String) throws {
    let read = try invoice(attention: line)
    #expect(read.seller?.value == "Tischlerei Holz & Söhne GmbH", "\(read)")
    #expect(read.buyer?.value == "Bäckerei Nordtor KG")
  }

  @Test(
    "Finds the seller in the text at the foot of the page",
    arguments: [
      "Tischlerei Holz & Söhne GmbH · Mühlgasse 12 · 8010 Graz",
      "Danke. Tischlerei Holz & Söhne GmbH, Mühlgasse 12, 8010 Graz. FN 12",
      "Tischlerei Holz & Söhne GmbH - Mühlgasse 12 - 8010 Graz",
    ])
  func foot(line: String) throws {
    let lines = Self.bill.split(separator: "\n", omittingEmptySubsequences: false).dropLast() + [Substring(line)]
    let text = lines.joined(separator: "\n").replacing("%1", with: "z. H. Frau Gruber").replacing("%3\n", with: "")
    #expect(try invoice(text.replacing("%2", with: "28.04.2025")).seller?.value == "Tischlerei Holz & Söhne GmbH")
  }

  @Test("Takes the company in whose town the bill was written for the seller")
  func town() throws {
    for (place, seller) in [
      ("Graz, 28. April 2025", "Tischlerei Holz & Söhne GmbH"), ("Bruck, am 28. April 2025", "Bäckerei Nordtor KG"),
    ] {
      #expect(try invoice(place: place).seller?.value == seller)
    }
    // Nor is the beginning of another word.
    let other = try ["Schloss, 28. April 2025", "Nirgends, 28. April 2025"].map { try invoice(place: $0).seller }
    #expect(other[0]?.value == other[1]?.value && other[0]?.confidence == other[1]?.confidence, "\(other)")
    // The label of a date isn't a town.
    let text =
      "Nordtor KG\nInvoice services\n8600 Bruck\n\n%date 28.04.2025\n\nHolz GmbH\n8010 Graz\nInvoice no. 417\nTotal due 600.00"
    let sure = try ["Invoice ", "Issue "].map { try invoice(text.replacing("%", with: $0)).seller?.confidence }
    #expect(sure[0] == sure[1], "\(sure)")
  }

  @Test(
    "States the date by which a bill is due, and never with certainty the one until which there is a discount",
    arguments: [
      "2 % Skonto bis 12.05.2025, 30 Tage netto bis 01.06.2025.",
      "Zahlbar bis 12.05.2025 mit 3 % Skonto, das sind 485,00 EUR, oder bis\n01.06.2025 netto Kassa.",
      "Zahlbar bis 01.06.2025 oder mit 2 % Skonto bis 12.05.2025.",
      "Due by 1 June 2025; a discount of 2% is granted for payment by 12 May 2025.",
      "Splatnost 1. 6. 2025; skonto 2 % při úhradě do 12. 5. 2025.",
      "Förfallodatum 2025-06-01, kassarabatt 2 % till 2025-05-12.",
    ])
  func discount(terms: String) throws {
    let due = try #require(try invoice(terms: terms).dueDate)
    #expect(due.value == "2025-06-01" || due.confidence < 0.9, "\(due)")
  }

  @Test("Doubts the date until which there is a discount if it's the only one")
  func onlyDiscount() throws {
    let due = try invoice(terms: "Zahlbar bis 12.05.2025 mit 3 % Skonto").dueDate
    #expect(due.map { $0.confidence < 0.9 } ?? true, "\(String(describing: due))")
    #expect(try invoice(terms: "Zahlbar bis 12.05.2025 ohne Abzug").dueDate?.confidence ?? 0 > 0.9)
  }

  @Test(
    "Takes the tax in a sentence, not the amount that is taxed",
    arguments: [
      "VAT of 20% on 500.00 amounts to 100.00, so that the sum now payable is £600.00.",
      "The above comes to 500.00. VAT of 20% on 500.00 is 100.00.\nTotal payable £600.00",
      "VAT of 20% on 500.00\nhas to be added. Total payable £600.00",
    ])
  func tax(sentence: String) throws {
    let read = try invoice(
      "Pike Lettering Ltd\n14 Tannery Row\nHexham NE46 3NP\n\n6 March 2025\nINVOICE RP/0147\n\(sentence)")
    #expect(read.tax.map { $0.value == "100.00" } ?? true, "\(read)")
    #expect(read.total?.value == "600.00", "\(read)")
  }

  @Test("Doubts a year after a title as a number, and the date of a credit note that also states its invoice's")
  func otherYearAndDate() throws {
    let costs = try invoice("Mertens OHG\n12.08.2025\nAbrechnung Nr.\nRechnung 2024\nSumme  318,44 EUR")
    #expect(costs.number.map { $0.confidence < 0.9 } ?? true, "\(costs)")
    let receipt = ReceiptReader().read(
      ReceiptText.page("Town Hall\nBill 2025/26\n12.08.2025\nTax due  318.44\nTotal  318.44\nCash  318.44"))
    #expect(receipt?.number.map { $0.confidence < 0.9 } ?? true, "\(String(describing: receipt))")
    let credit = try invoice(
      "Mercia Ltd\nCREDIT NOTE\nCredit note no. CN-20871\nDate 11 June 2025\nInvoice date 2 June 2025\nTotal credit £397.80"
    )
    #expect(credit.date.map { $0.value == "2025-06-11" || $0.confidence < 0.9 } ?? true, "\(credit)")
  }

  @Test("Joins a name whose legal form is in the next line, and leaves out a label before a name")
  func longName() throws {
    let text =
      "Mavi Körfez Denizcilik Malzemeleri\nLtd. Co.\nLiman Street 4\n35680 Foça\n\nInvoice no. 417\nDate: 23.05.2025\n%\nTotal due 100.00"
    #expect(try invoice(text.replacing("%\n", with: "")).seller?.value == "Mavi Körfez Denizcilik Malzemeleri Ltd. Co.")
    let about = AboutReader().read(
      ReceiptText.page("Tenancy agreement\nLandlord: Holm Estates Ltd\nTenant: Ann Lee\nRent from 1 May 2025"))
    #expect(
      about?.sender.map { $0.value == "Holm Estates Ltd" || $0.confidence < 0.9 } ?? true,
      "\(String(describing: about))")
  }

  @Test("Reads a number in groups as a whole")
  func groups() throws {
    let receipt = try #require(
      ReceiptReader().read(
        ReceiptText.page(
          """
          Énergie de la Semois
          12.09.2025
          Ticket numéro 7 310 448 209
          Énergie  242,54
          Redevance  65,00
          Total TTC  307,54 EUR
          """)))
    #expect(receipt.number?.value.filter { $0 != " " } == "7310448209", "\(receipt)")
  }

  @Test("Takes no price before words such as \"pay\" in running text for a total with certainty")
  func priceBeforeWord() throws {
    let receipt = ReceiptReader().read(
      ReceiptText.page(
        """
        KLINKERLICHT
        12 september 2025
        19.30 Opening  4,50
        20.15 Trio Veldwerk  14,50
        22.00 Nachtfilm  9,00
        met stadspas € 45,00. Kinderen tot 12 jaar betalen de helft
        Btw 9% inbegrepen
        """))
    #expect(receipt?.total.map { $0.confidence < 0.9 } ?? true, "\(String(describing: receipt))")
  }

  @Test(
    "Isn't sure that a letter or contract about a payment is a bill",
    arguments: [
      """
      SAHYA UNIVERSITY
      18th June 2026
      To, Ms. Asha Muster
      Sub.: Provisional enrolment
      Dear Ms. Muster,
      Further to the counselling held this week we are pleased to offer you a seat.
      Tuition fee, first instalment  24,500.00
      Studio and materials  8,750.00
      Amount payable now  33,250.00
      Due date  30.06.2026
      Please pay the amount payable now by card or to the account of the university.
      Seats unpaid by the due date go to the next people on the waiting list.
      A late fee may be waived only under clause nine of the rules for students.
      Report with your original documents to the office between ten and one on that day.
      """,
      """
      Araucária Locadora de Veículos
      Contrato de locação de veículo para o senhor Muster
      05/03/2026 às 10:30
      Diária grupo C  832,30
      Proteção parcial  224,00
      Total previsto  1.056,30
      O locatário recebe o veículo em perfeito estado e obriga-se a devolver nas mesmas condições.
      Fica bloqueado no cartão o valor de caução, que será liberado em até cinco dias úteis.
      Em caso de sinistro, a participação obrigatória é de responsabilidade do locatário do veículo.
      A tolerância na devolução é de uma hora e depois cobra-se um quinto da diária por hora.
      """,
      """
      corrib air
      09 JUN 2026 06:55
      Seat selection 14F  €9.50
      Taxes and airport charges  €31.52
      Total paid by Visa  €216.00
      Bag drop for the flight opens at four and closes at six sharp on the day.
      Passport details must be entered before the day on which you want to fly with us.
      Please be at the gate in time because it closes when all of the others are aboard.
      """,
    ])
  func lettersAboutPayments(text: String) throws {
    let kind = try #require(AboutReader().read(ReceiptText.page(text))).kind
    #expect(![.invoice, .receipt].contains(kind.value) || kind.confidence < 0.85, "\(kind)")
  }

  @Test("Doesn't take the accounts of a company for a receipt", arguments: ["(単位：百万円)", "in thousands", "in TEUR"])
  func accounts(scale: String) {
    let lines = "Sales  5,664\nSubtotal  1,471\nTax  246\nTotal  1,717\n2014-05-08 09:14"
    #expect(ReceiptReader().read(ReceiptText.page("Muster Foods\n\(lines)")) != nil)
    #expect(ReceiptReader().read(ReceiptText.page("Muster Foods\n\(scale)\n\(lines)")) == nil)
  }

  @Test("Doesn't take the route of a flight for the seller") func route() {
    let text = "DUB – LIS\nBoarding card\n09.06.2026 06:55\nSeat selection  9.50\nTotal EUR  9.50\nVISA  9.50"
    #expect(ReceiptReader().read(ReceiptText.page(text))?.merchant?.value != "DUB – LIS")
  }
}
