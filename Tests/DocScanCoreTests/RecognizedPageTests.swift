// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the page JSON has all keys of its contract and reads back unchanged.

import DocScanCore
import FoundationEssentials
import Testing

@Suite("Page JSON")
struct RecognizedPageTests {
  private let page = RecognizedPage(
    document: DocumentReference(name: "scan", sha256: "00", pageCount: 1),
    page: PageReference(number: 1, source: "scan.pdf", sourcePage: 1), status: .recognized,
    source: RasterSize(width: 100, height: 200, dpi: 300), image: RasterSize(width: 100, height: 200, dpi: 300),
    corrections: [Correction(kind: "deskew", confidence: 0.9, degrees: 0, matrix: .identity)],
    text: "Hello\n", confidence: 0.95, languages: ["eng"],
    blocks: [
      Block(
        kind: .text, box: Box(x: 1, y: 2, width: 30, height: 40),
        lines: [
          Line(
            text: "Hello", confidence: 0.95, box: Box(x: 1, y: 2, width: 30, height: 40),
            baseline: [Point(x: 1, y: 40), Point(x: 31, y: 40)],
            words: [Word(text: "Hello", confidence: 0.95, box: Box(x: 1, y: 2, width: 30.126, height: 40))])
        ])
    ])

  @Test("Writes every key of the contract, with null for missing values")
  func keys() throws {
    let value = try JSONDecoder().decode(JSONValue.self, from: JSONText.compact(page))
    guard case .object(let members) = value else {
      Issue.record("a page is an object")
      return
    }
    #expect(
      members.keys.sorted() == [
        "blocks", "confidence", "coordinates", "corrections", "document", "failure", "image", "languages", "page",
        "schema", "source", "sourceToImage", "status", "text",
      ])
    #expect(members["failure"] == .null)
    #expect(members["schema"] == "docscan-page/1")
    #expect(members["coordinates"] == ["unit": "pixel", "origin": "top-left"])
    #expect(members["sourceToImage"] == [1, 0, 0, 0, 1, 0, 0, 0, 1])
  }

  @Test("Reads a page back within a hundredth of a pixel")
  func roundTrip() throws {
    let back = try JSONDecoder().decode(RecognizedPage.self, from: JSONText.pretty(page))
    #expect(back.words.map(\.text) == ["Hello"])
    #expect(back.words.first?.box.width == 30.13)
    #expect(back.corrections == page.corrections)
  }

  @Test("Rejects another schema")
  func schema() throws {
    let text = String(decoding: try JSONText.compact(page), as: UTF8.self)
    let other = Data(text.replacing("docscan-page/1", with: "docscan-page/9").utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(RecognizedPage.self, from: other) }
  }

  @Test(
    "Joins words by spaces, except between Han and kana",
    arguments: [
      (["Guten", "Tag"], "Guten Tag"), (["日本", "語", "の"], "日本語の"), (["서울", "시"], "서울 시"), (["第", "3", "章"], "第 3 章"),
    ])
  func joining(words: [String], text: String) {
    let box = Box(x: 0, y: 0, width: 1, height: 1)
    #expect(joinedText(words.map { Word(text: $0, confidence: 1, box: box) }) == text)
  }

  @Test("Keeps the word as its first candidate when text or confidence changes")
  func candidates() {
    let box = Box(x: 0, y: 0, width: 1, height: 1)
    let candidates = [Word.Candidate(text: "l0t", confidence: 0.8), Word.Candidate(text: "lot", confidence: 0.4)]
    var word = Word(text: "l0t", confidence: 0.8, box: box, candidates: candidates)
    word.confidence = 0.4
    #expect(word.candidates?.map(\.confidence) == [0.4, 0.2])
    word.text = "10t"
    #expect(word.candidates?.map(\.text) == ["10t", "lot"])
    let more = word.adding(Word.Candidate(text: "let", confidence: 0.3))
    #expect(more.candidates?.map(\.text) == ["10t", "let", "lot"])
    #expect(more.limited(toCandidates: 2).candidates?.map(\.text) == ["10t", "let"])
    // A word without candidates gets itself and the new one.
    let own = Word.Candidate(text: "a", confidence: 1)
    #expect(Word(text: "a", confidence: 1, box: box).adding(candidates[0]).candidates == [own, candidates[0]])
  }
}
