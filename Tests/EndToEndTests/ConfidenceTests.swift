// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: each page gets an honest estimate of its errors, and the worst pages are listed first.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Testing

@Suite("Confidence, grades and the review list")
struct ConfidenceTests {
  /// Returns a workspace with a clean letter, and a small, blurred, noisy copy of it.
  private func workspace(confidence: String = "calibrated") throws -> Workspace {
    let work = try Workspace()
    try work.folder.write(
      """
      {"stages": [{"stage": "recognize", "confidence": "\(confidence)"}], "output": {"writers": [{"writer": "json"}]}}
      """, to: "pipeline.json")
    let letter = try Documents.letter()[0]
    try letter.raster(dpi: 200).write(to: work.folder / "in/clean.png", as: .png)
    try letter.raster(dpi: 100).blurred(times: 3).withNoise(deviation: 25, seed: 1)
      .write(to: work.folder / "in/degraded.png", as: .png)
    return work
  }

  @Test("Grades a degraded page below a clean one, and lists it first with a reason")
  func review() throws {
    let work = try workspace()
    let result = try work.run(["--review", "2"])
    #expect(result.exitCode == 0, "\(result.summary)")
    let clean = try #require(try work.page("clean", 1).expected)
    let degraded = try #require(try work.page("degraded", 1).expected)
    #expect(clean.grade == .a, "\(clean)")
    #expect(degraded.characterErrorRate > 2 * clean.characterErrorRate && degraded.grade != .a, "\(degraded)")
    #expect(try work.record("degraded").pages[0].expected == degraded)
    #expect(try work.record("degraded").quality.expected?.worstPage == 1)

    let review = try #require(try work.report().review)
    #expect(review.pages.map(\.document) == ["degraded", "clean"])
    #expect(review.pages.allSatisfy { !$0.reasons.isEmpty } && review.pageCount == 2)
    let lines = result.output.split(separator: "\n")
    let first = try #require(lines.firstIndex { $0.hasPrefix("degraded ") })
    #expect(lines[first].contains(degraded.grade.rawValue) && lines[first].contains("probably wrong"))
    #expect(lines[first + 1].hasPrefix("clean "))

    // Existing results are reviewed, too, and a share selects at least one page.
    let again = try work.run(["--review", "2%", "--progress", "json"])
    let events = again.output.split(separator: "\n").map(String.init)
    #expect(events.dropLast().last?.contains(#""event":"finished""#) == true)
    #expect(
      events.last?.contains(#""event":"summary""#) == true && events.last?.contains(#""document":"degraded""#) == true)
    let validator = SchemaValidator(try schema("progress"))
    for event in events { #expect(try validator.complaints(JSONFile.parse(Data(event.utf8))) == [], "\(event)") }
    #expect(try work.report().review?.pages.map(\.document) == ["degraded"])
  }

  private func schema(_ name: String) throws -> JSONValue {
    try JSONFile.parse(Data(Command.product("docscan", ["schema", name]).check().outputBytes))
  }

  @Test("Names untrusted text in the summary, and fails with --fail-grade")
  func untrusted() throws {
    let work = try workspace()
    try FileManager.default.removeItem(atPath: work.folder / "in/degraded.png")
    try Documents.letter()[0].raster(dpi: 50).blurred(times: 3).write(to: work.folder / "in/ruin.png", as: .png)
    let first = try work.run()
    #expect(first.exitCode == 0, "\(first.summary)")
    #expect(try work.page("ruin", 1).expected?.grade == .f)
    #expect(first.output.contains("1 page with text that cannot be trusted"), "\(first.output)")
    #expect(first.output.contains("ruin, page 1: text that cannot be trusted"), "\(first.output)")
    let report = try work.report()
    #expect(report.documents.map(\.untrustedPages) == [nil, [1]])
    #expect(report.pageCount(asBadAs: .f) == 1 && report.pageCount(asBadAs: .a) == 2)

    // Existing results count, too.
    for grade in ["D", "F"] {
      let again = try work.run(["--fail-grade", grade])
      #expect(again.exitCode == 1, "\(again.summary)")
      #expect(again.output.contains("2 unchanged") && again.output.contains("--fail-grade"), "\(again.output)")
    }
    try FileManager.default.removeItem(atPath: work.folder / "in/ruin.png")
    let clean = try work.run(["--fail-grade", "B"])
    #expect(clean.exitCode == 0 && !clean.output.contains("cannot be trusted"), "\(clean.summary)")
    #expect(try work.run(["--fail-grade", "E"]).exitCode == 2)
  }

  @Test("Lists a failed document first")
  func failed() throws {
    let work = try workspace()
    try work.folder.write("%PDF-1.4 and no more", to: "in/broken.pdf")
    let result = try work.run(["--review", "1", "--progress", "none"])
    #expect(result.exitCode == 1)
    #expect(try work.report().review?.pages.map(\.document) == ["broken"])
    #expect(result.output.contains("broken"))
  }

  @Test("Stores the engine's confidences on request, with the same expected errors")
  func engine() throws {
    let calibrated = try workspace()
    let engine = try workspace(confidence: "engine")
    for work in [calibrated, engine] {
      let result = try work.run()
      #expect(result.exitCode == 0, "\(result.summary)")
    }
    let (first, second) = (try calibrated.page("degraded", 1), try engine.page("degraded", 1))
    #expect(first.words.map(\.text) == second.words.map(\.text))
    #expect(first.words.map(\.confidence) != second.words.map(\.confidence))
    #expect(first.expected == second.expected)
  }

  @Test("Grades pages that keep their own text, and expects no errors of blank pages")
  func nothing() throws {
    let work = try Workspace()
    try PageDrawing.writePDF([try Documents.minutes()], to: work.folder / "in/minutes.pdf")
    try work.pipeline(stages: #"{"stage": "blank"}, {"stage": "recognize"}"#)
    try PageDrawing().raster(dpi: 100).write(to: work.folder / "in/empty.png", as: .png)
    #expect(try work.run(["--review", "5"]).exitCode == 0)
    #expect(try work.page("minutes", 1).expected?.grade == .a)
    #expect(try work.page("empty", 1).expected == nil)
    #expect(try work.report().review?.pages.map(\.document) == ["minutes"])
  }

  @Test("Rejects invalid review sizes", arguments: ["0", "200%", "all"])
  func usage(size: String) throws {
    let result = try Workspace().run(["--review", size])
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("--review") && result.errors.contains("2%"))
  }
}
