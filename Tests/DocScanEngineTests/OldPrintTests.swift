// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the long s of old books isn't read as f, and new text keeps every letter.

import DocScanCore
import DocScanFixtures
import DocScanReading
import Testing

@testable import DocScanEngine

@Suite("Old print")
struct OldPrintTests {
  private func text(of sentences: String, in pack: String) throws -> String {
    var page = PageDrawing(size: .a4)
    _ = try page.paragraph(sentences, at: Point(x: 60, y: 90), width: 470, font: .serif(12))
    let image = try page.raster(dpi: 300)
    let found = try Trial(image, dpi: 300, "recognize", settings: ["languages": [.string(pack)]]).page
    return try #require(found.recognition).blocks.words.map(\.text).joined(separator: " ")
  }

  @Test(
    "Reads the long s of Roman type",
    arguments: [
      (
        "eng",
        "She herſelf ſaw the ſame houſe firſt, and the ſailors loſt their ſenſes. Theſe four friends found thoſe ſmall "
          + "veſſels before the ſtorm, and after ſupper the maſter himſelf ſent for the beſt of them.",
        ["herſelf", "ſame", "houſe", "firſt,", "Theſe", "four", "friends", "before", "after", "himſelf", "for", "of"]
      ),
      (
        "fra",
        "Les ſoldats ſont dans la priſon, & ceſte nuict il faut que la fille ſoit forte. C'eſt ainſi que le maiſtre "
          + "paſſe ſur le fleuve, ſans offenſer ſes amis, qui s'aſſemblent à la porte de l'Egliſe.",
        [
          "ſoldats", "ſont", "priſon,", "ceſte", "faut", "fille", "forte.", "C'eſt", "ainſi", "paſſe", "ſur", "fleuve,",
          "ſes",
        ]
      ),
    ])
  func longS(pack: String, sentences: String, words: [String]) throws {
    let text = try text(of: sentences, in: pack)
    for word in words { #expect(text.split(separator: " ").contains(Substring(word)), "\(text)") }
  }

  @Test("Keeps each f of new print")
  func newPrint() throws {
    let sentences =
      "The fame of the fine font fell after the fire, and four safe fields of flax fed the fleet. For fifty of the fat "
      + "fowls the farmer fought off a fox; fate found him at the fort."
    #expect(try text(of: sentences, in: "eng") == sentences)
  }

  /// Returns the restored words of a line with a dictionary of a few words.
  private func words(_ text: String, in pack: String, dictionary: Set<String>) -> [Word] {
    let words = text.split(separator: " ").map {
      Word(text: String($0), confidence: 0.9, box: Box(x: 0, y: 0, width: 10, height: 10))
    }
    let line = Line(
      text: text, confidence: 0.9, box: Box(x: 0, y: 0, width: 10, height: 10), baseline: [], words: words)
    let page = OldPrint(packs: [pack], isInDictionary: dictionary.contains)
    return page.restored([Block(kind: .text, box: line.box, lines: [line])]).words
  }

  private func restored(_ text: String, in pack: String, dictionary: Set<String>) -> String {
    words(text, in: pack, dictionary: dictionary).map(\.text).joined(separator: " ")
  }

  @Test("Doubts words that may have an f or a long s")
  func doubt() {
    let dictionary: Set = ["house", "these", "same", "best", "those", "fort", "sort", "safe"]
    let found = words("houfe thefe fame beft thofe fort safe", in: "eng", dictionary: dictionary)
    #expect(found.filter { $0.confidence < 0.8 }.map(\.text) == ["fort"])
  }

  @Test("Restores the ligatures of Fraktur")
  func ligatures() {
    let dictionary: Set = ["jetzt", "ſitzen", "Aufſatz", "daß"]
    let text = "I< ſah ſie no<h ni<t, ſ<on jeßt ſißen daß Auffaß x < 3 1<2"
    let right = "Ich ſah ſie noch nicht, ſchon jetzt ſitzen daß Aufſatz x < 3 1<2"
    #expect(restored(text, in: "frk", dictionary: dictionary) == right)
    #expect(restored(text, in: "deu", dictionary: dictionary) == text)
  }

  @Test("Prefers function words of the page's language only")
  func functionWords() {
    let others: Set = ["house", "these", "same", "best", "those", "fur"]
    let text = "houfe thefe fame beft thofe fur"
    #expect(restored(text, in: "eng", dictionary: others) == "houſe theſe ſame beſt thoſe fur")
    #expect(restored(text, in: "fra", dictionary: others) == "houſe theſe ſame beſt thoſe ſur")
  }

  @Test("Takes some misread words for no proof of a long s")
  func fewWords() {
    let dictionary: Set = ["house", "these", "same", "four", "friends", "found", "before", "after", "fire"]
    let text = "houfe thefe fame four friends found before after fire"
    #expect(restored(text, in: "eng", dictionary: dictionary) == text)
  }
}
