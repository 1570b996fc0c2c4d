// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a tagged PDF can be read aloud in order, and its text stays the same.

import DocScanCore
import DocScanFixtures
import DocScanWriters
import Testing

@Suite("Tagged PDF")
struct PDFStructureTests {
  @Test("Tags paragraphs, headings, and captions in reading order with unchanged words")
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

  @Test("Keeps the same text with and without tags")
  func text() throws {
    let page = SamplePage([["Marked", "text"], ["reads", "like"], ["any", "other"]])
    let (plain, tagged) = (try WrittenPDF(page), try WrittenPDF(page, settings: ["tagged": .boolean(true)]))
    for option in ["-raw", "-layout", "-bbox"] { #expect(try plain.text(option) == tagged.text(option)) }
  }

  @Test("Connects every marked text to an element, and every element to its page", arguments: [1, 70])
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

  @Test("Marks letters from right to left, and keeps their reading order")
  func rightToLeft() throws {
    let page = SamplePage([["שלום", "עולם"], ["מילה", "abc"]])
    let (plain, tagged) = (try WrittenPDF(page), try WrittenPDF(page, settings: ["tagged": .boolean(true)]))
    #expect(try tagged.expanded.matches(of: /\/ReversedChars BMC\n[^\n]*/).count == 3)
    #expect(
      try plain.text().split(whereSeparator: \.isWhitespace) == tagged.text().split(whereSeparator: \.isWhitespace))
    try Command("qpdf", ["--check", tagged.path]).check()
  }

  @Test("Reports a failed page once")
  func failureNote() throws {
    var page = SamplePage([])
    page.status = .failed
    page.failure = PageFailure(kind: .unreadable, stage: "load", message: "It is torn.")
    let text = try WrittenPDF(page, settings: ["tagged": .boolean(true)]).information("-struct-text")
    #expect(text.matches(of: /It is torn\./).count == 1)
  }

  /// Returns a page with two paragraphs and a heading, and their translation.
  private static func translated(
    _ texts: [String], to language: String = "de", left: [Translation.Left?] = [nil, nil, nil]
  ) throws -> WriterPage {
    var page = SamplePage([["The", "bread"], ["is", "here."]])
    page.blocks.insert(SamplePage([["Notice"]], kind: .heading).blocks[0], at: 0)
    var result = page.result
    let places = [(0, [0]), (1, [0]), (1, [1])]
    let paragraphs = zip(places, zip(texts, left)).map { place, entry in
      Translation.Paragraph(block: place.0, lines: place.1, source: "?", text: entry.0, left: entry.1)
    }
    try result.page.findings.set([Translation(to: language, from: "en", provider: "x", paragraphs: paragraphs)])
    return WriterPage(result: result, picturePath: nil)
  }

  @Test(
    "Adds a translation for reading aloud after the text, invisible to search and copying",
    arguments: [
      ("de", ["Aushang", "Das Brot", "ist da."]), ("he", ["הודעה", "הלחם", "כאן"]), ("ja", ["お知らせ", "パンは", "ここです。"]),
    ])
  func translation(language: String, texts: [String]) throws {
    let page = try Self.translated(texts, to: language)
    let pdf = try WrittenPDF([page], settings: ["translation": .string(language)])
    let tagged = try WrittenPDF([page], settings: ["tagged": .boolean(true)])
    try Command("qpdf", ["--check", pdf.path]).check()
    for option in ["-raw", "-layout", "-bbox"] { #expect(try pdf.text(option) == tagged.text(option)) }
    let sections = try #require(try PDFStructureElement.all(in: pdf.path).first).parts
    #expect(sections.map(\.kind) == ["Sect"])
    let parts = try #require(sections.first).parts
    #expect(parts.map(\.kind) == ["H1", "P", "Div"] && parts.prefix(2).allSatisfy { $0.replacement == nil })
    let division = try #require(parts.last)
    #expect(division.language == language && division.title == "Translation (\(language))")
    #expect(division.parts.map(\.kind) == ["H1", "P", "P"])
    #expect(division.parts.map(\.replacement) == texts && division.parts.allSatisfy { $0.language == language })
    // poppler finds the same structure, and nothing that the page would show.
    let printed = try pdf.information("-struct-text").split(separator: "\n").map { $0.filter { $0 != " " } }
    #expect(printed.contains("Div\"Translation(\(language))\""))
    #expect(printed.count { $0.hasPrefix("P(block)") } == 3)
    let marks = try pdf.expanded.matches(of: /MCID (\d+)>>BDC/).compactMap { Int($0.output.1) }
    #expect(marks == Array(0..<marks.count) && marks.count == 5)
  }

  @Test("Tags untranslated paragraphs with their own language, and splits long strings")
  func untranslatedParagraphs() throws {
    let long = String(repeating: "Wort ", count: 4000)
    let page = try Self.translated(["Notice", long, "12"], left: [.refused, nil, .noWords])
    let pdf = try WrittenPDF([page], settings: ["translation": .string("de"), "pdfa": .string("2u")])
    let texts = try PDFStructureElement.all(in: pdf.path).flatMap(\.flattened).filter { $0.replacement != nil }
    #expect(texts.map(\.language) == ["en", "de", "de", "de", "de"])
    #expect(texts.allSatisfy { ($0.replacement?.utf16.count ?? 0) * 2 + 2 <= 32_767 })
    #expect(texts[1...3].compactMap(\.replacement).joined() == long.dropLast())
  }

  @Test("Writes the same file without a translation as with tags alone")
  func nothingTranslated() throws {
    let pages = [
      WriterPage(result: SamplePage([["Marked", "text"]]).result, picturePath: nil),
      try Self.translated(["Notice", "The bread", "is here."], left: [.refused, .noPair, .noWords]),
      try Self.translated(["Avis", "Le pain", "est ici."], to: "fr"),
    ]
    let (plain, wanted) = (
      try WrittenPDF(pages, settings: ["tagged": .boolean(true)]),
      try WrittenPDF(pages, settings: ["translation": .string("de")])
    )
    #expect(try plain.bytes == wanted.bytes)
  }

  @Test("Marks the page's picture as an artifact")
  func artifact() throws {
    let picture = try SamplePicture()
    let pdf = try WrittenPDF([picture.page(.rgb)], settings: ["tagged": .boolean(true)], folder: picture.folder)
    #expect(try pdf.expanded.contains("/Artifact BMC\nq 400 0 0 600 0 0 cm /Im0 Do Q\nEMC\n"))
  }
}
