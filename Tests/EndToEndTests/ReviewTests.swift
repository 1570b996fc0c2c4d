// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: corrections reach every file, survive later runs, and can be undone.

import DocScan
import DocScanFixtures
import FoundationEssentials
import Glibc
import Testing

@testable import DocScanBatch
@testable import DocScanCore
@testable import DocScanStore

@Suite("Corrections by the user")
struct ReviewTests {
  /// Returns a workspace with a photographed letter, whose PDF consists of pictures, in every format.
  func workspace(pdf: String = "", stages: String = #"{"stage": "recognize"}, {"stage": "detect"}"#) throws
    -> Workspace
  {
    let work = try Workspace()
    try Documents.shortLetter()[0].raster(dpi: 150).write(to: work.folder / "in/letter.png", as: .png)
    try work.folder.write(
      """
      {"stages": [\(stages)],
       "output": {"verify": 1, "writers": [{"writer": "pdf"\(pdf)}, {"writer": "text"}, {"writer": "json"},
         {"writer": "markdown"}, {"writer": "hocr"}, {"writer": "alto"}, {"writer": "page"}, {"writer": "tsv"},
         {"writer": "web"}]}}
      """, to: "pipeline.json")
    #expect(try work.run().exitCode == 0)
    return work
  }

  func docscan(_ work: Workspace, _ arguments: String..., input: String = "") throws -> CommandResult {
    var command = try Command.product("docscan", arguments)
    command.standardInput = Array(input.utf8)
    command.directory = work.folder.path
    return try command.run()
  }

  /// Corrects one word, found by its text.
  func correct(_ work: Workspace, _ document: String, _ old: String, _ new: String) throws {
    let page = try work.page(document, 1)
    let word = try #require(page.words.first { $0.text == old })
    let edit = Edit(id: UUID().uuidString, words: [word], on: page, new: new, by: "ada", at: "2026-01-02T03:04:05Z")
    try EditFile.change(
      of: try #require(StoredDocument.exactly(document, in: StoredDocument.library(work.folder / "out")))
    ) {
      $0.add(.text(edit))
    }
  }

  func sound(_ work: Workspace) throws {
    let result = try docscan(work, "verify", "out")
    #expect(result.exitCode == 0, "\(result.summary)")
  }

  /// Returns the document's files without the record and the PDF, whose bytes depend on the number of builds.
  func texts(_ work: Workspace) throws -> [String: Data] {
    try work.results().filter {
      !$0.key.hasSuffix(".pdf") && $0.key != "letter/letter.json" && !$0.key.contains(".edits.")
    }
  }

  @Test(
    "Asks for the most doubtful word first, writes the answer into every file, and undoes it",
    arguments: ["", #", "tagged": true"#, #", "pdfa": "2u""#])
  func ask(pdf: String) throws {
    let work = try workspace(pdf: pdf)
    let before = try texts(work)
    let pdfText = try work.pdfText("letter")
    let list = try docscan(work, "review", "out", "--limit", "3")
    #expect(list.exitCode == 0 && list.output.contains("letter"), "\(list.summary)")
    let worst = try #require(try work.page("letter", 1).words.min { $0.confidence < $1.confidence })

    let asked = try docscan(work, "review", "out", "--ask", "--by", "ada", input: "Zyxwv\nq\n")
    #expect(
      asked.exitCode == 0 && asked.output.contains(/1 word reviewed|Probably wrong words: \d+ → \d+/),
      "\(asked.summary)")
    #expect(asked.errors.contains("letter: 1 correction written to its files"))
    #expect(try work.pdfText("letter").contains("Zyxwv"))
    for file in [
      "letter.txt", "letter.md", "letter.hocr", "letter.tsv", "alto/0001.xml", "page/0001.xml", "pages/0001.json",
    ] {
      #expect(try work.folder.text("out/letter/\(file)").contains("Zyxwv"), "\(file)")
    }
    let page = try work.page("letter", 1)
    let word = try #require(page.words.first { $0.isEdited == true })
    #expect(word.text == "Zyxwv" && word.box == worst.box && page.edits?.entries.first?.edit.by == "ada")
    #expect(try docscan(work, "search", "zyxwv", "-o", "out").output.contains("letter, page 1"))
    try sound(work)
    if !pdf.isEmpty, pdf.contains("tagged") {
      let tags = try Command("pdfinfo", ["-struct-text", work.folder / "out/letter/letter.pdf"]).check().output
      #expect(tags.contains("Zyxwv") && tags.contains("reading room"))
    }
    // The picture is unchanged.
    let image = try Command("pdfimages", ["-list", work.folder / "out/letter/letter.pdf"]).check().output
    #expect(image.split(separator: "\n").count == 3)

    let undone = try docscan(work, "undo", "out")
    #expect(undone.exitCode == 0 && undone.output.contains("is restored to \"\(worst.text)\""), "\(undone.summary)")
    #expect(try texts(work) == before)
    #expect(try work.pdfText("letter") == pdfText)
    try sound(work)
    #expect(try docscan(work, "undo", "out").errors.contains("There is nothing to undo."))
  }

  @Test("Keeps corrections in new runs, even with other stages, and reports those that no longer fit")
  func newRun() throws {
    let work = try workspace()
    try correct(work, "letter", "reading", "readjng")
    #expect(try docscan(work, "review", "out", "--apply").exitCode == 0)
    let revised = try texts(work)
    // Running the command again has nothing to do.
    let inode = try Command("stat", ["-c", "%i", work.folder / "out/letter/letter.pdf"]).check().output
    #expect(try work.run().exitCode == 0)
    #expect(try Command("stat", ["-c", "%i", work.folder / "out/letter/letter.pdf"]).check().output == inode)
    // A run from scratch gives the same files as the revision.
    #expect(try work.run(["--overwrite"]).exitCode == 0)
    #expect(try texts(work) == revised)
    #expect(try work.pdfText("letter").contains("readjng"))
    try sound(work)

    // After cropping, the word has another position in the image, and the same one in the source.
    let pipeline = try work.folder.text("pipeline.json")
    try work.folder.write(
      pipeline.replacing(#"{"stage": "recognize"}"#, with: #"{"stage": "crop"}, {"stage": "recognize"}"#),
      to: "pipeline.json")
    #expect(try work.run().exitCode == 0)
    #expect(try work.page("letter", 1).text.contains("readjng"))
    // Without recognition no correction fits; the decision stays in its file.
    try work.folder.write(
      #"{"stages": [{"stage": "quality"}], "output": {"writers": [{"writer": "json"}]}}"#, to: "pipeline.json")
    #expect(try work.run().exitCode == 0)
    let record = try work.record("letter")
    #expect(record.edits?.applied == 0 && record.edits?.unfit.count == 1, "\(record)")
    #expect(record.notes.contains { $0.hasPrefix("A correction no longer fits: \"reading\"") })
    #expect(try work.folder.text("out/letter/letter.edits.json").contains("readjng"))
  }

  @Test("Applies pending corrections in a run, and passes the corrected text to stages")
  func pending() throws {
    let work = try workspace()
    let word = try #require(try work.page("letter", 1).words.first { $0.text.count > 5 })
    try correct(work, "letter", word.text, "ada@example.org")
    let list = try docscan(work, "review", "out", "--json")
    #expect(list.output.contains(#""pending": 1"#), "\(list.summary)")
    #expect(try work.run().exitCode == 0)
    let page = try work.page("letter", 1)
    #expect(page.text.contains("ada@example.org"))
    let found = String(decoding: try JSONText.compact(page.findings), as: UTF8.self)
    #expect(found.contains("ada@example.org"))
    // After the correction is undone, the stage doesn't find the address.
    #expect(try docscan(work, "undo", "out", "--all").exitCode == 0)
    #expect(
      !String(decoding: try JSONText.compact(try work.page("letter", 1).findings), as: UTF8.self).contains("ada@"))
  }

  @Test("Replaces the invisible text of a kept PDF page, and keeps its drawing")
  func keptPage() throws {
    let work = try Workspace()
    try ImagePDF([try Documents.letter()[0].raster(dpi: 150)], dpi: 150).write(to: work.folder / "in/letter.pdf")
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    #expect(try work.run().exitCode == 0)
    #expect(try work.record("letter").pages[0].pdf?.content == .overlay)
    try correct(work, "letter", "reading", "readjng")
    #expect(try docscan(work, "review", "out", "--apply").exitCode == 0)
    // The page contains "reading" twice.
    #expect(words(try work.pdfText("letter")).count { $0 == "reading" } == 1)
    #expect(try work.pdfText("letter").contains("readjng"))
    try sound(work)
  }

  @Test("Saves corrections for later while another docscan writes to the folder")
  func locked() throws {
    let work = try workspace()
    let lock = unsafe open(work.folder / "out/.docscan/lock", O_RDWR | O_CLOEXEC)
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
    let asked = try docscan(work, "review", "out", "--ask", input: "Zyxwv\nq\n")
    #expect(
      asked.exitCode == 0 && asked.errors.contains("Your corrections are saved, but not in the files yet"),
      "\(asked.summary)")
    #expect(!asked.errors.contains("Wait for it to end"), "the other docscan applies them")
    #expect(try docscan(work, "review", "out", "--apply").exitCode == 6)
    // A program that another test starts just now may hold the descriptor for a moment, and the lock with it.
    flock(lock, LOCK_UN)
    close(lock)
    #expect(try !work.pdfText("letter").contains("Zyxwv"))
    #expect(try docscan(work, "review", "out", "--apply").exitCode == 0)
    #expect(try work.pdfText("letter").contains("Zyxwv"))
  }

  @Test("Applies corrections made during a run when it ends")
  func decidedMeanwhile() throws {
    let work = try workspace()
    let lock = unsafe open(work.folder / "out/.docscan/lock", O_RDWR | O_CLOEXEC)
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
    let asked = try docscan(work, "review", "out", "--ask", input: "Zyxwv\nq\n")
    #expect(asked.errors.contains("it applies them"), "\(asked.summary)")
    flock(lock, LOCK_UN)
    close(lock)
    let other = try work.folder.makeFolder("other")
    try Documents.shortLetter()[0].raster(dpi: 100).write(to: other + "/note.png", as: .png)
    let run = try docscan(work, "run", "pipeline.json", "other", "-o", "out")
    #expect(run.exitCode == 0 && run.errors.contains("1 correction was written to its files"), "\(run.summary)")
    #expect(try work.pdfText("letter").contains("Zyxwv"))
    try sound(work)
  }

  @Test("Updates the review list incrementally, with the same result as from scratch")
  func listKeepsUp() throws {
    let work = try workspace()
    func list() throws -> String {
      let kept = try docscan(work, "review", "out", "--json")
      #expect(kept.exitCode == 0, "\(kept.summary)")
      for ending in ["", "-wal", "-shm"] where work.folder.contains("out/.docscan/index.sqlite\(ending)") {
        try work.folder.remove("out/.docscan/index.sqlite\(ending)")
      }
      #expect(try docscan(work, "review", "out", "--json").output == kept.output)
      return kept.output
    }
    var lists = [try list()]
    try Documents.shortLetter()[0].raster(dpi: 100).write(to: work.folder / "in/note.png", as: .png)
    #expect(try work.run().exitCode == 0)
    lists.append(try list())
    try correct(work, "letter", "reading", "readjng")
    lists.append(try list())
    #expect(lists[2].contains(#""pending": 1"#))
    #expect(try docscan(work, "review", "out", "--apply").exitCode == 0)
    lists.append(try list())
    #expect(lists[3].contains(#""reviewed": 1"#))
    #expect(Set(lists).count == 4)
    #expect(try docscan(work, "undo", "out", "--all").exitCode == 0)
    #expect(try list() == lists[1])
  }

  @Test("Applies corrections while docscan watch is running")
  func decidedWhileWatching() throws {
    let work = try workspace()
    let inbox = try work.folder.makeFolder("inbox")
    var command = try Command.product("docscan", ["watch", "pipeline.json", inbox, "-o", "out", "--poll", "1"])
    command.directory = work.folder.path
    let watcher = try command.start()
    #expect(try watcher.wait { watcher.errorsSoFar.contains("Watching") })
    let asked = try docscan(work, "review", "out", "--ask", input: "Zyxwv\nq\n")
    #expect(asked.errors.contains("it applies them"), "\(asked.summary)")
    #expect(try watcher.wait(upToSeconds: 120) { try work.pdfText("letter").contains("Zyxwv") })
    watcher.send(signal: SIGTERM)
    #expect(try watcher.wait().exitCode == 130)
    try sound(work)
  }

  @Test("Keeps an unreadable file of edits unchanged, and reports it")
  func damagedFile() throws {
    let work = try workspace()
    try work.folder.write("{\"edits\": 7}", to: "out/letter/letter.edits.json")
    #expect(try work.run().exitCode == 0)
    #expect(try work.folder.text("out/letter/letter.edits.json") == "{\"edits\": 7}")
    #expect(try work.record("letter").notes.contains { $0.contains("letter.edits.json stays as it is") })
    let asked = try docscan(work, "review", "out", "--ask", input: "Zyxwv\nq\n")
    #expect(asked.errors.contains("letter.edits.json stays as it is"), "\(asked.summary)")
    #expect(try work.folder.text("out/letter/letter.edits.json") == "{\"edits\": 7}")
  }

  @Test("Leaves a document with a changed file alone, and keeps its corrections")
  func foreignChange() throws {
    let work = try workspace()
    try work.folder.write("mine", to: "out/letter/letter.txt")
    let asked = try docscan(work, "review", "out", "--ask", input: "Zyxwv\nq\n")
    #expect(asked.exitCode == 1 && asked.errors.contains("a file of it was changed"), "\(asked.summary)")
    #expect(try work.folder.text("out/letter/letter.txt") == "mine")
    #expect(try work.folder.text("out/letter/letter.edits.json").contains("Zyxwv"))
  }

  @Test(
    "Leaves all old or all new files after kill -9 at any moment",
    arguments: [0.0, 0.1, 0.2, 0.3, 0.5])
  func killed(seconds: Double) throws {
    let work = try workspace()
    let before = try texts(work)
    try correct(work, "letter", "reading", "readjng")
    var command = try Command.product("docscan", ["review", "out", "--apply"])
    command.directory = work.folder.path
    let running = try command.start()
    usleep(UInt32(seconds * 1e6))
    running.send(signal: SIGKILL)
    _ = try running.wait()
    let isNew = try work.folder.text("out/letter/letter.txt").contains("readjng")
    #expect(try work.pdfText("letter").contains("readjng") == isNew)
    if !isNew { #expect(try texts(work) == before) }
    #expect(try docscan(work, "review", "out", "--apply").exitCode == 0)
    #expect(try work.pdfText("letter").contains("readjng"))
    try sound(work)
  }

  @Test("Handles restored words, numbers, undo, and invalid input in the dialog")
  func dialog() throws {
    let work = try workspace()
    let asked = try docscan(work, "review", "out", "--ask", "--limit", "3", input: "9\n=9\nu\n-\ns\n\n")
    #expect(asked.errors.contains("Alternative 9 doesn't exist") || asked.output.contains("9"), "\(asked.summary)")
    #expect(asked.output.contains("restored"), "\(asked.summary)")
    // The keys are explained once, before the first word.
    #expect(asked.output.hasPrefix("Enter: the word is right.") && asked.output.ranges(of: "q: quit").count == 1)
    let edits = try JSONDecoder().decode(EditList.self, from: work.folder.data("out/letter/letter.edits.json"))
    #expect(edits.edits.standing.count == 2 && edits.edits.contains { $0.undone != nil && $0.new == "9" })
    // Invisible characters are refused, and nothing is decided.
    let unseen = try docscan(work, "review", "out", "--ask", "--limit", "1", input: "=a\u{202E}b\n\n")
    #expect((unseen.output + unseen.errors).contains("none of them invisible"), "\(unseen.summary)")
    #expect(try !work.folder.text("out/letter/letter.edits.json").unicodeScalars.contains("\u{202E}"))
    #expect(try docscan(work, "review", "nowhere").exitCode == 4)
    let wrong = try docscan(work, "undo", "out", "--document", "nobody")
    #expect(wrong.exitCode == 2 && wrong.errors.contains("Document \"nobody\" doesn't exist"), "\(wrong.summary)")
    #expect(try docscan(work, "review", "out", "--custom-words").output == "[]\n")
  }
}
