// SPDX-License-Identifier: GPL-3.0-or-later

/// Translates texts, like the session of this name in Apple's Translation framework.
///
/// The translator is Apertium, which runs on this computer. To use a server, or to translate whole pages with their numbers and addresses intact, use
/// the `translate` stage in a pipeline.
public struct TranslationSession: Sendable {
  /// A translated text with its source.
  public struct Response: Codable, Hashable, Sendable {
    /// The source text, unchanged.
    public let sourceText: String
    /// The translated text.
    public let targetText: String
    /// The BCP 47 tag of the source language.
    public let sourceLanguage: String
    /// The BCP 47 tag of the target language.
    public let targetLanguage: String
  }

  /// The BCP 47 tag of the source language.
  public let sourceLanguage: String
  /// The BCP 47 tag of the target language.
  public let targetLanguage: String

  /// Creates a session for a pair of languages.
  ///
  /// - Parameters:
  ///   - sourceLanguage: The BCP 47 tag of the source language, such as "es" or "pt-BR".
  ///   - targetLanguage: The BCP 47 tag of the target language.
  public init(from sourceLanguage: String, to targetLanguage: String) {
    (self.sourceLanguage, self.targetLanguage) = (sourceLanguage, targetLanguage)
  }

  /// Translates a text.
  ///
  /// - Parameter text: The text in the source language.
  /// - Returns: The translation.
  /// - Throws: A ``BatchError`` that names the package to install if Apertium can't translate between these languages.
  public func translate(_ text: String) async throws -> Response {
    try await translations(from: [text])[0]
  }

  /// Translates several texts.
  ///
  /// - Parameter texts: The texts in the source language.
  /// - Returns: The translations, in the order of the texts.
  /// - Throws: A ``BatchError`` that names the package to install if Apertium can't translate between these languages.
  public func translations(from texts: [String]) async throws -> [Response] {
    let translated = try await translatedTexts(texts, from: sourceLanguage, to: targetLanguage)
    return zip(texts, translated).map {
      Response(sourceText: $0, targetText: $1, sourceLanguage: sourceLanguage, targetLanguage: targetLanguage)
    }
  }
}
