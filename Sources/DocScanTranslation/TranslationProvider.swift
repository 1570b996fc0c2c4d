// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanWriters

/// What translates text: a program, or a server.
///
/// To add one, write a file with a class of its own and list the class in `builtInProviders`.
package protocol TranslationProvider: AnyObject, SendableMetatype {
  /// Its name in the pipeline file.
  static var name: String { get }

  /// Makes ready; fails where a part is missing, such as a key.
  init(_ stage: TranslateStage) throws(PipelineError)

  /// What its answers depend on beside text and languages, such as a version: translations are kept under it.
  var identity: String { get }

  /// Whether `pair` finds out without the network.
  static var knowsPairs: Bool { get }

  /// Whether several texts at once take no longer than one.
  static var takesSeveral: Bool { get }

  /// How it names two languages; nil if it does not translate between them.
  func pair(from source: String, to target: String, while goesOn: () -> Bool) throws(TranslationEnd) -> LanguagePair?

  /// What a person can do about a pair that is missing, as a whole sentence.
  func advice(from source: String, to target: String) -> String

  /// Translates texts of one pair; the answers are in their order.
  func translate(
    _ texts: [String], _ pair: LanguagePair, while goesOn: () -> Bool
  ) throws(TranslationEnd) -> [TranslationAnswer]

  /// The language of a text as BCP 47 names it; nil if it cannot tell.
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

/// Every provider there is.
package let builtInProviders: [any TranslationProvider.Type] = [
  ApertiumProvider.self,
  ApertiumAPYProvider.self,
  LibreTranslateProvider.self,
  PapagoProvider.self,
]

/// Two languages, as a provider names them.
package struct LanguagePair: Hashable, Sendable {
  package var source: String
  package var target: String
}

/// What a provider made of a text.
package enum TranslationAnswer: Hashable, Sendable {
  case text(String)
  /// It refused, or what it said made no sense; the reason is the end of a sentence.
  case refused(String)
}

/// Why nothing more is translated.
package enum TranslationEnd: Error, Hashable, Sendable {
  /// A provider does nothing more in this run: a quota, a key, a server that does not answer; in whole sentences.
  case ended(String)
  /// The run stops.
  case stopped
  /// What was translated cannot be kept.
  case output(OutputError)
}
