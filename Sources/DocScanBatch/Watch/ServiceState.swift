// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// What a service says of itself: the content of `.docscan/service.json`, schema `docscan-service/1`.
public struct ServiceState: Codable, Hashable, Sendable {
  /// The name of the format, with its version.
  public static let schema = "docscan-service/1"

  public var schema = Self.schema
  public var process: Int32
  /// When the service began, ISO 8601 in UTC.
  public var started: String
  /// When this was written, in seconds since 1970.
  public var updated: Int
  public var inbox: String
  public var processed: String
  public var failed: String
  /// Whether originals that are done stay in the inbox; nil when that is not known.
  public var keepsOriginals: Bool?
  /// How many files and folders of the inbox are still to be taken.
  public var waiting = 0
  /// The names of the documents in hand.
  public var inHand: [String] = []
  /// What stays in the inbox because it is no document, or cannot be taken; nil for nothing.
  public var ignored: Ignored?
  /// Why nothing is taken at the moment; nil while everything is well.
  public var paused: String?
  public var today: Counts
  /// Since the first service on this output folder.
  public var total = Counts()
  public var last: LastDocument?

  /// How many documents came to which end.
  public struct Counts: Codable, Hashable, Sendable {
    /// The day that is counted, in local time; nil for all days.
    public var day: String?
    public var complete = 0
    public var partial = 0
    public var failed = 0
    /// Originals with a content that was done before.
    public var duplicates = 0

    mutating func count(_ status: DocumentStatus) {
      switch status {
      case .complete: complete += 1
      case .partial: partial += 1
      case .failed: failed += 1
      case .unchanged: duplicates += 1
      case .ignored: break
      }
    }
  }

  /// Files that stay in the inbox.
  public struct Ignored: Codable, Hashable, Sendable {
    /// So many are named.
    private static let named = 10

    /// A file, by its path in the inbox, and why it is not taken.
    public struct File: Codable, Hashable, Sendable {
      public var path: String
      public var reason: String
    }

    public var count: Int
    /// The first of them.
    public var files: [File]

    /// Nil where there are none.
    init?(_ files: [File]) {
      guard !files.isEmpty else { return nil }
      count = files.count
      self.files = Array(files.sorted { isNaturallyOrdered($0.path, before: $1.path) }.prefix(Self.named))
    }
  }

  /// The document that was done last.
  public struct LastDocument: Codable, Hashable, Sendable {
    public var name: String
    public var status: DocumentStatus
    /// When, in local time.
    public var time: String
  }

  init(places: WatchPlaces, process: Int32, started: String) {
    (self.process, self.started) = (process, started)
    updated = 0
    inbox = places.inbox
    processed = places.processed
    failed = places.failed
    today = Counts(day: LocalTime.now.date)
  }

  /// What the last service on an output folder said; nil when there was none. Only counts are lost with one that cannot
  /// be read.
  static func read(output: String) -> ServiceState? { readJSON(output + "/.docscan/service.json") }

  /// Notes that a document is done.
  mutating func count(_ outcome: DocumentOutcome) {
    guard outcome.status != .ignored else { return }
    let now = LocalTime.now
    if today.day != now.date { today = Counts(day: now.date) }
    today.count(outcome.status)
    total.count(outcome.status)
    last = LastDocument(name: outcome.name, status: outcome.status, time: "\(now.date) \(now.time)")
  }
}
