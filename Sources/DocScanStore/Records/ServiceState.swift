// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// What a service says of itself: the content of `.docscan/service.json`, schema `docscan-service/1`.
package struct ServiceState: Codable, Hashable, Sendable {
  /// The name of the format, with its version.
  package static let schema = "docscan-service/1"

  /// The name of this format.
  package var schema = Self.schema
  /// The number of its process.
  package var process: Int32
  /// When the service began, ISO 8601 in UTC.
  package var started: String
  /// When this was written, in seconds since 1970.
  package var updated: Int
  /// The folder that it watches.
  package var inbox: String
  /// Where originals go that were processed.
  package var processed: String
  /// Where originals go that could not be.
  package var failed: String
  /// Whether originals that are done stay in the inbox; nil when that is not known.
  package var keepsOriginals: Bool?
  /// How many files and folders of the inbox are still to be taken.
  package var waiting = 0
  /// The names of the documents in progress.
  package var inHand: [String] = []
  /// What stays in the inbox because it is not a document, or cannot be taken; nil for nothing.
  package var ignored: Ignored?
  /// Why nothing is taken at the moment; nil while everything is well.
  package var paused: String?
  /// What it did since midnight.
  package var today: Counts
  /// Since the first service on this output folder.
  package var total = Counts()
  /// The document that it finished last; nil before the first.
  package var last: LastDocument?

  /// How many documents came to which end.
  package struct Counts: Codable, Hashable, Sendable {
    /// The day that is counted, in local time; nil for all days.
    package var day: String?
    /// Documents of which every page has a result.
    package var complete = 0
    /// Documents of which some pages failed.
    package var partial = 0
    /// Documents that failed as a whole.
    package var failed = 0
    /// Originals with a content that was done before.
    package var duplicates = 0
    /// Documents with pages on which no text was found; nil for none.
    package var noText: Int?

    package mutating func count(_ outcome: DocumentOutcome) {
      if outcome.noTextPages != nil, outcome.status != .unchanged { noText = (noText ?? 0) + 1 }
      switch outcome.status {
      case .complete: complete += 1
      case .partial: partial += 1
      case .failed: failed += 1
      case .unchanged: duplicates += 1
      case .ignored: break
      }
    }
  }

  /// Files that stay in the inbox.
  package struct Ignored: Codable, Hashable, Sendable {
    /// So many are named.
    private static let named = 10

    /// A file, by its path in the inbox, and why it is not taken.
    package struct File: Codable, Hashable, Sendable {
      /// Its path.
      package var path: String
      /// Why, in a sentence.
      package var reason: String

      package init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }
    }

    /// How many there are.
    package var count: Int
    /// The first of them.
    package var files: [File]

    package init(count: Int, files: [File]) { (self.count, self.files) = (count, files) }

    /// Nil where there are none.
    package init?(_ files: [File]) {
      guard !files.isEmpty else { return nil }
      count = files.count
      self.files = Array(files.sorted { isNaturallyOrdered($0.path, before: $1.path) }.prefix(Self.named))
    }
  }

  /// The document that was done last.
  package struct LastDocument: Codable, Hashable, Sendable {
    /// Its name.
    package var name: String
    /// What became of it.
    package var status: DocumentStatus
    /// When, in local time.
    package var time: String
    /// The numbers of its pages on which no text was found; nil for none.
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

  /// What the last service on an output folder said; nil when there was none. Only counts are lost with one that cannot
  /// be read.
  package static func read(output: String) -> ServiceState? {
    HiddenFolder.existing(in: output)?.contents("service.json").flatMap { decoded($0) }
  }

  /// Notes that a document is done.
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
