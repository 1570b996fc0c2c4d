// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a page with content but without text is never reported as simply complete.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanStore
import DocScanVision
import FoundationEssentials
import Testing

@Suite("Pages without text", .realWorker)
struct NoTextTests {
  /// Returns a drawing without letters.
  private static func drawing() throws -> Raster {
    var page = PageDrawing()
    page.frame(Box(x: 120, y: 200, width: 300, height: 260), lineWidth: 3)
    page.rule(from: Point(x: 120, y: 200), to: Point(x: 420, y: 460), width: 3)
    return try page.raster(dpi: 75)
  }

  /// Returns a black page, as a scan of an empty scanner with a black lid.
  private static func black() throws -> Raster {
    var page = PageDrawing()
    page.area(Box(x: 0, y: 0, width: 600, height: 850), ink: 1)
    return try page.raster(dpi: 75)
  }

  @Test(
    "Reports pages without text in run, report, records, review, and verify, but not blank ones"
  )
  func isSaid() throws {
    let work = try Workspace()
    try work.folder.write(
      """
      {"stages": [{"stage": "recognize"}], "output": {"writers": [{"writer": "pdf"}, {"writer": "json"}]}}
      """, to: "pipeline.json")
    let empty = try PageDrawing().raster(dpi: 75)
    let letter = try Documents.letter()[0].raster(dpi: 150)
    try Raster.writeTIFF([letter, try Self.drawing(), empty], to: work.folder / "in/pile.tif", dpi: 75)
    try Self.black().write(to: work.folder / "in/lid.png", as: .png, dpi: 75)
    try empty.write(to: work.folder / "in/quiet.png", as: .png, dpi: 75)

    let result = try work.run(["--review", "5", "--progress", "plain"])
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(result.output.contains("pile, page 2: no text was found"), "\(result.output)")
    #expect(result.output.contains("lid, page 1: no text was found") && !result.output.contains("quiet, page"))
    #expect(!result.output.contains("text that cannot be trusted"), "\(result.output)")
    #expect(result.errors.contains("lid: complete, 1 page") && result.errors.contains("; no text was found on page 1"))

    let page = try work.page("lid", 1)
    #expect(page.status == .recognized && page.hasNoText && page.expected?.grade == .f)
    #expect(try !work.page("quiet", 1).hasNoText && work.page("quiet", 1).expected == nil)
    #expect(try work.record("pile").pages.map(\.noText) == [nil, true, nil])
    let report = try work.report()
    #expect(report.totals.noTextPages == 2)
    #expect(report.documents.compactMap { $0.noTextPages == nil ? nil : $0.name }.sorted() == ["lid", "pile"])
    #expect(report.review?.pages.prefix(2).map(\.reasons) == [["no text was found"], ["no text was found"]])

    func docscan(_ arguments: String...) throws -> CommandResult { try Command.product("docscan", arguments).run() }
    let verified = try docscan("verify", work.folder / "out")
    #expect(verified.exitCode == 0 && verified.output.contains("No text was found on page 2"), "\(verified.summary)")
    let review = try docscan("review", work.folder / "out")
    #expect(review.output.contains("lid, page 1: no text was found"), "\(review.summary)")

    // Unchanged results are named again.
    #expect(try work.run().output.contains("lid, page 1: no text was found"))
  }

  @Test("Keeps the original in a watched folder even with \"delete\", and says where")
  func isKept() throws {
    let space = try WatchSpace()
    try space.pipeline(stages: #"{"stage": "recognize"}"#, watch: #""originals": "delete""#)
    try Self.black().write(to: space.folder / "inbox/lid.png", as: .png, dpi: 75)
    try PageDrawing().raster(dpi: 75).write(to: space.folder / "inbox/blank.png", as: .png, dpi: 75)
    let result = try space.whileWatching { running in
      let isDone = try running.wait {
        running.errorsSoFar.contains("lid: complete") && running.errorsSoFar.contains("blank: complete")
      }
      #expect(isDone)
    }
    #expect(
      result.errors.contains("The original is ") && result.errors.contains("/processed/lid.png"), "\(result.summary)")
    #expect(space.isProcessed("lid.png") && !space.folder.contains("inbox/lid.png"))
    #expect(try space.folder.text("inbox/processed/lid.png.note.txt").hasPrefix("lid: no text was found on page 1."))
    let status = try space.run(["status", space.folder / "out"])
    #expect(status.output.contains("1 with pages without text"), "\(status.summary)")
  }
}
