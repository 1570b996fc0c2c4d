// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: corrected fields and added lines are normalized, and can be undone without a trace.

import Testing

@testable import DocScanCore

@Suite("Corrected fields and added lines")
struct DecidedFieldTests {
  private static let size = RasterSize(width: 400, height: 300, dpi: 100)

  private func page() -> RecognizedPage {
    let word = Word(text: "Total", confidence: 0.9, box: Box(x: 10, y: 100, width: 60, height: 20))
    let line = Line(text: "Total", confidence: 0.9, box: word.box, baseline: [], words: [word])
    var page = RecognizedPage(
      document: DocumentReference(name: "shop", sha256: "0", pageCount: 1),
      page: PageReference(number: 1, source: "shop.png", sourcePage: 1), status: .recognized)
    (page.source, page.image) = (Self.size, Self.size)
    page.blocks = [Block(kind: .text, box: word.box, lines: [line])]
    page.text = "Total\n"
    return page
  }

  @Test(
    "Normalizes values, and rejects invalid ones",
    arguments: [
      (DecidedField.total, "25,15", "25.15" as String?), (.total, "1,025.15", "1025.15"), (.total, "viel", nil),
      (.date, "2.3.2020", "2020-03-02"), (.date, "2020-03-02", "2020-03-02"), (.date, "2021-02-29", nil),
      (.currency, "eur", "EUR"), (.currency, "€", nil), (.merchant, "  Kim's  Shop ", "Kim's Shop"),
      (.language, "kor", "ko"), (.language, "", nil), (.number, "", ""), (.tax, "1.234,50", "1234.50"),
      (.total, "1.234.567", "1234567"), (.total, "1,234", nil), (.total, "1.234", nil),
      (.total, "12,50,00", nil), (.total, "1,23,456", "123456"),
      (.total, "0.125", "0.125"), (.total, "12 EUR", nil),
      (.tax, "19,5", "19.5"),
      (.dueDate, "2.3.2020", "2020-03-02"), (.iban, "de89 3704 0044 0532 0130 00", "DE89370400440532013000"),
      (.iban, "4711", nil), (.buyer, " A  B ", "A B"),
    ])
  func values(field: DecidedField, text: String, expected: String?) {
    #expect(field.normalized(text) == expected)
  }

  @Test("Changes or adds a field, and keeps the rest of the receipt")
  func fields() throws {
    var page = page()
    try page.findings.set(
      Receipt(
        merchant: .init(value: "LDL", confidence: 0.6),
        total: .init(value: "1.42", currency: "MYR", confidence: 0.4, box: Box(x: 1, y: 2, width: 3, height: 4))))
    let edits = [(DecidedField.total, "25.15"), (.category, "food"), (.language, "ms")].enumerated().map {
      Edit(id: "\($0)", $1.0, $1.1, on: page, by: "kim", at: "")
    }
    #expect(edits[0].old == "1.42" && edits[0].quad.count == 4)
    let decided = try page.applying(edits).decidingFields(edits)
    let receipt = try #require(decided.receipt)
    #expect(receipt.total?.value == "25.15" && receipt.total?.confidence == 1 && receipt.total?.isEdited == true)
    #expect(receipt.total?.currency == "MYR" && receipt.total?.box != nil && receipt.merchant?.value == "LDL")
    #expect(receipt.category?.value == "food" && decided.textLanguage?.tag == "ms")
    #expect(decided.edits?.all == edits && decided.text == page.text)
    #expect(try #require(page.decidingFields([edits[0]]).receipt).total?.value == "25.15")
  }

  @Test("Decides fields of an invoice by the last decision, and takes them back")
  func invoice() throws {
    let page = page()
    func says(_ total: String) -> InvoicePage {
      let candidate = InvoicePage.Candidate(
        value: total, strength: 0.9, words: 0.9, box: Box(x: 10, y: 100, width: 60, height: 20))
      return InvoicePage(
        title: 1, dayFirst: true, tellsOrder: false, isOrderGuessed: false, currency: "EUR",
        candidates: [.total: [candidate]])
    }
    let read = try #require(Invoice(pages: [(1, says("12.00"))]))
    func edit(_ field: DecidedField, _ value: String, _ at: String) -> (page: Int, edit: Edit) {
      (1, Edit(id: at, field, value, on: page, of: read, by: "kim", at: at))
    }
    #expect(edit(.total, "13.00", "1").edit.old == "12.00" && edit(.total, "13.00", "1").edit.quad.count == 4)
    var decided = read
    decided.decide([
      edit(.total, "14.00", "2"), edit(.total, "13.00", "1"), edit(.tax, "2.00", "3"), edit(.iban, "", "4"),
    ])
    #expect(decided.total?.value == "14.00" && decided.total?.confidence == 1 && decided.total?.currency == "EUR")
    #expect(decided.tax?.value == "2.00" && decided.tax?.isEdited == true && decided.replaced == nil)
    // An edit of a page outside the invoice can't set fields that receipts have, too, such as the total.
    var other = read
    other.decide([(2, edit(.total, "99.00", "1").edit), (2, edit(.tax, "2.00", "2").edit)])
    #expect(other.total == read.total && other.tax?.value == "2.00")
  }

  @Test("Corrects the sender and the date of a letter, which has no receipt, and removes them")
  func letter() throws {
    let page = page()
    let letter = AboutPage(kind: .init(value: .letter, confidence: 0.9))
    func edit(_ field: DecidedField, _ value: String, _ at: String) -> (page: Int, edit: Edit) {
      (1, Edit(id: at, field, value, on: page, by: "kim", at: at))
    }
    var about = try #require(About(pages: [(1, letter)], invoice: nil, receipt: nil))
    about.decide([edit(.date, "6.5.2022", "1"), edit(.merchant, "Harbour Office", "2")])
    #expect(about.date?.value == "2022-05-06" && about.date?.confidence == 1 && about.date?.page == 1)
    #expect(about.sender?.value == "Harbour Office" && about.kind.value == .letter)
    about.decide([edit(.date, "", "4"), edit(.date, "7.5.2022", "3")])
    #expect(about.date == nil)
  }

  @Test("Inserts an added line below the one above it, and removes it without a trace")
  func addedLine() throws {
    let page = page()
    let box = Box(x: 10, y: 130, width: 120, height: 20)
    let edit = Edit(id: "1", line: box, on: page, new: "25.15 MYR", by: "kim", at: "")
    let added = page.applying([edit])
    #expect(added.text == "Total\n25.15 MYR\n" && added.words.map(\.text) == ["Total", "25.15", "MYR"])
    #expect(added.words[1].isEdited == true && added.words[2].box.maxX <= box.maxX + 1)
    #expect(added.withoutEdits.blocks == page.blocks && added.withoutEdits.text == page.text)
    // On an empty page, the line gets its own block; if an engine later reads text there, the line replaces it.
    var empty = page
    (empty.blocks, empty.text) = ([], "")
    let alone = empty.applying([edit])
    #expect(alone.blocks.count == 1 && alone.withoutEdits.blocks.isEmpty)
    var read = page
    let misread = Word(text: "2S.1S", confidence: 0.3, box: box)
    read.blocks[0].lines.append(Line(text: "2S.1S", confidence: 0.3, box: box, baseline: [], words: [misread]))
    #expect(read.applying([edit]).words.map(\.text) == ["Total", "25.15", "MYR"])
  }
}
