// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a PDF that can't be grafted fails with a reason and leaves no file.

import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanWire
import FoundationEssentials
import Testing

@Suite("PDFs that can't be grafted")
struct GraftFailureTests {
  /// Returns the failure of grafting one page onto this original, which must leave no file.
  private func failure(original: Data, pages: [Int] = [1]) throws -> PageFailure? {
    let folder = try TemporaryFolder()
    let file = try InputFile(path: folder.write(original, to: "original.pdf"))
    let layers = try InputFile(path: folder.write(HandmadePDF.pages().data, to: "layers.pdf"))
    let request = GraftRequest(pages: pages.map { GraftRequest.Page(number: $0, source: .overlay) })
    let failure = #expect(throws: PageFailure.self) {
      try PDFGraft.graft(request, original: file, layers: layers, output: folder / "output.pdf")
    }
    #expect(!folder.contains("output.pdf"))
    #expect(!PDFFacts(file, pageCount: 7).canGraft)
    return failure
  }

  @Test("Rejects bytes that aren't a PDF with qpdf's reason")
  func garbage() throws {
    let failure = try failure(original: Data("%PDF-1.4\n\u{1B}[31mthis is no PDF".utf8))
    #expect(failure?.kind == .unreadable)
    #expect(failure?.message.hasPrefix("qpdf cannot open the PDF: ") == true)
    #expect(failure?.message.unicodeScalars.contains { $0.value < 32 } == false)
  }

  @Test("Rejects a PDF with a password, and names the option")
  func password() throws {
    let folder = try TemporaryFolder()
    let plain = try folder.write(HandmadePDF.pages().data, to: "plain.pdf")
    try Command("qpdf", ["--encrypt", "user", "owner", "256", "--", plain, folder / "locked.pdf"]).check()
    let failure = try failure(original: try folder.data("locked.pdf"))
    #expect(failure?.message.contains("--password-file") == true)
  }

  @Test("Rejects pages that the original doesn't have", arguments: [[], [0], [2], [1, 1]])
  func impossiblePages(pages: [Int]) throws {
    #expect(try failure(original: HandmadePDF.pages().data, pages: pages)?.kind == .protocolViolation)
  }

  @Test("Rejects layers that don't match the pages")
  func missingLayers() throws {
    #expect(try failure(original: HandmadePDF.pages(3).data, pages: [1, 3])?.kind == .protocolViolation)
  }

  @Test("Fails if the output can't be created")
  func unwritable() throws {
    let folder = try TemporaryFolder()
    let original = try InputFile(path: folder.write(HandmadePDF.pages(2).data, to: "original.pdf"))
    let layers = try InputFile(path: folder.write(HandmadePDF.pages().data, to: "layers.pdf"))
    let request = GraftRequest(pages: [GraftRequest.Page(number: 1, source: .original)])
    #expect(throws: PageFailure.self) {
      try PDFGraft.graft(request, original: original, layers: layers, output: folder / "missing/output.pdf")
    }
  }

  @Test("Reports the version of qpdf")
  func version() { #expect(PDFGraft.libraryVersion.split(separator: ".").count == 3) }
}
