// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanHTTP

extension HTTPClient {
  func answer(
    _ path: String, json: JSONValue? = nil, form: [(String, String)]? = nil, isFinal: (Reply) -> Bool = { _ in false },
    while goesOn: () -> Bool
  ) throws(TranslationEnd) -> Outcome {
    do throws(HTTPClient.End) {
      return try ask(path, json: json, form: form, isFinal: isFinal, while: goesOn)
    } catch {
      switch error {
      case .ended(let reason): throw .ended(reason)
      case .stopped: throw .stopped
      }
    }
  }
}

extension TranslateStage {
  func serverAddress(or usual: String) throws(PipelineError) -> ServerAddress {
    try ServerAddress(address ?? usual, path: "\(Self.name).address")
  }
}
