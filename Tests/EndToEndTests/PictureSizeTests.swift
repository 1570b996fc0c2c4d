// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: mixed pictures make PDFs small without losing text or changing the look.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanVision
import FoundationEssentials
import Testing

@Suite("The size of pictures in a PDF")
struct PictureSizeTests {
  private static let dpi = 200.0
  private static let picture = Box(x: 60, y: 420, width: 470, height: 300)

  /// Returns a page of text on tinted paper, with a smoothly shaded picture below it.
  private static func drawing() throws -> PageDrawing {
    var page = PageDrawing()
    page.area(Box(x: 0, y: 0, width: 600, height: 850), ink: 0.12)
    page.picture(in: picture)
    try page.line("What the tide left behind", at: Point(x: 60, y: 80), font: PageFont.serif(24).bold)
    var y = 120.0
    for sentence in [
      "After the storm the beach was covered with planks, crates and a blue rowing boat without a name. Children "
        + "carried what they could to the lighthouse, and the keeper wrote every piece into his long list.",
      "By the evening there were ninety entries. The strangest was a typewriter in a leather case, dry inside, with "
        + "half a letter still between its rollers. It began with an apology and ended in the middle of a word.",
      "Nobody ever came to ask for it. It stands in the window of the post office now, and on market days people take "
        + "turns in finishing the letter, each in a different way.",
    ] {
      y = try page.paragraph(sentence, at: Point(x: 60, y: y), width: 470, font: .serif(12)) + 10
    }
    page.frame(Box(x: 50, y: 410, width: 490, height: 320), lineWidth: 1)
    return page
  }

  /// Runs a pipeline with this style of pictures over one file named `page`.
  private func run(_ style: String, stages: String, input: (String) throws -> Void) throws -> Workspace {
    let work = try Workspace()
    try work.folder.write(
      """
      {"stages": [\(stages), {"stage": "recognize"}],
       "output": {"writers": [{"writer": "pdf", "pictures": "\(style)"}, {"writer": "json"}]}}
      """, to: "pipeline.json")
    try input(work.folder / "in")
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    try Command("qpdf", ["--check", work.pdf]).check()
    return work
  }

  /// Returns the result of a style for the page scanned upside down. After it is turned upright, its pixels are at the drawn places.
  private func turned(_ style: String) throws -> Workspace {
    let page = try Self.drawing().raster(dpi: Self.dpi, channels: .rgb).withNoise(deviation: 3, seed: 5)
    let image = try page.turned(clockwiseDegrees: 180).image
    return try run(style, stages: #"{"stage": "orientation"}"#) {
      try image.write(to: $0 + "/page.jpg", as: .jpeg, dpi: Self.dpi, quality: 95)
    }
  }

  @Test("Writes mixed pictures less than half as large, with the same look and text")
  func mixed() throws {
    let (faithful, mixed) = (try turned("faithful"), try turned("mixed"))
    let (small, large) = (try mixed.pdfSize(), try faithful.pdfSize())
    #expect(small * 2 < large, "\(small) \(large)")
    #expect(try mixed.page("page", 1).text == faithful.page("page", 1).text)

    let pages = try [faithful, mixed].map { try $0.rendered("pdftoppm") }
    #expect(try pages[0].meanDifference(to: pages[1]) < 6)
    for page in pages {
      let reader = try Workspace()
      try reader.pipeline(stages: #"{"stage": "recognize"}"#)
      try page.write(to: reader.folder / "in/page.png", as: .png, dpi: Self.dpi)
      #expect(try reader.run().exitCode == 0)
      let read = Set(try reader.page("page", 1).words.map(\.text))
      let wanted = try Self.drawing().words.map(\.text)
      #expect(wanted.count { read.contains($0) } * 100 >= wanted.count * 95)
    }
  }

  @Test("Puts letters and lines into the mask, and pictures and paper into the background")
  func layers() throws {
    let work = try turned("mixed")
    try Command("pdfimages", ["-png", work.pdf, work.folder / "layer"]).check()
    let background = try Workspace.load(work.folder / "layer-000.png")
    let mask = try Workspace.load(work.folder / "layer-002.png")
    #expect(background.width * 2 < mask.width)
    let drawing = try Self.drawing()
    let scale = Double(mask.width) / drawing.size.width
    for word in drawing.words {
      let share = mask.inkShare(word.box, scale: scale)
      #expect(share > 0.03, "\(word.text)")
    }
    #expect(mask.inkShare(Self.picture, scale: scale) < 0.002)
    #expect(mask.inkShare(Box(x: 5, y: 740, width: drawing.size.width - 10, height: 95), scale: scale) == 0)
    // The paper's tone fills the place of letters.
    let line = Box(x: 62, y: 112, width: 400, height: 8)
    let tones = background.tones(line, scale: Double(background.width) / drawing.size.width)
    #expect((tones.max() ?? 0) - (tones.min() ?? 0) < 24, "\(tones.min() ?? 0) \(tones.max() ?? 0)")
  }

  @Test("Looks the same in other PDF programs as in poppler", arguments: ["gs", "mutool"])
  func otherPrograms(program: String) throws {
    guard try Command("sh", ["-c", "command -v \(program)"]).run().exitCode == 0 else { return }
    let work = try turned("mixed")
    let (first, second) = (try work.rendered("pdftoppm"), try work.rendered(program))
    #expect(try first.meanDifference(to: second) < 4)
  }

  @Test("Writes a photographed page less than half as large as its photograph")
  func photograph() throws {
    let page = try Self.drawing().raster(dpi: 300, channels: .rgb)
    let photo = try DeskPhoto(of: page, width: 3000, height: 4000, desk: .wood).image
    var size = 0
    let work = try run("faithful", stages: #"{"stage": "perspective"}"#) { folder in
      try photo.write(to: folder + "/page.jpg", as: .jpeg, quality: 92)
      size = try Data(contentsOf: URL(filePath: folder + "/page.jpg")).count
    }
    #expect(try work.page("page", 1).corrections.contains { $0.kind == "perspective" && $0.movesPixels })
    let small = try work.pdfSize()
    #expect(small * 2 < size, "\(small) \(size)")
  }

  @Test("Keeps a page without letters, or in black and white, as one picture")
  func onePicture() throws {
    var empty = PageDrawing()
    empty.picture(in: Box(x: 60, y: 60, width: 470, height: 700))
    let shades = try empty.raster(dpi: 150, channels: .rgb).skewed(clockwiseDegrees: 3).image
    let fixed = #"{"stage": "deskew"}"#
    let letter = try Documents.minutes().raster(dpi: 200).bitonal().skewed(clockwiseDegrees: 3).image.bitonal()
    for image in [shades, letter] {
      let work = try run("mixed", stages: fixed) { try image.write(to: $0 + "/page.png", as: .png, dpi: 200) }
      let list = try Command("pdfimages", ["-list", work.pdf]).check().output
      #expect(list.split(separator: "\n").count == 3, "\(list)")
    }
  }
}

extension Workspace {
  fileprivate var pdf: String { folder / "out/page/page.pdf" }

  fileprivate func pdfSize() throws -> Int { try folder.data("out/page/page.pdf").count }

  fileprivate static func load(_ path: String) throws -> Raster {
    let pipeline = try Pipeline(json: Data("{}".utf8), stages: [], writers: [])
    return try DocumentFile(InputFile(path: path), limits: pipeline.limits).load(page: 1, settings: pipeline.pages)
      .raster
  }

  /// Returns the first page as a program renders it at 200 pixels per inch.
  fileprivate func rendered(_ program: String) throws -> Raster {
    let target = folder / "\(program).png"
    switch program {
    case "gs":
      try Command("gs", ["-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=png16m", "-r200", "-o", target, pdf]).check()
    case "mutool": try Command("mutool", ["draw", "-r", "200", "-o", target, pdf, "1"]).check()
    case _: try Command("pdftoppm", ["-png", "-r", "200", "-singlefile", pdf, folder / "pdftoppm"]).check()
    }
    return try Self.load(target)
  }
}

extension Raster {
  /// Returns the share of ink in a box of a mask, given in points; pdfimages shows as white what a stencil mask paints.
  fileprivate func inkShare(_ box: Box, scale: Double) -> Double {
    let tones = tones(box, scale: scale)
    return Double(tones.count { $0 >= 128 }) / Double(max(1, tones.count))
  }

  /// Returns the first channel of the pixels in a box given in points.
  fileprivate func tones(_ box: Box, scale: Double) -> [UInt8] {
    let columns = max(0, Int(box.x * scale))..<min(width, Int(box.maxX * scale))
    let rows = max(0, Int(box.y * scale))..<min(height, Int(box.maxY * scale))
    return unsafe withUnsafePixels { pixels in
      rows.flatMap { row in
        columns.map { unsafe pixels[(row * width + $0) * channels.rawValue] }
      }
    }
  }

  /// Returns the mean difference of tones, from 0 to 255, to another image of about the same size.
  fileprivate func meanDifference(to other: Raster) throws -> Double {
    #expect(abs(width - other.width) <= 1 && abs(height - other.height) <= 1)
    let whole = Box(
      x: 0, y: 0, width: Double(min(width, other.width)), height: Double(min(height, other.height)))
    let (first, second) = (tones(whole, scale: 1), other.tones(whole, scale: 1))
    return zip(first, second).reduce(0) { $0 + abs(Double($1.0) - Double($1.1)) } / Double(first.count)
  }
}
