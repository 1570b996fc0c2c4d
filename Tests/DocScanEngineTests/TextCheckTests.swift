// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: text that a PDF page already has is only kept if it is sound.

import DocScanCore
import Testing

@testable import DocScanReading

@Suite("Text that PDF pages already have")
struct TextCheckTests {
  private func shapes(_ text: String) -> WordShapes {
    WordShapes(
      text.split(separator: " ").map {
        Word(text: String($0), confidence: 1, box: Box(x: 0, y: 0, width: 10, height: 10))
      })
  }

  /// The measurements of sound text.
  private var sound: TextCheck.Evidence {
    var evidence = TextCheck.Evidence()
    (evidence.language, evidence.fit) = (0.99, 1)
    (evidence.words, evidence.betweenWords, evidence.betweenLines, evidence.unread) = (1, 1, 1, 0)
    return evidence
  }

  @Test("Finds no odd words in prose, amounts, links, and codes")
  func plainWords() {
    let text =
      "The committee's e-mail (see www.example.org/a_b?c=1) cost 1,204.50 EUR, i.e. 12% of A4 paper, AB12-77/3."
    #expect(shapes(text).odd == 0)
    #expect(shapes(text).encoding == 0)
  }

  @Test("Finds words with signs that words don't have")
  func oddWords() { #expect(shapes("th^s w{r}d c`u¬ld be wr^^ng").odd > 0.3) }

  @Test("Finds letters that stand alone", arguments: [("W e d n e s d a y", 1.0), ("On a Wednesday", 0.3334)])
  func single(text: String, most: Double) {
    #expect(abs(shapes(text).single - most) < 0.01)
  }

  @Test("Doesn't count Chinese, Japanese, and Korean signs as letters that stand alone")
  func eastAsian() { #expect(shapes("会 議 は 한 국").single == 0) }

  @Test("Finds UTF-8 that was decoded as Windows-1252")
  func encoding() {
    #expect(shapes("GebÃ¤ude PrÃ¼fung").encoding > 0.2)
    #expect(shapes("Gebäude Prüfung «Ça va» São").encoding == 0)
  }

  @Test("Trusts sound text without reading lines")
  func soundText() {
    let check = TextCheckModel.cheap.check(sound)
    #expect(check.probability >= TextCheckModel.plain && check.signs.isEmpty && !check.isSick)
    #expect(check.expected.grade == .a)
  }

  @Test("Distrusts text that lines of the picture contradict")
  func contradicted() {
    var evidence = sound
    (evidence.agreement, evidence.readConfidence) = (0.05, 0.9)
    let check = TextCheckModel.sampled.check(evidence)
    #expect(check.isSick && check.signs.first == .reading)
    #expect(check.expected.grade == .f)
  }

  @Test("Trusts text that the reader can't read")
  func unreadable() {
    var evidence = sound
    (evidence.agreement, evidence.readConfidence) = (0.4, 0.2)
    #expect(!TextCheckModel.sampled.check(evidence).isSick)
  }

  @Test("Distrusts a layer next to the ink")
  func displaced() {
    var evidence = sound
    (evidence.words, evidence.betweenWords, evidence.betweenLines) = (0.7, 0.45, 0.3)
    let check = TextCheckModel.cheap.check(evidence)
    #expect(check.isSick && check.signs.first == .place)
  }

  @Test("Never gains probability from a sign against the text")
  func monotonic() {
    for model in [TextCheckModel.cheap, .sampled] { #expect(model.weights.allSatisfy { $0 <= 0 }) }
  }
}
