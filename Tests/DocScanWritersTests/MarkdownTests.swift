// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: Markdown reproduces the page's structure, and any text is escaped as needed.

import DocScanCore
import DocScanFixtures
import DocScanWriters
import Testing

@Suite("Markdown")
struct MarkdownTests {
  private func markdown(_ pages: SamplePage...) throws -> String {
    try WrittenFiles(MarkdownWriter.self, pages).text("sample.md")
  }

  /// Returns the Markdown of one page without the leading comment.
  private func body(_ page: SamplePage) throws -> String {
    try markdown(page).replacing("<!-- page 1 -->\n\n", with: "")
  }

  /// Returns a page whose words are at these distances from the left, in pixels.
  private func page(_ rows: [[(x: Double, text: String)]]) -> SamplePage {
    var page = SamplePage(rows.map { $0.map(\.text) })
    for (row, cells) in rows.enumerated() {
      for (index, cell) in cells.enumerated() { page.blocks[0].lines[row].words[index].box.x = cell.x }
    }
    return page
  }

  private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  @Test("Joins the lines of a paragraph and hyphenated words")
  func reflow() throws {
    let lines = [
      "The keeper of the upper lock has opened the gates for the com-",
      "munity boats, which wait below in the pre- and",
      "postwar basin for Jean-", "Paul and the state-of-the-", "art crane that lifts them into the canal again.",
    ]
    var page = SamplePage(lines.map(words))
    // All lines except the last are full.
    for index in 0..<4 { page.blocks[0].lines[index].box.width = 900 }
    #expect(
      try body(page) == """
        The keeper of the upper lock has opened the gates for the community boats, which wait below in the pre- and \
        postwar basin for Jean-Paul and the state-of-the-art crane that lifts them into the canal again.

        """)
  }

  @Test("Keeps the line breaks after short lines")
  func address() throws {
    let page = SamplePage([
      words("Mrs Eleanor Whitcombe of the garden committee"), words("3 Orchard Lane by Ryegate"),
      words("Millbrook by Ely"),
    ])
    #expect(
      try body(page)
        == "Mrs Eleanor Whitcombe of the garden committee\\\n3 Orchard Lane by Ryegate\\\nMillbrook by Ely\n")
  }

  @Test(
    "Writes large type as a heading whose level depends on its size",
    arguments: [(1.3, "###"), (1.6, "#"), (2.2, "#"), (1.1, "")])
  func headings(factor: Double, mark: String) throws {
    var page = SamplePage([words("The usual text of this page, in the usual type"), words("and another line of it.")])
    var heading = SamplePage([["Annual", "report"]]).blocks[0]
    heading.enlarge(by: factor)
    heading.moveDown(by: -100 * factor)
    page.blocks.insert(heading, at: 0)
    #expect(try body(page).hasPrefix(mark.isEmpty ? "Annual report\n" : "\(mark) Annual report\n"))
  }

  @Test("Trusts Tesseract's headings, and ignores hardly legible ones")
  func uncertainHeadings() throws {
    #expect(try body(SamplePage([["Contents"]], kind: .heading)) == "### Contents\n")
    var scrawl = SamplePage([["Wnse~"]]).blocks[0]
    scrawl.enlarge(by: 3)
    scrawl.lines[0].confidence = 0.3
    var page = SamplePage([words("The usual text of this page")])
    page.blocks.append(scrawl)
    #expect(try !body(page).contains("#"))
  }

  @Test("Writes bullets and numbers as list items")
  func lists() throws {
    let page = SamplePage([
      words("• Bread"), words("• Butter"), words("1. First"), words("2. Second"), words("no item"),
    ])
    #expect(try body(page) == "- Bread\n- Butter\n\n1. First\n2. Second\n\nno item\n")
  }

  @Test("Writes words in columns as a table with right-aligned numbers")
  func table() throws {
    let page = page([
      [(60, "Item"), (300, "Pieces"), (500, "Price|")], [(60, "Inner"), (150, "tube"), (300, "12"), (539, "5.95")],
      [(60, "Pads"), (300, "4"), (526, "18.50")], [(60, "Bell"), (300, "110"), (513, "139.00")],
    ])
    #expect(
      try body(page) == """
        | Item | Pieces | Price\\| |
        | --- | --- | ---: |
        | Inner tube | 12 | 5.95 |
        | Pads | 4 | 18.50 |
        | Bell | 110 | 139.00 |

        """)
  }

  @Test("Writes two columns of prose as text, not as a table")
  func columns() throws {
    let text = words("Four words of prose beside six more of them")
    var left = SamplePage([text, text, text, text]).blocks[0]
    left.box.width = 400
    var right = left
    right.box.x += 600
    right.lines = right.lines.map { line in
      var line = line
      line.box.x += 600
      line.words = line.words.map { word in
        var word = word
        word.box.x += 600
        return word
      }
      return line
    }
    var page = SamplePage([])
    page.blocks = [left, right]
    #expect(try !body(page).contains("| "))
  }

  @Test("Separates pages by a rule, and reports a failed page")
  func pages() throws {
    var second = SamplePage.failed
    second.number = 2
    #expect(
      try markdown(SamplePage([["one"]]), second) == """
        <!-- page 1 -->

        one

        ---

        <!-- page 2 -->

        *Page 2 of sample.tif could not be processed: The worker crashed.*

        """)
  }

  @Test(
    "Escapes text that looks like Markdown",
    arguments: [
      "# 5 apples", "*stars* and _lines_ and `ticks`", "[link](there) ![picture]", "<b>bold</b> &amp; &copy;",
      "a | b ~~c~~",
      "+ plus", "= equal", "-- dashes", "12) twelve", "1986. A good year", "\\ backslash \\*", "$5 and $6", "> quoted",
      "*** three stars", "#hash", "snake_case_name", "-", "=====", "100.", "<!-- comment -->",
    ])
  func escaping(text: String) throws {
    // With one word per line there are no bullets or numbers.
    let page = page([[(60, text)]])
    let file = try WrittenFiles(MarkdownWriter.self, [page]).folder
    let html = try Command("cmark-gfm", ["-e", "table", "-e", "strikethrough", file / "sample.md"]).check().output
    let shown = html.replacing(/<!--(?:.*?)-->\n/, with: "").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
    #expect(shown == "<!-- raw HTML omitted -->\n<p>\(text)</p>\n" || shown == "<p>\(text)</p>\n", "\(html)")
  }
}
