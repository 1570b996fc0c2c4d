// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: each file meets the clauses of ISO 19005-2 (PDF/A-2) that the writer relies on.

import DocScanCore
import DocScanFixtures
import DocScanWriters
import FoundationEssentials
import Testing

@Suite("PDF/A")
struct PDFArchivalTests {
  static let settings: [String: JSONValue] = ["pdfa": .string("2u"), "tagged": .boolean(true)]

  @Test("Writes a version up to 1.7 and four bytes above 127 into the header (6.1.2)")
  func header() throws {
    let bytes = try Self.sample().bytes
    #expect(Array(bytes.prefix(10)) == Array("%PDF-1.7\n%".utf8))
    #expect(bytes[10..<14].allSatisfy { $0 > 127 } && bytes[14] == 10)
  }

  @Test("Writes an identifier into the trailer, and nothing after the end (6.1.3)")
  func trailer() throws {
    let text = String(decoding: try Self.sample().bytes, as: UTF8.self)
    #expect(text.contains("/ID[<\(String(repeating: "0a", count: 16))><"))
    #expect(text.hasSuffix("\n%%EOF\n") && !text.contains("/Encrypt"))
  }

  @Test("Lists each object's position in the cross-reference stream (6.1.4)")
  func table() throws {
    let pdf = try Self.sample()
    let bytes = try pdf.bytes
    let lines = try Command("qpdf", ["--show-xref", pdf.path]).check().output.split(separator: "\n")
    var (direct, packed) = (0, 0)
    for line in lines {
      let number = line.prefix { $0 != "/" }
      if let offset = line.firstRange(of: "offset = ").flatMap({ Int(line[$0.upperBound...]) }) {
        #expect(bytes[offset...].starts(with: Array("\(number) 0 obj\n".utf8)))
        direct += 1
      } else {
        #expect(line.contains("compressed; stream = "))
        packed += 1
      }
    }
    #expect(direct > 3 && packed > 10)
  }

  @Test("Writes hexadecimal strings with an even number of digits (6.1.6)")
  func hexadecimalStrings() throws {
    let text = try Self.source(of: try Self.sample())
    let strings = text.matches(of: /<([0-9A-Fa-f]*)>/).map(\.output.1)
    #expect(!strings.isEmpty && strings.allSatisfy { $0.count % 2 == 0 })
  }

  @Test("Writes streams of the stated length, after a line feed, without forbidden filters (6.1.7)")
  func streams() throws {
    let bytes = try Self.sample().bytes
    let text = Self.latin1(bytes)
    var count = 0
    for match in text.matches(of: /\/Length ([0-9]+)>>\nstream\n/) {
      let length = try #require(Int(match.output.1))
      let start = match.range.upperBound.utf16Offset(in: text)
      #expect(bytes[(start + length)...].starts(with: Array("\nendstream\nendobj\n".utf8)))
      count += 1
    }
    #expect(count >= 6)
    #expect(try !Self.sample().expanded.contains("/LZWDecode"))
  }

  @Test("Writes each object on its own lines (6.1.9)")
  func objects() throws {
    let text = Self.latin1(try Self.sample().bytes)
    let count = text.matches(of: /\n[0-9]+ 0 obj\n/).count
    #expect(count == text.matches(of: /\nendobj\n/).count && count > 10)
  }

  @Test(
    "6.1.13: Limits pages to between 3 and 14,400 units per side",
    arguments: [(1.2, 0.5), (20_000, 30_000), (2, 40_000), (595, 842)])
  func pageSizes(width: Double, height: Double) throws {
    var result = SamplePage([["word"]]).result
    result.size = PageSize(width: width, height: height)
    let pdf = try WrittenPDF([WriterPage(result: result, picturePath: nil)], settings: Self.settings)
    #expect(pdf.writer.isPDFA)
    let size = try #require(try pdf.expanded.firstMatch(of: /\/MediaBox \[\s*0\s+0\s+([0-9.]+)\s+([0-9.]+)\s*\]/))
      .output
    let sides = [size.1, size.2].compactMap { Double($0) }
    #expect(sides.count == 2 && sides.allSatisfy((3...14_400).contains))
  }

  @Test("Limits strings to 32,767 bytes, however long a word or title is (6.1.13)")
  func longStrings() throws {
    let metadata = DocumentMetadata(
      title: String(repeating: "long ", count: 20_000), keywords: Array(repeating: "key", count: 30_000))
    let page = SamplePage([[String(repeating: "word", count: 10_000)]])
    let pdf = try WrittenPDF(
      [WriterPage(result: page.result, picturePath: nil)], metadata: metadata, settings: Self.settings)
    try Command("qpdf", ["--check", pdf.path]).check()
    let json = try Command("qpdf", ["--json=2", "--json-key=qpdf", pdf.path]).check().output
    #expect(json.split(separator: "\"").map(\.utf8.count).max() ?? 0 < 32_767)
    let content = Self.latin1(try Self.stream("/Contents", of: pdf)).matches(
      of: /\(((?:[^\\()]|\\.)*)\)Tj/.dotMatchesNewlines()
    ).map(\.output.1.count)
    #expect(content.count == 3 && content.allSatisfy { $0 < 32_767 })
  }

  @Test("Gives every page its own resources (6.2.2)")
  func resources() throws {
    let pdf = try Self.sample().expanded
    #expect(pdf.matches(of: /\/Resources <</).count == pdf.matches(of: /\/Type \/Page\n/).count)
  }

  @Test("Writes an output intent with a reproducible screen profile (6.2.3)")
  func outputIntent() throws {
    let pdf = try Self.sample()
    let expanded = try pdf.expanded
    #expect(expanded.contains("/S /GTS_PDFA1") && expanded.contains("/OutputConditionIdentifier (sRGB)"))
    let profile = try Self.stream("/DestOutputProfile", of: pdf)
    #expect(Array(profile[36..<40]) == Array("acsp".utf8) && Array(profile[12..<20]) == Array("mntrRGB ".utf8))
    #expect(profile[8] < 5)
    #expect(try Self.sample().bytes == Self.sample().bytes)
  }

  @Test("Writes an ordinary PDF for CMYK pictures, with a note that names the page (6.2.4.3)")
  func inkColors() throws {
    let picture = try SamplePicture()
    for (space, isPDFA) in [(PagePicture.ColorSpace.rgb, true), (.gray, true), (.cmyk, false), (.invertedCMYK, false)] {
      let pdf = try WrittenPDF(
        [picture.page(space)], settings: ["pdfa": .string("auto")], folder: picture.folder)
      #expect(pdf.writer.isPDFA == isPDFA)
      #expect(try pdf.expanded.contains("GTS_PDFA1") == isPDFA)
      #expect(try pdf.information("-meta").contains("pdfaid:part") == isPDFA)
      #expect(
        pdf.writer.notes
          == (isPDFA
            ? []
            : [
              "The PDF is not PDF/A: The picture of page 1 has CMYK colors."
            ]))
    }
  }

  @Test("Uses no interpolation and no transparency (6.2.8 and 6.2.10)")
  func graphics() throws {
    let picture = try SamplePicture()
    let pdf = try WrittenPDF([picture.page(.rgb)], settings: Self.settings, folder: picture.folder).expanded
    for key in ["/Interpolate", "/Alternates", "/OPI", "/SMask", "/ExtGState", "/Group", "/BM"] {
      #expect(!pdf.contains(key))
    }
  }

  @Test("Embeds the complete font with its glyphs' widths (6.2.11)")
  func font() throws {
    let pdf = try WrittenPDF(SamplePage([["Wide", "ill", "漢字"]]), settings: Self.settings)
    let expanded = try pdf.expanded
    for entry in [
      "/Subtype /Type0", "/Subtype /CIDFontType2", "/Encoding /Identity-H", "/Ordering (Identity)", "/Registry (Adobe)",
      "/CIDToGIDMap ", "/FontFile2 ", "/ToUnicode ", "/ItalicAngle ", "/StemV ", "/CapHeight ", "/FontBBox ",
    ] {
      #expect(expanded.contains(entry), "\(entry)")
    }
    let program = try Self.stream("/FontFile2", of: pdf)
    let glyphs = try Self.stream("/CIDToGIDMap", of: pdf)
    let metrics = try #require(Self.table("hmtx", of: program))
    let widths = try #require(expanded.firstMatch(of: /\n *\[\n *1\n *\[([^\]]*)\]/)).output.1
      .split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    #expect(widths.count == glyphs.count / 2 - 1 && Set(widths).count >= 4)
    for (code, width) in zip(1..., widths) {
      let glyph = Int(glyphs[2 * code]) << 8 | Int(glyphs[2 * code + 1])
      // 6.2.11.8: no code shows the .notdef glyph.
      #expect(glyph > 0)
      #expect(Int(metrics[4 * glyph]) << 8 | Int(metrics[4 * glyph + 1]) == width)
    }
    // Each glyph has its stated width and a complete outline: PDFium skips single letters without a size.
    let (outlines, places) = (
      try #require(Self.table("glyf", of: program)), try #require(Self.table("loca", of: program))
    )
    func number(_ bytes: [UInt8], _ offset: Int) -> Int { Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) }
    #expect(2 * number(places, places.count - 2) == outlines.count && places.count == metrics.count / 2 + 2)
    for glyph in 1..<metrics.count / 4 {
      #expect(number(outlines, 2 * number(places, 2 * glyph) + 6) == number(metrics, 4 * glyph))
    }
  }

  @Test("Maps no code to nothing or to a byte order mark (6.2.11.7)")
  func unicode() throws {
    let pdf = try WrittenPDF(SamplePage([["a\u{FEFF}b", "\u{FEFF}", "c\u{FFFE}"]]), settings: Self.settings)
    let map = String(decoding: try Self.stream("/ToUnicode", of: pdf), as: UTF8.self)
    #expect(!map.contains("<>") && !map.contains("FEFF") && !map.contains("FFFE") && !map.contains(" <0000>\n"))
    #expect(try pdf.text("-raw").contains("ab"))
  }

  @Test("Shows a failed page with a cross and its reason in all of Unicode (6.2.11.4)", arguments: ["no", "auto"])
  func failureNote(level: String) throws {
    var page = SamplePage([])
    page.status = .failed
    page.failure = PageFailure(kind: .unreadable, stage: "load", message: "Die Datei „größe 漢字“ ist beschädigt.")
    let pdf = try WrittenPDF(page, settings: ["pdfa": .string(level)])
    #expect(try pdf.text("-raw").replacing("\n", with: " ").contains("Die Datei „größe 漢字“ ist beschädigt."))
    #expect(try pdf.expanded.contains("/Helvetica") == (level == "no"))
    try Command("pdftoppm", ["-gray", "-r", "36", "-singlefile", pdf.path, pdf.folder / "page"]).check()
    #expect(try pdf.folder.data("page.pgm").suffix(200 * 300).contains { $0 < 200 })
  }

  @Test("Writes no actions and no attachments (6.5 and 6.8)")
  func actions() throws {
    let pdf = try Self.sample().expanded
    for key in ["/AA", "/OpenAction", "/JavaScript", "/JS", "/EmbeddedFiles", "/Annots", "/AcroForm"] {
      #expect(!pdf.contains(key))
    }
  }

  @Test(
    "6.6.2 and 6.6.4: Writes metadata as a separate stream with part and level",
    arguments: ["2b", "2u", "auto"])
  func claim(level: String) throws {
    let pdf = try WrittenPDF(SamplePage([["word"]]), settings: ["pdfa": .string(level)])
    let packet = try pdf.information("-meta")
    #expect(packet.contains("<pdfaid:part>2</pdfaid:part>"))
    #expect(packet.contains("<pdfaid:conformance>\(level == "2b" ? "B" : "U")</pdfaid:conformance>"))
    #expect(!packet.contains("bytes=") && !packet.contains("encoding="))
    #expect(String(decoding: try pdf.bytes, as: UTF8.self).contains(packet.prefix(60)))
    #expect(pdf.writer.isPDFA && pdf.writer.notes.isEmpty)
  }

  @Test("Passes Ghostscript and qpdf without messages")
  func programs() throws {
    let pdf = try Self.sample()
    #expect(try Command("qpdf", ["--check", pdf.path]).check().errors.isEmpty)
    let drawn = try Command(
      "gs", ["-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pgmraw", "-r36", "-o", pdf.folder / "page-%d.pgm", pdf.path]
    ).check()
    #expect(drawn.output.isEmpty && drawn.errors.isEmpty)
  }

  // MARK: Helpers

  /// Bytes as characters of the same number, so that positions in the text are positions in the file.
  private static func latin1(_ bytes: [UInt8]) -> String {
    String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// Returns a page with a picture, one with only text, and a failed one.
  private static func sample() throws -> WrittenPDF {
    let picture = try SamplePicture()
    var failed = SamplePage([])
    failed.status = .failed
    return try WrittenPDF(
      [
        picture.page(.rgb), WriterPage(result: SamplePage([["more", "words"]]).result, picturePath: nil),
        WriterPage(result: failed.result, picturePath: nil),
      ], metadata: PDFMetadataTests.original, settings: settings, folder: picture.folder)
  }

  /// Returns the written file, followed by its packed objects.
  private static func source(of pdf: WrittenPDF) throws -> String {
    let text = latin1(try pdf.bytes)
    let packed = try text.matches(of: /([0-9]+) 0 obj\n<<\/Type\/ObjStm/).map { match in
      latin1(
        try Command("qpdf", ["--show-object=\(match.output.1)", "--filtered-stream-data", pdf.path]).check().outputBytes
      )
    }
    return text + packed.joined()
  }

  /// Returns the decoded stream that the first such key refers to.
  private static func stream(_ key: String, of pdf: WrittenPDF) throws -> [UInt8] {
    let text = try source(of: pdf)
    let object = try #require(text.firstRange(of: key + " ").map { text[$0.upperBound...].prefix { $0.isNumber } })
    return try Command("qpdf", ["--show-object=\(object)", "--filtered-stream-data", pdf.path]).check().outputBytes
  }

  /// Returns a table of a TrueType file.
  private static func table(_ tag: String, of program: [UInt8]) -> [UInt8]? {
    func number(_ offset: Int) -> Int { program[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    let entry = (0..<(Int(program[4]) << 8 | Int(program[5]))).map { 12 + 16 * $0 }.first {
      Array(program[$0..<$0 + 4]) == Array(tag.utf8)
    }
    return entry.map { Array(program[number($0 + 8)..<number($0 + 8) + number($0 + 12)]) }
  }
}
