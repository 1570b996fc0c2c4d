// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: every obstacle to PDF/A in an original is found and named.

import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanWriters
import FoundationEssentials
import Testing

@Suite("Obstacles to PDF/A")
struct ArchivalCheckTests {
  /// A page, or a part of a page, that breaks one rule.
  struct Case: CustomTestStringConvertible {
    var clause: String
    var obstacle: String
    var page = ""
    var content = ""
    var catalog = ""
    var resources = ""
    /// Objects 6, 7, and so on.
    var objects: [String] = []

    var testDescription: String { "\(clause): \(obstacle)" }
  }

  @Test("Finds no obstacles in a scan without text")
  func scan() throws {
    let image = try Documents.letter()[0].raster(dpi: 60)
    for encoding in [ImagePDF.Encoding.jpeg(quality: 80), .g4, .flate] {
      let folder = try TemporaryFolder()
      try ImagePDF([image, image], dpi: 60, encoding: encoding).write(to: folder / "scan.pdf")
      let report = try PDFArchival.report(InputFile(path: folder / "scan.pdf"))
      #expect(report.obstacles.isEmpty && report.unicodeObstacles.isEmpty && report.outputIntent == nil)
    }
  }

  @Test("Finds no obstacles in the writer's own PDF, and keeps its output intent")
  func own() throws {
    let folder = try TemporaryFolder()
    let destination = WriterDestination(directory: folder.path, baseName: "own")
    let writer = try PDFWriter(settings: ResolvedSettings(values: ["pdfa": .string("2u")]), destination: destination)
    try writer.append(
      WriterPage(result: Graft.layer(1, size: PageSize(width: 400, height: 600), hasPicture: false), picturePath: nil))
    try writer.finish()
    let report = try PDFArchival.report(InputFile(path: folder / "own.pdf"))
    #expect(report.obstacles.isEmpty && report.unicodeObstacles.isEmpty && report.outputIntent == .rgb)
  }

  @Test("Names each broken rule", arguments: cases)
  func obstacles(of example: Case) throws {
    let report = try Self.report(example)
    #expect((report.obstacles + report.unicodeObstacles) == [example.obstacle])
  }

  @Test("Checks only the pages that are kept")
  func pages() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(HandmadePDF.pages(3).data, to: "text.pdf")
    #expect(try PDFArchival.report(InputFile(path: path), pages: []).obstacles(unicode: true).isEmpty)
    #expect(
      try PDFArchival.report(InputFile(path: path), pages: [2]).obstacles(unicode: true) == [
        "Page 2 shows text in the font Helvetica, which is not embedded."
      ])
  }

  @Test("Repairs links without the print flag, and inherited resources")
  func repairs() throws {
    let link = try Self.report(
      Case(clause: "", obstacle: "", page: "/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(x:)>>>>]"))
    #expect(link.obstacles.isEmpty && link.repairs == [.linkFlags(page: 1)])
    let folder = try TemporaryFolder()
    var pdf = HandmadePDF()
    pdf.add("<</Type/Catalog/Pages 2 0 R>>")
    pdf.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 400 600]/Resources<</ProcSet[/PDF]>>>>")
    pdf.add("<</Type/Page/Parent 2 0 R>>")
    let report = try PDFArchival.report(InputFile(path: folder.write(pdf.data, to: "x.pdf")))
    #expect(report.obstacles.isEmpty && report.repairs == [.resources(page: 1)])
  }

  @Test("Removes encryption if the file can be opened, and reports nothing otherwise")
  func encryption() throws {
    let folder = try TemporaryFolder()
    try ImagePDF([try Documents.letter()[0].raster(dpi: 60)], dpi: 60).write(to: folder / "scan.pdf")
    for (user, isReadable) in [("", true), ("secret", false)] {
      let path = folder / "encrypted\(user).pdf"
      try Command("qpdf", ["--encrypt", user, "owner", "256", "--", folder / "scan.pdf", path]).check()
      let report = try PDFArchival.report(InputFile(path: path))
      #expect(report.obstacles.isEmpty == isReadable && report.repairs == (isReadable ? [.decryption] : []))
    }
  }

  @Test("Trusts an original's claim of PDF/A about embedded fonts")
  func claim() throws {
    var example = Case(
      clause: "6.2.11", obstacle: "", content: "BT /F 9 Tf (x) Tj ET", resources: "/Font<</F 6 0 R>>",
      objects: [Self.embeddedFont, Self.stream("", "/Length1 0")])
    #expect(try !Self.report(example).obstacles.isEmpty)
    let packet = "<x><pdfaid:part>1</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></x>"
    example.catalog = "/Metadata 8 0 R"
    example.objects.append(Self.stream(packet, "/Type/Metadata/Subtype/XML"))
    #expect(try Self.report(example).obstacles.isEmpty)
  }

  private static func report(_ example: Case) throws -> PDFArchival.Report {
    let folder = try TemporaryFolder()
    var pdf = HandmadePDF()
    pdf.add("<</Type/Catalog/Pages 2 0 R\(example.catalog)>>")
    pdf.add("<</Type/Pages/Count 1/Kids[3 0 R]>>")
    let box = example.page.contains("/MediaBox") ? "" : "/MediaBox[0 0 400 600]"
    pdf.add("<</Type/Page/Parent 2 0 R\(box)/Contents 4 0 R/Resources 5 0 R\(example.page)>>")
    pdf.add(stream: example.content)
    pdf.add("<<\(example.resources)>>")
    for object in example.objects { pdf.add(object) }
    return try PDFArchival.report(InputFile(path: folder.write(pdf.data, to: "example.pdf")))
  }
}
