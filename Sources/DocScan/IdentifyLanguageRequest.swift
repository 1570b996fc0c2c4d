// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Identifies the language of a page's text, as `NLLanguageRecognizer` of Apple's Natural Language framework does for a string.
///
/// The page is read with the installed language packs that fit it. A few words are often not enough to identify the language.
public struct IdentifyLanguageRequest: ImageProcessingRequest {
  /// A possible language of the text.
  public struct Hypothesis: Codable, Hashable, Sendable {
    /// The BCP 47 tag of the language, such as "de" or "zh-Hant".
    public let languageCode: String
    /// The probability, from 0 to 1, that the language is correct.
    public let confidence: Double
  }

  /// The level of thoroughness for reading the page. Fast reading identifies the language equally well.
  public var recognitionLevel = RecognizeTextRequest.RecognitionLevel.fast

  /// Creates a request with the default values of its properties.
  public init() {}

  /// Identifies the language of most of the page's text.
  ///
  /// - Parameter page: The page to read.
  /// - Returns: The most likely language, or `nil` if the page has too little text.
  /// - Throws: A ``PageFailure`` if the page can't be read, a ``BatchError`` if a part of docscan is missing, and a `CancellationError` if the task
  ///   was canceled.
  public func perform(on page: ScannedPage) async throws -> Hypothesis? {
    var reading = RecognizeTextRequest()
    reading.recognitionLevel = recognitionLevel
    reading.automaticallyDetectsLanguage = true
    let found = try await page.read([reading.stage, .object(["stage": .string("languages")])]).page
    guard let language = found.textLanguage, language.tag != "und" else { return nil }
    // Text read in the wrong script can also consist of words of some language, so the script's confidence limits the result.
    let confidence = min(language.confidence, found.languageConfidence ?? 1)
    return confidence > 0 ? Hypothesis(languageCode: language.tag, confidence: confidence) : nil
  }
}
