// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a language pack that can't be loaded is an error, and doesn't end the process.

import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanVision
import Testing

@Suite("Tesseract")
struct TesseractTests {
  @Test("Reports a missing or damaged language pack", arguments: ["zzz", "damaged", "eng+zzz"])
  func unusablePack(language: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("not a language pack", to: "damaged.traineddata")
    for _ in 0..<3 {
      #expect(throws: PipelineError.self) {
        _ = try Tesseract(languages: language.split(separator: "+").map(String.init), dataFolder: folder.path)
      }
    }
  }
}
