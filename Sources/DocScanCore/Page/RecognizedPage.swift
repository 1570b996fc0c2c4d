// SPDX-License-Identifier: GPL-3.0-or-later

/// What became of one page: the content of `pages/0001.json`, schema `docscan-page/1`.
///
/// Boxes are in pixels of `image`, the raster that was recognized, with the origin at its top-left corner;
/// `map` leads from there to pixels of `source`, the page as loaded.
public struct RecognizedPage: Hashable, Sendable {
  /// The name of the format, with its version.
  public static let schema = "docscan-page/1"

  /// The document that it belongs to.
  public var document: DocumentReference
  /// Which page of which file it is.
  public var page: PageReference
  /// What became of it.
  public var status: PageStatus
  /// The page as loaded; nil when it could not be.
  public var source: RasterSize?
  /// The corrected page, in which all boxes lie; nil when there is none.
  public var image: RasterSize?
  /// What the photograph says of how it was taken; nil if it says nothing.
  public var capture: PageCapture?
  /// What each correction found, in the order of the stages.
  public var corrections: [Correction]
  /// The product of the corrections' matrices; `map` is exact also for a bent page.
  public var sourceToImage: Homography
  /// What other stages found: each finding is a key of the page JSON.
  public var findings: PageFindings
  /// The page's text: lines end with a line feed, blocks with an empty line.
  public var text: String
  /// The mean confidence of the words, weighted by their length, 0 to 1; nil when no text was recognized.
  public var confidence: Double?
  /// How wrong the text is likely to be; nil if nothing was recognized.
  public var expected: ExpectedErrors?
  /// The languages the page was read in, as Tesseract names them.
  public var languages: [String]
  /// How sure it is that these are the page's languages, 0 to 1; nil when the pipeline file named them.
  public var languageConfidence: Double?
  /// Its text, in reading order.
  public var blocks: [Block]
  /// What people decided about the text, which is in it; nil if nobody did.
  public var edits: AppliedEdits?
  /// Noise: what was read but is not text; nil if there is none.
  public var dropped: [DroppedText]?
  /// Why the page failed; nil unless `status` is `failed`.
  public var failure: PageFailure?

  /// A page; boxes are in pixels of `image`, with the origin at the top left.
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

  /// The way from source pixels to pixels of the image, in which all boxes lie, and back.
  public var map: PageMap { PageMap(corrections) }

  /// The page with the blocks that were recognized only.
  package var withoutCopiedText: RecognizedPage {
    var page = self
    page.blocks.removeAll { $0.copied == true }
    return page
  }

  /// All words, in reading order.
  public var words: [Word] { blocks.flatMap { $0.lines.flatMap(\.words) } }
}

/// The outcome of a page.
public enum PageStatus: String, Codable, CaseIterable, Sendable {
  /// The text was recognized in the picture of the page.
  case recognized
  /// The page had its text already; it was copied.
  case copied
  /// There is nothing on the page.
  case blank
  /// The pipeline has no recognize stage.
  case corrected
  /// The page could not be processed; `failure` says why.
  case failed
}

/// The document a page belongs to.
public struct DocumentReference: Codable, Hashable, Sendable {
  /// The document's name: its folder below the output folder.
  public var name: String
  /// SHA-256 of the document's bytes, in hexadecimal digits.
  public var sha256: String
  /// How many pages it has.
  public var pageCount: Int

  /// A document.
  package init(name: String, sha256: String, pageCount: Int) {
    (self.name, self.sha256, self.pageCount) = (name, sha256, pageCount)
  }
}

/// Where a page came from.
public struct PageReference: Codable, Hashable, Sendable {
  /// The number in the document, from 1.
  public var number: Int
  /// The file's name.
  public var source: String
  /// The number in that file, from 1.
  public var sourcePage: Int

  /// A page of the results, and the page of a file that it came from; both from 1.
  package init(number: Int, source: String, sourcePage: Int) {
    (self.number, self.source, self.sourcePage) = (number, source, sourcePage)
  }
}

/// An area of the page that belongs together, such as a column or a picture.
public struct Block: Codable, Hashable, Sendable {
  /// What kind of block it is.
  public var kind: BlockKind
  /// How deep a heading is, from 1; nil for all else, and where no stage looked.
  public var level: Int?
  /// What the layout analysis took it for, where a stage found out more; nil elsewhere.
  public var layoutKind: BlockKind?
  /// Around its lines, in pixels of the corrected page.
  public var box: Box
  /// Its lines, from top to bottom.
  public var lines: [Line]
  /// Whether the text is the page's own, copied from beside what was recognized; nil if it was recognized.
  public var copied: Bool?
  /// The pack that names the text's language, where the page mixes languages and it was found; nil elsewhere.
  public var language: String?

  /// A block.
  package init(kind: BlockKind, box: Box, lines: [Line], copied: Bool? = nil, language: String? = nil) {
    (self.kind, self.box, self.lines, self.copied) = (kind, box, lines, copied)
    self.language = language
  }
}

/// What a block shows.
public enum BlockKind: String, Codable, CaseIterable, Sendable {
  /// Lines of text.
  case text
  /// The title of a document or of an article.
  case title
  /// A heading.
  case heading
  /// Running text.
  case paragraph
  /// Items with marks or numbers before them.
  case list
  /// What stands at a picture.
  case caption
  /// A note at the foot of the page.
  case footnote
  /// A line at the head of the page that others have too.
  case header
  /// The same at its foot.
  case footer
  /// The page's number.
  case pageNumber
  /// A drawing or photograph, with the text in it.
  case figure
  /// A formula in a line of its own.
  case formula
  /// A table.
  case table
  /// Text in lines that run downwards.
  case verticalText
  /// A picture, without text.
  case picture
  /// A straight line.
  case rule
  /// Anything else that the layout analysis found.
  case other
}

/// A line of text.
public struct Line: Codable, Hashable, Sendable {
  /// The words with what is between them.
  public var text: String
  /// 0 to 1.
  public var confidence: Double
  /// Around its words, in pixels of the corrected page.
  public var box: Box
  /// The line's baseline, from its left end to its right end.
  public var baseline: [Point]
  /// Its words, in reading order.
  public var words: [Word]
  /// Whether a paragraph begins with this line; nil if that is not known.
  public var startsParagraph: Bool?
  /// How heavy its strokes are, compared with those of most text on the page; nil if they are about the same.
  public var weight: Double?

  /// A line.
  package init(
    text: String, confidence: Double, box: Box, baseline: [Point], words: [Word], startsParagraph: Bool? = nil,
    weight: Double? = nil
  ) {
    (self.text, self.confidence, self.box, self.baseline) = (text, confidence, box, baseline)
    (self.words, self.startsParagraph, self.weight) = (words, startsParagraph, weight)
  }
}

/// A word: characters without a space between them.
public struct Word: Codable, Hashable, Sendable {
  /// What was read.
  public var text: String { didSet { updateCandidates(confidenceBefore: confidence) } }
  /// 0 to 1.
  public var confidence: Double { didSet { updateCandidates(confidenceBefore: oldValue) } }
  /// Around it, in pixels of the corrected page.
  public var box: Box
  /// What it might be, the most likely first, which is the word itself; nil without candidates.
  public var candidates: [Candidate]?
  /// Whether a person corrected or confirmed it; nil if nobody did.
  public var isEdited: Bool?

  private enum CodingKeys: String, CodingKey {
    case text, confidence, box, candidates
    case isEdited = "edited"
  }

  /// A word.
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

  /// The keys that are no findings.
  private static let ownKeys = Set(CodingKeys.allCases.map(\.rawValue))

  private struct Coordinates: Codable {
    var unit = "pixel"
    var origin = "top-left"
  }

  /// Reads a `docscan-page/1`; another schema is an error.
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

  /// Writes every key of the schema, with null for what is not there; keys of stages that did not run are left out.
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
