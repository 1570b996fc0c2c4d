// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import FoundationEssentials

/// The index of a library's documents in `.docscan/index.sqlite`. It is derived from their files and can be deleted at any time. The tables
/// `document` and `taken` describe the indexed documents and their state, `own` lists the files next to the results, and `derivedRows` provides all
/// other tables. Several processes can search, review, and evaluate the index concurrently.
final class LibraryIndex {
  /// The version of the tables and their contents. After a change, all documents are indexed again.
  static let version = 8

  static let file = "index.sqlite"

  /// `place` is the folder in the library, `entry` the name in the journal. `stamp`, `record`, and `edits` are stamps of files, record, and edits.
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
  let isReadOnly: Bool

  /// Opens or creates an output folder's index. In a read-only folder, an existing index isn't updated, and a new one is in memory.
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
    // An existing index can be used even if nothing can be written.
    let existing = isForbidden ? try writing(Self.readable(in: hidden)) : nil
    (database, isReadOnly) = (existing ?? made, existing != nil)
  }

  /// Opens the existing index in the hidden folder of an output folder. Returns `nil` if the index has another version.
  static func existing(in hidden: Folder, access: Database.Access) throws(OutputError) -> Database? {
    let database = try Database(file, in: hidden, access: access)
    guard try database.run("PRAGMA user_version").first?.first?.integer == version else { return nil }
    try database.check(tables)
    return database
  }

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

  func clear() throws(BatchError) {
    try writing(Self.begin(database))
  }

  var ownFiles: OwnFiles { OwnFiles(database: database) }

  // MARK: Statements

  @discardableResult
  func run(_ sql: String, _ values: [Database.Value] = []) throws(BatchError) -> [[Database.Value]] {
    try writing(database.run(sql, values))
  }

  /// Returns strings as a single value, a JSON array for `json_each`.
  func list(_ texts: [String]) throws(BatchError) -> Database.Value {
    .text(try writing(database.json(texts)))
  }

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

/// The databases that earlier versions used instead of the index.
private enum EarlierIndexes {
  /// Imports the list of files that docscan wrote next to the results, which can't be derived from documents, and removes the databases.
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

  private static func noted(in file: String, _ hidden: Folder) -> [[Database.Value]] {
    do throws(OutputError) {
      let ledger = try Database(file, in: hidden, access: .read)
      return try ledger.run("SELECT path, sha256 FROM own")
    } catch {
      return []
    }
  }
}
