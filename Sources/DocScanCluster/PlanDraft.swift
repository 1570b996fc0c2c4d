// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import FoundationEssentials
internal import Glibc

/// A plan in the making: `draft.sqlite` in its folder, which bounds memory and keeps digests for a retry after an interruption.
final class PlanDraft {
  private static let tables = """
    CREATE TABLE IF NOT EXISTS digest(path TEXT PRIMARY KEY, stamp TEXT NOT NULL, sha256 TEXT NOT NULL) WITHOUT ROWID;
    DROP TABLE IF EXISTS input; DROP TABLE IF EXISTS name; DROP TABLE IF EXISTS content; DROP TABLE IF EXISTS document;
    DROP TABLE IF EXISTS other;
    CREATE TABLE other(number INTEGER PRIMARY KEY, line TEXT NOT NULL UNIQUE);
    -- No source and no paths: both are the identity.
    CREATE TABLE input(
      key BLOB PRIMARY KEY, name TEXT NOT NULL, source TEXT, identity TEXT NOT NULL, paths TEXT, kind TEXT NOT NULL,
      pages INTEGER) WITHOUT ROWID;
    CREATE TABLE name(lower TEXT PRIMARY KEY, isDocument INTEGER NOT NULL) WITHOUT ROWID;
    -- Digests come in any order, so the rows are short. Only documents of a plan that is extended have more than a number.
    CREATE TABLE content(sha256 TEXT PRIMARY KEY, number INTEGER NOT NULL, name TEXT, source TEXT, identity TEXT)
      WITHOUT ROWID;
    CREATE TABLE document(
      number INTEGER PRIMARY KEY, name TEXT NOT NULL, source TEXT NOT NULL, identity TEXT NOT NULL, files TEXT NOT NULL,
      sha256 TEXT NOT NULL, pages INTEGER, kind TEXT NOT NULL, note TEXT);
    """
  private static let chunk = 500
  private static let rowsAtOnce = 20_000

  private static let file = "draft.sqlite"

  private let folder: Folder
  private let database: Database
  private var rows = 0
  /// The folder of the last inserted name, because most names share their predecessor's folder.
  private var lastFolder = ""
  private var hasDigests = false

  /// Opens a draft, with the digests of an earlier attempt.
  init(in folder: Folder) throws(BatchError) {
    self.folder = folder
    database = try writing(Database.derived(Self.file, in: folder, Self.prepare))
    hasDigests = try !run("SELECT 1 FROM digest LIMIT 1", []).isEmpty
  }

  private var path: String { "\(folder.path)/\(Self.file)" }

  private static func prepare(_ database: Database) throws(OutputError) {
    try database.run("PRAGMA journal_mode = WAL")
    // Skips syncing, because a draft that a power failure damaged is simply recreated.
    try database.runAll("PRAGMA synchronous = OFF; PRAGMA temp_store = FILE; PRAGMA cache_size = -48000")
    try database.runAll(tables)
    try database.check(tables)
    try database.runAll("BEGIN")
  }

  func remove() { Database.remove(Self.file, in: folder) }

  @discardableResult
  private func run(_ sql: String, _ values: [Database.Value]) throws(BatchError) -> [[Database.Value]] {
    let found = try writing(database.run(sql, values))
    if !sql.hasPrefix("SELECT") {
      rows += 1
      if rows % Self.rowsAtOnce == 0 { try writing(database.runAll("COMMIT; BEGIN")) }
    }
    return found
  }

  // MARK: Inputs

  /// Adds an input. Returns `false` if it's already in the draft.
  func insert(_ input: DraftInput, key: [UInt8]) throws(BatchError) -> Bool {
    let rows = try run(
      "INSERT OR IGNORE INTO input VALUES(?, ?, ?, ?, ?, ?, ?) RETURNING 1",
      [
        .bytes(key), .text(input.name), input.source == input.identity ? .null : .text(input.source),
        .text(input.identity), input.paths == [input.identity] ? .null : .text(Escape.joined(input.paths)),
        .text(input.kind), Self.value(input.pages),
      ])
    return !rows.isEmpty
  }

  func inputs(_ body: (DraftInput) throws(BatchError) -> Void) throws(BatchError) {
    var last: [UInt8] = []
    while true {
      let rows = try run("SELECT * FROM input WHERE key > ? ORDER BY key LIMIT \(Self.chunk)", [.bytes(last)])
      guard let end = rows.last?[0].bytes else { return }
      last = end
      for row in rows {
        try body(
          DraftInput(
            name: row[1].text ?? "", source: row[2].text ?? row[3].text ?? "", identity: row[3].text ?? "",
            paths: row[4].text.map(Escape.lines) ?? [row[3].text ?? ""], kind: row[5].text ?? "", pages: row[6].integer)
        )
      }
    }
  }

  // MARK: Digests

  /// Returns the digest from an earlier attempt, or `nil` if the file has changed or wasn't hashed.
  func digest(of path: String, stamp: String) throws(BatchError) -> String? {
    guard hasDigests else { return nil }
    return try run("SELECT sha256 FROM digest WHERE path = ? AND stamp = ?", [.text(path), .text(stamp)])
      .first?.first?.text
  }

  func note(digest: String, of path: String, stamp: String) throws(BatchError) {
    try run("INSERT OR REPLACE INTO digest VALUES(?, ?, ?)", [.text(path), .text(stamp), .text(digest)])
  }

  // MARK: Documents

  func first(with sha256: String) throws(BatchError) -> (name: String, source: String, identity: String)? {
    guard let row = try run("SELECT * FROM content WHERE sha256 = ?", [.text(sha256)]).first else { return nil }
    if let name = row[2].text, let source = row[3].text, let identity = row[4].text { return (name, source, identity) }
    return try run("SELECT * FROM document WHERE number = ?", [row[1]]).first.map { row in
      let document = Self.document(row)
      return (document.name, document.source, document.identity)
    }
  }

  func insert(_ document: PlannedDocument) throws(BatchError) {
    let files = document.files.flatMap { [$0.path, "\($0.bytes)", "\($0.modified)"] }
    try run(
      "INSERT INTO document VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        .integer(Int64(document.number)), .text(document.name), .text(document.source), .text(document.identity),
        .text(Escape.joined(files)), .text(document.sha256), Self.value(document.pages), .text(document.kind),
        document.note.map { .text($0) } ?? .null,
      ])
    try take(document, values: [.null, .null, .null])
  }

  /// Registers the name and content of a document that the extended plan already contains.
  func take(_ document: PlannedDocument) throws(BatchError) {
    try take(document, values: [.text(document.name), .text(document.source), .text(document.identity)])
  }

  private func take(_ document: PlannedDocument, values: [Database.Value]) throws(BatchError) {
    insert(document.name)
    if let failure { throw failure }
    guard !document.sha256.isEmpty else { return }
    try run(
      "INSERT OR IGNORE INTO content VALUES(?, ?, ?, ?, ?)",
      [.text(document.sha256), .integer(Int64(document.number))] + values)
  }

  func insert(_ other: DocumentOutcome) throws(BatchError) {
    do {
      let line = String(decoding: try JSONText.compact(other), as: UTF8.self)
      try run("INSERT OR IGNORE INTO other(line) VALUES(?)", [.text(line)])
    } catch let error as BatchError {
      throw error
    } catch {
      throw .output("\(path) cannot be written: \(error)")
    }
  }

  func others(_ body: (DocumentOutcome) throws(BatchError) -> Void) throws(BatchError) {
    try rows(of: "other") { (row) throws(BatchError) in
      do {
        try body(try JSONDecoder().decode(DocumentOutcome.self, from: Data((row[1].text ?? "").utf8)))
      } catch let error as BatchError {
        throw error
      } catch {
        throw .output("\(path) cannot be read: \(error)")
      }
    }
  }

  func documents(_ body: (PlannedDocument) throws(BatchError) -> Void) throws(BatchError) {
    try rows(of: "document") { (row) throws(BatchError) in try body(Self.document(row)) }
  }

  private func rows(
    of table: String, _ body: ([Database.Value]) throws(BatchError) -> Void
  ) throws(BatchError) {
    var last = 0
    while true {
      let rows = try run(
        "SELECT * FROM \(table) WHERE number > ? ORDER BY number LIMIT \(Self.chunk)", [.integer(Int64(last))])
      guard let end = rows.last?[0].integer else { return }
      last = end
      for row in rows { try body(row) }
    }
  }

  /// Returns at most `count` documents, spread evenly over the plan.
  func sample(_ count: Int) throws(BatchError) -> [PlannedDocument] {
    let total = try run("SELECT count(*) FROM document", []).first?.first?.integer ?? 0
    let first = try run("SELECT min(number) FROM document", []).first?.first?.integer ?? 1
    let chosen = min(count, total)
    var sample: [PlannedDocument] = []
    for index in 0..<chosen {
      let number = first + index * total / chosen
      let rows = try run("SELECT * FROM document WHERE number = ?", [.integer(Int64(number))])
      if let row = rows.first { sample.append(Self.document(row)) }
    }
    return sample
  }

  // MARK: Rows

  private static func document(_ row: [Database.Value]) -> PlannedDocument {
    let parts = Escape.lines(row[4].text ?? "")
    let files = stride(from: 0, to: parts.count - 2, by: 3).map { index -> PlannedDocument.File in
      let (bytes, modified) = (Int(parts[index + 1]), Int(parts[index + 2]))
      return PlannedDocument.File(path: parts[index], bytes: bytes ?? 0, modified: modified ?? 0)
    }
    return PlannedDocument(
      number: row[0].integer ?? 0, name: row[1].text ?? "", source: row[2].text ?? "", identity: row[3].text ?? "",
      files: files, sha256: row[5].text ?? "", pages: row[6].integer, kind: row[7].text ?? "", seconds: 0,
      note: row[8].text)
  }

  private static func value(_ number: Int?) -> Database.Value { number.map { .integer(Int64($0)) } ?? .null }

  // MARK: Names

  /// The first error of a lookup by name, or `nil`. The methods of `TakenNames` can't throw.
  private(set) var failure: BatchError?
  /// The last lookup, because each name is looked up twice in a row; `kind` is 1 for a document and 0 for a folder.
  private var lastAsked: (name: String, kind: Int?)?
}

extension PlanDraft: TakenNames {
  func insert(_ name: String) {
    let lower = name.lowercased()
    lastAsked = nil
    note("INSERT OR REPLACE INTO name VALUES(?, 1)", lower)
    let folder = parentFolder(of: lower)
    guard folder != lastFolder else { return }
    lastFolder = folder
    for folder in foldersAbove(lower) { note("INSERT OR IGNORE INTO name VALUES(?, 0)", folder) }
  }

  func hasDocument(_ name: String) -> Bool { kind(of: name) == 1 }

  func hasFolder(_ name: String) -> Bool { kind(of: name) == 0 }

  private func kind(of name: String) -> Int? {
    let lower = name.lowercased()
    if lower == lastFolder { return 0 }
    if let lastAsked, lastAsked.name == lower { return lastAsked.kind }
    let kind = note("SELECT isDocument FROM name WHERE lower = ?", lower).first?.first?.integer
    lastAsked = (lower, kind)
    return kind
  }

  @discardableResult
  private func note(_ sql: String, _ name: String) -> [[Database.Value]] {
    do {
      return try run(sql, [.text(name)])
    } catch {
      failure = failure ?? error
      return []
    }
  }
}

/// A document without a final name.
struct DraftInput: Hashable, Sendable {
  var name: String
  var source: String
  var identity: String
  /// The absolute paths of the files, with symbolic links in their folders resolved.
  var paths: [String]
  var kind: String
  /// The number of pages, or `nil` if the file must be opened to count them.
  var pages: Int?
}
