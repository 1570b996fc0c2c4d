// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
package import DocScanHTTP
internal import DocScanWorkers
internal import Glibc

/// The hooks of a pipeline, as values for the delivery thread.
package struct Hooks: Sendable {
  package typealias Outcome = HTTPClient.Delivery

  package let settings: HookSettings
  private let address: ServerAddress?
  private let key: String?
  private let command: PipelineCommand?

  /// Reads the key, and finds the program. `resolved` resolves a path in the pipeline file, whose folder is `folder`.
  init(_ settings: HookSettings, folder: String, resolved: (String) -> String) throws(PipelineError) {
    self.settings = settings
    address = try settings.webhook.map { (text) throws(PipelineError) in
      try ServerAddress(text, path: "\(HookSettings.name).\(HookSettings.webhook.name)", allowsQuery: true)
    }
    key =
      address == nil
      ? nil : try ProviderKeys(["WEBHOOK"], file: settings.keyFile.map(resolved)).values.first
    let path = "\(HookSettings.name).\(HookSettings.command.name)"
    if let first = settings.command.first, first.isEmpty || settings.command.contains(where: { $0.utf8.contains(0) }) {
      throw .invalid(path: path, message: "expected a program and its arguments.")
    }
    command =
      settings.command.isEmpty
      ? nil : try PipelineCommand(settings.command, folder: folder, for: "The program of \(HookSettings.name)")
  }

  package var targets: [HookStore.Target] {
    (command == nil ? [] : [.command]) + (address == nil ? [] : [.webhook])
  }

  package func deliver(_ event: HookEvent, to target: HookStore.Target, library: String, while goesOn: () -> Bool)
    -> Outcome
  {
    switch target {
    case .command: run(event, library: library, while: goesOn)
    case .webhook: post(event, library: library, while: goesOn)
    }
  }

  // MARK: Command

  // Passes data about the document only on standard input, because arguments and environment variables are visible to other processes.
  private func run(_ event: HookEvent, library: String, while goesOn: () -> Bool) -> Outcome {
    guard let command else { return .delivered(nil) }
    let variables = ["DOCSCAN_EVENT=\(event.kind.rawValue)", "DOCSCAN_EVENT_ID=\(event.id(in: library))"]
    let program = settings.command.first ?? ""
    let run = HookCommand(command, variables: variables, seconds: settings.commandSeconds)
    switch run.run(event.record, while: goesOn) {
    case .stopped: return .stopped
    case .ended(let what):
      return .delivered(what.map { "The command \(program) \($0) for \(event.document) (\(event.kind.rawValue))." })
    }
  }

  // MARK: Webhook

  private func post(_ event: HookEvent, library: String, while goesOn: () -> Bool) -> Outcome {
    guard let address, let body = event.body(library: library) else {
      return .delivered("The event \(event.kind.rawValue) of \(event.document) is not JSON and was left out.")
    }
    var headers = ["X-Docscan-Event: \(event.kind.rawValue)", "X-Docscan-Event-Id: \(event.id(in: library))"]
    if let key {
      headers.append("X-Docscan-Signature: sha256=\(SHA256.authentication(of: body, key: Array(key.utf8)))")
    }
    do throws(PipelineError) {
      let client = try HTTPClient(
        "the webhook", at: address,
        HTTPClient.Manner(attempts: 1, requestsPerSecond: 1000, seconds: settings.webhookSeconds),
        headers: headers, secrets: [key].compactMap(\.self))
      return client.deliver(body, while: goesOn)
    } catch {
      return .failed("\(error)", isRefused: false)
    }
  }
}
