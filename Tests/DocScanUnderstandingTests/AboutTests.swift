// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a document's kind, sender, title, and date are read in five languages.

import DocScanCore
import Testing

@testable import DocScanUnderstanding

@Suite("Kind, sender, title, and date of documents") struct AboutTests {
  private static let german = """
    Stadtwerke Lindau GmbH · Seestraße 4 · 88131 Lindau
    Erika Sommer
    Lange Gasse 8
    88131 Lindau
    Lindau, 2. April 2024
    Ihr neuer Tarif ab Mai
    Sehr geehrte Frau Sommer,
    ab dem 1. Mai gilt Ihr neuer Tarif. Sie brauchen nichts zu tun.
    Mit freundlichen Grüßen
    Stadtwerke Lindau GmbH
    """
  private static let english = """
    From: Harbour Street Library
    Date: 12 March 2024
    Subject: The reading room on the second floor
    Dear Mrs Whitcombe,
    thank you for your letter of 4 March and for the generous offer.
    Yours sincerely
    Thomas Ashdown
    """
  private static let french = """
    Expéditeur : Mairie de Lacanau
    Objet : Travaux de la rue des Lilas
    Fait le 3 juin 2024
    Madame, Monsieur,
    les travaux commencent le 1 juillet 2024 et durent trois semaines.
    Veuillez agréer nos salutations distinguées
    """
  private static let korean = """
    발신: 한빛도서관
    제목: 열람실 이용 시간 변경 안내
    날짜: 2024년 3월 12일
    안녕하세요.
    이용 시간이 다음 달부터 바뀝니다.
    한빛도서관 드림
    """
  private static let japanese = """
    発行日 2024年3月12日
    件名: 閲覧室の利用時間について
    差出人: みなと図書館
    拝啓
    平素は格別のお引き立てを賜り、厚く御礼申し上げます。
    敬具
    """

  @Test(
    "Reads letters and their dates in other languages, not dates that their sentences mention",
    arguments: [
      (
        "Domodossola, 11 marzo 2026\nOggetto: uscita didattica a Torino\nGentili genitori,\n"
          + "il Consiglio ha deliberato la gita della classe in data 18/11/2025.\nCordiali saluti", "2026-03-11"
      ),
      (
        "Gołdap, dnia 14 kwietnia 2026 r.\nSzanowna Pani,\nodpowiadamy na pismo z dnia 30.03.2026.\nZ poważaniem",
        "2026-04-14"
      ),
      (
        "León, 19 de junio de 2026\nAsunto: su intervención\nEstimado Sr. Pastrana:\n"
          + "le confirmamos la fecha 02/07/2026 de la consulta.\nReciba un cordial saludo", "2026-06-19"
      ),
      (
        "Kapelle, 11 mei 2026\nOnderwerp: uw aanvraag\nGeachte mevrouw Smit,\n"
          + "wij ontvingen uw brief met datum 02-05-2026 in goede orde.\nMet vriendelijke groet", "2026-05-11"
      ),
      (
        "Brno, 9. října 2026\nVážená paní,\nschůzka se koná ve středu dne 21.10.2026 v našem sídle.\nS pozdravem",
        "2026-10-09"
      ),
      (
        "July 27, 2026\nRE: Security deposit\nTo whom it may concern:\n"
          + "please find enclosed the receipt for the rent dated July 10, 2026 for Unit 6.\nSincerely", "2026-07-27"
      ),
    ])
  func otherLanguages(letter: String, date: String) throws {
    let found = try #require(AboutReader().read(page("Muster Muster\nExample Street 4\n" + letter)))
    #expect(found.kind.value == .letter, "\(found)")
    #expect(found.date?.value == date && found.date?.confidence ?? 0 >= 0.85, "\(String(describing: found.date))")
  }

  @Test(
    "Takes the subject above or below the salutation, not the date or a reference",
    arguments: [
      "Our ref: OM3/RI/0226\n\nDear Ms Tarrant,\n\nProposed rent increase\n\n",
      "\nProposed rent increase\n\nDear Ms Tarrant,\n\n",
      "Ons kenmerk: OM3/RI/0226\n\nProposed rent increase\n\nGeachte mevrouw Smit,\n\n",
    ])
  func subjects(head: String) throws {
    let letter = """
      Muster Lettings Ltd
      4 Example Street
      Leeds LS1 4AP

      16 February 2026
      \(head)We act for your landlord, whose rent has not changed since 2025.
      Prices have risen since then, and the house was painted last year.
      Our client now proposes to increase the rent by a small sum, which
      is what other tenants in the street pay for rooms of this size.
      If you agree, please sign the copy of this letter and return it.
      If you do not, please write to us within a month of today.

      Yours sincerely
      """
    let found = try #require(AboutReader().read(ReceiptText.page(letter)))
    #expect(found.title?.value == "Proposed rent increase", "\(found)")
  }

  @Test(
    "Takes the date beside the town, not that of a meeting, an estimate, or an accident",
    arguments: [
      (
        "Stadl, am 6. Juli 2026\n\nLadung zur Verhandlung\n\nSehr geehrte Frau Muster!\nHierüber wird verhandelt am\n\n"
          + "Dienstag, 11. August 2026, um 09:00 Uhr\n\nMit freundlichen Grüßen", "2026-07-06"
      ),
      (
        "August 14, 2026\n\nDear Mr. Muster:\nOur adjuster has seen the roof, and we have approved the\n"
          + "repair estimate dated 07/22/2026.\n\nSincerely", "2026-08-14"
      ),
      (
        "ACCIDENT REPORT FORM\nDate of accident   Time\n24/02/2026         10:15\nForm completed on: 26/02/2026",
        "2026-02-26"
      ),
      (
        "Kallelse till stämma\n\nTorsdag den 21 maj 2026 kl. 18.30 (kaffe från 18.00)\n\nStrandvik den 27 april 2026\nStyrelsen",
        "2026-04-27"
      ),
    ])
  func places(text: String, date: String) throws {
    let found = try #require(AboutReader().read(ReceiptText.page("Muster Muster\nExample Street 4\n\n" + text)))
    #expect(found.date?.value == date, "\(found)")
  }

  @Test(
    "Prefers the date beside the town to that of an event or another letter",
    arguments: [
      "Sitzung am 3. Mai 2026", "Schreiben vom 3. Mai 2026", "Torsdag den 21 maj 2026", "Valid from 1 May 2026",
    ]
  )
  func events(row: String) throws {
    let text = """
      Deutsche Telekom
      Example Street 4

      Leeds, 12 March 2026

      \(row)

      Dear Mrs Muster,
      please come.
      Yours sincerely
      """
    let found = try #require(AboutReader().read(ReceiptText.page(text)))
    #expect(found.date?.value == "2026-03-12", "\(found)")
    #expect(found.sender?.value == "Deutsche Telekom", "\(found)")
  }

  @Test("Names a form or a contract by its title, and takes neither the title nor a website for the sender")
  func named() throws {
    let contract = """
      CONSULTING SERVICES AGREEMENT

      This agreement is made between the parties below,
      who have met in June.

      Recitals
      The client grows beans, and the consultant knows how.
      """
    let agreed = try #require(AboutReader().read(ReceiptText.page(contract)))
    #expect(agreed.title?.value == "CONSULTING SERVICES AGREEMENT" && agreed.kind.value == .contract, "\(agreed)")
    #expect(agreed.sender?.value != "CONSULTING SERVICES AGREEMENT", "\(agreed)")
    let form = "www.muster.example\n\nJELENTKEZÉSI LAP\n\nNév:  Példa Anna\nSzületési idő:  1979.03.30."
    let filled = try #require(AboutReader().read(ReceiptText.page(form)))
    #expect(filled.title?.value == "JELENTKEZÉSI LAP" && filled.kind.value == .form, "\(filled)")
    #expect(filled.sender?.value.contains("www") != true, "\(filled)")
  }

  @Test("Takes no part of a book's text for its sender")
  func bookPages() throws {
    let text = """
      that in Europe there exists no large body of tribes

      which could be compared with those that wandered over
      the steppe before the roads were built, and of which
      the oldest books have much to say
      """
    let found = try #require(AboutReader().read(ReceiptText.page(text)))
    #expect(found.sender == nil, "\(found)")
  }

  @Test("Takes neither the labels of a form nor a department for the sender")
  func labels() throws {
    let form = "CUSTOMS DECLARATION\n\nFrom: Name Business Sender's telephone\nAroha Example  +64 3 355 0144"
    let declared = try #require(AboutReader().read(ReceiptText.page(form)))
    #expect(declared.sender?.value.contains("telephone") != true, "\(declared)")
    let letter = """
      Afdeling Vergunningen
      Postbus 79
      4420 AC Kapelle

      Onderwerp: uw aanvraag

      Geachte mevrouw Smit,
      wij ontvingen uw aanvraag.
      Met vriendelijke groet
      """
    let written = try #require(AboutReader().read(ReceiptText.page(letter)))
    #expect(written.sender?.value != "Afdeling Vergunningen", "\(written)")
  }

  @Test("Takes a date with the time of printing for the document's, and one with a round time for an event's")
  func printed() throws {
    func confidence(_ time: String) throws -> Double {
      let text =
        "Harrow Moor Parcels Ltd.\n12 Mill Lane, Leeds\n\n04/07/2017 \(time)\n\nDear Mrs Muster,\nwe thank you.\nYours"
      return try #require(AboutReader().read(ReceiptText.page(text))?.date).confidence
    }
    #expect(try confidence("11:36") > confidence("11:30"))
  }

  @Test(
    "Ends a company's name before the sentence that follows it",
    arguments: [
      ("Harrow Moor Parcels Ltd. Registered in England No. 08447119.", "Harrow Moor Parcels Ltd."),
      ("Kaltenbach GmbH & Co. KG Filiale 12 Lindau", "Kaltenbach GmbH & Co. KG Filiale 12 Lindau"),
      ("Toko PT. Sumber Jaya Abadi dan Rekan", "Toko PT. Sumber Jaya Abadi dan Rekan"),
      ("Dubrava spol. s r.o. Nákupní 389 Praha", "Dubrava spol. s r.o. Nákupní 389 Praha"),
    ])
  func registration(line: String, company: String) { #expect(InvoiceParties.beforeSentence(line) == company) }

  @Test(
    "Takes forms for forms, not for purchases",
    arguments: ["CUSTOMS DECLARATION", "Aanvraagformulier", "MODULO DI ISCRIZIONE", "Schadenmeldung", "Wniosek"])
  func forms(title: String) throws {
    let text = "\(title)\nName: Ann Example\nDate: 06.11.2026\nContents: one jar of honey\nValue  42.50\nTotal  42.50"
    #expect(try #require(AboutReader().read(page(text))).kind.value == .form)
  }

  @Test("Marks the date of a letter whose day and month can be swapped, unless another page decides")
  func ambiguousDate() throws {
    let first = try #require(
      AboutReader().read(
        page(Self.english.replacing("12 March 2024", with: "04/03/2024").replacing("4 March", with: "June"))))
    let alone = try #require(About(pages: [(1, first)], invoice: nil, receipt: nil)?.date)
    #expect(alone.value == "2024-04-03" && alone.alternative == "2024-03-04" && alone.confidence < 0.6)
    let second = try #require(
      AboutReader().read(page("The library was closed on 25/03/2024, and on the day after that")))
    let decided = try #require(About(pages: [(1, first), (2, second)], invoice: nil, receipt: nil)?.date)
    #expect(decided.value == "2024-03-04" && decided.alternative == nil && decided.confidence > alone.confidence)
  }

  @Test(
    "Reads sender, title, and date of letters in five languages",
    arguments: [
      (german, "Stadtwerke Lindau GmbH", "Ihr neuer Tarif ab Mai", "2024-04-02"),
      (english, "Harbour Street Library", "The reading room on the second floor", "2024-03-12"),
      (french, "Mairie de Lacanau", "Travaux de la rue des Lilas", "2024-06-03"),
      (korean, "한빛도서관", "열람실 이용 시간 변경 안내", "2024-03-12"),
      (japanese, "みなと図書館", "閲覧室の利用時間について", "2024-03-12"),
    ])
  func letters(text: String, sender: String, title: String, date: String) throws {
    let about = try #require(AboutReader().read(ReceiptText.page(text)))
    #expect(about.kind.value == .letter, "\(about.kind)")
    #expect(about.sender?.value == sender && about.title?.value == title && about.date?.value == date, "\(about)")
  }

  @Test(
    "Detects a document's kind by its own name and terms",
    arguments: [
      ("KONTOAUSZUG\nAlter Saldo 100,00\nNeuer Saldo 90,00", AboutPage.Kind.statement),
      ("ご利用明細書\n前回残高 1,000\n差引残高 900", .statement),
      ("Relevé de compte\nAncien solde 100,00\nNouveau solde 90,00", .statement),
      ("MIETVERTRAG\nzwischen den Vertragsparteien\nKündigungsfrist drei Monate", .contract),
      ("근로계약서\n제1조 목적\n갑과 을은 합의한다", .contract),
      ("業務委託契約書\n第1条 目的\n甲と乙は合意する", .contract),
      ("APPLICATION FORM\nPlease print\nDate of birth\nSignature of applicant", .form),
      ("신청서\n신청인\n생년월일", .form),
      ("The weather was fine all day, and nobody wrote anything down.", .other),
    ])
  func kinds(text: String, kind: AboutPage.Kind) throws {
    let about = try #require(AboutReader().read(ReceiptText.page(text)))
    #expect(about.kind.value == kind, "\(about.kind)")
  }

  @Test("Takes neither the addressee of a Japanese quote for its sender, nor the day it expires for its date")
  func japaneseQuote() throws {
    let text = """
      株式会社みなと工業 御中
      発行日：2026年4月15日
      有効期限：2026年5月15日
      御見積書
      株式会社あおば製作所
      大阪市北区梅田2-4-9
      合計  ¥352,000
      """
    let about = try #require(AboutReader().read(ReceiptText.page(text)))
    #expect(about.date?.value == "2026-04-15" && about.sender?.value.contains("みなと") != true, "\(about)")
  }

  @Test("Keeps an invoice whose later page looks like a receipt") func laterPageLikeReceipt() throws {
    let first = "Kaltenbach Medien GmbH\nSeeweg 3\n88131 Lindau\nRechnung Nr. 2023-4711\nRechnungsdatum: 03.04.2023"
    let second = "Banane    275,00\nJoghurt    198,00\nMwSt. 7%    33,11\nSumme    506,11\nBAR    506,11\n14:05"
    let pages = [first, second].map { ReceiptText.page($0) }
    let invoice = Invoice(
      pages: zip(1..., pages).compactMap { number, page in InvoicePageReader().read(page).map { (number, $0) } })
    let about = zip(1..., pages).compactMap { number, page in AboutReader().read(page).map { (number, $0) } }
    let receipt = try #require(ReceiptReader().read(pages[1]))
    let found = try #require(About(pages: about, invoice: invoice, receipt: (2, receipt)))
    #expect(found.kind.value == .invoice && found.sender?.value == "Kaltenbach Medien GmbH", "\(found)")
  }

  @Test(
    "Takes a paid page for a receipt, and one that asks for payment for an invoice",
    arguments: [
      ("CASH 150.00\nCHANGE 6.00\n18:24", AboutPage.Kind.receipt),
      ("Due date: 30/06/2018\nIBAN: DE89 3704 0044 0532 0130 00", .invoice),
    ])
  func paidOrNot(end: String, kind: AboutPage.Kind) throws {
    let page = ReceiptText.page(
      "OCEAN HARDWARE SDN BHD\nTAX INVOICE\nInvoice No: 2018-4711\nDate: 01/06/2018\nHammer 144.00\nTOTAL 144.00\n"
        + end)
    let invoice = try #require(Invoice(pages: [InvoicePageReader().read(page)].compactMap { $0.map { (1, $0) } }))
    let receipt = try #require(ReceiptReader().read(page))
    let about = try #require(AboutReader().read(page))
    let found = try #require(About(pages: [(1, about)], invoice: invoice, receipt: (1, receipt)))
    #expect(found.kind.value == kind, "\(about.kind) \(invoice) \(receipt)")
    // A receipt on another page decides nothing.
    var later = invoice
    later.pages = [2]
    #expect(try #require(About(pages: [(1, about)], invoice: later, receipt: (1, receipt))).kind == about.kind)
  }

  @Test("Returns nothing for a page without text") func aPageWithoutTextSaysNothing() {
    #expect(AboutReader().read(ReceiptText.page("")) == nil)
  }
}
