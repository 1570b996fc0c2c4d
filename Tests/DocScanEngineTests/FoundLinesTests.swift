// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: stages that look for lines in the same picture share them, and get the lines of their own picture otherwise.

import DocScanCore
import DocScanEngine
import DocScanFixtures
import DocScanNative
import Testing

@Suite("Lines found by a network", .enabled(if: InstalledModels.find() != nil))
struct FoundLinesTests {
  @Test("Finds the same lines whether or not another stage has looked for them", arguments: [0, 30.0, 4])
  func shared(letterHeight: Double) throws {
    let networks = NeuralNetworks()
    try networks.load(.textDetection)
    let finder = LineFinder(try #require(networks[.textDetection]))
    let source = try PageDrawing.text(lines: 20).raster(dpi: 150)
    let page = PageContext(
      reference: PageReference(number: 1, source: "page", sourcePage: 1), source: source, dpi: 150, networks: networks)
    let part = try source.cropped(to: Box(x: 0, y: 0, width: 800, height: 500))
    for height in [0, letterHeight] {
      for picture in [source, part, source] {
        let found = try page.lines(of: picture, letterHeight: height, by: finder)
        #expect(try found == finder.lines(of: picture, letterHeight: height))
        #expect(!found.isEmpty)
      }
    }
  }
}
