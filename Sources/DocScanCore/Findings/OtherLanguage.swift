// SPDX-License-Identifier: GPL-3.0-or-later

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

  /// The language that a text tells, where it is none of those of the packs it was read with; nil where it may well be one.
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
