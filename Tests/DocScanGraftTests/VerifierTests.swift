// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: any difference between a PDF and the recognized pages is found and located.

import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanVision
import DocScanWire
import FoundationEssentials
import Testing

@Suite("Comparing finished PDFs with recognized pages")
struct VerifierTests {
  @Test("Accepts a PDF of pictures as the writer makes it")
  func soundPictures() throws {
    let made = try MadeDocument(try Documents.letter() + [try Documents.minutes()])
    #expect(try made.mismatches(in: try made.pdf()) == [])
  }

  @Test(
    "Accepts a kept page with and without an overlay", arguments: [GraftRequest.Source.original, .overlay])
  func soundOriginals(source: GraftRequest.Source) throws {
    let made = try MadeDocument(try Documents.letter())
    let pdfs = try made.grafted(source)
    let content = PDFPlace.Content(rawValue: source.rawValue) ?? .note
    #expect(try made.mismatches(in: pdfs.result, original: pdfs.original, content: content) == [])
  }

  @Test("Accepts Hebrew, Chinese, accents, and a sloping line")
  func scripts() throws {
    var made = try MadeDocument.letter()
    var page = made.pages[0].page
    let texts = [["שלום", "עולם"], ["無", "意識", "界"], ["Où", "ça", "naïf"], ["slanting", "downwards"]]
    for (row, words) in texts.enumerated() {
      var line = page.blocks[0].lines[row + 6]
      let slope = row == 3 ? 0.03 : 0
      var x = line.box.x
      line.words = words.map { text in
        let width = Double(text.count) * 12
        defer { x += width + (row == 1 ? 0 : 8) }
        return Word(
          text: text, confidence: 0.9, box: Box(x: x, y: line.box.y + slope * x, width: width, height: line.box.height))
      }
      if row == 0 { line.words.reverse() }
      line.baseline = [line.box.x, x].map { Point(x: $0, y: line.box.maxY + slope * $0) }
      line.text = joinedText(line.words)
      page.blocks[0].lines[row + 6] = line
    }
    made = try MadeDocument(made.drawings, pages: [page])
    let mismatches = try made.mismatches(in: try made.pdf())
    #expect(mismatches.filter { $0.kind != .picture } == [])
  }

  @Test("Names a changed word and its replacement")
  func changedWord() throws {
    let made = try MadeDocument.letter()
    let mismatches = try made.mismatches(in: try made.pdf { $0.replaceWord("Telephone", with: "Telegraph") })
    #expect(mismatches.map(\.kind) == [.word, .foreignText])
    #expect(
      mismatches.first?.word == "Telephone" && mismatches.first?.found == "\"Telegraph\"" && mismatches.first?.page == 1
    )
  }

  @Test("Names a missing word")
  func missingWord() throws {
    let made = try MadeDocument.letter()
    let mismatches = try made.mismatches(in: try made.pdf { $0.removeWord("Telephone") })
    #expect(
      mismatches.first?.kind == .word && mismatches.first?.word == "Telephone" && mismatches.first?.found == "nothing")
  }

  @Test("Finds text that wasn't recognized")
  func foreignText() throws {
    let made = try MadeDocument.letter()
    let pdf = try made.pdf { page in
      let box = Box(x: 300, y: 1000, width: 80, height: 14)
      page.blocks[0].lines.append(
        Line(
          text: "intruder", confidence: 1, box: box, baseline: [Point(x: 300, y: 1012), Point(x: 380, y: 1012)],
          words: [Word(text: "intruder", confidence: 1, box: box)]))
    }
    let mismatches = try made.mismatches(in: pdf)
    #expect(mismatches.map(\.kind) == [.foreignText])
    #expect(mismatches.first?.found.contains("8 more characters: \"intruder\"") == true)
  }

  @Test(
    "Finds a line that moved by half its height in any direction", arguments: [(0, 1), (0, -1), (1, 0), (-1, 0)])
  func movedLine(across: Int, down: Int) throws {
    let made = try MadeDocument.letter()
    let line = made.lines[made.longLine]
    let (x, y) = (Double(across) * line.box.height / 2, Double(down) * line.box.height / 2)
    let mismatches = try made.mismatches(in: try made.pdf { $0.moveLine(made.longLine, x: x, y: y) })
    // Text that overlaps the line above is reported as foreign text.
    let isForeign = mismatches.contains { $0.kind == .foreignText }
    #expect(isForeign || mismatches.count { $0.kind == .place } >= line.words.count - 1, "\(mismatches)")
    #expect(mismatches.allSatisfy { $0.kind == .place || $0.kind == .foreignText })
  }

  @Test("Finds lines and words in another order")
  func order() throws {
    let made = try MadeDocument.letter()
    let lines = try made.mismatches(in: try made.pdf { $0.blocks[0].lines.swapAt(2, 9) })
    #expect(!lines.isEmpty && lines.allSatisfy { $0.kind == .order }, "\(lines)")
    let line = made.longLine
    let words = try made.mismatches(in: try made.pdf { $0.blocks[0].lines[line].words.swapAt(1, 3) })
    #expect(words.contains { $0.kind == .order && $0.word == made.lines[line].text }, "\(words)")
  }

  @Test("Finds a missing or an extra page", arguments: ["1", "1-2,1"])
  func pageCount(pages: String) throws {
    let made = try MadeDocument(try Documents.letter())
    let changed = made.folder / "changed.pdf"
    try Command("qpdf", [try made.pdf(), "--pages", ".", pages, "--", changed]).check()
    #expect(try made.mismatches(in: changed).contains { $0.kind == .pageCount && $0.expected == "2 pages" })
  }

  @Test(
    "Finds a rotated or resized page", arguments: ["--rotate=+90", "--rotate=+180", "crop"])
  func turned(change: String) throws {
    let made = try MadeDocument.letter()
    let changed = made.folder / "changed.pdf"
    if change == "crop" {
      try Command("qpdf", ["--qdf", "--object-streams=disable", try made.pdf(), changed]).check()
      var data = try Data(contentsOf: URL(filePath: changed))
      let box = try #require(data.firstRange(of: Data("/MediaBox".utf8)))
      data.insert(contentsOf: Data("/CropBox [0 0 500 700] ".utf8), at: box.lowerBound)
      try data.write(to: URL(filePath: changed))
    } else {
      try Command("qpdf", [change, try made.pdf(), changed]).check()
    }
    let kinds = Set(try made.mismatches(in: changed).map(\.kind))
    #expect(kinds.contains(change == "--rotate=+180" ? .word : .pageSize) || kinds.contains(.place), "\(kinds)")
  }

  @Test(
    "Finds a picture that doesn't show the recognized page",
    arguments: ["white", "mirrored", "upside down", "shifted", "another page"])
  func picture(fault: String) throws {
    let made = try MadeDocument.letter()
    let pdf = try made.pdf(picture: { image in
      let (width, height) = (Double(image.width), Double(image.height))
      func moved(_ map: Homography) throws -> Raster {
        try image.warped(by: PageMap(map), width: image.width, height: image.height)
      }
      return switch fault {
      case "mirrored": try moved(Homography.scale(x: -1, y: 1).then(.translation(x: width, y: 0)))
      case "upside down": try image.turned(clockwiseDegrees: 180).image
      case "shifted": try moved(.translation(x: 9, y: 0))
      case "another page": try Documents.minutes().raster(dpi: MadeDocument.dpi)
      case _: try moved(.translation(x: width, y: height))
      }
    })
    let mismatches = try made.mismatches(in: pdf)
    #expect(mismatches.map(\.kind) == [.picture], "\(mismatches)")
  }

  /// Returns the differences of a PDF whose only page should be kept unchanged.
  private func mismatches(in pdf: String, keptFrom original: String) throws -> [Mismatch] {
    let page = RecognizedPage(
      document: DocumentReference(name: "x", sha256: "", pageCount: 1),
      page: PageReference(number: 1, source: "x.pdf", sourcePage: 1), status: .copied)
    let place = PDFPlace(page: 1, content: .original, size: PageSize(width: 400, height: 600))
    return try PDFVerifier(limits: try Pipeline(value: [:], stages: [], writers: []).limits).verify(
      VerifyRequest(
        pdf: pdf, original: original, originalPageCount: 1, pageCount: 1, checksFile: true,
        pages: [ExpectedPage(place: place, page: page)]), pdf: InputFile(path: pdf),
      original: InputFile(path: original))
  }

  @Test("Finds altered content of a kept page by its pixels and text")
  func alteredContent() throws {
    let made = try MadeDocument.letter()
    let original = try made.folder.write(HandmadePDF.pages().data, to: "original.pdf")
    let faults = [
      (HandmadePDF.pages(content: "0 0 200 1 re f").data, [Mismatch.Kind.content, .pixels]),
      (HandmadePDF.pages(content: "0.98 g 0 0 200 1 re f 0 g").data, [.content, .pixels]),
      (
        Data(
          String(decoding: HandmadePDF.pages().data, as: UTF8.self).replacing("(original1)", with: "(Original1)").utf8),
        [.embeddedText, .content, .pixels]
      ),
      (HandmadePDF.pages(content: "q BT 3 Tr /F 20 Tf 100 50 Td (hidden) Tj ET Q").data, [.embeddedText, .content]),
    ]
    for (data, kinds) in faults {
      let changed = try made.folder.write(data, to: "changed.pdf")
      let mismatches = try mismatches(in: changed, keptFrom: original)
      #expect(mismatches.map(\.kind) == kinds, "\(mismatches)")
    }
    #expect(try mismatches(in: original, keptFrom: original) == [])
  }

  @Test("Finds altered invisible text below an overlay")
  func alteredBelow() throws {
    let made = try MadeDocument.letter()
    let pdfs = try made.grafted(.overlay)
    #expect(try made.mismatches(in: pdfs.result, original: pdfs.original, content: .overlay) == [])
    try Command("qpdf", ["--qdf", "--object-streams=disable", pdfs.original, made.folder / "plain.pdf"]).check()
    var other = try Data(contentsOf: URL(filePath: made.folder / "plain.pdf"))
    let text = try #require(other.firstRange(of: Data("BT\n".utf8)))
    other.replaceSubrange(text, with: Data("BT ".utf8))
    try other.write(to: URL(filePath: made.folder / "other.pdf"))
    let mismatches = try made.mismatches(in: pdfs.result, original: made.folder / "other.pdf", content: .overlay)
    #expect(mismatches.map(\.kind) == [.content], "\(mismatches)")
  }

  @Test("Rejects a truncated file", arguments: [0.3, 0.9, 0.999])
  func truncated(fraction: Double) throws {
    let made = try MadeDocument.letter()
    let data = try Data(contentsOf: URL(filePath: try made.pdf())).truncated(toFraction: fraction)
    let mismatches = try made.mismatches(in: try made.folder.write(data, to: "cut.pdf"))
    #expect(mismatches.contains { $0.kind == .file || $0.kind == .unreadable }, "\(mismatches)")
  }
}
