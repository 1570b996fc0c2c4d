// SPDX-License-Identifier: GPL-3.0-or-later

/// A page in short, without places: a line of `<name>.jsonl`, schema `docscan-line/1`.
///
/// Every key is on every line, with null for what is not known, so that the lines make a table.
package struct PageLine: Encodable, Hashable, Sendable {
  /// The name of the format, with its version.
  package static let schema = "docscan-line/1"

  /// The name of this format.
  package let schema = Self.schema
  /// The document's name in the output folder.
  package var document: String
  /// SHA-256 of the document's bytes, in hexadecimal digits.
  package var sha256: String
  /// The number in the document, from 1.
  package var page: Int
  /// The number of pages in the input.
  package var pageCount: Int
  /// The file's name.
  package var source: String
  /// The number in that file, from 1.
  package var sourcePage: Int
  /// What became of the page.
  package var status: PageStatus
  /// Lines end with a line feed, blocks with an empty line.
  package var text: String
  /// How many words it has.
  package var words: Int
  /// In the words, as people count them.
  package var characters: Int
  /// The mean over the words, weighted by their length, 0 to 1.
  @OrNull package var confidence: Double?
  /// The languages the page was read in, as BCP 47 names them.
  package var languages: [String]
  /// How well the page was photographed or scanned.
  @OrNull package var grade: PageQuality.Grade?
  /// The size of the corrected page in pixels, and its pixels per inch.
  @OrNull package var width: Int?
  /// The height of the picture in pixels; null where the page failed.
  @OrNull package var height: Int?
  /// Its resolution in pixels per inch; null where the page failed.
  @OrNull package var dpi: Double?
  /// Why the page failed.
  @OrNull package var failure: String?

  /// Takes a page's result together.
  package init(_ page: RecognizedPage) {
    let words = page.words
    document = page.document.name
    sha256 = page.document.sha256
    self.page = page.page.number
    pageCount = page.document.pageCount
    source = page.page.source
    sourcePage = page.page.sourcePage
    status = page.status
    text = page.text
    self.words = words.count
    characters = words.reduce(0) { $0 + $1.text.count }
    confidence = page.confidence
    languages = page.languages.compactMap { LanguageTag(tesseract: $0)?.description }
    grade = page.quality?.grade
    width = page.image?.width
    height = page.image?.height
    dpi = page.image?.dpi
    failure = page.failure?.message
  }
}

/// A value that JSON has as null where it is not known: its key is always there.
@propertyWrapper
package struct OrNull<Value: Encodable & Hashable & Sendable>: Encodable, Hashable, Sendable {
  /// The value; nil is written as null.
  package var wrappedValue: Value?

  /// A value, or none.
  package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  package func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}
