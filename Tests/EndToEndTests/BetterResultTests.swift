// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: no run replaces a better result without being asked to.

import DocScan
import DocScanFixtures
import FoundationEssentials
import Testing

@testable import DocScanBatch
@testable import DocScanCore
@testable import DocScanFiles
@testable import DocScanStore

@Suite("Results only get better")
struct BetterResultTests {
  /// Returns a workspace with two letters, recognized in their own language.
  private func workspace() throws -> Workspace {
    let work = try Workspace()
    for name in ["first", "second"] {
      try Documents.shortLetter()[0].raster(dpi: name == "first" ? 100 : 95).write(
        to: work.folder / "in/\(name).png", as: .png)
    }
    try work.folder.write(
      """
      {"stages": [{"stage": "recognize", "languages": ["eng"]}],
       "output": {"writers": [{"writer": "text"}, {"writer": "json"}]}}
      """, to: "pipeline.json")
    #expect(try docscan(work, "in").exitCode == 0)
    return work
  }

  private func docscan(_ work: Workspace, _ arguments: String...) throws -> CommandResult {
    try run(work, ["run", "pipeline.json", "-o", "out"] + arguments)
  }

  private func run(_ work: Workspace, _ arguments: [String]) throws -> CommandResult {
    var command = try Command.product("docscan", arguments)
    command.directory = work.folder.path
    return try command.run()
  }

  @Test("Keeps a better result unless --overwrite is given, and reports that")
  func worse() throws {
    let work = try workspace()
    let before = try work.folder.text("out/first/first.txt")
    let worse = try docscan(work, "in", "-l", "kor")
    #expect(worse.exitCode == 0 && worse.output.contains("Kept       2 earlier results"), "\(worse.summary)")
    #expect(try work.folder.text("out/first/first.txt") == before)
    let report = try work.report()
    #expect(report.totals.kept == 2 && report.totals.unchanged == 2)
    #expect(report.documents.allSatisfy { $0.kept?.contains("instead of A") == true })
    // A plan doesn't include work whose result would be discarded.
    let planned = try docscan(work, "in", "-l", "kor", "--dry-run")
    #expect(planned.output.contains("2 unchanged") && planned.output.contains("was kept"), "\(planned.summary)")
    let other = try docscan(work, "in", "-l", "deu", "--dry-run")
    #expect(other.output.contains("kept if the new text is worse than grade A"), "\(other.summary)")

    #expect(try docscan(work, "in", "-l", "kor", "--overwrite").exitCode == 0)
    #expect(try work.folder.text("out/first/first.txt") != before)
    // Better results replace worse ones without an option.
    #expect(try docscan(work, "in").output.contains("2 complete"))
    #expect(try work.folder.text("out/first/first.txt") == before)
  }

  @Test("Keeps settings of a named document in later runs, lists them, and undoes them")
  func settings() throws {
    let work = try workspace()
    let chosen = try docscan(work, "in/first.png", "-l", "eng+deu")
    #expect(chosen.exitCode == 0, "\(chosen.summary)")
    #expect(
      EditFile(named: "first", in: Folder(root: work.folder / "out")).list.standingSettings.description.contains(
        "eng,deu"))
    #expect(try docscan(work, "in", "--dry-run").output.contains("2 unchanged"))
    // A run with other settings only processes the other document.
    let third = try docscan(work, "in", "-l", "deu+eng")
    #expect(third.output.contains("1 complete, 1 unchanged"), "\(third.summary)")
    #expect(try work.page("first", 1).languages == ["eng", "deu"])
    #expect(try work.page("second", 1).languages == ["deu", "eng"])
    // A run from scratch gives the same page as the command line did.
    let page = try work.folder.text("out/first/pages/0001.json")
    #expect(try docscan(work, "in", "--overwrite").exitCode == 0)
    #expect(try work.folder.text("out/first/pages/0001.json") == page)

    let listed = try run(work, ["review", "out"])
    #expect(listed.output.contains("first has its own settings: stages.recognize.languages=eng,deu"))
    let status = try run(work, ["status", "out"])
    #expect(status.output.contains("first: stages.recognize.languages=eng,deu"), "\(status.summary)")
    #expect(!status.output.contains("second"))
    #expect(try run(work, ["undo", "out", "--document", "first"]).output.contains("no longer apply"))
    #expect(try !run(work, ["status", "out"]).output.contains("stages.recognize"))
    #expect(try docscan(work, "in").output.contains("1 complete, 1 unchanged"))
    #expect(try work.page("first", 1).languages == ["eng"])
  }

  @Test("Stores settings of a new document, but not those given for folders or all documents")
  func scope() throws {
    let work = try workspace()
    try Documents.shortLetter()[0].raster(dpi: 90).write(to: work.folder / "in/third.png", as: .png)
    #expect(try docscan(work, "in/third.png", "-l", "eng+deu").exitCode == 0)
    #expect(EditFile(named: "third", in: Folder(root: work.folder / "out")).list.settings.count == 1)
    #expect(try docscan(work, "in", "--dry-run").output.contains("3 unchanged"))
    #expect(try docscan(work, "in", "-l", "deu+eng").exitCode == 0)
    #expect(EditFile(named: "second", in: Folder(root: work.folder / "out")).sha256 == nil)
    let all = ["in/first.png", "in/second.png", "in/third.png"]
    #expect(try run(work, ["run", "pipeline.json", "-o", "out", "-l", "deu"] + all).exitCode == 0)
    #expect(EditFile(named: "second", in: Folder(root: work.folder / "out")).sha256 == nil)
  }
}
