// SPDX-License-Identifier: GPL-3.0-or-later

/// Joins words to a text, with spaces except between Han and kana characters.
package func joinedText(_ words: [Word]) -> String {
  var text = ""
  for word in words { text += separator(text, word.text) + word.text }
  return text
}

/// Returns the separator between two words or lines: a space, or an empty string if one is empty or both sides are Han or kana.
package func separator(_ before: String, _ after: String) -> String {
  guard let last = before.unicodeScalars.last, let first = after.unicodeScalars.first else { return "" }
  return isWrittenWithoutSpaces(last) && isWrittenWithoutSpaces(first) ? "" : " "
}

/// Returns the text of a page. Lines end with a line feed, and an empty line separates blocks with text.
package func pageText(_ blocks: [Block]) -> String {
  blocks.filter { !$0.lines.isEmpty }.map { block in block.lines.map { $0.text + "\n" }.joined() }.joined(
    separator: "\n")
}

/// Returns the mean confidence of words, weighted by their length, or 0 if there are none.
package func meanConfidence(_ words: [Word]) -> Double {
  let characters = words.reduce(0) { $0 + $1.text.count }
  guard characters > 0 else { return 0 }
  return words.reduce(0) { $0 + $1.confidence * Double($1.text.count) } / Double(characters)
}

/// Returns whether a character is Han, kana, or their punctuation, and thus written without spaces.
package func isWrittenWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x2E80...0x2FDF, 0x3000...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
    0xFF00...0xFF65, 0x20000...0x323AF:
    true
  case _: false
  }
}

/// A false word that was recognized in noise. Dropped text isn't part of the page's text.
public struct DroppedText: Codable, Hashable, Sendable {
  /// The sources of noise.
  public enum Reason: String, Codable, CaseIterable, Sendable {
    /// A part of a picture or logo.
    case picture
    /// A line, a border, or a row of dashes.
    case rule
    /// A dot or stain.
    case speck
    /// Marks without readable text.
    case unreadable
  }

  /// The recognized text.
  public var text: String
  /// The confidence, from 0 to 1.
  public var confidence: Double
  /// The box around the text, in pixels of the corrected page.
  public var box: Box
  /// The source of the noise.
  public var reason: Reason

  package init(text: String, confidence: Double, box: Box, reason: Reason) {
    (self.text, self.confidence, self.box, self.reason) = (text, confidence, box, reason)
  }
}

/// A page's summary without positions: a line of `<name>.jsonl`, schema `docscan-line/1`. All keys are present, null if unknown, as in a table.
package struct PageLine: Encodable, Hashable, Sendable {
  package static let schema = "docscan-line/1"

  package let schema = Self.schema
  package var document: String
  package var sha256: String
  package var page: Int
  package var pageCount: Int
  package var source: String
  package var sourcePage: Int
  package var status: PageStatus
  package var text: String
  package var words: Int
  /// The number of characters in all words, without spaces.
  package var characters: Int
  @OrNull package var confidence: Double?
  package var languages: [String]
  @OrNull package var grade: PageQuality.Grade?
  @OrNull package var width: Int?
  @OrNull package var height: Int?
  @OrNull package var dpi: Double?
  @OrNull package var failure: String?

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

/// A property that is encoded as null instead of being omitted if it is `nil`.
@propertyWrapper
package struct OrNull<Value: Encodable & Hashable & Sendable>: Encodable, Hashable, Sendable {
  package var wrappedValue: Value?

  package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  package func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension Word {
  package static let mostCandidates = 10

  /// A possible reading of a word.
  public struct Candidate: Codable, Hashable, Sendable {
    /// The text of the reading.
    public var text: String
    /// The confidence, from 0 to 1.
    public var confidence: Double

    package init(text: String, confidence: Double) { (self.text, self.confidence) = (text, confidence) }
  }

  /// Returns the word with an additional candidate.
  ///
  /// - Parameter candidate: The reading to add. A reading with the same text as an existing candidate is ignored.
  /// - Returns: The word whose candidates are the word itself, then the others by descending confidence.
  public func adding(_ candidate: Candidate) -> Word {
    let own = candidates ?? [Candidate(text: text, confidence: confidence)]
    guard !own.contains(where: { $0.text == candidate.text }) else { return self }
    var word = self
    let others = (own.dropFirst() + [candidate]).sorted { $0.confidence > $1.confidence }
    word.candidates = own.prefix(1) + others
    return word
  }

  package func limited(toCandidates count: Int) -> Word {
    var word = self
    word.candidates = candidates.map { Array($0.prefix(count)) }
    return word
  }

  /// Replaces the first candidate by the word's current text and confidence, and scales the confidences of the others accordingly.
  mutating func updateCandidates(confidenceBefore: Double) {
    guard let own = candidates, !own.isEmpty else { return }
    let factor = confidenceBefore > 0 ? confidence / confidenceBefore : 1
    candidates = own.map {
      Candidate(text: $0.text, confidence: min($0.confidence * factor, 1).rounded(toPlaces: 3))
    }
    candidates?[0] = Candidate(text: text, confidence: confidence)
  }
}
