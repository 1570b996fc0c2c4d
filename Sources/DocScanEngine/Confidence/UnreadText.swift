// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative
internal import Glibc

/// Finds text lines of a picture on which no word was read.
struct UnreadText {
  /// The number of places at which a line is examined.
  private static let samples = 16

  /// Cells of a grid over the picture, true if a word lies.
  private var cells: [Bool]
  private let columns: Int
  private let rows: Int
  private let cell: Double

  /// Notes where words are, in pixels of a page of this size.
  init(_ blocks: [Block], on size: RasterSize) {
    // About a millimetre on an A4 page.
    let cell = max(1, Double(max(size.width, size.height)) / 300)
    let (columns, rows) = (Int(Double(size.width) / cell) + 1, Int(Double(size.height) / cell) + 1)
    var cells = [Bool](repeating: false, count: columns * rows)
    for word in blocks.words {
      // The space between words, and a little above and below: outlines of lines are not exact.
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

  /// The share of the lines, by their lengths, that no word lies on; nil if there are none.
  ///
  /// A line is its four corners, clockwise from its upper left, in pixels of the page.
  func share(of lines: [[Point]]) -> Double? {
    var (all, unread) = (0.0, 0.0)
    for corners in lines where corners.count == 4 {
      let length = Self.length(of: corners)
      all += length
      unread += length * share(of: corners)
    }
    return all > 0 ? unread / all : nil
  }

  /// The share of a line that no word lies on.
  func share(of corners: [Point]) -> Double {
    let (start, end) = Self.ends(of: corners)
    let missed = (0..<Self.samples).count { sample in
      let share = (Double(sample) + 0.5) / Double(Self.samples)
      return !hasWord(at: Point(x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y)))
    }
    return Double(missed) / Double(Self.samples)
  }

  /// The middles of a line's left and right edge.
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

  /// Whether a word is at a place, or the place is not on the page.
  func hasWord(at point: Point) -> Bool {
    let (column, row) = (Int((point.x / cell).rounded(.down)), Int((point.y / cell).rounded(.down)))
    guard (0..<columns).contains(column), (0..<rows).contains(row) else { return true }
    return cells[row * columns + column]
  }
}

extension PageContext {
  /// More lines than a newspaper's page has are not looked at.
  private static let mostLines = 2000

  /// Makes probabilities of the confidences of what was read, and says how many errors the text has by them.
  ///
  /// `keepsConfidences` leaves the engine's own confidences with the words; the errors to expect are the same.
  func calibrate(_ calibration: Calibration, keepsConfidences: Bool) throws(PageFailure) {
    guard let blocks = recognition?.blocks else { return }
    let calibrated = calibration.probabilities(blocks)
    recognition?.expected = calibration.expectedErrors(calibrated, unread: try unreadText(beside: blocks))
    if !keepsConfidences { recognition?.blocks = calibrated }
  }

  /// The share of the text lines on which none of the words lies; nil if there are no lines.
  func unreadText(beside blocks: [Block]) throws(PageFailure) -> Double? {
    UnreadText(blocks, on: size).share(of: try textLines())
  }

  /// The marks of the picture that may be letters, in pixels of the page.
  func letterMarks() throws(PageFailure) -> [Box] {
    let scale = try view().scale
    return try text().markBoxes().map { $0.scaled(by: 1 / scale, 1 / scale) }
  }

  /// The text lines that the picture shows: four corners of each, clockwise from its upper left, in pixels of the page.
  func textLines() throws(PageFailure) -> [[Point]] {
    let scale = try view().scale
    return try text().lines(atMost: Self.mostLines).map { corners in
      corners.map { Point(x: $0.x / scale, y: $0.y / scale) }
    }
  }
}
