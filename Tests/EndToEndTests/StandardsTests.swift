// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: copies of PDFs keep or get valid claims of standards.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanStore
import FoundationEssentials
import Testing

@Suite("Standards in copies of PDFs")
struct StandardsTests {
  /// Returns a workspace with a scanned letter as a PDF with additional catalog entries.
  private func workspace(catalog: String = "", writer: String) throws -> Workspace {
    let work = try Workspace()
    try ImagePDF([try Documents.letter()[0].raster(dpi: 150)], dpi: 150).write(to: work.folder / "scan.pdf")
    var frame = HandmadePDF()
    frame.add("<</Type/Catalog/Pages 2 0 R\(catalog)>>")
    frame.add("<</Type/Pages/Count 1/Kids[3 0 R]>>")
    frame.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>")
    frame.add(stream: Self.packet, entries: "/Type/Metadata/Subtype/XML")
    try work.folder.write(frame.data, to: "frame.pdf")
    try Command(
      "qpdf", [work.folder / "frame.pdf", "--pages", work.folder / "scan.pdf", "--", work.folder / "in/scan.pdf"]
    ).check()
    try work.folder.write(
      """
      {"stages": [{"stage": "recognize"}],
       "output": {"verify": 1, "writers": [{"writer": "pdf", \(writer)}, {"writer": "text"}, {"writer": "json"}]}}
      """, to: "pipeline.json")
    return work
  }

  /// A packet that claims PDF/A-1b and has its own property.
  private static let packet = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
    <rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="1" \
    pdfaid:conformance="B" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/">\
    <photoshop:City>Lisbon</photoshop:City></rdf:Description></rdf:RDF></x:xmpmeta>
    """

  private func packet(_ work: Workspace) throws -> String {
    try Command("pdfinfo", ["-meta", work.folder / "out/scan/scan.pdf"]).check().output
  }

  @Test("Converts a scan to PDF/A-2u with its text layer", arguments: ["auto", "2u"])
  func archival(level: String) throws {
    let work = try workspace(writer: #""pdfa": "\#(level)""#)
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    let pdf = work.folder / "out/scan/scan.pdf"
    #expect(try packet(work).contains("<pdfaid:part>2</pdfaid:part><pdfaid:conformance>U</pdfaid:conformance>"))
    #expect(try PDFArchival.report(InputFile(path: pdf)).obstacles(unicode: true) == [])
    #expect(try Command("qpdf", ["--json", "--json-key=qpdf", pdf]).check().output.contains("GTS_PDFA1"))
    #expect(try work.pdfText("scan").contains("reading room"))
    #expect(try work.record("scan").notes.isEmpty)
  }

  @Test("Writes an ordinary PDF with a note if PDF/A is impossible, or fails if it is required")
  func obstacle() throws {
    let script = "/OpenAction<</S/JavaScript/JS(app.beep\\(0\\))>>"
    let work = try workspace(catalog: script, writer: #""pdfa": "auto""#)
    #expect(try work.run().exitCode == 0)
    #expect(try !packet(work).contains("pdfaid"))
    #expect(try work.record("scan").notes.contains { $0.contains("JavaScript") })

    let strict = try workspace(catalog: script, writer: #""pdfa": "2b""#)
    #expect(try strict.run().exitCode == 1)
    let record = try strict.record("scan")
    #expect(record.status == .failed && record.failure?.message.contains("JavaScript") == true)
    #expect(!strict.folder.contains("out/scan/scan.pdf"))
    #expect(try strict.folder.text("out/scan/scan.txt").contains("reading room"))
  }

  @Test("Removes an invalid claim from the metadata, and keeps the rest")
  func claim() throws {
    let work = try workspace(catalog: "/Metadata 4 0 R", writer: #""pdfa": "no""#)
    #expect(try work.run().exitCode == 0)
    let packet = try packet(work)
    #expect(packet.contains("Lisbon") && !packet.contains("pdfaid:part"))
    #expect(try work.record("scan").notes.contains { $0.contains("the result no longer does") })
  }

  @Test("Takes title, author, and language from the pipeline if given there")
  func metadata() throws {
    let work = try workspace(
      catalog: "/Lang(nl)", writer: #""title": "Brieven – 書簡", "author": "A. Clerk", "keywords": ["letters"]"#)
    #expect(try work.run().exitCode == 0)
    let information = try Command("pdfinfo", [work.folder / "out/scan/scan.pdf"]).check().output
    #expect(information.contains("Title:           Brieven – 書簡") && information.contains("A. Clerk"))
    #expect(try packet(work).contains("<rdf:li>letters</rdf:li>"))
    let catalog = try Command("qpdf", ["--qdf", work.folder / "out/scan/scan.pdf", "-"]).check().output
    #expect(catalog.contains("/Lang (nl)"))
  }

  @Test(
    "Tags the text layer in reading order by paragraph",
    arguments: ["", #"{"stage": "deskew", "degrees": 1},"#])
  func tagged(stage: String) throws {
    let work = try workspace(writer: #""tagged": true"#)
    try work.folder.write(
      """
      {"stages": [\(stage) {"stage": "recognize"}],
       "output": {"verify": 1, "writers": [{"writer": "pdf", "tagged": true}, {"writer": "json"}]}}
      """, to: "pipeline.json")
    #expect(try work.run().exitCode == 0)
    let pdf = work.folder / "out/scan/scan.pdf"
    #expect(try Command("pdfinfo", [pdf]).check().output.contains("Tagged:          yes"))
    let read = words(try Command("pdfinfo", ["-struct-text", pdf]).check().output.filter { $0 != "\"" })
    let written = try work.page("scan", 1).words.map(\.text)
    #expect(written.count > 50 && written.allSatisfy(read.contains), "\(read.prefix(40))")
    try Command("qpdf", ["--check", pdf]).check()
  }
}
