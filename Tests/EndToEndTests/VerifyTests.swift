// SPDX-License-Identifier: GPL-3.0-or-later

import DocScan
import DocScanFixtures
import DocScanNative
import FoundationEssentials
import Testing

@Suite("Results are proved")
struct VerifyTests {
  /// Writes a pipeline that compares this share of the pages.
  private func pipeline(_ work: Workspace, verify: Double, stages: String, writers: String = "") throws {
    try work.folder.write(
      """
      {"stages": [\(stages)], "output": {"verify": \(verify), "writers": [
        {"writer": "pdf", "blankPages": "drop"}, \(writers.isEmpty ? #"{"writer": "json"}"# : writers)]}}
      """, to: "pipeline.json")
  }

  /// Runs `docscan verify`.
  private func verify(_ work: Workspace, _ arguments: String...) throws -> CommandResult {
    var command = try Command.product("docscan", ["verify"] + arguments)
    command.directory = work.folder.path
    return try command.run()
  }

  /// A run over one drawn letter as a scan.
  private func letter() throws -> Workspace {
    let work = try Workspace()
    try pipeline(work, verify: 1, stages: #"{"stage": "recognize"}"#)
    try ImagePDF(try Documents.letter().map { try $0.raster(dpi: 150) }, dpi: 150).write(
      to: work.folder / "in/letter.pdf")
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    return work
  }

  @Test("A dark picture with readable letters passes; the remedy for a difference fits it")
  func dark() throws {
    let work = try Workspace()
    try pipeline(work, verify: 1, stages: #"{"stage": "recognize"}"#)
    try Documents.letter()[0].raster(dpi: 150).blurred(times: 1).faded(black: 8, white: 34)
      .write(to: work.folder / "in/dark.png", as: .png, dpi: 150)
    let result = try work.run()
    #expect(result.exitCode == 0 && result.output.contains("1 complete"), "\(result.summary)")
    #expect(try work.page("dark", 1).words.count > 50)
    #expect(try verify(work, "out").output.contains("dark: sound"))
    let pdf = work.folder / "out/dark/dark.pdf"
    try FileManager.default.removeItem(atPath: pdf)
    try PageDrawing.writePDF([try Documents.minutes()], to: pdf)
    #expect(try verify(work, "out").output.contains("move its folder away"))
  }

  @Test("Documents of every kind pass, in the run and afterwards, and their records say where each page is")
  func sound() throws {
    let work = try Workspace()
    try pipeline(
      work, verify: 1,
      stages: #"{"stage": "spreads"}, {"stage": "deskew"}, {"stage": "blank"}, {"stage": "recognize"}"#)
    let letter = try Documents.letter()
    let empty = try PageDrawing().raster(dpi: 150)
    let straight = try letter[0].raster(dpi: 150)
    let skewed = try letter[1].raster(dpi: 150).skewed(clockwiseDegrees: 1.5).image
    try ImagePDF([straight, empty, skewed], dpi: 150).write(to: work.folder / "in/scan.pdf")
    try ImagePDF([empty, empty], dpi: 150).write(to: work.folder / "in/empty.pdf")
    try PageDrawing.writePDF([try Documents.minutes(), letter[0]], to: work.folder / "in/digital.pdf")
    try skewed.write(to: work.folder / "in/photo.jpg", as: .jpeg, dpi: 150)
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(try work.record("scan").pages.map { $0.pdf?.page } == [1, nil, 2])
    #expect(try work.record("scan").pages.map { $0.pdf?.content } == [.overlay, nil, .picture])
    #expect(try work.record("empty").pages.map { $0.pdf?.content } == [.original, nil])
    #expect(try work.record("digital").pages.map { $0.pdf?.content } == [.original, .original])
    #expect(try work.record("photo").pages.map { $0.pdf?.content } == [.picture])

    let all = try verify(work, "out")
    #expect(all.exitCode == 0, "\(all.summary)")
    let lines = all.output.split(separator: "\n")
    #expect(lines.count == 4 && lines.allSatisfy { $0.contains(": sound, ") }, "\(all.output)")
    for line in lines where !line.hasPrefix("photo") { #expect(line.contains(", compared with "), "\(line)") }
    #expect(all.errors.isEmpty)
  }

  @Test("The halves of a split spread pass, and chosen pages")
  func partsAndSelections() throws {
    let work = try Workspace()
    try pipeline(work, verify: 1, stages: #"{"stage": "spreads"}, {"stage": "recognize"}"#)
    let letter = try Documents.letter().map { try $0.raster(dpi: 150) }
    let minutes = try Documents.minutes().raster(dpi: 150)
    let spread = try Raster.spread(letter[0], letter[1])
    try ImagePDF([minutes, spread, minutes], dpi: 150).write(to: work.folder / "in/book.pdf")
    #expect(try work.run(["--pages", "2-3"]).exitCode == 0)
    #expect(try work.record("book.p2-3").pages.map { $0.pdf?.page } == [1, 2, 3])
    #expect(try work.record("book.p2-3").pages.map { $0.pdf?.content } == [.picture, .picture, .overlay])
    #expect(try verify(work, "out").exitCode == 0)
    let result = try verify(work, "out/book.p2-3/book.p2-3.pdf", "--pages", "4", "--original", "in/book.pdf")
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(result.output.hasPrefix("book.p2-3: sound, 1 page, "), "\(result.output)")
  }

  @Test("A word that is another one in the PDF is named with its page, and the exit code is 1")
  func changedWord() throws {
    let work = try letter()
    let page = try work.folder.text("out/letter/pages/0002.json")
    #expect(page.contains("\"Librarian\""))
    try work.folder.write(page.replacing("\"Librarian\"", with: "\"Librarlan\""), to: "out/letter/pages/0002.json")
    let result = try verify(work, "out/letter/letter.pdf")
    #expect(result.exitCode == 1)
    #expect(result.output.contains("page 2: the word \"Librarlan\""), "\(result.output)")
    #expect(result.output.contains("found \"Librarian\""), "\(result.output)")
    #expect(result.output.contains("move its folder away"))
    let json = try verify(work, "out", "--json")
    #expect(json.exitCode == 1)
    let report = try JSONDecoder().decode(VerificationReport.self, from: Data(json.output.utf8))
    #expect(report.documents.map(\.status) == [.mismatch])
    #expect(report.documents.first?.mismatches.first?.kind == .word)
    #expect(try verify(work, "out", "--pages", "1").exitCode == 0)
  }

  @Test("A PDF that another program changed is found")
  func changedFile() throws {
    let work = try letter()
    let pdf = work.folder / "out/letter/letter.pdf"
    try Command("qpdf", [pdf, "--pages", ".", "1", "--", work.folder / "short.pdf"]).check()
    try FileManager.default.removeItem(atPath: pdf)
    try FileManager.default.copyItem(atPath: work.folder / "short.pdf", toPath: pdf)
    let result = try verify(work, "out")
    #expect(result.exitCode == 1)
    #expect(result.output.contains("expected 2 pages, found 1"), "\(result.output)")
  }

  @Test("A file beside the PDF that changed since it was written, or is gone, is found")
  func changedText() throws {
    let work = try letter()
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    #expect(try work.run().exitCode == 0)
    try work.folder.write("something else", to: "out/letter/letter.txt")
    let changed = try verify(work, "out")
    #expect(changed.exitCode == 1)
    #expect(changed.output.contains("expected letter.txt as it was written"), "\(changed.output)")
    try FileManager.default.removeItem(atPath: work.folder / "out/letter/letter.txt")
    #expect(try verify(work, "out").output.contains("expected the file letter.txt, found none"))
  }

  @Test("What cannot be compared is said")
  func notes() throws {
    let work = try letter()
    // The original is gone, and a copy of the result is no original.
    try FileManager.default.removeItem(atPath: work.folder / "in/letter.pdf")
    let alone = try verify(work, "out")
    #expect(alone.exitCode == 0)
    #expect(
      alone.output.contains("letter.pdf, was not found") && alone.output.contains("--original"), "\(alone.output)")
    let other = try verify(work, "out/letter/letter.pdf", "--original", "out/letter/letter.pdf")
    #expect(other.exitCode == 4 && other.errors.contains("SHA-256"), "\(other.summary)")
    try PageDrawing.writePDF([try Documents.minutes()], to: work.folder / "foreign.pdf")
    let foreign = try verify(work, "foreign.pdf")
    #expect(foreign.exitCode == 4 && foreign.output.contains("not a result of docscan"), "\(foreign.summary)")
    #expect(!foreign.output.contains("sound"), "\(foreign.output)")
    #expect(try verify(work, "in").exitCode == 4)
    #expect(try verify(work, "nowhere").exitCode == 4)
    #expect(try verify(work).exitCode == 2)
  }

  @Test("A PDF that docscan did not make is not called sound, wherever it lies")
  func foreign() throws {
    let work = try letter()
    for place in ["out/letter/notes.pdf", "out/bill.pdf"] {
      try PageDrawing.writePDF([try Documents.minutes()], to: work.folder / place)
    }
    let folder = try verify(work, "out")
    #expect(folder.exitCode == 0, "\(folder.summary)")
    for place in ["out/letter/notes.pdf", "out/bill.pdf"] {
      #expect(folder.output.contains("\(place): not a result of docscan, left out"), "\(folder.output)")
    }
    let named = try verify(work, "out/letter/letter.pdf", "out/letter/notes.pdf")
    #expect(named.exitCode == 1 && named.output.contains("out/letter/notes.pdf: not a result"), "\(named.summary)")

    // A file of a person's that has the name a result would have.
    try pipeline(work, verify: 0, stages: #"{"stage": "recognize"}"#)
    try work.folder.write(
      #"{"stages": [{"stage": "recognize"}], "output": {"writers": [{"writer": "text"}]}}"#, to: "pipeline.json")
    try FileManager.default.removeItem(atPath: work.folder / "out")
    #expect(try work.run().exitCode == 0)
    try PageDrawing.writePDF([try Documents.minutes()], to: work.folder / "out/letter/letter.pdf")
    let result = try verify(work, "out/letter/letter.pdf")
    #expect(result.exitCode == 4 && result.output.contains("does not list it"), "\(result.summary)")
    #expect(try verify(work, "out").exitCode == 4)
  }

  @Test("The original is found from whatever folder docscan is called")
  func anyFolder() throws {
    let work = try Workspace()
    try pipeline(work, verify: 0, stages: #"{"stage": "recognize"}"#)
    _ = try work.folder.makeFolder("in/deep/below")
    try ImagePDF([try Documents.minutes().raster(dpi: 120)], dpi: 120).write(
      to: work.folder / "in/deep/below/minutes.pdf")
    var run = try Command.product(
      "docscan", ["run", "pipeline.json", "in/deep/below/minutes.pdf", "-o", "results/out"])
    run.directory = work.folder.path
    #expect(try run.run().exitCode == 0)
    var verify = try Command.product("docscan", ["verify", work.folder / "results/out"])
    verify.directory = "/"
    let result = try verify.run()
    #expect(result.exitCode == 0 && result.output.contains(", compared with "), "\(result.summary)")
    #expect(!result.output.contains("was not found"), "\(result.output)")
  }

  @Test("An original that the watch folder has moved is found, also one that got a number")
  func movedOriginal() throws {
    let space = try WatchSpace()
    try space.pipeline(
      stages: #"{"stage": "recognize"}"#, writers: #"{"writer": "pdf"}, {"writer": "json"}"#)
    let drawings = [try Documents.minutes(), try Documents.letter()[0]]
    for (index, drawing) in drawings.enumerated() {
      try ImagePDF([try drawing.raster(dpi: 100)], dpi: 100).write(to: space.folder / "inbox/scan.pdf")
      let moved = index == 0 ? "scan.pdf" : "scan-2.pdf"
      try space.whileWatching { running in
        let isThere = try running.wait { space.isProcessed(moved) }
        #expect(isThere, "\(running.errorsSoFar)")
      }
    }
    var verify = try Command.product("docscan", ["verify", space.folder / "out"])
    verify.directory = "/"
    let result = try verify.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    for name in ["scan.pdf", "scan-2.pdf"] {
      #expect(result.output.contains("compared with \(space.folder / "inbox/processed/\(name)")"), "\(result.output)")
    }
  }

  @Test("Without page JSON the file and its pages are checked all the same")
  func noPageJSON() throws {
    let work = try Workspace()
    try pipeline(work, verify: 0, stages: #"{"stage": "recognize"}"#, writers: #"{"writer": "text"}"#)
    try Documents.minutes().raster(dpi: 120).write(to: work.folder / "in/page.png", as: .png, dpi: 120)
    #expect(try work.run().exitCode == 0)
    let result = try verify(work, "out")
    #expect(result.exitCode == 0 && result.output.contains("no json writer"), "\(result.summary)")
    try work.folder.write(try work.folder.data("out/page/page.pdf").truncated(toFraction: 0.9), to: "out/page/page.pdf")
    #expect(try verify(work, "out").exitCode == 1)
  }

  @Test("A document whose PDF is not what was read fails in the run; its files stay, and a complete result too")
  func mismatch() throws {
    let work = try Workspace()
    let images = try Documents.letter().map { try $0.raster(dpi: 150) }
    try ImagePDF(images, dpi: 150).write(to: work.folder / "in/letter.pdf")
    let stages = #"{"stage": "recognize"}, {"stage": "fault", "kind": "mirror", "page": 2}"#
    try pipeline(work, verify: 1, stages: stages)
    let result = try work.run(faultyWorker: true)
    #expect(result.exitCode == 1, "\(result.summary)")
    let record = try work.record("letter")
    #expect(record.status == .failed)
    #expect(record.failure?.kind == .mismatch && record.failure?.stage == "verify")
    #expect(record.failure?.message.contains("page 2: ") == true, "\(record.failure?.message ?? "")")
    #expect(work.folder.contains("out/letter/letter.pdf"))
    #expect(result.errors.contains("page 2: "), "\(result.errors)")

    try pipeline(work, verify: 1, stages: #"{"stage": "recognize"}"#)
    #expect(try work.run(faultyWorker: true).exitCode == 0)
    try pipeline(work, verify: 1, stages: stages)
    let again = try work.run(["--overwrite"], faultyWorker: true)
    #expect(again.exitCode == 1 && again.errors.contains("earlier run was kept"), "\(again.summary)")
    #expect(try work.record("letter").status == .complete)
  }

  @Test("Without verification such a document is complete, and verify tells afterwards")
  func unverified() throws {
    let work = try Workspace()
    try ImagePDF([try Documents.letter()[0].raster(dpi: 150)], dpi: 150).write(to: work.folder / "in/letter.pdf")
    try pipeline(work, verify: 0, stages: #"{"stage": "recognize"}, {"stage": "fault", "kind": "mirror"}"#)
    #expect(try work.run(faultyWorker: true).exitCode == 0)
    let result = try verify(work, "out")
    #expect(result.exitCode == 1 && result.output.contains("mirrored"), "\(result.summary)")
  }
}
