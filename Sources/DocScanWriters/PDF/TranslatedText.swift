// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A page's translation as a part of a tagged PDF: a division in its language, with an element for each paragraph.
///
/// The elements say their text as replacement text (ISO 32000-1, 14.9.4) of nothing, so that programs which copy or search what
/// stands on the page find the original alone.
enum TranslatedText {
  /// In scalars: strings of a PDF/A have at most 32,767 bytes (ISO 19005-2, 6.1.13), which is as many in UTF-16 as always fit.
  private static let longestText = 8000

  /// The division of a page; nil if nothing of it was translated into this language, which BCP 47 names so.
  static func element(of page: RecognizedPage, in language: String) -> StructureElement? {
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

  /// The language of a paragraph that stays as it is; nil if it is that of the division, or not known.
  private static func language(of paragraph: Translation.Paragraph, in translation: Translation) -> String? {
    switch paragraph.left {
    case nil, .noWords, .sameLanguage, .unknownLanguage: return nil
    case .noPair, .refused, .values:
      let language = paragraph.from ?? translation.from
      return LanguageTag.isWellFormed(language) && language != "und" ? language : nil
    }
  }

  /// A paragraph in pieces that fit into strings, without characters that no reader shows; nothing where it is empty.
  private static func pieces(of text: String) -> [String] {
    let shown = text.replacing(where: { $0.isControl || $0.properties.isNoncharacterCodePoint }, with: " ").words ?? ""
    let scalars = Array(shown.unicodeScalars)
    return stride(from: 0, to: scalars.count, by: longestText).map { start in
      String(String.UnicodeScalarView(scalars[start..<min(start + longestText, scalars.count)]))
    }
  }
}
