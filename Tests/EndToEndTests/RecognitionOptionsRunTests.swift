// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: recognition's options apply to exactly the pages they are set for.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanVision
import Testing

@Suite("Recognition options in a run", .realWorker)
struct RecognitionOptionsRunTests {
  /// Returns a workspace with a document of two equal pages, whose only unusual word is misread.
  private func workspace() throws -> Workspace {
    let work = try Workspace()
    var page = PageDrawing(size: .a5)
    try page.paragraph(
      "Please confirm that Brumlvik will be there today, before the meeting of the board begins in the large hall.",
      at: Point(x: 50, y: 80), width: 320, font: .serif(11))
    let image = try page.raster(dpi: 70).blurred(times: 1)
    try Raster.writeTIFF([image, image], to: work.folder / "in/a.tif", dpi: 70)
    return work
  }

  @Test("Applies custom words to one page, and lists candidates on request")
  func customWordsOfOnePage() throws {
    let work = try workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    #expect(try work.run().exitCode == 0)
    for number in 1...2 {
      let words = try work.page("a", number).words
      // A word that two readings differ in always has candidates.
      #expect(!words.contains { $0.text == "Brumlvik" } && words.contains { $0.candidates == nil })
    }
    // A worker that is already confined builds the page's stage.
    try work.pipeline(
      stages: #"{"stage": "recognize", "candidates": 3}"#,
      more: #""overrides": {"a.tif#2": {"recognize": {"customWords": ["Brumlvik"]}}},"#)
    #expect(try work.run().exitCode == 0)
    let (first, second) = (try work.page("a", 1), try work.page("a", 2))
    #expect(!first.words.contains { $0.text == "Brumlvik" })
    #expect(second.words.contains { $0.text == "Brumlvik" }, "\(second.text)")
    for word in first.words + second.words { #expect(word.candidates?.first?.text == word.text) }
  }

  @Test("Ends the run with exit code 3 before it begins if a region is invalid")
  func wrongRegion() throws {
    let work = try workspace()
    try work.pipeline(stages: #"{"stage": "recognize", "region": [0.5, 0.5, 0.6, 0.5]}"#)
    let result = try work.run()
    #expect(result.exitCode == 3, "\(result.summary)")
    #expect(result.errors.contains("stages[0].region"), "\(result.summary)")
    #expect(!work.folder.contains("out/a"))
  }
}
