// SPDX-License-Identifier: GPL-3.0-or-later

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
