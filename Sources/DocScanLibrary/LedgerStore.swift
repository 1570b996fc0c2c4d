// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import FoundationEssentials

/// The receipts of a library in `.docscan/ledger.sqlite`, made again from the page JSONs whenever these change.
///
/// Nothing in it is anybody's work: it may be removed at any time.
final class LedgerStore {
  private static let version = 5

  private static let tables = """
    DROP TABLE IF EXISTS document; DROP TABLE IF EXISTS receipt; DROP TABLE IF EXISTS item; DROP TABLE IF EXISTS gap;
    CREATE TABLE document(name TEXT PRIMARY KEY, stamp TEXT NOT NULL);
    CREATE TABLE receipt(
      document TEXT NOT NULL, page INTEGER NOT NULL, date TEXT, time TEXT, merchant TEXT, total TEXT, currency TEXT,
      language TEXT, number TEXT, letters TEXT NOT NULL, entry BLOB NOT NULL, PRIMARY KEY(document, page));
    CREATE TABLE item(
      document TEXT NOT NULL, page INTEGER NOT NULL, position INTEGER NOT NULL, description TEXT NOT NULL,
      quantity TEXT, unitPrice TEXT, amount TEXT NOT NULL, PRIMARY KEY(document, page, position));
    CREATE TABLE gap(document TEXT NOT NULL, position INTEGER NOT NULL, gap BLOB NOT NULL, PRIMARY KEY(document, position));
    \(OwnFiles.table)
    PRAGMA user_version = \(version);
    """

  private let database: Database
  private static let file = "ledger.sqlite"

  private let library: Folder

  /// Opens the ledger of an output folder, or begins one; in memory where the folder cannot be written.
  init(library: Folder) throws(DatabaseError) {
    self.library = library
    database = try Database.derived(
      Self.file, in: HiddenFolder.existing(in: library), inMemory: { _ in true }, Self.prepare)
  }

  private static func prepare(_ database: Database) throws(DatabaseError) {
    let found = try database.run("PRAGMA user_version").first?.first?.integer
    if found != version { try database.runAll("BEGIN IMMEDIATE; \(tables) COMMIT") }
    try database.check(tables)
  }

  /// Takes over what changed in the library since the last time; with `rebuild` all of it.
  func update(rebuild: Bool) throws(BatchError) {
    try storing { () throws(DatabaseError) in
      try database.runAll("BEGIN IMMEDIATE")
      if rebuild { try database.runAll("DELETE FROM document; DELETE FROM receipt; DELETE FROM item; DELETE FROM gap") }
    }
    var gone = Set(
      try storing { () throws(DatabaseError) in try database.run("SELECT name FROM document") }
        .compactMap { $0.first?.text })
    try LibraryDocument.all(in: library) { (document) throws(BatchError) in
      gone.remove(document.record.name)
      try storing { () throws(DatabaseError) in try take(document) }
    }
    try storing { () throws(DatabaseError) in
      for name in gone { try forget(name) }
      try database.runAll("COMMIT")
    }
  }

  private func take(_ document: LibraryDocument) throws(DatabaseError) {
    let name = document.record.name
    let known = try database.run("SELECT stamp FROM document WHERE name = ?", [.text(name)]).first?.first?.text
    guard known != document.stamp else { return }
    try forget(name)
    try database.run("INSERT INTO document VALUES(?, ?)", [.text(name), .text(document.stamp)])
    var entries: [(page: Int, entry: LedgerEntry, letters: String)] = []
    for page in document.record.pages {
      guard let read = document.page(page, mentioning: Receipt.description.key),
        let entry = LedgerEntry(read, document: name)
      else { continue }
      entries.append((page.number, entry, LedgerDuplicates.letters(of: read.text)))
    }
    var found = Set(entries.map(\.page))
    // An invoice is one entry, however many of its pages have amounts; on a single page it is that page's receipt, unless the XML
    // of an e-invoice says more.
    if let invoice = document.record.invoice,
      invoice.source == .xml || invoice.pages.count > 1 || found.isDisjoint(with: invoice.pages)
    {
      let own = entries.filter { invoice.pages.contains($0.page) }
      if let entry = LedgerEntry(invoice, receipts: own.map(\.entry), in: document.record),
        let page = entry.sources.first?.page
      {
        entries.removeAll { invoice.pages.contains($0.page) }
        entries.append((page, entry, own.map(\.letters).joined()))
        found.formUnion(invoice.pages)
      }
    }
    for (_, entry, letters) in entries { try insert(entry, letters: letters) }
    for (position, gap) in LedgerGap.all(in: document.record, besides: found).enumerated() {
      do {
        let json = try JSONText.compact(gap)
        try database.run(
          "INSERT INTO gap VALUES(?, ?, ?)", [.text(name), .integer(Int64(position)), .bytes([UInt8](json))])
      } catch let error as DatabaseError {
        throw error
      } catch {
        continue
      }
    }
  }

  private func insert(_ entry: LedgerEntry, letters: String) throws(DatabaseError) {
    guard let source = entry.sources.first else { return }
    func value(_ text: String?) -> Database.Value { text.map { .text($0) } ?? .null }
    let place: [Database.Value] = [.text(source.document), .integer(Int64(source.page))]
    let json: Data
    do {
      json = try JSONText.compact(entry)
    } catch {
      return
    }
    try database.run(
      "INSERT OR REPLACE INTO receipt VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      place + [
        value(entry.date), value(entry.time), value(entry.merchant), value(entry.total), value(entry.currency),
        value(entry.language), value(entry.number), .text(letters), .bytes([UInt8](json)),
      ])
    for (position, item) in zip(1..., entry.items) {
      try database.run(
        "INSERT OR REPLACE INTO item VALUES(?, ?, ?, ?, ?, ?, ?)",
        place + [
          .integer(Int64(position)), .text(item.description), value(item.quantity), value(item.unitPrice),
          .text(item.amount),
        ])
    }
  }

  private func forget(_ document: String) throws(DatabaseError) {
    for table in ["receipt", "item", "gap"] {
      try database.run("DELETE FROM \(table) WHERE document = ?", [.text(document)])
    }
    try database.run("DELETE FROM document WHERE name = ?", [.text(document)])
  }

  // MARK: Files beside the results

  /// Writes a file that the ledger was asked for. Only what docscan wrote, and nobody has changed since, is replaced.
  func write(_ data: Data, to path: String) throws(BatchError) {
    try OwnFiles(database: database).write(data, to: path)
  }

  /// All receipts with the letters of their pages, by date; those without a date come last.
  func entries() throws(BatchError) -> [(entry: LedgerEntry, letters: String)] {
    let rows = try storing { () throws(DatabaseError) in
      try database.run(
        "SELECT entry, letters FROM receipt ORDER BY date IS NULL, date, time IS NULL, time, document, page")
    }
    return rows.compactMap { row in
      guard let json = row[0].bytes, let letters = row[1].text else { return nil }
      do {
        return (try JSONDecoder().decode(LedgerEntry.self, from: Data(json)), letters)
      } catch {
        return nil
      }
    }
  }

  /// The pages without a receipt, by document.
  func gaps() throws(BatchError) -> [LedgerGap] {
    let rows = try storing { () throws(DatabaseError) in
      try database.run("SELECT gap FROM gap ORDER BY document, position")
    }
    return rows.compactMap { row in
      do {
        return try row[0].bytes.map { try JSONDecoder().decode(LedgerGap.self, from: Data($0)) }
      } catch {
        return nil
      }
    }
  }

  @discardableResult
  private func storing<Value>(_ body: () throws(DatabaseError) -> Value) throws(BatchError) -> Value {
    do throws(DatabaseError) {
      return try body()
    } catch {
      throw .output("The ledger in \(library.path)/.docscan cannot be kept: \(error.message).")
    }
  }
}
