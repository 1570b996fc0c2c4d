// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Finds short words that layout analysis missed next to lines, such as amounts: marks on a line's baseline, about as high as the line.
struct UnreadColumns {
  /// The parts of the page to read separately, with the height of their letters. A column of words is read as one part.
  let areas: [(box: Box, height: Double)]

  /// The maximum gap between marks of one word, in line heights. The gap includes points and colons, which are too small to be found.
  private static let gap = 1.3  // Chosen: 1 to 1.6 (read).
  /// The range for the height of a word, in heights of the line next to it.
  private static let heights = 0.55...1.3
  /// The maximum vertical distance between the lower edges of the marks and of the line, in line heights.
  private static let offset = 0.3  // Chosen: 0.2 to 0.4 (read).
  private static let fewestMarks = 2
  /// The maximum gap between words of a column, and the maximum offset of their left or right edges, in word heights.
  private static let (columnGap, columnEdge) = (3.0, 1.0)
  /// The maximum number of columns. If there are more, they are parts of a picture.
  private static let mostColumns = 6

  /// Finds words among the marks that may be letters, in pixels of the page. `unread` contains the positions of the words that were read.
  init(_ marks: [Box], beside blocks: [Block], _ unread: UnreadText) {
    let loose = marks.filter { !unread.hasWord(at: Point(x: $0.middleX, y: $0.middleY)) }
    let rows = blocks.filter(\.isHorizontal).flatMap(\.lines).filter { line in
      line.words.contains { $0.text.contains { $0.isLetter || $0.isNumber } }
    }
    var words: [(box: Box, height: Double)] = []
    for row in rows where !loose.isEmpty {
      let body = row.bodyBox
      let level = loose.filter {
        $0.sharedHeight(with: body) > 0.6 && $0.height < Self.heights.upperBound * body.height
      }
      for word in Self.words(of: level, height: body.height) where Self.isText(word, beside: body) {
        if let box = word.union, !words.contains(where: { $0.box.isMostly(in: box) }) {
          words.append((box, body.height))
        }
      }
    }
    let columns = Self.columns(of: words)
    areas = columns.count > Self.mostColumns ? [] : columns
  }

  private static func words(of marks: [Box], height: Double) -> [[Box]] {
    marks.sorted { $0.x < $1.x }.reduce(into: []) { words, mark in
      if let last = words.last?.last, mark.x - last.maxX < gap * height {
        words[words.count - 1].append(mark)
      } else {
        words.append([mark])
      }
    }
  }

  private static func isText(_ word: [Box], beside body: Box) -> Bool {
    guard word.count >= fewestMarks, let box = word.union else { return false }
    return heights.contains(box.height / max(body.height, 1)) && abs(box.maxY - body.maxY) < offset * body.height
  }

  private static func columns(of words: [(box: Box, height: Double)]) -> [(box: Box, height: Double)] {
    words.sorted { $0.box.y < $1.box.y }.reduce(into: []) { columns, word in
      let (edge, gap) = (columnEdge * word.height, columnGap * word.height)
      let index = columns.firstIndex { column in
        word.box.y - column.box.maxY < gap
          && (abs(word.box.x - column.box.x) < edge || abs(word.box.maxX - column.box.maxX) < edge)
      }
      if let index {
        columns[index] = (columns[index].box.union(word.box), min(columns[index].height, word.height))
      } else {
        columns.append(word)
      }
    }
  }
}
