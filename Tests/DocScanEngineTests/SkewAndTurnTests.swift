// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanCore
import DocScanEngine
import DocScanFixtures
import DocScanNative
import Testing

@Suite("Skew and turn")
struct SkewAndTurnTests {
  @Test("Skew is found to a few hundredths of a degree", arguments: [0.2, -0.7, 1.9, -4.3, 11, -28, 41])
  func skew(degrees: Double) throws {
    let page = try PageDrawing.text().raster(dpi: 200).skewed(clockwiseDegrees: degrees).image
    let found = try #require(try Trial(page, dpi: 200, "deskew", settings: ["maximumAngle": 45]).found)
    #expect(abs((found.degrees ?? 0) + degrees) < 0.04, "\(found.degrees ?? 0)")
    #expect(found.confidence > 0.5)
  }

  @Test("A straight page is not moved", arguments: 0..<9)
  func straight(index: Int) throws {
    let document = try Documents.all()[index]
    let trial = try Trial(document.page.raster(dpi: 200), dpi: 200, "deskew")
    #expect(!trial.page.isMoved, "\(document.name): \(trial.found?.degrees ?? 0)")
  }

  @Test("A larger skew than allowed is left alone, and so is one below the least")
  func limits() throws {
    let page = try PageDrawing.text().raster(dpi: 150).skewed(clockwiseDegrees: 6).image
    #expect(try !Trial(page, "deskew", settings: ["maximumAngle": 5]).page.isMoved)
    #expect(try !Trial(page, "deskew", settings: ["minimumAngle": 7]).page.isMoved)
    #expect(try Trial(page, "deskew").page.isMoved)
  }

  @Test("A turned page has the same skew once it is upright", arguments: [90, 180, 270])
  func turnedAndSkewed(degrees: Int) throws {
    let upright = try PageDrawing.text().raster(dpi: 150).skewed(clockwiseDegrees: 1.5).image
    let trial = try Trial(upright.turned(clockwiseDegrees: degrees).image, "orientation", "deskew")
    #expect(trial.page.corrections.first?.degrees == Double(360 - degrees))
    #expect(abs((trial.found?.degrees ?? 0) + 1.5) < 0.05)
  }

  @Test("No document is turned the wrong way", arguments: 0..<9, [0, 90, 180, 270])
  func turns(index: Int, degrees: Int) throws {
    let document = try Documents.all()[index]
    let page = try document.page.raster(dpi: 150).turned(clockwiseDegrees: degrees).image
    let found = try #require(try Trial(page, "orientation").found)
    #expect(found.degrees == Double((360 - degrees) % 360), "\(document.name) \(found)")
  }

  @Test("A page without text is neither turned nor straightened")
  func noText() throws {
    var picture = PageDrawing()
    picture.picture(in: Box(x: 60, y: 80, width: 470, height: 500))
    for page in [try picture.raster(dpi: 100), try PageDrawing().raster(dpi: 100)] {
      #expect(try !Trial(page, dpi: 100, "orientation", "deskew", "dewarp").page.isMoved)
    }
  }
}
