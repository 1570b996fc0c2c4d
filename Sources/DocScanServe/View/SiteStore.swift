// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanLibrary
internal import DocScanStore
internal import FoundationEssentials

/// Stores the website's data for each document in `.docscan/view.sqlite`, so that an update processes only changes. Each document keeps its slot, so
/// a new document changes only one chunk of cards.
final class SiteStore {
  /// The version of the cards and pages. A new version rebuilds all of them.
  private static let version = 11
  /// The number of cards in a chunk, which then has about 100 KB.
  static let cardsInChunk = 1000

  private static let tables = """
    DROP TABLE IF EXISTS document; DROP TABLE IF EXISTS state;
    CREATE TABLE document(
      slot INTEGER PRIMARY KEY, place TEXT NOT NULL UNIQUE, stamp TEXT NOT NULL, record TEXT NOT NULL,
      date TEXT NOT NULL, pages INTEGER NOT NULL, pdf TEXT NOT NULL, card BLOB NOT NULL);
    CREATE TABLE state(key TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE INDEX document_date ON document(date DESC, place);
    \(OwnFiles.table)
    PRAGMA user_version = \(version);
    """

  private let database: Database
  private static let file = "view.sqlite"

  init(library: Folder) throws(BatchError) {
    database = try writing(Database.derived(Self.file, in: HiddenFolder.existing(in: library), Self.prepare))
  }

  private static func prepare(_ database: Database) throws(OutputError) {
    if try database.run("PRAGMA user_version").first?.first?.integer != version {
      try database.runAll("BEGIN IMMEDIATE; \(tables) COMMIT")
    }
    try database.check(tables)
  }

  var own: OwnFiles { OwnFiles(database: database) }

  func transaction(_ body: () throws(BatchError) -> Void) throws(BatchError) {
    try run("BEGIN IMMEDIATE")
    do {
      try body()
      try run("COMMIT")
    } catch {
      // The original error is more useful than a failed rollback.
      do { try run("ROLLBACK") } catch {}
      throw error
    }
  }

  // MARK: Documents

  /// Returns the slot of a document and the stamp of its written pages, or `nil` if the document is unknown.
  func known(_ place: String) throws(BatchError) -> (slot: Int, stamp: String)? {
    let row = try run("SELECT slot, stamp FROM document WHERE place = ?", [.text(place)]).first
    guard let row, let slot = row[0].integer, let stamp = row[1].text else { return nil }
    return (slot, stamp)
  }

  func isDone(_ place: String, record: String) throws(BatchError) -> Bool {
    try run("SELECT 1 FROM document WHERE place = ? AND record = ?", [.text(place), .text(record)]).isEmpty == false
  }

  /// Stores the stamps of the record and edits that a document's pages were written from, or an empty string while its pictures are pending.
  func note(_ place: String, record: String) throws(BatchError) {
    try run("UPDATE document SET record = ? WHERE place = ?", [.text(record), .text(place)])
  }

  /// Returns the category rules for which the receipts were last written, or `nil` if documents have changed since.
  func ledgerState() throws(BatchError) -> String? {
    try run("SELECT value FROM state WHERE key = 'ledger'").first?.first?.text
  }

  func note(ledgerState: String?) throws(BatchError) {
    guard let ledgerState else {
      try run("DELETE FROM state WHERE key = 'ledger'")
      return
    }
    try run("INSERT OR REPLACE INTO state VALUES('ledger', ?)", [.text(ledgerState)])
  }

  func places() throws(BatchError) -> [String: Int] {
    try run("SELECT place, slot FROM document").reduce(into: [:]) { places, row in
      if let place = row[0].text, let slot = row[1].integer { places[place] = slot }
    }
  }

  /// Stores a document and returns its slot. A new document gets the slot after all others.
  func note(_ data: DocumentData, stamp: String, pdf: String?) throws(BatchError) -> Int {
    let place = data.place
    let slot: Int
    if let known = try known(place) { slot = known.slot } else { slot = try freeSlot() }
    let card: Data
    do {
      card = try JSONText.compact(data.card)
    } catch {
      throw .output("\(place) cannot be shown: \(error).")
    }
    try run(
      "INSERT OR REPLACE INTO document VALUES(?, ?, ?, '', ?, ?, ?, ?)",
      [
        .integer(Int64(slot)), .text(place), .text(stamp), .text(data.day.date),
        .integer(Int64(data.document.record.pages.count)), .text(pdf ?? ""), .bytes([UInt8](card)),
      ])
    return slot
  }

  func forget(_ place: String) throws(BatchError) { try run("DELETE FROM document WHERE place = ?", [.text(place)]) }

  /// Returns the slot after all others. Slots of removed documents stay empty, which costs nothing.
  private func freeSlot() throws(BatchError) -> Int {
    try run("SELECT COALESCE(MAX(slot), -1) + 1 FROM document").first?.first?.integer ?? 0
  }

  // MARK: The whole library

  func counts() throws(BatchError) -> (documents: Int, pages: Int) {
    let row = try run("SELECT COUNT(*), COALESCE(SUM(pages), 0) FROM document").first
    return (row?[0].integer ?? 0, row?[1].integer ?? 0)
  }

  func chunks() throws(BatchError) -> [Int] {
    try run("SELECT DISTINCT slot / \(Self.cardsInChunk) FROM document ORDER BY 1").compactMap { $0[0].integer }
  }

  func cards(inChunk chunk: Int) throws(BatchError) -> [JSONValue] {
    let first = Int64(chunk * Self.cardsInChunk)
    return try cards(
      "SELECT card FROM document WHERE slot >= ? AND slot < ? ORDER BY slot",
      [.integer(first), .integer(first + Int64(Self.cardsInChunk))])
  }

  func newestCards(_ count: Int) throws(BatchError) -> [JSONValue] {
    try cards("SELECT card FROM document ORDER BY date DESC, place LIMIT ?", [.integer(Int64(count))])
  }

  func pdfs() throws(BatchError) -> Set<String> {
    Set(try run("SELECT DISTINCT pdf FROM document WHERE pdf <> ''").compactMap { $0[0].text })
  }

  private func cards(_ sql: String, _ values: [Database.Value]) throws(BatchError) -> [JSONValue] {
    try run(sql, values).compactMap { row in
      guard let bytes = row[0].bytes else { return nil }
      do {
        return try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
      } catch {
        return nil
      }
    }
  }

  @discardableResult
  private func run(_ sql: String, _ values: [Database.Value] = []) throws(BatchError) -> [[Database.Value]] {
    try writing(database.run(sql, values))
  }
}
