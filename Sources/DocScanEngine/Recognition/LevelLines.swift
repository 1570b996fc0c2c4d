// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative

/// Reads lines with Tesseract whose places are known, each made level and by itself.
///
/// Where paper is bent or was photographed at an angle, lines lean in different directions. Tesseract's layout analysis then
/// mixes the words of neighbouring lines; the lines by themselves are read well.
struct LevelLines {
  /// How high a line is, in heights of its letters.
  private static let leading = 2.0  // Chosen: 1.6 to 2.5 (doubt).

  let engine: Tesseract
  /// The height in pixels at which letters are read best.
  let letterHeight: Double

  /// The blocks that lines with these corners make, clockwise from the upper left of each, in pixels of the page.
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
