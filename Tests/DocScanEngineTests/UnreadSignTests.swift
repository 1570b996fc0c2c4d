// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: signs that a language pack can't read don't become letters or digits.

import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanReading
import DocScanVision
import Testing

@testable import DocScanEngine

@Suite("Unread signs")
struct UnreadSignTests {
  @Test(
    "Reads signs that the pack of the page's language lacks",
    arguments: [
      ("spa", "Escriba a marta.brandt@museo.es hoy. La casa Brandt & Hijos cierra.", ["marta.brandt@museo.es", "&"]),
      ("por", "Escreva para marta.brandt@museu.pt ou info@werk7.de.", ["marta.brandt@museu.pt", "info@werk7.de."]),
      ("deu", "Die Fristen nach § 12 und nach §§ 3-5 sind kurz.", ["§", "12", "§§", "3-5"]),
      ("fra", "Les délais selon § 12 de la loi sont courts.", ["§", "12"]),
    ])
  func signs(pack: String, sentence: String, words: [String]) throws {
    var page = PageDrawing(size: .a4)
    _ = try page.paragraph(sentence, at: Point(x: 60, y: 90), width: 470, font: .serif(12))
    let image = try page.raster(dpi: 300)
    let found = try Trial(image, dpi: 300, "recognize", settings: ["languages": [.string(pack)]]).page
    let texts = try #require(found.recognition).blocks.words.map(\.text)
    for word in words { #expect(texts.contains(word), "\(texts)") }
  }

  @Test("Knows the signs of a pack from its file")
  func packs() throws {
    let signs = PackSigns(try LanguagePacks())
    #expect(signs.missing(in: ["eng"]) == nil)
    #expect(signs.missing(in: ["deu"])?.signs == ["§"])
    #expect(signs.missing(in: ["spa"])?.signs == ["@", "&", "§"])
    #expect(signs.missing(in: ["spa"])?.helper == "eng")
    #expect(signs.missing(in: ["spa", "eng"]) == nil)
  }

  /// Returns a line of words, each 20 pixels wide per letter.
  private func line(_ texts: String...) -> Line {
    var x = 40.0
    let words = texts.map { text in
      defer { x += 20 * Double(text.count) + 20 }
      return Word(
        text: text, confidence: 0.9, box: Box(x: x, y: 100, width: 20 * Double(text.count), height: 30))
    }
    return Line(
      text: texts.joined(separator: " "), confidence: 0.9, box: Box(x: 40, y: 100, width: x - 40, height: 30),
      baseline: [], words: words)
  }

  private func read(_ first: Line, _ second: Line) throws -> String? {
    var isRead = false
    let signs = UnreadSigns(signs: ["%", "@", "&", "§"]) { _ in
      isRead = true
      return [Block(kind: .text, box: second.box, lines: [second])]
    }
    let blocks = try signs.applied(to: [Block(kind: .text, box: first.box, lines: [first])])
    return isRead ? blocks[0].lines[0].text : nil
  }

  @Test("Replaces the digits that a percent sign became")
  func percent() throws {
    #expect(try read(line("Moms", "25", "20"), line("Moms", "25", "%")) == "Moms 25 %")
    #expect(try read(line("sedan", "796", "till"), line("sedan", "7%", "till")) == "sedan 7% till")
    #expect(try read(line("sonra", "967"), line("sonra", "%7")) == "sonra %7")
  }

  @Test("Joins the parts of an address")
  func address() throws {
    #expect(
      try read(line("Skriv", "till", "info", "Q", "werk7.de"), line("Skriv", "till", "info@", "werk7.de"))
        == "Skriv till info@werk7.de")
    #expect(try read(line("info", "Q", "werk7.de"), line("andra@", "werk8.com")) == "info Q werk7.de")
  }

  @Test("Keeps words that the other pack reads in another way, but without a sign")
  func others() throws {
    #expect(try read(line("Rum", "25", "20"), line("Rom", "25", "20")) == "Rum 25 20")
    #expect(try read(line("Art", "$", "12"), line("Art", "S", "12")) == "Art $ 12")
    #expect(try read(line("ver$", "8", "12"), line("§", "8", "12")) == "ver$ 8 12")
    // The digits aren't those of the percentage.
    #expect(try read(line("sedan", "796", "till"), line("sedan", "3%", "till")) == "sedan 796 till")
  }

  @Test("Doesn't read lines again that can't have a sign")
  func withoutSigns() throws {
    #expect(try read(line("Der", "Preis", "ist", "1234,50", "Euro"), line("x")) == nil)
    #expect(try read(line("www.museum.de", "zeigt", "mehr"), line("x")) == nil)
  }
}
