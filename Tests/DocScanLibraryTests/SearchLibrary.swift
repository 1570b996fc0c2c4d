// SPDX-License-Identifier: GPL-3.0-or-later
// Support: libraries with text to search.

import DocScanCore
import DocScanFixtures
import DocScanLibrary

/// An output folder with pages of text, made without a run.
final class SearchLibrary {
  let folder: TemporaryFolder
  var path: String { folder.path }

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.makeFolder(".docscan")
  }

  /// Adds a document with these pages, or replaces an existing one.
  func add(_ name: String, _ pages: RecognizedPage...) throws {
    if folder.contains(name) { try folder.remove(name) }
    _ = try folder.makeFolder("\(name)/pages")
    var places: [JSONValue] = []
    for (number, page) in zip(1..., pages) {
      var page = page
      page.document.name = name
      page.page.number = number
      try folder.write(JSONText.pretty(page), to: "\(name)/pages/000\(number).json")
      places.append([
        "number": .number(Double(number)), "status": "recognized", "file": .string("pages/000\(number).json"),
        "source": .string("\(name).png"), "sourcePage": 1,
      ])
    }
    let base = name.split(separator: "/").last.map(String.init) ?? name
    let record: JSONValue = [
      "schema": "docscan-document/1", "name": .string(name), "source": [.string("\(name).png")], "sha256": "00",
      "pipeline": ["name": "archive", "sha256": "00"], "status": "complete", "pageCount": .number(Double(pages.count)),
      "selection": "all", "pages": .array(places), "quality": ["words": 0], "notes": [], "versions": [:],
    ]
    try folder.write(JSONText.pretty(record), to: "\(name)/\(base).json")
  }

  /// Returns the hits as "document page", the best first.
  func find(_ words: String..., fuzzy: Bool = false) throws -> [String] {
    try result(words, fuzzy: fuzzy).hits.map { "\($0.document) \($0.page)" }
  }

  func result(_ words: [String], fuzzy: Bool = false, limit: Int = 100) throws -> SearchResult {
    try LibrarySearch(library: path).pages(SearchQuery(words: words), limit: limit, fuzzy: fuzzy)
  }
}

/// Returns a page with a text: empty lines separate blocks; a character is 10 pixels wide, a line 20 high.
///
/// A word such as "hause~house,0.4" was read as the first with half of the confidence, and may be the second.
func page(_ text: String, languages: [String] = ["eng"]) -> RecognizedPage {
  var (blocks, y) = ([Block](), 0.0)
  for paragraph in text.split(separator: "\n\n") {
    var lines: [Line] = []
    for line in paragraph.split(separator: "\n") {
      var (words, x) = ([Word](), 0.0)
      for written in line.split(separator: " ") {
        let parts = written.split(separator: "~", maxSplits: 1, omittingEmptySubsequences: false)
        let read = String(parts[0])
        let width = 10.0 * Double(read.count)
        var word = Word(
          text: read, confidence: parts.count > 1 ? 0.5 : 0.97, box: Box(x: x, y: y, width: width, height: 20))
        if parts.count > 1 {
          let other = parts[1].split(separator: ",")
          word.candidates = [Word.Candidate(text: read, confidence: 0.5)]
          if other.count > 1, let confidence = Double(other[1]) {
            word.candidates?.append(Word.Candidate(text: String(other[0]), confidence: confidence))
          }
        }
        words.append(word)
        x += width + 10
      }
      lines.append(
        Line(
          text: words.map(\.text).joined(separator: " "), confidence: 0.9,
          box: Box(x: 0, y: y, width: x, height: 20), baseline: [], words: words))
      y += 20
    }
    blocks.append(Block(kind: .text, box: Box(x: 0, y: 0, width: 500, height: y), lines: lines))
  }
  return RecognizedPage(
    document: DocumentReference(name: "", sha256: "00", pageCount: 1),
    page: PageReference(number: 1, source: "a.png", sourcePage: 1), status: .recognized,
    image: RasterSize(width: 600, height: 800, dpi: 100), text: text, languages: languages, blocks: blocks)
}
