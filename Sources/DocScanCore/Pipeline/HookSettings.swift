// SPDX-License-Identifier: GPL-3.0-or-later

/// What is done when a document is done: the key `hooks`.
package struct HookSettings: SettingSection {
  /// What may happen to a document.
  package enum Event: String, Codable, CaseIterable, Sendable {
    /// Its results are in place, perhaps without some pages.
    case finished
    /// It has no results.
    case failed
    /// Its files have what people decided about it.
    case reviewed
  }

  package static let name = "hooks"
  package static let abstract = "What is done when a document is finished, has failed, or was reviewed."

  /// The key `hooks.events`.
  private static let eventNames = Setting(
    "events", default: Event.allCases.map(\.rawValue), oneOf: Event.allCases.map(\.rawValue),
    help: "What is reported: \"finished\", \"failed\" and \"reviewed\" documents.")
  /// The key `hooks.command`.
  package static let command = Setting(
    "command", default: [String](),
    help:
      "A program and its arguments, such as [\"./filed.sh\", \"--quiet\"], started once for each event with the document's JSON on "
      + "standard input. DOCSCAN_EVENT and DOCSCAN_EVENT_ID are in its environment. No shell is involved. Only a pipeline file that "
      + "you name runs commands.")
  /// The key `hooks.commandSeconds`.
  package static let commandSeconds = Setting(
    "commandSeconds", default: 60.0, in: 0.1...86_400, help: "A command that takes longer is ended.")
  /// The key `hooks.webhook`.
  package static let webhook = Setting(
    "webhook", default: String?.none,
    help:
      "An address that each event is posted to as JSON, with https:// unless it is this computer. It is tried until the server "
      + "takes it, even in later runs.")
  /// The key `hooks.keyFile`.
  package static let keyFile = Setting(
    "keyFile", default: String?.none,
    help:
      "A file of mode 600 with the key that webhooks are signed with. Without it, the environment variable "
      + "DOCSCAN_SECRET_WEBHOOK.")
  /// The key `hooks.webhookSeconds`.
  package static let webhookSeconds = Setting(
    "webhookSeconds", default: 30.0, in: 0.1...3600, help: "How long to wait for the server's answer.")

  package static let table = SettingTable([
    eventNames.erased, command.erased, commandSeconds.erased, webhook.erased, keyFile.erased, webhookSeconds.erased,
  ])
  package var settings: ResolvedSettings

  /// What is reported.
  package var events: Set<Event> { Set(settings[Self.eventNames].compactMap(Event.init)) }

  /// Whether anything is to be done.
  package var isActive: Bool { !self.command.isEmpty || self.webhook != nil }
}
