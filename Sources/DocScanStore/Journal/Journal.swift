// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
package import DocScanFiles
package import DocScanWire
internal import FoundationEssentials
internal import Glibc

/// The record of a run's progress in `journal.sqlite`, from which the next run continues, even after a crash. The folders of finished documents are
/// authoritative, and the journal only saves work. A page's row survives a crash of the process. A document's row also survives a power failure.
package final class Journal {
  /// The version of the tables' layout. Journals with newer versions aren't opened.
  private static let version = 3

  private static let tables = """
    CREATE TABLE document(
      name TEXT PRIMARY KEY, source TEXT NOT NULL, sha256 TEXT NOT NULL, pipeline TEXT NOT NULL,
      selection TEXT NOT NULL, status TEXT NOT NULL, pages INTEGER NOT NULL, finished TEXT NOT NULL,
      files TEXT NOT NULL);
    CREATE TABLE page(
      file TEXT NOT NULL, number INTEGER NOT NULL, reading TEXT NOT NULL, document TEXT NOT NULL,
      status TEXT NOT NULL, length INTEGER NOT NULL, result BLOB NOT NULL, PRIMARY KEY(file, number, reading));
    CREATE INDEX page_document ON page(document);
    CREATE TABLE attempt(
      file TEXT NOT NULL, number INTEGER NOT NULL, document TEXT NOT NULL,
      isInHand INTEGER NOT NULL, ends INTEGER NOT NULL, outcome TEXT NOT NULL, PRIMARY KEY(file, number));
    CREATE INDEX attempt_document ON attempt(document);
    CREATE TABLE content(
      sha256 TEXT PRIMARY KEY, name TEXT NOT NULL, status TEXT NOT NULL, source TEXT NOT NULL, version TEXT NOT NULL);
    PRAGMA user_version = 1;
    """

  private static let secondTables = """
    ALTER TABLE document ADD COLUMN contents TEXT NOT NULL DEFAULT '[]';
    CREATE TABLE own(name TEXT NOT NULL, sha256 TEXT NOT NULL, PRIMARY KEY(name, sha256));
    PRAGMA user_version = 2;
    """

  /// The additions of the third layout: the order in which documents were published, for processes that follow changes of the library.
  private static let thirdTables = """
    ALTER TABLE document ADD COLUMN change INTEGER NOT NULL DEFAULT 0;
    UPDATE document SET change = rowid;
    CREATE INDEX document_change ON document(change);
    CREATE TABLE identity(value TEXT NOT NULL);
    INSERT INTO identity VALUES(lower(hex(randomblob(16))));
    PRAGMA user_version = 3;
    """

  /// The indexes by digest, source, and case-insensitive name. A merge drops them until its end, and may be killed before it restores them.
  package static let furtherIndexes = """
    CREATE INDEX IF NOT EXISTS document_sha256 ON document(sha256);
    CREATE INDEX IF NOT EXISTS document_source ON document(source);
    CREATE INDEX IF NOT EXISTS document_name ON document(name COLLATE NOCASE);
    """

  private static let keptTable =
    "CREATE TABLE IF NOT EXISTS kept(name TEXT NOT NULL, attempt TEXT NOT NULL, reason TEXT NOT NULL, PRIMARY KEY(name, attempt));"

  private static var schema: String { tables + secondTables + thirdTables + furtherIndexes + keptTable }

  package static let name = "journal.sqlite"

  package let path: String
  package let database: Database
  /// A message for the user about a damaged journal, or `nil` if it wasn't damaged.
  package let notice: String?

  /// Opens or creates the journal of an output folder. Renames a damaged one.
  package init(in folder: Folder) throws(OutputError) {
    path = "\(folder.path)/\(Self.name)"
    do throws(OutputError) {
      database = try Self.opened(folder, path)
      notice = nil
    } catch {
      guard error.flaw == .damaged else { throw error }
      let aside = path + ".damaged"
      guard folder.rename(Self.name, fileName(aside), .replacing) else {
        throw OutputError(operation: "rename", path: path, code: errno)
      }
      Database.remove(Self.name, in: folder)
      database = try Self.opened(folder, path)
      notice =
        "The journal was damaged and is kept as \(aside). Finished documents are not affected; pages of unfinished ones "
        + "are read again."
    }
  }

  /// Opens a journal for reading, or returns `nil` without a readable one. Changes no file if no process is writing to the output folder.
  package init?(reading hidden: Folder?) {
    guard let hidden else { return nil }
    path = "\(hidden.path)/\(Self.name)"
    notice = nil
    do {
      let isUnfinished = hidden.identity("\(Self.name)-wal").map { $0.byteCount > 0 } ?? false
      let isAlone = OutputFolder.process(writingTo: hidden) == nil && !isUnfinished
      database = try Database(Self.name, in: hidden, access: isAlone ? .readAlone : .read)
      guard try database.run("PRAGMA user_version").first?.first?.integer == Self.version else { return nil }
      try database.check(Self.schema)
    } catch {
      return nil
    }
  }

  private static func opened(_ folder: Folder, _ path: String) throws(OutputError) -> Database {
    let database = try Database(name, in: folder)
    // On file systems without shared memory, such as network shares, SQLite keeps its older kind of journal.
    try database.run("PRAGMA journal_mode = WAL")
    try database.runAll("PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 1000; PRAGMA temp_store = MEMORY")
    let version = try database.run("PRAGMA user_version").first?.first?.integer ?? 0
    if version < Self.version {
      let missing = [tables, secondTables, thirdTables].dropFirst(version)
      try database.runAll("BEGIN IMMEDIATE; \(missing.joined(separator: " ")) COMMIT;")
    } else if version != Self.version {
      throw OutputError(
        operation: "use", path: path,
        detail: "another version of docscan wrote it (layout \(version)). Use that version, or remove the file.")
    }
    try database.runAll(furtherIndexes + keptTable)
    try database.check(schema)
    // Entries still marked as in progress are left over from a killed run, because this process holds the folder's lock.
    try database.run("UPDATE attempt SET isInHand = 0, ends = ends + 1 WHERE isInHand = 1")
    return database
  }

  // MARK: Pages

  /// Returns the cached results of a page, or `nil` if there are none that can be read.
  package func page(_ key: PageKey) throws(OutputError) -> CachedPage? {
    let rows = try run(
      "SELECT length, result FROM page WHERE file = ? AND number = ? AND reading = ?",
      [.text(key.file), .integer(Int64(key.number)), .text(key.reading)])
    guard let row = rows.first, let length = row[0].integer, (0...Frame.maximumLength).contains(length),
      let json = row[1].bytes.flatMap({ Deflate.expanded($0, length: length) })
    else { return nil }
    do {
      return try JSONDecoder().decode(CachedPage.self, from: Data(json))
    } catch {
      // An unreadable row counts as missing, so the page is processed again.
      return nil
    }
  }

  package func remember(_ page: CachedPage, key: PageKey, document: String) throws(OutputError) {
    let json: Data
    do {
      json = try JSONText.compact(page)
    } catch {
      throw OutputError(operation: "write", path: path, detail: "\(error)")
    }
    guard let bytes = Deflate.compressed([UInt8](json), level: .fast) else {
      throw OutputError(operation: "write", path: path, code: ENOMEM)
    }
    try run(
      "INSERT OR REPLACE INTO page(file, number, reading, document, status, length, result) VALUES(?, ?, ?, ?, ?, ?, ?)",
      [
        .text(key.file), .integer(Int64(key.number)), .text(key.reading), .text(document),
        .text(page.results.first?.page.status.rawValue ?? ""), .integer(Int64(json.count)), .bytes(bytes),
      ])
  }

  // MARK: Attempts

  /// Records that a worker starts a page. Number 0 is the whole document. Returns the number of runs that were killed during this page.
  package func begin(file: String, number: Int, document: String) throws(OutputError) -> Int {
    let rows = try run(
      """
      INSERT INTO attempt(file, number, document, isInHand, ends, outcome) VALUES(?, ?, ?, 1, 0, '')
      ON CONFLICT DO UPDATE SET isInHand = 1, document = excluded.document RETURNING ends
      """, [.text(file), .integer(Int64(number)), .text(document)])
    return rows.first?.first?.integer ?? 0
  }

  /// Records the outcome of a page: a status or the kind of failure.
  package func end(file: String, number: Int, outcome: String) throws(OutputError) {
    try run(
      "UPDATE attempt SET isInHand = 0, ends = 0, outcome = ? WHERE file = ? AND number = ?",
      [.text(outcome), .text(file), .integer(Int64(number))])
  }

  /// Records an orderly end of the run, so that pages in progress don't count as its cause.
  package func endAll() throws(OutputError) { try run("UPDATE attempt SET isInHand = 0 WHERE isInHand = 1", []) }

  // MARK: Other files

  /// Durably records that docscan is about to write a file next to the documents. The previous digest stays valid.
  package func own(_ name: String, sha256: String) throws(OutputError) {
    try durably { () throws(OutputError) in
      // The previous file may still be in place.
      try database.run(
        "DELETE FROM own WHERE name = ? AND rowid < (SELECT max(rowid) FROM own WHERE name = ?)",
        [.text(name), .text(name)])
      try database.run("INSERT OR REPLACE INTO own(name, sha256) VALUES(?, ?)", [.text(name), .text(sha256)])
    }
  }

  /// Returns the digests that identify a file next to the documents as docscan's.
  package func ownDigests(of name: String) throws(OutputError) -> [String] {
    try run("SELECT sha256 FROM own WHERE name = ?", [.text(name)]).compactMap { $0.first?.text }
  }

  // MARK: Contents

  /// Returns the entry for the content with a digest, from a watched folder or a completed run, or `nil` if there is none.
  package func content(sha256: String) throws(OutputError) -> ContentEntry? {
    let rows = try run("SELECT name, status, source, version FROM content WHERE sha256 = ?", [.text(sha256)])
    if let row = rows.first, let name = row[0].text, let status = row[1].text.flatMap(ContentEntry.Status.init),
      let source = row[2].text, let version = row[3].text
    {
      return ContentEntry(sha256: sha256, name: name, status: status, source: source, version: version)
    }
    guard let done = try documents(sha256: sha256).first(where: { $0.status == .complete && $0.selection == "all" })
    else { return nil }
    return ContentEntry(sha256: sha256, name: done.name, status: .complete, source: done.source, version: "")
  }

  /// Durably records an entry for the content of a file.
  package func remember(_ entry: ContentEntry) throws(OutputError) {
    try durably { () throws(OutputError) in
      try database.run(
        "INSERT OR REPLACE INTO content(sha256, name, status, source, version) VALUES(?, ?, ?, ?, ?)",
        [
          .text(entry.sha256), .text(entry.name), .text(entry.status.rawValue), .text(entry.source),
          .text(entry.version),
        ])
    }
  }

  /// Runs statements in a transaction, and syncs it to disk.
  package func durably(_ statements: () throws(OutputError) -> Void) throws(OutputError) {
    do throws(OutputError) {
      try database.runAll("PRAGMA synchronous = FULL; BEGIN IMMEDIATE")
      try statements()
      try database.runAll("COMMIT; PRAGMA synchronous = NORMAL")
    } catch let cause {
      // SQLite may already have rolled back after a disk error. The original error is the one to report.
      if database.isInTransaction { do { try database.runAll("ROLLBACK") } catch { throw cause } }
      throw cause
    }
  }

  package func documents(_ condition: String, _ values: [Database.Value]) throws(OutputError) -> [JournalEntry] {
    try run(
      "SELECT name, source, sha256, pipeline, selection, status, pages, finished, files, contents FROM document WHERE "
        + condition,
      values
    ).compactMap(JournalEntry.init(row:))
  }

  @discardableResult
  package func run(_ sql: String, _ values: [Database.Value]) throws(OutputError) -> [[Database.Value]] {
    try database.run(sql, values)
  }
}
