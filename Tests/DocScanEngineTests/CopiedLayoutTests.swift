// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: text copied from columns reads column by column, and tables keep their rows.

import DocScanCore
import DocScanReading
import Testing

@Suite("Layout of copied text")
struct CopiedLayoutTests {
  private static let (left, right) = (
    [
      "Opening hours", "The reading room opens at nine", "and closes early on Fridays so",
      "that books can be put back.",
      "Please return books in person", "or use the box at the entrance", "which is emptied every evening",
    ],
    [
      "Prices", "Prices include delivery within", "the city limits and for larger", "quantities please ask us.",
      "Our office prepares an offer in", "two working days and sends it", "together with the delivery terms",
    ]
  )

  private func line(_ texts: [(text: String, x: Double, y: Double)]) -> Line {
    var words: [Word] = []
    for (text, x, y) in texts {
      var x = x
      for word in text.split(separator: " ") {
        let box = Box(x: x, y: y, width: 10 * Double(word.count), height: 20)
        words.append(Word(text: String(word), confidence: 1, box: box))
        x += 10 * Double(word.count) + 8
      }
    }
    let box = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
    let baseline = [box.x, box.maxX].map { Point(x: $0, y: box.maxY - 4) }
    return Line(text: joinedText(words), confidence: 1, box: box, baseline: baseline, words: words)
  }

  private func text(_ lines: [Line]) -> [String] {
    let blocks = CopiedLayout(lines.map { Block(kind: .text, box: $0.box, lines: [$0]) }).blocks
    for line in blocks.flatMap(\.lines) {
      #expect(line.baseline.map(\.x) == [line.box.x, line.box.maxX])
      #expect(line.baseline.allSatisfy { $0.y > line.box.y && $0.y <= line.box.maxY })
    }
    return blocks.flatMap { $0.lines.map(\.text) }
  }

  @Test("Moves bullets and numbers to the text beside them, and joins the lines of a paragraph with wide spaces")
  func marks() {
    let lines = [
      line([("•", 100, 100)]), line([("1.", 100, 180)]), line([("The reading room opens at nine", 130, 100)]),
      line([("and closes early", 130, 126)]), line([("Please return books in person", 130, 180)]),
    ]
    let blocks = CopiedLayout(lines.map { Block(kind: .text, box: $0.box, lines: [$0]) }).blocks
    #expect(
      blocks.map { $0.lines.map(\.text) } == [
        ["• The reading room opens at nine", "and closes early"], ["1. Please return books in person"],
      ])
  }

  @Test("Moves amounts that were copied as columns to the end of their rows, also out of lines of two rows")
  func amounts() {
    let rows = [
      ("2 Soupe", "9,25", "18,50"), ("Bavette frites", "31,00", "31,00"), ("Joue de boeuf", "34,50", "34,50"),
      ("Total", "", "84,00 €"),
    ]
    let y = { (row: Int) in 100 + 26 * Double(row) }
    let labels = rows.enumerated().map { line([($1.0, 100, y($0))]) }
    let prices = rows.prefix(3).enumerated().map { line([($1.1, 400, y($0))]) }
    let amounts = [
      line([("18,50", 500, y(0)), ("31,00", 500, y(1))]), line([("34,50", 500, y(2))]), line([("84,00 €", 500, y(3))]),
    ]
    let whole = rows.map { [$0.0, $0.1, $0.2].filter { !$0.isEmpty }.joined(separator: " ") }
    #expect(text(labels + prices + amounts) == whole)
    // Numbers beside running text, and those that begin their rows, stay.
    let numbers = (0..<4).map { line([("\($0 + 1)", 60, y($0))]) }
    #expect(text(labels + numbers).count == 8)
    let prose = Self.left.enumerated().map { line([("and also that " + $1 + " as before", 100, y($0))]) }
    let figures = (0..<4).map { line([("\($0 + 1).250", 900, y($0))]) }
    #expect(text(prose + figures).suffix(4) == ["1.250", "2.250", "3.250", "4.250"])
    // A narrow column of a newspaper beside one of figures.
    let narrow = [
      "the council meets again on", "Thursday to vote on the new", "plan for the long canal and",
      "its old locks, which need a", "repair",
    ]
    let column = narrow.enumerated().map { line([($0.element, 100, y($0.offset))]) }
    let copied = [column, figures].compactMap { lines in
      lines.map(\.box).reduce(nil) { $0?.union($1) ?? $1 }.map { Block(kind: .text, box: $0, lines: lines) }
    }
    #expect(CopiedLayout(copied).blocks.flatMap { $0.lines.map(\.text) }.prefix(5) == narrow[...])
    // Arabic rows begin at the right.
    let arabic = ["حليب", "خبز", "جبن", "المجموع"].enumerated().map { line([($0.element, 500, y($0.offset))]) }
    #expect(text(arabic + prices + figures).count == 11)
  }

  @Test("Separates the heads of a table from the row below them, with which they were copied")
  func heads() {
    let heads = [("No.", 100.0), ("Text", 200), ("Pieces", 420), ("Price", 520), ("Amount", 640)]
    let cells = [("KS-1", 100.0), ("Chair, black", 200), ("4", 420), ("745,00", 520), ("2.980,00", 640)]
    // Each line ends with the head of the next column.
    var lines = [line([(heads[0].0, heads[0].1, 100)])]
    for (cell, head) in zip(cells, heads.dropFirst()) {
      lines.append(line([(cell.0, cell.1, 126), (head.0, head.1, 100)]))
    }
    lines.append(line([(cells[4].0, cells[4].1, 126)]))
    let sums = [("Subtotal", "3.230,00"), ("VAT 25 %", "807,50"), ("Total", "4.037,50")]
    let y = { (row: Int) in 178 + 26 * Double(row) }
    let others =
      sums.enumerated().map { line([($0.element.0, 420, y($0.offset))]) }
      + sums.enumerated().map { line([($0.element.1, 640, y($0.offset))]) }
    let copied = text(lines + others)
    #expect(copied.contains("Chair, black 4 745,00 2.980,00"), "\(copied)")
    #expect(copied.contains("Total 4.037,50"), "\(copied)")
    for head in heads { #expect(!copied.contains { $0.contains(head.0) && $0.contains("745") }, "\(copied)") }
  }

  @Test("Separates columns whose lines were copied across", arguments: [0.0, 12])
  func across(shift: Double) {
    let lines = zip(Self.left, Self.right).enumerated().map { index, texts in
      line([(texts.0, 100, 100 + 26 * Double(index)), (texts.1, 500, 100 + shift + 26 * Double(index))])
    }
    #expect(text(lines) == Self.left + Self.right)
  }

  @Test("Separates columns whose paragraphs were copied in turn")
  func paragraphs() {
    let sides = [(Self.left, 100.0), (Self.right, 500)].map { texts, x in
      texts.enumerated().map { line([($0.element, x, 100 + 26 * Double($0.offset) + (x > 100 ? 12 : 0))]) }
    }
    let parts = [0..<2, 2..<4, 4..<7].flatMap { part in sides.map { $0[part] } }
    #expect(text(Array(parts.joined())) == Self.left + Self.right)
  }

  @Test("Joins the words of a justified line that were copied one by one")
  func justified() {
    let lines = zip(Self.left, Self.right).enumerated().flatMap { index, texts -> [Line] in
      let y = 100 + 26 * Double(index)
      let sides = [(texts.0, 100.0), (texts.1, 500.0)]
      guard index == 5 else { return sides.map { line([($0.0, $0.1, y)]) } }
      return sides.flatMap { side in
        var x = side.1
        return side.0.split(separator: " ").map { word in
          defer { x += 10 * Double(word.count) + 14 }
          return line([(String(word), x, y)])
        }
      }
    }
    #expect(text(lines) == Self.left + Self.right)
  }

  @Test("Separates columns below a title, with words that were copied one by one in a wrong order")
  func belowTitle() {
    let title = line([("The ferry and the museum of our harbor", 100, 60)])
    let words = [3, 0, 4, 1, 5, 2, 6].flatMap { index in
      [(Self.left, 100.0), (Self.right, 500)].flatMap { side, start -> [Line] in
        var x = start
        return side[index].split(separator: " ").map { word in
          defer { x += 10 * Double(word.count) + 14 }
          return line([(String(word), x, 100 + 26 * Double(index))])
        }
      }
    }
    #expect(text([title] + words) == [title.text] + Self.left + Self.right)
  }

  @Test("Keeps the rows of a table")
  func table() {
    let lines = (0..<8).map { row in
      line([("Oak board \(row)", 100, 100 + 26 * Double(row)), ("\(row)4.20 per piece", 500, 100 + 26 * Double(row))])
    }
    #expect(text(lines) == lines.map(\.text))
  }

  @Test("Keeps columns that were copied one after the other")
  func ordered() {
    let lines = [(Self.left, 100.0), (Self.right, 500.0)].flatMap { texts, x in
      texts.enumerated().map { line([($0.element, x, 100 + 26 * Double($0.offset))]) }
    }
    #expect(text(lines) == Self.left + Self.right)
  }
}
