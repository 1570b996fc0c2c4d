// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the pictures of pages match the positions in the page JSON.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanVision
import FoundationEssentials
import Testing

@Suite("Pictures of pages")
struct PageImageTests {
  /// Returns a workspace whose pipeline writes pictures with these settings.
  private func workspace(_ settings: String, stages: String = #"{"stage": "recognize"}"#) throws -> Workspace {
    let work = try Workspace()
    try work.folder.write(
      """
      {"stages": [\(stages)], "limits": {"secondsPerPage": 60},
       "output": {"writers": [{"writer": "json"}, {"writer": "images"\(settings)}]}}
      """, to: "pipeline.json")
    return work
  }

  /// Loads a picture as docscan loads its inputs.
  private func load(_ path: String) throws -> LoadedPage {
    let pipeline = try Pipeline(json: Data("{}".utf8), stages: [], writers: [])
    return try DocumentFile(InputFile(path: path), limits: pipeline.limits).load(page: 1, settings: pipeline.pages)
  }

  @Test(
    "Writes the recognized page, in which words are where the page JSON says",
    arguments: [("png", "png"), ("jpeg", "jpg"), ("tiff", "tif")])
  func pixels(format: String, ending: String) throws {
    let work = try workspace(
      #", "format": "\#(format)""#, stages: #"{"stage": "deskew"}, {"stage": "recognize"}"#)
    let scan = try Documents.minutes().raster(dpi: 150).skewed(clockwiseDegrees: -2).image
    try scan.write(to: work.folder / "in/page.png", as: .png, dpi: 150)
    try work.command().check()
    let page = try work.page("page", 1)
    let path = work.folder / "out/page/images/0001.\(ending)"
    let loaded = try load(path)
    #expect(loaded.raster.width == page.image?.width && loaded.raster.height == page.image?.height)
    #expect(abs(loaded.dpi - 150) < 0.5)
    // The picture is level: recognized again, it gives the same words at the same positions.
    let again = try workspace("", stages: #"{"stage": "recognize"}"#)
    try again.folder.write(work.folder.data("out/page/images/0001.\(ending)"), to: "in/page.\(ending)")
    try again.command().check()
    let reread = try again.page("page", 1).words
    let found = page.words.count { word in
      reread.contains { $0.text == word.text && $0.box.intersectionOverUnion(word.box) > 0.7 }
    }
    #expect(found * 100 >= page.words.count * 95)
  }

  @Test("Keeps black and white pages one bit deep", arguments: [("png", "png"), ("tiff", "tif")])
  func bitonal(format: String, ending: String) throws {
    let work = try workspace(#", "format": "\#(format)""#)
    try Raster.writeTIFF(
      [try Documents.shortMinutes().raster(dpi: 200).bitonal()], to: work.folder / "in/fax.tif", dpi: 200)
    try work.command().check()
    let path = work.folder / "out/fax/images/0001.\(ending)"
    #expect(try load(path).raster.isBitonal)
    #expect(try Command("file", [path]).check().output.contains(format == "png" ? "1-bit" : "bi-level group 4"))
  }

  @Test("Writes smaller files with lower JPEG quality")
  func quality() throws {
    var sizes: [Int] = []
    for quality in [30, 95] {
      let work = try workspace(#", "format": "jpeg", "quality": \#(quality)"#)
      try Documents.newsletter().raster(dpi: 100).write(to: work.folder / "in/page.png", as: .png, dpi: 100)
      try work.command().check()
      sizes.append(try work.folder.data("out/page/images/0001.jpg").count)
    }
    #expect(sizes[0] * 2 < sizes[1])
  }

  @Test("Renders a page with copied text at the size of its boxes")
  func copied() throws {
    let work = try workspace("")
    try PageDrawing.writePDF([try Documents.shortMinutes()], to: work.folder / "in/minutes.pdf")
    try work.command().check()
    let page = try work.page("minutes", 1)
    #expect(page.status == .copied)
    let picture = try load(work.folder / "out/minutes/images/0001.png")
    #expect(picture.raster.width == page.image?.width && picture.raster.height == page.image?.height)
    #expect(abs(picture.dpi - 300) < 0.5)
  }

  @Test("Writes no picture of a failed page, but those of the others")
  func failed() throws {
    let work = try workspace("", stages: #"{"stage": "fault", "page": 2, "kind": "fail"}, {"stage": "recognize"}"#)
    let letter = try Documents.shortLetter().map { try $0.raster(dpi: 100) }
    try ImagePDF([letter[0], letter[1], letter[0]], dpi: 100).write(to: work.folder / "in/scan.pdf")
    #expect(try work.run(faultyWorker: true).exitCode == 1)
    #expect(
      try work.folder.files(under: "out/scan/images").sorted() == ["0001.png", "0003.png"])
  }
}
