// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanHTTP

package struct TranslateStage: Hashable, Sendable {
  package static let name = "translate"

  private static let to = Setting(
    "to", default: ["en"], help: "The languages to translate into, such as [\"en\", \"zh-Hans\"].")
  private static let from = Setting(
    "from", default: String?.none,
    help:
      "The language of the documents. null: the detected language, or else the recognition language, block by block.")
  private static let provider = Setting(
    "provider", default: ApertiumProvider.name, oneOf: builtInProviders.map { $0.name },
    help:
      "The translation engine. \"apertium\": Debian's, on this computer; \"apertium-apy\", \"libretranslate\", \"papago\": a "
      + "server, which receives the text.")
  private static let address = Setting(
    "address", default: String?.none,
    help: "The server's address, with https:// unless it is this computer. null: the provider's default address.")
  private static let keyFile = Setting(
    "keyFile", default: String?.none,
    help:
      "A file of mode 600 with the provider's key; for papago, the client ID and the secret on two lines. null: from the "
      + "environment, DOCSCAN_SECRET_LIBRETRANSLATE, or DOCSCAN_SECRET_PAPAGO_ID and DOCSCAN_SECRET_PAPAGO.")
  private static let requestsPerSecond = Setting(
    "requestsPerSecond", default: 5.0, in: 0.01...1000, help: "The maximum number of requests to a server per second.")
  private static let seconds = Setting(
    "seconds", default: 30.0, in: 0.1...3600, help: "The number of seconds to wait for an answer.")
  private static let attempts = Setting(
    "attempts", default: 4, in: 1...10,
    help:
      "The maximum number of attempts for a request. The pause between attempts starts at half a second and doubles.")

  package static let description = ComponentDescription(
    name: name,
    abstract: "Translates the text, paragraph by paragraph; numbers, addresses, and similar data stay unchanged.",
    settings: [
      to.erased, from.erased, provider.erased, address.erased, keyFile.erased, requestsPerSecond.erased, seconds.erased,
      attempts.erased,
    ],
    order: StageOrder(needs: [.init(.readsText, otherwise: "reads the text that is translated")]),
    finding: Translation.description)

  /// The target languages, as BCP 47 tags.
  package let to: [String]
  /// The source language as a BCP 47 tag, or `nil` if it's detected.
  package let from: String?
  package let provider: String
  package let address: String?
  package let keyFile: String?
  package let requestsPerSecond: Double
  package let seconds: Double
  package let attempts: Int
  package let sandbox: LimitSettings.Sandbox

  package var manner: HTTPClient.Manner {
    HTTPClient.Manner(attempts: attempts, requestsPerSecond: requestsPerSecond, seconds: seconds)
  }

  /// Reads the settings. `resolved` resolves a path in the pipeline file.
  package init(
    _ settings: ResolvedSettings, sandbox: LimitSettings.Sandbox, resolved: (String) -> String
  ) throws(PipelineError) {
    self.sandbox = sandbox
    func tag(_ name: String, _ key: String) throws(PipelineError) -> String {
      if let tag = LanguageTag(named: name) { return tag.description }
      throw .invalid(
        path: "\(Self.name).\(key)",
        message: "\"\(name)\" is not a language: expected a name such as \"en\" or \"zh-Hant\".")
    }
    var to: [String] = []
    for name in settings[Self.to] {
      let tag = try tag(name, "to")
      if !to.contains(tag) { to.append(tag) }
    }
    guard (1...32).contains(to.count) else {
      throw .invalid(path: "\(Self.name).to", message: "expected 1 to 32 languages to translate into.")
    }
    self.to = to
    from = try settings[Self.from].map { (name) throws(PipelineError) in try tag(name, "from") }
    provider = settings[Self.provider]
    address = settings[Self.address]
    keyFile = settings[Self.keyFile].map(resolved)
    requestsPerSecond = settings[Self.requestsPerSecond]
    seconds = settings[Self.seconds]
    attempts = settings[Self.attempts]
  }
}
