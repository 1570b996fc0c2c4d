// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a page's script and language are detected without trusting weak evidence.

import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanVision
import Testing

@testable import DocScanEngine

@Suite("Detecting languages")
struct LanguageFinderTests {
  private func finder(_ packs: [String]) throws -> LanguageFinder {
    let folder = try LanguagePacks().folder
    return LanguageFinder(
      packs: packs, instances: TesseractCache(dataFolder: folder, options: .init()))
  }

  private func page(_ drawing: PageDrawing) throws -> PageContext {
    PageContext(
      reference: PageReference(number: 1, source: "page", sourcePage: 1), source: try drawing.raster(dpi: 200), dpi: 200
    )
  }

  private func decision(_ drawing: PageDrawing, among packs: [String]) throws -> LanguageDecision {
    try finder(packs).decide(page(drawing))
  }

  @Test("Distinguishes languages of one script by their letters", arguments: ["deu", "eng"])
  func latin(language: String) throws {
    let decision = try decision(Documents.notice(in: language), among: ["eng", "deu", "fra", "ita", "por", "spa"])
    #expect(decision.packs == [language] && decision.confidence > 0.5 && !decision.isVertical)
  }

  @Test(
    "Distinguishes scripts by trial recognition, regardless of the list's order", arguments: ["kor", "jpn", "chi_sim"])
  func scripts(language: String) throws {
    let decision = try decision(Documents.notice(in: language), among: ["eng", "kor", "chi_sim", "jpn"])
    #expect(decision.packs.first == language)
  }

  @Test("Reports low confidence for a script without a pack")
  func unknown() throws {
    let decision = try decision(Documents.notice(in: "kor"), among: ["eng", "deu"])
    #expect(decision.packs == ["eng"] && decision.confidence < 0.6)
  }

  @Test("Assigns no script to a table of numbers")
  func numbers() throws {
    var page = PageDrawing()
    for row in 0..<16 {
      for column in 1..<5 {
        try page.line(
          "\((row * 7919 + column * 104729) % 90000 + 1000)",
          endingAt: Point(x: 100 * Double(column), y: 100 + 20 * Double(row)), font: .sans(10))
      }
    }
    #expect(try decision(page, among: LanguagePacks().languages).packs == ["eng"])
  }

  @Test("Keeps a second script only if the page has enough words in its letters")
  func second() throws {
    func page(_ texts: [String]) -> [Block] {
      let box = Box(x: 0, y: 0, width: 10, height: 10)
      let words = texts.map { Word(text: $0, confidence: 0.9, box: box) }
      let line = Line(text: texts.joined(separator: " "), confidence: 0.9, box: box, baseline: [], words: words)
      return [Block(kind: .text, box: box, lines: [line])]
    }
    let finder = try finder(["eng", "tha"])
    #expect(finder.isConfirmed("tha", by: page(["Menu", "ข้าวผัดกุ้ง", "ต้มยำ", "Fried", "rice"])))
    #expect(!finder.isConfirmed("tha", by: page(["Table", "ผิ8", "ศิ7", "๒0ธ๐๐2007", "กข1คงจฉชซ", "Total"])))
    #expect(!finder.isConfirmed("tha", by: page(Array(repeating: "Corporate", count: 60) + ["ทณขอยกป"])))
  }

  @Test("Ignores words that mix letters with digits, and gives few letters little weight")
  func proof() {
    func score(_ text: String) -> Double {
      let word = Word(text: text, confidence: 0.85, box: Box(x: 0, y: 0, width: 90, height: 20))
      return LineReading([word], script: .other("Thai")).score
    }
    #expect(score("ฟา1ร061ไล") == 0)
    #expect(score("ภาษาไทย") > 0.84)
    #expect(!ScriptTrial.isCredible(.other("Thai"), score: 0.85, letters: 6))
    #expect(ScriptTrial.isCredible(.other("Thai"), score: 0.85, letters: 30))
    #expect(!ScriptTrial.isCredible(.other("Thai"), score: 0.6, letters: 60))
  }

  @Test("Uses the default language for a page without text, with zero confidence")
  func empty() throws {
    let decision = try decision(PageDrawing(), among: ["deu", "eng"])
    #expect(decision.packs == ["eng"] && decision.confidence == 0)
    #expect(try finder(["fra", "deu"]).fallback == "fra")
  }

  @Test("Keeps given languages, and adds vertical packs only for vertical lines")
  func given() throws {
    let finder = try finder(["eng", "jpn", "jpn_vert"])
    let across = try finder.given(["jpn"], for: page(Documents.notice(in: "jpn")))
    #expect(across.packs == ["jpn"] && across.confidence == 1 && !across.isVertical)
    let downwards = try finder.given(["jpn"], for: page(Documents.verticalNotice()))
    #expect(downwards.packs == ["jpn_vert", "jpn"] && downwards.isVertical)
  }
}
