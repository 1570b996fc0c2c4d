// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: IIIF manifests and METS files are complete and name only existing files.

import DocScanCore
import DocScanFixtures
import DocScanWriters
import Testing

@Suite("IIIF and METS")
struct LibraryFormatTests {
  private static let base = "https://example.org/a/"

  private static func chosen(
    _ type: any DocumentWriter.Type, _ settings: [String: JSONValue] = [:]
  ) -> ChosenWriter {
    ChosenWriter(type, settings: ResolvedSettings(values: settings))
  }

  private static let writers = [
    chosen(PDFWriter.self), chosen(TextWriter.self), chosen(JSONWriter.self),
    chosen(ImagesWriter.self, ["format": "jpeg"]), chosen(WebWriter.self),
    chosen(ALTOWriter.self), chosen(PAGEWriter.self), chosen(METSWriter.self),
    chosen(IIIFWriter.self, ["base": .string(base)]),
  ]

  /// Returns three pages, the second of which failed, of a document whose name needs escaping in URIs.
  private static func written(_ type: any DocumentWriter.Type, title: String? = nil) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let destination = WriterDestination(
      directory: folder.path, baseName: "50% für \"A & B\"#1",
      metadata: DocumentMetadata(title: title, author: "O <b>"),
      versions: ["docscan": "1.2.3"], writers: writers)
    let writer = try type.init(settings: ResolvedSettings(values: ["base": .string(base)]), destination: destination)
    for (number, page) in zip(1..., [SamplePage.magazine, .failed, SamplePage([["a\u{1}b", "\"<c>\""], ["d"]])]) {
      var result = page.result
      result.page.page.number = number
      result.page.document.name = "box 1/50% für \"A & B\"#1"
      try writer.append(WriterPage(result: result, picturePath: nil))
    }
    try writer.finish()
    return folder
  }

  private static func strings(_ value: JSONValue?, _ key: String) -> [String] {
    switch value {
    case .object(let object):
      object.sorted { $0.key < $1.key }.flatMap { name, value -> [String] in
        if name == key, case .string(let text) = value { return [text] }
        return strings(value, key)
      }
    case .array(let items): items.flatMap { strings($0, key) }
    case _: []
    }
  }

  @Test("Writes a canvas for each page with its picture, lines, and other files")
  func manifest() throws {
    let folder = try Self.written(IIIFWriter.self, title: "Ein \"Titel\"\n")
    let name = "50% für \"A & B\"#1.manifest.json"
    #expect(try folder.text(name).hasPrefix("{\"@context\":\"http://iiif.io/api/presentation/3/context.json\""))
    let manifest = try #require(try JSONFile.parse(try folder.data(name)).members)
    let address = "https://example.org/a/box%201/50%25%20f%C3%BCr%20%22A%20%26%20B%22%231"
    let file = "50%25%20f%C3%BCr%20%22A%20%26%20B%22%231"
    #expect(manifest["id"] == .string("\(address)/\(file).manifest.json"))
    #expect(manifest["label"] == ["none": ["Ein \"Titel\"\n"]])
    #expect(
      Self.strings(manifest["rendering"], "id") == ["\(address)/\(file).pdf", "\(address)/\(file).txt"])
    #expect(Self.strings(manifest["seeAlso"], "id") == ["\(address)/mets.xml"])
    guard case .array(let canvases)? = manifest["items"] else {
      Issue.record("no canvases")
      return
    }
    let canvasMembers = canvases.compactMap(\.members)
    #expect(canvasMembers.map { $0["id"] } == (1...3).map { .string("\(address)/canvas/\($0)") })
    #expect(canvasMembers.allSatisfy { $0["width"] != nil && $0["height"] != nil })
    #expect(canvasMembers[0]["width"] == 800 && canvasMembers[0]["height"] == 1200)
    // The failed page has neither a picture nor lines.
    #expect(canvasMembers[1]["items"] == [] && canvasMembers[1]["annotations"] == nil)
    #expect(
      Self.strings(canvasMembers[2]["items"], "id") == [
        "\(address)/canvas/3/picture", "\(address)/images/0003.jpg", "\(address)/canvas/3/picture/1",
      ])
    #expect(Self.strings(canvasMembers[2]["thumbnail"], "id") == ["\(address)/web/small/0003.jpg"])
    #expect(
      Self.strings(canvasMembers[2]["seeAlso"], "id")
        == ["pages/0003.json", "alto/0003.xml", "page/0003.xml"].map { "\(address)/\($0)" })
    #expect(Self.strings(canvasMembers[2]["annotations"], "id") == ["\(address)/iiif/0003.json"])
    #expect(!folder.contains("iiif/0002.json"))
    let lines = try JSONFile.parse(try folder.data("iiif/0003.json"))
    #expect(Self.strings(lines, "value") == ["a\u{1}b \"<c>\"", "d"])
    #expect(Self.strings(lines, "language") == ["en", "en"])
    #expect(Self.strings(lines, "textGranularity") == ["line", "line"])
    let boxes = Self.strings(lines, "target")
    #expect(boxes.allSatisfy { $0.hasPrefix("\(address)/canvas/3#xywh=") } && boxes[1].hasSuffix("#xywh=60,140,13,24"))
    // No identifier is used twice; the file of lines is named in both its place and its canvas.
    let identifiers = Self.strings(lines, "id") + canvasMembers.flatMap { Self.strings(.object($0), "id") }
    #expect(Set(identifiers).count == identifiers.count - 1)
  }

  @Test(
    "Requires pictures that browsers display, and a valid address",
    arguments: [
      ("https://example.org", "jpeg", nil), ("http://localhost:8000/a%20b/", "png", nil),
      ("https://example.org", "tiff", "needs page images"),
      ("example.org", "png", "is not an address"), ("https://", "png", "is not an address"),
      ("https://a b.org", "png", "is not an address"),
      ("https://example.org/#x", "png", "is not an address"), ("ftp://example.org", "png", "is not an address"),
    ] as [(String, String, String?)])
  func objections(base: String, format: String, complaint: String?) {
    let writers = [Self.chosen(ImagesWriter.self, ["format": .string(format)])]
    let objection = IIIFWriter.objection(ResolvedSettings(values: ["base": .string(base)]), beside: writers)
    #expect(objection?.message.contains(complaint ?? "?") == complaint.map { _ in true })
    #expect(objection == nil || (objection?.key == "base") == (complaint == "is not an address"))
    let none = ResolvedSettings(values: [:])
    #expect(IIIFWriter.objection(none, beside: [Self.chosen(WebWriter.self)]) == nil)
    #expect(IIIFWriter.objection(none, beside: [Self.chosen(PDFWriter.self)]) != nil)
    #expect(METSWriter.objection(none, beside: [Self.chosen(PDFWriter.self), Self.chosen(WebWriter.self)]) != nil)
    #expect(METSWriter.objection(none, beside: [Self.chosen(ALTOWriter.self)]) == nil)
    #expect(METSWriter.objection(ResolvedSettings(values: ["identifier": "a b"]), beside: writers)?.key == "identifier")
  }

  @Test("Lists exactly the files of each page in METS")
  func mets() throws {
    let folder = try Self.written(METSWriter.self, title: "]]> & <b>")
    let path = folder / "mets.xml"
    try Command("xmllint", ["--noout", "--nonet", path]).check()
    func values(_ path: String) throws -> [String] {
      let output = try Command("xmllint", ["--xpath", path, folder / "mets.xml"]).check().output
      return output.split(separator: "\n").map { line in
        String(line.split(separator: "\"", omittingEmptySubsequences: false).dropFirst().first ?? line)
      }
    }
    #expect(try values("//*[local-name()='fileGrp']/@USE") == ["OCR-D-IMG", "OCR-D-OCR", "FULLTEXT"])
    #expect(
      try values("//*[local-name()='FLocat']/@*[local-name()='href']") == [
        "images/0001.jpg", "images/0003.jpg", "page/0001.xml", "page/0003.xml", "alto/0001.xml", "alto/0003.xml",
      ])
    let files = try values("//*[local-name()='file']/@ID")
    #expect(try values("//*[local-name()='fptr']/@FILEID").sorted() == files.sorted())
    #expect(try values("//*[local-name()='div'][@TYPE='page']/@ID") == ["PHYS_0001", "PHYS_0002", "PHYS_0003"])
    #expect(
      try Command("xmllint", ["--xpath", "string(//*[local-name()='title'])", path]).check().output == "]]> & <b>\n")
    let digest = String(repeating: "0a", count: 32)
    #expect(try values("//*[local-name()='identifier']/text()") == ["urn:sha256:\(digest)"])
    #expect(try values("//*[local-name()='languageTerm']/text()") == ["de", "en"])
  }

  @Test("Refers to the same picture in PAGE as in the METS file")
  func pictureOfPage() throws {
    let (listed, alone) = (
      try WrittenFiles(PAGEWriter.self, [SamplePage([["a"]])], writers: Self.writers),
      try WrittenFiles(PAGEWriter.self, [SamplePage([["a"]])], writers: [Self.chosen(ImagesWriter.self)])
    )
    #expect(try listed.value("page/0001.xml", "//Page/@imageFilename") == "images/0001.jpg")
    #expect(try listed.value("page/0001.xml", "//PcGts/@pcGtsId") == "OCR-D-OCR_0001")
    #expect(try alone.count("page/0001.xml", "//PcGts/@pcGtsId") == 0)
    #expect(try alone.value("page/0001.xml", "//Page/@imageFilename") == "../images/0001.png")
  }
}

extension JSONValue {
  fileprivate var members: [String: JSONValue]? { if case .object(let object) = self { object } else { nil } }
}
