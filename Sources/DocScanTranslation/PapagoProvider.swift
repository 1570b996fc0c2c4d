// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import DocScanHTTP

/// A provider that translates with Papago on Naver Cloud: <https://api.ncloud-docs.com/docs/en/ai-naver-papagonmt>.
package final class PapagoProvider: TranslationProvider {
  package static let name = "papago"
  package static let knowsPairs = true
  private static let usualAddress = "https://papago.apigw.ntruss.com"
  /// The maximum number of characters per request; the service accepts 5,000.
  private static let longestText = 4500
  private static let languages = [
    "ko": "ko", "en": "en", "ja": "ja", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW", "vi": "vi", "id": "id", "th": "th",
    "de": "de", "ru": "ru", "es": "es", "it": "it", "fr": "fr",
  ]

  package let identity: String
  private let client: HTTPClient

  package init(_ stage: TranslateStage) throws(PipelineError) {
    let address = try stage.serverAddress(or: Self.usualAddress)
    let keys = try ProviderKeys(["PAPAGO_ID", "PAPAGO"], file: stage.keyFile).values
    guard keys.count == 2 else {
      throw .missingPart(
        message: "Papago needs the client ID and the secret of an application of Naver Cloud: put them into "
          + "DOCSCAN_SECRET_PAPAGO_ID and DOCSCAN_SECRET_PAPAGO, or name a file of mode 600 with both as \"keyFile\".")
    }
    client = try HTTPClient(
      Self.name, at: address, stage.manner,
      headers: ["X-NCP-APIGW-API-KEY-ID: \(keys[0])", "X-NCP-APIGW-API-KEY: \(keys[1])"], secrets: keys)
    identity = "\(Self.name) \(address.text)"
  }

  package func pair(from source: String, to target: String, while goesOn: () -> Bool) -> LanguagePair? {
    guard let first = Self.code(source), let second = Self.code(target) else { return nil }
    return LanguagePair(source: first, target: second)
  }

  private static func code(_ tag: String) -> String? {
    let plain = LanguageTag(named: tag)?.withoutRegion ?? tag
    return languages[plain] ?? (plain == "zh" ? "zh-CN" : nil)
  }

  package func translate(
    _ texts: [String], _ pair: LanguagePair, while goesOn: () -> Bool
  ) throws(TranslationEnd) -> [TranslationAnswer] {
    try texts.map { (text) throws(TranslationEnd) in
      guard text.count <= Self.longestText else {
        return .refused("\(Self.name) takes no more than \(Self.longestText) characters at once")
      }
      let form = [("source", pair.source), ("target", pair.target), ("text", text)]
      switch try client.answer("/nmt/v1/translation", form: form, isFinal: Self.isQuota, while: goesOn) {
      case .unusable(let reason): return .refused("\(Self.name) \(reason)")
      case .reply(let reply):
        let result = reply.body["message"]["result"]["translatedText"].string
        guard reply.status == 200, let result, !result.trimmed.isEmpty else {
          return .refused("\(Self.name) says \"\(client.complaint(reply))\"")
        }
        return .text(result.trimmed)
      }
    }
  }

  /// Returns whether the quota is exhausted. The status is that of "too many requests", but the error code differs.
  private static func isQuota(_ reply: HTTPClient.Reply) -> Bool {
    reply.status == 429 && reply.body["error"]["errorCode"].string == "400"
  }

  package func language(of text: String, while goesOn: () -> Bool) throws(TranslationEnd) -> String? {
    let form = [("query", String(text.prefix(200)))]
    guard
      case .reply(let reply) = try client.answer("/langs/v1/dect", form: form, isFinal: Self.isQuota, while: goesOn),
      reply.status == 200, let code = reply.body["langCode"].string
    else { return nil }
    return Self.languages.first { $0.value == code }?.key
  }
}
