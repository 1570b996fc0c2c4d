// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import DocScanHTTP

/// A provider that translates with a LibreTranslate server: <https://docs.libretranslate.com>.
package final class LibreTranslateProvider: TranslationProvider {
  package static let name = "libretranslate"
  private static let usualAddress = "http://localhost:5000"

  package let identity: String
  private let client: HTTPClient
  private let key: String?
  /// The target languages of each source language, or `nil` before the first request.
  private var pairs: [String: [String]]?

  package init(_ stage: TranslateStage) throws(PipelineError) {
    let address = try stage.serverAddress(or: Self.usualAddress)
    let keys = try ProviderKeys(["LIBRETRANSLATE"], file: stage.keyFile).values
    key = keys.first
    client = try HTTPClient(Self.name, at: address, stage.manner, secrets: keys)
    identity = "\(Self.name) \(address.text)"
  }

  package func pair(from source: String, to target: String, while goesOn: () -> Bool) throws(TranslationEnd)
    -> LanguagePair?
  {
    let known = if let pairs { pairs } else { try listed(goesOn) }
    pairs = known
    for code in Self.codes(source) {
      guard let targets = known[code], let other = Self.codes(target).first(where: targets.contains) else { continue }
      return LanguagePair(source: code, target: other)
    }
    return nil
  }

  /// Returns a language's names in different server versions: "zh" was simplified Chinese, "zt" traditional, and "pb" Brazilian Portuguese.
  private static func codes(_ tag: String) -> [String] {
    let others = ["zh-Hans": ["zh"], "zh-Hant": ["zt"], "pt-BR": ["pb"], "zh": ["zh-Hans"]]
    let plain = String(tag.prefix { $0 != "-" })
    return [tag] + (others[tag] ?? []) + (tag.hasPrefix("zh-") ? [] : [plain])
  }

  private func listed(_ goesOn: () -> Bool) throws(TranslationEnd) -> [String: [String]] {
    guard case .reply(let reply) = try client.answer("/languages", while: goesOn), reply.status == 200 else {
      throw .ended("\(identity) does not list what it translates: it is not a LibreTranslate server.")
    }
    let all = reply.body.list.compactMap(\.["code"].string)
    return reply.body.list.reduce(into: [:]) { pairs, language in
      guard let code = language["code"].string else { return }
      // Old servers don't list targets, because they translate between all languages.
      let targets = language["targets"].list.compactMap(\.string)
      pairs[code] = targets.isEmpty ? all : targets
    }
  }

  package func translate(
    _ texts: [String], _ pair: LanguagePair, while goesOn: () -> Bool
  ) throws(TranslationEnd) -> [TranslationAnswer] {
    try texts.map { (text) throws(TranslationEnd) in
      let body = request([
        "q": .string(text), "source": .string(pair.source), "target": .string(pair.target), "format": "text",
      ])
      switch try client.answer("/translate", json: body, while: goesOn) {
      case .unusable(let reason): return .refused("\(Self.name) \(reason)")
      case .reply(let reply):
        guard reply.status == 200, let text = reply.body["translatedText"].string, !text.trimmed.isEmpty else {
          return .refused("\(Self.name) says \"\(client.complaint(reply))\"")
        }
        return .text(text.trimmed)
      }
    }
  }

  package func language(of text: String, while goesOn: () -> Bool) throws(TranslationEnd) -> String? {
    let body = request(["q": .string(text)])
    guard case .reply(let reply) = try client.answer("/detect", json: body, while: goesOn), reply.status == 200 else {
      return nil
    }
    return reply.body.list.first?["language"].string.flatMap { LanguageTag(named: $0)?.description }
  }

  private func request(_ members: [String: JSONValue]) -> JSONValue {
    .object(members.merging(key.map { ["api_key": .string($0)] } ?? [:]) { $1 })
  }
}
