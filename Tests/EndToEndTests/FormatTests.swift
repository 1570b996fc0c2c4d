// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: each output format contains the pages' text, in the structure that its readers expect.

import DocScan
import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Testing

@Suite("Output formats")
struct FormatTests {
  private static let formats = ["hocr", "alto", "page", "tsv", "markdown", "jsonl", "images", "json", "text"]

  /// Writes all formats for a skewed letter.
  private static func run(environment: [String: String] = [:]) throws -> Workspace {
    let work = try Workspace()
    let writers = formats.map { #"{"writer": "\#($0)"}"# }.joined(separator: ", ")
    try work.folder.write(
      """
      {"stages": [{"stage": "deskew"}, {"stage": "recognize", "letterHeight": 0, "evenLight": false,
                  "confidence": "engine"}],
       "output": {"writers": [\(writers)]}}
      """, to: "pipeline.json")
    let images = try Documents.letter().map { try $0.raster(dpi: 200).skewed(clockwiseDegrees: 1.2).image }
    try ImagePDF(images, dpi: 200).write(to: work.folder / "in/letter.pdf")
    var command = try work.command()
    command.environment = environment
    try command.check()
    return work
  }

  private static let shared = Result { try run() }

  private func work() throws -> Workspace { try Self.shared.get() }

  /// Returns the text that an XPath expression selects in a file of the letter.
  private func value(_ path: String, in file: String) throws -> String {
    let file = try work().folder / "out/letter/\(file)"
    let output = try Command("xmllint", ["--xpath", path, file]).check().output
    return output.hasSuffix("\n") ? String(output.dropLast()) : output
  }

  @Test("Writes every word into hOCR, in reading order")
  func hocr() throws {
    let wanted = try work().page("letter", 1).words + work().page("letter", 2).words
    #expect(try value("count(//*[@class='ocr_page'])", in: "letter.hocr") == "2")
    #expect(try value("count(//*[@class='ocrx_word'])", in: "letter.hocr") == "\(wanted.count)")
    #expect(try words(value("string(//*[local-name()='body'])", in: "letter.hocr")) == wanted.map(\.text))
  }

  @Test("Shows the words of an hOCR file in a browser")
  func browser() throws {
    let work = try work()
    // Browsers detect XHTML by its extension.
    try work.folder.write(work.folder.data("out/letter/letter.hocr"), to: "letter.xhtml")
    // Parsed as plain HTML, these bytes must have the same nesting.
    try work.folder.write(work.folder.data("out/letter/letter.hocr"), to: "letter.html")
    for file in ["letter.xhtml", "letter.html"] {
      let shown = try Command(
        "chromium-headless-shell",
        [
          "--no-sandbox", "--disable-gpu", "--user-data-dir=\(work.folder / "browser")", "--dump-dom",
          "file://\(work.folder / file)",
        ]
      ).check().output
      #expect(shown.components(separatedBy: "class=\"ocr_page\"").count == 3, "\(file)")
      #expect(!shown.contains("parsererror"))
      let text = shown.replacing(/<[^>]*>/, with: " ")
      for word in try work.page("letter", 2).words.prefix(30) where word.text.allSatisfy(\.isLetter) {
        #expect(text.contains(word.text), "\(file): \(word.text)")
      }
      #expect(shown.replacing(/<[^>]*>/, with: "").contains("reading room on the second floor"))
      // The element's title gives the word's box.
      let first = try #require(try work.page("letter", 1).words.first)
      let place = "left: \(Int(first.box.x.rounded(.down)))px; top: \(Int(first.box.y.rounded(.down)))px"
      #expect(shown.contains(place), "\(file): \(place)")
      #expect(shown.contains("url(\"images/0001.png\")") || shown.contains("url(&quot;images/0001.png&quot;)"))
    }
  }

  @Test("Writes every word with its position into ALTO and PAGE")
  func libraries() throws {
    for number in 1...2 {
      let page = try work().page("letter", number)
      let alto = "alto/000\(number).xml"
      #expect(try value("count(//*[local-name()='String'])", in: alto) == "\(page.words.count)")
      #expect(try value("string(//*[local-name()='Page']/@WIDTH)", in: alto) == "\(page.image?.width ?? 0)")
      #expect(try value("string(//*[local-name()='fileName'])", in: alto) == "../images/000\(number).png")
      let file = "page/000\(number).xml"
      #expect(try value("count(//*[local-name()='Word'])", in: file) == "\(page.words.count)")
      #expect(try value("string(//*[local-name()='Page']/@imageFilename)", in: file) == "../images/000\(number).png")
      let last = try #require(page.words.last)
      #expect(
        try value("string((//*[local-name()='Word'])[last()]/*[local-name()='TextEquiv'])", in: file)
          .trimmed == last.text)
      let points = try value("string((//*[local-name()='Word'])[last()]/*[local-name()='Coords']/@points)", in: file)
      #expect(points.hasPrefix("\(Int(last.box.x)),\(Int(last.box.y)) "))
    }
  }

  @Test("Takes PAGE's dates from SOURCE_DATE_EPOCH, so that runs are reproducible")
  func dates() throws {
    let created = "string(//*[local-name()='Created'])"
    #expect(try value(created, in: "page/0001.xml") == "1970-01-01T00:00:00Z")
    let other = try Self.run(environment: ["SOURCE_DATE_EPOCH": "1700000000"])
    #expect(try other.folder.text("out/letter/page/0002.xml").contains("<LastChange>2023-11-14T22:13:20Z</LastChange>"))
    let (first, second) = (try work().results(), try other.results())
    // The document's record has the other files' digests.
    for (name, data) in first where !name.contains("/page/") && name != "letter/letter.json" {
      #expect(second[name] == data, "\(name)")
    }
  }

  @Test("Writes the same TSV as Tesseract for the same picture")
  func tsv() throws {
    let work = try work()
    let mine = try rows(work.folder.text("out/letter/letter.tsv"))
    let picture = work.folder / "out/letter/images/0001.png"
    let theirs = try rows(Command("tesseract", [picture, "-", "--dpi", "200", "tsv"]).check().output)
    #expect(mine.first == theirs.first)
    let page = mine.filter { $0[1] == "1" }
    // Tesseract lists words that are only a space, and the blocks around them.
    let visible = theirs.dropFirst().filter { row in
      theirs.contains { word in
        word[0] == "5" && word[11] != " " && zip(row[1..<6], word[1..<6]).allSatisfy { $0 == "0" || $0 == $1 }
      }
    }
    #expect(page.map { $0[0] } == visible.map { $0[0] })
    let same = zip(page, visible).count { mine, theirs in
      // The block's number may differ because of omitted blocks; docscan rounds the confidence.
      mine[0..<2] == theirs[0..<2] && mine[3..<10] == theirs[3..<10] && mine[11] == theirs[11]
        && abs((Double(mine[10]) ?? 0) - (Double(theirs[10]) ?? 9)) < 0.1
    }
    #expect(same * 100 >= page.count * 98, "\(same) of \(page.count)")
    #expect(Set(mine.dropFirst().map { $0[1] }) == ["1", "2"])
  }

  private func rows(_ text: String) -> [[String]] {
    text.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }

  @Test("Writes the letter's paragraphs into Markdown, one per line")
  func markdown() throws {
    let text = try work().folder.text("out/letter/letter.md")
    #expect(text.contains("# Harbour Street Library\n"))
    #expect(text.contains("\n---\n\n<!-- page 2 -->\n"))
    let lines = text.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("Thank you for your letter") && $0.hasSuffix("give the collection a home.") })
    #expect(lines.contains { $0 == "Mrs Eleanor Whitcombe\\" })
  }

  @Test("Writes a table as a Markdown table")
  func markdownTable() throws {
    let work = try Workspace()
    try PageDrawing.writePDF([try Documents.invoice()], to: work.folder / "in/invoice.pdf")
    try work.run(["--also", "markdown"])
    let text = try work.folder.text("out/invoice/invoice.md")
    #expect(text.contains("| Qty | Description | Price | Amount |\n| --- | --- | --- | ---: |\n"), "\(text)")
    #expect(text.contains("| 12 | Safety check and cleaning | 39.00 | 468.00 |\n"), "\(text)")
  }

  @Test("Writes each page's text into one line of JSON")
  func jsonLines() throws {
    let lines = try work().folder.text("out/letter/letter.jsonl").split(separator: "\n")
    #expect(lines.count == 2)
    for (index, line) in lines.enumerated() {
      let page = try work().page("letter", index + 1)
      let value = try JSONFile.parse(Data(line.utf8))
      #expect(value == (try JSONFile.parse(JSONText.compact(PageLine(page)))))
      #expect(line.contains(page.document.sha256))
    }
  }
}

extension String {
  /// The text without surrounding white space.
  fileprivate var trimmed: String { split { $0.isWhitespace }.joined(separator: " ") }
}
