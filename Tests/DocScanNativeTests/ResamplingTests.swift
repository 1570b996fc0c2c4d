// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: resampled pictures show the paper's color outside of their source.

import DocScanCore
import DocScanFixtures
import DocScanNative
import Testing

@Suite("Resampling")
struct ResamplingTests {
  /// Half of the paper has the first color, and a quarter each has one of the others, around it. The ink is dark.
  private static func paper(_ colors: [[UInt8]], ink: [UInt8]) throws -> Raster {
    let (width, height, channels) = (120, 80, ink.count)
    return try unsafe Raster(width: width, height: height, channels: channels == 1 ? .gray : .rgb) { target in
      for index in 0..<(width * height) {
        let color = index % 7 == 0 ? ink : colors[[0, 1, 0, 2][index / 7 % 4]]
        for channel in 0..<channels { unsafe target[index * channels + channel] = color[channel] }
      }
    }
  }

  @Test(
    "Fills areas outside of the page with the median color of the paper",
    arguments: [
      ([[230], [229], [236]], [20]), ([[250], [250], [250]], [0]), ([[20], [22], [19]], [240]),
      ([[240, 230, 200], [243, 231, 190], [236, 229, 210]], [30, 20, 60]),
    ] as [([[UInt8]], [UInt8])])
  func outside(colors: [[UInt8]], ink: [UInt8]) throws {
    let page = try Self.paper(colors, ink: ink)
    // All of the target lies to the right of the page.
    let map = PageMap(.translation(x: -Double(page.width) - 10, y: 0))
    for side in [30, 40] {
      let outside = try page.warped(by: map, width: side, height: side)
      unsafe outside.withUnsafePixels { pixels in
        for index in pixels.indices { #expect(unsafe pixels[index] == colors[0][index % ink.count]) }
      }
    }
  }
}
