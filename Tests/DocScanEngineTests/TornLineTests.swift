// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the words of a line stay together in the order of the line.

import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanReading
import Testing

@testable import DocScanEngine

/// Lines whose words must stay together, whatever Tesseract's boxes and blocks are.
@Suite("Words of a line")
struct TornLineTests {
  private func word(_ text: String, _ box: Box, confidence: Double = 0.9) -> Word {
    Word(text: text, confidence: confidence, box: box)
  }

  /// Returns a line of words that are 50 pixels wide, 60 from each other, and 20 high.
  private func line(_ texts: String..., x: Double = 0, y: Double) -> Line {
    let words = texts.enumerated().map { index, text in
      word(text, Box(x: x + 60 * Double(index), y: y, width: 50, height: 20))
    }
    return line(words)
  }

  private func line(_ words: [Word]) -> Line {
    let box = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
    return Line(
      text: joinedText(words), confidence: 0.9, box: box,
      baseline: [Point(x: box.x, y: box.maxY), Point(x: box.maxX, y: box.maxY)], words: words)
  }

  private func block(_ lines: Line..., kind: BlockKind = .text) -> Block {
    Block(kind: kind, box: lines.dropFirst().reduce(lines[0].box) { $0.union($1.box) }, lines: lines)
  }

  private func texts(_ blocks: [Block]) -> [String] {
    blocks.flatMap(\.lines).map { $0.words.map(\.text).joined(separator: " ") }
  }

  // MARK: Two readings

  @Test("Matches words line by line although boxes reach into the next line")
  func readingsByLine() {
    var first = block(line("one", "two", "three", y: 100), line("four", "five", "six", y: 130))
    // In each line, one box covers both lines.
    first.lines[0].words[1].box.height = 50
    first.lines[1].words[2].box = Box(x: 120, y: 100, width: 50, height: 50)
    var second = block(line("one", "two", "three", y: 101), line("four", "five", "six", y: 131))
    second.lines[0].words[0].box.height = 49
    #expect(texts(ReadingVote([first], [second]).blocks()) == ["one two three", "four five six"])
    #expect(texts(ReadingVote([second], [first]).blocks()) == ["one two three", "four five six"])
  }

  @Test("Adds a line that only the second reading has as one line, between those around it")
  func missingLine() {
    let first = block(line("one", "two", "three", y: 100), line("seven", "eight", "nine", y: 160))
    let second = block(
      line("one", "two", "three", y: 100), line("four", "five", "six", y: 130), line("seven", "eight", "nine", y: 160))
    let read = ReadingVote([first], [second]).blocks()
    #expect(texts(read) == ["one two three", "four five six", "seven eight nine"])
    #expect(read.count == 1)
  }

  @Test("Adds a word that only the second reading has to the line that its neighbors are in")
  func missingWord() {
    var first = block(line("one", "two", y: 100), line("four", "five", "six", y: 130))
    // The line below has a box that reaches up to the place of the missing word.
    first.lines[1].words[2].box = Box(x: 125, y: 104, width: 50, height: 46)
    let second = block(line("one", "two", "three", y: 100), line("four", "five", "six", y: 130))
    #expect(texts(ReadingVote([first], [second]).blocks()) == ["one two three", "four five six"])
  }

  // MARK: Boxes

  @Test("Ends boxes at the next word and at the words of other lines")
  func boxes() {
    var read = block(line("one", "two", "three", y: 100), line("four", "five", "six", y: 130))
    read.lines[0].words[1].box.height = 48
    read.lines[1].words[0].box.width = 100
    let words = WordBoxes([read]).blocks.words
    #expect(words[1].box == Box(x: 60, y: 100, width: 50, height: 30))
    #expect(words[3].box == Box(x: 0, y: 130, width: 60, height: 20))
    #expect(words[0].box == read.lines[0].words[0].box && words[5].box == read.lines[1].words[2].box)
  }

  @Test("Keeps the box of a tall letter that covers no other line")
  func tallLetter() {
    var read = block(line("one", "two", "three", y: 100), line("four", "five", y: 130))
    read.lines[0].words[2].box.height = 50
    #expect(WordBoxes([read]).blocks == [read])
  }

  // MARK: Blocks

  @Test("Orders columns although a speck was taken for text that runs down the page")
  func speck() {
    let prose = [
      "the ferry left the harbour early", "nobody on the quay looked up at", "paper before it was gone and so",
    ]
    func column(_ x: Double, _ y: Double) -> [Line] {
      (0..<9).map { row in
        let texts = prose[row % 3].split(separator: " ").map(String.init)
        return line(
          texts.enumerated().map { index, text in
            word(text, Box(x: x + 70 * Double(index), y: y + 30 * Double(row), width: 60, height: 20))
          })
      }
    }
    let (left, right) = (column(100, 100), column(600, 100))
    var across = zip(left, right).map { line($0.words + $1.words) }
    across.insert(line("Harbour", "news", "of", "today", x: 300, y: 40), at: 0)
    let page = Block(kind: .text, box: Box(x: 100, y: 40, width: 920, height: 320), lines: across)
    let speck = block(line([word("l", Box(x: 1100, y: 200, width: 8, height: 30))]), kind: .verticalText)
    let read = texts(PageLayout([page, speck]).blocks)
    #expect(read.filter { $0 != "l" } == texts(PageLayout([page]).blocks))
    #expect(read.contains("l") && read.firstIndex(of: "paper before it was gone and so") == 3)
  }

  @Test(
    "Puts a word of a line in its line although Tesseract made a block of it",
    arguments: [BlockKind.text, .verticalText])
  func wordApart(kind: BlockKind) {
    let long = line("several", "longer", "words", "follow", "below", "them", y: 160)
    let rest = block(line("one", "two", y: 100), line("four", "five", "six", y: 130), long)
    let apart = block(line([word("to", Box(x: 120, y: 101, width: 50, height: 20))]), kind: kind)
    #expect(texts(PageLayout([apart, rest]).blocks) == ["one two to", "four five six", long.text])
  }

  @Test("Drops what was made of a part of a word as text that runs down the page")
  func partOfWord() {
    let rest = block(line("one", "two", "three", y: 100), line("four", "five", "six", y: 130))
    let part = block(
      line([word("i", Box(x: 70, y: 102, width: 8, height: 16), confidence: 0.4)]), kind: .verticalText)
    let layout = PageLayout([rest, part])
    #expect(texts(layout.blocks) == ["one two three", "four five six"])
    #expect(layout.dropped.map(\.text) == ["i"])
  }

  // MARK: Pages

  @Test("Keeps the lines of a justified paragraph in a gray box", arguments: ["kor", "deu", "eng"])
  func justified(language: String) throws {
    var page = PageDrawing(size: .a5)
    let words = try Documents.notice(in: language).text.split(whereSeparator: \.isWhitespace).map(String.init)
    let font = language == "kor" ? PageFont(.chinese, size: 10) : PageFont.serif(10)
    page.area(Box(x: 40, y: 50, width: 340, height: 240), ink: 0.14)
    func width(of word: String) throws -> Double {
      var drawing = PageDrawing()
      try drawing.line(word, at: Point(x: 0, y: 0), font: font)
      return drawing.words.map(\.box.maxX).max() ?? 0
    }
    var (rows, row, length): ([[String]], [String], Double) = ([], [], 0)
    for word in words {
      let next = try width(of: word)
      if length + next + 4 * Double(row.count) > 300 {
        rows.append(row)
        (row, length) = ([], 0)
      }
      row.append(word)
      length += next
    }
    for (number, row) in rows.prefix(14).enumerated() where row.count > 1 {
      let widths = try row.map(width)
      let space = (310 - widths.reduce(0, +)) / Double(row.count - 1)
      var x = 55.0
      for (word, width) in zip(row, widths) {
        try page.line(word, at: Point(x: x, y: 75 + 15 * Double(number)), font: font)
        x += width + space
      }
    }
    let languages: [JSONValue] = language == "eng" ? ["eng"] : [.string(language), "eng"]
    let trial = try Trial(
      page.raster(dpi: 150), dpi: 150, "recognize", settings: ["languages": .array(languages)])
    let read = (trial.page.recognition?.blocks ?? []).words.filter { $0.text.count > 1 }
    // Each line is read from left to right before the next one.
    let steps = zip(read, read.dropFirst())
    let torn = steps.filter {
      $0.box.middleY > $1.box.maxY || $1.box.sharedHeight(with: $0.box) > 0.5 && $1.box.x < $0.box.x
    }
    #expect(read.count > 20 && torn.isEmpty, "\(torn.map { ($0.text, $1.text) })")
  }
}
