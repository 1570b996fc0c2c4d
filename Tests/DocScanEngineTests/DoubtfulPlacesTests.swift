// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: only doubtful places are read again, and only in languages that the networks know.

import DocScanCore
import Testing

@testable import DocScanEngine

@Suite("Doubtful places")
struct DoubtfulPlacesTests {
  /// Returns a block of one line with these words' probabilities; each character is 10 wide, each word 20 high.
  private func block(_ words: [(text: String, probability: Double)], gap: Double = 10, y: Double = 0) -> Block {
    var x = 0.0
    let made = words.map { text, probability in
      defer { x += Double(text.count) * 10 + gap }
      return Word(
        text: text, confidence: probability, box: Box(x: x, y: y, width: Double(text.count) * 10, height: 20))
    }
    let box = Box(x: 0, y: y, width: x, height: 20)
    let line = Line(text: joinedText(made), confidence: 0.9, box: box, baseline: [], words: made)
    return Block(kind: .text, box: box, lines: [line])
  }

  private func texts(_ blocks: [Block]) -> [String] { DoubtfulPlaces(blocks).places.map { joinedText($0.words) } }

  @Test("Skips certain lines, and one word that is probably right")
  func clean() {
    let sure = ["one", "clean", "line", "of", "print"].map { ($0, 0.97) }
    #expect(texts([block(sure)]) == [])
    #expect(texts([block(sure + [("nearly", 0.88)])]) == [])
  }

  @Test("Reads a doubtful word with its neighbors again, the most promising first")
  func doubtful() {
    let first = block([("one", 0.97), ("two", 0.97), ("thr3e", 0.6), ("four", 0.97), ("five", 0.97)])
    let second = block([("s1x", 0.2), ("seven", 0.97), ("eight", 0.97)], y: 40)
    #expect(texts([first, second]) == ["s1x seven", "two thr3e four"])
  }

  @Test("Excludes words in another column, and marks that span several lines")
  func columns() {
    #expect(texts([block([("left", 0.97), ("r1ght", 0.4), ("end", 0.97)], gap: 60)]) == ["r1ght"])
    var marked = block([("before", 0.97), ("d0ubt", 0.4), ("|", 0.3)])
    marked.lines[0].words[2].box.height = 90
    #expect(texts([marked]) == ["before d0ubt"])
  }
}

@Suite("Languages of the networks")
struct NetworkLanguageTests {
  @Test(
    "Reads Latin, Chinese, and Japanese text, but no Fraktur",
    arguments: [
      (["eng"], true), (["deu", "fra"], true), (["jpn", "chi_tra"], true), (["frk"], false), (["deu_latf"], false),
      (["script/Fraktur"], false), (["deu", "frk"], false), (["kor"], false), (["rus"], false),
    ])
  func reads(packs: [String], isRead: Bool) {
    #expect(NetworkReader.reads(packs) == isRead)
  }
}
