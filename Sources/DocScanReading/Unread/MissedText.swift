// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// The text lines that layout analysis took for something else, such as a heading among tables.
package struct MissedText {
  /// The minimum share of a line's length without words if the line was missed.
  private static let missed = 0.75  // Chosen: 0.6 to 0.9 (read).
  /// The minimum length of a line, in line heights. A shorter line may be a row of marks.
  private static let shortest = 4.0  // Chosen: 3 to 6 (read).
  /// The maximum gaps, horizontal and vertical, between lines that are read together, in heights of the smaller line.
  private static let space = 2.0
  private static let gap = 1.0
  private static let margin = 0.5
  /// The minimum confidence of a text line. Parts of pictures can look like text.
  private static let sure = 0.75  // Chosen: 0.6 to 0.85 (read).
  /// The maximum number of areas. If there are more, they are parts of a picture.
  private static let mostAreas = 24

  private let blocks: [Block]
  /// The words that aren't noise. Words that Tesseract makes of two lines cover text, but aren't a reading of it.
  private let known: [Word]
  package let areas: [Box]

  /// Compares the detected lines and marks with the text that was read. Lines are given by their four corners in pixels of the page.
  package init(_ lines: [[Point]], marks: [Box] = [], beside blocks: [Block], on size: RasterSize) {
    self.blocks = blocks
    let readable = NoiseFilter(blocks, pictures: []).filtered(blocks).blocks
    known = readable.words
    let unread = UnreadText(readable, on: size)
    var found: [(box: Box, height: Double)] = []
    for corners in lines where corners.count == 4 && unread.share(of: corners) >= Self.missed {
      let line = Box(around: corners)
      // Lines near each other form one area.
      let near = found.filter { Self.areNear(line, $0.box) }
      found.removeAll { area in near.contains { $0.box == area.box } }
      found.append((near.map(\.box).reduce(line) { $0.union($1) }, near.map(\.height).reduce(line.height, min)))
    }
    let areas = found.filter { $0.box.width >= Self.shortest * $0.height }
    let columns = UnreadColumns(marks, beside: readable, unread).areas.filter { column in
      !areas.contains { column.box.isMostly(in: $0.box) }
    }
    self.areas = ((areas.count > Self.mostAreas ? [] : areas) + columns).map { box, height in
      let margin = Self.margin * height
      return Box(
        x: box.x - margin, y: box.y - margin, width: box.width + 2 * margin, height: box.height + 2 * margin
      ).clamped(to: size)
    }
  }

  private static func areNear(_ line: Box, _ area: Box) -> Bool {
    let height = min(line.height, area.height)
    let isInRow = line.sharedHeight(with: area) >= 0.5 && line.distanceAcross(to: area) < space * height
    return isInRow || line.sharedHeight(with: area) > -gap && line.sharedWidth(with: area) > 0
  }

  package func adding(_ found: [Block]) -> [Block] {
    let known = known.map(\.box)
    let new = found.compactMap { block -> Block? in
      let lines = block.lines.compactMap { line -> Line? in
        let words = line.words.filter { word in
          !known.contains { word.box.isMostly(in: $0) || $0.isMostly(in: word.box) }
        }
        return meanConfidence(words) >= Self.sure ? line.made(of: words) : nil
      }
      return lines.isEmpty ? nil : block.with(lines)
    }
    var result = blocks.withoutNoise(under: new.words.map(\.box), besides: known)
    for block in new {
      let rest = block.lines.filter { result.extendLine(at: $0.box, with: $0.words) == nil }
      if !rest.isEmpty { result = result.inserting(block.with(rest)) }
    }
    return result
  }
}

extension [Block] {
  /// Returns the blocks without words that cover new ones. `known` contains the boxes of the words that stay.
  fileprivate func withoutNoise(under new: [Box], besides known: [Box]) -> [Block] {
    guard !new.isEmpty else { return self }
    return keepingWords { word in
      known.contains(word.box) || !new.contains { $0.isMostly(in: word.box) || word.box.isMostly(in: $0) }
    }
  }
}
