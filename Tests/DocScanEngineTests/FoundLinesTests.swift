// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: stages that look for lines in the same picture share them, and get the lines of their own picture otherwise.

import DocScanCore
import DocScanEngine
import DocScanFixtures
import DocScanNative
import DocScanVision
import Testing

@Suite("Lines found by a network", .enabled(if: InstalledModels.find() != nil))
struct FoundLinesTests {
  @Test("Finds the same lines whether or not another stage has looked for them")
  func shared() throws {
    let networks = NeuralNetworks()
    try networks.load(.textDetection)
    let finder = LineFinder(try #require(networks[.textDetection]))
    let whole = try PageDrawing.text(lines: 20).raster(dpi: 100)
    let source = try whole.cropped(to: Box(x: 80, y: 80, width: 300, height: 400))
    let page = PageContext(
      reference: PageReference(number: 1, source: "page", sourcePage: 1), source: source, dpi: 100, networks: networks)
    let part = try source.cropped(to: Box(x: 0, y: 0, width: 300, height: 200))
    // Pages of small letters are divided into bands, so the lines of the whole page can't be used.
    for (picture, letterHeight) in [(source, 0.0), (source, 8), (part, 0), (source, 2.5)] {
      let found = try page.lines(of: picture, letterHeight: letterHeight, by: finder)
      #expect(try found == finder.lines(of: picture, letterHeight: letterHeight))
      #expect(!found.isEmpty)
    }
    #expect(finder.dividesIntoBands(source, letterHeight: 2.5) && !finder.dividesIntoBands(source, letterHeight: 8))
  }
}
