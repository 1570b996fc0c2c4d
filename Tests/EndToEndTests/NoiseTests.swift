// SPDX-License-Identifier: GPL-3.0-or-later

import DocScan
import DocScanFixtures
import DocScanNative
import Testing

/// Pages on which there is much to see and little to read.
@Suite("Noise")
struct NoiseTests {
  /// A page is small here; Tests/noise.py measures all kinds at all resolutions.
  private static let dpi = 150.0

  private func read(_ page: PageDrawing, on ground: Ground) throws -> RecognizedPage {
    let work = try Workspace()
    // An endless search for columns would end here.
    try work.pipeline(
      stages: #"{"stage": "orientation"}, {"stage": "deskew"}, {"stage": "recognize"}"#,
      more: #""limits": {"secondsPerPage": 60},"#)
    let picture = try page.raster(dpi: Self.dpi).on(ground, dpi: Self.dpi, seed: 5)
    try picture.write(to: work.folder / "in/noise.png", as: .png, dpi: Self.dpi)
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
}
