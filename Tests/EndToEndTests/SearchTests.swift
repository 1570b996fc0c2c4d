// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the search index matches the published results, even after crashes.

import DocScanFixtures
import FoundationEssentials
import Glibc
import Testing

@testable import DocScanBatch
@testable import DocScanStore

@Suite("Searching results")
struct SearchRunTests {
  private func search(_ work: Workspace, _ words: String...) throws -> CommandResult {
    try Command.product("docscan", ["search"] + words + ["-o", work.folder / "out"]).run()
  }

  @Test("Finds new results at once, and no longer finds replaced ones")
  func run() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    try ImagePDF([try Documents.shortLetter()[0].raster(dpi: 150)], dpi: 150).write(to: work.folder / "in/letter.pdf")
    try PageDrawing.writePDF([try Documents.shortMinutes()], to: work.folder / "in/minutes.pdf")
    #expect(try work.run().exitCode == 0)
    #expect(work.folder.contains("out/.docscan/index.sqlite"))
    let found = try search(work, "12 march 2024")
    #expect(found.exitCode == 0 && found.output.hasPrefix("letter, page 1\n"), "\(found.summary)")
    #expect(found.output.contains("[12 March 2024]"))

    // Processed again without recognition, its pages have no text.
    try work.pipeline(stages: #"{"stage": "quality"}"#)
    #expect(try work.run().exitCode == 0)
    #expect(try search(work, "12 march 2024").output == "Nothing found.\n")
    #expect(try search(work, "doc:letter").output.contains("letter, page 1"))

    let json = try Command.product("docscan", ["search", "--json", "--limit", "1", "doc:*", "-o", work.folder / "out"])
      .run()
    #expect(json.output.contains(#""schema": "docscan-search/1""#))
  }

  @Test("Finds all published documents after kill -9 at any moment", arguments: [0, 1, 2])
  func killed(number: Int) throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "quality"}"#)
    let (minutes, letter) = (try Documents.shortMinutes(), try Documents.shortLetter())
    // Six different contents, because docscan reads equal ones only once.
    let documents = [[minutes], [letter[0]], [letter[1]], [minutes, letter[0]], [minutes, letter[1]], letter]
    for (name, pages) in zip(["a", "b", "c", "d", "e", "f"], documents) {
      try PageDrawing.writePDF(pages, to: work.folder / "in/\(name).pdf")
    }
    let running = try work.command(workers: 1).start()
    let last = ["a", "c", "e"][number]
    _ = try running.wait { work.folder.contains("out/\(last)/\(last).json") }
    running.send(signal: SIGKILL)
    _ = try running.wait()
    let inPlace = ["a", "b", "c", "d", "e", "f"].filter { work.folder.contains("out/\($0)/\($0).json") }
    let found = try search(work, "doc:*")
    for name in inPlace { #expect(found.output.contains("\(name), page 1"), "\(found.summary)") }
    #expect(try work.run().exitCode == 0)
    let all = try search(work, "doc:*")
    for name in ["a", "b", "c", "d", "e", "f"] { #expect(all.output.contains("\(name), page 1"), "\(all.summary)") }
  }

  @Test("Finds a document that was published but not recorded before its run was killed")
  func unnoted() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "quality"}"#)
    try PageDrawing.writePDF([try Documents.shortMinutes()], to: work.folder / "in/a.pdf")
    #expect(try work.run().exitCode == 0)
    // The state between the two steps: the folder exists, and the journal still has the document in progress.
    let journal = try Database(path: work.folder / "out/.docscan/journal.sqlite")
    try journal.runAll("DELETE FROM document; INSERT INTO attempt VALUES('00', 1, 'a', 1, 0, '')")
    for ending in ["", "-wal", "-shm"] where work.folder.contains("out/.docscan/index.sqlite" + ending) {
      try work.folder.remove("out/.docscan/index.sqlite" + ending)
    }
    let index = try Command.product("docscan", ["index", "update", work.folder / "out"]).run()
    #expect(index.output == "1 document with 1 page can be searched.\n", "\(index.summary)")
    try journal.runAll("INSERT INTO attempt VALUES('01', 1, 'b', 1, 0, '')")
    _ = try work.folder.makeFolder("out/b")
    try FileManager.default.removeItem(atPath: work.folder / "out/b")
    try FileManager.default.copyItem(atPath: work.folder / "out/a", toPath: work.folder / "out/b")
    let record = try work.folder.text("out/b/a.json").replacing(#""name": "a""#, with: #""name": "b""#)
    try work.folder.write(record, to: "out/b/b.json")
    #expect(try search(work, "doc:b").output.contains("b, page 1"))
  }

  @Test("Finds documents that were published after the journal was lost")
  func lostJournal() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "quality"}"#)
    let letter = try Documents.shortLetter()
    for (name, page) in zip(["a", "b"], letter) { try PageDrawing.writePDF([page], to: work.folder / "in/\(name).pdf") }
    #expect(try work.run().exitCode == 0)
    for ending in ["", "-wal", "-shm"] where work.folder.contains("out/.docscan/journal.sqlite" + ending) {
      try work.folder.remove("out/.docscan/journal.sqlite" + ending)
    }
    for name in ["a", "b"] { try work.folder.remove("in/\(name).pdf") }
    try PageDrawing.writePDF([try Documents.shortMinutes()], to: work.folder / "in/c.pdf")
    #expect(try work.run().exitCode == 0)
    let found = try search(work, "doc:*").output
    for name in ["a", "b", "c"] { #expect(found.contains("\(name), page 1"), "\(found)") }
  }

  @Test("Excludes words after a dash, and rejects unknown options and folders")
  func dashes() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "quality"}"#)
    try PageDrawing.writePDF(try Documents.shortLetter(), to: work.folder / "in/letter.pdf")
    #expect(try work.run().exitCode == 0)
    #expect(try search(work, "march").output.contains("letter"))
    #expect(try search(work, "march", "-2024").output == "Nothing found.\n")
    let wrong = try search(work, "--fuzy", "march")
    #expect(wrong.exitCode == 2 && wrong.errors.contains("--fuzzy"))
    let none = try Command.product("docscan", ["search", "march", "-o", work.folder / "in"]).run()
    #expect(none.exitCode == 4 && none.errors.contains("is not a docscan output folder"))
    #expect(!work.folder.contains("in/.docscan"))
  }
}
