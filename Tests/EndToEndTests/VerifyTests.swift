// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: verify finds every difference between a PDF, its files, and what was recognized.

import DocScan
import DocScanChecks
import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanStore
import DocScanVision
import DocScanWire
import FoundationEssentials
import Testing

@Suite("Verification")
struct VerifyTests {
  /// Writes a pipeline that compares this share of the pages.
  private func pipeline(_ work: Workspace, verify: Double, stages: String, writers: String = "") throws {
    try work.folder.write(
      """
      {"stages": [\(stages)], "output": {"verify": \(verify), "writers": [
        {"writer": "pdf", "blankPages": "drop"}, \(writers.isEmpty ? #"{"writer": "json"}"# : writers)]}}
      """, to: "pipeline.json")
  }

  private func verify(_ work: Workspace, _ arguments: String...) throws -> CommandResult {
    var command = try Command.product("docscan", ["verify"] + arguments)
    command.directory = work.folder.path
    return try command.run()
  }

  /// Returns a workspace after a run over one drawn letter as a scan.
  private func letter() throws -> Workspace {
    let work = try Workspace()
    try pipeline(work, verify: 1, stages: #"{"stage": "recognize"}"#)
    try ImagePDF(try Documents.shortLetter().map { try $0.raster(dpi: 150) }, dpi: 150).write(
      to: work.folder / "in/letter.pdf")
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    return work
  }

  @Test("Accepts a dark picture with readable letters, and suggests a fitting remedy")
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
    try PageDrawing.writePDF([try Documents.shortMinutes()], to: pdf)
    #expect(try verify(work, "out").output.contains("move its folder away"))
  }

  @Test("Accepts all kinds of documents during and after the run, and records each page's place")
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
    try PageDrawing.writePDF([try Documents.shortMinutes(), letter[0]], to: work.folder / "in/digital.pdf")
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

  @Test("Accepts the halves of a split spread, and selected pages")
  func partsAndSelections() throws {
    let work = try Workspace()
    try pipeline(work, verify: 1, stages: #"{"stage": "spreads"}, {"stage": "recognize"}"#)
    let letter = try Documents.letter().map { try $0.raster(dpi: 150) }
    let minutes = try Documents.shortMinutes(size: .a4).raster(dpi: 150)
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

  @Test("Names a word that differs in the PDF with its page, and exits with 1")
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

  @Test("Detects a PDF that another program changed")
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

  @Test("Detects a changed or missing file next to the PDF")
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

  @Test("Reports what couldn't be compared")
  func notes() throws {
    let work = try letter()
    // The original is missing, and a copy of the result isn't an original.
    try FileManager.default.removeItem(atPath: work.folder / "in/letter.pdf")
    let alone = try verify(work, "out")
    #expect(alone.exitCode == 0)
    #expect(
      alone.output.contains("letter.pdf, was not found") && alone.output.contains("--original"), "\(alone.output)")
    let other = try verify(work, "out/letter/letter.pdf", "--original", "out/letter/letter.pdf")
    #expect(other.exitCode == 4 && other.errors.contains("SHA-256"), "\(other.summary)")
    try PageDrawing.writePDF([try Documents.shortMinutes()], to: work.folder / "foreign.pdf")
    let foreign = try verify(work, "foreign.pdf")
    #expect(foreign.exitCode == 4 && foreign.output.contains("not a result of docscan"), "\(foreign.summary)")
    #expect(!foreign.output.contains("sound"), "\(foreign.output)")
    #expect(try verify(work, "in").exitCode == 4)
    #expect(try verify(work, "nowhere").exitCode == 4)
    #expect(try verify(work).exitCode == 2)
  }

  @Test("Never calls a PDF that docscan didn't make sound, wherever it is")
  func foreign() throws {
    let work = try letter()
    for place in ["out/letter/notes.pdf", "out/bill.pdf"] {
      try PageDrawing.writePDF([try Documents.shortMinutes()], to: work.folder / place)
    }
    let folder = try verify(work, "out")
    #expect(folder.exitCode == 0, "\(folder.summary)")
    for place in ["out/letter/notes.pdf", "out/bill.pdf"] {
      #expect(folder.output.contains("\(place): not a result of docscan, left out"), "\(folder.output)")
    }
    let named = try verify(work, "out/letter/letter.pdf", "out/letter/notes.pdf")
    #expect(named.exitCode == 1 && named.output.contains("out/letter/notes.pdf: not a result"), "\(named.summary)")

    // The user's own file with the name of a result.
    try pipeline(work, verify: 0, stages: #"{"stage": "recognize"}"#)
    try work.folder.write(
      #"{"stages": [{"stage": "recognize"}], "output": {"writers": [{"writer": "text"}]}}"#, to: "pipeline.json")
    try FileManager.default.removeItem(atPath: work.folder / "out")
    #expect(try work.run().exitCode == 0)
    try PageDrawing.writePDF([try Documents.shortMinutes()], to: work.folder / "out/letter/letter.pdf")
    let result = try verify(work, "out/letter/letter.pdf")
    #expect(result.exitCode == 4 && result.output.contains("does not list it"), "\(result.summary)")
    #expect(try verify(work, "out").exitCode == 4)
  }

  @Test("Finds the original from any current folder")
  func anyFolder() throws {
    let work = try Workspace()
    try pipeline(work, verify: 0, stages: #"{"stage": "recognize"}"#)
    _ = try work.folder.makeFolder("in/deep/below")
    try ImagePDF([try Documents.shortMinutes().raster(dpi: 120)], dpi: 120).write(
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

  @Test("Finds an original that watch moved, even under a number")
  func movedOriginal() throws {
    let space = try WatchSpace()
    try space.pipeline(
      stages: #"{"stage": "recognize"}"#, writers: #"{"writer": "pdf"}, {"writer": "json"}"#)
    let drawings = [try Documents.shortMinutes(), try Documents.shortLetter()[0]]
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

  @Test("Checks the file and its pages without page JSON")
  func noPageJSON() throws {
    let work = try Workspace()
    try pipeline(work, verify: 0, stages: #"{"stage": "recognize"}"#, writers: #"{"writer": "text"}"#)
    try Documents.shortMinutes().raster(dpi: 120).write(to: work.folder / "in/page.png", as: .png, dpi: 120)
    #expect(try work.run().exitCode == 0)
    let result = try verify(work, "out")
    #expect(result.exitCode == 0 && result.output.contains("no json writer"), "\(result.summary)")
    try work.folder.write(try work.folder.data("out/page/page.pdf").truncated(toFraction: 0.9), to: "out/page/page.pdf")
    #expect(try verify(work, "out").exitCode == 1)
  }

  @Test("Fails a document whose PDF differs from the recognized text, and keeps complete results")
  func mismatch() throws {
    let work = try Workspace()
    let images = try Documents.shortLetter().map { try $0.raster(dpi: 150) }
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

  @Test("Completes such a document without verification, and verify reports it later")
  func unverified() throws {
    let work = try Workspace()
    try ImagePDF([try Documents.letter()[0].raster(dpi: 150)], dpi: 150).write(to: work.folder / "in/letter.pdf")
    try pipeline(work, verify: 0, stages: #"{"stage": "recognize"}, {"stage": "fault", "kind": "mirror"}"#)
    #expect(try work.run(faultyWorker: true).exitCode == 0)
    let result = try verify(work, "out")
    #expect(result.exitCode == 1 && result.output.contains("mirrored"), "\(result.summary)")
  }

  @Test("Leaves out a failed document, which never had a PDF")
  func failed() throws {
    let work = try Workspace()
    try PageDrawing.writePDF([try Documents.shortMinutes()], to: work.folder / "minutes.pdf")
    try Command(
      "qpdf",
      [work.folder / "minutes.pdf", "--add-attachment", work.folder / "minutes.pdf", "--", work.folder / "in/a.pdf"]
    ).check()
    try Documents.shortMinutes().raster(dpi: 120).write(to: work.folder / "in/b.png", as: .png, dpi: 120)
    try pipeline(work, verify: 0, stages: #"{"stage": "recognize"}"#)
    let run = try work.run(["--pdfa", "2b"])
    #expect(run.exitCode == 1 && run.errors.contains("a: failed: The PDF cannot be PDF/A"), "\(run.summary)")
    let result = try verify(work, "out")
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(result.output.contains("b: sound") && result.output.contains("1 document without a PDF left out"))
  }
}
