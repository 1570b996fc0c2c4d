// SPDX-License-Identifier: GPL-3.0-or-later

/// A page's text in another language.
public struct Translation: ListedFinding {
  /// Why a paragraph stays as it is.
  public enum Left: String, Codable, CaseIterable, Sendable {
    /// It has no words.
    case noWords = "no-words"
    /// It is in that language already.
    case sameLanguage = "same-language"
    /// Its language is not known.
    case unknownLanguage = "unknown-language"
    /// The provider does not translate from its language.
    case noPair = "no-pair"
    /// The provider refused it, or its answer made no sense.
    case refused
    /// A number or another piece of data would not have survived.
    case values
  }

  /// Lines that belong together.
  public struct Paragraph: Codable, Hashable, Sendable {
    /// The block's number among all blocks of the page, from 0.
    public var block: Int
    /// The numbers of its lines in that block, from 0.
    public var lines: [Int]
    /// What was translated: the lines as one, without the hyphens that broke words.
    public var source: String
    /// What came of it; the source where it was left.
    public var text: String
    /// Its language as BCP 47 names it; nil if that is the page's, or not known.
    public var from: String?
    /// Why it stays as it is; nil if it is translated.
    public var left: Left?

    /// A paragraph and its translation.
    package init(
      block: Int, lines: [Int], source: String, text: String, from: String? = nil, left: Left? = nil
    ) {
      (self.block, self.lines, self.source, self.text) = (block, lines, source, text)
      (self.from, self.left) = (from, left)
    }
  }

  /// In bytes of UTF-8, many times as long as any paragraph.
  package static let longestText = 1 << 20

  /// The language, as BCP 47 names it.
  public var to: String
  /// The language of most of the text, as BCP 47 names it; "und" where that is not known.
  public var from: String
  /// What translated it.
  public var provider: String
  /// All paragraphs of the page, in reading order.
  public var paragraphs: [Paragraph]
  /// The text of the page: a line for each paragraph, and an empty one between blocks.
  public var text: String

  public static let description = FindingDescription(
    key: "translations",
    schema: JSONSchema.list(
      of: JSONSchema.object(
        "",
        [
          "to": JSONSchema.text("The language, as BCP 47 names it.", atMost: 64),
          "from": JSONSchema.text("The language of most of the text; \"und\" where that is not known.", atMost: 64),
          "provider": JSONSchema.text("What translated it.", atMost: 64),
          "paragraphs": JSONSchema.list(
            of: JSONSchema.object(
              "",
              [
                "block": JSONSchema.integer("The block's number among all blocks of the page, from 0."),
                "lines": JSONSchema.list(
                  of: JSONSchema.integer("The number of a line in that block, from 0."), atMost: 16_384),
                "source": JSONSchema.text(
                  "The lines as one, without the hyphens that broke words.", atMost: longestText),
                "text": JSONSchema.text("Its translation; the source where it was left.", atMost: longestText),
                "from?": JSONSchema.text("Its language, where that is not the page's.", atMost: 64),
                "left?": JSONSchema.oneOf(
                  Left.allCases.map(\.rawValue),
                  "Why it stays as it is: it has no words, is in that language already, its language is not known, the "
                    + "provider does not translate from it, refused it, or would have changed a number or other data. "
                    + "Absent where it is translated."),
              ]), "All paragraphs of the page, in reading order.", atMost: 16_384),
          "text": JSONSchema.text(
            "The text of the page: a line for each paragraph, and an empty one between blocks.", atMost: longestText),
        ]),
      "The text in other languages; absent without the translate stage, and while a translation is still to come.",
      atMost: 32))

  /// Puts the paragraphs of a page together.
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
  /// The text in other languages; nil when the pipeline did not ask for any, or it is still to come.
  public var translations: [Translation]? { findings.get() }
}
