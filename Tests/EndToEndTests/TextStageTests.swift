// SPDX-License-Identifier: GPL-3.0-or-later

import DocScan
import DocScanFixtures
import FoundationEssentials
import Testing

@Suite("Stages that look at text alone")
struct TextStageTests {
  private static let reading = #"{"stage": "deskew"}, {"stage": "recognize"}"#

  @Test("Asking for typed data later reads no page again")
  func laterQuestions() throws {
    let work = try Workspace()
    try ImagePDF([try Documents.letter()[0].raster(dpi: 150)], dpi: 150).write(to: work.folder / "in/letter.pdf")
    try work.pipeline(stages: Self.reading)
    #expect(try work.run().exitCode == 0)
    let before = try work.page("letter", 1)
    #expect(before.detections == nil)
    #expect(try work.report().stageSeconds["recognize"] ?? 0 > 0)

    try work.pipeline(stages: Self.reading + #", {"stage": "detect"}"#)
    #expect(try work.run().exitCode == 0)
    let after = try work.page("letter", 1)
    #expect(after.detections?.contains { $0.type == .date && $0.value == "2024-03-12" } == true)
    #expect(after.blocks == before.blocks && after.expected == before.expected)
    #expect(try work.report().stageSeconds["recognize"] == nil)

    try work.pipeline(stages: Self.reading + #", {"stage": "detect", "types": ["phone"]}"#)
    #expect(try work.run().exitCode == 0)
    #expect(try work.page("letter", 1).detections?.contains { $0.type == .date } == false)
    try work.pipeline(stages: Self.reading)
    #expect(try work.run().exitCode == 0)
    #expect(try work.page("letter", 1) == before)
  }

  @Test("Pages that keep their own text are looked at, too, and boxes are where the words are")
  func keptPages() throws {
    let work = try Workspace()
    try PageDrawing.writePDF(try Documents.letter(), to: work.folder / "in/letter.pdf")
    try work.pipeline(stages: Self.reading + #", {"stage": "detect"}, {"stage": "languages"}"#)
    #expect(try work.run().exitCode == 0)
    let page = try work.page("letter", 1)
    #expect(page.status == .copied)
    #expect(page.textLanguage?.tag == "en")
    #expect(try work.record("letter").pages.map(\.language) == ["en", "en"])
    #expect(try work.report().documents.first?.languages == ["en": 2])
    let date = try #require(page.detections?.first { $0.type == .date })
    #expect(date.value == "2024-03-12" && date.text == "12 March 2024")
    let words = date.words.map { page.words[$0] }
    #expect(words.map(\.text) == ["12", "March", "2024"])
    let around = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
    #expect(abs(around.x - date.box.x) < 0.1 && abs(around.maxX - date.box.maxX) < 0.1)
    #expect(abs(around.y - date.box.y) < 0.1 && abs(around.maxY - date.box.maxY) < 0.1)
  }

  @Test("Text has to be read before it is looked at")
  func order() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "detect"}, {"stage": "recognize"}"#)
    let result = try work.run()
    #expect(result.exitCode == 3)
    let message = "\"recognize\" has to come before \"detect\": it reads the text that is looked through"
    #expect(result.errors.contains(message))
  }
}
