// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: docscan's replacements for functions of Tesseract and Leptonica give identical results.

import CLeptonica
import CTesseractKernels
import DocScanFixtures
import DocScanNative
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
}
