// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanWriters

/// The events that are still to be reported, on the disk: `hooks.sqlite`. A killed run loses none of them.
///
/// An event is noted before its document goes into place, and is due once the document is there: whoever opens the store compares
/// what is noted with what is in place.
final class HookStore {
  /// Who is told.
  enum Target: String, CaseIterable {
    case command, webhook
  }

  /// An event for somebody.
  struct Entry {
    let number: Int
    let target: Target
    let event: HookEvent
    /// How often it was tried.
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

  /// Opens the store of a library, or begins one, also in place of a damaged one.
  init(in output: OutputFolder) throws(OutputError) {
    let folder = output.hiddenFolder
    database = try Database.derived(Self.name, in: folder, Self.prepare)
    try settle(in: output)
  }

  /// Whether a library has events of earlier runs.
  static func exists(in output: OutputFolder) -> Bool { output.hiddenFolder.exists(name) }

  private static func prepare(_ database: Database) throws(OutputError) {
    try database.run("PRAGMA journal_mode = WAL")
    // An event that is noted is on the disk before its document is in place.
    try database.runAll("PRAGMA synchronous = FULL; " + tables)
    try database.check(tables)
  }

  /// What was noted and did not go into place is forgotten; what did is due.
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

  /// Notes who is told, and of what: for those who only note events.
  func subscribe(_ targets: [Target], to events: Set<HookSettings.Event>) throws(OutputError) {
    let names = events.map(\.rawValue).sorted().joined(separator: " ")
    guard try subscriptions != Dictionary(uniqueKeysWithValues: targets.map { ($0, events) }) else { return }
    try run("DELETE FROM subscription", [])
    for target in targets { try run("INSERT INTO subscription VALUES(?, ?)", [.text(target.rawValue), .text(names)]) }
  }

  /// Who was to be told in the last run that told anybody, and of what.
  var subscriptions: [Target: Set<HookSettings.Event>] {
    get throws(OutputError) {
      try run("SELECT target, events FROM subscription", []).reduce(into: [:]) { found, row in
        guard let target = row[0].text.flatMap(Target.init) else { return }
        found[target] = Set(
          (row[1].text ?? "").split(separator: " ").compactMap { HookSettings.Event(rawValue: String($0)) })
      }
    }
  }

  /// Notes an event; one that is there already stays.
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

  /// The document of these events is in place.
  func confirm(_ events: [HookEvent]) throws(OutputError) {
    for event in events { try run("UPDATE event SET isDue = 1 WHERE id = ?", [.text(event.id)]) }
  }

  /// The document of these events did not go into place.
  func withdraw(_ events: [HookEvent]) throws(OutputError) {
    for event in events { try run("DELETE FROM event WHERE id = ? AND isDue = 0", [.text(event.id)]) }
  }

  /// The first event for a target that is due, after one with a number.
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

  /// How many events are due for a target.
  func count(for target: Target) throws(OutputError) -> Int {
    try run("SELECT count(*) FROM event WHERE target = ? AND isDue = 1", [.text(target.rawValue)]).first?.first?.integer
      ?? 0
  }

  /// An event was delivered, or is given up.
  func remove(_ number: Int) throws(OutputError) {
    try run("DELETE FROM event WHERE number = ?", [.integer(Int64(number))])
  }

  /// An event could not be delivered.
  func noteAttempt(_ number: Int) throws(OutputError) {
    try run("UPDATE event SET attempts = attempts + 1 WHERE number = ?", [.integer(Int64(number))])
  }

  @discardableResult
  private func run(_ sql: String, _ values: [Database.Value]) throws(OutputError) -> [[Database.Value]] {
    try database.run(sql, values)
  }
}
