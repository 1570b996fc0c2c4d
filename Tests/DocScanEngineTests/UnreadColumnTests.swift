// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: columns that Tesseract's layout analysis leaves out are read.

import DocScanCore
import DocScanFixtures
import DocScanNative
import Testing

@testable import DocScanEngine
@testable import DocScanReading

/// Columns of short words that Tesseract's layout analysis leaves out.
@Suite("Unread columns")
struct UnreadColumnTests {
  private let size = RasterSize(width: 900, height: 640, dpi: 200)

  /// Returns a block with one word per line.
  private func labels(_ texts: [String]) -> Block {
    let lines = texts.enumerated().map { index, text in
      let box = Box(x: 50, y: 100 + 46 * Double(index), width: 18 * Double(text.count), height: 20)
      return Line(
        text: text, confidence: 0.95, box: box, baseline: [],
        words: [Word(text: text, confidence: 0.95, box: box)])
    }
    return Block(kind: .text, box: lines.dropFirst().reduce(lines[0].box) { $0.union($1.box) }, lines: lines)
  }

  /// Returns the marks of a word with this many letters that ends at a place.
  private func marks(_ count: Int, endingAt x: Double, y: Double, height: Double = 20) -> [Box] {
    (0..<count).map { Box(x: x - 18 * Double($0 + 1), y: y, width: 12, height: height) }
  }

  private func areas(_ marks: [Box], beside block: Block) -> [Box] {
    UnreadColumns(marks, beside: [block], UnreadText([block], on: size)).areas.map(\.box)
  }

  @Test("Finds a column of amounts beside lines that were read as one area")
  func column() {
    let block = labels(["Milk", "Bread", "Total"])
    let amounts = (0..<3).flatMap { marks($0 == 1 ? 4 : 3, endingAt: 850, y: 100 + 46 * Double($0)) }
    #expect(areas(amounts, beside: block) == [Box(x: 778, y: 100, width: 66, height: 112)])
    // Letters that were read aren't a column.
    #expect(areas(marks(3, endingAt: 110, y: 100), beside: block).isEmpty)
  }

  @Test("Ignores single marks, large marks, and marks between lines")
  func noLetters() {
    let block = labels(["Milk", "Bread", "Total"])
    #expect(areas(marks(1, endingAt: 850, y: 100), beside: block).isEmpty)
    #expect(areas(marks(3, endingAt: 850, y: 80, height: 60), beside: block).isEmpty)
    #expect(areas(marks(3, endingAt: 850, y: 122), beside: block).isEmpty)
    #expect(areas(marks(3, endingAt: 850, y: 112, height: 8), beside: block).isEmpty)
    // A picture has marks everywhere.
    let picture = (0..<3).flatMap { row in
      (0..<8).flatMap { marks(2, endingAt: 300 + 70 * Double($0), y: 100 + 46 * Double(row)) }
    }
    #expect(areas(picture, beside: block).isEmpty)
  }

  @Test("Reads the amounts of a receipt far away from their labels")
  func receipt() throws {
    let rows = [
      ("02/02/2024", "12:00"), ("Milk", "1.50"), ("Bread", "1.20"), ("Multibuy saving", "-0.70"),
      ("TOTAL SAVINGS", "0.70"), ("TOTAL TO PAY", "2.00"), ("CASH", "10.00"), ("CHANGE DUE", "8.00"),
      ("Points balance", "12345"),
    ]
    var page = PageDrawing(size: PageSize(width: 324, height: 225))
    try page.line("BIG SAVER", at: Point(x: 133, y: 27), font: .mono(10.8))
    try page.line("1 Market Rd, Cardiff CF10 1AA", at: Point(x: 68, y: 43.6), font: .mono(10.8))
    for (index, row) in rows.enumerated() {
      let y = 60.2 + 16.6 * Double(index)
      try page.line(row.0, at: Point(x: 18, y: y), font: .mono(10.8))
      try page.line(row.1, endingAt: Point(x: 306, y: y), font: .mono(10.8))
    }
    let trial = try Trial(page.raster(dpi: 200), dpi: 200, "recognize", settings: ["languages": ["eng"]])
    let lines = (trial.page.recognition?.blocks ?? []).flatMap(\.lines).map(\.text)
    for (label, amount) in rows { #expect(lines.contains("\(label) \(amount)"), "\(lines)") }
  }
}
