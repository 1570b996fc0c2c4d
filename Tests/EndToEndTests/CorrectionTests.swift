// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: corrections improve pages, keep coordinates traceable to the original, and can be undone.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanStore
import DocScanVision
import FoundationEssentials
import Testing

@Suite("Corrections of pages")
struct CorrectionTests {
  @Test("Flattens a curled page, and maps its words back to the photograph")
  func dewarp() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "dewarp"}, {"stage": "recognize"}"#)
    let drawing = try Documents.letter()[0]
    let flat = try drawing.raster(dpi: 200)
    try flat.curled(depth: 70).write(to: work.folder / "in/page.png", as: .png, dpi: 200)
    try flat.write(to: work.folder / "in/flat.png", as: .png, dpi: 200)
    #expect(try work.run().exitCode == 0)
    #expect(try work.page("flat", 1).map.isIdentity)

    let page = try work.page("page", 1)
    let correction = try #require(page.corrections.first { $0.kind == "dewarp" })
    #expect(correction.mesh != nil && correction.confidence >= 0.5)
    let read = Set(page.words.map(\.text))
    let wanted = drawing.words.map(\.text)
    #expect(wanted.count { read.contains($0) } * 100 >= wanted.count * 90)
    var checked = 0
    for word in drawing.words(dpi: 200) where word.text.count > 4 {
      let same = page.words.filter { $0.text == word.text }
      guard same.count == 1, let found = same.first else { continue }
      checked += 1
      let real = flat.curledPlace(word.box.middle, depth: 70)
      let back = page.map.source(found.box.middle)
      #expect(abs(real.x - back.x) < 8 && abs(real.y - back.y) < 8, "\(word.text): \(real) \(back)")
    }
    #expect(checked >= 25)
  }

  @Test(
    "Splits an open book into two pages in reading order",
    arguments: [("left-to-right", "tiff"), ("right-to-left", "pdf")])
  func spreads(order: String, kind: String) throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "spreads", "order": "\#(order)"}, {"stage": "recognize"}"#)
    let pages = try Documents.letter()
    let spread = try Raster.spread(pages[0].raster(dpi: 150), pages[1].raster(dpi: 150))
    let single = try Documents.shortMinutes(size: .a4).raster(dpi: 150)
    if kind == "pdf" {
      try ImagePDF([single, spread, single], dpi: 150).write(to: work.folder / "in/book.pdf")
    } else {
      try Raster.writeTIFF([single, spread, single], to: work.folder / "in/book.tif", dpi: 150)
    }
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    let record = try work.record("book")
    #expect(record.pageCount == 3)
    #expect(record.pages.map(\.number) == [1, 2, 3, 4])
    #expect(record.pages.map(\.sourcePage) == [1, 2, 2, 3])
    let texts = try (1...4).map { try work.page("book", $0).text }
    let first = order == "left-to-right" ? 1 : 2
    #expect(texts[first].contains("reading room"))
    #expect(!texts[3 - first].contains("reading room"))
    #expect(texts[3 - first].contains("With kind regards") && !texts[first].contains("With kind regards"))
    let gutter = try #require(try work.page("book", 2).corrections.first { $0.kind == "spreads" }?.gutter)
    #expect(gutter.allSatisfy { abs($0.x - Double(spread.width) / 2) < 20 })

    try Command("qpdf", ["--check", work.folder / "out/book/book.pdf"]).check()
    let inPDF = try work.pdfText("book").split(separator: "\u{C}")
    #expect(inPDF.count == 4)
    #expect(inPDF.count > first && inPDF[first].contains("reading room"))
    #expect(try work.run().exitCode == 0)
    #expect(try work.report().totals.unchanged == 1)
  }

  @Test("Marks, lists, and keeps blank pages, and omits them from the PDF on request")
  func blankPages() throws {
    let work = try Workspace()
    let stages = #"{"stage": "blank"}, {"stage": "recognize"}"#
    try work.pipeline(stages: stages)
    let letter = try Documents.letter()
    var number = PageDrawing()
    try number.line("- 7 -", at: Point(x: 285, y: 800), font: .serif(11))
    let empty = try PageDrawing().raster(dpi: 150)
    let back = try letter[0].raster(dpi: 150)
    let pages = [
      try Documents.shortLetter()[0].raster(dpi: 150), try empty.withSpecks(count: 30, seed: 4),
      try number.raster(dpi: 150),
      try empty.punched(dpi: 150), try empty.showingThrough(back, strength: 0.06),
    ]
    try Raster.writeTIFF(pages, to: work.folder / "in/pile.tif", dpi: 150)
    try ImagePDF(pages, dpi: 150).write(to: work.folder / "in/scan.pdf")
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(result.output.contains("6 blank"))
    for document in ["pile", "scan"] {
      #expect(
        try work.record(document).pages.map(\.status) == [.recognized, .blank, .recognized, .blank, .blank])
      #expect(try work.report().documents.first { $0.name == document }?.blankPages == [2, 4, 5])
      #expect(try work.page(document, 2).text.isEmpty)
      #expect((try work.page(document, 2).blank?.confidence ?? 0) >= 0.8)
      let information = try Command("pdfinfo", [work.folder / "out/\(document)/\(document).pdf"]).check().output
      #expect(information.contains("Pages:           5"))
    }
    try work.folder.write(
      #"{"stages": [\#(stages)], "output": {"writers": [{"writer": "pdf", "blankPages": "drop"}, {"writer": "json"}]}}"#,
      to: "pipeline.json")
    #expect(try work.run().exitCode == 0)
    for document in ["pile", "scan"] {
      let pdf = work.folder / "out/\(document)/\(document).pdf"
      #expect(try Command("pdfinfo", [pdf]).check().output.contains("Pages:           2"))
      try Command("qpdf", ["--check", pdf]).check()
      #expect(try work.page(document, 5).status == .blank)
    }
    try work.folder.write(
      #"{"stages": [{"stage": "deskew"}], "output": {"writers": [{"writer": "pdf", "blankPages": "drop"}]}}"#,
      to: "pipeline.json")
    #expect(try work.run().errors.contains("The PDF keeps blank pages"))
  }

  @Test("Crops a scanner's dark borders without cutting the page")
  func crop() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "crop"}, {"stage": "recognize"}"#)
    let page = try Documents.letter()[0].raster(dpi: 150)
    try page.onGlass(left: 60, top: 35, right: 20, bottom: 90).write(
      to: work.folder / "in/glass.png", as: .png, dpi: 150)
    try page.write(to: work.folder / "in/clean.png", as: .png, dpi: 150)
    #expect(try work.run().exitCode == 0)
    let quad = try #require(try work.page("glass", 1).corrections.first?.quad)
    for (found, real) in zip(quad, [(60, 35), (60 + page.width, 35), (60 + page.width, 35 + page.height)]) {
      #expect(abs(found.x - Double(real.0)) <= 6 && abs(found.y - Double(real.1)) <= 6, "\(quad)")
    }
    #expect(try work.page("clean", 1).map.isIdentity)
    // A dash alone isn't always read.
    func texts(_ name: String) throws -> [String] {
      try words(work.page(name, 1).text).filter { $0.contains { $0.isLetter || $0.isNumber } }
    }
    #expect(try texts("glass") == texts("clean"))
  }

  @Test("Cleans pages for recognition, and in the output only on request")
  func clean() throws {
    let work = try Workspace()
    let page = try Documents.letter()[0].raster(dpi: 150)
    let dirty = try page.showingThrough(Documents.letter()[1].raster(dpi: 150), strength: 0.35).shaded()
    try dirty.write(to: work.folder / "in/page.png", as: .png, dpi: 150)
    try page.write(to: work.folder / "in/fine.png", as: .png, dpi: 150)
    let wanted = try Documents.letter()[0].words.map(\.text)
    func found() throws -> Int {
      let read = Set(try work.page("page", 1).words.map(\.text))
      return wanted.count { read.contains($0) }
    }
    func picture() throws -> [UInt8] {
      try Command("pdftoppm", ["-r", "50", "-gray", work.folder / "out/page/page.pdf"]).check().outputBytes
    }
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    #expect(try work.run().exitCode == 0)
    let (before, dirtyPicture) = (try found(), try picture())
    try work.pipeline(stages: #"{"stage": "clean"}, {"stage": "recognize"}"#)
    #expect(try work.run().exitCode == 0)
    let after = try found()
    #expect(after * 100 >= wanted.count * 95, "\(before), then \(after) of \(wanted.count) words")
    #expect(try picture() == dirtyPicture)
    let steps = try #require(try work.page("page", 1).corrections.first { $0.kind == "clean" }?.steps)
    #expect(steps.contains("illumination") && steps.contains("showThrough"))
    #expect(try work.page("fine", 1).corrections.first { $0.kind == "clean" }?.steps == [])

    try work.pipeline(stages: #"{"stage": "clean", "output": true}, {"stage": "recognize"}"#)
    #expect(try work.run().exitCode == 0)
    let cleanPicture = try picture()
    #expect(cleanPicture.count { $0 < 200 } * 3 < dirtyPicture.count { $0 < 200 })
  }

  /// Returns the middle tone of a photograph's page in its PDF, its number of red pixels, and the PDF of a scan.
  private func look(at work: Workspace, _ output: String) throws -> (paper: UInt8, red: Int, scan: Data) {
    try work.pipeline(stages: #"{"stage": "perspective"}, {"stage": "clean"\#(output)}"#)
    #expect(try work.run().exitCode == 0)
    let bytes = try Command("pdftoppm", ["-r", "60", work.folder / "out/photo/photo.pdf"]).check().outputBytes
    let start = bytes.count % 3
    let pixels = stride(from: start, to: bytes.count - 2, by: 3).map { Array(bytes[$0..<$0 + 3]) }
    let tones = pixels.compactMap { $0.min() }.sorted()
    let red = pixels.count { Int($0[0]) - Int($0[1]) > 50 }
    return (tones[tones.count / 2], red, try work.folder.data("out/scan/scan.pdf"))
  }

  @Test("Shows a photographed sheet on white paper, in color or gray, and leaves scans unchanged")
  func whitePaper() throws {
    let work = try Workspace()
    var page = try Documents.letter()[0]
    page.stamp("PAID", at: Point(x: 430, y: 640))
    let raster = try page.raster(dpi: 130, channels: .rgb)
    try DeskPhoto(of: raster, width: 1050, height: 1400, seed: 7).image.write(
      to: work.folder / "in/photo.jpg", as: .jpeg, dpi: 130)
    try raster.faded(black: 20, white: 215).write(to: work.folder / "in/scan.png", as: .png, dpi: 130)
    let (white, own) = (try look(at: work, ""), try look(at: work, #", "output": false"#))
    #expect(own.paper < 235 && white.paper >= 245, "\(own.paper), then \(white.paper)")
    #expect(white.red * 10 >= own.red * 7 && own.red > 20, "\(own.red), then \(white.red)")
    #expect(white.scan == own.scan)
    #expect(try look(at: work, #", "output": "paper""#).scan != own.scan)
    let gray = try look(at: work, #", "gray": true"#)
    #expect(gray.red == 0 && gray.paper >= 245)
  }

  @Test(
    "Gives photographed sheets the paper size, keeps slips' own sizes, and keeps words in place"
  )
  func paperSize() throws {
    let work = try Workspace()
    let page = try Documents.shortLetter(size: .a4)[0].raster(dpi: 130, channels: .rgb)
    for (name, width) in [("near", 1400), ("far", 900)] {
      try DeskPhoto(of: page, width: width, height: width * 4 / 3, seed: 7).image.write(
        to: work.folder / "in/\(name).jpg", as: .jpeg, dpi: 130)
    }
    func sizes(_ setting: String) throws -> [String] {
      try work.pipeline(stages: #"{"stage": "perspective"\#(setting)}, {"stage": "recognize"}"#)
      #expect(try work.run().exitCode == 0)
      return try ["near", "far"].map { name in
        let text = try Command("pdfinfo", [work.folder / "out/\(name)/\(name).pdf"]).check().output
        return String(text.split(separator: "\n").first { $0.hasPrefix("Page size") } ?? "")
      }
    }
    let own = try sizes("")
    #expect(own[0] != own[1], "\(own)")
    #expect(try sizes(#", "paper": "a4""#).allSatisfy { $0.contains("595.28 x 841.89") })
    try Command.product("docscan", ["verify", work.folder / "out"]).check()
    // A letter isn't a strip of paper and keeps its own size.
    #expect(try sizes(#", "paper": "legal""#) == own)
  }

  @Test("Grades pages, and names those to scan again with the reason")
  func quality() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "quality"}"#)
    let page = try Documents.letter()[0]
    let sharp = try page.raster(dpi: 200)
    try sharp.write(to: work.folder / "in/sharp.png", as: .png, dpi: 200)
    try sharp.blurred(times: 60).write(to: work.folder / "in/blurred.png", as: .png, dpi: 200)
    try sharp.withGlare(radius: 160).write(to: work.folder / "in/glaring.png", as: .png, dpi: 200)
    try sharp.faded(black: 205, white: 230).write(to: work.folder / "in/faint.png", as: .png, dpi: 200)
    try page.raster(dpi: 60).write(to: work.folder / "in/small.png", as: .png, dpi: 60)
    #expect(try work.run().exitCode == 0)
    func quality(_ name: String) throws -> PageQuality { try #require(try work.page(name, 1).quality) }
    #expect(try quality("sharp").grade == .good)
    #expect(try quality("sharp").defects == [])
    #expect(try quality("blurred").grade == .poor && quality("blurred").defects.contains(.blur))
    #expect(try quality("glaring").grade != .good && quality("glaring").defects.contains(.glare))
    #expect(try quality("faint").grade != .good && quality("faint").defects.contains(.lowContrast))
    #expect(try quality("small").grade == .poor && quality("small").defects.contains(.lowResolution))
    #expect(try work.report().documents.first { $0.name == "blurred" }?.poorPages == [1])
  }

  @Test("Applies a correction by hand to one page, and reprocesses only its document")
  func overrides() throws {
    let work = try Workspace()
    let stages = #"{"stage": "perspective"}, {"stage": "orientation"}, {"stage": "deskew"}, {"stage": "recognize"}"#
    try work.pipeline(stages: stages)
    let page = try Documents.shortLetter(size: .a4)[0].raster(dpi: 150)
    try Raster.writeTIFF([page, page.skewed(clockwiseDegrees: 2).image], to: work.folder / "in/a.tif", dpi: 150)
    try page.write(to: work.folder / "in/b.png", as: .png, dpi: 150)
    #expect(try work.run().exitCode == 0)
    let untouched = try work.page("a", 1)

    let more = #"""
      "overrides": {"a.tif#2": {"deskew": {"degrees": -1.5}, "orientation": {"degrees": 180},
                                "perspective": {"quad": [[10, 10], [1200, 10], [1200, 1700], [10, 1700]]}}},
      """#
    try work.pipeline(stages: stages, more: more)
    #expect(try work.run().exitCode == 0)
    #expect(try work.report().totals.unchanged == 1)
    #expect(try work.report().totals.complete == 1)
    #expect(try work.page("a", 1) == untouched)
    let fixed = try work.page("a", 2).corrections
    #expect(fixed.map(\.kind) == ["perspective", "orientation", "deskew"])
    #expect(fixed.allSatisfy { $0.given == true && $0.confidence == 1 })
    #expect(fixed[0].quad?.first == Point(x: 10, y: 10))
    #expect(fixed[1].degrees == 180 && fixed[2].degrees == -1.5)

    try work.pipeline(stages: stages, more: #""overrides": {"c.tif#2": {"deskew": false}},"#)
    let other = try work.run()
    #expect(other.output.contains(#"no file of this run matches "c.tif#2""#), "\(other.output)")
  }

  @Test("Draws found outlines in overlays, and keeps every pixel in sources")
  func pictures() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "perspective"}, {"stage": "recognize"}"#)
    let photo = try DeskPhoto(of: Documents.shortMinutes(size: .a4).raster(dpi: 150)).image
    try photo.write(to: work.folder / "in/photo.png", as: .png)
    #expect(try work.run(["--also", "overlays"]).exitCode == 0)
    let overlay = try load(work.folder / "out/photo/overlays/0001.jpg")
    #expect(max(overlay.width, overlay.height) == 1600)
    #expect(overlay.count { $0.0 > 180 && $0.1 < 80 && $0.2 < 80 } > 1000, "red lines along the sheet")

    #expect(try work.run(["--also", "sources"]).exitCode == 0)
    let source = try load(work.folder / "out/photo/sources/0001.png")
    #expect(source.width == photo.width && source.height == photo.height)
    let isSame = unsafe source.withUnsafePixels { first in
      unsafe photo.withUnsafePixels { unsafe $0.elementsEqual(first) }
    }
    #expect(isSame)
  }

  private func load(_ path: String) throws -> Raster {
    let pipeline = try Pipeline(json: Data("{}".utf8), stages: [], writers: [])
    return try DocumentFile(InputFile(path: path), limits: pipeline.limits).load(page: 1, settings: pipeline.pages)
      .raster
  }
}

extension Raster {
  /// Returns the number of pixels of a color image that `isWanted` accepts.
  fileprivate func count(_ isWanted: ((UInt8, UInt8, UInt8)) -> Bool) -> Int {
    unsafe withUnsafePixels { pixels in
      Swift.stride(from: 0, to: pixels.count - 2, by: 3).count { index in
        unsafe isWanted((pixels[index], pixels[index + 1], pixels[index + 2]))
      }
    }
  }
}

extension Box {
  fileprivate var middle: Point { Point(x: x + width / 2, y: y + height / 2) }
}
