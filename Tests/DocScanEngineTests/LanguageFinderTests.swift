// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanCore
import DocScanFixtures
import DocScanNative
import Testing

@testable import DocScanEngine

@Suite("The languages of a page")
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

  @Test("Letters tell languages of one script apart", arguments: ["deu", "eng"])
  func latin(language: String) throws {
    let decision = try decision(Documents.notice(in: language), among: ["eng", "deu", "fra", "ita", "por", "spa"])
    #expect(decision.packs == [language] && decision.confidence > 0.5 && !decision.isVertical)
  }

  @Test("Scripts are told apart by reading, whatever stands first in the list", arguments: ["kor", "jpn", "chi_sim"])
  func scripts(language: String) throws {
    let decision = try decision(Documents.notice(in: language), among: ["eng", "kor", "chi_sim", "jpn"])
    #expect(decision.packs.first == language)
  }

  @Test("A page in a script that no pack knows is read with what there is, and not believed")
  func unknown() throws {
    let decision = try decision(Documents.notice(in: "kor"), among: ["eng", "deu"])
    #expect(decision.packs == ["eng"] && decision.confidence < 0.6)
  }

  @Test("A table of numbers is in no script, whatever is installed")
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

  @Test("A second script stays only where the page has words of its own letters, and more than a few")
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

  @Test("Words that mix a script's letters with digits prove nothing of it, and few letters prove little")
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

  @Test("A page without text is read in the usual language, and nothing is said about it")
  func empty() throws {
    let decision = try decision(PageDrawing(), among: ["deu", "eng"])
    #expect(decision.packs == ["eng"] && decision.confidence == 0)
    #expect(try finder(["fra", "deu"]).fallback == "fra")
  }

  @Test("Given languages stay, and get the packs for columns only where lines run downwards")
  func given() throws {
    let finder = try finder(["eng", "jpn", "jpn_vert"])
    let across = try finder.given(["jpn"], for: page(Documents.notice(in: "jpn")))
    #expect(across.packs == ["jpn"] && across.confidence == 1 && !across.isVertical)
    let downwards = try finder.given(["jpn"], for: page(Documents.verticalNotice()))
    #expect(downwards.packs == ["jpn_vert", "jpn"] && downwards.isVertical)
  }
}
