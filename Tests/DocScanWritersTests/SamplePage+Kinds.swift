// SPDX-License-Identifier: GPL-3.0-or-later
// Support: pages of many kinds.

import DocScanCore

extension SamplePage {
  /// A heading, two German paragraphs, the second of which begins with a hyphenated word, a rotated line, a picture, and
  /// a rule.
  static var magazine: SamplePage {
    var page = SamplePage([
      ["Die", "alte", "Brücken-"], ["wache", "schließt"], ["Ein", "neuer", "Absatz"], ["folgt", "hier"],
    ])
    page.languages = ["deu"]
    page.blocks[0].lines[0].startsParagraph = true
    page.blocks[0].lines[2].startsParagraph = true
    var heading = SamplePage([["Nachrichten"]], kind: .heading).blocks[0]
    heading.moveDown(by: -80)
    page.blocks.insert(heading, at: 0)
    page.blocks += [
      Block(kind: .picture, box: Box(x: 60, y: 400, width: 300.4, height: 200.6), lines: []),
      Block(kind: .rule, box: Box(x: 60, y: 650, width: 680, height: 3), lines: []),
      Block(
        kind: .text, box: Box(x: 760, y: 100, width: 24, height: 200),
        lines: [turnedLine("Randnotiz", box: Box(x: 760, y: 100, width: 24, height: 200), upwards: true)]),
    ]
    return page
  }

  /// Returns a line of one word along the longer side of its box.
  static func turnedLine(_ text: String, box: Box, upwards: Bool) -> Line {
    let (top, bottom) = (Point(x: box.x + 4, y: box.y), Point(x: box.x + 4, y: box.maxY))
    return Line(
      text: text, confidence: 1, box: box, baseline: upwards ? [bottom, top] : [top, bottom],
      words: [Word(text: text, confidence: 1, box: box)])
  }

  /// A failed page.
  static var failed: SamplePage {
    var page = SamplePage([])
    page.status = .failed
    page.failure = PageFailure(kind: .crash, stage: "recognize", message: "The worker crashed.")
    return page
  }
}

extension Block {
  /// Moves all content down the page.
  mutating func moveDown(by distance: Double) {
    box.y += distance
    lines = lines.map { line in
      var line = line
      line.box.y += distance
      line.baseline = line.baseline.map { Point(x: $0.x, y: $0.y + distance) }
      line.words = line.words.map { word in
        var word = word
        word.box.y += distance
        return word
      }
      return line
    }
  }

  /// Enlarges all content around the page's upper left corner.
  mutating func enlarge(by factor: Double) {
    box = box.enlarged(by: factor)
    lines = lines.map { line in
      var line = line
      line.box = line.box.enlarged(by: factor)
      line.baseline = line.baseline.map { Point(x: $0.x * factor, y: $0.y * factor) }
      line.words = line.words.map { Word(text: $0.text, confidence: $0.confidence, box: $0.box.enlarged(by: factor)) }
      return line
    }
  }
}

extension Box {
  fileprivate func enlarged(by factor: Double) -> Box {
    Box(x: x * factor, y: y * factor, width: width * factor, height: height * factor)
  }
}
