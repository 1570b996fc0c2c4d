// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// The text lines that layout analysis tore, because it took the spaces of several lines for the gap between columns. The rest of a line is
/// missing or another line.
package struct TornLines {
  /// The minimum number of marks in the row that aren't in the line's words. Fewer can be a drawing or a single sign.
  private static let fewestMarks = 3  // Chosen: 3 to 5 (read).
  /// The maximum gap between the marks of a line, in line heights. Gaps between columns are wider.
  private static let gap = 0.8  // Chosen: 0.7 to 0.9 (read).
  /// The range for the height of marks that may be letters, in line heights.
  private static let (low, high) = (0.6, 1.3)
  private static let margin = 0.3
  /// The maximum number of areas. If there are more, the marks belong to a picture.
  private static let mostAreas = 12

  /// The parts of the page to read again, each with whole lines.
  package let areas: [Box]

  /// Compares the marks that may be letters, in pixels of the page, with the text that was read.
  package init(_ marks: [Box], beside blocks: [Block], on size: RasterSize) {
    let lines = blocks.filter(\.isHorizontal).flatMap(\.lines)
    let usual = median(lines.map(\.bodyBox.height))
    var areas: [(box: Box, height: Double)] = []
    for line in lines {
      var body = line.bodyBox
      // The rest of a torn line can be a part of a letter.
      if body.height < Self.low * usual {
        body = Box(x: body.x, y: body.middleY - usual / 2, width: body.width, height: usual)
      }
      let level = marks.filter { $0.sharedHeight(with: body) > 0.6 && $0.height < Self.high * body.height }
      let row = Self.row(of: body, among: level)
      let words = line.words.map(\.box)
      let others = level.count { mark in
        mark.height > Self.low * body.height && row.hasMiddle(of: mark)
          && !words.contains { $0.sharedWidth(with: mark) > 0 }
      }
      guard others >= Self.fewestMarks else { continue }
      let near = areas.filter { row.sharedHeight(with: $0.box) > -1 && row.sharedWidth(with: $0.box) > 0 }
      areas.removeAll { area in near.contains { $0.box == area.box } }
      areas.append((near.map(\.box).reduce(row) { $0.union($1) }, near.map(\.height).reduce(body.height, min)))
    }
    self.areas = (areas.count > Self.mostAreas ? [] : areas).map { area, height in
      let margin = Self.margin * height
      return Box(
        x: area.x - margin, y: area.y - margin, width: area.width + 2 * margin, height: area.height + 2 * margin
      ).clamped(to: size)
    }
  }

  /// Returns the box of a line and of the marks that continue it on both sides.
  private static func row(of body: Box, among marks: [Box]) -> Box {
    var row = body
    for mark in marks.sorted(by: { $0.x < $1.x }) where mark.maxX > row.maxX && mark.x - row.maxX < gap * body.height {
      row = row.union(mark)
    }
    for mark in marks.sorted(by: { $0.maxX > $1.maxX }) where mark.x < row.x && row.x - mark.maxX < gap * body.height {
      row = row.union(mark)
    }
    return row
  }
}

extension [Block] {
  /// Returns the blocks with the words of an area replaced by a better reading of it.
  package func replacing(wordsIn area: Box, with found: [Block]) -> [Block] {
    let rest = keepingWords { !area.hasMiddle(of: $0.box) }
    // The margin of the area has parts of other lines, and sometimes a line is read twice.
    let others = rest.words + found.words
    let new = found.keepingWords { word in
      !others.contains { $0.confidence > word.confidence && word.box.isMostly(in: $0.box) }
    }
    let isInside = rest.contains { block in
      block.isHorizontal && block.box.y < area.middleY && area.middleY < block.box.maxY
        && block.box.sharedWidth(with: area) > 0.5
    }
    return isInside ? new.flatMap(\.lines).reduce(rest) { $0.placing($1) } : new.reduce(rest) { $0.inserting($1) }
  }

  /// Returns the blocks without the other words, and without lines and blocks that have no words then.
  package func keepingWords(_ isKept: (Word) -> Bool) -> [Block] {
    compactMap { block in
      let lines = block.lines.compactMap { line -> Line? in
        let words = line.words.filter(isKept)
        return words.isEmpty ? nil : words.count == line.words.count ? line : line.with(words)
      }
      return lines.isEmpty ? nil : lines == block.lines ? block : block.with(lines)
    }
  }
}

extension Box {
  /// Returns whether the middle of another box is in this one.
  package func hasMiddle(of other: Box) -> Bool {
    other.middleX > x && other.middleX < maxX && other.middleY > y && other.middleY < maxY
  }
}
