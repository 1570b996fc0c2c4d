// SPDX-License-Identifier: GPL-3.0-or-later

/// The language that a page's text is in, and those of its blocks.
package struct PageLanguage: Finding {
  /// The language of a block.
  package struct OfBlock: Codable, Hashable, Sendable {
    /// The block's number among all blocks of the page, from 0.
    package var block: Int
    /// As BCP 47 names it.
    package var tag: String
    /// The probability that this is right, 0 to 1.
    package var confidence: Double

    /// The language of a block.
    package init(block: Int, tag: String, confidence: Double) {
      (self.block, self.tag, self.confidence) = (block, tag, confidence)
    }
  }

  /// As BCP 47 names it, such as "de" or "zh-Hant"; "und" where there is too little text to tell.
  package var tag: String
  /// 0 to 1.
  package var confidence: Double
  /// Those of the blocks that have enough text to tell.
  package var blocks: [OfBlock]

  private static let tagSchema = JSONSchema.text("As BCP 47 names it, such as \"de\" or \"zh-Hant\".", atMost: 64)

  package static let description = FindingDescription(
    key: "language",
    schema: JSONSchema.object(
      "The language of the page's text; absent without the languages stage.",
      [
        "tag": JSONSchema.text(
          "As BCP 47 names it, such as \"de\" or \"zh-Hant\"; \"und\" if there is too little text.",
          atMost: 64),
        "confidence": JSONSchema.confidence("The probability that this is right."),
        "blocks": JSONSchema.list(
          of: JSONSchema.object(
            "",
            [
              "block": JSONSchema.integer("The block's number among all blocks of the page, from 0."),
              "tag": tagSchema, "confidence": JSONSchema.confidence("The probability that this is right."),
            ]), "The languages of the blocks that have enough text.", atMost: 16_384),
      ]))

  /// The language of a page, and those of its blocks.
  package init(tag: String, confidence: Double, blocks: [OfBlock] = []) {
    (self.tag, self.confidence, self.blocks) = (tag, confidence, blocks)
  }
}

extension RecognizedPage {
  /// The language of the page's text; nil when the pipeline did not look.
  package var textLanguage: PageLanguage? { findings.get() }
}

/// A page's text looks like a language in which it was not read: its pack may be missing.
package struct OtherLanguage: Finding {
  /// As BCP 47 names it.
  package var tag: String
  /// 0 to 1.
  package var confidence: Double

  package static let description = FindingDescription(
    key: "otherLanguage",
    schema: JSONSchema.object(
      "The language that the page's text looks like, if it was not read in it. Absent if it was, and without the recognize stage.",
      [
        "tag": JSONSchema.text("As BCP 47 names it, such as \"cs\".", atMost: 64),
        "confidence": JSONSchema.confidence("The probability that this is right."),
      ]))

  /// Shorter texts and less certain languages prove nothing; the former in letters.
  private static let (fewestLetters, leastConfidence) = (150, 0.9)
  /// Languages that are easily taken for one another: a page in one of them may well have been read in the right one.
  private static let alike: [Set<String>] = [
    ["hr", "bs", "sr", "sl"], ["no", "nb", "nn", "da", "sv"], ["id", "ms", "jv", "su"], ["gl", "pt", "es"],
    ["cs", "sk"],
    ["ca", "oc", "es"], ["af", "nl", "fy"], ["lb", "de"], ["ru", "uk", "be", "bg", "mk"], ["ar", "fa", "ur", "ps"],
    ["hi", "mr", "ne", "sa"],
  ]

  /// The language that a text tells, where it is none of those of the packs it was read with; nil if it may well be one.
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
  /// The language that the page's text looks like, if it was not read in it.
  ///
  /// The languages stage has the last word: it sees what people corrected.
  package var otherLanguage: OtherLanguage? {
    guard let language = textLanguage else { return findings.get() }
    return OtherLanguage(tag: language.tag, confidence: language.confidence, of: text, readWith: languages)
  }
}
