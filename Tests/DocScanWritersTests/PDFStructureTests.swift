// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanCore
import DocScanFixtures
import DocScanWriters
import Testing

@Suite("Tagged PDF")
struct PDFStructureTests {
  @Test("Paragraphs, headings and captions come in reading order, with the words as they are")
  func readingOrder() throws {
    var page = SamplePage([
      ["First", "paragraph", "goes"], ["on", "here", "hyphen-"], ["ated."], ["Second", "one."],
    ])
    page.blocks[0].lines[3].startsParagraph = true
    page.blocks.insert(SamplePage([["The", "title"]], kind: .heading).blocks[0], at: 0)
    page.blocks.append(SamplePage([["Figure", "1"]], kind: .caption).blocks[0])
    page.blocks.append(Block(kind: .picture, box: Box(x: 100, y: 600, width: 200, height: 100), lines: []))
    let second = SamplePage([["これは", "テスト"], ["です。"]])
    let pdf = try WrittenPDF(page, second, settings: ["tagged": .boolean(true)])
    try Command("qpdf", ["--check", pdf.path]).check()
    #expect(try pdf.information().contains("Tagged:          yes"))
    let printed = try pdf.information("-struct-text").split(separator: "\n").map { $0.filter { $0 != " " } }
      .filter { !$0.hasPrefix("/") }
    #expect(
      printed == [
        "Document", "Sect", "H1(block)", "\"Thetitle\"", "P(block)", "\"Firstparagraphgoesonherehyphen-ated.\"",
        "P(block)",
        "\"Secondone.\"", "Caption", "\"Figure1\"", "Figure:", "Sect", "P(block)", "\"これはテストです。\"",
      ])
    let text = try pdf.information("-struct-text")
    #expect(text.contains("\"First paragraph goes on here hyphen-ated.\""))
    #expect(text.contains("\"これはテストです。\""))
  }

  @Test("The words stay the same, marked or not")
  func text() throws {
    let page = SamplePage([["Marked", "text"], ["reads", "like"], ["any", "other"]])
    let (plain, tagged) = (try WrittenPDF(page), try WrittenPDF(page, settings: ["tagged": .boolean(true)]))
    for option in ["-raw", "-layout", "-bbox"] { #expect(try plain.text(option) == tagged.text(option)) }
  }

  @Test("Every piece of marked text has an element, and every element its page", arguments: [1, 70])
  func parentTree(pages: Int) throws {
    let page = WriterPage(result: SamplePage([["a", "b"], ["c"]]).result, picturePath: nil)
    let pdf = try WrittenPDF(Array(repeating: page, count: pages), settings: ["tagged": .boolean(true)])
    try Command("qpdf", ["--check", pdf.path]).check()
    let lines = try pdf.expanded.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
    #expect(lines.count { $0 == "/S /P" } == pages)
    #expect(lines.count { $0 == "/Tabs /S" } == pages)
    #expect(Set(lines.filter { $0.hasPrefix("/StructParents ") }).count == pages)
    #expect(lines.contains("/ParentTreeNextKey \(pages)"))
    #expect(lines.count { $0.hasSuffix("BDC") } == lines.count { $0 == "EMC" })
  }

  @Test("Letters that stand from right to left are marked so, and read as before")
  func rightToLeft() throws {
    let page = SamplePage([["שלום", "עולם"], ["מילה", "abc"]])
    let (plain, tagged) = (try WrittenPDF(page), try WrittenPDF(page, settings: ["tagged": .boolean(true)]))
    #expect(try tagged.expanded.matches(of: /\/ReversedChars BMC\n[^\n]*/).count == 3)
    #expect(
      try plain.text("-raw").split(whereSeparator: \.isWhitespace)
        == tagged.text("-raw").split(whereSeparator: \.isWhitespace))
    try Command("qpdf", ["--check", tagged.path]).check()
  }

  @Test("A page that failed says so once")
  func failureNote() throws {
    var page = SamplePage([])
    page.status = .failed
    page.failure = PageFailure(kind: .unreadable, stage: "load", message: "It is torn.")
    let text = try WrittenPDF(page, settings: ["tagged": .boolean(true)]).information("-struct-text")
    #expect(text.matches(of: /It is torn\./).count == 1)
  }

  @Test("The picture of a page is no part of its text")
  func artifact() throws {
    let picture = try SamplePicture()
    let pdf = try WrittenPDF([picture.page(.rgb)], settings: ["tagged": .boolean(true)], folder: picture.folder)
    #expect(try pdf.expanded.contains("/Artifact BMC\nq 400 0 0 600 0 0 cm /Im0 Do Q\nEMC\n"))
  }
}
