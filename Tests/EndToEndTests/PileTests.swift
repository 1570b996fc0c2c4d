// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a stack of pages is only split if that is certain or the user decides so.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanLayout
import DocScanStore
import FoundationEssentials
import Testing

@Suite("Splitting stacks of pages")
struct PileTests {
  /// Returns a workspace with a stack without separator sheets: a two-page letter with page numbers, and a receipt.
  func workspace() throws -> Workspace {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}"#, more: #""pages": {"dpi": 150},"#)
    let letter = try zip(1..., Documents.letter().prefix(2)).map { number, page in
      var page = page
      try page.line("Page \(number) of 2", at: Point(x: 260, y: 810), font: .sans(9))
      return page
    }
    #expect(letter.count == 2)
    try PageDrawing.writePDF(letter + [Documents.receipt()], to: work.folder / "in/pile.pdf")
    return work
  }

  @Test("Splits at certain boundaries with --split auto, and reports them")
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
    #expect(record.notes.contains { $0.hasPrefix("A document begins on page 3 of the input (") })
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

    // A user who disagrees gets one document again.
    #expect(try work.run(["--split", "none"]).exitCode == 0)
    #expect(try work.record("pile").parts == nil && work.record("pile").pages.count == 3)
  }

  /// Writes a pipeline that splits stacks and files documents by their content.
  func filing(_ work: Workspace, _ name: String) throws {
    try work.folder.write(
      """
      {"input": {"split": "auto"}, "pages": {"dpi": 150},
       "stages": [{"stage": "recognize"}, {"stage": "receipt"}, {"stage": "about"}],
       "output": {"name": "\(name)", "verify": 1, "writers": [{"writer": "pdf"}, {"writer": "text"}, {"writer": "json"}]}}
      """, to: "pipeline.json")
  }

  static let (receipt, template) = ("2024/2024-05-18 23.14", "{date:yyyy}/{date} {total}")

  @Test("Files the documents of a stack by content in every run, and keeps uncertain ones in its folder")
  func named() throws {
    let work = try workspace()
    // Another program's file in a document's place.
    _ = try work.folder.makeFolder("out/pile")
    try work.folder.write("mine", to: "out/pile/notes.txt")
    try filing(work, Self.template)
    let plan = try work.run(["--dry-run"])
    #expect(plan.output.contains("  Page 3: \(Self.receipt)\n"), "\(plan.summary)")
    #expect(plan.output.contains("  Pages 1-2: pile-2/1, not named: "), "\(plan.summary)")
    let run = try work.run()
    #expect(run.exitCode == 0, "\(run.summary)")
    let pile = try work.record("pile-2")
    #expect(pile.parts == ["1"] && pile.filed == [.init(name: Self.receipt, pages: "3")])
    let letter = try work.record("pile-2/1")
    #expect(letter.naming?.reason != nil && letter.pages.count == 2, "\(String(describing: letter.naming))")
    #expect((run.output + run.errors).contains("Not named  pile-2/1: "), "\(run.summary)")
    let receipt = try work.record(Self.receipt)
    #expect(receipt.naming?.input == "pile-2-2" && receipt.pages.map(\.sourcePage) == [3])
    #expect(receipt.part?.input == "pile-2" && receipt.selection == "3 of all")
    #expect(work.folder.contains("out/\(Self.receipt)/2024-05-18 23.14.pdf"))
    #expect(try work.page(Self.receipt, 1).document.name == Self.receipt)
    #expect(try work.folder.text("out/pile/notes.txt") == "mine")
    let before = try work.results()
    #expect(try work.run().exitCode == 0)
    #expect(try work.report().documents.map(\.status) == [.unchanged, .unchanged])
    #expect(try work.run(["--overwrite"]).exitCode == 0)
    #expect(try work.results() == before)
    // The files are sufficient to find the documents again.
    try FileManager.default.removeItem(atPath: work.folder / "out/.docscan/journal.sqlite")
    #expect(try work.run().exitCode == 0 && work.run(["--overwrite"]).exitCode == 0)
    #expect(try work.results() == before)
    try isSound(work)
    // Another template names a document that had no name.
    try filing(work, "{kind} {title|\\\"\\\"}")
    #expect(try work.run(["--overwrite"]).exitCode == 0)
    #expect(try work.record("pile-2").filed?.last?.name == Self.receipt)
    // If the stack is split at other places, it has other documents.
    _ = try review(work, "--no-cut", "\(Self.receipt):3")
    #expect(try work.run().exitCode == 0)
    let joined = try #require(work.report().documents.first)
    #expect(try work.report().documents.count == 1 && joined.pages == 3 && joined.name != "pile-2")
    #expect(try work.record(joined.name).parts == nil)
    #expect(!work.folder.contains("out/\(Self.receipt)") && !work.folder.contains("out/pile-2"))
    try isSound(work)
  }

  @Test("Renames and files documents of a stack by hand, keeps their names, and undoes that")
  func renamed() throws {
    let work = try workspace()
    try filing(work, Self.template)
    #expect(try work.run().exitCode == 0)
    let listed = try review(work, "--names", "--json")
    #expect(listed.output.contains("pile/1"), "\(listed.summary)")
    try work.folder.write("mine", to: "out/pile/1/note.txt")
    let said = try review(work, "--rename", "pile/1=letters/Welcome")
    #expect(said.output.contains("pile/1: will be renamed letters/Welcome."), "\(said.summary)")
    _ = try review(work, "--rename", "\(Self.receipt)=shops/bakery")
    func isFiled(_ letter: String, _ receipt: String, at line: Int = #line) throws {
      let pile = try work.record("pile")
      #expect(
        Set((pile.filed ?? []).map { "\($0.pages) \($0.name)" }) == ["1-2 \(letter)", "3 \(receipt)"], "line \(line)")
      #expect(pile.parts == [] && !work.folder.contains("out/pile/1"), "line \(line)")
      #expect(try work.record(letter).pages.count == 2 && work.record(receipt).pages.count == 1, "line \(line)")
      #expect(try work.folder.text("out/\(letter)/note.txt") == "mine", "line \(line)")
      try isSound(work)
    }
    try isFiled("letters/Welcome", "shops/bakery")
    #expect(try work.run().exitCode == 0)
    #expect(try work.report().documents.map(\.status) == [.unchanged, .unchanged])
    #expect(try work.run(["--overwrite"]).exitCode == 0)
    try isFiled("letters/Welcome", "shops/bakery")
    #expect(!work.folder.contains("out/\(Self.receipt)"))
    #expect(try review(work, "--names", "--json").output.contains("letters/Welcome") == false)
    let found = try Command.product("docscan", ["search", "--library", work.folder / "out", "bakery OR garden"]).run()
    #expect(!found.output.contains("pile/1"), "\(found.summary)")
    for name in ["letters/Welcome", "shops/bakery"] {
      _ = try Command.product("docscan", ["undo", work.folder / "out", "--document", name]).check()
    }
    func isBack(_ receipt: String, at line: Int = #line) throws {
      let pile = try work.record("pile")
      #expect(pile.parts == ["1"] && pile.filed == [.init(name: receipt, pages: "3")], "line \(line)")
      #expect(try work.record("pile/1").pages.count == 2 && !work.folder.contains("out/letters"), "line \(line)")
      #expect(try work.folder.text("out/pile/1/note.txt") == "mine", "line \(line)")
      try isSound(work)
    }
    try isBack(Self.receipt)
    #expect(try work.run().exitCode == 0)
    #expect(try work.report().documents.map(\.status) == [.unchanged, .unchanged])
    _ = try Command.product("docscan", ["undo", work.folder / "out", "--document", Self.receipt]).check()
    func isWhole(at line: Int = #line) throws {
      let pile = try work.record("pile")
      #expect(pile.parts == ["1", "2"] && pile.filed == nil, "line \(line)")
      #expect(try work.record("pile/2").pages.map(\.sourcePage) == [3], "line \(line)")
      try isSound(work)
    }
    try isWhole()
    #expect(try work.run(["--overwrite"]).exitCode == 0)
    try isWhole()
    // An undone name takes no part in later corrections.
    _ = try review(work, "--field", "pile/2:1:total=99.00")
    try isWhole()
    // A cut within a filed document leaves no empty folder.
    _ = try review(work, "--rename", "pile/1=letters/Welcome")
    _ = try review(work, "--cut", "letters/Welcome:2")
    #expect(try work.run().exitCode == 0)
    #expect(try work.record("pile").boundaries?.filter(\.isCut).map(\.page) == [2, 3])
    #expect(!work.folder.contains("out/letters"))
    try isSound(work)
  }

  @Test(
    "Files a document of a stack after a correction made it certain, and moves corrections when the stack is joined")
  func corrected() throws {
    let work = try workspace()
    try filing(work, "{date:yyyy}/{title} {total|\\\"\\\"}")
    #expect(try work.run(["--set", "pages.existingText=force"]).exitCode == 0)
    let name = try #require(
      try work.record("pile").filed?.last?.name ?? work.record("pile").parts?.last.map { "pile/\($0)" })
    _ = try review(work, "--field", "\(name):1:total=99.00")
    _ = try review(work, "--no-cut", "pile:3")
    #expect(try work.run(["--set", "pages.existingText=force"]).exitCode == 0)
    let record = try work.record("pile")
    #expect(record.parts == nil && record.pages.count == 3)
    let page = try work.page("pile", 3)
    #expect(page.receipt?.total?.value == "99.00")
    try isSound(work)
  }

  @Test("Keeps a stack in one document without --split, and records no boundaries")
  func whole() throws {
    let work = try workspace()
    #expect(try work.run().exitCode == 0)
    #expect(try work.record("pile").pages.count == 3)
    #expect(try work.record("pile").boundaries == nil)
  }
}
