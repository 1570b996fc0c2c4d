// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: users decide where stacks are split, and later runs keep that.

import DocScan
import DocScanFiles
import DocScanFixtures
import DocScanLayout
import DocScanStore
import FoundationEssentials
import Glibc
import Testing

extension PileTests {
  /// Returns a letter and minutes on paper of the same size, without page numbers such as "Page 1 of 2".
  func uncertain() throws -> Workspace {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    try PageDrawing.writePDF(Self.pages(), to: work.folder / "in/pile.pdf")
    return work
  }

  static func pages() throws -> [PageDrawing] { try Documents.letter() + [Documents.minutes()] }

  func review(_ work: Workspace, _ arguments: String...) throws -> CommandResult {
    try Command.product("docscan", ["review", work.folder / "out", "--by", "Kim"] + arguments).check()
  }

  func isSound(_ work: Workspace) throws {
    let check = try Command.product("docscan", ["verify", work.folder / "out"]).run()
    #expect(check.exitCode == 0, "\(check.summary)")
  }

  func pdfPages(_ work: Workspace, _ path: String) throws -> Int {
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
    #expect(asked.output.contains(/1 word reviewed|Probably wrong words: \d+ → \d+/), "\(asked.summary)")
    func corrected() throws -> [String] {
      try ["pile.txt", "1/1.txt", "2/2.txt"].filter { file in
        try work.folder.contains("out/pile/\(file)") && work.folder.text("out/pile/\(file)").contains("Zyxwv")
      }
    }
    #expect(try corrected() == ["1/1.txt"])
    let inPart = try Command.product("docscan", ["review", work.folder / "out", "--cut", "pile/2:2"]).run()
    #expect(inPart.exitCode == 2 && inPart.errors.contains("pile/2 has page 3 of pile, and"), "\(inPart.summary)")
    let first = try Command.product("docscan", ["review", work.folder / "out", "--cut", "pile/2:1"]).run()
    #expect(first.errors.contains("Its page 1 is pile:3."), "\(first.summary)")
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

  @Test("Gives parts of a pile their names and corrections back when a join is undone")
  func restored() throws {
    let work = try workspace()
    try filing(work, Self.template)
    let options = ["--set", "pages.existingText=force"]
    #expect(try work.run(options).exitCode == 0)
    #expect(try work.record("pile").filed?.map(\.name) == [Self.receipt])
    _ = try review(work, "--rename", "\(Self.receipt)=shops/bakery")
    _ = try review(work, "--rename", "pile/1=letters/school")
    var asking = try Command.product(
      "docscan", ["review", work.folder / "out", "--ask", "--document", "shops/bakery", "--by", "Kim"])
    asking.standardInput = Array("Zyxwv\nq\n".utf8)
    _ = try asking.check()
    #expect(try work.folder.text("out/shops/bakery/bakery.txt").contains("Zyxwv"))

    _ = try review(work, "--no-cut", "pile:3")
    #expect(try work.run(options).exitCode == 0)
    // The pile is a single document now, which is named as such.
    let joined = try work.report().documents.map(\.name)
    #expect(try joined.count == 1 && work.record(joined[0]).pages.count == 3 && joined[0].hasPrefix("2024/"))
    #expect(try work.folder.text("out/\(joined[0])/\(fileName(joined[0])).txt").contains("Zyxwv"))
    #expect(!work.folder.contains("out/shops") && !work.folder.contains("out/letters"))

    _ = try Command.product("docscan", ["undo", work.folder / "out", "--document", joined[0]]).check()
    #expect(try work.run(options).exitCode == 0)
    #expect(try work.report().documents.map(\.name).sorted() == ["letters/school", "shops/bakery"])
    #expect(try work.folder.text("out/shops/bakery/bakery.txt").contains("Zyxwv"))
    // The decisions are beside the documents again, so that they can be undone.
    #expect(try work.folder.files(under: "out").filter { $0.hasSuffix(".edits.json") }.count == 3)
    #expect(work.folder.contains("out/shops/bakery/bakery.edits.json"))
    let wanted = try work.results()
    #expect(try work.run(options).exitCode == 0)
    #expect(try work.results() == wanted)
    try isSound(work)
    let undone = try Command.product("docscan", ["undo", work.folder / "out"]).check()
    #expect(undone.output.contains("shops/bakery") && undone.output.contains("Zyxwv"), "\(undone.summary)")
    #expect(try !work.folder.text("out/shops/bakery/bakery.txt").contains("Zyxwv"))
  }

  @Test("Names the documents of a new division as if the earlier ones had never been filed")
  func dividedDifferently() throws {
    let work = try workspace()
    try filing(work, "{date:yyyy} papers")
    func pages() throws -> [String: String] {
      try work.report().documents.map(\.name).reduce(into: [:]) { $0[$1] = try work.record($1).part?.pages ?? "all" }
    }
    let two = ["2024 papers": "1-2", "2024 papers-2": "3"]
    #expect(try work.run().exitCode == 0)
    #expect(try pages() == two)
    _ = try review(work, "--cut", "pile:2")
    let running = try work.command().start()
    // The first document has its new pages, but the others have none yet.
    _ = try running.wait { (try? work.record("2024 papers"))?.part?.pages == "1" }
    running.send(signal: SIGKILL)
    _ = try running.wait()
    #expect(try work.run().exitCode == 0)
    #expect(try pages() == ["2024 papers": "1", "pile/2": "2", "2024 papers-2": "3"])
    _ = try review(work, "--no-cut", "pile:2")
    #expect(try work.run().exitCode == 0)
    #expect(try pages() == two)
    try isSound(work)
    _ = try review(work, "--no-cut", "pile:3")
    #expect(try work.run(["--dry-run"]).output.contains("2024 papers"))
    #expect(try work.run().exitCode == 0)
    #expect(try pages() == ["2024 papers": "all"])
    #expect(!work.folder.contains("out/2024 papers-2") && !work.folder.contains("out/pile"))
    try isSound(work)
  }

  @Test("Leaves a part whose name was undone in its pile when a join is undone")
  func unnamed() throws {
    let work = try workspace()
    try filing(work, Self.template)
    #expect(try work.run().exitCode == 0)
    _ = try Command.product("docscan", ["undo", work.folder / "out", "--document", Self.receipt]).check()
    #expect(try work.record("pile").parts == ["1", "2"])
    _ = try review(work, "--no-cut", "pile:3")
    #expect(try work.run().exitCode == 0)
    let joined = try work.report().documents.map(\.name)
    _ = try Command.product("docscan", ["undo", work.folder / "out", "--document", joined[0]]).check()
    #expect(try work.run().exitCode == 0)
    #expect(try work.report().documents.map { fileName($0.name) } == ["1", "2"])
    try isSound(work)
  }

  @Test("Notes an uncertain beginning within a part of a pile, and formats that a rerun leaves out")
  func notes() throws {
    let work = try uncertain()
    #expect(try work.run(["--split", "auto", "--also", "markdown"]).exitCode == 0)
    _ = try review(work, "--cut", "pile:2")
    let run = try work.run(["--split", "auto"])
    #expect(run.output.contains("pile/2: A document may begin on page 3 of the input ("), "\(run.summary)")
    #expect(run.output.contains("To keep them: --also markdown"), "\(run.summary)")
  }

  @Test("Names no document by its content while another may begin in it, even after a correction")
  func undecided() throws {
    let work = try uncertain()
    let options = ["--split", "auto", "--name-by", "Minutes {input}{date|\"\"}", "--set", "pages.existingText=force"]
    #expect(try work.run(options).exitCode == 0)
    _ = try review(work, "--cut", "pile:2")
    #expect(try work.run(options).exitCode == 0)
    let reason = try work.record("pile/2").naming?.reason
    #expect(reason?.hasPrefix("Another document may begin on page 3") == true, "\(reason ?? "")")
    var asking = try Command.product(
      "docscan", ["review", work.folder / "out", "--ask", "--document", "pile/2", "--by", "Kim"])
    asking.standardInput = Array("Zyxwv\nq\n".utf8)
    _ = try asking.check()
    #expect(try work.folder.text("out/pile/2/2.txt").contains("Zyxwv"))
    #expect(try work.record("pile/2").naming?.reason == reason)
    _ = try review(work, "--no-cut", "pile:3")
    #expect(try work.run(options).exitCode == 0)
    #expect(try work.record("pile/2").naming?.reason?.hasPrefix("It has corrections") == true)
    var naming = try Command.product("docscan", ["review", work.folder / "out", "--names", "--by", "Kim"])
    naming.standardInput = Array("\nq\n".utf8)
    let named = try naming.check()
    let names = try FileManager.default.contentsOfDirectory(atPath: work.folder / "out")
    let name = try #require(names.first { $0.hasPrefix("Minutes pile-2") }, "\(named.summary)")
    #expect(try work.folder.text("out/\(name)/\(name).txt").contains("Zyxwv"))
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
    #expect(try space.work.record("named/pile").parts == nil && space.work.record("named/pile").pages.count == 3)
    #expect(!space.work.folder.contains("out/named/pile-1") && !space.work.folder.contains("out/named/pile-2"))
    #expect(try space.work.record("named/other").filed?.map(\.name) == ["named/other-1", "named/other-2"])
    try isSound(space.work)
  }
}
