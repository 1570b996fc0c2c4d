// SPDX-License-Identifier: GPL-3.0-or-later

/// The result for one page: the content of `pages/0001.json`, schema `docscan-page/1`.
///
/// Boxes are in pixels of ``image``, the corrected page that was recognized, with the origin at its top-left corner. ``map`` converts them to pixels
/// of ``source``, the page as loaded.
public struct RecognizedPage: Hashable, Sendable {
  /// The name and version of the format.
  public static let schema = "docscan-page/1"

  /// The document that contains the page.
  public var document: DocumentReference
  /// The input file of the page, and its number there.
  public var page: PageReference
  /// The status of the page.
  public var status: PageStatus
  /// The size of the page as loaded, or `nil` if it could not be loaded.
  public var source: RasterSize?
  /// The size of the corrected page, to which all boxes refer, or `nil` if there is none.
  public var image: RasterSize?
  /// The capture metadata of the photo, or `nil` if it has none.
  public var capture: PageCapture?
  /// The result of each correction, in the order of the stages.
  public var corrections: [Correction]
  /// The product of the corrections' matrices. For a curved page, use ``map``, which includes the mesh.
  public var sourceToImage: Homography
  /// The results of other stages. Each finding is a key of the page JSON.
  public var findings: PageFindings
  /// The text of the page. Lines end with a line feed, and an empty line separates blocks.
  public var text: String
  /// The mean confidence of the words, weighted by their length, from 0 to 1, or `nil` if no text was recognized.
  public var confidence: Double?
  /// The estimated error rate of the text, or `nil` if no text was recognized.
  public var expected: ExpectedErrors?
  /// The Tesseract names of the languages that the page was read in.
  public var languages: [String]
  /// The confidence, from 0 to 1, that ``languages`` is correct, or `nil` if the pipeline file named the languages.
  public var languageConfidence: Double?
  /// The blocks of the page, in reading order.
  public var blocks: [Block]
  /// Manual corrections that have been applied to the text, or `nil` if there are none.
  public var edits: AppliedEdits?
  /// Noise that was recognized as text and removed, or `nil` if there is none.
  public var dropped: [DroppedText]?
  /// The reason for the failure, or `nil` unless ``status`` is `failed`.
  public var failure: PageFailure?

  package init(
    document: DocumentReference, page: PageReference, status: PageStatus, source: RasterSize? = nil,
    image: RasterSize? = nil, capture: PageCapture? = nil, corrections: [Correction] = [],
    sourceToImage: Homography = .identity, findings: PageFindings = PageFindings(), text: String = "",
    confidence: Double? = nil, expected: ExpectedErrors? = nil, languages: [String] = [],
    languageConfidence: Double? = nil, blocks: [Block] = [], edits: AppliedEdits? = nil,
    dropped: [DroppedText]? = nil, failure: PageFailure? = nil
  ) {
    (self.document, self.page, self.status, self.source) = (document, page, status, source)
    (self.image, self.capture, self.corrections) = (image, capture, corrections)
    (self.sourceToImage, self.findings, self.text) = (sourceToImage, findings, text)
    (self.confidence, self.expected, self.languages) = (confidence, expected, languages)
    (self.languageConfidence, self.blocks, self.dropped) = (languageConfidence, blocks, dropped)
    (self.edits, self.failure) = (edits, failure)
  }

  /// The map between pixels of the loaded page and pixels of the corrected page.
  public var map: PageMap { PageMap(corrections) }

  package var withoutCopiedText: RecognizedPage {
    var page = self
    page.blocks.removeAll { $0.copied == true }
    return page
  }

  /// The words of the page, in reading order.
  public var words: [Word] { blocks.flatMap { $0.lines.flatMap(\.words) } }
}

/// The outcome of a page.
public enum PageStatus: String, Codable, CaseIterable, Sendable {
  /// The text was recognized in the picture of the page.
  case recognized
  /// The page already contained text, which was copied.
  case copied
  /// The page is empty.
  case blank
  /// The page was only corrected, because the pipeline has no `recognize` stage.
  case corrected
  /// The page could not be processed. The page's `failure` contains the reason.
  case failed
}

/// A reference to the document of a page.
public struct DocumentReference: Codable, Hashable, Sendable {
  /// The name of the document, which is its folder in the output folder.
  public var name: String
  /// The SHA-256 of the document's bytes, in hexadecimal digits.
  public var sha256: String
  /// The number of pages in the document.
  public var pageCount: Int

  package init(name: String, sha256: String, pageCount: Int) {
    (self.name, self.sha256, self.pageCount) = (name, sha256, pageCount)
  }
}

/// The origin of a page.
public struct PageReference: Codable, Hashable, Sendable {
  /// The page number in the document, counting from 1.
  public var number: Int
  /// The name of the input file.
  public var source: String
  /// The page number in the input file, counting from 1.
  public var sourcePage: Int

  package init(number: Int, source: String, sourcePage: Int) {
    (self.number, self.source, self.sourcePage) = (number, source, sourcePage)
  }
}

/// A coherent area of the page, such as a column or a picture.
public struct Block: Codable, Hashable, Sendable {
  /// The kind of block.
  public var kind: BlockKind
  /// The level of a heading, from 1 for the highest, or `nil` for other blocks and without heading detection.
  public var level: Int?
  /// The kind that the layout analysis found, if a later stage replaced it; otherwise `nil`.
  public var layoutKind: BlockKind?
  /// The box around the lines, in pixels of the corrected page.
  public var box: Box
  /// The lines of the block, from top to bottom.
  public var lines: [Line]
  /// `true` if the text was copied from the PDF's existing text layer, or `nil` if it was recognized.
  public var copied: Bool?
  /// The language pack of the text if the page mixes languages and the block's language was detected; otherwise `nil`.
  public var language: String?

  package init(kind: BlockKind, box: Box, lines: [Line], copied: Bool? = nil, language: String? = nil) {
    (self.kind, self.box, self.lines, self.copied) = (kind, box, lines, copied)
    self.language = language
  }
}

/// The kinds of blocks.
public enum BlockKind: String, Codable, CaseIterable, Sendable {
  /// Lines of text.
  case text
  /// The title of a document or of an article.
  case title
  /// A heading.
  case heading
  /// Running text.
  case paragraph
  /// A list whose items begin with bullets or numbers.
  case list
  /// The caption of a picture or table.
  case caption
  /// A footnote.
  case footnote
  /// A running header at the top of the page, which other pages repeat.
  case header
  /// A running footer at the bottom of the page, which other pages repeat.
  case footer
  /// The page number.
  case pageNumber
  /// A drawing or photo, with the text in it.
  case figure
  /// A formula on its own line.
  case formula
  /// A table.
  case table
  /// Text in vertical lines.
  case verticalText
  /// A picture without text.
  case picture
  /// A straight line.
  case rule
  /// Any other kind that the layout analysis found.
  case other
}

/// A line of text.
public struct Line: Codable, Hashable, Sendable {
  /// The words with their separators.
  public var text: String
  /// The confidence, from 0 to 1.
  public var confidence: Double
  /// The box around the words, in pixels of the corrected page.
  public var box: Box
  /// The baseline from its left end to its right end, in pixels of the corrected page.
  public var baseline: [Point]
  /// The words, in reading order.
  public var words: [Word]
  /// Whether a paragraph begins with the line, or `nil` if unknown.
  public var startsParagraph: Bool?
  /// The stroke weight as a multiple of the page's usual weight, or `nil` if the weight is about the usual one.
  public var weight: Double?

  package init(
    text: String, confidence: Double, box: Box, baseline: [Point], words: [Word], startsParagraph: Bool? = nil,
    weight: Double? = nil
  ) {
    (self.text, self.confidence, self.box, self.baseline) = (text, confidence, box, baseline)
    (self.words, self.startsParagraph, self.weight) = (words, startsParagraph, weight)
  }
}

/// A word: characters without a space in between.
public struct Word: Codable, Hashable, Sendable {
  /// The recognized text.
  public var text: String { didSet { updateCandidates(confidenceBefore: confidence) } }
  /// The confidence, from 0 to 1.
  public var confidence: Double { didSet { updateCandidates(confidenceBefore: oldValue) } }
  /// The box around the word, in pixels of the corrected page.
  public var box: Box
  /// The possible readings, the most likely first, beginning with the word itself, or `nil` if there are no others.
  public var candidates: [Candidate]?
  /// `true` if a reviewer corrected or confirmed the word; otherwise `nil`.
  public var isEdited: Bool?

  private enum CodingKeys: String, CodingKey {
    case text, confidence, box, candidates
    case isEdited = "edited"
  }

  package init(
    text: String, confidence: Double, box: Box, candidates: [Candidate]? = nil, isEdited: Bool? = nil
  ) {
    (self.text, self.confidence, self.box, self.candidates) = (text, confidence, box, candidates)
    self.isEdited = isEdited
  }
}

extension RecognizedPage: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case schema, document, page, status, source, image, capture, corrections, sourceToImage, coordinates
    case text, confidence, expected, languages, languageConfidence, blocks, edits, dropped, failure
  }

  /// The keys of the page JSON that don't belong to findings.
  private static let ownKeys = Set(CodingKeys.allCases.map(\.rawValue))

  private struct Coordinates: Codable {
    var unit = "pixel"
    var origin = "top-left"
  }

  /// Decodes a page in the format `docscan-page/1`.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: A `DecodingError` if the schema differs or a value is missing or invalid.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let schema = try values.decode(String.self, forKey: .schema)
    guard schema == Self.schema else {
      throw DecodingError.dataCorruptedError(
        forKey: .schema, in: values, debugDescription: "expected \(Self.schema), found \(schema)")
    }
    self.init(
      document: try values.decode(DocumentReference.self, forKey: .document),
      page: try values.decode(PageReference.self, forKey: .page),
      status: try values.decode(PageStatus.self, forKey: .status),
      source: try values.decodeIfPresent(RasterSize.self, forKey: .source),
      image: try values.decodeIfPresent(RasterSize.self, forKey: .image),
      capture: try values.decodeIfPresent(PageCapture.self, forKey: .capture),
      corrections: try values.decode([Correction].self, forKey: .corrections),
      sourceToImage: try values.decode(Homography.self, forKey: .sourceToImage),
      findings: try PageFindings(from: decoder, except: Self.ownKeys),
      text: try values.decode(String.self, forKey: .text),
      confidence: try values.decodeIfPresent(Double.self, forKey: .confidence),
      expected: try values.decodeIfPresent(ExpectedErrors.self, forKey: .expected),
      languages: try values.decode([String].self, forKey: .languages),
      languageConfidence: try values.decodeIfPresent(Double.self, forKey: .languageConfidence),
      blocks: try values.decode([Block].self, forKey: .blocks),
      edits: try values.decodeIfPresent(AppliedEdits.self, forKey: .edits),
      dropped: try values.decodeIfPresent([DroppedText].self, forKey: .dropped),
      failure: try values.decodeIfPresent(PageFailure.self, forKey: .failure))
  }

  /// Encodes the page JSON. Required keys without a value are null; optional keys without a value are omitted.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: An `EncodingError` if a value can't be encoded.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(Self.schema, forKey: .schema)
    try values.encode(document, forKey: .document)
    try values.encode(page, forKey: .page)
    try values.encode(status, forKey: .status)
    try values.encode(source, forKey: .source)
    try values.encode(image, forKey: .image)
    try values.encodeIfPresent(capture, forKey: .capture)
    try values.encode(corrections, forKey: .corrections)
    try values.encode(sourceToImage, forKey: .sourceToImage)
    try values.encode(Coordinates(), forKey: .coordinates)
    try values.encode(text, forKey: .text)
    try values.encode(confidence, forKey: .confidence)
    try values.encodeIfPresent(expected, forKey: .expected)
    try values.encode(languages, forKey: .languages)
    try values.encodeIfPresent(languageConfidence, forKey: .languageConfidence)
    try values.encode(blocks, forKey: .blocks)
    try values.encodeIfPresent(edits, forKey: .edits)
    try values.encodeIfPresent(dropped, forKey: .dropped)
    try values.encode(failure, forKey: .failure)
    try findings.encode(to: encoder)
  }
}
