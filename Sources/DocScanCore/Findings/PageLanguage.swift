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
