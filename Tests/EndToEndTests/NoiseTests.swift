// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: noise on a page costs limited time and yields no false text.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanVision
import Testing

@Suite("Noise", .realWorker)
struct NoiseTests {
  /// The resolution is low here; Tests/Tools/measure/noise.py measures all kinds at all resolutions.
  private static let dpi = 150.0

  private func read(
    _ page: PageDrawing, on ground: Ground, dpi: Double = dpi, from top: Double = 0
  ) throws -> RecognizedPage {
    let work = try Workspace()
    // The limit ends an endless search for columns.
    try work.pipeline(
      stages: #"{"stage": "orientation"}, {"stage": "deskew"}, {"stage": "recognize"}"#,
      more: #""limits": {"secondsPerPage": 60},"#)
    let picture = try page.raster(dpi: dpi).on(ground, dpi: dpi, seed: 5, from: top)
    try picture.write(to: work.folder / "in/noise.png", as: .png, dpi: dpi)
    try work.run()
    return try work.page("noise", 1)
  }

  @Test("Finishes a page of noise without text", arguments: [Ground.saltAndPepper, .fabric, .paper, .bitonal])
  func empty(ground: Ground) throws {
    let page = try read(PageDrawing(), on: ground)
    #expect(page.status == .recognized, "\(page.failure?.message ?? "")")
    #expect(page.text.isEmpty, "\(page.text)")
  }

  @Test("Finishes a page of thousands of strokes")
  func strokes() throws {
    let (width, height) = (1240, 1754)
    var generator = SeededGenerator(seed: 3)
    let page = try unsafe Raster(width: width, height: height, channels: .gray) { pixels in
      for index in pixels.indices { unsafe pixels[index] = 255 }
      for _ in 0..<2500 {
        let (length, isLevel) = (Int.random(in: 50..<200, using: &generator), Bool.random(using: &generator))
        let (x, y) = (
          Int.random(in: 0..<width - 100, using: &generator), Int.random(in: 0..<height - 100, using: &generator)
        )
        for step in 0..<length * 2 {
          let (across, down) = isLevel ? (step / 2, step % 2) : (step % 2, step / 2)
          guard x + across < width, y + down < height else { continue }
          unsafe pixels[(y + down) * width + x + across] = 0
        }
      }
    }
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}"#, more: #""limits": {"secondsWithoutProgress": 90},"#)
    try page.write(to: work.folder / "in/strokes.png", as: .png, dpi: 150)
    try work.run()
    let read = try work.page("strokes", 1)
    #expect(read.status == .recognized, "\(read.failure?.message ?? "")")
  }

  @Test("Reads large words on a page of noise", arguments: [Ground.fabric, .paper])
  func largeWords(ground: Ground) throws {
    var drawing = PageDrawing()
    try drawing.line("Closed for the holidays", at: Point(x: 110, y: 200), font: PageFont(.sans, size: 32))
    try drawing.line("until January", at: Point(x: 110, y: 250), font: PageFont(.sans, size: 32))
    let page = try read(drawing, on: ground)
    #expect(words(page.text) == ["Closed", "for", "the", "holidays", "until", "January"], "\(page.text)")
  }

  @Test("Reads the words next to a halftone picture")
  func besidePicture() throws {
    var drawing = PageDrawing()
    let font = PageFont(.sans, size: 12)
    for line in 0..<12 {
      try drawing.line("The shop is closed until January", at: Point(x: 110, y: 100 + 20 * Double(line)), font: font)
    }
    let page = try read(drawing, on: .halftone, dpi: 300, from: 1600)
    #expect(words(page.text).count(where: { $0 == "January" }) == 12, "\(page.text)")
  }
}
