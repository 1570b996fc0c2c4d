// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: separator sheets split scans exactly where they are, and names from codes are harmless.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanStore
import DocScanVision
import FoundationEssentials
import Testing

@Suite("Separator sheets")
struct SeparatorTests {
  private func workspace(stages: String = "", group: String = "file", more: String = "") throws -> Workspace {
    let work = try Workspace()
    try work.pipeline(
      stages: stages, more: #""input": {"separators": "barcodes", "group": "\#(group)"\#(more)},"#)
    return work
  }

  private func letter(_ page: Int = 0) throws -> Raster { try Documents.shortLetter()[page].raster(dpi: 150) }

  /// Returns the source pages of a finished document.
  private func sourcePages(_ work: Workspace, _ name: String) throws -> [Int] {
    try work.record(name).pages.map(\.sourcePage)
  }

  private func verify(_ work: Workspace) throws {
    let result = try Command.product("docscan", ["verify", work.folder / "out"]).run()
    #expect(result.exitCode == 0 && !result.output.contains("was not found"), "\(result.summary)")
  }

  @Test("Splits a scan at separator sheets into documents with their own text and pages")
  func scan() throws {
    let work = try workspace(stages: #"{"stage": "barcodes"}, {"stage": "recognize"}"#)
    let minutes = try Documents.shortMinutes().raster(dpi: 150)
    let number = try Raster.barcode(.code128, "ASN00123", width: 300, height: 80)
    let numbered = try letter(1).with(number, x: 800, y: 700)
    let pages = try [
      letter(), .separatorSheet("docscan:new?name=Board%20minutes"), minutes, .separatorSheet("PATCHT", .code128),
      letter(), numbered, letter(),
    ]
    try ImagePDF(pages, dpi: 150).write(to: work.folder / "in/scan.pdf")
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(try work.report().documents.map(\.name) == ["scan/1", "scan/Board minutes", "scan/3", "scan/ASN00123"])
    #expect(try work.report().totals.pages == 5)
    #expect(try work.folder.text("out/scan/Board minutes/Board minutes.txt").lowercased().contains("minutes"))
    #expect(!(try work.folder.text("out/scan/1/1.txt").lowercased().contains("minutes")))

    let record = try work.record("scan/ASN00123")
    #expect(record.pages.map(\.number) == [1, 2] && record.pages.map(\.sourcePage) == [6, 7])
    #expect(record.pageCount == 2 && record.status == .complete)
    let part = try #require(record.part)
    #expect(part.number == 4 && part.count == 4 && part.pages == "6-7" && part.inputPageCount == 7)
    #expect(part.separator?.text == "ASN00123" && part.separator?.page == 6)
    let page = try work.page("scan/ASN00123", 1)
    #expect(page.document.name == "scan/ASN00123" && page.document.pageCount == 2)
    #expect(page.page.number == 1 && page.page.source == "scan.pdf" && page.page.sourcePage == 6)
    #expect(page.barcodes?.map(\.text) == ["ASN00123"])
    #expect(try work.page("scan/ASN00123", 2).barcodes == [])
    #expect(try work.record("scan/3").notes == ["Page 4 of scan.pdf is a separator sheet (PATCHT) and was left out."])
    #expect(try work.record("scan").parts == ["1", "Board minutes", "3", "ASN00123"])
    #expect(try work.record("scan").notes.count == 2)

    for name in ["1", "Board minutes", "3", "ASN00123"] {
      let pdf = work.folder / "out/scan/\(name)/\(name).pdf"
      try Command("qpdf", ["--check", pdf]).check()
    }
    let information = try Command("pdfinfo", [work.folder / "out/scan/ASN00123/ASN00123.pdf"]).check().output
    #expect(information.contains("Pages:           2"))
    try verify(work)

    let before = try work.results()
    #expect(try work.run().exitCode == 0)
    #expect(try work.report().documents.map(\.status) == Array(repeating: .unchanged, count: 4))
    #expect(try work.results() == before)
    #expect(try work.run(["--overwrite"]).exitCode == 0)
    #expect(try work.results() == before)

    // A removed part is rebuilt, and a part that the scan no longer has is removed.
    try FileManager.default.removeItem(atPath: work.folder / "out/scan/3")
    #expect(try work.run().exitCode == 0)
    #expect(try work.results() == before)
    try ImagePDF(Array(pages[0...2]), dpi: 150).write(to: work.folder / "in/scan.pdf")
    #expect(try work.run(["--overwrite"]).exitCode == 0)
    #expect(try work.report().documents.map(\.name) == ["scan/1", "scan/Board minutes"])
    #expect(!FileManager.default.fileExists(atPath: work.folder / "out/scan/ASN00123"))
    try ImagePDF([pages[0]], dpi: 150).write(to: work.folder / "in/scan.pdf")
    #expect(try work.run(["--overwrite"]).exitCode == 0)
    #expect(try work.record("scan").parts == nil && work.record("scan").pages.count == 1)
    #expect(!FileManager.default.fileExists(atPath: work.folder / "out/scan/1"))
  }

  @Test("Keeps a scan in one document without the setting or without a separator")
  func whole() throws {
    let work = try workspace()
    try ImagePDF([letter(), letter(1)], dpi: 150).write(to: work.folder / "in/scan.pdf")
    #expect(try work.run().exitCode == 0)
    #expect(try sourcePages(work, "scan") == [1, 2])
    #expect(try work.record("scan").part == nil && work.record("scan").parts == nil)

    let other = try Workspace()
    try other.pipeline(stages: "")
    try ImagePDF([letter(), .separatorSheet("PATCHT"), letter()], dpi: 150).write(to: other.folder / "in/scan.pdf")
    let result = try other.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(try sourcePages(other, "scan") == [1, 2, 3])
    #expect(try other.report().stageSeconds["separators"] == nil)
  }

  @Test("Splits a duplex TIFF at sheets that are upside down or blurred")
  func tiff() throws {
    let work = try workspace()
    let empty = try PageDrawing().raster(dpi: 150)
    let sheet = try Raster.separatorSheet("PATCHT", .code39).turned(clockwiseDegrees: 180).image
    let named = try Raster.separatorSheet("docscan:new:Contract").blurred().withNoise(deviation: 8, seed: 3)
    try Raster.writeTIFF(
      [sheet, empty, try letter(), empty, named, named, try letter(1), sheet, empty], to: work.folder / "in/both.tif",
      dpi: 150)
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(try work.report().documents.map(\.name) == ["both/1", "both/Contract"])
    #expect(try sourcePages(work, "both/1") == [3, 4])
    #expect(try sourcePages(work, "both/Contract") == [7])
    #expect(try work.record("both").notes.count == 6)
    try verify(work)
  }

  @Test("Splits a folder of photographs at photographed sheets")
  func photographs() throws {
    let work = try workspace(group: "folder")
    _ = try work.folder.makeFolder("in/desk")
    let pages = try [letter(), .separatorSheet("docscan:new:Second"), letter(1), .separatorSheet("ASN00042", .code128)]
    for (index, page) in pages.enumerated() {
      try DeskPhoto(of: page, seed: UInt64(index + 1)).image.write(
        to: work.folder / "in/desk/photo\(index + 1).jpg", as: .jpeg)
    }
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(try work.report().documents.map(\.name) == ["desk/1", "desk/Second", "desk/ASN00042"])
    #expect(try work.record("desk/Second").pages.map(\.source) == ["photo3.jpg"])
    #expect(
      try work.record("desk/Second").notes
        == ["photo2.jpg is a separator sheet (docscan:new:Second) and was left out."])
    try verify(work)
  }

  @Test("Selects pages before splitting")
  func selection() throws {
    let work = try workspace()
    let sheet = try Raster.separatorSheet("PATCHT")
    try ImagePDF([letter(), sheet, letter(), letter(1), sheet, letter()], dpi: 150).write(
      to: work.folder / "in/scan.pdf")
    #expect(try work.run(["--pages", "2-4,6"]).exitCode == 0)
    #expect(try work.report().documents.map(\.name) == ["scan.p2-4,6/1"])
    #expect(try sourcePages(work, "scan.p2-4,6/1") == [3, 4, 6])
    #expect(try work.record("scan.p2-4,6/1").part?.pages == "3-4,6")
    try verify(work)
    #expect(try work.run(["--pages", "2-4,6"]).exitCode == 0)
    #expect(try work.report().documents.map(\.status) == [.unchanged])
    #expect(try work.run().exitCode == 0)
    #expect(try work.report().documents.map(\.name) == ["scan/1", "scan/2", "scan/3"])
  }

  @Test("Keeps copied text and bookmarks with the part that has their page")
  func links() throws {
    let work = try workspace()
    // A PDF of text pages with a scanned sheet in the middle.
    var pdf = HandmadePDF.pages(4, catalog: "/Outlines 12 0 R")
    pdf.add("<</Type/Outlines/First 13 0 R/Last 14 0 R/Count 2>>")
    pdf.add("<</Title(Early)/Parent 12 0 R/Next 14 0 R/Dest[4 0 R/Fit]>>")
    pdf.add("<</Title(Late)/Parent 12 0 R/Prev 13 0 R/Dest[8 0 R/Fit]>>")
    try pdf.data.write(to: URL(filePath: work.folder / "text.pdf"))
    try ImagePDF([.separatorSheet("PATCHT")], dpi: 150).write(to: work.folder / "sheet.pdf")
    try Command(
      "qpdf",
      [
        work.folder / "text.pdf", "--pages", ".", "1-2", work.folder / "sheet.pdf", "1", ".", "3-4", "--",
        work.folder / "in/mixed.pdf",
      ]
    ).check()
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(words(try work.folder.text("out/mixed/1/1.txt")) == ["original1", "original2"])
    #expect(words(try work.folder.text("out/mixed/2/2.txt")) == ["original3", "original4"])
    let text = try Command("pdftotext", [work.folder / "out/mixed/2/2.pdf", "-"]).check().output
    #expect(words(text) == ["original3", "original4"])
    for (part, title) in [("1", "Early"), ("2", "Late")] {
      let file = work.folder / "out/mixed/\(part)/\(part).pdf"
      let outlines = try Command("qpdf", ["--json=2", "--json-key=outlines", file]).check().output
      let withPage = outlines.split(separator: "}").filter { $0.contains("\"destpageposfrom1\": 1") }
      #expect(withPage.count == 1 && withPage[0].contains(title), "\(outlines)")
    }
    try verify(work)
  }

  @Test("Turns codes with paths and control characters into harmless names")
  func hostile() throws {
    let work = try workspace()
    let codes = [
      "docscan:new:../../../etc/x", "docscan:new:a\n\u{202E}b", "docscan:new:scan.json", "docscan:new:pages",
    ]
    var pages: [Raster] = []
    for code in codes { pages += [try .separatorSheet(code), try letter()] }
    try ImagePDF(pages, dpi: 150).write(to: work.folder / "in/scan.pdf")
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(
      try work.report().documents.map(\.name)
        == ["scan/_._.._.._etc_x", "scan/a__b", "scan/scan.json-2", "scan/pages"])
    #expect(!result.output.contains("\u{202E}") && !result.errors.contains("\u{202E}"))
    for name in try work.report().documents.map(\.name) { #expect(try work.record(name).status == .complete) }
    try verify(work)
  }

  @Test("Treats an unreadable page as one without a code, and fails it in its document")
  func damagedPage() throws {
    let work = try workspace(group: "folder")
    _ = try work.folder.makeFolder("in/desk")
    for (index, page) in try [letter(), Raster.separatorSheet("PATCHT"), letter(1)].enumerated() {
      try page.write(to: work.folder / "in/desk/\(index + 1).png", as: .png, dpi: 150)
    }
    try work.folder.data("in/desk/1.png").truncated(toFraction: 0.4).write(
      to: URL(filePath: work.folder / "in/desk/4.png"))
    let result = try work.run()
    #expect(result.exitCode == 1, "\(result.summary)")
    #expect(try work.report().documents.map(\.name) == ["desk/1", "desk/2"])
    #expect(try work.record("desk/2").status == .partial)
    #expect(try work.record("desk/2").pages.map(\.status) == [.corrected, .failed])
  }

  @Test(
    "Splits other projects' samples as their authors specify", .enabled(if: Places.sharedData != nil, "no DOCSCAN_DATA")
  )
  func samples() throws {
    let expected = [
      "paperless-patch-code-t": [[1]], "paperless-patch-code-t-qr": [[1]],
      "paperless-patch-code-t-middle": [[1], [3]], "paperless-patch-code-t-middle-unreadable": [[1, 2, 3]],
      "paperless-several-patcht-codes": [[1, 2], [4, 5], [7]], "paperless-barcode-39-asn-123": [[1]],
    ]
    let work = try workspace()
    for name in expected.keys {
      let path = try #require(Places.sharedData("barcode-split/\(name).pdf"))
      try FileManager.default.copyItem(atPath: path, toPath: work.folder / "in/\(name).pdf")
    }
    #expect(try work.run().exitCode == 0)
    for (name, parts) in expected {
      let documents = try work.report().documents.map(\.name).filter { $0 == name || $0.hasPrefix(name + "/") }
      #expect(try documents.map { try sourcePages(work, $0) } == parts, "\(name)")
    }
    #expect(try work.record("paperless-patch-code-t").notes.contains { $0.contains("separator sheets only") })
    #expect(try work.record("paperless-barcode-39-asn-123").parts == ["ASN00123"])
    try verify(work)
  }

  @Test("Files the documents between sheets by content, unless their sheet names them, in every run")
  func named() throws {
    let work = try workspace(stages: #"{"stage": "recognize"}"#)
    let naming = ["--name-by", "{date} {total} {input}"]
    let receipt = try Documents.receipt().raster(dpi: 150)
    let pages = try [
      receipt, .separatorSheet("PATCHT", .code128), letter(), .separatorSheet("docscan:new:Lunch"), receipt,
    ]
    try ImagePDF(pages, dpi: 150).write(to: work.folder / "in/scan.pdf")
    let plan = try work.run(naming + ["--dry-run"])
    #expect(plan.output.contains("Page 1: 2024-05-18 23.14 scan-1\n"), "\(plan.summary)")
    #expect(plan.output.contains("Page 5: scan/Lunch\n"), "\(plan.summary)")
    let result = try work.run(naming)
    #expect(result.exitCode == 0, "\(result.summary)")
    let scan = try work.record("scan")
    #expect(scan.parts == ["2", "Lunch"] && scan.filed == [.init(name: "2024-05-18 23.14 scan-1", pages: "1")])
    #expect(try work.record("scan/2").naming?.reason != nil)
    #expect(try work.record("scan/Lunch").naming == nil)
    #expect(try work.record("2024-05-18 23.14 scan-1").naming?.input == "scan-1")
    try verify(work)
    let before = try work.results()
    #expect(try work.run(naming).exitCode == 0 && work.run(naming + ["--overwrite"]).exitCode == 0)
    #expect(try work.results() == before)
  }
}
