// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: text and JSON files can be read back, and errors of files say what to do.

import DocScanCore
import DocScanFiles
import DocScanFixtures
import DocScanWriters
import FoundationEssentials
import Glibc
import Testing

@Suite("Text and JSON files")
struct TextAndJSONTests {
  private func write(_ type: any DocumentWriter.Type, _ pages: [SamplePage], to folder: TemporaryFolder) throws {
    let destination = WriterDestination(directory: folder.path, baseName: "scan")
    let writer = try type.init(settings: ResolvedSettings(values: [:]), destination: destination)
    for page in pages { try writer.append(WriterPage(result: page.result, picturePath: nil)) }
    try writer.finish()
  }

  @Test("Separates pages of text by form feeds", arguments: [1, 2, 5])
  func formFeeds(pages: Int) throws {
    let folder = try TemporaryFolder()
    // A page's text may contain form feeds itself if it was copied from a PDF.
    try write(TextWriter.self, (0..<pages).map { SamplePage([["page\u{C}", "\($0)"], ["end"]]) }, to: folder)
    let parts = try folder.text("scan.txt").split(separator: "\u{C}", omittingEmptySubsequences: false)
    #expect(parts == (0..<pages).map { "page \($0)\nend\n" })
  }

  @Test("Writes a JSON file for each page that reads back unchanged")
  func jsonPages() throws {
    let folder = try TemporaryFolder()
    var second = SamplePage([["Größe", "漢字"]])
    second.number = 12
    try write(JSONWriter.self, [SamplePage([]), second], to: folder)
    #expect(try folder.files() == ["pages/0001.json", "pages/0012.json"])
    #expect(JSONWriter.pageFile(12_345) == "pages/12345.json")
    let read = try JSONDecoder().decode(RecognizedPage.self, from: try folder.data("pages/0012.json"))
    #expect(read == second.result.page)
  }

  @Test(
    "Writes no file of a language into which nothing can be translated",
    arguments: [(Translation.Left.noPair, []), (nil, ["scan.en.md", "scan.en.txt"])])
  func translations(left: Translation.Left?, files: [String]) throws {
    let folder = try TemporaryFolder()
    var result = SamplePage([["Bonjour"]]).result
    let paragraph = Translation.Paragraph(block: 0, lines: [0], source: "Bonjour", text: "Hello", left: left)
    try result.page.findings.set([Translation(to: "en", from: "fr", provider: "apertium", paragraphs: [paragraph])])
    let destination = WriterDestination(directory: folder.path, baseName: "scan")
    let writer = try TranslationWriter(settings: ResolvedSettings(values: [:]), destination: destination)
    try writer.append(WriterPage(result: result, picturePath: nil))
    try writer.finish()
    #expect(try folder.files() == files)
  }

  @Test("Gives every writer a name and a description")
  func descriptions() {
    #expect(
      builtInWriters.map { $0.description.name } == [
        "pdf", "text", "translation", "markdown", "xlsx", "json", "jsonl", "chunks", "hocr", "alto", "page", "tsv",
        "images",
        "overlays", "sources", "web", "iiif", "mets",
      ])
    #expect(builtInWriters.allSatisfy { $0.description.abstract.hasSuffix(".") })
  }

  @Test("Explains a full disk, and refuses a device as a file")
  func fullDisk() {
    let full = OutputError(operation: "write", path: "out/scan.txt", code: ENOSPC)
    #expect(full.description.contains("the disk is full. Free some space"))
    let error = #expect(throws: OutputError.self) { try OutputFile(path: "/dev/full") }
    #expect(error?.description.contains("something that is not a file has this name") == true)
  }

  @Test("Names a missing folder")
  func missingFolder() {
    let error = #expect(throws: OutputError.self) { try OutputFile(path: "/nonexistent/scan.txt") }
    #expect(
      error?.description.hasPrefix("Cannot create /nonexistent/scan.txt: the file or its folder does not exist.")
        == true)
  }
}
