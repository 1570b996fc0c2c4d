// SPDX-License-Identifier: GPL-3.0-or-later

/// The text of a line: its words with a space between them, except between Han and kana characters.
package func joinedText(_ words: [Word]) -> String {
  var text = ""
  for word in words { text += separator(text, word.text) + word.text }
  return text
}

/// What is between two words or lines of one text: a space, but nothing after nothing and between Han and kana.
package func separator(_ before: String, _ after: String) -> String {
  guard let last = before.unicodeScalars.last, let first = after.unicodeScalars.first else { return "" }
  return isWrittenWithoutSpaces(last) && isWrittenWithoutSpaces(first) ? "" : " "
}

/// The text of a page: lines end with a line feed, blocks with text are separated by an empty line.
package func pageText(_ blocks: [Block]) -> String {
  blocks.filter { !$0.lines.isEmpty }.map { block in block.lines.map { $0.text + "\n" }.joined() }.joined(
    separator: "\n")
}

/// The mean confidence of words, weighted by their length; 0 for none.
package func meanConfidence(_ words: [Word]) -> Double {
  let characters = words.reduce(0) { $0 + $1.text.count }
  guard characters > 0 else { return 0 }
  return words.reduce(0) { $0 + $1.confidence * Double($1.text.count) } / Double(characters)
}

/// Han, kana and the punctuation that goes with them.
package func isWrittenWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x2E80...0x2FDF, 0x3000...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
    0xFF00...0xFF65, 0x20000...0x323AF:
    true
  case _: false
  }
}

/// A word that was read where there is none, and is not part of the page's text.
public struct DroppedText: Codable, Hashable, Sendable {
  /// What was taken for a word.
  public enum Reason: String, Codable, CaseIterable, Sendable {
    /// A part of a picture, or a logo.
    case picture
    /// A line, a border or a row of dashes.
    case rule
    /// A dot or stain.
    case speck
    /// Something that nobody can read.
    case unreadable
  }

  /// What was read.
  public var text: String
  /// 0 to 1.
  public var confidence: Double
  /// Around it, in pixels of the corrected page.
  public var box: Box
  /// Why it counts as noise.
  public var reason: Reason

  /// Something that was read and is not text.
  package init(text: String, confidence: Double, box: Box, reason: Reason) {
    (self.text, self.confidence, self.box, self.reason) = (text, confidence, box, reason)
  }
}

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

extension Word {
  /// The most candidates a word can have.
  package static let mostCandidates = 10

  /// One of the texts that a word may have.
  public struct Candidate: Codable, Hashable, Sendable {
    /// What the word may be.
    public var text: String
    /// 0 to 1.
    public var confidence: Double

    /// A reading of a word.
    package init(text: String, confidence: Double) { (self.text, self.confidence) = (text, confidence) }
  }

  /// The word with one more candidate: in its place by confidence, behind the word itself.
  public func adding(_ candidate: Candidate) -> Word {
    let own = candidates ?? [Candidate(text: text, confidence: confidence)]
    guard !own.contains(where: { $0.text == candidate.text }) else { return self }
    var word = self
    let others = (own.dropFirst() + [candidate]).sorted { $0.confidence > $1.confidence }
    word.candidates = own.prefix(1) + others
    return word
  }

  /// The word with at most `count` candidates, if it has any.
  package func limited(toCandidates count: Int) -> Word {
    var word = self
    word.candidates = candidates.map { Array($0.prefix(count)) }
    return word
  }

  /// Lets the first candidate be the word itself; the others keep their share of its confidence.
  mutating func updateCandidates(confidenceBefore: Double) {
    guard let own = candidates, !own.isEmpty else { return }
    let factor = confidenceBefore > 0 ? confidence / confidenceBefore : 1
    candidates = own.map {
      Candidate(text: $0.text, confidence: min($0.confidence * factor, 1).rounded(toPlaces: 3))
    }
    candidates?[0] = Candidate(text: text, confidence: confidence)
  }
}
