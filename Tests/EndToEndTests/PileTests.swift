// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a stack of pages is only split if that is certain or the user decides so.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanLayout
import DocScanStore
import FoundationEssentials
import Glibc
import Testing

@Suite("Splitting stacks of pages")
struct PileTests {
  /// Returns a workspace with a stack without separator sheets: a two-page letter with page numbers, and a receipt.
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

    // A user who disagrees gets one document again.
    #expect(try work.run(["--split", "none"]).exitCode == 0)
    #expect(try work.record("pile").parts == nil && work.record("pile").pages.count == 3)
  }

  /// Writes a pipeline that splits stacks and files documents by their content.
  private func filing(_ work: Workspace, _ name: String) throws {
    try work.folder.write(
      """
      {"input": {"split": "auto"}, "stages": [{"stage": "recognize"}, {"stage": "receipt"}, {"stage": "about"}],
       "output": {"name": "\(name)", "verify": 1, "writers": [{"writer": "pdf"}, {"writer": "text"}, {"writer": "json"}]}}
      """, to: "pipeline.json")
  }

  private static let (receipt, template) = ("2024/2024-05-18 23.14", "{date:yyyy}/{date} {total}")

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
    #expect(try work.record("pile-2").parts == nil && work.record("pile-2").pages.count == 3)
    #expect(!work.folder.contains("out/\(Self.receipt)"))
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
    try isFiled("pile-1", Self.receipt)
    _ = try Command.product("docscan", ["undo", work.folder / "out", "--document", Self.receipt]).check()
    try isFiled("pile-1", "pile-2")
    #expect(try work.run(["--overwrite"]).exitCode == 0)
    try isFiled("pile-1", "pile-2")
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

  // MARK: Decisions

  /// Returns a letter and minutes on paper of the same size, without page numbers such as "Page 1 of 2".
  private func uncertain() throws -> Workspace {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    try PageDrawing.writePDF(Self.pages(), to: work.folder / "in/pile.pdf")
    return work
  }

  private static func pages() throws -> [PageDrawing] { try Documents.letter() + [Documents.minutes()] }

  private func review(_ work: Workspace, _ arguments: String...) throws -> CommandResult {
    try Command.product("docscan", ["review", work.folder / "out", "--by", "Kim"] + arguments).check()
  }

  private func isSound(_ work: Workspace) throws {
    let check = try Command.product("docscan", ["verify", work.folder / "out"]).run()
    #expect(check.exitCode == 0, "\(check.summary)")
  }

  private func pdfPages(_ work: Workspace, _ path: String) throws -> Int {
    let facts = try Command("pdfinfo", [work.folder / path]).check().output
    return facts.split(separator: "\n").first { $0.hasPrefix("Pages:") }.flatMap {
      Int($0.split(separator: " ").last ?? "")
    } ?? 0
  }

  @Test(
    "Splits at an uncertain place that the user chose, in later runs too, until undone"
  )
  func decided() throws {
    let work = try uncertain()
    #expect(try work.run(["--split", "auto"]).exitCode == 0)
    let place = try #require(try work.record("pile").boundaries?.first { $0.page == 3 })
    #expect(!place.isCut && place.probability >= 0.1)
    let listed = try review(work)
    #expect(listed.output.contains("pile, page 3: a document begins there"), "\(listed.summary)")
    let whole = try work.folder.text("out/pile/pile.txt")

    let said = try review(work, "--cut", "pile:3")
    #expect(said.output.contains("a document will begin on page 3"), "\(said.summary)")
    #expect(try !review(work).output.contains("pile, page 3: a document begins there"))
    let run = try work.run(["--split", "auto"])
    #expect(run.exitCode == 0, "\(run.summary)")
    #expect(try work.record("pile").parts == ["1", "2"])
    #expect(try work.record("pile").notes.contains { $0.contains("as Kim decided") })
    #expect(try work.record("pile/1").pages.map(\.sourcePage) == [1, 2])
    #expect(try work.record("pile/2").pages.map(\.sourcePage) == [3])
    #expect(try pdfPages(work, "out/pile/1/1.pdf") == 2 && pdfPages(work, "out/pile/2/2.pdf") == 1)
    let texts = try ["1", "2"].map { try work.folder.text("out/pile/\($0)/\($0).txt") }
    #expect(texts.joined(separator: "\u{c}") == whole)
    let text = try Command("pdftotext", [work.folder / "out/pile/2/2.pdf", "-"]).check().output
    #expect(text.contains("garden committee") && !text.contains("Whitcombe"))
    #expect(!work.folder.contains("out/pile/pile.pdf"))
    try isSound(work)
    // No later run asks again.
    let divided = try work.results()
    for options in [["--split", "auto"], ["--split", "auto", "--overwrite"]] {
      #expect(try work.run(options).exitCode == 0)
      #expect(try work.results() == divided)
    }
    #expect(try work.run(["--split", "none"]).exitCode == 0)
    #expect(try work.record("pile").parts == ["1", "2"])
    #expect(try work.run(["--split", "auto"]).exitCode == 0)
    // The cut is listed with the command that joins the pages, until that is decided.
    let cut = "pile, page 3: cut there by Kim."
    #expect(try review(work).output.contains(cut))
    _ = try review(work, "--no-cut", "pile:3")
    #expect(try !review(work).output.contains(cut))
    _ = try Command.product("docscan", ["undo", work.folder / "out"]).check()
    #expect(try review(work).output.contains(cut))

    let undone = try Command.product("docscan", ["undo", work.folder / "out"]).check()
    #expect(undone.output.contains("the decision about page 3 is undone"), "\(undone.summary)")
    #expect(try work.run(["--split", "auto"]).exitCode == 0)
    #expect(try work.record("pile").parts == nil && work.record("pile").pages.count == 3)
    #expect(try pdfPages(work, "out/pile/pile.pdf") == 3)
    #expect(!work.folder.contains("out/pile/1") && !work.folder.contains("out/pile/2"))
    #expect(try work.folder.text("out/pile/pile.txt") == whole)
    try isSound(work)
  }

  @Test(
    "Joins a cut that docscan made only at that place, and keeps corrected words with their pages"
  )
  func joined() throws {
    let work = try workspace()
    // Only recognized words can be corrected, not those that the file contains.
    let options = ["--split", "auto", "--set", "pages.existingText=force"]
    #expect(try work.run(options).exitCode == 0)
    #expect(try work.record("pile").parts == ["1", "2"])
    var asking = try Command.product(
      "docscan", ["review", work.folder / "out", "--ask", "--document", "pile/1", "--by", "Kim"])
    asking.standardInput = Array("Zyxwv\nq\n".utf8)
    let asked = try asking.check()
    #expect(asked.output.contains("1 word reviewed"), "\(asked.summary)")
    func corrected() throws -> [String] {
      try ["pile.txt", "1/1.txt", "2/2.txt"].filter { file in
        try work.folder.contains("out/pile/\(file)") && work.folder.text("out/pile/\(file)").contains("Zyxwv")
      }
    }
    #expect(try corrected() == ["1/1.txt"])
    let said = try review(work, "--no-cut", "pile/2:3")
    #expect(said.output.contains("pile: page 3 will belong to the document before it"), "\(said.summary)")
    #expect(try review(work).output.contains("1 document with new"))
    #expect(try work.run(options).exitCode == 0)
    #expect(try work.record("pile").parts == nil && work.record("pile").boundaries?.map(\.isCut) == [false])
    #expect(try corrected() == ["pile.txt"])
    #expect(try Command("pdftotext", [work.folder / "out/pile/pile.pdf", "-"]).check().output.contains("Zyxwv"))
    let joined = try work.results()
    #expect(try work.run(options + ["--overwrite"]).exitCode == 0)
    #expect(try work.results() == joined)
    try isSound(work)
    #expect(try Command.product("docscan", ["undo", work.folder / "out", "--document", "pile"]).run().exitCode == 0)
    #expect(try work.run(options).exitCode == 0)
    #expect(try work.record("pile").parts == ["1", "2"])
    #expect(try corrected() == ["1/1.txt"])
    #expect(try Command("pdftotext", [work.folder / "out/pile/1/1.pdf", "-"]).check().output.contains("Zyxwv"))
  }

  @Test("Notes an uncertain beginning within a part of a pile, and formats that a rerun leaves out")
  func notes() throws {
    let work = try uncertain()
    #expect(try work.run(["--split", "auto", "--also", "markdown"]).exitCode == 0)
    _ = try review(work, "--cut", "pile:2")
    let run = try work.run(["--split", "auto"])
    #expect(run.output.contains("pile/2: A document may begin on page 3 ("), "\(run.summary)")
    #expect(run.output.contains("To keep them: --also markdown"), "\(run.summary)")
  }

  @Test("Rejects cuts before the first page, after the last one, and in unknown documents")
  func refused() throws {
    let work = try uncertain()
    #expect(try work.run(["--split", "auto"]).exitCode == 0)
    for place in ["pile:1", "pile:4", "other:2", "pile", "pile:x"] {
      let said = try Command.product("docscan", ["review", work.folder / "out", "--cut", place]).run()
      #expect(said.exitCode == 2, "\(said.summary)")
    }
    #expect(!work.folder.contains("out/pile/pile.edits.json"))
  }

  @Test("Gives the same documents however often the run that splits is killed")
  func killed() throws {
    let work = try uncertain()
    #expect(try work.run(["--split", "auto"]).exitCode == 0)
    _ = try review(work, "--cut", "pile:3")
    try FileManager.default.copyItem(atPath: work.folder / "out", toPath: work.folder / "before")
    #expect(try work.run(["--split", "auto"]).exitCode == 0)
    let wanted = try work.results()
    for isBuilt in [false, true] {
      try FileManager.default.removeItem(atPath: work.folder / "out")
      try FileManager.default.copyItem(atPath: work.folder / "before", toPath: work.folder / "out")
      let running = try work.command(["--split", "auto"]).start()
      // Killed early, and after part of the result is built; a finished run has already ended.
      _ = try running.wait { !isBuilt || work.folder.contains("out/.docscan/partial") }
      running.send(signal: SIGKILL)
      _ = try running.wait()
      let isDivided = try work.record("pile").parts != nil
      #expect(isDivided ? work.folder.contains("out/pile/2/2.pdf") : work.folder.contains("out/pile/pile.pdf"))
      #expect(work.folder.contains("out/pile/pile.edits.json"))
      #expect(try work.run(["--split", "auto"]).exitCode == 0)
      let made = try work.results()
      // Compares names only: differing bytes would make a useless message.
      #expect(Set(made.keys).union(wanted.keys).filter { made[$0] != wanted[$0] }.sorted() == [])
    }
  }

  @Test("Files the same documents however often the run is killed while it publishes them")
  func killedFiling() throws {
    let work = try workspace()
    try filing(work, "{date:yyyy|\\\"No date\\\"}/{input}")
    #expect(try work.run().exitCode == 0)
    let wanted = try work.results()
    #expect(try work.record("pile").filed?.map(\.pages) == ["1-2", "3"])
    for seen in ["No date/pile-1", "2024/pile-2", "pile"] {
      try FileManager.default.removeItem(atPath: work.folder / "out")
      let running = try work.command().start()
      _ = try running.wait { work.folder.contains("out/\(seen)") }
      running.send(signal: SIGKILL)
      _ = try running.wait()
      #expect(try work.run().exitCode == 0)
      let made = try work.results()
      #expect(Set(made.keys).union(wanted.keys).filter { made[$0] != wanted[$0] }.sorted() == [], "\(seen)")
    }
    // A kill after a document got its new name, but before its stack records it.
    let stack = try work.folder.data("out/pile/pile.json")
    _ = try review(work, "--rename", "2024/pile-2=shops/bakery")
    try stack.write(to: URL(filePath: work.folder / "out/pile/pile.json"))
    #expect(try work.run().exitCode == 0)
    #expect(try work.record("pile").filed?.map(\.name).last == "shops/bakery")
    #expect(!work.folder.contains("out/2024/pile-2"))
  }

  @Test("Splits and names stacks in a watched folder, and applies decisions when the original returns")
  func watched() throws {
    let space = try WatchSpace()
    try space.folder.write(
      """
      {"name": "watch", "input": {"split": "auto"}, "stages": [{"stage": "recognize"}],
       "watch": {"settle": 0.2, "quiet": 0.5, "processed": "processed", "failed": "failed"},
       "output": {"directory": "out", "name": "named/{input}", "writers": [{"writer": "pdf"}, {"writer": "text"}, {"writer": "json"}]}}
      """, to: "pipeline.json")
    let certain = try workspace()
    try PageDrawing.writePDF(Self.pages(), to: space.folder / "other.pdf")
    try space.whileWatching { running in
      try FileManager.default.copyItem(atPath: certain.folder / "in/pile.pdf", toPath: space.folder / "inbox/pile.pdf")
      try FileManager.default.copyItem(atPath: space.folder / "other.pdf", toPath: space.folder / "inbox/other.pdf")
      #expect(try running.wait { space.isProcessed("pile.pdf") && space.isProcessed("other.pdf") })
      #expect(try space.work.record("pile").filed?.map(\.name) == ["named/pile-1", "named/pile-2"])
      #expect(try space.work.record("named/pile-2").pages.map(\.sourcePage) == [3])
      #expect(try space.work.record("named/other").pages.count == 3)
      _ = try review(space.work, "--no-cut", "pile:3")
      _ = try review(space.work, "--cut", "named/other:3")
      for name in ["pile.pdf", "other.pdf"] {
        try FileManager.default.moveItem(
          atPath: space.folder / "inbox/processed/\(name)", toPath: space.folder / "inbox/\(name)")
      }
      #expect(try running.wait { space.isProcessed("pile.pdf") && space.isProcessed("other.pdf") })
    }
    #expect(try space.work.record("pile").parts == nil && space.work.record("pile").pages.count == 3)
    #expect(!space.work.folder.contains("out/named/pile-1") && !space.work.folder.contains("out/named/pile-2"))
    #expect(try space.work.record("named/other").filed?.map(\.name) == ["named/other-1", "named/other-2"])
    try isSound(space.work)
  }
}
