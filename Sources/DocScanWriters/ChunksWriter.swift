// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import DocScanLayout

/// Writes `<name>.chunks.jsonl`: chunks of the text for search indexes and language models, schema `docscan-chunk/1`. A chunk ends before the next
/// heading or when the next part would exceed the limit of tokens. Running heads and page numbers are left out.
package final class ChunksWriter: DocumentWriter {
  private static let tokens = Setting(
    "tokens", default: 400, in: 20...100_000,
    help:
      "The maximum number of tokens in a chunk. A word counts one for every four letters or fewer; a Han, kana or Hangul "
      + "character and any other sign count one each. Table rows are never split.")

  package static let description = ComponentDescription(
    name: "chunks",
    abstract: "Chunks of the text for search and language models: one line of JSON each, with headings and positions.",
    settings: [tokens.erased])

  private let file: OutputFile
  private var heads = RunningHeads()
  private var maker: ChunkMaker
  private var document = DocumentReference(name: "", sha256: "", pageCount: 0)
  private var count = 0

  package static let ending: String? = "chunks.jsonl"

  package init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    maker = ChunkMaker(most: settings[Self.tokens])
    file = try destination.file(ending: "chunks.jsonl")
  }

  package func append(_ page: WriterPage) throws(OutputError) {
    let page = page.result.page
    document = page.document
    for settled in heads.add(page, tables: TableFinder.lines(of: TableFinder.found(on: page))) { try write(settled) }
  }

  package func finish() throws(OutputError) {
    for settled in heads.finish() { try write(settled) }
    for (headings, parts) in maker.finish() { try write(parts, below: headings) }
    try file.finish()
  }

  private func write(_ settled: (page: RecognizedPage, elements: [PageElement])) throws(OutputError) {
    for (headings, parts) in maker.add(settled.page, settled.elements) { try write(parts, below: headings) }
  }

  private func write(_ parts: [ChunkPart], below headings: [String]) throws(OutputError) {
    guard let first = parts.first else { return }
    count += 1
    let text = Self.text(of: parts)
    let kinds = Set(parts.map(\.kind))
    var places: [Chunk.Place] = []
    for part in parts {
      if places.last?.page != part.page { places.append(Chunk.Place(page: part.page, boxes: [])) }
      if places[places.count - 1].boxes.last != part.box { places[places.count - 1].boxes.append(part.box) }
    }
    let chunk = Chunk(
      document: document.name, sha256: document.sha256, chunk: count,
      kind: (kinds.count == 1 ? first.kind : BlockKind.text).rawValue, headings: headings, text: text, pages: places,
      confidence: meanConfidence(parts.flatMap(\.words)).rounded(toPlaces: 3), tokens: TokenCount.of(text))
    try file.write(result: JSONText.compact(chunk))
    try file.write("\n")
  }

  /// Returns the text of a chunk: empty lines between paragraphs, line breaks between rows and items, a space before a continued sentence.
  private static func text(of parts: [ChunkPart]) -> String {
    var text = ""
    var before: ChunkPart?
    for part in parts {
      if let before {
        let isOne =
          before.kind == part.kind && (part.kind == .table && before.tableHead == part.tableHead || part.kind == .list)
        text += part.continues ? separator(text, part.text) : isOne ? "\n" : "\n\n"
      }
      if part.kind == .table, before?.kind != .table || before?.tableHead != part.tableHead {
        text += part.tableHead.map { $0 + "\n" }.joined()
      }
      text += part.text
      before = part
    }
    return text
  }
}
