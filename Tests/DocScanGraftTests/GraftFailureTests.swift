// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanCore
import DocScanFixtures
import DocScanNative
import FoundationEssentials
import Testing

@Suite("PDFs that cannot be grafted")
struct GraftFailureTests {
  /// What the graft of one page says about such an original, which must leave nothing behind.
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

  @Test("Bytes that are no PDF are refused with qpdf's reason")
  func garbage() throws {
    let failure = try failure(original: Data("%PDF-1.4\n\u{1B}[31mthis is no PDF".utf8))
    #expect(failure?.kind == .unreadable)
    #expect(failure?.message.hasPrefix("qpdf cannot open the PDF: ") == true)
    #expect(failure?.message.unicodeScalars.contains { $0.value < 32 } == false)
  }

  @Test("A PDF with a password is refused with a way out")
  func password() throws {
    let folder = try TemporaryFolder()
    let plain = try folder.write(HandmadePDF.pages().data, to: "plain.pdf")
    try Command("qpdf", ["--encrypt", "user", "owner", "256", "--", plain, folder / "locked.pdf"]).check()
    let failure = try failure(original: try folder.data("locked.pdf"))
    #expect(failure?.message.contains("--password-file") == true)
  }

  @Test("Pages that the original does not have are refused", arguments: [[], [0], [2], [1, 1]])
  func impossiblePages(pages: [Int]) throws {
    #expect(try failure(original: HandmadePDF.pages().data, pages: pages)?.kind == .protocolViolation)
  }

  @Test("Layers that do not match the pages are refused")
  func missingLayers() throws {
    #expect(try failure(original: HandmadePDF.pages(3).data, pages: [1, 3])?.kind == .protocolViolation)
  }

  @Test("An output that cannot be created is an error")
  func unwritable() throws {
    let folder = try TemporaryFolder()
    let original = try InputFile(path: folder.write(HandmadePDF.pages(2).data, to: "original.pdf"))
    let layers = try InputFile(path: folder.write(HandmadePDF.pages().data, to: "layers.pdf"))
    let request = GraftRequest(pages: [GraftRequest.Page(number: 1, source: .original)])
    #expect(throws: PageFailure.self) {
      try PDFGraft.graft(request, original: original, layers: layers, output: folder / "missing/output.pdf")
    }
  }

  @Test("The version of qpdf is known")
  func version() { #expect(PDFGraft.libraryVersion.split(separator: ".").count == 3) }
}
