// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: PDFs that already have text keep their look, and no word appears twice.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Testing

@Suite("Existing text in PDFs", .realWorker)
struct ExistingTextTests {
  /// Returns a workspace with PDFs: a scanned page that has a text layer, and a born-digital page.
  private func workspace() throws -> Workspace {
    let work = try Workspace()
    try ImagePDF([try Documents.shortLetter()[0].raster(dpi: 150)], dpi: 150).write(to: work.folder / "in/scan.pdf")
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    #expect(try work.run().exitCode == 0)
    try PageDrawing.writePDF([try Documents.shortMinutes()], to: work.folder / "minutes.pdf")
    try Command(
      "qpdf",
      [
        "--empty", "--pages", work.folder / "out/scan/scan.pdf", work.folder / "minutes.pdf", "--",
        work.folder / "in/both.pdf",
      ]
    ).check()
    try work.folder.remove("in/scan.pdf")
    return work
  }

  private func run(_ work: Workspace, mode: String) throws {
    try work.pipeline(stages: #"{"stage": "recognize"}"#, more: #""pages": {"existingText": "\#(mode)"},"#)
    let result = try work.run(["--overwrite"])
    #expect(result.exitCode == 0, "\(result.summary)")
    try Command("qpdf", ["--check", work.folder / "out/both/both.pdf"]).check()
  }

  private func drawing(_ file: String, _ work: Workspace) throws -> [UInt8] {
    try Command("pdftoppm", ["-r", "50", work.folder / file]).check().outputBytes
  }

  @Test("Keeps the file with skip, has each word once with redo, and only visible words with strip")
  func modes() throws {
    let work = try workspace()
    let letter = words(try Command("pdftotext", ["-l", "1", work.folder / "in/both.pdf", "-"]).check().output)
    let minutes = words(try Command("pdftotext", ["-f", "2", work.folder / "in/both.pdf", "-"]).check().output)
    let look = try drawing("in/both.pdf", work)

    try run(work, mode: "skip")
    #expect(try work.record("both").pages.map(\.status) == [.copied, .copied])
    #expect(try work.folder.data("out/both/both.pdf") == work.folder.data("in/both.pdf"))

    try run(work, mode: "redo")
    #expect(try work.record("both").pages.map(\.status) == [.recognized, .copied])
    #expect(words(try work.pdfText("both")) == letter + minutes)
    #expect(try drawing("out/both/both.pdf", work) == look)

    try run(work, mode: "strip")
    #expect(try work.record("both").pages.map(\.status) == [.corrected, .copied])
    #expect(words(try work.pdfText("both")) == minutes)
    #expect(try drawing("out/both/both.pdf", work) == look)
  }

  @Test("Leaves a scan without text unchanged with strip")
  func stripsNothing() throws {
    let work = try Workspace()
    try ImagePDF([try Documents.shortLetter()[0].raster(dpi: 150)], dpi: 150).write(to: work.folder / "in/scan.pdf")
    try work.pipeline(stages: #"{"stage": "recognize"}"#, more: #""pages": {"existingText": "strip"},"#)
    #expect(try work.run().exitCode == 0)
    #expect(try work.folder.data("out/scan/scan.pdf") == work.folder.data("in/scan.pdf"))
    #expect(try work.page("scan", 1).words.isEmpty)
  }

  @Test("Renders and reads pages with visible text with force")
  func force() throws {
    let work = try workspace()
    try run(work, mode: "force")
    #expect(try work.record("both").pages.map(\.status) == [.recognized, .recognized])
    let fonts = try Command("pdffonts", [work.folder / "out/both/both.pdf"]).check().output
    #expect(fonts.contains("DocScanInvisible") && !fonts.contains("DejaVu"), "\(fonts)")
    let found = Set(words(try work.pdfText("both")))
    let wanted = try Documents.shortMinutes().words.map(\.text)
    #expect(wanted.count { found.contains($0) } * 100 >= wanted.count * 93)
  }

  @Test("Keeps a stamp's text on a scan, with its words only once")
  func stamp() throws {
    let work = try Workspace()
    try ImagePDF([try Documents.shortLetter()[0].raster(dpi: 150)], dpi: 150).write(to: work.folder / "scan.pdf")
    let overlay = HandmadePDF.pages(content: "q BT /F 14 Tf 20 570 Td (Received 4711) Tj ET Q")
    try work.folder.write(overlay.data, to: "stamp.pdf")
    try Command(
      "qpdf", [work.folder / "scan.pdf", "--overlay", work.folder / "stamp.pdf", "--", work.folder / "in/stamped.pdf"]
    ).check()
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    #expect(try work.run().exitCode == 0)
    let page = try work.page("stamped", 1)
    #expect(page.status == .recognized)
    #expect(page.blocks.contains { $0.copied == true && $0.lines.contains { $0.text.contains("4711") } })
    for text in [page.text, try work.pdfText("stamped")] { #expect(text.ranges(of: "4711").count == 1) }
  }

  private func docscan(_ work: Workspace, _ arguments: String...) throws -> CommandResult {
    var command = try Command.product("docscan", arguments)
    command.directory = work.folder.path
    return try command.run()
  }

  // MARK: Pictures without text

  /// Returns a page of 400 by 600 points with lines of Helvetica; `shift` maps each letter to the letter that many places later.
  private func digitalPage(_ lines: [String], shift: Int = 0, matrix: String = "1 0 0 1 40 560") -> HandmadePDF {
    var pdf = HandmadePDF()
    pdf.add("<</Type/Catalog/Pages 2 0 R>>")
    pdf.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 400 600]>>")
    let unicode = shift == 0 ? "" : "/ToUnicode 5 0 R"
    pdf.add(
      "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica"
        + "/Encoding/WinAnsiEncoding\(unicode)>>>>>>>>")
    let text = lines.map { "(\($0)) '" }.joined(separator: "\n")
    pdf.add(stream: "BT /F 11 Tf 16 TL \(matrix) Tm\n\(text)\nET")
    let letters = (UInt32(97)...122).map { code in
      "<\(String(code, radix: 16))> <00\(String((code - 97 + UInt32(shift)) % 26 + 97, radix: 16))>"
    }
    pdf.add(
      stream: "begincmap 1 begincodespacerange <00> <ff> endcodespacerange 26 beginbfchar\n"
        + letters.joined(separator: "\n") + "\nendbfchar endcmap")
    return pdf
  }

  private static let prose = [
    "The committee met on Tuesday evening and approved the", "minutes of the last meeting without any changes.",
    "Heavy rain had delayed the work on the bridge for more", "than two weeks, and nobody expected the price of timber",
    "to rise so quickly. The museum opens at nine and closes",
    "at half past five. A copy of the report is available in",
    "the library, where the second volume is kept as well.", "We would like to thank everyone who helped with this.",
  ]

  @Test("Reads a scan under a line of digital text, however many words the line has")
  func faxLine() throws {
    let work = try Workspace()
    try ImagePDF([try Documents.letter()[0].raster(dpi: 150)], dpi: 150).write(to: work.folder / "scan.pdf")
    let words = "Received by fax from the office of Mrs Wilson on Friday at noon page one"
    try work.folder.write(digitalPage([words], matrix: "0.8 0 0 0.8 10 592").data, to: "line.pdf")
    try Command(
      "qpdf", [work.folder / "scan.pdf", "--overlay", work.folder / "line.pdf", "--", work.folder / "in/fax.pdf"]
    ).check()
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    #expect(try work.run().exitCode == 0)
    let page = try work.page("fax", 1)
    #expect(page.status == .recognized)
    #expect(page.words.count > 60)
    #expect(page.blocks.contains { $0.copied == true && $0.lines.contains { $0.text.contains("Mrs Wilson") } })
    for text in [page.text, try work.pdfText("fax")] { #expect(text.ranges(of: "Wilson").count == 1) }
  }

  @Test("Copies digital text over a picture of paper")
  func background() throws {
    let work = try Workspace()
    try ImagePDF([try PageDrawing().raster(dpi: 50)], dpi: 50).write(to: work.folder / "paper.pdf")
    try work.folder.write(digitalPage(Self.prose).data, to: "text.pdf")
    try Command(
      "qpdf", [work.folder / "paper.pdf", "--overlay", work.folder / "text.pdf", "--", work.folder / "in/text.pdf"]
    ).check()
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    #expect(try work.run().exitCode == 0)
    #expect(try work.page("text", 1).status == .copied)
    #expect(try work.folder.data("out/text/text.pdf") == work.folder.data("in/text.pdf"))
  }

  // MARK: Sick text

  @Test("Grades copied text, lists sick text for review, and says why")
  func grades() throws {
    let work = try Workspace()
    try work.folder.write(digitalPage(Self.prose).data, to: "in/sound.pdf")
    try work.folder.write(digitalPage(Self.prose, shift: 3).data, to: "in/shifted.pdf")
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    #expect(try work.run(["--review", "1"]).exitCode == 0)
    let (sound, shifted) = (try work.page("sound", 1), try work.page("shifted", 1))
    #expect(sound.status == .copied && shifted.status == .copied)
    #expect(sound.expected?.grade == .a && sound.confidence ?? 0 > 0.98)
    #expect(shifted.expected?.grade == .f && shifted.confidence ?? 1 < 0.5)
    #expect(try work.record("sound").notes.isEmpty)
    let notes = try work.record("shifted").notes
    #expect(notes.contains { $0.contains("--existing-text heal") }, "\(notes)")
    let review = try #require(try work.report().review)
    #expect(review.pages.map(\.document) == ["shifted"])
    #expect(review.pages.first?.reasons.contains("the picture shows other text") == true, "\(review.pages)")
  }

  @Test("heal replaces sick text and keeps sound pages byte by byte")
  func heal() throws {
    let work = try Workspace()
    try work.folder.write(digitalPage(Self.prose).data, to: "in/sound.pdf")
    try work.folder.write(digitalPage(Self.prose, shift: 3).data, to: "in/shifted.pdf")
    try work.pipeline(stages: #"{"stage": "recognize"}"#, more: #""pages": {"existingText": "heal"},"#)
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(try work.page("sound", 1).status == .copied)
    #expect(try work.folder.data("out/sound/sound.pdf") == work.folder.data("in/sound.pdf"))
    let page = try work.page("shifted", 1)
    #expect(page.status == .recognized)
    #expect(page.text.contains("approved the") && !page.text.contains("dssuryhg"), "\(page.text)")
    let text = try work.pdfText("shifted")
    #expect(text.contains("approved the") && !text.contains("dssuryhg"), "\(text)")
    let notes = try work.record("shifted").notes
    #expect(notes.contains { $0.hasPrefix("Page 1: the text that the PDF had was replaced") }, "\(notes)")
  }

  @Test("check-text reports sick pages of any PDF and writes nothing")
  func checkText() throws {
    let work = try Workspace()
    try work.folder.write(digitalPage(Self.prose).data, to: "in/sound.pdf")
    try work.folder.write(digitalPage(Self.prose, shift: 3).data, to: "in/shifted.pdf")
    let sound = try docscan(work, "check-text", "in/sound.pdf")
    #expect(sound.exitCode == 0 && sound.output == "in/sound.pdf: sound, 1 page with text\n", "\(sound.summary)")
    let both = try docscan(work, "check-text", "in")
    #expect(both.exitCode == 1, "\(both.summary)")
    #expect(both.output.contains("in/shifted.pdf: 1 of 1 page with text needs to be read again\n  page 1: grade F: "))
    let left = try FileManager.default.contentsOfDirectory(atPath: work.folder / "in")
    #expect(left.sorted() == ["shifted.pdf", "sound.pdf"])
  }

  // MARK: Turned text

  @Test(
    "Copies turned text in its own order, and its table by rows", arguments: ["0 1 -1 0 60 40", "0 -1 1 0 340 560"])
  func turned(matrix: String) throws {
    let work = try Workspace()
    let rows = ["Item   Pieces   Price", "Bolts     120   14.50", "Nuts      340   22.75", "Rings      75    9.30"]
    try work.folder.write(digitalPage(Self.prose + rows, matrix: matrix).data, to: "in/turned.pdf")
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    #expect(try work.run().exitCode == 0)
    let page = try work.page("turned", 1)
    #expect(page.status == .copied)
    #expect(page.text.split(separator: "\n").map(String.init).starts(with: Self.prose), "\(page.text)")
    #expect(page.text.contains("Bolts 120 14.50"), "\(page.text)")
    #expect(page.image?.width == page.source?.height)
    let verified = try docscan(work, "verify", "out")
    #expect(verified.exitCode == 0, "\(verified.summary)")
  }
}
