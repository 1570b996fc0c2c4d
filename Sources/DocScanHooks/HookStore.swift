// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import DocScanStore
internal import Glibc

/// The persistent queue of events, which survives a crash: `hooks.sqlite` in the user's state folder, because deliveries are signed with the user's key
/// and run the user's program. A row only points to a document's record, and has the record's digest. The event is computed from the record in place,
/// if it's still the one that docscan wrote.
///
/// An event is recorded before its document is published, and becomes due afterwards. Opening the store compares recorded events with published
/// documents.
package final class HookStore {
  /// A receiver of events.
  package enum Target: String, CaseIterable {
    case command, webhook
  }

  /// An event for a target.
  package struct Entry {
    package let number: Int
    let target: Target
    package let kind: HookSettings.Event
    package let document: String
    let sha256: String
    package var attempts: Int
    /// The event, or `nil` if the document is gone or another program changed its record.
    package let event: HookEvent?
  }

  // `record` is only for a failed attempt that didn't replace an earlier result, because its record isn't in place anywhere.
  private static let tables = """
    CREATE TABLE IF NOT EXISTS event(
      number INTEGER PRIMARY KEY AUTOINCREMENT, library TEXT NOT NULL, target TEXT NOT NULL, kind TEXT NOT NULL, document TEXT NOT NULL,
      sha256 TEXT NOT NULL, record BLOB, isDue INTEGER NOT NULL, attempts INTEGER NOT NULL,
      UNIQUE(library, target, kind, document, sha256));
    CREATE TABLE IF NOT EXISTS subscription(
      library TEXT NOT NULL, target TEXT NOT NULL, events TEXT NOT NULL, inode INTEGER NOT NULL, PRIMARY KEY(library, target));
    """
  private static let name = "hooks.sqlite"

  private let database: Database
  private let root: Folder
  // The path of the folder of results without links.
  private let library: String

  /// Whether this user's docscan has recorded events.
  package static var exists: Bool { StateFolder.opened()?.exists(name) ?? false }

  /// Opens or creates the user's store for a folder of results. Replaces a damaged one. `isWriter` is whether this process holds the folder's lock, so
  /// that no other is publishing documents.
  package init(of root: Folder, isWriter: Bool) throws(BatchError) {
    (self.root, library) = (root, canonicalPath(root.path))
    guard let folder = StateFolder.opened() else {
      throw .output("Events for hooks can't be stored. Set HOME or XDG_STATE_HOME to a folder that you can write to.")
    }
    if let objection = folder.objection() { throw .output("\(folder.path) cannot be used. \(objection)") }
    database = try writing(Database.derived(Self.name, in: folder, Self.prepare))
    if isWriter { try writing(settle()) }
  }

  private static func prepare(_ database: Database) throws(OutputError) {
    try database.run("PRAGMA journal_mode = WAL")
    // Syncs each event to disk before its document is published.
    try database.runAll("PRAGMA synchronous = FULL; " + tables)
    try database.check(tables)
  }

  // Marks events as due if their documents were published, and deletes the others.
  private func settle() throws(OutputError) {
    let rows = try run("SELECT number, document, sha256 FROM event WHERE library = ? AND isDue = 0", [])
    for row in rows {
      guard let number = row[0].integer, let document = row[1].text, let sha256 = row[2].text else { continue }
      if record(of: document).map({ ContentDigest.sha256($0) == sha256 }) ?? false {
        try confirm(document, sha256)
      } else {
        try run("DELETE FROM event WHERE library = ? AND number = ?", [.integer(Int64(number))])
      }
    }
  }

  private func record(of document: String) -> [UInt8]? {
    leadsElsewhere(document) ? nil : root.contents("\(document)/\(fileName(document)).json")
  }

  /// Saves the targets and their event kinds, for processes that only record events. Returns false if this user's docscan recorded no events for the
  /// folder before, so somebody else may have made everything in it.
  package func subscribe(_ targets: [Target], to events: Set<HookSettings.Event>) throws(OutputError) -> Bool {
    let (names, inode) = (
      events.map(\.rawValue).sorted().joined(separator: " "), Int64(bitPattern: UInt64(root.status.st_ino))
    )
    let known = try run("SELECT inode FROM subscription WHERE library = ? LIMIT 1", []).first?.first == .integer(inode)
    let current = try subscriptions
    if known, current == Dictionary(uniqueKeysWithValues: targets.map { ($0, events) }) { return true }
    try run("DELETE FROM subscription WHERE library = ?", [])
    for target in targets {
      try run(
        "INSERT INTO subscription(library, target, events, inode) VALUES(?, ?, ?, ?)",
        [.text(target.rawValue), .text(names), .integer(inode)])
    }
    return known
  }

  package var subscriptions: [Target: Set<HookSettings.Event>] {
    get throws(OutputError) {
      try run("SELECT target, events FROM subscription WHERE library = ?", []).reduce(into: [:]) { found, row in
        guard let target = row[0].text.flatMap(Target.init) else { return }
        found[target] = Set(
          (row[1].text ?? "").split(separator: " ").compactMap { HookSettings.Event(rawValue: String($0)) })
      }
    }
  }

  /// Adds an event. `isInPlace` is false for an event whose record isn't published.
  package func add(_ event: HookEvent, for target: Target, isDue: Bool, isInPlace: Bool = true) throws(OutputError) {
    try run(
      """
      INSERT INTO event(library, target, kind, document, sha256, record, isDue, attempts) VALUES(?, ?, ?, ?, ?, ?, ?, 0)
      ON CONFLICT(library, target, kind, document, sha256) DO UPDATE SET isDue = max(isDue, excluded.isDue)
      """,
      [
        .text(target.rawValue), .text(event.kind.rawValue), .text(event.document), .text(event.sha256),
        isInPlace ? .null : .bytes(event.record), .integer(isDue ? 1 : 0),
      ])
  }

  /// Marks events as due after their document was published.
  package func confirm(_ intent: HookIntent) throws(OutputError) {
    if let earlier = intent.earlierName, let event = intent.events.first, intent.events.count == 1 {
      try run(
        "UPDATE OR REPLACE event SET document = ?2 WHERE library = ?1 AND document = ?3 AND record IS NULL",
        [.text(event.document), .text(earlier)])
    }
    for event in intent.events { try confirm(event.document, event.sha256) }
  }

  // Notes the record that is in place now. Pending events of earlier versions of the document report this one.
  private func confirm(_ document: String, _ sha256: String) throws(OutputError) {
    try run(
      "UPDATE OR REPLACE event SET sha256 = ?3, isDue = 1 WHERE library = ?1 AND document = ?2 AND record IS NULL",
      [.text(document), .text(sha256)])
  }

  package func withdraw(_ intent: HookIntent) throws(OutputError) {
    for event in intent.events {
      try run(
        "DELETE FROM event WHERE library = ? AND document = ? AND sha256 = ? AND isDue = 0",
        [.text(event.document), .text(event.sha256)])
    }
  }

  package func next(for target: Target, after number: Int) throws(OutputError) -> Entry? {
    let rows = try run(
      "SELECT number, kind, document, sha256, record, attempts FROM event WHERE library = ? AND target = ? AND isDue = 1 "
        + "AND number > ? ORDER BY number LIMIT 1", [.text(target.rawValue), .integer(Int64(number))])
    guard let row = rows.first, let number = row[0].integer, let kind = row[1].text.flatMap(HookSettings.Event.init),
      let document = row[2].text, let sha256 = row[3].text, let attempts = row[5].integer
    else { return nil }
    let event = (row[4].bytes ?? record(of: document)).map { HookEvent(kind, document: document, record: $0) }
    return Entry(
      number: number, target: target, kind: kind, document: document, sha256: sha256, attempts: attempts,
      event: event?.sha256 == sha256 ? event : nil)
  }

  package func count(for target: Target, after number: Int = 0) throws(OutputError) -> Int {
    let count = try run(
      "SELECT count(*) FROM event WHERE library = ? AND target = ? AND isDue = 1 AND number > ?",
      [.text(target.rawValue), .integer(Int64(number))])
    return count.first?.first?.integer ?? 0
  }

  /// Removes an event, unless its document has been published again since.
  package func remove(_ entry: Entry) throws(OutputError) {
    try run(
      "DELETE FROM event WHERE library = ? AND number = ? AND sha256 = ?",
      [.integer(Int64(entry.number)), .text(entry.sha256)])
  }

  package func noteAttempt(_ number: Int) throws(OutputError) {
    try run("UPDATE event SET attempts = attempts + 1 WHERE library = ? AND number = ?", [.integer(Int64(number))])
  }

  /// Runs a statement whose first parameter is the folder of results.
  @discardableResult
  private func run(_ sql: String, _ values: [Database.Value]) throws(OutputError) -> [[Database.Value]] {
    try database.run(sql, [.text(library)] + values)
  }
}
