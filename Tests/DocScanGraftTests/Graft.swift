// SPDX-License-Identifier: GPL-3.0-or-later
// Support: grafts of layers, as other programs read them.

import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanWire
import DocScanWriters
import FoundationEssentials

/// A graft of layers made by the writer, whose result other programs read.
struct Graft {
  /// The place of each layer's word, as shares of the displayed page's width and height.
  static let place = Box(x: 0.25, y: 0.1, width: 0.2, height: 0.04)

  let folder: TemporaryFolder
  let original: String
  let output: String

  /// Grafts layers onto pages; layer n contains the word "layer" and the page's number. `size` is that of the displayed
  /// page.
  init(
    _ pdf: Data, _ pages: [(number: Int, source: GraftRequest.Source)],
    size: PageSize = PageSize(width: 400, height: 600), removesHiddenText: Bool = false,
    placements: [Homography] = [], translation: [Int: String] = [:], settings: [String: JSONValue] = [:]
  ) throws {
    folder = try TemporaryFolder()
    original = try folder.write(pdf, to: "original.pdf")
    output = folder / "output.pdf"
    let destination = WriterDestination(directory: folder.path, baseName: "layers")
    let writer = try PDFWriter(settings: ResolvedSettings(values: settings), destination: destination)
    let picture = try folder.write(Data(Self.whitePixel), to: "picture")
    for page in pages {
      let isReplacement = page.source == .replacement
      var layer = Self.layer(page.number, size: size, hasPicture: isReplacement)
      if page.source == .original { layer.page.status = .copied }
      if let text = translation[page.number] {
        let paragraph = Translation.Paragraph(block: 0, lines: [0], source: "layer", text: text)
        try layer.page.findings.set([Translation(to: "de", from: "en", provider: "x", paragraphs: [paragraph])])
      }
      try writer.append(WriterPage(result: layer, picturePath: isReplacement ? picture : nil))
    }
    try writer.finish()
    _ = try PDFGraft.graft(
      GraftRequest(
        pages: pages.enumerated().map { index, page in
          var request = GraftRequest.Page(
            number: page.number, source: page.source, removesHiddenText: removesHiddenText,
            placement: index < placements.count ? placements[index] : .identity)
          request.addsTranslation = writer.graftPages[index].addsTranslation
          return request
        }), original: InputFile(path: original), layers: InputFile(path: folder / "layers.pdf"), output: output)
    try Command("qpdf", ["--check", output]).check()
  }

  /// Returns the output of `pdftotext` for a page of the result.
  func text(page: Int) throws -> [Substring] {
    try Command("pdftotext", ["-f", "\(page)", "-l", "\(page)", output, "-"]).check().output
      .split(whereSeparator: \.isWhitespace)
  }

  /// Returns the place of a word on the first page, as shares of the displayed page's width and height, given in page units.
  func box(of text: String, on size: PageSize = PageSize(width: 400, height: 600)) throws -> Box? {
    let lines = try Command("pdftotext", ["-bbox", "-cropbox", "-l", "1", output, "-"]).check().output.split(
      separator: "\n")
    let numbers = lines.first { $0.contains(">\(text)</word>") }.map {
      $0.split(separator: "\"").compactMap { Double($0) }
    }
    guard let numbers, numbers.count == 4 else { return nil }
    return Box(
      x: numbers[0] / size.width, y: numbers[1] / size.height, width: (numbers[2] - numbers[0]) / size.width,
      height: (numbers[3] - numbers[1]) / size.height)
  }

  /// Returns the result without compression, which shows its objects.
  func expanded() throws -> String {
    try Command("qpdf", ["--qdf", "--object-streams=disable", "--no-original-object-ids", output, "-"]).check().output
  }

  /// Returns the rounded rectangles of all annotations, page by page.
  func rectangles() throws -> [[Int]] {
    let text = try expanded()
    return text.components(separatedBy: "/Rect [").dropFirst().map { part in
      part.prefix { $0 != "]" }.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }.map {
        Int($0.rounded())
      }
    }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Returns the pages of a file as poppler draws them at 36 pixels per inch.
  func drawing(of path: String) throws -> [UInt8] {
    try Command("pdftoppm", ["-r", "36", path]).check().outputBytes
  }

  /// One white pixel in a stored zlib stream.
  private static let whitePixel: [UInt8] = [0x78, 1, 1, 2, 0, 0xFD, 0xFF, 0, 0xFF, 1, 1, 1, 0]

  static func layer(_ number: Int, size: PageSize, hasPicture: Bool) -> PageResult {
    let image = RasterSize(width: Int(size.width * 2), height: Int(size.height * 2), dpi: 144)
    let box = Box(
      x: place.x * Double(image.width), y: place.y * Double(image.height), width: place.width * Double(image.width),
      height: place.height * Double(image.height))
    let word = Word(text: "layer\(number)", confidence: 1, box: box)
    let baseline = [Point(x: box.x, y: box.maxY), Point(x: box.maxX, y: box.maxY)]
    let line = Line(text: word.text, confidence: 1, box: box, baseline: baseline, words: [word])
    let page = RecognizedPage(
      document: DocumentReference(name: "x", sha256: "", pageCount: 1),
      page: PageReference(number: number, source: "x.pdf", sourcePage: number), status: .recognized, image: image,
      blocks: [Block(kind: .text, box: box, lines: [line])])
    let picture = PagePicture(
      untrustedFileName: "picture", encoding: .flate, colorSpace: .gray, bitsPerComponent: 8, width: 1, height: 1)
    return PageResult(page: page, size: size, picture: hasPicture ? picture : nil)
  }
}
