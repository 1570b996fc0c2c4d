// SPDX-License-Identifier: GPL-3.0-or-later

/// The translated text of a page.
public struct Translation: ListedFinding {
  /// The reasons for leaving a paragraph untranslated.
  public enum Left: String, Codable, CaseIterable, Sendable {
    /// The paragraph contains no words.
    case noWords = "no-words"
    /// The paragraph is already in the target language.
    case sameLanguage = "same-language"
    /// The language of the paragraph is unknown.
    case unknownLanguage = "unknown-language"
    /// The provider doesn't support this pair of languages.
    case noPair = "no-pair"
    /// The provider refused the paragraph, or its answer was invalid.
    case refused
    /// The translation would have changed a number or other data.
    case values
  }

  /// A paragraph with its translation.
  public struct Paragraph: Codable, Hashable, Sendable {
    /// The index of the block on the page, counting from 0.
    public var block: Int
    /// The indices of the paragraph's lines in the block, counting from 0.
    public var lines: [Int]
    /// The source text: the joined lines without hyphenation.
    public var source: String
    /// The translated text, or the source text if it was left untranslated.
    public var text: String
    /// The BCP 47 tag of the paragraph's language, or `nil` if it is the page's language or unknown.
    public var from: String?
    /// The reason for leaving the paragraph untranslated, or `nil` if it was translated.
    public var left: Left?

    package init(
      block: Int, lines: [Int], source: String, text: String, from: String? = nil, left: Left? = nil
    ) {
      (self.block, self.lines, self.source, self.text) = (block, lines, source, text)
      (self.from, self.left) = (from, left)
    }
  }

  /// The maximum length of a text, in bytes of UTF-8. No paragraph comes close.
  package static let longestText = 1 << 20

  /// The BCP 47 tag of the target language.
  public var to: String
  /// The BCP 47 tag of the language of most of the text, or "und" if unknown.
  public var from: String
  /// The name of the translation provider.
  public var provider: String
  /// The paragraphs of the page, in reading order.
  public var paragraphs: [Paragraph]
  /// The translated text of the page, with one line per paragraph and an empty line between blocks.
  public var text: String

  /// The description of the translations in the page JSON.
  public static let description = FindingDescription(
    key: "translations",
    schema: JSONSchema.list(
      of: JSONSchema.object(
        "",
        [
          "to": JSONSchema.text("The BCP 47 tag of the target language.", atMost: 64),
          "from": JSONSchema.text(
            "The BCP 47 tag of the language of most of the text, or \"und\" if unknown.", atMost: 64),
          "provider": JSONSchema.text("The name of the translation provider.", atMost: 64),
          "paragraphs": JSONSchema.list(
            of: JSONSchema.object(
              "",
              [
                "block": JSONSchema.integer("The index of the block on the page, counting from 0."),
                "lines": JSONSchema.list(
                  of: JSONSchema.integer("The index of a line in the block, counting from 0."), atMost: 16_384),
                "source": JSONSchema.text(
                  "The source text: the joined lines without hyphenation.", atMost: longestText),
                "text": JSONSchema.text(
                  "The translated text, or the source text if it was left untranslated.", atMost: longestText),
                "from?": JSONSchema.text(
                  "The BCP 47 tag of the paragraph's language. Absent if it is the page's language or unknown.",
                  atMost: 64),
                "left?": JSONSchema.oneOf(
                  Left.allCases.map(\.rawValue),
                  "The reason for leaving the paragraph untranslated: it has no words, is already in the target language, or "
                    + "its language is unknown; the provider doesn't support the languages, refused the text, or would have "
                    + "changed a number or other data. Absent if it was translated."),
              ]), "The paragraphs of the page, in reading order.", atMost: 16_384),
          "text": JSONSchema.text(
            "The translated text of the page, with one line per paragraph and an empty line between blocks.",
            atMost: longestText),
        ]),
      "The translations of the text. Absent without the translate stage, and while a translation is pending.",
      atMost: 32))

  /// Creates a translation, and joins the paragraphs to the page's text.
  package init(to: String, from: String, provider: String, paragraphs: [Paragraph]) {
    (self.to, self.from, self.provider, self.paragraphs) = (to, from, provider, paragraphs)
    text = ""
    var block: Int?
    for paragraph in paragraphs {
      if let block, block != paragraph.block { text += "\n" }
      block = paragraph.block
      text += paragraph.text + "\n"
    }
  }
}

extension RecognizedPage {
  /// The translations of the text, or `nil` if the `translate` stage didn't run or hasn't finished.
  public var translations: [Translation]? { findings.get() }
}
