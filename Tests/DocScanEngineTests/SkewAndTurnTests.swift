// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: pages end up upright and level, and are never turned the wrong way.

import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanVision
import Testing

@testable import DocScanEngine

@Suite("Skew and rotation")
struct SkewAndTurnTests {
  @Test("Measures skew within a few hundredths of a degree", arguments: [0.2, -0.7, 1.9, -4.3, 11, -28, 41])
  func skew(degrees: Double) throws {
    let page = try PageDrawing.text().raster(dpi: 200).skewed(clockwiseDegrees: degrees).image
    let found = try #require(try Trial(page, dpi: 200, "deskew", settings: ["maximumAngle": 45]).found)
    #expect(abs((found.degrees ?? 0) + degrees) < 0.04, "\(found.degrees ?? 0)")
    #expect(found.confidence > 0.5)
  }

  @Test("Skips the network only for a full upright page of Latin letters")
  func needsPictures() throws {
    let page = try PageDrawing.text().raster(dpi: 150)
    let upright = try Vision.Text(page.gray()).turn()
    #expect(!TurnDecision(upright, expectsLatin: true).needsPictures)
    #expect(TurnDecision(upright, expectsLatin: false).needsPictures)
    let turned = try Vision.Text(page.upsideDown().gray()).turn()
    #expect(TurnDecision(turned, expectsLatin: true).needsPictures)
    let few = try Vision.Text(PageDrawing.text(lines: 2).raster(dpi: 150).gray()).turn()
    #expect(TurnDecision(few, expectsLatin: true).needsPictures)
  }

  @Test("Turns an unreadable page only once its script is known")
  func unreadable() throws {
    let turned = try Vision.Text(PageDrawing.text().raster(dpi: 150).upsideDown().gray()).turn()
    var decision = TurnDecision(turned)
    decision.set(pictured: [0: -9, 90: -9, 180: 0, 270: -9])
    #expect(decision.best.clockwiseDegrees == 180)
    #expect(decision.needsReading)
    // These are typical results of an English pack that reads Hebrew.
    for _ in 0..<3 {
      decision.add(
        upright: .init(confidence: 0.5, characters: 20), upsideDown: .init(confidence: 0.62, characters: 20))
    }
    #expect(decision.needsDetection)
    decision.forgetSide()
    #expect(decision.best.probability < 0.8)
    for _ in 0..<2 {
      decision.add(
        upright: .init(confidence: 0.92, characters: 20), upsideDown: .init(confidence: 0.3, characters: 20))
    }
    #expect(decision.best.clockwiseDegrees == 0 && decision.best.probability > 0.9)
  }

  @Test(
    "Leaves a page with a single short word as it is", .enabled(if: installed != nil),
    arguments: ["Page1", "Page2", "Page7", "Annex"])
  func singleWord(word: String) throws {
    var page = PageDrawing()
    try page.line(word, at: Point(x: 73, y: 84), font: .sans(11))
    let image = try page.raster(dpi: 400)
    let trial = try Trial(image, dpi: 400, stages: ["orientation"], networks: NeuralNetworks())
    #expect(!trial.page.isMoved, "\(trial.found?.confidence ?? 0)")
  }

  @Test("Leaves straight pages unmoved", arguments: 0..<9)
  func straight(index: Int) throws {
    let document = try Documents.all()[index]
    let trial = try Trial(document.page.raster(dpi: 200), dpi: 200, "deskew")
    #expect(!trial.page.isMoved, "\(document.name): \(trial.found?.degrees ?? 0)")
  }

  @Test("Ignores skew above the maximum or below the minimum")
  func limits() throws {
    let page = try PageDrawing.text().raster(dpi: 150).skewed(clockwiseDegrees: 6).image
    #expect(try !Trial(page, "deskew", settings: ["maximumAngle": 5]).page.isMoved)
    #expect(try !Trial(page, "deskew", settings: ["minimumAngle": 7]).page.isMoved)
    #expect(try Trial(page, "deskew").page.isMoved)
  }

  @Test("Straightens a very crooked page, but not one with slanted watermarks", arguments: [18.0, -33])
  func farAskew(degrees: Double) throws {
    let page = try PageDrawing.text().raster(dpi: 150)
    let found = try #require(try Trial(page.skewed(clockwiseDegrees: degrees).image, "deskew").found?.degrees)
    #expect(abs(found + degrees) < 0.05)
    var marked = try PageDrawing.text(lines: 6)
    for row in 0..<9 {
      for column in 0..<3 {
        let center = Point(x: 100 + 200 * Double(column), y: 60 + 90 * Double(row))
        marked.stamp("COPY, NOT FOR RELEASE", at: center, turnedBy: degrees)
      }
    }
    let straight = try Trial(marked.raster(dpi: 150), "deskew")
    #expect(abs(straight.found?.degrees ?? 0) < 5, "\(straight.found?.degrees ?? 0)")
  }

  @Test("Straightens a table by its rows, not its columns", arguments: [-2.5, 24, -41])
  func table(degrees: Double) throws {
    var page = PageDrawing()
    for row in 0..<20 {
      try page.line("Harbour", at: Point(x: 60, y: 100 + 30 * Double(row)), font: .sans(12))
      for column in 1..<5 {
        try page.line(
          "\((row * 7919 + column * 104729) % 90000 + 1000)",
          endingAt: Point(x: 140 + 80 * Double(column), y: 100 + 30 * Double(row)), font: .sans(12))
      }
    }
    let found = try #require(
      try Trial(page.raster(dpi: 150).skewed(clockwiseDegrees: degrees).image, "deskew").found?.degrees)
    #expect(abs(found + degrees) < 0.1, "\(found)")
  }

  /// The networks of `Pipelines/setup/install.sh models`; without them, tests that need them are skipped.
  private static let installed = InstalledModels.find()

  @Test(
    "Turns number tables and short pages upright with the network, even at 30 degrees",
    .enabled(if: installed != nil), arguments: [0, 90, 180, 270], [0.0, 30])
  func network(degrees: Int, skew: Double) throws {
    var numbers = PageDrawing()
    for row in 0..<24 {
      for column in 0..<4 {
        try numbers.line(
          "\((row * 7919 + column * 104729) % 90000 + 1000)",
          endingAt: Point(x: 150 + 110 * Double(column), y: 100 + 20 * Double(row)),
          font: .mono(11))
      }
    }
    var short = PageDrawing()
    for (row, text) in ["本店营业时间为上午九点至晚上八点，周日休息。", "请在三月底以前把填好的表格交到办公室。"].enumerated() {
      try short.line(text, at: Point(x: 80, y: 120 + 22 * Double(row)), font: PageFont(.chinese, size: 14))
    }
    for page in [numbers, short] {
      let askew = try page.raster(dpi: 150).skewed(clockwiseDegrees: skew).image
      let turned = try askew.turned(clockwiseDegrees: degrees).image
      let found = try #require(
        try Trial(turned, stages: ["orientation"], networks: NeuralNetworks(Self.installed)).found)
      #expect(found.degrees == Double((360 - degrees) % 360), "\(found)")
    }
  }

  @Test(
    "Keeps a Cyrillic page upright with and without the network",
    arguments: [false, true])
  func cyrillic(withNetwork: Bool) throws {
    var page = PageDrawing()
    let text =
      "С первого понедельника следующего месяца библиотека переезжает в новое здание рядом с рынком. На втором этаже "
      + "сорок мест для спокойной работы, а с крыши хорошо видны река и горы. "
    try page.paragraph(
      String(repeating: text, count: 12), at: Point(x: 60, y: 80), width: 470, font: .serif(11))
    let networks = withNetwork ? NeuralNetworks(Self.installed) : nil
    let found = try #require(try Trial(page.raster(dpi: 150), stages: ["orientation"], networks: networks).found)
    #expect(!found.movesPixels, "\(found)")
  }

  @Test("Measures the same skew after a rotation", arguments: [90, 180, 270])
  func turnedAndSkewed(degrees: Int) throws {
    let upright = try PageDrawing.text().raster(dpi: 150).skewed(clockwiseDegrees: 1.5).image
    let trial = try Trial(upright.turned(clockwiseDegrees: degrees).image, "orientation", "deskew")
    #expect(trial.page.corrections.first?.degrees == Double(360 - degrees))
    #expect(abs((trial.found?.degrees ?? 0) + 1.5) < 0.05)
  }

  @Test("Turns no document the wrong way", arguments: 0..<9, [0, 90, 180, 270])
  func turns(index: Int, degrees: Int) throws {
    let document = try Documents.all()[index]
    let page = try document.page.raster(dpi: 150).turned(clockwiseDegrees: degrees).image
    let found = try #require(try Trial(page, "orientation").found)
    #expect(found.degrees == Double((360 - degrees) % 360), "\(document.name) \(found)")
  }

  @Test("Neither turns nor straightens a page without text")
  func noText() throws {
    var picture = PageDrawing()
    picture.picture(in: Box(x: 60, y: 80, width: 470, height: 500))
    for page in [try picture.raster(dpi: 100), try PageDrawing().raster(dpi: 100)] {
      #expect(try !Trial(page, dpi: 100, "orientation", "deskew", "dewarp").page.isMoved)
    }
  }
}
