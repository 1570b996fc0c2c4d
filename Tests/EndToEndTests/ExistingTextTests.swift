// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: PDFs that already have text keep their look, and no word appears twice.

import DocScan
import DocScanFixtures
import FoundationEssentials
import Testing

@Suite("Existing text in PDFs")
struct ExistingTextTests {
  /// A PDF with a scanned page that has a text layer, and a born-digital page.
  private func workspace() throws -> Workspace {
    let work = try Workspace()
    try ImagePDF([try Documents.letter()[0].raster(dpi: 150)], dpi: 150).write(to: work.folder / "in/scan.pdf")
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    #expect(try work.run().exitCode == 0)
    try PageDrawing.writePDF([try Documents.minutes()], to: work.folder / "minutes.pdf")
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
    try ImagePDF([try Documents.letter()[0].raster(dpi: 150)], dpi: 150).write(to: work.folder / "in/scan.pdf")
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
    let wanted = try Documents.minutes().words.map(\.text)
    #expect(wanted.count { found.contains($0) } * 100 >= wanted.count * 93)
  }

  @Test("Keeps a stamp's text on a scan, with its words only once")
  func stamp() throws {
    let work = try Workspace()
    try ImagePDF([try Documents.letter()[0].raster(dpi: 150)], dpi: 150).write(to: work.folder / "scan.pdf")
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
}
