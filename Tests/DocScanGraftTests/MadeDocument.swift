// SPDX-License-Identifier: GPL-3.0-or-later
// Support: documents of drawn pages with their PDFs.

import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanVision
import DocScanWire
import DocScanWriters
import FoundationEssentials

/// A document of drawn pages, as perfect recognition would return it, and its PDFs.
struct MadeDocument {
  static let dpi = 100.0

  let folder: TemporaryFolder
  let drawings: [PageDrawing]
  /// The expected content of the PDF: a picture of each page with its words.
  let pages: [ExpectedPage]

  /// Creates a document of drawings. `pages` are the recognized pages if they differ from the drawings.
  init(_ drawings: [PageDrawing], pages: [RecognizedPage]? = nil) throws {
    folder = try TemporaryFolder()
    self.drawings = drawings
    self.pages = drawings.enumerated().map { index, drawing in
      ExpectedPage(
        place: PDFPlace(page: index + 1, content: .picture, size: drawing.size),
        page: pages?[index] ?? Self.recognized(drawing, number: index + 1, count: drawings.count))
    }
  }

  /// Returns the first page of the letter.
  static func letter() throws -> MadeDocument { try MadeDocument([try Documents.letter()[0]]) }

  /// The lines of the first page.
  var lines: [Line] { pages[0].page.blocks[0].lines }

  /// The index of a line of the first page with many words.
  var longLine: Int { lines.firstIndex { $0.words.count > 8 } ?? 0 }

  /// Writes a PDF with a picture of each page, after `change` was applied to the pages. Returns its path.
  func pdf(
    named name: String = "made", change: (inout RecognizedPage) -> Void = { _ in },
    picture: (Raster) throws -> Raster = { $0 }
  ) throws -> String {
    let writer = try PDFWriter(
      settings: ResolvedSettings(values: [:]), destination: WriterDestination(directory: folder.path, baseName: name))
    for (drawing, expected) in zip(drawings, pages) {
      var page = expected.page
      change(&page)
      let image = try picture(try drawing.raster(dpi: Self.dpi))
      let encoded = try PictureEncoder.encode(image, dpi: Self.dpi, to: folder.path, name: "picture")
      try writer.append(
        WriterPage(
          result: PageResult(page: page, size: expected.place.size, picture: encoded), picturePath: folder / "picture"))
    }
    try writer.finish()
    return folder / "\(name).pdf"
  }

  /// Returns the drawn pages as a PDF with visible text, and the PDF that docscan makes from it by adding text.
  func grafted(_ source: GraftRequest.Source) throws -> (original: String, result: String) {
    let original = folder / "original.pdf"
    try PageDrawing.writePDF(drawings, to: original)
    let writer = try PDFWriter(
      settings: ResolvedSettings(values: [:]),
      destination: WriterDestination(directory: folder.path, baseName: "layers"))
    for expected in pages {
      try writer.append(
        WriterPage(
          result: PageResult(page: expected.page, size: expected.place.size, picture: nil), picturePath: nil))
    }
    try writer.finish()
    let request = GraftRequest(pages: pages.indices.map { GraftRequest.Page(number: $0 + 1, source: source) })
    let outcome = try PDFGraft.graft(
      request, original: InputFile(path: original), layers: InputFile(path: folder / "layers.pdf"),
      output: folder / "result.pdf")
    return (original, outcome.isIdentical ? original : folder / "result.pdf")
  }

  /// Returns the differences between a PDF and its expected content.
  func mismatches(in pdf: String, original: String? = nil, content: PDFPlace.Content = .picture) throws -> [Mismatch] {
    var pages = pages
    for index in pages.indices {
      pages[index].place.content = content
      // The page's existing content is compared with the original.
      if content == .original { pages[index].page.blocks = [] }
    }
    return try PDFVerifier(limits: try Pipeline(value: [:], stages: [], writers: []).limits).verify(
      VerifyRequest(
        pdf: pdf, original: original, originalPageCount: pages.count, pageCount: pages.count, checksFile: true,
        pages: pages), pdf: InputFile(path: pdf), original: original.map { try InputFile(path: $0) })
  }

  private static func recognized(_ drawing: PageDrawing, number: Int, count: Int) -> RecognizedPage {
    let scale = dpi / 72
    let lines = drawing.lines.map { line in
      let words = line.words.map {
        Word(text: $0.text, confidence: 0.9, box: $0.moved(by: .scale(x: scale, y: scale)).box)
      }
      let box = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
      let baseline = [box.x, box.maxX].map { Point(x: $0, y: line.start.y * scale) }
      return Line(text: line.text, confidence: 0.9, box: box, baseline: baseline, words: words)
    }
    let box = lines.dropFirst().reduce(lines[0].box) { $0.union($1.box) }
    return RecognizedPage(
      document: DocumentReference(name: "made", sha256: String(repeating: "0", count: 64), pageCount: count),
      page: PageReference(number: number, source: "made.pdf", sourcePage: number), status: .recognized,
      image: RasterSize(
        width: Int((drawing.size.width * scale).rounded()), height: Int((drawing.size.height * scale).rounded()),
        dpi: dpi), confidence: 0.9, languages: ["eng"], blocks: [Block(kind: .text, box: box, lines: lines)])
  }
}

extension RecognizedPage {
  /// Replaces every occurrence of a word.
  mutating func replaceWord(_ text: String, with other: String) {
    for line in blocks[0].lines.indices {
      for word in blocks[0].lines[line].words.indices where blocks[0].lines[line].words[word].text == text {
        blocks[0].lines[line].words[word].text = other
      }
    }
  }

  /// Removes every occurrence of a word.
  mutating func removeWord(_ text: String) {
    for line in blocks[0].lines.indices { blocks[0].lines[line].words.removeAll { $0.text == text } }
  }

  /// Moves a line of the first block, in pixels.
  mutating func moveLine(_ index: Int, x: Double, y: Double) {
    var line = blocks[0].lines[index]
    line.baseline = line.baseline.map { Point(x: $0.x + x, y: $0.y + y) }
    for word in line.words.indices {
      line.words[word].box.x += x
      line.words[word].box.y += y
    }
    blocks[0].lines[index] = line
  }
}
