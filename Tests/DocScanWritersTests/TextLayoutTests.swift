// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: preserved layout keeps rows and columns aligned.

import DocScanCore
import DocScanFiles
import DocScanFixtures
import DocScanWriters
import Testing

@Suite("Text with preserved layout")
struct TextLayoutTests {
  /// Returns the text of a perfectly recognized page.
  private func text(_ drawing: PageDrawing, layout: String = "preserve", isReceipt: Bool = false) throws -> String {
    let lines = drawing.lines.map { line in
      let words = line.words.map { Word(text: $0.text, confidence: 1, box: $0.box) }
      let box = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
      return Line(
        text: joinedText(words), confidence: 1, box: box,
        baseline: [Point(x: box.x, y: line.start.y), Point(x: box.maxX, y: line.start.y)], words: words)
    }
    var page = SamplePage([])
    page.blocks = lines.map { Block(kind: .text, box: $0.box, lines: [$0]) }
    let folder = try TemporaryFolder()
    let writer = try TextWriter(
      settings: ResolvedSettings(values: ["layout": .string(layout)]),
      destination: WriterDestination(directory: folder.path, baseName: "scan"))
    var result = page.result
    if isReceipt { try result.page.findings.set(Receipt()) }
    try writer.append(WriterPage(result: result, picturePath: nil))
    try writer.finish()
    return try folder.text("scan.txt")
  }

  @Test("Writes a receipt row by row, regardless of its columns")
  func receiptInRows() throws {
    let drawing = try Documents.receipt()
    let rows = try text(drawing, layout: "reading", isReceipt: true).split(separator: "\n")
    #expect(rows.contains { $0.hasPrefix("Rye bread 1 kg") && $0.hasSuffix("5.40") })
    #expect(rows.contains { $0.hasPrefix("Orange juice") && $0.hasSuffix("1.90") })
    #expect(try !text(drawing, layout: "reading").split(separator: "\n").contains { $0.hasSuffix("juice 1.90") })
  }

  @Test("Aligns amounts on the right")
  func receipt() throws {
    let lines = try text(Documents.receipt()).split(separator: "\n").map(String.init)
    let rows = ["Rye bread 1 kg", "4 x Poppy seed roll", "Apple cake, 2 pieces", "Orange juice"].map { label in
      lines.first { $0.hasPrefix(label) } ?? ""
    }
    #expect(zip(rows, ["5.40", "3.20", "6.50", "1.90"]).allSatisfy { $0.hasSuffix("  " + $1) }, "\(rows)")
    let ends = rows.map(\.count)
    #expect((ends.max() ?? 0) - (ends.min() ?? 0) <= 1, "\(ends)")
    // The strip has 47 characters of this font from edge to edge.
    #expect(lines.allSatisfy { $0.count <= 50 && $0.last != " " })
  }

  @Test("Writes columns side by side")
  func columns() throws {
    var page = PageDrawing()
    let (left, right) = (["One line here", "and a second", "third"], ["Other words", "stand there", "too"])
    for row in 0..<3 {
      try page.line(left[row], at: Point(x: 60, y: 100 + 15 * Double(row)), font: .serif(10))
      try page.line(right[row], at: Point(x: 320, y: 100 + 15 * Double(row)), font: .serif(10))
    }
    let lines = try text(page).split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    let starts = zip(lines, right).map { line, start in
      line.firstRange(of: start).map { line.distance(from: line.startIndex, to: $0.lowerBound) }
    }
    #expect(Set(starts).count == 1 && starts[0] != nil, "\(lines)")
    #expect(try text(page, layout: "reading").split(separator: "\n").count == 6)
  }

  @Test("Counts wide characters as two columns")
  func wide() throws {
    let make = { (text: String, x: Double, y: Double) in
      Word(text: text, confidence: 1, box: Box(x: x, y: y, width: Double(text.columns) * 10, height: 20))
    }
    let rows = [[make("漢字漢字", 0, 0), make("1", 200, 0)], [make("abcd", 0, 30), make("2", 200, 30)]]
    var page = SamplePage([])
    page.blocks = rows.map { words in
      let box = words[0].box.union(words[1].box)
      return Block(
        kind: .text, box: box,
        lines: [
          Line(
            text: joinedText(words), confidence: 1, box: box,
            baseline: [Point(x: 0, y: box.maxY), Point(x: box.maxX, y: box.maxY)], words: words)
        ])
    }
    let folder = try TemporaryFolder()
    let writer = try TextWriter(
      settings: ResolvedSettings(values: ["layout": .string("preserve")]),
      destination: WriterDestination(directory: folder.path, baseName: "scan"))
    try writer.append(WriterPage(result: page.result, picturePath: nil))
    try writer.finish()
    let lines = try folder.text("scan.txt").split(separator: "\n").map(String.init)
    #expect(lines.map(\.columns) == [21, 21], "\(lines)")
    #expect(lines[0].count == 17)
  }

  @Test("Leaves a page without text empty")
  func empty() throws { #expect(try text(PageDrawing()) == "") }
}
