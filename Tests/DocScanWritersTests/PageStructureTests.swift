// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: headings, running heads, and chunks match the page's structure in every format.

import DocScanCore
import DocScanFiles
import DocScanFixtures
import DocScanLayout
import DocScanWriters
import FoundationEssentials
import Testing

@Suite("Structure of pages")
struct PageStructureTests {
  /// A line of a drawn page: text, distance from the top, size, and weight.
  struct Drawn {
    var text: String
    var y: Double
    var x = 100.0
    var size = 20.0
    var weight: Double?
  }

  /// Returns a page of 1,000 by 1,400 pixels; each group of lines is a block.
  static func page(_ blocks: [[Drawn]], number: Int = 1) -> SamplePage {
    var page = SamplePage([])
    page.number = number
    page.blocks = blocks.map { lines in
      let made = lines.map { drawn -> Line in
        var x = drawn.x
        let words = drawn.text.split(separator: " ").map { text -> Word in
          let isHan = text.unicodeScalars.contains { $0.value > 0x2E00 }
          let width = Double(text.count) * drawn.size * (isHan ? 1 : 0.5)
          defer { x += width + 0.3 * drawn.size }
          // The ink of a word with ascenders and descenders.
          return Word(
            text: String(text), confidence: 0.96, box: Box(x: x, y: drawn.y, width: width, height: 0.93 * drawn.size))
        }
        let box = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
        return Line(
          text: joinedText(words), confidence: 0.96, box: box,
          baseline: [Point(x: box.x, y: box.maxY), Point(x: box.maxX, y: box.maxY)], words: words, weight: drawn.weight)
      }
      let box = made.dropFirst().reduce(made[0].box) { $0.union($1.box) }
      return Block(kind: .text, box: box, lines: made)
    }
    return page
  }

  private static let prose = [
    "gate of the upper lock, which was built when the canal was young,",
    "opens twice a day for boats that wait in the basin below the town,",
    "and nobody remembers a summer in which the keeper was late for it.",
  ]

  /// Returns lines of running text, starting at a height.
  static func prose(from y: Double) -> [Drawn] {
    prose.enumerated().map {
      Drawn(text: $0.offset == 0 ? "The \($0.element)" : $0.element, y: y + 28 * Double($0.offset))
    }
  }

  static func markdown(_ pages: [SamplePage], settings: [String: JSONValue] = [:]) throws -> String {
    try WrittenFiles(MarkdownWriter.self, pages, settings: settings).text("sample.md")
  }

  @Test(
    "Separates a heading that shares a block with its text", arguments: [(30.0, nil), (20, 1.6)])
  func headingInBlock(size: Double, weight: Double?) throws {
    let heading = Drawn(text: "Growth of the towns", y: 400, size: size, weight: weight)
    let page = Self.page([Self.prose(from: 200), [heading] + Self.prose(from: 450), Self.prose(from: 650)])
    let lines = try Self.markdown([page]).split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("#") && $0.hasSuffix("# Growth of the towns") }, "\(lines)")
    #expect(lines.count { $0.hasPrefix("#") } == 1, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("The gate of the upper lock") && $0.hasSuffix("was late for it.") })
  }

  @Test(
    "Leaves out what is a running head by its form alone",
    arguments: [
      ("38", 1340.0, false), ("- 41 -", 1340, false), ("Page 8 of 11", 60, false), ("42 THE APPRENTICE", 60, false),
      ("Horizontal Bargaining Power 381", 60, false), ("MNKTNSTA00607279", 1340, false),
      ("Presentation of Findings ____________", 60, false), ("Table 14. The boats of a year", 60, true),
      ("https://example.org/mill.html 1/2", 1340, false), ("3/14/24, 9:26 PM The canal", 60, false),
    ])
  func runningForms(text: String, y: Double, isKept: Bool) throws {
    let page = Self.page([
      [Drawn(text: text, y: y)], Self.prose(from: 200), Self.prose(from: 450), Self.prose(from: 650),
    ])
    #expect(try Self.markdown([page]).contains(String(text.prefix { $0 != "_" }).trimmed) == isKept)
  }

  @Test(
    "Derives a heading's level from its number",
    arguments: [("1.2 Early settlements", "### "), ("2 Methods of work", "## "), ("Chapter 3 The river", "# ")])
  func levels(text: String, mark: String) throws {
    let heading = Drawn(text: text, y: 400, size: 26, weight: 1.5)
    let page = Self.page([Self.prose(from: 200), [heading], Self.prose(from: 450), Self.prose(from: 650)])
    #expect(try Self.markdown([page]).contains("\n\(mark)\(text)\n"))
  }

  @Test("Measures the words of cells that were copied as one line over several rows")
  func tallCells() {
    var page = Self.page([[Drawn(text: "Growth of the towns", y: 100, size: 36)], Self.prose(from: 200)])
    page.status = .copied
    for line in page.blocks[1].lines.indices { page.blocks[1].lines[line].box.height = 80 }
    let copied = page.result.page
    #expect(TypeSize(copied).ratio(copied.blocks[0].lines[0]) == 1.8)
  }

  @Test("Takes a bold line of a program for no heading")
  func program() throws {
    for (text, isHeading) in [("int main(void) {", false), ("The main lock", true)] {
      let line = [Drawn(text: text, y: 420, weight: 1.5)]
      let page = Self.page([Self.prose(from: 200), line, Self.prose(from: 480), Self.prose(from: 680)])
      #expect(try Self.markdown([page]).contains("#") == isHeading, "\(text)")
    }
  }

  @Test("Takes a bold term above its indented definition for no heading")
  func term() throws {
    for (x, isHeading) in [(140.0, false), (100, true)] {
      let definition = Self.prose(from: 448).map { Drawn(text: $0.text, y: $0.y, x: x) }
      let term = [Drawn(text: "Bin floor", y: 420, weight: 1.2)]
      let page = Self.page([Self.prose(from: 200), Self.prose(from: 310), term + definition, Self.prose(from: 680)])
      #expect(try Self.markdown([page]).contains("#") == isHeading, "\(x)")
    }
  }

  @Test("Takes a line for an item if only its bullet is unread")
  func unreadBullet() throws {
    let texts = ["• Two coats of oil", "The lock of the upper gate", "• A rope for each boat"]
    let items = texts.enumerated().map {
      Drawn(text: $0.element, y: 420 + 28 * Double($0.offset), x: $0.offset == 1 ? 116 : 100)
    }
    let page = Self.page([Self.prose(from: 200), items, Self.prose(from: 600), Self.prose(from: 800)])
    let lines = try Self.markdown([page]).split(separator: "\n").filter { $0.hasPrefix("- ") }
    #expect(lines == ["- Two coats of oil", "- The lock of the upper gate", "- A rope for each boat"])
  }

  @Test("Takes lines beside drawn or misread bullets for items, but not those beside a single mark", arguments: [1, 2])
  func drawnBullets(count: Int) throws {
    let lines = (0..<count).map {
      Drawn(text: $0 == 0 ? "sealed letters" : "o wooden spoons", y: 300 + 40 * Double($0))
    }
    var page = Self.page([Self.prose(from: 100), lines, Self.prose(from: 700)])
    page.blocks[1].lines[0].words = page.blocks[1].lines[0].words.map { word in
      var word = word
      word.box.x += 16
      return word
    }
    page.blocks[1].lines[0].box.x += 16
    let marks = (0..<count).map { Box(x: 101, y: 306 + 40 * Double($0), width: 7, height: 7) }
    var recognized = page.result.page
    let found = ListBullet.found(among: marks, beside: recognized)
    #expect(found.bullets.count == (count > 1 ? count : 0))
    try recognized.findings.set(found.bullets)
    let markdown = PageMarkdown.text(of: recognized)
    #expect(markdown.contains("- sealed letters\n- wooden spoons\n") == (count > 1))
  }

  @Test("Joins Chinese lines without spaces, and recognizes 一、 as a heading")
  func chinese() throws {
    let lines = ["研究人员在过去三年中对这一地区的水质进行了连续观测，并记录了每个", "月的变化情况，结果表明随着温度的升高，反应速度明显加快但产品质量", "没有下降。"]
    func prose(_ y: Double) -> [Drawn] {
      lines.enumerated().map { Drawn(text: $0.element, y: y + 30 * Double($0.offset)) }
    }
    let heading = Drawn(text: "一、研究方法", y: 400, size: 23, weight: 1.4)
    let markdown = try Self.markdown([Self.page([prose(200), [heading], prose(460), prose(700)])])
    #expect(markdown.contains("\n## 一、研究方法\n"), "\(markdown)")
    #expect(markdown.contains("记录了每个月的变化情况"))
  }

  @Test("Keeps the head and foot of an invoice once, and lines that introduce others")
  func headsOfOtherPages() throws {
    let rows = ["Invoice no. 4711", "Date 12 March 2024", "Due 26 March 2024", "Bread 4.20", "Milk 1.30", "Total 5.50"]
    let body = rows.enumerated().map { [Drawn(text: $0.element, y: 250 + 60 * Double($0.offset))] }
    let head = [Drawn(text: "Mill Lane Bakery", y: 40, x: 700, size: 16)]
    let foot = [Drawn(text: "Account DE28 7001 0080 9999 9999 99", y: 1340, size: 14)]
    let taxNumber = [Drawn(text: "DE123456789", y: 1340, x: 700, size: 14)]
    let invoice = (1...3).map { Self.page([head] + body + [foot, taxNumber], number: $0) }
    let markdown = try Self.markdown(invoice)
    #expect(markdown.components(separatedBy: "DE28 7001").count == 2, "\(markdown)")
    #expect(markdown.components(separatedBy: "Mill Lane Bakery").count == 2, "\(markdown)")
    #expect(markdown.components(separatedBy: "DE123456789").count == 2, "\(markdown)")
    let label = [Drawn(text: "The boats of this list may pass at night:", y: 60, size: 18)]
    let page = Self.page([label, Self.prose(from: 200), Self.prose(from: 400), Self.prose(from: 600)])
    #expect(try Self.markdown([page, page]).components(separatedBy: "may pass at night:").count == 3)
  }

  @Test(
    "Takes a line that introduces what is below it for a heading only if its type stands out", arguments: [20.0, 30])
  func introduction(size: Double) throws {
    let line = [Drawn(text: "In the words of the keeper:", y: 400, size: size)]
    let page = Self.page([Self.prose(from: 200), line, Self.prose(from: 470), Self.prose(from: 650)])
    let heads = try Self.markdown([page]).split(separator: "\n").filter { $0.hasPrefix("#") }
    #expect(heads.count == (size > 20 ? 1 : 0), "\(heads)")
    let label = [Drawn(text: "Keeper:", y: 400, weight: 1.4)]
    let value = [Drawn(text: "nobody remembers a summer in which the keeper was late for it", y: 400, x: 300)]
    let form = Self.page([Self.prose(from: 200), label, value, Self.prose(from: 470), Self.prose(from: 650)])
    #expect(try !Self.markdown([form]).contains("#"), "a label has text beside it")
  }

  @Test("Takes letters above the entries of an index for headings, but not a single one", arguments: [1, 3])
  func lettersOfIndex(count: Int) throws {
    let entries = "ABC".prefix(count).enumerated().flatMap { index, letter in
      [String(letter)] + (1...3).map { "\(letter.lowercased())nchor, \($0)" }
    }
    let lines = entries.enumerated().map { Drawn(text: $1, y: 200 + 60 * Double($0)) }
    let heads = try Self.markdown([Self.page(lines.map { [$0] })]).split(separator: "\n").filter { $0.hasPrefix("#") }
    #expect(heads.count == (count > 1 ? count : 0), "\(heads)")
  }

  @Test("Keeps the heading after a table if the layout analysis made one block of both")
  func headingAfterTable() throws {
    let rows = (0..<3).flatMap { row -> [Drawn] in
      let y = 400 + 40 * Double(row)
      return [Drawn(text: "Compound \(row)", y: y), Drawn(text: "41 kg", y: y, x: 500)]
    }
    let heading = [Drawn(text: "Outlook", y: 540, size: 30, weight: 1.5)]
    var page = Self.page([Self.prose(from: 200), rows + heading, Self.prose(from: 600), Self.prose(from: 800)])
    page.blocks[1].kind = .table
    var result = page.result
    for isFound in [true, false] {
      try result.page.findings.set(isFound ? [Self.table(Box(x: 100, y: 395, width: 500, height: 110))] : [])
      let headings = PageStructure(result.page).elements.filter { $0.kind == .heading || $0.kind == .title }
      #expect(headings.map { $0.lines.map { result.page[$0].text } } == [["Outlook"]])
    }
  }

  private static func table(_ box: Box) -> Table {
    Table(box: box, rows: 3, columns: 2, confidence: 0.9, cells: [])
  }

  @Test("Omits running heads and page numbers unless requested")
  func runningHeads() throws {
    let page = Self.page([
      [Drawn(text: "A SHORT HISTORY OF THE CANAL", y: 40, size: 16)], Self.prose(from: 200), Self.prose(from: 400),
      Self.prose(from: 600), [Drawn(text: "47", y: 1150, x: 400, size: 18)],
    ])
    let markdown = try Self.markdown([page])
    #expect(!markdown.contains("HISTORY") && !markdown.contains("47"), "\(markdown)")
    let whole = try Self.markdown([page], settings: ["runningHeads": .boolean(true)])
    #expect(whole.contains("A SHORT HISTORY OF THE CANAL") && whole.contains("\n47\n"))
  }

  @Test("Treats text that repeats at the edges of neighboring pages as a running head")
  func repetition() throws {
    let pages = (1...4).map { number in
      Self.page(
        [
          [Drawn(text: "Minutes of the garden committee", y: 120, size: 21)], Self.prose(from: 165),
          Self.prose(from: 400),
          [Drawn(text: "Only page \(number) says what no other page does", y: 700, size: 20)] + Self.prose(from: 730),
        ], number: number)
    }
    let markdown = try Self.markdown(pages)
    #expect(!markdown.contains("garden committee"), "\(markdown)")
    for number in 1...4 { #expect(markdown.contains("Only page \(number) says")) }
    #expect((1...4).map { markdown.ranges(of: "<!-- page \($0) -->").count } == [1, 1, 1, 1])
  }

  @Test(
    "Escapes nothing that Markdown would show unchanged",
    arguments: ["3.90T", "snake_case", "5 * 3", "a_b", "50% < 60", "R&D", "US$ 5", "#hash"])
  func needlessEscapes(text: String) throws {
    let page = Self.page([Self.prose(from: 200), [Drawn(text: text, y: 500)], Self.prose(from: 560)])
    #expect(try Self.markdown([page]).contains(text))
    #expect(try !Self.markdown([page]).contains("\\"))
  }

  @Test("Writes chunks with headings, within the limit, with every word once")
  func chunks() throws {
    let page = Self.page([
      [Drawn(text: "1 Growth of the towns", y: 150, size: 30, weight: 1.5)], Self.prose(from: 200),
      Self.prose(from: 400),
      [Drawn(text: "2 The river and its bridges", y: 560, size: 30, weight: 1.5)], Self.prose(from: 620),
    ])
    struct Chunk: Decodable {
      struct Place: Decodable { var page: Int }
      var headings: [String]
      var text: String
      var tokens: Int
      var pages: [Place]
    }
    let lines = try WrittenFiles(ChunksWriter.self, [page], settings: ["tokens": .number(60)]).text(
      "sample.chunks.jsonl"
    )
    .split(separator: "\n")
    let chunks = try lines.map { try JSONDecoder().decode(Chunk.self, from: Data($0.utf8)) }
    #expect(chunks.allSatisfy { $0.tokens <= 60 && $0.pages.map(\.page) == [1] })
    #expect(
      chunks.first?.headings == ["1 Growth of the towns"] && chunks.last?.headings == ["2 The river and its bridges"])
    #expect(chunks.map(\.text).joined(separator: " ").ranges(of: "late for it").count == 3)
  }

  @Test("Writes headings as bookmarks that lead to their pages")
  func bookmarks() throws {
    let pages = (1...2).map { number in
      Self.page(
        [
          Self.prose(from: 200), [Drawn(text: "\(number) Growth of the towns", y: 400, size: 30, weight: 1.5)],
          Self.prose(from: 460), Self.prose(from: 700),
        ], number: number)
    }
    let pdf = try WrittenPDF(
      pages.map { WriterPage(result: $0.result, picturePath: nil) }, settings: ["bookmarks": .boolean(true)])
    try Command("qpdf", ["--check", pdf.path]).check()
    let expanded = try pdf.expanded
    #expect(expanded.ranges(of: "/XYZ").count == 2 && expanded.contains("/Type /Outlines"))
    #expect(try !WrittenPDF(pages[0]).expanded.contains("/Outlines"))
  }

  @Test("Tags headings with levels, and excludes running heads from reading")
  func tags() throws {
    let page = Self.page([
      [Drawn(text: "A SHORT HISTORY OF THE CANAL", y: 40, size: 16)], Self.prose(from: 200),
      [Drawn(text: "1.2 Growth of the towns", y: 400, size: 30, weight: 1.5)], Self.prose(from: 460),
    ])
    var result = page.result
    try result.page.findings.set(PageStructure(result.page).elements)
    let pdf = try WrittenPDF([WriterPage(result: result, picturePath: nil)], settings: ["tagged": .boolean(true)])
    try Command("qpdf", ["--check", pdf.path]).check()
    let text = try pdf.information("-struct-text")
    #expect(text.contains("H3") && text.contains("Growth of the towns") && !text.contains("HISTORY"), "\(text)")
    #expect(try pdf.text("-raw").contains("HISTORY"))
  }
}
