// SPDX-License-Identifier: GPL-3.0-or-later

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanNative
import Testing

/// Pages on which there is much to see and little to read.
@Suite("Noise")
struct NoiseTests {
  /// A page is small here; Tests/Tools/measure/noise.py measures all kinds at all resolutions.
  private static let dpi = 150.0

  private func read(
    _ page: PageDrawing, on ground: Ground, dpi: Double = dpi, from top: Double = 0
  ) throws -> RecognizedPage {
    let work = try Workspace()
    // An endless search for columns would end here.
    try work.pipeline(
      stages: #"{"stage": "orientation"}, {"stage": "deskew"}, {"stage": "recognize"}"#,
      more: #""limits": {"secondsPerPage": 60},"#)
    let picture = try page.raster(dpi: dpi).on(ground, dpi: dpi, seed: 5, from: top)
    try picture.write(to: work.folder / "in/noise.png", as: .png, dpi: dpi)
    try work.run()
    return try work.page("noise", 1)
  }

  @Test("A page of noise is done, and has no text", arguments: [Ground.saltAndPepper, .fabric, .paper, .bitonal])
  func empty(ground: Ground) throws {
    let page = try read(PageDrawing(), on: ground)
    #expect(page.status == .recognized, "\(page.failure?.message ?? "")")
    #expect(page.text.isEmpty, "\(page.text)")
  }

  @Test("Large words on a page of noise are read", arguments: [Ground.fabric, .paper])
  func largeWords(ground: Ground) throws {
    var drawing = PageDrawing()
    try drawing.line("Closed for the holidays", at: Point(x: 110, y: 200), font: PageFont(.sans, size: 32))
    try drawing.line("until January", at: Point(x: 110, y: 250), font: PageFont(.sans, size: 32))
    let page = try read(drawing, on: ground)
    #expect(words(page.text) == ["Closed", "for", "the", "holidays", "until", "January"], "\(page.text)")
  }

  @Test("The words beside a picture that was printed with a screen are read")
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
