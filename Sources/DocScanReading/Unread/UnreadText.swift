// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import Glibc

/// Finds the text lines in a picture for which no words were recognized.
package struct UnreadText {
  private static let samples = 16

  /// The cells of a grid over the picture: `true` if a word is there.
  private var cells: [Bool]
  private let columns: Int
  private let rows: Int
  private let cell: Double

  package init(_ blocks: [Block], on size: RasterSize) {
    // About a millimeter on an A4 page.
    let cell = max(1, Double(max(size.width, size.height)) / 300)
    let (columns, rows) = (Int(Double(size.width) / cell) + 1, Int(Double(size.height) / cell) + 1)
    var cells = [Bool](repeating: false, count: columns * rows)
    for word in blocks.words {
      // Covers the space between words, and allows for inexact outlines of lines.
      let (across, along) = (0.25 * word.box.height, word.box.height)
      let box = Box(
        x: word.box.x - along, y: word.box.y - across, width: word.box.width + 2 * along,
        height: word.box.height + 2 * across
      ).clamped(to: size)
      for row in Int(box.y / cell)...Int(box.maxY / cell) {
        for column in Int(box.x / cell)...Int(box.maxX / cell) { cells[row * columns + column] = true }
      }
    }
    (self.cells, self.columns, self.rows, self.cell) = (cells, columns, rows, cell)
  }

  /// Returns the share of the lines without words, weighted by length, or `nil` without lines. Corners are in pixels, clockwise from the upper left.
  package func share(of lines: [[Point]]) -> Double? {
    var (all, unread) = (0.0, 0.0)
    for corners in lines where corners.count == 4 {
      let length = Self.length(of: corners)
      all += length
      unread += length * share(of: corners)
    }
    return all > 0 ? unread / all : nil
  }

  package func share(of corners: [Point]) -> Double {
    let (start, end) = Self.ends(of: corners)
    let missed = (0..<Self.samples).count { sample in
      let share = (Double(sample) + 0.5) / Double(Self.samples)
      return !hasWord(at: Point(x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y)))
    }
    return Double(missed) / Double(Self.samples)
  }

  private static func ends(of corners: [Point]) -> (start: Point, end: Point) {
    (
      Point(x: (corners[0].x + corners[3].x) / 2, y: (corners[0].y + corners[3].y) / 2),
      Point(x: (corners[1].x + corners[2].x) / 2, y: (corners[1].y + corners[2].y) / 2)
    )
  }

  private static func length(of corners: [Point]) -> Double {
    let (start, end) = ends(of: corners)
    return hypot(end.x - start.x, end.y - start.y)
  }

  /// Returns whether a word is at a position. Positions outside the page count as words.
  package func hasWord(at point: Point) -> Bool {
    let (column, row) = (Int((point.x / cell).rounded(.down)), Int((point.y / cell).rounded(.down)))
    guard (0..<columns).contains(column), (0..<rows).contains(row) else { return true }
    return cells[row * columns + column]
  }
}
