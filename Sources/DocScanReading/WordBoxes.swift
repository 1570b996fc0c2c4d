// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Clips the boxes of words at adjacent words. Tesseract sometimes extends a box into other lines, whose words would then be merged.
package struct WordBoxes {
  package let blocks: [Block]

  /// The height, in line heights, above which a box may reach into another line.
  private static let tall = 1.4  // Chosen: 1.2 to 1.6 (read).
  /// The share of their height by which slanted letters may overlap the next word.
  private static let leaning = 0.3  // Chosen: 0.2 to 0.5 (read).

  /// A line, with the vertical extent of most of its words.
  private struct Row {
    var body: Box
    var words: [Box]
  }

  package init(_ read: [Block]) {
    let rows = read.filter(\.isHorizontal).flatMap(\.lines).map { line in
      Row(body: line.bodyBox, words: line.words.map(\.box))
    }
    blocks = read.map { block in
      guard block.isHorizontal else { return block }
      return block.withLines { line in
        let boxes = Self.apart(line, from: rows)
        guard boxes != line.words.map(\.box) else { return }
        line = line.with(zip(line.words, boxes).map { $0.moved(to: $1) })
      }
    }
  }

  private static func apart(_ line: Line, from rows: [Row]) -> [Box] {
    let body = line.bodyBox
    var boxes = line.words.map { word in
      word.box.height > tall * body.height ? ended(word.box, in: body, rows) : word.box
    }
    let order = boxes.indices.sorted { boxes[$0].x < boxes[$1].x }
    for (index, next) in zip(order, order.dropFirst()) {
      let (box, start) = (boxes[index], boxes[next].x)
      let overlap = box.maxX - start
      guard overlap > leaning * min(box.height, boxes[next].height), start - box.x > overlap / 4 else { continue }
      boxes[index].width = start - box.x
    }
    return boxes
  }

  private static func ended(_ box: Box, in body: Box, _ rows: [Row]) -> Box {
    var (top, bottom) = (box.y, box.maxY)
    for row in rows where row.body.y < box.maxY && row.body.maxY > box.y {
      guard row.words.contains(where: { $0.sharedWidth(with: box) > 0.3 && $0.sharedHeight(with: box) > 0.3 }) else {
        continue
      }
      if row.body.middleY < body.y { top = max(top, min(row.body.maxY, body.y)) }
      if row.body.middleY > body.maxY { bottom = min(bottom, max(row.body.y, body.maxY)) }
    }
    return Box(x: box.x, y: top, width: box.width, height: bottom - top)
  }
}

extension Word {
  fileprivate func moved(to box: Box) -> Word {
    var word = self
    word.box = box
    return word
  }
}
