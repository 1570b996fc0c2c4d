// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles

/// The translation of a page in a tagged PDF: a division in its language, with an element for each paragraph. The text is replacement text (ISO
/// 32000-1, 14.9.4) for empty content. So programs that copy or search the page find only the original text.
package enum TranslatedText {
  /// The maximum length in scalars. Strings in PDF/A have at most 32,767 bytes (ISO 19005-2, 6.1.13), and a scalar has at most four in UTF-16.
  private static let longestText = 8000

  /// Returns the division for a page, or `nil` if no paragraph was translated into this language (a BCP 47 tag).
  package static func element(of page: RecognizedPage, in language: String) -> StructureElement? {
    guard LanguageTag.isWellFormed(language),
      let translation = page.translations?.first(where: { $0.to == language }),
      translation.paragraphs.contains(where: { $0.left == nil })
    else { return nil }
    let parts = translation.paragraphs.flatMap { paragraph in
      let block = page.blocks.indices.contains(paragraph.block) ? page.blocks[paragraph.block].kind : .text
      let kind = StructureElement.Kind(block)
      return pieces(of: paragraph.text).map { text in
        StructureElement(
          kind: kind == .figure ? .paragraph : kind, language: self.language(of: paragraph, in: translation),
          replacement: text)
      }
    }
    guard !parts.isEmpty else { return nil }
    return StructureElement(kind: .division, language: language, title: "Translation (\(language))", parts: parts)
  }

  /// Returns the language of a paragraph that was left untranslated, or `nil` if it is the division's or unknown.
  private static func language(of paragraph: Translation.Paragraph, in translation: Translation) -> String? {
    switch paragraph.left {
    case nil, .noWords, .sameLanguage, .unknownLanguage: return nil
    case .noPair, .refused, .values:
      let language = paragraph.from ?? translation.from
      return LanguageTag.isWellFormed(language) && language != "und" ? language : nil
    }
  }

  /// Returns the parts of a paragraph that fit into strings, without unprintable characters. Empty for an empty paragraph.
  private static func pieces(of text: String) -> [String] {
    let shown = text.replacing(where: { $0.isControl || $0.properties.isNoncharacterCodePoint }, with: " ").words ?? ""
    let scalars = Array(shown.unicodeScalars)
    return stride(from: 0, to: scalars.count, by: longestText).map { start in
      String(String.UnicodeScalarView(scalars[start..<min(start + longestText, scalars.count)]))
    }
  }
}
