// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a page in an unexpected language yields one actionable note.

import Testing

@testable import DocScanBatch
@testable import DocScanCore
@testable import DocScanStore

@Suite("Notes on the languages of a document")
struct LanguageNotesTests {
  /// Returns a page of forty words that was read with `pack` and seems to be in the language `looks`.
  private func page(
    _ number: Int, pack: String, certain: Double?, looks: String, confidence: Double = 0.95
  ) throws -> RecognizedPage {
    let box = Box(x: 0, y: 0, width: 90, height: 20)
    let words = Array(repeating: Word(text: "dokument", confidence: 0.9, box: box), count: 40)
    let text = words.map(\.text).joined(separator: " ")
    let line = Line(text: text, confidence: 0.9, box: box, baseline: [], words: words)
    var page = RecognizedPage(
      document: DocumentReference(name: "letters", sha256: "", pageCount: 3),
      page: PageReference(number: number, source: "letters.pdf", sourcePage: number), status: .recognized, text: text,
      languages: [pack], languageConfidence: certain, blocks: [Block(kind: .text, box: box, lines: [line])])
    try page.findings.set(PageLanguage(tag: looks, confidence: confidence, blocks: []))
    return page
  }

  @Test("Advises to read black letter with its own language pack", arguments: ["deu", "frk"])
  func blackLetter(pack: String) throws {
    var (notes, others) = (LanguageNotes(), LanguageNotes())
    var page = try page(2, pack: pack, certain: nil, looks: "de")
    others.add(page)
    page.text = "Es ift fehr fpät, fagte fie, und zwifchen diefen Bergen geht die Sonne früh unter."
    notes.add(page)
    #expect(others.sentences(installed: []).isEmpty)
    #expect(notes.sentences(installed: ["Fraktur"]).count == (pack == "deu" ? 1 : 0))
    guard pack == "deu" else { return }
    #expect(notes.sentences(installed: ["Fraktur"])[0].hasSuffix("Read the document again with -l Fraktur."))
    #expect(notes.sentences(installed: [])[0].hasSuffix("-l frk: sudo apt-get install tesseract-ocr-frk"))
  }

  @Test("Names the missing package once for all pages")
  func missing() throws {
    var notes = LanguageNotes()
    notes.add(try page(1, pack: "por", certain: 0.8, looks: "cs"))
    notes.add(try page(3, pack: "eng", certain: nil, looks: "cs"))
    #expect(notes.sentences(installed: []).count == 1)
    #expect(try #require(notes.sentences(installed: []).first).hasPrefix("Pages 1, 3 (ces): "))
    #expect(try #require(notes.sentences(installed: []).first).contains("apt-get install tesseract-ocr-ces"))
    // If the pack is installed, the note only suggests to read the document again.
    let installed = try #require(notes.sentences(installed: ["ces"]).first)
    #expect(installed.hasSuffix("Read the document again with -l ces.") && !installed.contains("apt-get"))
    // Several languages share one note.
    notes.add(try page(4, pack: "eng", certain: nil, looks: "de"))
    #expect(
      notes.sentences(installed: ["deu"]) == [
        "Pages 1, 3 (ces), Page 4 (deu): the text looks like another language than it was read in. Install it, then read the "
          + "document again with -l ces+deu: sudo apt-get install tesseract-ocr-ces"
      ])
  }

  @Test("Writes no note for similar or doubtful languages")
  func alike() throws {
    var notes = LanguageNotes()
    notes.add(try page(1, pack: "slk", certain: 0.8, looks: "cs"))
    notes.add(try page(2, pack: "eng", certain: 0.8, looks: "en"))
    notes.add(try page(3, pack: "eng", certain: 0.8, looks: "cs", confidence: 0.6))
    #expect(notes.sentences(installed: []).isEmpty)
  }

  @Test("Uses recognition's finding if no stage detected the language")
  func withoutStage() throws {
    var notes = LanguageNotes()
    var page = try page(1, pack: "por", certain: 0.8, looks: "cs")
    page.findings.remove([PageLanguage.description])
    notes.add(page)
    #expect(notes.sentences(installed: []).isEmpty)
    let other = try #require(OtherLanguage(tag: "cs", confidence: 0.95, of: page.text, readWith: page.languages))
    try page.findings.set(other)
    notes.add(page)
    #expect(try #require(notes.sentences(installed: []).first).contains("apt-get install tesseract-ocr-ces"))
  }

  @Test("Says which pages were read again in the language that they look like, and with what result")
  func readAgain() throws {
    var notes = LanguageNotes()
    for (number, reading) in [(1, OtherLanguage.Reading.taken), (2, .rejected), (4, .taken)] {
      var page = try page(number, pack: reading == .taken ? "deu" : "eng", certain: nil, looks: "de")
      var other = try #require(OtherLanguage(tag: "de", confidence: 0.95, of: page.text, readWith: ["eng"]))
      other.reading = reading
      try page.findings.set(other)
      notes.add(page)
    }
    #expect(
      notes.sentences(installed: ["deu"]) == [
        "Pages 1, 4: the text looked like another language (deu) than it was first read in, and was read again in that language.",
        "Page 2: the text looked like another language (deu) than it was first read in, but reading it in that language gave nothing better, "
          + "so its first reading stays.",
      ])
  }

  @Test("Names a page whose language couldn't be detected")
  func undecided() throws {
    var notes = LanguageNotes()
    notes.add(try page(2, pack: "eng", certain: 0, looks: "und", confidence: 0))
    #expect(notes.sentences(installed: []).count == 1)
    #expect(try #require(notes.sentences(installed: []).first).hasPrefix("Page 2: "))
  }
}
