// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative

/// The text lines that layout analysis took for something else, such as a heading among tables.
struct MissedText {
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
  let areas: [Box]

  /// Compares the detected lines and marks with the text that was read. Lines are given by their four corners in pixels of the page.
  init(_ lines: [[Point]], marks: [Box] = [], beside blocks: [Block], on size: RasterSize) {
    self.blocks = blocks
    let unread = UnreadText(blocks, on: size)
    var found: [(box: Box, height: Double)] = []
    for corners in lines where corners.count == 4 && unread.share(of: corners) >= Self.missed {
      let line = Box(around: corners)
      // Lines near each other form one area.
      let near = found.filter { Self.areNear(line, $0.box) }
      found.removeAll { area in near.contains { $0.box == area.box } }
      found.append((near.map(\.box).reduce(line) { $0.union($1) }, near.map(\.height).reduce(line.height, min)))
    }
    let areas = found.filter { $0.box.width >= Self.shortest * $0.height }
    let columns = UnreadColumns(marks, beside: blocks, unread).areas.filter { column in
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

  func adding(_ found: [Block]) -> [Block] {
    let known = blocks.words.map(\.box)
    var result = blocks
    for block in found {
      var rest = block
      rest.lines = block.lines.compactMap { line in
        let words = line.words.filter { word in
          !known.contains { word.box.isMostly(in: $0) || $0.isMostly(in: word.box) }
        }
        guard meanConfidence(words) >= Self.sure, let line = line.made(of: words) else { return nil }
        return result.extendLine(at: line.box, with: words) == nil ? line : nil
      }
      guard let box = rest.lines.map(\.box).union else { continue }
      rest.box = box
      result = result.inserting(rest)
    }
    return result
  }
}
