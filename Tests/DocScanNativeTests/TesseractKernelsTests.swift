// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: docscan's replacements for functions of Tesseract and Leptonica give identical results.

import CLeptonica
import CTesseractKernels
import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanVision
import Testing

@Suite("Replacements for Tesseract's functions", .enabled(if: TesseractKernels.areInUse))
struct TesseractKernelsTests {
  @Test("Gives the same answers as Tesseract's own functions for a line", arguments: try LanguagePacks().languages)
  func line(language: String) throws {
    let state = try TesseractKernels.state(languages: [language], dataFolder: try LanguagePacks().folder)
    #expect(state.hasPrefix("in use, with "), "\(state)")
    #expect(!state.contains("; 0 answers"), "\(state)")
  }

  @Test("Opens pictures of any size exactly as Leptonica does", arguments: 1...8)
  func opening(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Int32>) -> Int32 { Int32.random(in: range, using: &generator) }
    for _ in 0..<40 {
      var picture = unsafe pixCreate(number(20...320), number(20...220), 1)
      defer { unsafe pixDestroy(&picture) }
      for _ in 0..<40 {
        let operation = Bool.random(using: &generator) ? PIX_SET : PIX_CLR
        _ = unsafe pixRasterop(
          picture, number(-20...300), number(-20...200), number(1...90), number(1...90), operation, nil, 0, 0)
      }
      kernels_check_again()
      var opened = unsafe pixOpenBrick(nil, picture, number(1...60), number(1...60))
      unsafe pixDestroy(&opened)
    }
    #expect(unsafe String(cString: kernels_difference()) == "")
    #expect(TesseractKernels.areInUse)
  }

  @Test("Finds the start of each row exactly as Tesseract does", arguments: Tesseract.Layout.ofPages)
  func rows(layout: Tesseract.Layout) throws {
    let packs = try LanguagePacks()
    let engine = try Tesseract(languages: [packs.usual], dataFolder: packs.folder)
    var page = PageDrawing(size: .a5)
    for (x, text) in [(40.0, "Rows of words in a column on the left"), (230.0, "Other words in a column on the right")]
    {
      for (y, size) in [(60.0, 11.0), (200, 9), (320, 14)] {
        try page.paragraph(
          "\(text), which is set with several lines for each of its paragraphs.", at: Point(x: x, y: y), width: 160,
          font: .serif(size))
      }
    }
    kernels_check_again()
    let read = try engine.recognize(page.raster(dpi: 200), dpi: 200, layout: layout)
    #expect(read.blocks.flatMap(\.lines).count > 6)
    #expect(unsafe String(cString: kernels_difference()) == "")
    #expect(TesseractKernels.areInUse)
  }

  @Test("Converts gray pictures of any size to black and white exactly as Tesseract does", arguments: 1...4)
  func threshold(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let packs = try LanguagePacks()
    let engine = try Tesseract(languages: [packs.usual], dataFolder: packs.folder)
    for round in 0..<20 {
      let (width, height) = (Int.random(in: 8...300, using: &generator), Int.random(in: 8...60, using: &generator))
      // Dark text on light paper, the opposite, and noise.
      let (few, many) = [(20, 230), (230, 20), (0, 255)][round % 3]
      let picture = try unsafe Raster(width: width, height: height, channels: .gray) { pixels in
        for index in pixels.indices {
          let tone = Int.random(in: 0..<8, using: &generator) == 0 ? few : many
          let noise = Int.random(in: round % 3 == 2 ? -255...255 : -20...20, using: &generator)
          unsafe pixels[index] = UInt8(clamping: tone + noise)
        }
      }
      kernels_check_again()
      let before = TesseractKernels.checks
      _ = engine.marks(on: picture)
      #expect(TesseractKernels.checks >= before + 2)
    }
    #expect(unsafe String(cString: kernels_difference()) == "")
    #expect(TesseractKernels.areInUse)
  }
}
