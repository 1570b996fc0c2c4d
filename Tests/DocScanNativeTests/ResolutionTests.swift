// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a file's resolution is used only if it is plausible.

import Testing

@testable import DocScanNative

@Suite("Resolution of pictures") struct ResolutionTests {
  @Test(
    "Accepts a resolution that gives a plausible page size",
    arguments: [
      (300.0, 300.0, 2480, 3508, true),
      (600, 600, 4960, 7016, true),
      (72, 72, 595, 842, true),
      // Cameras without a resolution write 72: the page would be 56 inches long.
      (72, 72, 4032, 3024, false),
      (96, 96, 600, 900, true),
      (204, 98, 1728, 1100, true),
      (0, 0, 2480, 3508, false),
      (1, 1, 2480, 3508, false),
      (30, 30, 300, 300, false),
      (2400, 2400, 20000, 30000, false),
      (300, 300, 100, 100, false),
      (300, 300, 850, 20_000, true),
      (300, 300, 850, 61_000, false),
      (1200, 50, 1000, 1000, false),
      (.nan, 300, 2480, 3508, false),
    ])
  func belief(x: Double, y: Double, width: Int, height: Int, isBelieved: Bool) {
    #expect((Resolution(x: x, y: y, width: width, height: height) != nil) == isBelieved)
  }

  @Test(
    "Assumes the longer side of A4 without a resolution",
    arguments: [(2480, 3508, 300.0), (4032, 3024, 345), (200, 100, 70), (20000, 10000, 600)])
  func estimate(width: Int, height: Int, dpi: Double) {
    #expect(Resolution.estimate(width: width, height: height) == dpi)
  }

  @Test("Treats nearly square pixels as square")
  func nearlySquare() {
    #expect(Resolution(x: 300, y: 301, width: 2480, height: 3508) == Resolution(300))
    #expect(Resolution(x: 204, y: 196, width: 1728, height: 2200)?.y == 196)
  }

  @Test("Uses the first plausible candidate")
  func candidates() {
    let resolution = Resolution(candidates: [(1, 1), (200, 200), (300, 300)], width: 1654, height: 2339)
    #expect(resolution == Resolution(200))
  }
}
