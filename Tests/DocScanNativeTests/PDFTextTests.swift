// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: existing text of PDF pages is returned in order, with boxes on the ink.

import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanVision
import Foundation
import Testing

@Suite("Existing text of PDF pages") struct PDFTextTests {
  private let lines = ["The quick brown fox", "jumps over the lazy dog"]

  @Test("Returns words, lines, and blocks in reading order")
  func order() throws {
    let text = try #require(try existingText(TestPDF.page(text: lines + ["", "", "A second block"]).bytes))
    #expect(text.text.text == "The quick brown fox\njumps over the lazy dog\n\nA second block\n")
    #expect(text.text.blocks.map(\.lines.count) == [2, 1])
    #expect(text.text.words.map(\.text).prefix(3) == ["The", "quick", "brown"])
    #expect(text.text.words.allSatisfy { $0.confidence == 1 })
    #expect(text.image == RasterSize(width: 2550, height: 3300, dpi: 300))
    #expect(text.pageSize == PageSize(width: 612, height: 792))
  }

  @Test("Returns the baselines of the text")
  func baseline() throws {
    let text = try #require(try existingText(TestPDF.page(text: lines).bytes))
    let line = try #require(text.text.blocks.first?.lines.first)
    // The text is 72 points below the upper edge.
    for point in line.baseline { #expect(abs(point.y - 300) < 12) }
    #expect(abs(line.box.x - 300) < 5)
  }

  @Test(
    "Places boxes on the ink on rotated, cropped, and scaled pages",
    // Text that is turned by a quarter is on an upright page instead: see the tests of turned text.
    arguments: ["", "/Rotate 180", "/CropBox[50 50 500 760]", "/UserUnit 2", "/CropBox[50 50 500 760]/UserUnit 1.5"])
  func ink(extra: String) throws {
    let bytes = TestPDF.page(text: ["Xylophone", "HHHHHH"], extra: extra).bytes
    let pipeline = #"{"pages": {"dpi": 150}}"#
    let text = try #require(try existingText(bytes, pipeline: pipeline))
    let page = try load(bytes, pipeline: pipeline)
    #expect(page.raster.width == text.image.width && page.raster.height == text.image.height)
    #expect(page.pageSize == text.pageSize)
    #expect(text.text.words.count == 2)
    let picture = TestPicture(page.raster)
    func darkness(_ box: Box) -> Double {
      var dark = 0
      for y in Int(box.y)..<Int(box.maxY) {
        for x in Int(box.x)..<Int(box.maxX) where picture[x, y][0] < 128 { dark += 1 }
      }
      return Double(dark)
    }
    let inBoxes = text.text.words.reduce(0) { $0 + darkness($1.box) }
    let all = Double(picture.pixels.count { $0 < 128 })
    #expect(inBoxes / all > 0.97)
  }

  @Test("Separates leaders from the words beside them, and weighs bold lines")
  func leadersAndWeights() throws {
    let pdf = TestPDF.page(text: ["Rent........349.41", "And so on..."] + lines, boldLines: [0])
    let read = try #require(try existingText(pdf.bytes)).text.blocks.flatMap(\.lines)
    #expect(read.map(\.text).prefix(2) == ["Rent ........ 349.41", "And so on..."])
    #expect(read.map { $0.weight != nil } == [true, false, false, false])
  }

  @Test("Keeps words whole whose letters are kerned apart or letter-spaced, and the narrow spaces of a tight line")
  func tornWords() throws {
    let content = """
      BT /F 10 Tf 14 TL 40 560 Td
      [(The St) -130 (ar) -130 (i house sells pictures and books at an auc) -130 (tion)] TJ T*
      (in the second week of March and in the last week) Tj T*
      -1.3 Tw (where each line of a narrow column is set very tight) Tj T*
      0 Tw 1.2 Tc (POD LIPAMI) Tj T*
      0 Tc [(Write to sta) -130 (ri) -120 (@example.com on the 12) -140 (th)] TJ T*
      [(Rebate) -130 (-5.00 and) -130 (.75 for) -130 (L'or)] TJ ET
      """
    let text = try #require(try existingText(Array(HandmadePDF.pages(content: content).data)))
    #expect(
      text.text.text.hasPrefix(
        """
        The Stari house sells pictures and books at an auction
        in the second week of March and in the last week
        where each line of a narrow column is set very tight
        POD LIPAMI
        Write to stari@example.com on the 12 th
        Rebate -5.00 and .75 for L’or
        """), "\(text.text.text)")
  }

  @Test("Composes characters into normal form C")
  func normalForm() throws {
    // WinAnsi has no combining marks; the octal escapes are é and ü.
    let text = try #require(try existingText(TestPDF.page(text: ["Caf\\351 M\\374ller"]).bytes))
    #expect(text.text.text.unicodeScalars.elementsEqual("Café Müller\n".unicodeScalars))
  }

  @Test(
    "Keeps a page's text that contains its own directional marks", arguments: [0x202A, 0x202B, 0x202C, 0x202E])
  func marks(mark: Int) throws {
    let hexadecimal = String(mark, radix: 16)
    let text = try #require(
      try existingText(TestPDF.page(text: lines + ["paid in full"], meaning: [UInt8(ascii: "f"): hexadecimal]).bytes))
    #expect(text.text.words.map(\.text).contains("quick"))
    #expect(text.text.words.count == 12)
  }

  @Test("Reads every block, even with another one at the page's edge")
  func blocksAtTheEdge() throws {
    var pdf = TestPDF()
    let places = [
      (400, 700, "Invoice"), (380, 600, "Total"), (-2, 500, "margin note"), (300, 300, "Payable"),
    ]
    pdf.addPage(612, 792, content: places.map { "BT /F 18 Tf \($0) \($1) Td (\($2)) Tj ET" }.joined(separator: "\n"))
    let text = try #require(try existingText(pdf.bytes))
    #expect(Set(text.text.words.map(\.text)) == ["Invoice", "Total", "margin", "note", "Payable"])
  }

  @Test("Returns no text for a page without words, or if the pipeline forces recognition")
  func none() throws {
    #expect(try existingText(TestPDF.page(of: .gray(425, 550), 612, 792).bytes) == nil)
    #expect(try existingText(TestPDF.page(text: []).bytes) == nil)
    let recognize = #"{"pages": {"existingText": "force"}}"#
    #expect(try existingText(TestPDF.page(text: lines).bytes, pipeline: recognize) == nil)
    #expect(try existingText(TestPicture.gray().pam) == nil)
  }

  @Test("Recognizes a scan with a stamp, but keeps a full text layer", arguments: [(3, true), (40, false)])
  func stamp(words: Int, isRecognized: Bool) throws {
    var pdf = TestPDF()
    let image = pdf.addImage(.gray(425, 550))
    let lines = (0..<words).map { "BT 3 Tr /F 12 Tf 30 \(380 - 9 * $0) Td (ABC\($0)) Tj ET" }
    pdf.addPage(306, 396, content: "q 306 0 0 396 0 0 cm /I1 Do Q \(lines.joined(separator: " "))", images: [image])
    #expect((try existingText(pdf.bytes) == nil) == isRecognized)
    // Invisible text doesn't change the rendered scan.
    #expect(TestPicture(try load(pdf.bytes).raster) == .gray(425, 550))
  }

  @Test("Ignores text without a Unicode mapping", .enabled(if: SampleData.isThere, "no sample data"))
  func unmapped() throws {
    #expect(try existingText(path: SampleData.path("formats/ocrmypdf-type3_font_nomapping.pdf")) == nil)
  }

  @Test(
    "Matches the boxes of pdftotext",
    .enabled(if: SampleData.isThere && PDFToText.isThere, "no sample data, or no pdftotext"),
    arguments: [
      "born-digital/tracemonkey.pdf", "born-digital/pypdf-google-doc.pdf", "born-digital/pypdf-4-pages.pdf",
      "gnarly-pdf/olmocr-small_page_size.pdf", "gnarly-pdf/olmocr-horribleocr.pdf",
      "multilingual/ko-card-benefits-digital.pdf", "hostile/unstructured-copy-protected.pdf",
    ])
  func boxes(name: String) throws {
    let text = try #require(try existingText(path: SampleData.path(name), pipeline: #"{"pages": {"dpi": 72}}"#))
    let expected = try PDFToText.words(path: SampleData.path(name))
    #expect(expected.count > 10)
    let words = Dictionary(grouping: text.text.words, by: \.text)
    let found = expected.count { word in (words[word.text] ?? []).contains { overlap($0.box, word.box) >= 0.6 } }
    #expect(Double(found) >= 0.93 * Double(expected.count))
  }
}
