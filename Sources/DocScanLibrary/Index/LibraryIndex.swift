// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanStore
internal import DocScanWriters
internal import FoundationEssentials

/// What is known of a library's documents, in `.docscan/index.sqlite`. It is made from their files, and may be removed at any time.
///
/// The tables `document` and `taken` say which documents it knows, and how they were; everything else is that of `derivedRows`. It can
/// be searched, reviewed and added up by several processes at once.
final class LibraryIndex {
  /// Another form of the tables, or of what is in them: everything is read again.
  static let version = 2

  static let file = "index.sqlite"

  /// `place` is the document's folder in the library, `entry` the name that the journal knows it by. The stamps change whenever its files
  /// do, its record does, and its edits do.
  private static let ownTables = """
    CREATE TABLE document(
      id INTEGER PRIMARY KEY, place TEXT NOT NULL UNIQUE, name TEXT NOT NULL, entry TEXT NOT NULL, stamp TEXT NOT NULL,
      record TEXT NOT NULL, edits TEXT NOT NULL);
    CREATE INDEX document_name ON document(name);
    CREATE INDEX document_entry ON document(entry);
    CREATE TABLE taken(change INTEGER NOT NULL, journal TEXT NOT NULL);
    """

  private static let tables = """
    \((derivedRows.flatMap { $0.tables } + ["document", "taken"]).map { "DROP TABLE IF EXISTS \($0);" }.joined(separator: " "))
    \(ownTables)
    \(derivedRows.map { $0.schema }.joined(separator: "\n"))
    \(OwnFiles.table)
    PRAGMA user_version = \(version);
    """

  let database: Database
  let root: Folder
  /// Whether nothing can be written: then what the index has is used, which may be less than what is there.
  let isReadOnly: Bool

  /// Opens the index of an output folder, or begins one: in memory where the folder cannot be written and has none.
  init(library root: Folder) throws(BatchError) {
    self.root = root
    let hidden = HiddenFolder.existing(in: root)
    var isForbidden = false
    let made = try writing(
      Database.derived(
        Self.file, in: hidden,
        inMemory: { error in
          isForbidden = error.flaw == .forbidden
          return isForbidden
        },
        { (database) throws(OutputError) in
          try Self.prepare(database)
          if let hidden { try EarlierIndexes.takeOver(in: hidden, into: database) }
        }))
    // What is there can still be read where nothing can be written.
    let existing = isForbidden ? try writing(Self.readable(in: hidden)) : nil
    (database, isReadOnly) = (existing ?? made, existing != nil)
  }

  /// Opens the index in the hidden part of an output folder to read it; nil if there is none of this version.
  static func existing(in hidden: Folder, access: Database.Access) throws(OutputError) -> Database? {
    let database = try Database(file, in: hidden, access: access)
    guard try database.run("PRAGMA user_version").first?.first?.integer == version else { return nil }
    try database.check(tables)
    return database
  }

  /// The index that is there; nil if there is none yet.
  private static func readable(in hidden: Folder?) throws(OutputError) -> Database? {
    do throws(OutputError) {
      return try hidden.flatMap { (hidden) throws(OutputError) in try existing(in: hidden, access: .readAlone) }
    } catch {
      guard error.flaw == .forbidden else { throw error }
      return nil
    }
  }

  private static func prepare(_ database: Database) throws(OutputError) {
    try database.run("PRAGMA journal_mode = WAL")
    try database.runAll("PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY")
    if try database.run("PRAGMA user_version").first?.first?.integer != version { try begin(database) }
    try database.check(tables)
  }

  private static func begin(_ database: Database) throws(OutputError) {
    try database.runAll("BEGIN IMMEDIATE; \(tables) COMMIT")
  }

  /// Forgets all documents.
  func clear() throws(BatchError) {
    try writing(Self.begin(database))
  }

  /// The files that docscan put beside the results.
  var ownFiles: OwnFiles { OwnFiles(database: database) }

  // MARK: Statements

  /// Runs a statement and returns its rows.
  @discardableResult
  func run(_ sql: String, _ values: [Database.Value] = []) throws(BatchError) -> [[Database.Value]] {
    try writing(database.run(sql, values))
  }

  /// Texts as one value, which `json_each` takes apart again.
  func list(_ texts: [String]) throws(BatchError) -> Database.Value {
    .text(try writing(database.json(texts)))
  }

  /// Does something whole or not at all.
  func transaction(_ body: () throws(OutputError) -> Void) throws(BatchError) {
    do throws(OutputError) {
      try database.runAll("BEGIN IMMEDIATE")
      try body()
      try database.runAll("COMMIT")
    } catch let cause {
      if database.isInTransaction { try writing(database.runAll("ROLLBACK")) }
      throw BatchError(cause)
    }
  }
}

/// The databases that earlier versions kept in the place of the index.
private enum EarlierIndexes {
  /// Keeps what no document says, which files docscan put beside the results, and removes the rest.
  static func takeOver(in hidden: Folder, into database: Database) throws(OutputError) {
    let ledger = "ledger.sqlite"
    if hidden.exists(ledger) {
      for row in noted(in: ledger, hidden) where row.count == 2 {
        try database.run("INSERT OR REPLACE INTO own VALUES(?, ?)", row)
      }
    }
    for file in [ledger, "search.sqlite", "review.sqlite"] where hidden.exists(file) {
      Database.remove(file, in: hidden)
    }
  }

  /// The files that the ledger was written to; none if that is damaged.
  private static func noted(in file: String, _ hidden: Folder) -> [[Database.Value]] {
    do throws(OutputError) {
      let ledger = try Database(file, in: hidden, access: .read)
      return try ledger.run("SELECT path, sha256 FROM own")
    } catch {
      return []
    }
  }
}
