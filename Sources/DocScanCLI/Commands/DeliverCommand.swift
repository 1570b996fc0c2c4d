// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanPresets

extension Command {
  static let deliver = Command(
    name: "deliver",
    abstract: "Deliver the webhooks that runs have recorded.",
    discussion: """
      Runs and docscan watch deliver webhooks themselves. For a service without network, docscan watch --no-webhooks only records \
      the events, and this command delivers them in a process of its own. It opens no document, and starts no program. The \
      exit code is 1 if events are left.
      """,
    arguments: [.pipeline()],
    options: [
      .output,
      .set("Change a setting of the hooks, such as hooks.webhook=https://example.org/events, as in docscan watch."),
      CommandOption("follow", help: "Also deliver later events, until stopped by SIGTERM or Ctrl-C."),
    ],
    example: Example(
      line: "docscan deliver archive.json -o /srv/archive --follow",
      explanation: "Delivers events of the documents in /srv/archive to the webhook in archive.json."),
    perform: { (arguments, console) throws(CommandError) in
      for setting in arguments.lists["set"] ?? [] where !setting.hasPrefix("hooks") {
        throw .usage(
          "--set \(visibleText(setting)): docscan deliver uses only settings of hooks, such as hooks.webhook.",
          command: "deliver")
      }
      let source = try arguments.pipelineSource(of: "deliver", changes: true)
      let delivery = try batchResult(WebhookDelivery(source, output: arguments.values["output"]))
      let follows = arguments.flags.contains("follow")
      let isAllDelivered = try batchResult(
        delivery.run(follows: follows, interruption: .onSignals()) { event in
          if case .notice(let words) = event { console.writeError(visibleText(words) + "\n") }
        })
      return follows ? .interrupted : isAllDelivered ? .success : .someFailed
    })
}
