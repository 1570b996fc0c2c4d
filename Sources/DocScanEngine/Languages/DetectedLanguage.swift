// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanTypedData

/// The language of a text, detected by its words and letter sequences, regardless of the pack that was used for reading.
struct DetectedLanguage {
  /// The confidence that a long text reaches only in its own language.
  static let plain = 0.9  // Chosen: 0.85 to 0.95 (languages).

  let tag: String

  /// Detects the language. Returns `nil` if the confidence is below `least`.
  init?(_ text: String, surerThan least: Double) {
    let language = TextLanguage(text)
    guard language.confidence >= least, language.tag != "und" else { return nil }
    tag = language.tag
  }

  private var language: String { String(tag.prefix { $0 != "-" }) }

  func isLanguage(of pack: String) -> Bool { LanguageTag(tesseract: pack)?.language == language }

  func pack(among packs: [String]) -> String? {
    let known = packs.filter { isLanguage(of: $0) }
    let exact = known.filter { LanguageTag(tesseract: $0)?.description == tag }
    return (exact.isEmpty ? known : exact).min { ($0.count, $0) < ($1.count, $1) }
  }
}

extension PageContext {
  var otherLanguage: OtherLanguage? {
    guard let recognition else { return nil }
    let text = pageText(recognition.blocks)
    let told = TextLanguage(text)
    return OtherLanguage(tag: told.tag, confidence: told.confidence, of: text, readWith: recognition.languages)
  }
}
