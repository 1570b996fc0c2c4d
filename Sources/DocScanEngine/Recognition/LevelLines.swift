// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanReading
internal import DocScanVision

/// Reads lines at known places one by one. On bent or tilted paper, Tesseract's layout analysis mixes words of neighboring lines.
struct LevelLines {
  private static let leading = 2.0  // Chosen: 1.6 to 2.5 (doubt).

  let engine: Tesseract
  let letterHeight: Double

  /// Reads lines by their corners, clockwise from the upper left, in pixels of the page, and arranges the text in blocks.
  func blocks(of page: PageContext, _ places: [[Point]]) throws(PageFailure) -> [Block] {
    var lines: [Line] = []
    for corners in places {
      guard let line = try line(of: page, corners) else { continue }
      lines.append(line)
    }
    return EngineLayout(lines).blocks()
  }

  private func line(of page: PageContext, _ corners: [Point]) throws(PageFailure) -> Line? {
    guard let (image, map) = try page.levelLine(corners, height: Self.leading * letterHeight) else { return nil }
    let back = map.inverse
    let found = try engine.recognize(image, dpi: page.size.dpi, layout: .bareLine).blocks
    let words = found.words.map { word in
      var word = word
      word.box = Box(around: word.box.corners.map { back($0) }).clamped(to: page.size)
      return word
    }
    guard var line = found.first?.lines.first else { return nil }
    line.baseline = [corners[3], corners[2]].map(\.rounded)
    return line.made(of: words)
  }
}
