// SPDX-License-Identifier: GPL-3.0-or-later
// Support: pages like those from recognition.

import DocScanCore

/// A page as recognition would return it, at 144 pixels per inch: two pixels are a point.
struct SamplePage {
  static let size = PageSize(width: 400, height: 600)

  var status = PageStatus.recognized
  var blocks: [Block] = []
  var number = 1
  var failure: PageFailure?
  var languages = ["eng"]
  /// The tables, or `nil` if no stage looked for any.
  var tables: [Table]?

  /// Creates a page with one block of lines, each a list of words; `slope` is a line's drop in pixels per pixel.
  init(_ lines: [[String]], kind: BlockKind = .text, slope: Double = 0) {
    let made = lines.enumerated().map { Self.line($1, top: 100 + Double($0) * 40, slope: slope) }
    guard !made.isEmpty else { return }
    blocks = [Block(kind: kind, box: Box(x: 60, y: 100, width: 680, height: 40 * Double(made.count)), lines: made)]
  }

  var result: PageResult {
    PageResult(
      page: RecognizedPage(
        document: DocumentReference(name: "sample", sha256: String(repeating: "0a", count: 32), pageCount: 1),
        page: PageReference(number: number, source: "sample.tif", sourcePage: number), status: status,
        image: status == .failed ? nil : RasterSize(width: 800, height: 1200, dpi: 144), findings: findings,
        text: pageText(blocks),
        languages: languages, blocks: blocks, failure: failure),
      size: Self.size, picture: nil)
  }

  private var findings: PageFindings {
    var findings = PageFindings()
    do {
      if let tables { try findings.set(tables) }
    } catch {
      preconditionFailure("A sample cannot be written: \(error)")
    }
    return findings
  }

  /// Returns a line whose words have boxes of the default height, with 10 pixels between them.
  private static func line(_ words: [String], top: Double, slope: Double) -> Line {
    var x = 60.0
    var made = words.map { text in
      let width = Double(text.count) * (text.unicodeScalars.contains { $0.value > 0x1100 } ? 24 : 13)
      defer { x += width + 10 }
      return Word(
        text: text, confidence: 1, box: Box(x: x, y: top + slope * (x + width / 2), width: width, height: 24))
    }
    if words.joined().unicodeScalars.contains(where: { (0x590...0x6FF).contains($0.value) }) {
      // Hebrew and Arabic run from right to left.
      made = made.map { Word(text: $0.text, confidence: 1, box: $0.box.mirrored(in: x + 50)) }
    }
    let bottom = top + 20
    return Line(
      text: joinedText(made), confidence: 1, box: Box(x: 60, y: top, width: x - 70, height: 24),
      baseline: [Point(x: 60, y: bottom + slope * 60), Point(x: x - 10, y: bottom + slope * (x - 10))], words: made)
  }
}

extension Box {
  /// Returns the box mirrored horizontally in an image of this width.
  fileprivate func mirrored(in imageWidth: Double) -> Box {
    Box(x: imageWidth - maxX, y: y, width: width, height: height)
  }
}
