// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanWriters

/// The persistent queue of events in `hooks.sqlite`, which survives a crash. An event is recorded before its document is published, and becomes due
/// afterwards. Opening the store compares recorded events with published documents.
final class HookStore {
  /// A receiver of events.
  enum Target: String, CaseIterable {
    case command, webhook
  }

  /// An event for a target.
  struct Entry {
    let number: Int
    let target: Target
    let event: HookEvent
    var attempts: Int
  }

  private static let tables = """
    CREATE TABLE IF NOT EXISTS event(
      number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, target TEXT NOT NULL, kind TEXT NOT NULL, document TEXT NOT NULL,
      sha256 TEXT NOT NULL, record BLOB NOT NULL, isDue INTEGER NOT NULL, attempts INTEGER NOT NULL, UNIQUE(id, target));
    CREATE TABLE IF NOT EXISTS subscription(target TEXT PRIMARY KEY, events TEXT NOT NULL);
    """
  static let name = "hooks.sqlite"

  private let database: Database

  /// Opens or creates the store of a library. Replaces a damaged one.
  init(in output: OutputFolder) throws(OutputError) {
    let folder = output.hiddenFolder
    database = try Database.derived(Self.name, in: folder, Self.prepare)
    try settle(in: output)
  }

  static func exists(in output: OutputFolder) -> Bool { output.hiddenFolder.exists(name) }

  private static func prepare(_ database: Database) throws(OutputError) {
    try database.run("PRAGMA journal_mode = WAL")
    // Syncs each event to disk before its document is published.
    try database.runAll("PRAGMA synchronous = FULL; " + tables)
    try database.check(tables)
  }

  /// Marks events as due if their documents were published, and deletes the others.
  private func settle(in output: OutputFolder) throws(OutputError) {
    for row in try run("SELECT number, document, sha256 FROM event WHERE isDue = 0", []) {
      guard let number = row[0].integer, let document = row[1].text, let sha256 = row[2].text else { continue }
      let record = output.root.contents("\(document)/\(fileName(document)).json")
      let isThere = !leadsElsewhere(document) && record.map { ContentDigest.sha256($0) == sha256 } ?? false
      try run(
        isThere ? "UPDATE event SET isDue = 1 WHERE number = ?" : "DELETE FROM event WHERE number = ?",
        [.integer(Int64(number))])
    }
  }

  /// Saves the targets and their event kinds, for processes that only record events.
  func subscribe(_ targets: [Target], to events: Set<HookSettings.Event>) throws(OutputError) {
    let names = events.map(\.rawValue).sorted().joined(separator: " ")
    guard try subscriptions != Dictionary(uniqueKeysWithValues: targets.map { ($0, events) }) else { return }
    try run("DELETE FROM subscription", [])
    for target in targets { try run("INSERT INTO subscription VALUES(?, ?)", [.text(target.rawValue), .text(names)]) }
  }

  var subscriptions: [Target: Set<HookSettings.Event>] {
    get throws(OutputError) {
      try run("SELECT target, events FROM subscription", []).reduce(into: [:]) { found, row in
        guard let target = row[0].text.flatMap(Target.init) else { return }
        found[target] = Set(
          (row[1].text ?? "").split(separator: " ").compactMap { HookSettings.Event(rawValue: String($0)) })
      }
    }
  }

  func add(_ event: HookEvent, for target: Target, isDue: Bool) throws(OutputError) {
    try run(
      """
      INSERT INTO event(id, target, kind, document, sha256, record, isDue, attempts) VALUES(?, ?, ?, ?, ?, ?, ?, 0)
      ON CONFLICT(id, target) DO UPDATE SET isDue = max(isDue, excluded.isDue)
      """,
      [
        .text(event.id), .text(target.rawValue), .text(event.kind.rawValue), .text(event.document), .text(event.sha256),
        .bytes(event.record), .integer(isDue ? 1 : 0),
      ])
  }

  /// Marks events as due after their document was published.
  func confirm(_ events: [HookEvent]) throws(OutputError) {
    for event in events { try run("UPDATE event SET isDue = 1 WHERE id = ?", [.text(event.id)]) }
  }

  func withdraw(_ events: [HookEvent]) throws(OutputError) {
    for event in events { try run("DELETE FROM event WHERE id = ? AND isDue = 0", [.text(event.id)]) }
  }

  func next(for target: Target, after number: Int) throws(OutputError) -> Entry? {
    let rows = try run(
      "SELECT number, id, kind, document, sha256, record, attempts FROM event WHERE target = ? AND isDue = 1 AND number > ? "
        + "ORDER BY number LIMIT 1", [.text(target.rawValue), .integer(Int64(number))])
    guard let row = rows.first, let number = row[0].integer, let id = row[1].text,
      let kind = row[2].text.flatMap(HookSettings.Event.init), let document = row[3].text, let sha256 = row[4].text,
      let record = row[5].bytes, let attempts = row[6].integer
    else { return nil }
    return Entry(
      number: number, target: target, event: HookEvent(id: id, kind, document, sha256, record), attempts: attempts)
  }

  func count(for target: Target) throws(OutputError) -> Int {
    try run("SELECT count(*) FROM event WHERE target = ? AND isDue = 1", [.text(target.rawValue)]).first?.first?.integer
      ?? 0
  }

  func remove(_ number: Int) throws(OutputError) {
    try run("DELETE FROM event WHERE number = ?", [.integer(Int64(number))])
  }

  func noteAttempt(_ number: Int) throws(OutputError) {
    try run("UPDATE event SET attempts = attempts + 1 WHERE number = ?", [.integer(Int64(number))])
  }

  @discardableResult
  private func run(_ sql: String, _ values: [Database.Value]) throws(OutputError) -> [[Database.Value]] {
    try database.run(sql, values)
  }
}
