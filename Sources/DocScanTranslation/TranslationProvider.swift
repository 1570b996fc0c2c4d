// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles

/// A translation engine: a program or a server. To add one, write a class in its own file, and list the class in `builtInProviders`.
package protocol TranslationProvider: AnyObject, SendableMetatype {
  static var name: String { get }

  /// Prepares the provider. Throws if a requirement is missing, such as a key.
  init(_ stage: TranslateStage) throws(PipelineError)

  /// A key for cached translations: everything apart from text and languages that affects results, such as a version.
  var identity: String { get }

  /// Whether `pair` works without network access.
  static var knowsPairs: Bool { get }

  /// Whether several texts in one call take no longer than one text.
  static var takesSeveral: Bool { get }

  /// Returns the provider's codes for two languages, or `nil` if it can't translate between them.
  func pair(from source: String, to target: String, while goesOn: () -> Bool) throws(TranslationEnd) -> LanguagePair?

  /// Returns a sentence that explains what to do about an unsupported pair.
  func advice(from source: String, to target: String) -> String

  /// Translates texts of one language pair. Returns the answers in the same order.
  func translate(
    _ texts: [String], _ pair: LanguagePair, while goesOn: () -> Bool
  ) throws(TranslationEnd) -> [TranslationAnswer]

  /// Returns the BCP 47 tag of a text's language, or `nil` if the provider can't detect it.
  func language(of text: String, while goesOn: () -> Bool) throws(TranslationEnd) -> String?
}

extension TranslationProvider {
  package static var knowsPairs: Bool { false }
  package static var takesSeveral: Bool { false }

  package func language(of text: String, while goesOn: () -> Bool) throws(TranslationEnd) -> String? { nil }

  package func advice(from source: String, to target: String) -> String {
    "\(Self.name) does not translate from \(source) to \(target); another provider may."
  }
}

package let builtInProviders: [any TranslationProvider.Type] = [
  ApertiumProvider.self,
  ApertiumAPYProvider.self,
  LibreTranslateProvider.self,
  PapagoProvider.self,
]

/// Two languages, named by a provider's codes.
package struct LanguagePair: Hashable, Sendable {
  package var source: String
  package var target: String
}

/// A provider's answer to a text.
package enum TranslationAnswer: Hashable, Sendable {
  case text(String)
  /// The provider refused, or its answer was unusable. The reason is the end of a sentence.
  case refused(String)
}

/// The reason why translation stops.
package enum TranslationEnd: Error, Hashable, Sendable {
  /// The provider is unavailable for the rest of the run, for example because of a quota, a key, or a timeout. The reason is in full sentences.
  case ended(String)
  case stopped
  case output(OutputError)
}
