// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: hOCR, ALTO, and PAGE are valid and complete for any text.

import DocScanCore
import DocScanFixtures
import DocScanWriters
import Testing

@Suite("hOCR, ALTO, and PAGE")
struct XMLFormatTests {
  private static let formats: [(type: any DocumentWriter.Type, file: String)] = [
    (HOCRWriter.self, "sample.hocr"), (ALTOWriter.self, "alto/0001.xml"), (PAGEWriter.self, "page/0001.xml"),
  ]

  @Test("Writes any text as valid XML that reads back unchanged", arguments: 0..<3)
  func hostileText(format: Int) throws {
    let (type, file) = Self.formats[format]
    let words = ["<b>&amp;", "]]>\"'", "a\u{1}b\u{0}c", "\u{FFFE}\u{1F600}", "<!--", "tab\tfeed\n"]
    let written = try WrittenFiles(type, [SamplePage([words])])
    try Command("xmllint", ["--noout", "--nonet", written.folder / file]).check()
    let wanted = ["<b>&amp;", "]]>\"'", "a\u{FFFD}b\u{FFFD}c", "\u{FFFD}\u{1F600}", "<!--", "tab\tfeed\n"]
    for (index, word) in wanted.enumerated() {
      let path = [
        "//span[@class='ocr_line']/span[\(index + 1)]", "//String[\(index + 1)]/@CONTENT",
        "//Word[\(index + 1)]/TextEquiv/Unicode",
      ][format]
      // The program prints a line feed after the value.
      let value = try written.value(file, path)
      #expect(value == word || value + "\n" == word)
    }
  }

  @Test("Gives every element a unique identifier and a box inside the page", arguments: 0..<3)
  func identifiersAndBoxes(format: Int) throws {
    let (type, file) = Self.formats[format]
    var page = SamplePage.magazine
    // A box beyond the edge is clipped.
    page.blocks[1].lines[0].words[0].box.x = -0.5
    page.blocks[2].box.width = 800
    let written = try WrittenFiles(type, [page])
    let identifiers = try written.attributes(file, "//@*[local-name()='id' or local-name()='ID']")
    #expect(identifiers.count >= 14 && Set(identifiers).count == identifiers.count)
    let boxes: [[Int]]
    switch format {
    case 0:
      boxes = try written.attributes(file, "//@title").map { title in
        let property = title.split(separator: ";").first { $0.contains("bbox") } ?? ""
        return property.split(separator: " ").compactMap { Int($0) }
      }
    case 1:
      let sides = try ["HPOS", "VPOS", "WIDTH", "HEIGHT"].map { name in
        try written.attributes(file, "//PrintSpace/descendant-or-self::*[@HPOS]/@\(name)").compactMap { Int($0) }
      }
      boxes = sides[0].indices.map { index in
        [sides[0][index], sides[1][index], sides[0][index] + sides[2][index], sides[1][index] + sides[3][index]]
      }
    case _:
      boxes = try written.attributes(file, "//Coords/@points").map { points in
        let corners = points.split { $0 == " " || $0 == "," }.compactMap { Int($0) }
        return corners.count == 8 ? [corners[0], corners[1], corners[4], corners[5]] : []
      }
    }
    #expect(boxes.count > 14)
    for box in boxes {
      try #require(box.count == 4)
      #expect(box[0] >= 0 && box[1] >= 0 && box[0] < box[2] && box[1] < box[3] && box[2] <= 800 && box[3] <= 1200)
    }
    // The picture has a box of whole pixels around it.
    #expect(boxes.contains([60, 400, 800, 601]))
  }

  @Test("Writes a failed page as an empty one", arguments: 0..<3)
  func failedPage(format: Int) throws {
    let (type, file) = Self.formats[format]
    var second = SamplePage([["after"]])
    second.number = 2
    let written = try WrittenFiles(type, [.failed, second])
    let texts = ["//div[@class='ocr_page'][1]//span", "//TextLine", "//TextRegion"]
    #expect(try written.count(file, texts[format]) == 0)
    let pages = ["//div[@class='ocr_page']", "//Page", "//Page"]
    #expect(try written.count(file, pages[format]) == (format == 0 ? 2 : 1))
    if format > 0 {
      let next = file.replacing("0001", with: "0002")
      #expect(try written.text(next).contains("after"))
    }
  }

  @Test("Writes kinds of lines, baselines, rotations, and the language into hOCR")
  func hocr() throws {
    var page = SamplePage.magazine
    page.blocks[1].lines[1].words[0].confidence = 0.874
    page.number = 3
    let file = "sample.hocr"
    let written = try WrittenFiles(HOCRWriter.self, [page])
    #expect(
      try written.value(file, "//div[@class='ocr_page']/@title")
        == "image \"sample.tif\"; bbox 0 0 800 1200; ppageno 2; scan_res 144 144; x_source \"sample.tif\" \"3\"")
    #expect(try written.value(file, "//meta[@name='ocr-system']/@content") == "docscan 1.2.3 with Tesseract 5.3.0")
    let capabilities = try written.value(file, "//meta[@name='ocr-capabilities']/@content").split(separator: " ")
    let classes = Set(try written.attributes(file, "//@class"))
    #expect(classes.isSubset(of: Set(capabilities.map(String.init))))
    #expect(
      classes == [
        "ocr_page", "ocr_carea", "ocr_par", "ocr_line", "ocr_header", "ocr_photo", "ocr_separator", "ocrx_word",
      ])
    page.blocks[1].kind = .table
    let table = try WrittenFiles(HOCRWriter.self, [page])
    #expect(try table.attributes(file, "//@class").contains("ocr_table"))
    #expect(try written.value(file, "//span[@class='ocr_header']") == "Nachrichten")
    #expect(try written.attributes(file, "//p/@lang") == ["de", "de", "de", "de"])
    // The baseline is 4 pixels above the lower edge of the box.
    let first = try written.value(file, "//span[@class='ocr_line'][1]/@title")
    #expect(first.hasSuffix("; baseline 0 -4"), "\(first)")
    #expect(try written.value(file, "//span[.='Randnotiz']/@title").hasSuffix("; textangle 90"))
    #expect(try written.value(file, "//span[@class='ocrx_word'][.='wache']/@title").hasSuffix("; x_wconf 87"))
    #expect(try written.value(file, "//p[2]/span[1]") == "Ein neuer Absatz")
  }

  @Test("Writes a sloping line's slope and offset from its box's lower left corner")
  func slope() throws {
    let written = try WrittenFiles(HOCRWriter.self, [SamplePage([["a", "sloping", "line"]], slope: 0.02)])
    let title = try written.value("sample.hocr", "//span[@class='ocr_line']/@title")
    let line = SamplePage([["a", "sloping", "line"]], slope: 0.02).blocks[0].lines[0]
    let parts = title.split(separator: " ").compactMap { Double($0.replacing(";", with: "")) }
    try #require(parts.count == 6, "\(title)")
    // At the line's ends, the formula gives the baseline within a pixel.
    for point in line.baseline {
      let height = parts[3] + parts[4] * (point.x - parts[0]) + parts[5]
      #expect(abs(height - point.y) <= 1, "\(title)")
    }
  }

  @Test("Omits an impossible baseline", arguments: [1e300, -1e300])
  func wildBaseline(far: Double) throws {
    var page = SamplePage([["a", "line"]])
    page.blocks[0].lines[0].baseline = [Point(x: 60, y: far), Point(x: 60.000_001, y: -far)]
    let written = try WrittenFiles(HOCRWriter.self, [page])
    let title = try written.value("sample.hocr", "//span[@class='ocr_line']/@title")
    #expect(!title.contains("baseline"), "\(title)")
  }

  @Test("Joins hyphenated words in ALTO, and separates words by spaces")
  func alto() throws {
    let file = "alto/0001.xml"
    let images = ChosenWriter(ImagesWriter.self, settings: ResolvedSettings(values: ["format": .string("tiff")]))
    let written = try WrittenFiles(ALTOWriter.self, [.magazine], writers: [images])
    #expect(try written.value(file, "//alto/@SCHEMAVERSION") == "4.4")
    #expect(try written.value(file, "//MeasurementUnit") == "pixel")
    #expect(try written.value(file, "//fileName") == "../images/0001.tif")
    #expect(try written.attributes(file, "//Page/@*") == ["page", "800", "1200", "1", "de"])
    let first = "//String[@SUBS_TYPE='HypPart1']"
    #expect(try written.attributes(file, "\(first)/@CONTENT | \(first)/@SUBS_CONTENT") == ["Brücken", "Brückenwache"])
    let second = "//String[@SUBS_TYPE='HypPart2']"
    #expect(try written.attributes(file, "\(second)/@CONTENT | \(second)/@SUBS_CONTENT") == ["wache", "Brückenwache"])
    #expect(try written.value(file, "\(first)/following-sibling::*[1]/@CONTENT") == "-")
    #expect(try written.count(file, "//HYP") == 1)
    #expect(try written.attributes(file, "//TextLine[1]/SP[1]/@WIDTH").first == "10")
    #expect(try written.count(file, "//SP") == 6)
    // The reading order refers to each block once, from the top.
    let references = try written.attributes(file, "//ElementRef/@REF")
    #expect(references == (try written.attributes(file, "//PrintSpace/*/@ID")))
    #expect(try written.count(file, "//PrintSpace/Illustration | //PrintSpace/GraphicalElement") == 2)
    #expect(try written.attributes(file, "//TextBlock/@ROTATION") == ["90"])
    let confidences = try written.attributes(file, "//String/@WC").compactMap(Double.init)
    #expect(confidences.count == 12 && confidences.allSatisfy { (0...1).contains($0) })
    #expect(try written.attributes(file, "//softwareVersion/text()") == [])
    #expect(try written.value(file, "//Processing[@ID='tesseract']/processingSoftware/softwareVersion") == "5.3.0")
  }

  @Test("Writes PAGE's reading order, kinds, lines, baselines, and English language names")
  func page() throws {
    var page = SamplePage.magazine
    page.blocks.append(SamplePage([["1", "2"], ["3", "4"]], kind: .table).blocks[0])
    page.languages = ["deu", "chi_tra", "osd"]
    let file = "page/0001.xml"
    let written = try WrittenFiles(PAGEWriter.self, [page])
    #expect(try written.value(file, "//Metadata/Creator") == "docscan 1.2.3")
    #expect(
      try written.attributes(file, "//Page/@*") == [
        "sample.tif", "800", "1200", "144", "144", "PPI", "German", "Chinese",
      ])
    let references = try written.attributes(file, "//RegionRefIndexed/@regionRef")
    #expect(references == (try written.attributes(file, "//Page/*/@id")))
    #expect(try written.attributes(file, "//RegionRefIndexed/@index") == references.indices.map(String.init))
    #expect(try written.attributes(file, "//Page/TextRegion/@type").first == "heading")
    #expect(try written.attributes(file, "//TextRegion/@orientation") == ["90"])
    #expect(try written.count(file, "//Page/ImageRegion | //Page/SeparatorRegion | //Page/TableRegion") == 3)
    #expect(try written.value(file, "//TableRegion//TextLine[2]/TextEquiv/Unicode") == "3 4")
    #expect(try written.value(file, "//TextLine[@id='r2_1_l1']/Baseline/@points") == "60,120 275,120")
    #expect(try written.value(file, "//TextRegion[@id='r2_2']/TextEquiv/Unicode") == "Ein neuer Absatz\nfolgt hier")
  }

  @Test("Distinguishes vertical text from text that was rotated")
  func vertical() throws {
    let box = Box(x: 100, y: 100, width: 24, height: 300)
    for (text, isVertical) in [("日本語の文章", true), ("sideways", false)] {
      var page = SamplePage([])
      page.blocks = [
        Block(kind: .verticalText, box: box, lines: [SamplePage.turnedLine(text, box: box, upwards: false)])
      ]
      let alto = try WrittenFiles(ALTOWriter.self, [page])
      #expect(try alto.value("alto/0001.xml", "//TextBlock/@BASEDIRECTION") == (isVertical ? "ttb" : ""))
      #expect(try alto.value("alto/0001.xml", "//TextBlock/@ROTATION") == (isVertical ? "" : "270"))
      let file = try WrittenFiles(PAGEWriter.self, [page])
      #expect(try file.value("page/0001.xml", "//TextRegion/@orientation") == (isVertical ? "" : "-90"))
      let hocr = try WrittenFiles(HOCRWriter.self, [page])
      #expect(try hocr.text("sample.hocr").contains("textangle 270") == !isVertical)
    }
    let arabic = try WrittenFiles(ALTOWriter.self, [SamplePage([["مرحبا", "بكم"]])])
    #expect(try arabic.value("alto/0001.xml", "//TextBlock/@BASEDIRECTION") == "rtl")
  }

  @Test("Imports no types of ICU, which would differ from those of Foundation")
  func icu() throws {
    let flags = try Command("pkg-config", ["--cflags", "libxml-2.0"]).check().output.split(
      whereSeparator: \.isWhitespace)
    let header = Places.package + "/Sources/CXML2/shim.h"
    let text = try Command("clang", ["-E"] + flags.map(String.init) + [header]).check().output
    #expect(text.contains("xmlTextWriterPtr") && !text.contains("UErrorCode"))
  }

  @Test("Puts no spaces between Han and kana in any format")
  func withoutSpaces() throws {
    let pages = [SamplePage([["漢字", "かな", "and", "more"]])]
    #expect(
      try WrittenFiles(HOCRWriter.self, pages).value("sample.hocr", "//span[@class='ocr_line']") == "漢字かな and more")
    #expect(try WrittenFiles(ALTOWriter.self, pages).count("alto/0001.xml", "//SP") == 2)
  }
}
