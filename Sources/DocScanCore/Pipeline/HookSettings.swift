// SPDX-License-Identifier: GPL-3.0-or-later

/// What is done when a document is done: the key `hooks`.
public struct HookSettings: SettingSection {
  /// What may happen to a document.
  public enum Event: String, Codable, CaseIterable, Sendable {
    /// Its results are in place, perhaps without some pages.
    case finished
    /// It has no results.
    case failed
    /// Its files have what people decided about it.
    case reviewed
  }

  public static let name = "hooks"
  public static let abstract = "What is done when a document is finished, has failed, or was reviewed."

  /// The key `hooks.events`.
  private static let eventNames = Setting(
    "events", default: Event.allCases.map(\.rawValue), oneOf: Event.allCases.map(\.rawValue),
    help: "What is reported: \"finished\", \"failed\" and \"reviewed\" documents.")
  /// The key `hooks.command`.
  public static let command = Setting(
    "command", default: [String](),
    help:
      "A program and its arguments, such as [\"./filed.sh\", \"--quiet\"], started once for each event with the document's JSON on "
      + "standard input. DOCSCAN_EVENT and DOCSCAN_EVENT_ID are in its environment. No shell is involved. Only a pipeline file that "
      + "you name runs commands.")
  /// The key `hooks.commandSeconds`.
  public static let commandSeconds = Setting(
    "commandSeconds", default: 60.0, in: 0.1...86_400, help: "A command that takes longer is ended.")
  /// The key `hooks.webhook`.
  public static let webhook = Setting(
    "webhook", default: String?.none,
    help:
      "An address that each event is posted to as JSON, with https:// unless it is this computer. It is tried until the server "
      + "takes it, even in later runs.")
  /// The key `hooks.keyFile`.
  public static let keyFile = Setting(
    "keyFile", default: String?.none,
    help:
      "A file of mode 600 with the key that webhooks are signed with. Without it, the environment variable "
      + "DOCSCAN_SECRET_WEBHOOK.")
  /// The key `hooks.webhookSeconds`.
  public static let webhookSeconds = Setting(
    "webhookSeconds", default: 30.0, in: 0.1...3600, help: "How long to wait for the server's answer.")

  public static let table = SettingTable([
    eventNames.erased, command.erased, commandSeconds.erased, webhook.erased, keyFile.erased, webhookSeconds.erased,
  ])
  public var settings: ResolvedSettings

  /// What is reported.
  public var events: Set<Event> { Set(settings[Self.eventNames].compactMap(Event.init)) }

  /// Whether anything is to be done.
  public var isActive: Bool { !self.command.isEmpty || self.webhook != nil }
}
