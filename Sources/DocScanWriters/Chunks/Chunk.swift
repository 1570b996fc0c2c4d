// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A piece of a document for a search index or a language model: a line of `<name>.chunks.jsonl`.
struct Chunk: Encodable {
  static let schema = "docscan-chunk/1"

  /// Where a part of it is.
  struct Place: Encodable, Hashable {
    /// The page's number in the document, from 1.
    var page: Int
    /// Around its paragraphs or rows, in pixels of the corrected page.
    var boxes: [Box]
  }

  let schema = Self.schema
  /// The document's name in the output folder.
  var document: String
  /// SHA-256 of the document's bytes.
  var sha256: String
  /// The number in the document, from 1.
  var chunk: Int
  /// What it is: the kind of its parts, or "text" where they are of several.
  var kind: String
  /// The headings that it is below, from the outermost.
  var headings: [String]
  var text: String
  var pages: [Place]
  /// The mean over its words, weighted by their length.
  var confidence: Double
  /// As `TokenCount` counts them, without the headings.
  var tokens: Int
}

/// A part of a chunk: a paragraph, a list's item, a row of a table.
struct ChunkPart {
  var kind: BlockKind
  var text: String
  var page: Int
  var box: Box
  var words: [Word]
  /// The head of the table that it is a row of, which is written before the first row of each chunk.
  var tableHead: [String] = []
  /// Whether it goes on with the sentence of the part before.
  var continues = false
}
