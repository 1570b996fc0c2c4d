// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: each recognition option has exactly its documented effect.

import DocScanCore
import DocScanEngine
import DocScanFixtures
import DocScanNative
import DocScanVision
import Testing

@Suite("Recognition options")
struct RecognitionOptionTests {
  @Test("Reads the same words in the same places at the fast level from another picture")
  func fast() throws {
    let drawing = try PageDrawing.text(lines: 20)
    let image = try drawing.raster(dpi: 200)
    let (fast, accurate) = (try read(image, dpi: 200, ["level": "fast"]), try read(image, dpi: 200))
    #expect(fast.map(\.box) != accurate.map(\.box))
    for words in [fast, accurate] {
      let found = drawing.words(dpi: 200).filter { drawn in
        words.contains { $0.text == drawn.text && $0.box.intersectionOverUnion(drawn.box) > 0.6 }
      }
      #expect(found.count * 100 >= drawing.words.count * 97, "\(found.count) of \(drawing.words.count)")
    }
  }

  @Test("Keeps narrow columns apart at the fast level")
  func fastColumns() throws {
    let drawing = try PageDrawing.text(lines: 24, columns: [(50, 150), (225, 150), (400, 150)])
    let words = try read(drawing.raster(dpi: 150), dpi: 150, ["level": "fast"]).map(\.text)
    #expect(Array(words.prefix(20)) == drawing.words.prefix(20).map(\.text))
  }

  @Test("Reads custom words that no dictionary has")
  func customWords() throws {
    var page = PageDrawing(size: .a5)
    try page.paragraph(
      "The order of Xylophentra was sent by Kwizdorff to the harbour at Ilbrandtz in the morning. Please confirm that "
        + "Brumlvik and Qorvexil will be there today, and that the modern crane is ready.", at: Point(x: 50, y: 80),
      width: 320, font: .serif(11))
    let names = ["Xylophentra", "Kwizdorff", "Ilbrandtz", "Brumlvik", "Qorvexil"]
    let settings: [String: JSONValue] = ["customWords": .array(names.map { .string($0) }), "candidates": 3]
    let image = try page.raster(dpi: 70).blurred(times: 1)
    let plain = try read(image, dpi: 70).map(\.text)
    let words = try read(image, dpi: 70, settings)
    #expect(!plain.contains("Ilbrandtz") && !plain.contains("Brumlvik"), "\(plain)")
    for name in names { #expect(words.contains { $0.text == name }, "\(name): \(words.map(\.text))") }
    // All other words are unchanged, and a custom word lists the original reading among its candidates.
    for word in words where !names.contains(word.text) { #expect(plain.contains(word.text), "\(word.text)") }
    let misread = try #require(words.first { $0.text == "Brumlvik" })
    #expect(misread.candidates?.first?.text == "Brumlvik")
    #expect(misread.candidates?.contains { $0.text != "Brumlvik" && $0.text.hasPrefix("Brum") } == true)
  }

  @Test("Keeps dictionary words and numbers that resemble custom words")
  func otherWords() throws {
    var page = PageDrawing(size: .a5)
    let text = "A modern corner of the barn, order 48213 and form 48219, was closed."
    try page.paragraph(text, at: Point(x: 50, y: 80), width: 320, font: .serif(11))
    let settings: [String: JSONValue] = ["customWords": ["modem", "comer", "bam", "48218", "dosed", "4821"]]
    #expect(try read(page.raster(dpi: 200), dpi: 200, settings).map(\.text).joined(separator: " ") == text)
  }

  /// Codes that resemble dictionary words. Versions of Tesseract differ in which of them they correct.
  private static let words = [
    "poople": "people", "offlce": "office", "anofher": "another", "markel": "market", "clook": "clock",
    "windew": "window",
    "nothihg": "nothing", "befween": "between", "morming": "morning", "markct": "market", "hcllo": "hello",
    "agajnst": "against",
    "fhrough": "through", "nunber": "number", "letler": "letter", "thlnk": "think", "gardcn": "garden",
    "wlnter": "winter",
  ]

  private func codes() throws -> PageDrawing {
    var page = PageDrawing(size: .a5)
    try page.paragraph(
      Self.words.keys.sorted().joined(separator: " "), at: Point(x: 50, y: 80), width: 320, font: .serif(11))
    return page
  }

  @Test("Keeps codes as printed without language correction")
  func languageCorrection() throws {
    // Versions of Tesseract correct different codes at each resolution.
    let kept = try [70.0, 80, 90, 100].flatMap { dpi in
      let image = try codes().raster(dpi: dpi).blurred(times: 2)
      let corrected = try read(image, dpi: dpi).map(\.text)
      let plain = try read(image, dpi: dpi, ["languageCorrection": false]).map(\.text)
      let repaired = Self.words.filter { corrected.contains($0.value) && !corrected.contains($0.key) }
      return repaired.filter { plain.contains($0.key) && !plain.contains($0.value) }
    }
    #expect(!kept.isEmpty)
  }

  @Test("Lists the truth among a misread word's candidates, after the word itself")
  func candidates() throws {
    let image = try codes().raster(dpi: 80).blurred(times: 2)
    let words = try read(image, dpi: 80, ["candidates": 4])
    #expect(
      words.contains { word in
        word.candidates?.contains { Self.words[$0.text] == word.text } == true
      }, "\(words)")
    for word in words {
      let candidates = try #require(word.candidates)
      #expect((1...4).contains(candidates.count))
      #expect(candidates[0] == Word.Candidate(text: word.text, confidence: word.confidence))
      #expect(candidates.map(\.confidence) == candidates.map(\.confidence).sorted(by: >), "\(candidates)")
      #expect(Set(candidates.map(\.text)).count == candidates.count)
    }
    #expect(words.contains { ($0.candidates?.count ?? 0) > 2 })
    let plain = try read(image, dpi: 80)
    // Without the option, only pages that were read twice have candidates.
    #expect(plain.allSatisfy { $0.candidates == nil || $0.candidates?.count == 2 })
    #expect(plain.contains { $0.candidates == nil })
    #expect(plain.map(\.text) == words.map(\.text))
  }

  @Test("Omits only lines below the minimum text height")
  func minimumTextHeight() throws {
    var page = PageDrawing(size: .a5)
    try page.line("Quarterly figures", at: Point(x: 50, y: 80), font: .serif(28))
    try page.line("Somewhat smaller", at: Point(x: 50, y: 130), font: .serif(14))
    try page.paragraph(
      "These lines are in small print, which nobody reads.", at: Point(x: 50, y: 170), width: 320, font: .serif(8))
    let image = try page.raster(dpi: 150)
    func text(_ height: JSONValue) throws -> String {
      try read(image, dpi: 150, ["minimumTextHeight": height]).map(\.text).joined(separator: " ")
    }
    #expect(try text(0) == page.text.replacing("\n", with: " "))
    // Letters with an ascender are about three quarters of the font's size high; the page has 595 points.
    #expect(try text(.number(9 * 0.75 / 595.0 + 0.002)) == "Quarterly figures Somewhat smaller")
    #expect(try text(.number(20 * 0.75 / 595.0)) == "Quarterly figures")
    #expect(try text(0.5) == "")
  }

  @Test("Reads only the region, with words at their places on the page", arguments: ["accurate", "fast"])
  func region(level: String) throws {
    var page = PageDrawing(size: .a5)
    let (width, height) = (page.size.width, page.size.height)
    try page.line("Left above", at: Point(x: 40, y: 100), font: .serif(12))
    try page.line("Right above", at: Point(x: 240, y: 100), font: .serif(12))
    try page.line("Left below", at: Point(x: 40, y: 450), font: .serif(12))
    try page.line("Right below", at: Point(x: 240, y: 450), font: .serif(12))
    let image = try page.raster(dpi: 150)
    let right: [JSONValue] = [
      .number(0.5), .number(0.7), .number((width - 230) / width), .number(0.12),
    ]
    let words = try read(image, dpi: 150, ["region": .array(right), "level": .string(level)])
    #expect(words.map(\.text) == ["Right", "below"])
    let drawn = page.words(dpi: 150).suffix(2)
    for (word, truth) in zip(words, drawn) { #expect(word.box.intersectionOverUnion(truth.box) > 0.6, "\(word)") }
    #expect(450 / height > 0.7 && 450 / height < 0.82)
    #expect(try read(image, dpi: 150, ["region": []]).count == 8)
  }

  @Test(
    "Explains an invalid region",
    arguments: [[0.5, 0, 0.6, 1], [0, 0, 1], [0, 0, 0, 1], [0, 0.2, 1, 0.9]])
  func wrongRegion(numbers: [Double]) throws {
    let image = try PageDrawing(size: .a5).raster(dpi: 50)
    let error = #expect(throws: PipelineError.self) {
      try read(image, dpi: 50, ["region": .array(numbers.map { .number($0) })])
    }
    #expect(error?.description.contains("recognize.region") == true)
    #expect(error?.description.contains("[x, y, width, height]") == true)
  }

  private func read(_ image: Raster, dpi: Double, _ settings: [String: JSONValue] = [:]) throws -> [Word] {
    let page = try Trial(image, dpi: dpi, "recognize", settings: settings).page
    return (page.recognition?.blocks ?? []).flatMap { $0.lines.flatMap(\.words) }
  }
}
