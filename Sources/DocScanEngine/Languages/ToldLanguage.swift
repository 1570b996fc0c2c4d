// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanTypedData
internal import DocScanUnderstanding

/// The language that a text tells by its words, its letters and their sequences, whatever it was read in.
struct ToldLanguage {
  /// So sure is a text of many words of its language; few are by chance.
  static let plain = 0.9  // Chosen: 0.85 to 0.95 (languages).

  /// As BCP 47 names it.
  let tag: String

  /// Nil where the text does not tell as surely as that.
  init?(_ text: String, surerThan least: Double) {
    let language = TextLanguage(text)
    guard language.confidence >= least, language.tag != "und" else { return nil }
    tag = language.tag
  }

  private var language: String { String(tag.prefix { $0 != "-" }) }

  /// Whether a pack reads this language.
  func isLanguage(of pack: String) -> Bool { LanguageTag(tesseract: pack)?.language == language }

  /// The pack for it among some, rather than that of an older form of it; nil if there is none.
  func pack(among packs: [String]) -> String? {
    let known = packs.filter { isLanguage(of: $0) }
    let exact = known.filter { LanguageTag(tesseract: $0)?.description == tag }
    return (exact.isEmpty ? known : exact).min { ($0.count, $0) < ($1.count, $1) }
  }
}

extension PageContext {
  /// The language that the text looks like; nil if it was read in it.
  var otherLanguage: OtherLanguage? {
    guard let recognition else { return nil }
    let text = pageText(recognition.blocks)
    let told = TextLanguage(text)
    return OtherLanguage(tag: told.tag, confidence: told.confidence, of: text, readWith: recognition.languages)
  }
}
