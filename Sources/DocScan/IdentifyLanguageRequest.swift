// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Tells which language the text of a page is in, as `NLLanguageRecognizer` of Apple's Natural Language does for a text.
///
/// The page is read for it, in the languages that are found among the installed packs. A few words are often not enough.
public struct IdentifyLanguageRequest: ImageProcessingRequest {
  /// A language that a text may be in.
  public struct Hypothesis: Hashable, Sendable {
    /// As BCP 47 names it, such as "de" or "zh-Hant".
    public let languageCode: String
    /// The probability that this is right, 0 to 1.
    public let confidence: Double
  }

  /// How thoroughly the page is read; a language shows as well in text that was read fast.
  public var recognitionLevel = RecognizeTextRequest.RecognitionLevel.fast

  /// A request with the properties' defaults.
  public init() {}

  /// The language of most of the page's text; nil if there is too little text to tell.
  public func perform(on page: ScannedPage) async throws -> Hypothesis? {
    var reading = RecognizeTextRequest()
    reading.recognitionLevel = recognitionLevel
    reading.automaticallyDetectsLanguage = true
    let found = try await page.read([reading.stage, .object(["stage": .string("languages")])]).page
    guard let language = found.textLanguage, language.tag != "und" else { return nil }
    // A page that was read in the wrong letters has words of some language, too.
    let confidence = min(language.confidence, found.languageConfidence ?? 1)
    return confidence > 0 ? Hypothesis(languageCode: language.tag, confidence: confidence) : nil
  }
}
