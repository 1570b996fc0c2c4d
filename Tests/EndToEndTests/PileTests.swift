// SPDX-License-Identifier: GPL-3.0-or-later

import DocScan
import DocScanFixtures
import FoundationEssentials
import Testing

@Suite("A pile of pages becomes documents")
struct PileTests {
  /// A pile without separator sheets: a letter of two pages that count themselves, and a receipt on a slip.
  private func workspace() throws -> Workspace {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    let letter = try zip(1..., Documents.letter().prefix(2)).map { number, page in
      var page = page
      try page.line("Page \(number) of 2", at: Point(x: 260, y: 810), font: .sans(9))
      return page
    }
    #expect(letter.count == 2)
    try PageDrawing.writePDF(letter + [Documents.receipt()], to: work.folder / "in/pile.pdf")
    return work
  }

  @Test("--split auto cuts where a document certainly begins, and says so; the next run changes nothing")
  func cut() throws {
    let work = try workspace()
    let result = try work.run(["--split", "auto"])
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(try work.report().documents.map(\.name) == ["pile/1", "pile/2"])
    #expect(try work.report().totals.pages == 3)
    let record = try work.record("pile")
    #expect(record.parts == ["1", "2"])
    #expect(record.boundaries?.map(\.page) == [3] && record.boundaries?.first?.isCut == true)
    #expect(try #require(record.boundaries?.first).probability >= 0.99)
    #expect(record.notes.contains { $0.hasPrefix("A document begins on page 3 (") })
    #expect(try work.record("pile/1").pages.map(\.sourcePage) == [1, 2])
    #expect(try work.record("pile/2").pages.map(\.sourcePage) == [3])
    #expect(try work.record("pile/2").part?.pages == "3")
    let text = try Command("pdftotext", [work.folder / "out/pile/2/2.pdf", "-"]).check().output
    #expect(text.count > 20)
    let check = try Command.product("docscan", ["verify", work.folder / "out"]).run()
    #expect(check.exitCode == 0, "\(check.summary)")

    let before = try work.results()
    #expect(try work.run(["--split", "auto"]).exitCode == 0)
    #expect(try work.report().documents.map(\.status) == [.unchanged, .unchanged])
    #expect(try work.results() == before)
    #expect(try work.run(["--split", "auto", "--overwrite"]).exitCode == 0)
    #expect(try work.results() == before)

    // Whoever does not agree gets one document again.
    #expect(try work.run(["--split", "none"]).exitCode == 0)
    #expect(try work.record("pile").parts == nil && work.record("pile").pages.count == 3)
  }

  @Test("Without --split a pile stays one document, and nothing is said of boundaries")
  func whole() throws {
    let work = try workspace()
    #expect(try work.run().exitCode == 0)
    #expect(try work.record("pile").pages.count == 3)
    #expect(try work.record("pile").boundaries == nil)
  }
}
