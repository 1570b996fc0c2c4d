// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: corrections reach every file, survive later runs, and can be undone.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Glibc
import Testing

@testable import DocScanBatch

@Suite("Corrections by the user")
struct ReviewTests {
  /// Returns a workspace with a photographed letter, whose PDF consists of pictures, in every format.
  private func workspace(pdf: String = "", stages: String = #"{"stage": "recognize"}, {"stage": "detect"}"#) throws
    -> Workspace
  {
    let work = try Workspace()
    try Documents.letter()[0].raster(dpi: 150).write(to: work.folder / "in/letter.png", as: .png)
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

  private func docscan(_ work: Workspace, _ arguments: String..., input: String = "") throws -> CommandResult {
    var command = try Command.product("docscan", arguments)
    command.standardInput = Array(input.utf8)
    command.directory = work.folder.path
    return try command.run()
  }

  /// Corrects one word, found by its text.
  private func correct(_ work: Workspace, _ document: String, _ old: String, _ new: String) throws {
    let page = try work.page(document, 1)
    let word = try #require(page.words.first { $0.text == old })
    let edit = Edit(id: UUID().uuidString, words: [word], on: page, new: new, by: "ada", at: "2026-01-02T03:04:05Z")
    try EditFile.change(
      of: try #require(StoredDocument.exactly(document, in: StoredDocument.library(work.folder / "out")))
    ) {
      $0.add(.text(edit))
    }
  }

  private func sound(_ work: Workspace) throws {
    let result = try docscan(work, "verify", "out")
    #expect(result.exitCode == 0, "\(result.summary)")
  }

  /// Returns the document's files without the record and the PDF, whose bytes depend on the number of builds.
  private func texts(_ work: Workspace) throws -> [String: Data] {
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
      asked.exitCode != 0 && asked.errors.contains("Your corrections are saved, but not in the files yet"),
      "\(asked.summary)")
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
    try Documents.letter()[0].raster(dpi: 100).write(to: other + "/note.png", as: .png)
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
    try Documents.letter()[0].raster(dpi: 100).write(to: work.folder / "in/note.png", as: .png)
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

  @Test("Turns an upside-down page in the next run, and undoes that")
  func turn() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "orientation", "degrees": 180}, {"stage": "recognize"}"#)
    try Documents.letter()[0].raster(dpi: 100).write(to: work.folder / "in/letter.png", as: .png)
    #expect(try work.run().exitCode == 0)
    #expect(try !work.page("letter", 1).text.contains("reading room"))
    let turned = try docscan(work, "review", "out", "--turn", "letter:1=180")
    #expect(turned.exitCode == 0, "\(turned.summary)")
    #expect(try docscan(work, "review", "out").output.contains("with new rotations"))
    // Words corrected in the meantime don't hide the turn from the run.
    #expect(try docscan(work, "review", "out", "--apply").exitCode == 0)
    #expect(try work.run().exitCode == 0)
    #expect(try work.page("letter", 1).text.contains("reading room"))
    #expect(try work.run().output.contains("unchanged") || work.report().documents[0].status == .unchanged)
    for command in ["review", "status"] {
      let listed = try docscan(work, command, "out")
      #expect(listed.output.contains("page 1 of letter.png"), "\(listed.summary)")
    }
    let undone = try docscan(work, "undo", "out")
    // The files change in the next run, not now.
    #expect(undone.output.contains("is undone") && !undone.errors.contains("files updated"), "\(undone.summary)")
    #expect(try !docscan(work, "status", "out").output.contains("page 1 of letter.png"))
    #expect(try work.run().exitCode == 0)
    #expect(try !work.page("letter", 1).text.contains("reading room"))
    let wrong = try docscan(work, "review", "out", "--turn", "letter=90")
    #expect(wrong.exitCode == 2 && wrong.errors.contains("such as letter:3=90"))
  }

  @Test("Straightens a page by given corners in the next run, and rejects invalid corners")
  func corners() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "perspective"}, {"stage": "recognize"}"#)
    try Documents.letter()[0].raster(dpi: 100).write(to: work.folder / "in/letter.png", as: .png)
    #expect(try work.run().exitCode == 0)
    let size = try #require(try work.page("letter", 1).source)
    let half = size.height / 2
    let wish = "letter:1=0,0 \(size.width),0 \(size.width),\(half) 0,\(half)"
    #expect(try docscan(work, "review", "out", "--corners", wish).output.contains("straightened by these corners"))
    #expect(try work.run().exitCode == 0)
    let page = try work.page("letter", 1)
    #expect(page.corrections.first { $0.kind == "perspective" }?.given == true)
    #expect(abs((page.image?.height ?? 0) - half) <= 2)
    #expect(try docscan(work, "review", "out").output.contains("page 1 of letter.png with corners set by hand"))
    for wrong in ["letter:1=0,0 9,0 9,9", "letter:1=0,0 9,0 9,9 x,9", "letter=0,0 9,0 9,9 0,9"] {
      let result = try docscan(work, "review", "out", "--corners", wrong)
      #expect(result.exitCode == 2 && result.errors.contains("such as \"letter:3="), "\(result.summary)")
    }
    let crossed = try docscan(work, "review", "out", "--corners", "letter:1=0,0 90,90 90,0 0,90")
    #expect(crossed.exitCode == 2 && crossed.errors.contains("clockwise from the top left"), "\(crossed.summary)")
    #expect(try docscan(work, "review", "out", "--turn", "letter:1=90").output.contains("no stage \"orientation\""))
  }

  /// Returns the letters and digits of a text in lowercase, in which two readings of a line agree.
  private func letters(_ text: String) -> String { text.filter { $0.isLetter || $0.isNumber }.lowercased() }

  /// Returns the size from a PNG file's header.
  private func pngSize(_ path: String) throws -> (width: Int, height: Int) {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)).prefix(24))
    try #require(bytes.count == 24)
    func number(_ start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    return (number(16), number(20))
  }

  @Test(
    "Exports reviewed lines as pictures with text, which Tesseract reads and trains with",
    arguments: ["pictures", "kept pages"])
  func groundTruth(kind: String) throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    let drawn = try Documents.letter()[0].raster(dpi: 150)
    if kind == "pictures" {
      try drawn.write(to: work.folder / "in/letter.png", as: .png, dpi: 150)
    } else {
      try ImagePDF([drawn], dpi: 150).write(to: work.folder / "in/letter.pdf")
    }
    #expect(try work.run().exitCode == 0)
    let read = try work.page("letter", 1)
    // Every word of two lines was reviewed; of a third line only one, so its others may be wrong.
    let lines = read.blocks.flatMap(\.lines).filter { $0.words.count > 3 }
    try #require(lines.count >= 3)
    try EditFile.change(
      of: try #require(StoredDocument.exactly("letter", in: StoredDocument.library(work.folder / "out")))
    ) { list in
      let words = lines[0].words + lines[1].words + [lines[2].words[0]]
      for (index, word) in words.enumerated() {
        list.add(
          .text(
            Edit(
              id: list.nextID, words: [word], on: read, new: index == 0 ? "Changed" : word.text, by: "ada",
              at: "2026-01-02T03:04:05Z")))
      }
    }
    let doubt = lines[2].words.dropFirst().contains { $0.confidence < 0.9 }
    let exported = try docscan(work, "review", "out", "--export", "truth")
    #expect(exported.exitCode == 0, "\(exported.summary)")
    #expect(exported.output.contains("\(doubt ? 2 : 3) lines of 1 page in truth"))
    #expect(exported.errors.contains("words that may be wrong") == doubt)

    let names = try work.folder.files(under: "truth")
    let texts = names.filter { $0.hasSuffix(".gt.txt") }.sorted()
    #expect(texts.count == (doubt ? 2 : 3) && !names.contains { $0.contains("scratch") }, "\(names)")
    #expect(try work.folder.text("truth/" + texts[0]).hasPrefix("Changed "))
    for name in texts.dropFirst() {
      let picture = work.folder / "truth/" + name.replacing(".gt.txt", with: ".png")
      let text = try work.folder.text("truth/" + name)
      let seen = try Command("tesseract", [picture, "-", "--psm", "13", "-l", "eng"]).check().output
      #expect(letters(seen) == letters(text), "\(seen) is not \(text)")
      // As tesstrain does with such a pair: a box file with the line's characters, and training data from it.
      let size = try pngSize(picture)
      let stem = String(picture.dropLast(4))
      let box = "0 0 \(size.width) \(size.height) 0\n"
      let boxes = text.filter { $0 != "\n" }.map { "\($0) \(box)" }.joined() + "\t \(box)"
      try Data(boxes.utf8).write(to: URL(filePath: stem + ".box"))
      try Command("tesseract", [picture, stem, "--psm", "13", "-l", "eng", "lstm.train"]).check()
      #expect((try FileManager.default.attributesOfItem(atPath: stem + ".lstmf")[.size] as? Int ?? 0) > 1000)
    }
    // PAGE-XML with these lines alone, next to the picture whose pixels it refers to.
    let page = work.folder / "truth/letter/page/0001.xml"
    let found = try Command("xmllint", ["--xpath", "count(//*[local-name()='TextLine'])", page]).check().output
    #expect(found.hasPrefix("\(texts.count)"))
    let named = try Command("xmllint", ["--xpath", "string(//*[local-name()='Page']/@imageFilename)", page]).check()
    #expect(named.output.hasPrefix("../images/0001.png"))
    let size = try pngSize(work.folder / "truth/letter/images/0001.png")
    #expect(size.width == read.image?.width && size.height == read.image?.height)
    // Existing files aren't touched.
    let again = try docscan(work, "review", "out", "--export", "truth")
    #expect(again.exitCode == 2 && again.errors.contains("has files already"), "\(again.summary)")
  }

  /// Returns the words that identify pages, page by page.
  private func titles(_ work: Workspace, _ name: String) throws -> [String] {
    try work.folder.text("out/\(name)/\(name).txt").split(separator: "\u{0C}").compactMap { page in
      Self.titles.first { page.contains($0) }
    }
  }

  private static let titles = ["Morning", "Harbour", "Winter", "Garden"]

  @Test(
    "Orders the pages of a folder as chosen, omits some, adds later ones last, and undoes that")
  func order() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}"#, more: #""input": {"group": "folder"},"#)
    let drawn = try Documents.titles(Self.titles).map { try $0.raster(dpi: 100) }
    _ = try work.folder.makeFolder("in/set")
    for (page, name) in zip(drawn, ["a", "b", "c"]) { try page.write(to: work.folder / "in/set/\(name).png", as: .png) }
    #expect(try work.run().exitCode == 0)
    #expect(try titles(work, "set") == ["Morning", "Harbour", "Winter"])
    try correct(work, "set", "Morning", "Morningtide")

    let ordered = try docscan(work, "review", "out", "--order", "set=3,1")
    #expect(ordered.output.contains("2 pages will be in this order"))
    #expect(ordered.output.contains("Left out: page 1 of b.png"))
    #expect(try docscan(work, "review", "out").output.contains("page orders"))
    // Words corrected in the meantime are applied to the pages as they are.
    #expect(try docscan(work, "review", "out", "--apply").exitCode == 0)
    #expect(try titles(work, "set") == ["Morning", "Harbour", "Winter"])
    #expect(try work.run().exitCode == 0)
    #expect(try titles(work, "set") == ["Winter", "Morning"])
    #expect(try work.page("set", 2).text.contains("Morningtide") && work.page("set", 2).page.source == "a.png")
    let pdf = try work.pdfText("set").split(separator: "\u{0C}")
    #expect(pdf.count == 2 && pdf[0].contains("Winter") && pdf[1].contains("Morningtide"))
    #expect(try work.record("set").pages.map(\.number) == [1, 2])
    #expect(try work.record("set").notes.contains { $0.hasPrefix("One page of the input is left out") })
    #expect(!work.folder.contains("out/set/pages/0003.json"))
    try sound(work)
    #expect(try work.run().output.contains("unchanged") || work.report().documents[0].status == .unchanged)

    // A new picture comes last; a missing one is reported.
    try drawn[3].write(to: work.folder / "in/set/d.png", as: .png)
    #expect(try work.run().exitCode == 0)
    #expect(try titles(work, "set") == ["Winter", "Morning", "Garden"])
    try FileManager.default.removeItem(atPath: work.folder / "in/set/c.png")
    #expect(try work.run(["--overwrite"]).exitCode == 0)
    #expect(try titles(work, "set") == ["Morning", "Garden"])
    #expect(try work.record("set").notes.contains { $0.contains("names page 1 of c.png, which is not there any more") })

    #expect(try docscan(work, "undo", "out").output.contains("its page order is undone"))
    #expect(try work.run().exitCode == 0)
    #expect(try titles(work, "set") == ["Morning", "Harbour", "Garden"])
    for wrong in ["set=9", "set=1,1", "set=0", "set", "nobody=1"] {
      #expect(try docscan(work, "review", "out", "--order", wrong).exitCode == 2, "\(wrong)")
    }
  }

  @Test(
    "Keeps drawings of PDF pages in a new order, unless the PDF changes, and reports that"
  )
  func orderOfPDF() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    let drawn = try Documents.titles(Self.titles).map { try $0.raster(dpi: 100) }
    try ImagePDF(drawn, dpi: 100).write(to: work.folder / "in/scan.pdf")
    #expect(try work.run().exitCode == 0)
    #expect(try docscan(work, "review", "out", "--order", "scan=4,1-3").exitCode == 0)
    #expect(try work.run().exitCode == 0)
    let wanted = ["Garden", "Morning", "Harbour", "Winter"]
    #expect(try titles(work, "scan") == wanted)
    #expect(try work.record("scan").pages.allSatisfy { $0.pdf?.content == .overlay })
    let pdf = try work.pdfText("scan").split(separator: "\u{0C}")
    #expect(pdf.count == 4 && zip(pdf, wanted).allSatisfy { $0.contains($1) })
    try sound(work)
    // A correction of a word also works in a reordered PDF.
    try correct(work, "scan", "Garden", "Gardens")
    #expect(try docscan(work, "review", "out", "--apply").exitCode == 0)
    #expect(try work.pdfText("scan").split(separator: "\u{0C}").first?.contains("Gardens") == true)
    try sound(work)

    try ImagePDF(Array(drawn.prefix(2)), dpi: 100).write(to: work.folder / "in/scan.pdf")
    #expect(try work.run(["--overwrite"]).exitCode == 0)
    #expect(try titles(work, "scan") == ["Morning", "Harbour"])
    #expect(try work.record("scan").notes.contains { $0.contains("the file has changed since") })
    #expect(try work.folder.text("out/scan/scan.edits.json").contains("orders"))
    #expect(try docscan(work, "review", "out", "--order", "scan=input").output.contains("the order of the input"))
  }
}
