// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: resampled pictures show the paper's color outside of their source, and each part is the same as in the whole picture.

import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanVision
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

  @Test("Resamples a part of a picture exactly like the whole picture", arguments: [false, true], 1...4)
  func part(isBent: Bool, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let (width, height) = (700, 500)
    let source = try unsafe Raster(width: width, height: height, channels: seed % 2 == 0 ? .gray : .rgb) { target in
      for index in target.indices { unsafe target[index] = UInt8.random(in: 0...255, using: &generator) }
    }
    var steps = [
      Correction(
        kind: "deskew", confidence: 1,
        matrix: .rotation(
          clockwiseDegrees: Double.random(in: -9...9, using: &generator), about: Point(x: 300, y: 200)))
    ]
    if isBent {
      let (right, down) = (Double(width), Double(height))
      let nodes = [
        Point(x: 0, y: 0), Point(x: right / 2, y: 30), Point(x: right, y: 0), Point(x: 0, y: down),
        Point(x: right / 2, y: down - 20), Point(x: right, y: down),
      ]
      let mesh = try #require(Mesh(columns: 3, rows: 2, width: right, height: down, points: nodes))
      steps.append(Correction(kind: "dewarp", confidence: 1, mesh: mesh, matrix: .identity))
    }
    let scale = Double.random(in: 0.5...3.5, using: &generator)
    let map = PageMap(steps).then(.scale(x: scale, y: scale))
    let (wide, high) = (Int(Double(width) * scale), Int(Double(height) * scale))
    let whole = try source.warped(by: map, width: wide, height: high)
    for _ in 0..<12 {
      let part = Box(
        x: Double.random(in: -20...Double(wide), using: &generator),
        y: Double.random(in: -20...Double(high), using: &generator),
        width: Double.random(in: 0...600, using: &generator), height: Double.random(in: 0...600, using: &generator))
      let alone = try source.warped(by: map, width: wide, height: high, part: part)
      #expect(try TestPicture(alone) == TestPicture(whole.cropped(to: part)), "\(part)")
    }
  }

  @Test("Resamples pictures of any size exactly as OpenCV does", arguments: 1...12)
  func cubic(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }
    let (width, height) = (Int(number(1...400)), Int(number(1...300)))
    let source = try unsafe Raster(width: width, height: height, channels: seed % 2 == 0 ? .gray : .rgb) { target in
      for index in target.indices { unsafe target[index] = UInt8.random(in: 0...255, using: &generator) }
    }
    // Turned, enlarged, and seen at an angle.
    let depth = seed % 3 == 0 ? (number(-1e-4...1e-4), number(-1e-4...1e-4)) : (0, 0)
    let (across, along) = (number(0.9...3), seed % 4 == 0 ? 0 : number(-0.5...0.5))
    let map = try #require(
      Homography(
        rows: [across, -along, number(-40...40), along, across, number(-40...40), depth.0, depth.1, 1]))
    Vision.checkResampling(pictures: 1000)
    let resampled = try source.warped(by: PageMap(map), width: Int(number(1...1200)), height: Int(number(1...300)))
    #expect(resampled.byteCount > 0)
    #expect(!Vision.hasResamplingDiffered)
  }
}
