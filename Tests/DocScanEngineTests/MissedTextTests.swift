// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: lines that layout analysis misses are found and inserted in order.

import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanVision
import Testing

@testable import DocScanEngine
@testable import DocScanReading

@Suite("Lines that layout analysis misses")
struct MissedTextTests {
  private let size = RasterSize(width: 1000, height: 1400, dpi: 150)

  private func line(_ text: String, x: Double, y: Double, confidence: Double = 0.95) -> Line {
    var words: [Word] = []
    for part in text.split(separator: " ") {
      let left = words.last.map { $0.box.maxX + 10 } ?? x
      words.append(
        Word(
          text: String(part), confidence: confidence,
          box: Box(x: left, y: y, width: 12 * Double(part.count), height: 24)))
    }
    let box = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
    return Line(text: text, confidence: confidence, box: box, baseline: [], words: words)
  }

  private func block(_ lines: Line...) -> Block {
    Block(kind: .text, box: lines.dropFirst().reduce(lines[0].box) { $0.union($1.box) }, lines: lines)
  }

  private func place(_ box: Box) -> [Point] {
    [
      Point(x: box.x, y: box.y), Point(x: box.maxX, y: box.y), Point(x: box.maxX, y: box.maxY),
      Point(x: box.x, y: box.maxY),
    ]
  }

  @Test("Reads a missed heading again, and inserts it before the text below")
  func heading() throws {
    let heading = line("Prices of the season", x: 100, y: 100)
    let body = block(
      line("potatoes early and late", x: 100, y: 200), line("onions red and white", x: 100, y: 230))
    // The picture shows the heading in two parts.
    let parts = [Box(x: 100, y: 100, width: 90, height: 24), Box(x: 200, y: 100, width: 160, height: 24)]
    let lines = (parts + body.lines.map(\.box)).map(place)
    let missed = MissedText(lines, beside: [body], on: size)
    #expect(missed.areas.count == 1)
    let area = try #require(missed.areas.first)
    #expect(heading.words.allSatisfy { $0.box.isMostly(in: area) } && area.maxY < 200)
    // Near the heading, a known word is read again.
    let again = block(heading, line("potatoes", x: 100, y: 200))
    let all = missed.adding([again])
    #expect(all.flatMap { $0.lines.map(\.text) } == [heading.text] + body.lines.map(\.text))
    #expect(MissedText(lines, beside: all, on: size).areas.isEmpty)
  }

  @Test("Ignores marks and hardly legible text")
  func noText() {
    let body = block(line("potatoes early and late", x: 100, y: 200))
    let mark = place(Box(x: 100, y: 100, width: 60, height: 24))
    #expect(MissedText([mark], beside: [body], on: size).areas.isEmpty)
    let picture = place(Box(x: 100, y: 100, width: 300, height: 24))
    let missed = MissedText([picture], beside: [body], on: size)
    #expect(missed.areas.count == 1)
    #expect(missed.adding([block(line("eH iiI", x: 100, y: 100, confidence: 0.4))]) == [body])
  }

  @Test("Reads lines again that were read as one unreadable word")
  func joinedLines() throws {
    let body = block(line("potatoes early and late", x: 100, y: 200), line("onions red and white", x: 100, y: 230))
    let noise = Word(text: "Hnepeaaiaeal", confidence: 0, box: Box(x: 500, y: 195, width: 220, height: 62))
    let joined = Line(text: noise.text, confidence: 0, box: noise.box, baseline: [], words: [noise])
    let blocks = [body, block(joined)]
    let parts = [Box(x: 500, y: 200, width: 200, height: 24), Box(x: 500, y: 230, width: 140, height: 24)]
    let missed = MissedText((parts + body.lines.map(\.box)).map(place), beside: blocks, on: size)
    let area = try #require(missed.areas.first)
    #expect(missed.areas.count == 1 && parts.allSatisfy { $0.isMostly(in: area) })
    let again = block(line("Invoice Number", x: 500, y: 200), line("INV-0192", x: 500, y: 230))
    let words = missed.adding([again]).words.map(\.text)
    #expect(words.contains("INV-0192") && words.contains("Invoice") && !words.contains(noise.text), "\(words)")
    // Nothing is lost if the lines still can't be read.
    #expect(missed.adding([]) == blocks)
  }

  @Test("Reads torn lines again as a whole, but not the lines of two columns")
  func tornLines() throws {
    func marks(_ lines: Line...) -> [Box] {
      lines.flatMap(\.words).flatMap { word in
        (0..<word.text.count).map { Box(x: word.box.x + 12 * Double($0), y: word.box.y, width: 11, height: 24) }
      }
    }
    let above = line("a paragraph", x: 100, y: 200)
    let (left, right) = (line("potatoes early", x: 100, y: 230), line("and late", x: 282, y: 230))
    let missing = line("onions red", x: 100, y: 260)
    let below = line("of whole lines", x: 100, y: 320)
    let torn = [block(above, left, line("onions", x: 100, y: 260), below), block(right)]
    let areas = TornLines(marks(above, left, right, missing, below), beside: torn, on: size).areas
    let area = try #require(areas.first)
    #expect(areas.count == 1 && [left, right, missing].allSatisfy { $0.box.isMostly(in: area) })
    let whole = [
      block(line("potatoes early and late", x: 100, y: 230), line("onions red", x: 100, y: 260)),
      // A part of the line below, in the margin of the area.
      block(line("ofw", x: 100, y: 318, confidence: 0.2)),
    ]
    let texts = torn.replacing(wordsIn: area, with: whole).map { $0.lines.map(\.text) }
    #expect(texts == [["a paragraph", "potatoes early and late", "onions red", "of whole lines"]])
    let column = line("and late", x: 330, y: 230)
    let columns = [block(above, left, missing, below), block(column)]
    #expect(TornLines(marks(above, left, column, missing, below), beside: columns, on: size).areas.isEmpty)
  }

  @Test("Reads sloping lines one by one in their places")
  func leaningLines() throws {
    let drawn = try Documents.minutes()
    let leaning = try drawn.raster(dpi: 200).skewed(clockwiseDegrees: 7)
    let page = PageContext(
      reference: PageReference(number: 1, source: "page", sourcePage: 1), source: leaning.image, dpi: 200)
    let engine = try Tesseract(languages: ["eng"], dataFolder: LanguagePacks().folder)
    let places: [[Point]] = try drawn.lines.map { line in
      let box = try #require(line.words.map(\.box).union).scaled(by: 200.0 / 72, 200.0 / 72)
      let around = Box(x: box.x - 6, y: box.y - 6, width: box.width + 12, height: box.height + 12)
      return place(around).map { leaning.map($0) }
    }
    let blocks = try LevelLines(engine: engine, letterHeight: 16).blocks(of: page, places)
    let read = blocks.words
    let title = ["Minutes", "garden", "committee"].compactMap { text in read.first { $0.text == text } }
    #expect(title.count == 3, "\(read.map(\.text))")
    // The words are in a row that slopes down to the right.
    #expect(zip(title, title.dropFirst()).allSatisfy { $0.box.maxX < $1.box.x && $0.box.y < $1.box.y })
    let wanted = Set(drawn.text.split(whereSeparator: \.isWhitespace).filter { $0.count > 3 }.map(String.init))
    let found = wanted.intersection(read.map(\.text))
    #expect(Double(found.count) > 0.9 * Double(wanted.count), "\(wanted.subtracting(found))")
  }
}
