// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

// A page's text with its cells in another order: each is followed by the one below it. A cell is a part of a line between wide gaps. Lines and blocks can mix
// the columns of a letterhead or a payment slip, but a street and its town are always stacked.
struct StackedText {
  // A dense page has hundreds of cells.
  private static let mostCells = 2000
  // All in heights of the cells
  private static let tallestGap = 1.2
  private static let alignment = 0.8
  private static let sizes = 0.6...1.67

  private struct Cell {
    let range: Range<Int>
    let box: Box
  }

  let text: SearchText

  // Creates the text, or `nil` if the page has too many cells.
  init?(_ text: SearchText) {
    let cells = Self.cells(of: text)
    guard cells.count <= Self.mostCells else { return nil }
    var (order, isUsed): ([Range<Int>?], [Bool]) = ([], cells.map { _ in false })
    for start in cells.indices where !isUsed[start] {
      var next: Int? = start
      while let at = next {
        isUsed[at] = true
        order.append(cells[at].range)
        next = cells.indices.filter { !isUsed[$0] && Self.isBelow(cells[$0].box, cells[at].box) }
          .min { Self.distance(cells[$0].box, cells[at].box) < Self.distance(cells[$1].box, cells[at].box) }
      }
      order.append(nil)
    }
    self.text = SearchText(text, order: order)
  }

  // Returns the addresses whose lines are stacked.
  func addresses(_ context: DetectionContext) -> [Detected] {
    TypedData.withoutOverlaps(AddressDetector.find(in: text, context)).filter { found in
      found.proof > .form && found.range.contains { text[$0] == "\n" }
    }
  }

  private static func cells(of text: SearchText) -> [Cell] {
    var (cells, start): ([Cell], Int) = ([], 0)
    for at in 0...text.count where at == text.count || text[at] == "\n" || text[at] == " " && text.isColumnGap(at) {
      let boxes = text.wordNumbers(in: start..<at).map { text.pageWords[$0].box }
      if let first = boxes.first {
        cells.append(Cell(range: start..<at, box: boxes.dropFirst().reduce(first) { $0.union($1) }))
      }
      start = at + 1
    }
    return cells.sorted { ($0.box.y, $0.box.x) < ($1.box.y, $1.box.x) }
  }

  private static func isBelow(_ lower: Box, _ upper: Box) -> Bool {
    let height = max(lower.height, upper.height)
    return lower.y > upper.y + upper.height / 2 && lower.y - upper.maxY < tallestGap * height
      && sizes.contains(lower.height / max(upper.height, 1))
      && [lower.x - upper.x, lower.maxX - upper.maxX, lower.middleX - upper.middleX]
        .contains { abs($0) < alignment * height }
  }

  // The next line is the nearest one, and of several in a row, the one at the same left edge.
  private static func distance(_ lower: Box, _ upper: Box) -> Double {
    lower.y - upper.y + abs(lower.x - upper.x) / 4
  }
}
