// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: flattening, blank detection, and cleaning change only pages that need it.

import DocScanCore
import DocScanEngine
import DocScanFixtures
import DocScanNative
import DocScanVision
import Testing

@Suite("Curl, blank pages, and cleaning")
struct ConditionTests {
  @Test("Flattens a curled page so that it counts as flat", arguments: [40.0, 80])
  func curl(depth: Double) throws {
    let page = try PageDrawing.text().raster(dpi: 150).curled(depth: depth)
    let trial = try Trial(page, "dewarp")
    #expect(trial.found?.mesh != nil)
    #expect(try Trial(trial.page.image(), "dewarp").found?.mesh == nil)
  }

  @Test("Leaves flat pages unbent", arguments: 0..<9)
  func flat(index: Int) throws {
    let document = try Documents.all()[index]
    let page = try document.page.raster(dpi: 150)
    #expect(try !Trial(page, "dewarp").page.isMoved, "\(document.name)")
    #expect(try Trial(page.skewed(clockwiseDegrees: 2).image, "dewarp").found?.mesh == nil, "\(document.name)")
  }

  @Test("Resamples with a flat mesh like its homographies alone")
  func identityMesh() throws {
    let page = try PageDrawing.text(lines: 10).raster(dpi: 100)
    let (width, height) = (Double(page.width), Double(page.height))
    let nodes = [Point(x: 0, y: 0), Point(x: width, y: 0), Point(x: 0, y: height), Point(x: width, y: height)]
    let mesh = try #require(Mesh(columns: 2, rows: 2, width: width, height: height, points: nodes))
    let turn = Homography.rotation(clockwiseDegrees: 3, about: Point(x: 400, y: 500))
    let flat = Correction(kind: "dewarp", confidence: 1, mesh: mesh, matrix: .identity)
    let turned = Correction(kind: "deskew", confidence: 1, matrix: turn)
    let plain = try page.warped(by: PageMap(turn), width: page.width, height: page.height)
    for map in [PageMap([flat, turned]), PageMap([turned, flat])] {
      let meshed = try page.warped(by: map, width: page.width, height: page.height)
      #expect(try meshed.meanDifference(from: plain) < 0.1)
    }
  }

  @Test("Never calls a page blank that has a number, signature, rule, stamp, or pale area")
  func notBlank() throws {
    var number = PageDrawing()
    try number.line("7", at: Point(x: 295, y: 810), font: .serif(10))
    var signature = PageDrawing()
    signature.scribble(
      through: [(100, 400), (120, 380), (140, 410), (170, 390), (200, 405)].map { Point(x: $0.0, y: $0.1) })
    var rule = PageDrawing()
    rule.rule(from: Point(x: 80, y: 300), to: Point(x: 300, y: 300))
    var stamp = PageDrawing()
    stamp.stamp("RECEIVED", at: Point(x: 400, y: 150))
    var pale = PageDrawing()
    pale.area(Box(x: 150, y: 200, width: 250, height: 200), ink: 0.08)
    for (index, page) in [number, signature, rule, stamp, pale].enumerated() {
      let trial = try Trial(page.raster(dpi: 200), dpi: 200, "blank")
      #expect(!trial.page.isBlank, "page \(index): \(String(describing: trial.page.findings))")
    }
  }

  @Test("Calls a page blank despite specks, holes, and show-through")
  func blank() throws {
    let empty = try PageDrawing().raster(dpi: 150)
    let back = try PageDrawing.text().raster(dpi: 150)
    let pages = [
      empty, try empty.withSpecks(count: 25, seed: 3), try empty.punched(dpi: 150),
      try empty.showingThrough(back, strength: 0.05), try empty.faded(black: 40, white: 215),
    ]
    for (index, page) in pages.enumerated() {
      let trial = try Trial(page, "blank")
      #expect(trial.page.isBlank, "page \(index): \(String(describing: trial.page.findings))")
    }
    // An explicit setting overrides the detection.
    #expect(try Trial(back, "blank", settings: ["isBlank": true]).page.isBlank)
    #expect(try !Trial(empty, "blank", settings: ["isBlank": false]).page.isBlank)
  }

  @Test("Passes images of any shape through all stages", arguments: [(1, 1), (1, 9000), (9000, 1), (3, 40), (700, 20)])
  func shapes(width: Int, height: Int) throws {
    for tone: UInt8 in [0, 128, 255] {
      let image = try unsafe Raster(width: width, height: height, channels: .gray) { pixels in
        unsafe pixels.update(repeating: tone)
      }
      for stage in builtInStages where stage.description.name != "recognize" {
        #expect(try !Trial(image, stage.description.name).page.isMoved, "\(stage.description.name)")
      }
    }
  }

  @Test("Leaves clean pages and white-on-black pages uncleaned")
  func noCleaning() throws {
    let page = try PageDrawing.text().raster(dpi: 150)
    #expect(try Trial(page, "clean").page.cleaning == nil)
    var dark = PageDrawing()
    dark.area(Box(x: 0, y: 0, width: 600, height: 850), ink: 0.9)
    dark.area(Box(x: 150, y: 60, width: 300, height: 70), ink: 0)
    try dark.line("INTENT", at: Point(x: 200, y: 110), font: .serif(40))
    #expect(try Trial(dark.raster(dpi: 150), "clean").page.cleaning == nil)
  }
}

extension Raster {
  /// Returns the mean difference of the pixels' values.
  fileprivate func meanDifference(from other: Raster) throws -> Double {
    let total = unsafe withUnsafePixels { mine in
      unsafe other.withUnsafePixels { others in
        unsafe zip(mine, others).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
      }
    }
    return Double(total) / Double(byteCount)
  }
}
