// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles

/// Swaps adjacent blocks that are clearly in the wrong order (Breuel, "High Performance Document Layout Analysis", 2003): in a column, the upper
/// block comes first, and of two columns, the left one. Others stay, because Tesseract also considers printed rules and font sizes.
struct ReadingOrder {
  private(set) var blocks: [Block]

  private let lineHeight: Double
  private let isFromRight: Bool

  init(_ blocks: [Block]) {
    self.blocks = blocks
    let lines = blocks.flatMap(\.lines)
    lineHeight = median(lines.map(\.box.height))
    isFromRight = lines.flatMap(\.words).map(\.text).joined().isRightToLeft
    guard !blocks.contains(where: { $0.kind == .verticalText }) else { return }
    putEdgesInPlace()
    // Each pass moves every block by at most one place.
    for _ in blocks.indices {
      var isDone = true
      for index in self.blocks.indices.dropLast() where isBefore(self.blocks[index + 1], self.blocks[index]) {
        self.blocks.swapAt(index, index + 1)
        isDone = false
      }
      if isDone { break }
    }
  }

  private func isBefore(_ second: Block, _ first: Block) -> Bool {
    guard second.isHorizontal, first.isHorizontal else { return false }
    let (a, b) = (second.box, first.box)
    if a.sharedWidth(with: b) > 0.5 { return a.maxY <= b.y + 0.3 * lineHeight }
    guard a.sharedHeight(with: b) > 0.5, second.isProse else { return false }
    // The main column precedes the text next to it, unless that begins above it.
    let isFirstColumn = isFromRight ? a.x >= b.maxX : a.maxX <= b.x
    return isFirstColumn && b.y >= a.y - lineHeight
  }

  /// Moves a single line above everything else to the start, as a header, and one below everything else to the end.
  private mutating func putEdgesInPlace() {
    if let header = blocks.indices.dropFirst().first(where: { isAlone($0) { $0.maxY <= $1.y } }) {
      blocks.insert(blocks.remove(at: header), at: 0)
    }
    if let footer = blocks.indices.dropLast().first(where: { isAlone($0) { $0.y >= $1.maxY } }) {
      blocks.append(blocks.remove(at: footer))
    }
  }

  private func isAlone(_ index: Int, _ isApart: (Box, Box) -> Bool) -> Bool {
    blocks[index].lines.count == 1
      && blocks.indices.allSatisfy { $0 == index || isApart(blocks[index].box, blocks[$0].box) }
  }
}
