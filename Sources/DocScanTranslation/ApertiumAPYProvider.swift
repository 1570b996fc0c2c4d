// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import DocScanHTTP

/// A provider that translates with an Apertium server: <https://wiki.apertium.org/wiki/Apertium-apy>.
package final class ApertiumAPYProvider: TranslationProvider {
  package static let name = "apertium-apy"
  private static let usualAddress = "http://localhost:2737"

  package let identity: String
  private let client: HTTPClient
  private var pairs: Set<LanguagePair>?

  package init(_ stage: TranslateStage) throws(PipelineError) {
    let address = try stage.serverAddress(or: Self.usualAddress)
    client = try HTTPClient(Self.name, at: address, stage.manner)
    identity = "\(Self.name) \(address.text)"
  }

  package func pair(from source: String, to target: String, while goesOn: () -> Bool) throws(TranslationEnd)
    -> LanguagePair?
  {
    let known = if let pairs { pairs } else { try listed(goesOn) }
    pairs = known
    let codes = ApertiumProvider.codes(target)
    return ApertiumProvider.codes(source).lazy.flatMap { first in codes.map { LanguagePair(source: first, target: $0) }
    }
    .first(where: known.contains)
  }

  private func listed(_ goesOn: () -> Bool) throws(TranslationEnd) -> Set<LanguagePair> {
    guard case .reply(let reply) = try client.answer("/listPairs", while: goesOn), reply.status == 200 else {
      throw .ended("\(identity) does not list what it translates: it is not an Apertium server.")
    }
    return Set(
      reply.body["responseData"].list.compactMap { pair in
        guard let source = pair["sourceLanguage"].string, let target = pair["targetLanguage"].string else { return nil }
        return LanguagePair(source: source, target: target)
      })
  }

  /// Returns a translation without Apertium's marks for untranslated words. The server option `markUnknown` removes only some of them.
  private static func withoutMarks(_ text: String, source: String) -> String {
    let marks = Set("*#@").filter { !source.contains($0) }
    return String(text.filter { !marks.contains($0) })
  }

  package func translate(
    _ texts: [String], _ pair: LanguagePair, while goesOn: () -> Bool
  ) throws(TranslationEnd) -> [TranslationAnswer] {
    try texts.map { (source) throws(TranslationEnd) in
      let form = [
        ("langpair", "\(pair.source)|\(pair.target)"), ("q", source), ("markUnknown", "no"), ("format", "txt"),
      ]
      switch try client.answer("/translate", form: form, while: goesOn) {
      case .unusable(let reason): return .refused("\(Self.name) \(reason)")
      case .reply(let reply):
        guard reply.status == 200, let text = reply.body["responseData"]["translatedText"].string, !text.trimmed.isEmpty
        else { return .refused("\(Self.name) says \"\(client.complaint(reply))\"") }
        return .text(Self.withoutMarks(text.trimmed, source: source))
      }
    }
  }
}
