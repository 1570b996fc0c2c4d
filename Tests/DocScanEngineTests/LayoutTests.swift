// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: text of drawn pages is read in the right order.

import DocScanCore
import DocScanEngine
import DocScanFixtures
import DocScanNative
import DocScanVision
import Testing

@Suite("Layout of drawn pages")
struct LayoutTests {
  private static let left =
    "The ferry left the small harbour early and nobody on the quay looked up from the morning paper before it was gone."
  private static let right =
    "Every winter the baker counts the empty sacks in the attic and writes their number on the wooden door with chalk."

  private func read(_ drawing: PageDrawing) throws -> PageContext.Recognition {
    try read(drawing.raster(dpi: 200))
  }

  private func read(_ image: Raster) throws -> PageContext.Recognition {
    let recognition = try #require(try Trial(image, dpi: 200, "recognize").page.recognition)
    for block in recognition.blocks {
      for line in block.lines {
        #expect(block.box.contains(line.box), "the block holds \(line.text)")
        for word in line.words { #expect(line.box.contains(word.box), "the line holds \(word.text)") }
      }
    }
    return recognition
  }

  private func lines(_ recognition: PageContext.Recognition) -> [String] {
    recognition.blocks.flatMap(\.lines).map(\.text)
  }

  @Test("Reads columns in turn, below a heading across them", arguments: [2, 3])
  func columns(count: Int) throws {
    var page = PageDrawing()
    try page.line(
      "A heading that spans the columns of the page", at: Point(x: 50, y: 70), font: PageFont.serif(18).bold)
    let texts = [Self.left, Self.right, Self.left]
    let width = 495 / Double(count) - 18
    for column in 0..<count {
      try page.paragraph(
        String(repeating: texts[column] + " ", count: 4), at: Point(x: 50 + Double(column) * (width + 22), y: 110),
        width: width, font: .serif(10))
    }
    #expect(lines(try read(page)) == page.lines.map(\.text))
  }

  @Test("Reads a sidebar after the text next to it")
  func sidebar() throws {
    var page = PageDrawing()
    try page.paragraph(
      String(repeating: Self.left + " ", count: 5), at: Point(x: 50, y: 100), width: 330, font: .serif(10))
    for (row, text) in ["Opening hours", "Monday to Friday", "nine to noon", "Saturday closed"].enumerated() {
      try page.line(text, at: Point(x: 400, y: 100 + 13.5 * Double(row)), font: .sans(9))
    }
    #expect(words(try read(page)) == page.words.map(\.text))
  }

  @Test("Joins a label and its distant amount into one line")
  func receiptRows() throws {
    let recognition = try read(Documents.receipt())
    let texts = lines(recognition)
    for row in ["Rye bread 1 kg 5.40", "Coffee, large 3.15", "TOTAL EUR 23.14", "Cash 25.00", "Change 1.86"] {
      #expect(texts.contains(row), "\(texts)")
    }
  }

  @Test("Joins a table's row into one line on a page with other text")
  func table() throws {
    let texts = lines(try read(Documents.invoice()))
    for row in ["4 Brake pads, pair 8.50 34.00", "3 Child helmet, size S 27.90 83.70", "VAT 19 % 165.95"] {
      #expect(texts.contains { $0.hasSuffix(row) }, "\(texts)")
    }
    #expect(texts.contains { $0.hasPrefix("Please pay by bank transfer within fourteen days") })
  }

  @Test("Reads the header first and the footer last")
  func edges() throws {
    var page = try PageDrawing.text(lines: 20, columns: [(50, 235), (310, 235)])
    try page.line("Harbour News", at: Point(x: 470, y: 35), font: .sans(9))
    try page.line("Page seven", at: Point(x: 270, y: 800), font: .sans(9))
    let texts = lines(try read(page))
    #expect(texts.first == "Harbour News")
    #expect(texts.last == "Page seven")
  }

  @Test("Adds no words from a photograph to the text next to it", arguments: [UInt64(1), 2, 3])
  func photograph(seed: UInt64) throws {
    var page = PageDrawing()
    try page.paragraph(
      String(repeating: Self.left + " ", count: 6), at: Point(x: 50, y: 90), width: 240, font: .serif(11))
    var scene = PageDrawing(size: PageSize(width: 220, height: 200))
    scene.picture(in: Box(x: 0, y: 0, width: 220, height: 200))
    let photograph = try scene.raster(dpi: 200).withNoise(deviation: 35, seed: seed).blurred(times: 2)
      .withNoise(deviation: 10, seed: seed + 10)
    let place = Box(
      x: 320 * 200 / 72, y: 85 * 200 / 72, width: Double(photograph.width), height: Double(photograph.height))
    let recognition = try read(page.raster(dpi: 200).with(photograph, x: Int(place.x), y: Int(place.y)))
    #expect(words(recognition) == page.words.map(\.text))
    #expect(recognition.dropped.allSatisfy { $0.box.x >= place.x - 20 }, "\(recognition.dropped)")
    let pictures = recognition.blocks.filter { $0.kind == .picture }
    #expect(pictures.contains { $0.box.intersectionOverUnion(place) > 0.7 }, "\(pictures)")
  }

  private func words(_ recognition: PageContext.Recognition) -> [String] {
    recognition.blocks.flatMap { $0.lines.flatMap { $0.words.map(\.text) } }
  }
}

extension Box {
  /// Returns whether this box contains another one, within rounding.
  fileprivate func contains(_ other: Box) -> Bool {
    other.x >= x - 0.01 && other.y >= y - 0.01 && other.maxX <= maxX + 0.01 && other.maxY <= maxY + 0.01
  }
}
