// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles

/// The state of a watch service: the content of `.docscan/service.json`, schema `docscan-service/1`.
package struct ServiceState: Codable, Hashable, Sendable {
  package static let schema = "docscan-service/1"

  package var schema = Self.schema
  package var process: Int32
  /// The time at which the service started, as ISO 8601 in UTC.
  package var started: String
  /// The time of the last update, in seconds since 1970.
  package var updated: Int
  package var inbox: String
  package var processed: String
  package var failed: String
  /// Whether processed originals stay in the inbox, or `nil` if it's unknown.
  package var keepsOriginals: Bool?
  /// The number of files and folders in the inbox that haven't been taken yet.
  package var waiting = 0
  package var inHand: [String] = []
  /// The files in the inbox that aren't documents or can't be taken, or `nil` if there are none.
  package var ignored: Ignored?
  package var paused: String?
  package var today: Counts
  /// The counts since the first service for this output folder.
  package var total = Counts()
  package var last: LastDocument?

  /// The numbers of documents with each outcome.
  package struct Counts: Codable, Hashable, Sendable {
    /// The day in local time, or `nil` for all days.
    package var day: String?
    package var complete = 0
    package var partial = 0
    package var failed = 0
    /// Originals whose content was already finished.
    package var duplicates = 0
    package var noText: Int?
    /// The last inputs that failed. One that is retried and fails again counts once, and one that then succeeds doesn't count.
    package var failedInputs: [String]?

    private static let mostInputs = 1000

    package mutating func count(_ outcome: DocumentOutcome) {
      if outcome.noTextPages != nil, outcome.status != .unchanged { noText = (noText ?? 0) + 1 }
      if ![.failed, .ignored].contains(outcome.status), failedInputs?.contains(outcome.source) == true {
        failed = max(0, failed - 1)
        failedInputs?.removeAll { $0 == outcome.source }
      }
      switch outcome.status {
      case .complete: complete += 1
      case .partial: partial += 1
      case .failed:
        guard failedInputs?.contains(outcome.source) != true else { return }
        failed += 1
        failedInputs = Array(((failedInputs ?? []) + [outcome.source]).suffix(Self.mostInputs))
      case .unchanged: duplicates += 1
      case .ignored: break
      }
    }
  }

  /// Files that stay in the inbox.
  package struct Ignored: Codable, Hashable, Sendable {
    private static let named = 10

    /// A file that stays in the inbox.
    package struct File: Codable, Hashable, Sendable {
      /// The path relative to the inbox.
      package var path: String
      package var reason: String

      package init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }
    }

    package var count: Int
    package var files: [File]

    package init(count: Int, files: [File]) { (self.count, self.files) = (count, files) }

    package init?(_ files: [File]) {
      guard !files.isEmpty else { return nil }
      count = files.count
      self.files = Array(files.sorted { isNaturallyOrdered($0.path, before: $1.path) }.prefix(Self.named))
    }
  }

  package struct LastDocument: Codable, Hashable, Sendable {
    package var name: String
    package var status: DocumentStatus
    /// The time of completion, in local time.
    package var time: String
    package var noTextPages: [Int]?

    package init(name: String, status: DocumentStatus, time: String, noTextPages: [Int]? = nil) {
      (self.name, self.status, self.time, self.noTextPages) = (name, status, time, noTextPages)
    }
  }

  package init(inbox: String, processed: String, failed: String, process: Int32, started: String) {
    (self.inbox, self.processed, self.failed) = (inbox, processed, failed)
    (self.process, self.started) = (process, started)
    updated = 0
    today = Counts(day: LocalTime.now.date)
  }

  /// Returns the state of the last service for an output folder, or `nil` if there was none. If the file can't be read, only counts are lost.
  package static func read(output: String) -> ServiceState? {
    HiddenFolder.existing(in: output)?.contents("service.json").flatMap { decoded($0) }
  }

  package mutating func count(_ outcome: DocumentOutcome) {
    guard outcome.status != .ignored else { return }
    let now = LocalTime.now
    if today.day != now.date { today = Counts(day: now.date) }
    today.count(outcome)
    total.count(outcome)
    last = LastDocument(
      name: outcome.name, status: outcome.status, time: "\(now.date) \(now.time)", noTextPages: outcome.noTextPages)
  }
}
