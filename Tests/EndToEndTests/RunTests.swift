// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a run turns each kind of input into complete results with correct positions.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Testing

@Suite("Running over documents")
struct RunTests {
  @Test("Converts a scanned letter into a searchable PDF, text, and one JSON file per page")
  func scannedLetter() throws {
    let work = try Workspace()
    let pages = try Documents.letter()
    let images = try pages.map { try $0.raster(dpi: 200).skewed(clockwiseDegrees: 1.2).image }
    try ImagePDF(images, dpi: 200).write(to: work.folder / "in/letter.pdf")
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    let record = try work.record("letter")
    #expect(record.status == .complete)
    #expect(record.pages.map(\.status) == [.recognized, .recognized])

    let text = try work.folder.text("out/letter/letter.txt")
    #expect(text.split(separator: "\u{C}", omittingEmptySubsequences: false).count == 2)
    #expect(text.contains("The reading room on the second floor"))
    let found = Set(words(text))
    let wanted = pages.flatMap { $0.words.map(\.text) }
    #expect(wanted.count { found.contains($0) } * 100 >= wanted.count * 93)

    let first = try work.page("letter", 1)
    let deskew = try #require(first.corrections.first { $0.kind == "deskew" })
    #expect(abs((deskew.degrees ?? 0) + 1.2) < 0.1)
    #expect(first.source?.dpi == 200)

    try Command("qpdf", ["--check", work.folder / "out/letter/letter.pdf"]).check()
    let information = try Command("pdfinfo", [work.folder / "out/letter/letter.pdf"]).check().output
    #expect(information.contains("Pages:           2"))
    #expect(information.contains("(A4)"))
    #expect(words(try work.pdfText("letter")) == words(text))
  }

  @Test("Keeps a born-digital PDF's bytes, and copies its words with their boxes")
  func bornDigital() throws {
    let work = try Workspace()
    try PageDrawing.writePDF([try Documents.minutes()], to: work.folder / "in/minutes.pdf")
    #expect(try work.run().exitCode == 0)
    #expect(try work.record("minutes").pages.map(\.status) == [.copied])
    #expect(try work.folder.data("out/minutes/minutes.pdf") == work.folder.data("in/minutes.pdf"))
    let page = try work.page("minutes", 1)
    #expect(page.words.map(\.text).sorted() == (try Documents.minutes()).words.map(\.text).sorted())
    // Boxes of copied words have the font's height and contain the drawn ink.
    for drawn in try Documents.minutes().words(dpi: 300) {
      let middle = Point(x: drawn.box.x + drawn.box.width / 2, y: drawn.box.y + drawn.box.height / 2)
      let isThere = page.words.contains { word in
        word.text == drawn.text && (word.box.x...word.box.maxX).contains(middle.x)
          && (word.box.y...word.box.maxY).contains(middle.y)
      }
      #expect(isThere, "\(drawn.text)")
    }
  }

  @Test("Maps every word of a photographed page back to its place in the photograph")
  func photograph() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "perspective"}, {"stage": "deskew"}, {"stage": "recognize"}"#)
    let drawing = try Documents.minutes()
    let photo = try DeskPhoto(of: drawing.raster(dpi: 200), width: 2000, height: 2700)
    try photo.image.write(to: work.folder / "in/photo.jpg", as: .jpeg)
    #expect(try work.run().exitCode == 0)
    let page = try work.page("photo", 1)
    let perspective = try #require(page.corrections.first { $0.kind == "perspective" })
    let quad = try #require(perspective.quad)
    for (found, real) in zip(quad, photo.quad) { #expect(abs(found.x - real.x) < 15 && abs(found.y - real.y) < 15) }
    let toSource = page.sourceToImage.inverse
    var checked = 0
    for word in drawing.words(dpi: 200) where word.text.count > 4 {
      let same = page.words.filter { $0.text == word.text }
      guard same.count == 1, let read = same.first else { continue }
      checked += 1
      let real = photo.map(Point(x: word.box.x + word.box.width / 2, y: word.box.y + word.box.height / 2))
      let back = toSource(Point(x: read.box.x + read.box.width / 2, y: read.box.y + read.box.height / 2))
      #expect(abs(real.x - back.x) < 12 && abs(real.y - back.y) < 12, "\(word.text): \(real) \(back)")
    }
    #expect(checked >= 15)
  }

  @Test("Turns a sideways page upright", arguments: [90, 180, 270])
  func quarterTurns(degrees: Int) throws {
    let work = try Workspace()
    let page = try Documents.minutes().raster(dpi: 200).turned(clockwiseDegrees: degrees).image
    try page.write(to: work.folder / "in/page.png", as: .png, dpi: 200)
    #expect(try work.run().exitCode == 0)
    let result = try work.page("page", 1)
    #expect(result.corrections.first { $0.kind == "orientation" }?.degrees == Double(360 - degrees))
    #expect((result.confidence ?? 0) > 0.8)
  }

  @Test("Leaves a straight, flat, upright page alone")
  func leftAlone() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "perspective"}, {"stage": "orientation"}, {"stage": "deskew"}"#)
    for (name, page) in try Documents.all() {
      try page.raster(dpi: 150).write(to: work.folder / "in/\(name).png", as: .png, dpi: 150)
    }
    #expect(try work.run().exitCode == 0)
    for (name, _) in try Documents.all() {
      let page = try work.page(name, 1)
      #expect(page.sourceToImage.isIdentity, "\(name): \(page.corrections)")
      #expect(page.corrections.map(\.kind) == ["perspective", "orientation", "deskew"])
    }
  }

  @Test("Reads pictures of every format, regardless of their extensions", arguments: PictureFormat.allCases)
  func formats(format: PictureFormat) throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    try Documents.shortMinutes().raster(dpi: 100).write(to: work.folder / "in/page.dat", as: format, dpi: 100)
    // In a folder, the first bytes decide, not the extension.
    #expect(try work.run().exitCode == 0)
    #expect(try work.folder.text("out/page/page.txt").lowercased().contains("minutes"))
    try Command("qpdf", ["--check", work.folder / "out/page/page.pdf"]).check()
    let images = try Command("pdfimages", ["-list", work.folder / "out/page/page.pdf"]).check().output
    #expect(images.split(separator: "\n").count == 3, "\(images)")
  }

  @Test("Combines a folder's images into one document in natural order")
  func folderGroup() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}"#, more: #""input": {"group": "folder"},"#)
    _ = try work.folder.makeFolder("in/trip")
    let pages = try Documents.shortLetter() + [Documents.shortMinutes()]
    for (name, page) in zip(["page10.png", "page2.png", "page1.png"], pages) {
      try page.raster(dpi: 150).write(to: work.folder / "in/trip/\(name)", as: .png, dpi: 150)
    }
    #expect(try work.run().exitCode == 0)
    #expect(try work.record("trip").source == ["page1.png", "page2.png", "page10.png"])
    #expect(
      try work.folder.text("out/trip/trip.txt").hasPrefix("Minutes") || work.page("trip", 1).text.contains("inutes"))
    #expect(try work.page("trip", 3).page.source == "page10.png")
  }

  @Test("Processes only the chosen pages")
  func chosenPages() throws {
    let work = try Workspace()
    try PageDrawing.writePDF(try Documents.letter() + [Documents.minutes()], to: work.folder / "in/all.pdf")
    #expect(try work.run(["--pages", "1,3"]).exitCode == 0)
    #expect(try work.record("all.p1,3").pages.map(\.number) == [1, 3])
    #expect(try work.record("all.p1,3").pageCount == 3)
    let information = try Command("pdfinfo", [work.folder / "out/all.p1,3/all.p1,3.pdf"]).check().output
    #expect(information.contains("Pages:           2"))
    #expect(try work.record("all.p1,3").notes == [])
    #expect(try work.run(["--pages", "2-9,5"]).exitCode == 0)
    #expect(try work.record("all.p2-9,5").notes == ["--pages names 5, but the document has 3 pages."])
  }

  @Test("Names a document from standard input stdin")
  func standardInput() throws {
    let work = try Workspace()
    try PageDrawing.writePDF([try Documents.minutes()], to: work.folder / "minutes.pdf")
    var command = try Command.product(
      "docscan", ["run", work.folder / "pipeline.json", "-", "-o", work.folder / "out"])
    command.standardInput = [UInt8](try work.folder.data("minutes.pdf"))
    #expect(try command.run().exitCode == 0)
    #expect(try work.record("stdin").status == .complete)
  }

  @Test("Skips complete documents in a second run, and processes changed ones")
  func secondRun() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    for (name, page) in zip(["a", "b"], try Documents.shortLetter()) {
      try page.raster(dpi: 150).write(to: work.folder / "in/\(name).png", as: .png, dpi: 150)
    }
    #expect(try work.run().exitCode == 0)
    let first = try work.results()
    let again = try work.run()
    #expect(again.exitCode == 0)
    #expect(try work.report().totals.unchanged == 2)
    #expect((again.output + again.errors).contains("unchanged"))

    try FileManager.default.removeItem(atPath: work.folder / "out/a/a.pdf")
    try work.run()
    #expect(try work.report().totals.unchanged == 1)
    #expect(work.folder.contains("out/a/a.pdf"))

    try Documents.shortMinutes().raster(dpi: 150).write(to: work.folder / "in/b.png", as: .png, dpi: 150)
    try work.run()
    #expect(try work.report().totals.unchanged == 1)
    #expect(try work.report().totals.complete == 1)

    try work.run(["--overwrite"])
    #expect(try work.report().totals.complete == 2)
    for (file, data) in first where file.hasPrefix("a/") { #expect(try work.results()[file] == data, "\(file)") }

    try work.pipeline(stages: #"{"stage": "recognize", "customWords": ["docscan"]}"#)
    try work.run()
    #expect(try work.report().totals.complete == 2)
  }

  @Test("Writes the same boxes into the page JSON and the PDF")
  func boxes() throws {
    let work = try Workspace()
    let images = try Documents.letter().map { try $0.raster(dpi: 200).skewed(clockwiseDegrees: -0.9).image }
    try ImagePDF(images, dpi: 200).write(to: work.folder / "in/skewed.pdf")
    try ImagePDF(try Documents.letter().map { try $0.raster(dpi: 200) }, dpi: 200).write(
      to: work.folder / "in/straight.pdf")
    #expect(try work.run().exitCode == 0)
    for document in ["skewed", "straight"] {
      let html = try Command("pdftotext", ["-bbox", work.folder / "out/\(document)/\(document).pdf", "-"]).check()
        .output
      let pages = html.split(separator: "<page ").dropFirst()
      for (index, markup) in pages.enumerated() {
        let page = try work.page(document, index + 1)
        let scale = 72 / (page.image?.dpi ?? 1)
        let inPDF = BoundingBoxes.words(in: String(markup))
        for word in page.words where word.text.count > 3 {
          let box = Box(
            x: word.box.x * scale, y: word.box.y * scale, width: word.box.width * scale, height: word.box.height * scale
          )
          let best = inPDF.filter { $0.text == word.text }.map { box.intersectionOverUnion($0.box) }.max() ?? 0
          #expect(best >= 0.6, "\(document) page \(index + 1): \(word.text)")
        }
      }
    }
  }
}
