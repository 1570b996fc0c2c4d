// SPDX-License-Identifier: GPL-3.0-or-later

/// The destination of results: the key `output`.
package struct OutputSettings: SettingSection {
  /// The default folder for results, relative to the working directory.
  package static let defaultDirectory = "docscan-out"

  package static let name = "output"
  package static let abstract = "The destination of results."

  package static let directory = Setting(
    "directory", default: String?.none,
    help:
      "The folder for results, relative to the pipeline file. The default is \(defaultDirectory) in the folder in "
      + "which docscan is started.")
  package static let verify = Setting(
    "verify", default: 0.02, in: 0...1,
    help:
      "The fraction of pages that are read back from each finished PDF and compared with the page JSON and the "
      + "original. If they differ, the document fails. 1 means all pages, 0 none.")

  package static let naming = Setting(
    "name", default: String?.none,
    help:
      "A template that names documents by their content, such as \"{date:yyyy}/{date} {merchant|sender|title} {total}\": "
      + NameTemplate.Field.allCases.map(\.rawValue).joined(separator: ", ")
      + ". The first field between bars that is certain is used. A document whose name isn't certain keeps the name of its "
      + "input. Without a template, all documents do.")

  package static let nameConfidence = Setting(
    "nameConfidence", default: NameTemplate.leastConfidence, in: 0...1,
    help:
      "The probability that each field of a name needs. The name as a whole may be as uncertain as two such fields. A "
      + "date that may be another one never names a document.")

  package static let table = SettingTable([directory.erased, verify.erased, naming.erased, nameConfidence.erased])
  package var settings: ResolvedSettings
  package var writers: [ResolvedComponent]

  /// The parsed template that names documents by their content, or `nil` if documents keep the names of their inputs.
  package private(set) var template: NameTemplate?

  init(settings: ResolvedSettings, writers: [ResolvedComponent]) throws(PipelineError) {
    (self.settings, self.writers) = (settings, writers)
    guard let text = settings[Self.naming] else { return }
    do throws(InvalidInput) {
      template = try NameTemplate(text)
      template?.least = settings[Self.nameConfidence]
    } catch {
      throw .invalid(path: "\(Self.name).\(Self.naming.name)", message: "\"\(text)\" \(error).")
    }
  }

  static let writersKey = "writers"
}

/// The actions after a document has finished: the key `hooks`.
package struct HookSettings: SettingSection {
  /// The events of a document that can trigger a hook.
  package enum Event: String, Codable, CaseIterable, Sendable {
    /// The results were published, possibly without some pages.
    case finished
    case failed
    case reviewed
  }

  package static let name = "hooks"
  package static let abstract = "The actions after a document was finished, failed, or was reviewed."

  private static let eventNames = Setting(
    "events", default: Event.allCases.map(\.rawValue), oneOf: Event.allCases.map(\.rawValue),
    help: "The events to report: \"finished\", \"failed\", and \"reviewed\" documents.")
  package static let command = Setting(
    "command", default: [String](),
    help:
      "A program and its arguments, such as [\"./filed.sh\", \"--quiet\"], which is started once for each event, "
      + "without a shell. The document's JSON is on standard input, and the environment contains DOCSCAN_EVENT and "
      + "DOCSCAN_EVENT_ID. Commands are only run from a pipeline file or an option that you give.")
  package static let commandSeconds = Setting(
    "commandSeconds", default: 60.0, in: 0.1...86_400,
    help:
      "Time limit for the command, in seconds. A command that takes longer is ended.")
  package static let webhook = Setting(
    "webhook", default: String?.none,
    help:
      "A URL to which each event is posted as JSON. It must begin with https:// unless the server is on this "
      + "computer. Sending is retried until the server accepts the event, even in later runs.")
  package static let keyFile = Setting(
    "keyFile", default: String?.none,
    help:
      "A file of mode 600 with the key for signing webhooks. The default is the key in the environment variable "
      + "DOCSCAN_SECRET_WEBHOOK.")
  package static let webhookSeconds = Setting(
    "webhookSeconds", default: 30.0, in: 0.1...3600, help: "Time limit for the server's answer, in seconds.")

  package static let table = SettingTable([
    eventNames.erased, command.erased, commandSeconds.erased, webhook.erased, keyFile.erased, webhookSeconds.erased,
  ])
  package var settings: ResolvedSettings

  package var events: Set<Event> { Set(settings[Self.eventNames].compactMap(Event.init)) }

  package var isActive: Bool { !self.command.isEmpty || self.webhook != nil }
}
