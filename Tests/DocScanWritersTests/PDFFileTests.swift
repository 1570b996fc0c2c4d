// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: written PDFs are valid and reproducible, and their text stays invisible.

import DocScanCore
import DocScanFixtures
import DocScanWire
import DocScanWriters
import FoundationEssentials
import Testing

@Suite("The PDF as a file")
struct PDFFileTests {
  @Test("Writes files of any number of pages that pass qpdf", arguments: [0, 1, 65, 200])
  func isValid(pages: Int) throws {
    let pdf = try WrittenPDF(
      (0..<pages).map { WriterPage(result: SamplePage([["page", "\($0)"]]).result, picturePath: nil) })
    try Command("qpdf", ["--check", pdf.path]).check()
    #expect(try Command("qpdf", ["--show-npages", pdf.path]).check().output == "\(pages)\n")
  }

  @Test("Gives the same bytes for the same pages")
  func isDeterministic() throws {
    let (first, second) = (try WrittenPDF(SamplePage([["equal"]])), try WrittenPDF(SamplePage([["equal"]])))
    #expect(try first.folder.data("sample.pdf") == second.folder.data("sample.pdf"))
  }

  @Test("Draws nothing visible in Ghostscript")
  func isInvisible() throws {
    let pdf = try WrittenPDF(SamplePage([["nobody", "sees", "漢字"]]))
    let drawn = try Command(
      "gs", ["-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pgmraw", "-r36", "-o", pdf.folder / "page.pgm", pdf.path]
    ).check()
    #expect(drawn.output.isEmpty && drawn.errors.isEmpty)
    // Three lines of header, then white.
    #expect(try pdf.folder.data("page.pgm").suffix(200 * 300).allSatisfy { $0 == 255 })
  }

  @Test("Writes the title in any script")
  func title() throws {
    let pdf = try WrittenPDF([WriterPage(result: SamplePage([]).result, picturePath: nil)], title: "Rechnung – 請求書")
    #expect(try Command("pdfinfo", [pdf.path]).check().output.contains("Rechnung – 請求書"))
  }

  @Test("Reports on a failed page why it failed")
  func failureNote() throws {
    var page = SamplePage([])
    page.status = .failed
    page.number = 3
    page.failure = PageFailure(
      kind: .unreadable, stage: "load", message: "The file ends in the middle (of a strip) \u{1B}[31m– rescan it.")
    let text = try WrittenPDF(page).text("-raw").replacing("\n", with: " ")
    #expect(text.contains("Page 3 of sample.tif could not be processed: The file ends in the middle (of a strip)"))
  }

  @Test("Keeps the size of a page beyond PDF's units")
  func largePage() throws {
    var result = SamplePage([["far"]]).result
    result.size = PageSize(width: 20_000, height: 30_000)
    let pdf = try WrittenPDF([WriterPage(result: result, picturePath: nil)])
    try Command("qpdf", ["--check", pdf.path]).check()
    #expect(try pdf.text().contains("far"))
    #expect(try Command("qpdf", ["--qdf", pdf.path, "-"]).check().output.contains("/UserUnit 3"))
  }

  @Test("Chooses per page between the original, an overlay, and a replacement")
  func graftPages() throws {
    let results = PageStatus.allCases.map { status in
      var page = SamplePage([["word"]])
      page.status = status
      return WriterPage(result: page.result, picturePath: nil)
    }
    let sources = Dictionary(
      uniqueKeysWithValues: zip(PageStatus.allCases, try WrittenPDF(results).writer.graftPages.map(\.source)))
    #expect(
      sources == [
        .recognized: .overlay, .corrected: .overlay, .copied: .original, .blank: .original, .failed: .original,
      ])
    let wordless = WriterPage(result: SamplePage([]).result, picturePath: nil)
    #expect(try WrittenPDF([wordless]).writer.graftPages.map(\.source) == [.original])
  }
}
