// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: pages that the user turns, straightens, moves, or exports keep their corrections.

import DocScan
import DocScanFixtures
import FoundationEssentials
import Glibc
import Testing

@testable import DocScanBatch
@testable import DocScanCore
@testable import DocScanFiles
@testable import DocScanStore

extension ReviewTests {
  @Test("Turns an upside-down page in the next run, and undoes that")
  func turn() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "orientation", "degrees": 180}, {"stage": "recognize"}"#)
    try Documents.shortLetter()[0].raster(dpi: 100).write(to: work.folder / "in/letter.png", as: .png)
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

  @Test("Turns a page in its own folder, even if corrections are being written to it when the run begins")
  func turnDuringRevision() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "orientation", "degrees": 180}, {"stage": "recognize"}"#)
    try Documents.shortLetter()[0].raster(dpi: 100).write(to: work.folder / "in/letter.png", as: .png)
    // The revision of a small document begins before a large input is hashed.
    #expect(unsafe truncate(work.folder / "in/letter.png", 64 << 20) == 0)
    #expect(try work.run().exitCode == 0)
    #expect(try docscan(work, "review", "out", "--turn", "letter:1=180").exitCode == 0)
    // The run first notes the decision in the document's files. The lock keeps it from publishing them.
    let lock = try EditLock(root: try #require(Folder(root: work.folder / "out")))
    let run = try work.command().start()
    _ = try run.wait(upToSeconds: 2) { work.folder.contains("out/.docscan/partial/1/letter.json") }
    lock.release()
    let ended = try run.wait()
    #expect(ended.exitCode == 0, "\(ended.summary)")
    #expect(try work.page("letter", 1).text.contains("reading room"))
    #expect(!work.folder.contains("out/letter-2"), "\(ended.summary)")
  }

  @Test("Keeps corrections of a file that was renamed, and of one that got a copy")
  func renamedFile() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "orientation", "degrees": 180}, {"stage": "recognize"}"#)
    let raster = try Documents.shortLetter()[0].raster(dpi: 100)
    try raster.write(to: work.folder / "in/letter.png", as: .png)
    #expect(try work.run().exitCode == 0)
    #expect(try docscan(work, "review", "out", "--turn", "letter:1=180").exitCode == 0)
    #expect(unsafe rename(work.folder / "in/letter.png", work.folder / "in/march.png") == 0)
    #expect(try work.run().exitCode == 0)
    let turned = try work.page("letter", 1)
    #expect(turned.page.source == "march.png" && turned.text.contains("reading room"))
    let asked = try docscan(work, "review", "out", "--ask", "--limit", "1", input: "Zyxwv\nq\n")
    #expect(asked.exitCode == 0, "\(asked.summary)")
    try raster.write(to: work.folder / "in/0copy.png", as: .png)
    #expect(try work.run(["--overwrite"]).exitCode == 0)
    let page = try work.page("letter", 1)
    #expect(page.page.source == "0copy.png" && page.text.contains("reading room") && page.text.contains("Zyxwv"))
    #expect(try work.record("letter").edits?.unfit == [])
  }

  @Test("Straightens a page by given corners in the next run, and rejects invalid corners")
  func corners() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "perspective"}, {"stage": "recognize"}"#)
    try Documents.shortLetter()[0].raster(dpi: 100).write(to: work.folder / "in/letter.png", as: .png)
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
    // The list for PaddleOCR: each line's picture and text.
    let list = try work.folder.text("truth/rec_gt_train.txt").split(separator: "\n").map(String.init)
    let listed = try texts.map { name in
      name.replacing(".gt.txt", with: ".png") + "\t" + (try work.folder.text("truth/" + name)).dropLast()
    }
    #expect(list == listed)
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

  @Test("Keeps the corrections of a picture while it is left out of its folder's document")
  func correctionLeftOut() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}"#, more: #""input": {"group": "folder"},"#)
    _ = try work.folder.makeFolder("in/set")
    let drawn = try Documents.titles(["Morning", "Harbour"]).map { try $0.raster(dpi: 100) }
    for (page, name) in zip(drawn, ["a", "b"]) { try page.write(to: work.folder / "in/set/\(name).png", as: .png) }
    #expect(try work.run().exitCode == 0)
    let word = try #require(work.page("set", 2).words.first { $0.text == "Harbour" })
    let edit = Edit(id: "1", words: [word], on: try work.page("set", 2), new: "Harborside", by: "ada", at: Decision.now)
    let library = try StoredDocument.library(work.folder / "out")
    try EditFile.change(of: #require(StoredDocument.exactly("set", in: library))) { $0.add(.text(edit)) }
    #expect(try docscan(work, "review", "out", "--order", "set=1").exitCode == 0)
    #expect(try work.run().exitCode == 0)
    // The document has the pages of a single file now. Each decision rewrites the file with all of them.
    try correct(work, "set", "Morning", "Morningtide")
    #expect(try docscan(work, "review", "out", "--order", "set=input").exitCode == 0)
    #expect(try work.run().exitCode == 0)
    let texts = try [1, 2].map { try work.page("set", $0).text }
    #expect(texts[0].contains("Morningtide") && !texts[0].contains("Harborside"), "\(texts)")
    #expect(texts[1].contains("Harborside"), "\(texts)")
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
