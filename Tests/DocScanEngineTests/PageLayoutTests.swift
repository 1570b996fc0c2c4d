// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: layout of recognized blocks repairs order, columns, and noise without losing text.

import DocScanCore
import DocScanEngine
import DocScanReading
import Testing

/// Handmade pages as an engine may return them, and the layout that results.
@Suite("Layout of recognized blocks")
struct PageLayoutTests {
  private static let prose = [
    "The ferry left the small harbour", "early and nobody on the quay ever", "looked up from the morning paper",
    "before it was gone behind the hill", "and the gulls had gone with it too", "as they did on every other day",
  ]
  private static let others = [
    "Every winter the baker counts the", "empty sacks in the attic and notes", "their number on the wooden door in",
    "chalk and nobody has ever asked him", "why he does it or what it is he has", "learned from all these numbers so",
  ]

  /// Returns a line with letters 10 pixels wide and 20 high.
  private func line(
    _ text: String, x: Double, y: Double, confidence: Double = 0.95, height: Double = 20, startsParagraph: Bool? = nil
  ) -> Line {
    var words: [Word] = []
    var left = x
    for part in text.split(separator: " ") {
      let width = Double(part.count) * 10
      words.append(
        Word(text: String(part), confidence: confidence, box: Box(x: left, y: y, width: width, height: height)))
      left += width + 10
    }
    let box = Box(x: x, y: y, width: left - 10 - x, height: height)
    return Line(
      text: text, confidence: confidence, box: box,
      baseline: [Point(x: x, y: y + height), Point(x: box.maxX, y: y + height)], words: words,
      startsParagraph: startsParagraph)
  }

  private func block(_ lines: [Line], kind: BlockKind = .text) -> Block {
    Block(kind: kind, box: lines.dropFirst().reduce(lines[0].box) { $0.union($1.box) }, lines: lines)
  }

  private func column(_ texts: [String], x: Double, y: Double = 100, step: Double = 30) -> Block {
    block(texts.enumerated().map { line($1, x: x, y: y + step * Double($0)) })
  }

  private func texts(_ layout: PageLayout) -> [String] {
    layout.blocks.flatMap(\.lines).map { $0.words.map(\.text).joined(separator: " ") }
  }

  @Test("Separates columns of prose that were read across")
  func acrossColumns() {
    let rows = zip(Self.prose, Self.others).enumerated().map { row, pair in
      let (left, right) = (
        line(pair.0, x: 100, y: 100 + 30 * Double(row)), line(pair.1, x: 500, y: 100 + 30 * Double(row))
      )
      var both = left
      both.words += right.words
      both.box = left.box.union(right.box)
      return both
    }
    let layout = PageLayout([block(rows)])
    #expect(texts(layout) == Self.prose + Self.others)
    #expect(layout.blocks.count == 2)
  }

  @Test("Keeps amounts and line numbers with their rows")
  func rowsStay() {
    let numbered = Self.prose.enumerated().map { row, text -> Line in
      var both = line("\(row + 1)", x: 40, y: 100 + 30 * Double(row))
      let text = line(text, x: 100, y: 100 + 30 * Double(row))
      let amount = line("\(row + 3).50", x: 600, y: 100 + 30 * Double(row))
      both.words += text.words + amount.words
      both.box = both.box.union(amount.box)
      return both
    }
    let page = [block(numbered)]
    #expect(PageLayout(page).blocks == page)
  }

  @Test("Joins a column of amounts with the lines to its left")
  func tornRows() {
    let layout = PageLayout([
      column(["Subtotal", "Value added tax", "Total due"], x: 100), column(["873.40", "165.95", "1,039.35"], x: 700),
    ])
    #expect(texts(layout) == ["Subtotal 873.40", "Value added tax 165.95", "Total due 1,039.35"])
    #expect(layout.blocks.map(\.kind) == [.text])
    #expect(layout.blocks.first?.box == Box(x: 100, y: 100, width: 680, height: 80))
  }

  @Test("Joins torn columns of a table")
  func tornTable() {
    let layout = PageLayout([
      column(["Inner tube", "Brake pads", "Helmet"], x: 100), column(["5.95", "8.50", "27.90"], x: 500),
      column(["35.70", "34.00", "83.70"], x: 700),
    ])
    #expect(texts(layout) == ["Inner tube 5.95 35.70", "Brake pads 8.50 34.00", "Helmet 27.90 83.70"])
    #expect(layout.blocks.map(\.kind) == [.table])
  }

  @Test("Puts terms that were read as a column before the paragraphs beside them, but not a list beside running text")
  func termsBesideText() {
    let terms = ["Aperture", "Depth", "Exposure"]
    let labels = zip(terms, [100.0, 190, 280]).map { line($0, x: 100, y: $1) }
    let paragraphs = [0, 2, 4].map { start in
      column(Array(Self.prose[start..<(start + 2)]), x: 300, y: 100 + 45 * Double(start))
    }
    let ordered = zip(terms, [0, 2, 4]).flatMap { [$0, Self.prose[$1], Self.prose[$1 + 1]] }
    #expect(texts(PageLayout([block(labels), block(paragraphs.flatMap(\.lines))])) == ordered)
    #expect(texts(PageLayout([block(Array(labels[..<2])), block([labels[2]])] + paragraphs)) == ordered)
    // The first term was read as the end of the paragraph above.
    let above = line("These are the terms of the guide", x: 100, y: 40)
    let page = PageLayout([block([above, labels[0]]), block(Array(labels[1...])), block(paragraphs.flatMap(\.lines))])
    #expect(texts(page) == ["These are the terms of the guide"] + ordered)
    let list = column(terms, x: 100, step: 60)
    #expect(texts(PageLayout([list, column(Self.prose, x: 300)])) == terms + Self.prose)
  }

  @Test("Never joins columns of prose, and puts the left one first")
  func proseColumns() {
    let (left, right) = (column(Self.prose, x: 100), column(Self.others, x: 500))
    #expect(PageLayout([left, right]).blocks == [left, right])
    #expect(PageLayout([right, left]).blocks == [left, right])
  }

  @Test(
    "Reads the answers of a quiz down each column, and answers beside each other across",
    arguments: [
      (
        ["1. Which river?", "(A) Nile", "(B) Congo", "(C) Niger"],
        ["2. Which gas?", "(A) Argon", "(B) Neon", "(C) Xenon"], true
      ),
      (["(A) Nile", "(C) Niger", "(A) Oslo", "(C) Rome"], ["(B) Congo", "(D) Volta", "(B) Bern", "(D) Riga"], false),
    ])
  func answers(left: [String], right: [String], areColumns: Bool) {
    let rows = zip(left, right).enumerated().map { row, texts in
      across([line(texts.0, x: 100, y: 100 + 30 * Double(row)), line(texts.1, x: 500, y: 100 + 30 * Double(row))])
    }
    let expected = areColumns ? left + right : zip(left, right).map { "\($0) \($1)" }
    #expect(texts(PageLayout([block(rows)])) == expected)
  }

  /// Returns lines at the same height as a single line, as if they were read across the page.
  private func across(_ lines: [Line]) -> Line {
    lines.dropFirst().reduce(into: lines[0]) { all, line in
      all.words += line.words
      all.box = all.box.union(line.box)
      all.baseline[1] = line.baseline[1]
    }
  }

  /// Returns four pages on a sheet, each with its number and prose, read across the sheet.
  private func sheet(numbers: [Int], of texts: [[String]]) -> [Block] {
    [0, 2].map { row in
      let top = 100 + 400 * Double(row / 2)
      let pages = [(40.0, row), (600.0, row + 1)].map { left, index in
        [line("Page \(numbers[index])", x: left + 200, y: top)]
          + texts[index].enumerated().map { line($1, x: left, y: top + 30 + 30 * Double($0)) }
      }
      return block(zip(pages[0], pages[1]).map { across([$0, $1]) })
    }
  }

  @Test(
    "Reads pages on a sheet in the order of their numbers",
    arguments: [([1, 3, 2, 4], [0, 2, 1, 3]), ([1, 2, 3, 4], [0, 1, 2, 3])])
  func sheet(numbers: [Int], order: [Int]) {
    let texts = [Self.prose, Self.others, Self.others.reversed(), Self.prose.reversed()]
    let layout = PageLayout(sheet(numbers: numbers, of: texts))
    #expect(self.texts(layout) == order.flatMap { ["Page \(numbers[$0])"] + texts[$0] })
  }

  @Test("Reads line numbers before the text next to them")
  func lineNumbers() {
    let text = Self.prose + Self.others
    let rows = text.enumerated().map { row, text in
      let y = 100 + 30 * Double(row)
      return across([line("\(row + 1)", x: 40, y: y), line(text, x: 80, y: y)])
    }
    #expect(texts(PageLayout([block(rows)])) == text.indices.map { "\($0 + 1)" } + text)
  }

  @Test("Reads the columns of an index in turn, whose entries were read across")
  func index() {
    let words = ["adhesion", "algae", "anchors", "barley", "basalt", "boilers", "canals", "cement"]
    let columns = (0..<3).map { column in
      words.enumerated().map { "\($1) of rivers, \(10 * column + $0 + 1), \(90 + column)" }
    }
    let rows = words.indices.map { row in
      across((0..<3).map { line(columns[$0][row], x: 100 + 300 * Double($0), y: 100 + 30 * Double(row)) })
    }
    #expect(texts(PageLayout([block(rows)])) == columns.flatMap(\.self))
  }

  @Test("Reads two addresses next to each other in turn")
  func addresses() {
    let first = ["Church Lawson", "183 Mill Lane", "46760 Brookfield"]
    let second = ["Library Dawson", "7 Harbour Street", "66471 Glenwood"]
    let rows = zip(first, second).enumerated().map { row, pair in
      let y = 100 + 30 * Double(row)
      return across([line(pair.0, x: 100, y: y), line(pair.1, x: 350, y: y)])
    }
    #expect(texts(PageLayout([block(rows), column(Self.prose, x: 100, y: 300)])) == first + second + Self.prose)
  }

  @Test("Reads text below a headline after all columns above it")
  func articles() {
    let texts = [Self.prose, Self.others, Self.prose.reversed()]
    let places = [100.0, 500, 900]
    let upper = zip(texts, places).map { column($0, x: $1) }
    let lower = zip(texts.reversed(), places).map { column($0, x: $1, y: 400) }
    let headline = block([line("The herons of the towpath have come back to us at last", x: 100, y: 340)])
    let read = [upper[0], headline, lower[0], upper[1], lower[1], upper[2], lower[2]]
    let layout = PageLayout(read)
    #expect(layout.blocks.map(\.box) == (upper + [headline] + lower).map(\.box))
  }

  @Test("Reads both sides of a letterhead before the columns below")
  func letterhead() {
    let logo = block([line("os", x: 160, y: 26, height: 8), line("Harbour Office", x: 100, y: 45, height: 30)])
    let facts = column(["Ferry Service", "Old Quay", "Dear passengers"], x: 500, y: 40, step: 30)
    let layout = PageLayout([logo, column(Self.prose, x: 100, y: 200), facts, column(Self.others, x: 500, y: 200)])
    #expect(
      texts(layout).filter { $0 != "os" } == ["Harbour Office", "Ferry Service", "Old Quay", "Dear passengers"]
        + Self.prose + Self.others)
  }

  @Test("Keeps the order of vertical lines")
  func upright() {
    var blocks = [column(Self.others, x: 500), column(Self.prose, x: 100)]
    blocks[0].kind = .verticalText
    blocks[1].kind = .verticalText
    #expect(PageLayout(blocks).blocks == blocks)
  }

  @Test("Puts a picture before its caption, and drops words in it")
  func picture() throws {
    let picture = Block(kind: .picture, box: Box(x: 100, y: 400, width: 300, height: 200), lines: [])
    let caption = column(["The hills behind the canal"], x: 100, y: 620)
    let noise = column(["EW", "Ss"], x: 200, y: 450)
    let doubted = block(noise.lines.map { line($0.text, x: 200, y: $0.box.y, confidence: 0.25) })
    let layout = PageLayout([column(Self.prose, x: 100), doubted, caption, picture])
    #expect(layout.blocks.map(\.kind) == [.text, .picture, .text])
    #expect(layout.dropped.map(\.reason) == [.picture, .picture])
    #expect(layout.dropped.map(\.text) == ["EW", "Ss"])
  }

  @Test(
    "Drops doubtful text in the shape of a rule or speck",
    arguments: [
      ("EEEEE", 4.0, 0.3, DroppedText.Reason.rule), ("SESESE", 20, 0.3, .rule), ("a", 4, 0.3, .speck),
      ("•", 5, 0.2, .speck),
      ("Qx", 60, 0.2, .picture), ("|", 20, 0.4, .rule),
    ])
  func shapes(text: String, height: Double, confidence: Double, reason: DroppedText.Reason) {
    let prose = column(Self.prose, x: 100)
    let noise = block([line(text, x: 100, y: 400, confidence: confidence, height: height)])
    let layout = PageLayout([prose, noise])
    #expect(layout.blocks == [prose])
    #expect(layout.dropped.map(\.reason) == [reason])
    let certain = block([line(text, x: 100, y: 400, confidence: 0.9, height: height)])
    #expect(PageLayout([prose, certain]).dropped.isEmpty)
  }

  @Test("Drops unreadable words on a poor receipt, but not in prose")
  func unreadable() {
    let items = ["Bread 5.40", "Milk 1.20", "Cake 6.50", "Tea 3.15", "Oil 7.99"].enumerated().map {
      line($1, x: 100, y: 100 + 30 * Double($0), confidence: 0.8)
    }
    let doubted = line("wvu rrn", x: 100, y: 300, confidence: 0.2, startsParagraph: true)
    let amount = line("24.24", x: 100, y: 360, confidence: 0.2)
    let next = line("Total 24.24", x: 100, y: 330, confidence: 0.8, startsParagraph: false)
    let receipt = PageLayout([block(items + [doubted, next, amount])])
    #expect(receipt.dropped.map(\.reason) == [.unreadable, .unreadable])
    #expect(texts(receipt).suffix(2) == ["Total 24.24", "24.24"])
    // The noise's paragraph now begins with the line after it.
    #expect(receipt.blocks.first?.lines.first { $0.text == "Total 24.24" }?.startsParagraph == true)
    let prose = [block(column(Self.prose, x: 100).lines + [line("wvu rrn", x: 100, y: 290, confidence: 0.2)])]
    #expect(PageLayout(prose).blocks == prose)
  }

  @Test("Extends lines around their words, and blocks around their lines")
  func boxes() {
    var page = column(Self.prose, x: 100)
    page.lines[2].words[1].box.height = 40
    page.box.width = 10
    let fitted = PageLayout([page]).blocks
    #expect(fitted.first?.lines[2].box.maxY == page.lines[2].words[1].box.maxY)
    #expect(fitted.first?.box.maxX == page.lines.map(\.box.maxX).max())
  }
}
