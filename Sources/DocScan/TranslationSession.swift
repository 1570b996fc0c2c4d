// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanTranslation

/// Translates texts, as the session of this name in Apple's Translation framework does.
///
/// Debian's Apertium does it, on this computer. For a server, and for whole pages with their numbers and addresses kept, use the
/// stage `translate` in a pipeline.
public struct TranslationSession: Sendable {
  /// A translation.
  public struct Response: Hashable, Sendable {
    /// The text as it was given.
    public let sourceText: String
    /// The translation.
    public let targetText: String
    /// As BCP 47 names them.
    public let sourceLanguage: String
    /// As BCP 47 names it.
    public let targetLanguage: String
  }

  /// As BCP 47 names it.
  public let sourceLanguage: String
  /// As BCP 47 names it.
  public let targetLanguage: String

  /// A session for two languages, named as in "es" or "pt-BR".
  public init(from sourceLanguage: String, to targetLanguage: String) {
    (self.sourceLanguage, self.targetLanguage) = (sourceLanguage, targetLanguage)
  }

  /// Translates a text.
  public func translate(_ text: String) async throws -> Response {
    try await translations(from: [text])[0]
  }

  /// Translates texts, in their order.
  ///
  /// - Throws: A ``BatchError`` that says what to install where Apertium cannot translate from the one language to the other.
  public func translations(from texts: [String]) async throws -> [Response] {
    let translated = try await translatedTexts(texts, from: sourceLanguage, to: targetLanguage)
    return zip(texts, translated).map {
      Response(sourceText: $0, targetText: $1, sourceLanguage: sourceLanguage, targetLanguage: targetLanguage)
    }
  }
}
