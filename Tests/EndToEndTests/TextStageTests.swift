// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: text stages run without reading any page again.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanStore
import DocScanVision
import FoundationEssentials
import Testing

@Suite("Stages that only need text")
struct TextStageTests {
  private static let reading = #"{"stage": "deskew"}, {"stage": "recognize"}"#

  @Test("Detects typed data in a later run without recognition")
  func laterQuestions() throws {
    let work = try Workspace()
    try ImagePDF([try Documents.shortLetter()[0].raster(dpi: 150)], dpi: 150).write(to: work.folder / "in/letter.pdf")
    try work.pipeline(stages: Self.reading)
    #expect(try work.run().exitCode == 0)
    let before = try work.page("letter", 1)
    #expect(before.detections == nil)
    #expect(try work.report().stageSeconds["recognize"] != nil)

    try work.pipeline(stages: Self.reading + #", {"stage": "detect"}"#)
    #expect(try work.run().exitCode == 0)
    let after = try work.page("letter", 1)
    #expect(after.detections?.contains { $0.type == .date && $0.value == "2024-03-12" } == true)
    #expect(after.blocks == before.blocks && after.expected == before.expected)
    #expect(try work.report().stageSeconds["recognize"] == nil)

    try work.pipeline(stages: Self.reading + #", {"stage": "detect", "types": ["phone"]}"#)
    #expect(try work.run().exitCode == 0)
    #expect(try work.page("letter", 1).detections?.contains { $0.type == .date } == false)
    try work.pipeline(stages: Self.reading)
    #expect(try work.run().exitCode == 0)
    #expect(try work.page("letter", 1) == before)
  }

  @Test("Processes copied text, too, with boxes at the words")
  func keptPages() throws {
    let work = try Workspace()
    try PageDrawing.writePDF(try Documents.shortLetter(), to: work.folder / "in/letter.pdf")
    try work.pipeline(stages: Self.reading + #", {"stage": "detect"}, {"stage": "languages"}"#)
    #expect(try work.run().exitCode == 0)
    let page = try work.page("letter", 1)
    #expect(page.status == .copied)
    #expect(page.textLanguage?.tag == "en")
    #expect(try work.record("letter").pages.map(\.language) == ["en", "en"])
    #expect(try work.report().documents.first?.languages == ["en": 2])
    let date = try #require(page.detections?.first { $0.type == .date })
    #expect(date.value == "2024-03-12" && date.text == "12 March 2024")
    let words = date.words.map { page.words[$0] }
    #expect(words.map(\.text) == ["12", "March", "2024"])
    let around = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
    #expect(abs(around.x - date.box.x) < 0.1 && abs(around.maxX - date.box.maxX) < 0.1)
    #expect(abs(around.y - date.box.y) < 0.1 && abs(around.maxY - date.box.maxY) < 0.1)
  }

  @Test("Reads a two-page invoice's fields with their pages and positions")
  func invoice() throws {
    let pages: [PageDrawing] = try [
      [
        [(50, "Kaltenbach Medien GmbH · Lange Gasse 8 · 88131 Lindau")], [], [(50, "Seewald Technik AG")],
        [(50, "Industriering 27")], [(50, "24937 Flensburg")], [], [(50, "Rechnungsnummer: 2023-4711")],
        [(50, "Rechnungsdatum: 03.04.2023")], [(50, "Leistungsdatum: 28.03.2023")], [], [(50, "Rechnung")], [],
        [(50, "1  Beratung vor Ort"), (300, "2"), (380, "100,00"), (480, "200,00")],
        [(50, "2  Wartung Heizung"), (300, "1"), (380, "100,00"), (480, "100,00")],
        [(50, "Übertrag"), (480, "300,00")],
      ],
      [
        [(50, "Kaltenbach Medien GmbH")], [], [(50, "Übertrag"), (480, "300,00")],
        [(50, "3  Kabel 10 m"), (300, "1"), (380, "100,00"), (480, "100,00")], [],
        [(50, "Nettobetrag"), (480, "400,00")], [(50, "MwSt. 19 %"), (480, "76,00")],
        [(50, "Gesamtbetrag"), (480, "476,00 €")], [], [(50, "Zahlbar bis 03.05.2023")],
      ],
    ].map { rows in
      var page = PageDrawing()
      for (number, row) in rows.enumerated() {
        for (x, text) in row {
          try page.line(text, at: Point(x: Double(x), y: 80 + 22 * Double(number)), font: .sans(11))
        }
      }
      return page
    }
    let work = try Workspace()
    try PageDrawing.writePDF(pages, to: work.folder / "in/paper.pdf")
    try work.pipeline(stages: #"{"stage": "recognize", "languages": ["deu"]}, {"stage": "receipt"}"#)
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    let invoice = try #require(try work.record("paper").invoice)
    let fields = [
      invoice.number, invoice.date, invoice.dueDate, invoice.total, invoice.net, invoice.tax, invoice.seller,
    ]
    #expect(
      fields.map { $0?.value } == [
        "2023-4711", "2023-04-03", "2023-05-03", "476.00", "400.00", "76.00", "Kaltenbach Medien GmbH",
      ])
    #expect(invoice.buyer?.value == "Seewald Technik AG" && invoice.pages == [1, 2] && invoice.currency == "EUR")
    let (number, total) = (try #require(invoice.number), try #require(invoice.total))
    #expect(number.page == 1 && total.page == 2 && number.confidence > 0.5 && total.confidence > 0.5)
    let amount = try #require(try work.page("paper", 2).words.first { $0.text == "476,00" })
    let place = try #require(total.box)
    #expect(abs(amount.box.y - place.y) < 2 && abs(amount.box.x - place.x) < 2)
    let file = try work.folder.text("out/paper/paper.json")
    #expect(file.contains("\"invoice\""))
  }

  @Test("Parses the payload of a page's QR codes")
  func payloads() throws {
    let contact = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Jane Harbour\r\nTEL;TYPE=work:+12125550142\r\nEND:VCARD\r\n"
    let payment = "BCD\n002\n1\nSCT\nBFSWDE33BER\nWikimedia\nDE33100205000001194700\nEUR12.50\n\n\nDonation"
    let work = try Workspace()
    let codes = try [contact, payment, "Platform 4"].map { try Raster.barcode(.qrCode, $0, width: 300, height: 300) }
    var page = try Documents.shortLetter(size: .a4)[1].raster(dpi: 150)
    for (code, y) in zip(codes, [120, 600, 1080]) { page = try page.with(code, x: 820, y: y) }
    try page.write(to: work.folder / "in/page.png", as: .png, dpi: 150)
    try work.pipeline(stages: #"{"stage": "barcodes"}, {"stage": "recognize"}"#)
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    let found = try #require(try work.page("page", 1).barcodes).sorted { $0.quad[0].y < $1.quad[0].y }
    #expect(found.map(\.text) == [contact, payment, "Platform 4"])
    #expect(found.map(\.payload?.kind) == [.contact, .payment, nil])
    func fields(_ index: Int) -> [String] { found[index].payload?.fields.map { "\($0.name)=\($0.value)" } ?? [] }
    #expect(fields(0) == ["name=Jane Harbour", "phone=+12125550142"])
    #expect(
      fields(1) == [
        "bic=BFSWDE33BER", "name=Wikimedia", "iban=DE33100205000001194700", "amount=12.50", "currency=EUR",
        "text=Donation",
      ])
  }

  @Test("Rejects text stages before recognition")
  func order() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "detect"}, {"stage": "recognize"}"#)
    let result = try work.run()
    #expect(result.exitCode == 3)
    let message = "\"recognize\" must come before \"detect\": it reads the text that this stage analyzes"
    #expect(result.errors.contains(message))
  }
}
