// SPDX-License-Identifier: GPL-3.0-or-later

/// The language of a page's text, and the languages of its blocks.
package struct PageLanguage: Finding {
  package struct OfBlock: Codable, Hashable, Sendable {
    package var block: Int
    package var tag: String
    package var confidence: Double

    package init(block: Int, tag: String, confidence: Double) {
      (self.block, self.tag, self.confidence) = (block, tag, confidence)
    }
  }

  package var tag: String
  package var confidence: Double
  /// The languages of the blocks that have enough text.
  package var blocks: [OfBlock]

  private static let tagSchema = JSONSchema.text(
    "The BCP 47 tag of the language, such as \"de\" or \"zh-Hant\".", atMost: 64)

  package static let description = FindingDescription(
    key: "language",
    schema: JSONSchema.object(
      "The language of the page's text. Absent without the languages stage.",
      [
        "tag": JSONSchema.text(
          "The BCP 47 tag of the language, such as \"de\" or \"zh-Hant\", or \"und\" if there is too little text.",
          atMost: 64),
        "confidence": JSONSchema.confidence("The probability that the language is correct."),
        "blocks": JSONSchema.list(
          of: JSONSchema.object(
            "",
            [
              "block": JSONSchema.integer("The index of the block on the page, counting from 0."),
              "tag": tagSchema, "confidence": JSONSchema.confidence("The probability that the language is correct."),
            ]), "The languages of the blocks that have enough text.", atMost: 16_384),
      ]))

  package init(tag: String, confidence: Double, blocks: [OfBlock] = []) {
    (self.tag, self.confidence, self.blocks) = (tag, confidence, blocks)
  }
}

extension RecognizedPage {
  /// The language of the page's text, or `nil` if the `languages` stage didn't run.
  package var textLanguage: PageLanguage? { findings.get() }
}

/// A language of the text that the page wasn't read with at first, perhaps because its language pack is missing.
package struct OtherLanguage: Finding {
  /// The result of a second reading, in this language.
  package enum Reading: String, Codable, Hashable, Sendable {
    /// The second reading was better, so the page has its text.
    case taken
    /// The second reading wasn't better, so the page keeps the text of the first.
    case rejected
  }

  package var tag: String
  package var confidence: Double
  package var reading: Reading?

  package static let description = FindingDescription(
    key: "otherLanguage",
    schema: JSONSchema.object(
      "The language that the text appeared to be in, if the page wasn't read with it at first. Otherwise, or without the "
        + "recognize stage, absent.",
      [
        "tag": JSONSchema.text("The BCP 47 tag of the language, such as \"cs\".", atMost: 64),
        "confidence": JSONSchema.confidence("The probability that the language is correct."),
        "reading?": JSONSchema.oneOf(
          ["taken", "rejected"],
          "The result of reading the page again in this language: its text was \"taken\", or \"rejected\" because it wasn't "
            + "better. Absent if the language isn't installed."),
      ]))

  private static let (fewestLetters, leastConfidence) = (150, 0.9)
  /// Groups of similar languages. If the page was read with one language of a group, the others aren't reported.
  private static let alike: [Set<String>] = [
    ["hr", "bs", "sr", "sl"], ["no", "nb", "nn", "da", "sv"], ["id", "ms", "jv", "su"], ["gl", "pt", "es"],
    ["cs", "sk"],
    ["ca", "oc", "es"], ["af", "nl", "fy"], ["lb", "de"], ["ru", "uk", "be", "bg", "mk"], ["ar", "fa", "ur", "ps"],
    ["hi", "mr", "ne", "sa"],
  ]

  /// Creates a finding if the detected language differs from all packs the page was read with. Returns `nil` otherwise or on weak evidence.
  package init?(tag: String, confidence: Double, of text: String, readWith packs: [String]) {
    guard tag != "und", confidence >= Self.leastConfidence,
      text.unicodeScalars.count(where: \.properties.isAlphabetic) >= Self.fewestLetters,
      !packs.contains(where: { Self.isLike(tag, pack: $0) })
    else { return nil }
    (self.tag, self.confidence) = (tag, confidence)
  }

  private static func isLike(_ tag: String, pack: String) -> Bool {
    let language = String(tag.prefix { $0 != "-" })
    guard let other = LanguageTag(tesseract: pack)?.language else { return false }
    return other == language || alike.contains { $0.isSuperset(of: [other, language]) }
  }
}

extension RecognizedPage {
  /// The language that the page's text appears to be in, or `nil` if the page was read with it. The `languages` stage takes precedence, because its
  /// input includes manual corrections, unless the page was read again.
  package var otherLanguage: OtherLanguage? {
    let noticed: OtherLanguage? = findings.get()
    guard let language = textLanguage, noticed?.reading == nil else { return noticed }
    return OtherLanguage(tag: language.tag, confidence: language.confidence, of: text, readWith: languages)
  }
}
