// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: settings of stages limit their effects.

import DocScanCore
import DocScanEngine
import DocScanFixtures
import DocScanNative
import Testing

@Suite("Settings of stages")
struct StageSettingTests {
  @Test("Leaves a page unchanged below the minimum confidence")
  func minimumConfidence() throws {
    let page = try PageDrawing.text().raster(dpi: 150).skewed(clockwiseDegrees: 2).image
    let trial = try Trial(page, "deskew")
    #expect(try trial.page.isMoved && #require(trial.found).confidence < 1)
    #expect(try !Trial(page, "deskew", settings: ["minimumConfidence": 1]).page.isMoved)
  }

  @Test("Leaves a page unchanged below the minimum bend")
  func minimumBend() throws {
    let page = try PageDrawing.text().raster(dpi: 150).curled(depth: 60)
    #expect(try Trial(page, "dewarp").found?.mesh != nil)
    #expect(try Trial(page, "dewarp", settings: ["minimumBend": 10]).found?.mesh == nil)
  }

  @Test("Calls a page with only a number blank if the maximum ink allows it")
  func maximumInk() throws {
    var number = PageDrawing()
    try number.line("7", at: Point(x: 295, y: 810), font: .serif(10))
    let page = try number.raster(dpi: 150)
    #expect(try !Trial(page, "blank").page.isBlank)
    #expect(try Trial(page, "blank", settings: ["maximumInk": 0.0005]).page.isBlank)
    #expect(
      try !Trial(PageDrawing.text().raster(dpi: 150), "blank", settings: ["maximumInk": 0.0005]).page.isBlank)
  }

  @Test("Keeps punch holes if edges is false")
  func edges() throws {
    let page = try PageDrawing.text().raster(dpi: 150).punched(dpi: 150)
    func steps(_ settings: [String: JSONValue]) throws -> [String] {
      try Trial(page, "clean", settings: settings).found?.steps ?? []
    }
    #expect(try steps([:]).contains("edges"))
    #expect(try !steps(["edges": false]).contains("edges"))
  }
}
