// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A chunk of a document for a search index or a language model: one line of `<name>.chunks.jsonl`.
struct Chunk: Encodable {
  static let schema = "docscan-chunk/1"

  /// The position of a chunk's part on one page.
  struct Place: Encodable, Hashable {
    var page: Int
    /// The boxes of the paragraphs or rows, in pixels of the corrected page.
    var boxes: [Box]
  }

  let schema = Self.schema
  var document: String
  var sha256: String
  /// The chunk's number in the document, from 1.
  var chunk: Int
  /// The kind of the chunk's parts, or "text" if they have several kinds.
  var kind: String
  /// The headings above the chunk, from the outermost.
  var headings: [String]
  var text: String
  var pages: [Place]
  /// The mean confidence of the words, weighted by their length.
  var confidence: Double
  /// The number of tokens, as counted by `TokenCount`, without the headings.
  var tokens: Int
}

/// A part of a chunk: a paragraph, a list item, or a table row.
struct ChunkPart {
  var kind: BlockKind
  var text: String
  var page: Int
  var box: Box
  var words: [Word]
  /// The head of the row's table, which is written before the first row in each chunk.
  var tableHead: [String] = []
  /// Whether the part continues the sentence of the previous part.
  var continues = false
}
