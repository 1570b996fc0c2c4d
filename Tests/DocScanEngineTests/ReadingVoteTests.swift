// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: two readings of a page combine by confidence.

import Testing

@testable import DocScanCore
@testable import DocScanEngine
@testable import DocScanReading

@Suite("Two readings of a page")
struct ReadingVoteTests {
  /// Returns a line of words, each 50 pixels wide and 60 from the next, at a height.
  private func block(_ words: [(text: String, confidence: Double, x: Double)], y: Double = 100) -> Block {
    let words = words.map {
      Word(
        text: $0.text, confidence: $0.confidence, box: Box(x: $0.x, y: y, width: 50, height: 20),
        candidates: [Word.Candidate(text: $0.text, confidence: $0.confidence)])
    }
    let box = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
    let line = Line(text: joinedText(words), confidence: meanConfidence(words), box: box, baseline: [], words: words)
    return Block(kind: .text, box: box, lines: [line])
  }

  private func words(_ first: [Block], _ second: [Block]) -> [Word] {
    ReadingVote(first, second).blocks().flatMap(\.lines).flatMap(\.words)
  }

  @Test("Raises the confidence of a word in both readings")
  func agreement() {
    let words = words([block([("quay", 0.8, 0)])], [block([("quay", 0.6, 2)])])
    #expect(words.map(\.text) == ["quay"])
    #expect(words[0].confidence > 0.8 && words[0].confidence < 1)
  }

  @Test(
    "Keeps the more confident word with less confidence, and lists the other as a candidate",
    arguments: [true, false])
  func difference(isFirstSurer: Bool) {
    let (good, bad) = (block([("quay", 0.9, 0)]), block([("guay", 0.5, 1)]))
    let words = isFirstSurer ? words([good], [bad]) : words([bad], [good])
    #expect(words.map(\.text) == ["quay"])
    #expect(words[0].confidence < 0.9)
    #expect(words[0].candidates?.contains { $0.text == "guay" } == true)
  }

  @Test("Takes differently split words from the more confident reading")
  func division() {
    let split = block([("the", 0.9, 0), ("quay", 0.9, 60)])
    var joined = block([("thequay", 0.4, 0)])
    joined.lines[0].words[0].box.width = 110
    #expect(words([split], [joined]).map(\.text) == ["the", "quay"])
    #expect(words([joined], [split]).map(\.text) == ["the", "quay"])
  }

  @Test("Halves the confidence of a word that only the first reading has")
  func onlyFirst() {
    let words = words([block([("the", 0.9, 0), ("quay", 0.8, 60)])], [block([("the", 0.9, 0)])])
    #expect(words.map(\.text) == ["the", "quay"])
    #expect(words[1].confidence == 0.4)
  }

  @Test("Adds a confident word that only the second reading has")
  func onlySecond() {
    let first = [block([("the", 0.9, 0), ("gone", 0.9, 120)])]
    #expect(words(first, [block([("quay", 0.9, 60)])]).map(\.text) == ["the", "quay", "gone"])
    #expect(words(first, [block([("quay", 0.5, 60)])]).map(\.text) == ["the", "gone"])
    // A word outside all lines gets its own line in the page's order.
    let blocks = ReadingVote(first, [block([("Harbour", 0.9, 0)], y: 20)]).blocks()
    #expect(blocks.flatMap(\.lines).map(\.text) == ["Harbour", "the gone"])
  }
}
