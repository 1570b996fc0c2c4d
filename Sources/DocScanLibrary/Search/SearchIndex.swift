// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanWriters
internal import FoundationEssentials

/// The text of a library in `.docscan/search.sqlite`, made from the page JSONs; it may be removed at any time.
///
/// The journal notes each document with a number when it is put in place, in one transaction. The index knows up to which number
/// it has taken documents over, and notes that together with them: so it is never behind without knowing it.
///
/// `words` and `doubts` are FTS5 tables without contents (<https://www.sqlite.org/fts5.html>): a page's tokens are kept once,
/// compressed, in `page`, to look for places in, and to take a page out of these tables again.
final class SearchIndex {
  static let version = 3

  static let tables = """
    DROP TABLE IF EXISTS words; DROP TABLE IF EXISTS doubts; DROP TABLE IF EXISTS page; DROP TABLE IF EXISTS document;
    DROP TABLE IF EXISTS finding; DROP TABLE IF EXISTS taken;
    CREATE TABLE document(
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, entry TEXT NOT NULL, stamp TEXT NOT NULL, record TEXT NOT NULL,
      unread INTEGER NOT NULL);
    CREATE INDEX document_entry ON document(entry);
    CREATE TABLE page(
      id INTEGER PRIMARY KEY, document INTEGER NOT NULL, number INTEGER NOT NULL, file TEXT NOT NULL, language TEXT NOT NULL,
      length INTEGER NOT NULL, tokens BLOB NOT NULL, doubtLength INTEGER NOT NULL, doubts BLOB NOT NULL);
    CREATE INDEX page_document ON page(document, number);
    CREATE TABLE finding(page INTEGER NOT NULL, type TEXT NOT NULL, value TEXT NOT NULL);
    CREATE INDEX finding_page ON finding(page);
    CREATE INDEX finding_type ON finding(type, value);
    CREATE VIRTUAL TABLE words USING fts5(text, content='', tokenize='ascii');
    CREATE VIRTUAL TABLE doubts USING fts5(text, content='', tokenize='ascii', detail='none', columnsize=0);
    CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, 'row');
    CREATE TABLE taken(change INTEGER NOT NULL, journal TEXT NOT NULL);
    PRAGMA user_version = \(version);
    """

  private static let file = "search.sqlite"

  let database: Database
  let root: Folder
  /// Whether the folder cannot be written: then what the index has is searched, which may be less than what is there.
  private let isReadOnly: Bool

  /// Opens the index of an output folder, or begins one; in memory where the folder cannot be written and has none.
  init(library root: Folder) throws(SearchError) {
    self.root = root
    let hidden = HiddenFolder.existing(in: root)
    do throws(DatabaseError) {
      var isForbidden = false
      let made = try Database.derived(
        Self.file, in: hidden,
        inMemory: { error in
          isForbidden = error.isForbidden
          return isForbidden
        }, Self.prepare)
      // What is there can still be read where nothing can be written.
      let existing = try isForbidden ? Self.readable(in: hidden) : nil
      (database, isReadOnly) = (existing ?? made, existing != nil)
    } catch {
      throw Self.failure(error, root.path)
    }
  }

  /// Opens the index in the hidden part of an output folder to read it; nil where there is none of this version.
  static func existing(in hidden: Folder, access: Database.Access) throws(DatabaseError) -> Database? {
    let database = try Database(file, in: hidden, access: access)
    guard try database.run("PRAGMA user_version").first?.first?.integer == version else { return nil }
    try database.check(tables)
    return database
  }

  /// The index that is there; nil where there is none yet.
  private static func readable(in hidden: Folder?) throws(DatabaseError) -> Database? {
    do throws(DatabaseError) {
      return try hidden.flatMap { (hidden) throws(DatabaseError) in try existing(in: hidden, access: .readAlone) }
    } catch {
      guard error.isForbidden else { throw error }
      return nil
    }
  }

  private static func prepare(_ database: Database) throws(DatabaseError) {
    try database.run("PRAGMA journal_mode = WAL")
    try database.runAll("PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY")
    let found = try database.run("PRAGMA user_version").first?.first?.integer
    if found != version { try database.runAll("BEGIN IMMEDIATE; DROP TABLE IF EXISTS vocabulary; \(tables) COMMIT") }
    try database.check(tables)
  }

  // MARK: Keeping up

  /// Takes over the documents that were put in place since the last time; all of them where the index is new.
  ///
  /// `goesOn` is asked before each document; what was taken over until then stays.
  func update(rebuild: Bool = false, while goesOn: () -> Bool = { true }) throws(SearchError) {
    guard !isReadOnly else { return }
    if rebuild {
      try storing { () throws(DatabaseError) in
        try database.runAll("BEGIN IMMEDIATE; DROP TABLE IF EXISTS vocabulary; \(Self.tables) COMMIT")
      }
    }
    // Without a journal, or with one that was begun anew, only the folders tell what is there.
    guard let changes = LibraryChanges(of: root), try lastTaken(of: changes.journalIdentity) != nil else {
      return try takeAll(while: goesOn)
    }
    let journal = changes.journalIdentity
    while goesOn(), let last = try lastTaken(of: journal), let change = changes.next(after: last) {
      let documents = LibraryDocument.named(change.name, in: root)
      try storing { () throws(DatabaseError) in
        try inTransaction { () throws(DatabaseError) in
          try forget("entry", change.name)
          for document in documents { try insert(document) }
          try note(taken: change.number, of: journal)
        }
      }
    }
    // A run that was killed may have put a document in place and not noted it yet.
    for name in changes.unfinished where goesOn() { try refresh(document: name) }
  }

  /// Up to which number of a journal documents are taken over; nil where that is not known.
  private func lastTaken(of journal: String) throws(SearchError) -> Int? {
    try storing { () throws(DatabaseError) in
      try database.run("SELECT change FROM taken WHERE journal = ?", [.text(journal)]).first?.first?.integer
    }
  }

  func note(taken change: Int, of journal: String) throws(DatabaseError) {
    try database.runAll("DELETE FROM taken")
    try database.run("INSERT INTO taken VALUES(?, ?)", [.integer(Int64(change)), .text(journal)])
  }

  /// Takes over every document that is there, and goes on where it was stopped.
  private func takeAll(while goesOn: () -> Bool) throws(SearchError) {
    // What comes into place meanwhile is taken over once more.
    let changes = LibraryChanges(of: root)
    let (change, journal) = (changes?.last ?? 0, changes?.journalIdentity ?? "")
    var wasStopped = false
    var taken: Set<String> = []
    // By folder and record: what is known by these is not read again.
    var gone: [String: String] = [:]
    for row in try storing({ () throws(DatabaseError) in try database.run("SELECT record, name FROM document") }) {
      if let record = row[0].text { gone[record] = row[1].text }
    }
    let isWanted = { [path = root.path] (folder: String, stamp: String) in
      gone.removeValue(forKey: "\(folder.dropFirst(path.count)) \(stamp)") == nil
    }
    do {
      try LibraryDocument.all(in: root, where: isWanted) { (document) throws(BatchError) in
        wasStopped = wasStopped || !goesOn()
        guard !wasStopped else { return }
        do throws(DatabaseError) {
          try inTransaction { () throws(DatabaseError) in
            try forget("name", document.record.name)
            try insert(document)
          }
          taken.insert(document.record.name)
        } catch {
          throw .output(Self.failure(error, root.path).description)
        }
      }
    } catch {
      throw SearchError("\(error)", kind: .output)
    }
    guard !wasStopped else { return }
    try storing { () throws(DatabaseError) in
      try inTransaction { () throws(DatabaseError) in
        for name in gone.values where !taken.contains(name) { try forget("name", name) }
        try note(taken: change, of: journal)
      }
    }
  }

  /// Takes a document over if its folder is not as the index has it, new or gone; returns whether it was so.
  @discardableResult
  func refresh(document name: String) throws(SearchError) -> Bool {
    guard !isReadOnly else { return false }
    let documents = LibraryDocument.named(name, in: root)
    return try storing { () throws(DatabaseError) in
      let rows = try database.run(
        "SELECT entry, stamp FROM document WHERE name = ?1 OR entry = ?1 ORDER BY id", [.text(name)])
      guard documents.map(\.stamp) != rows.compactMap({ $0[1].text }) else { return false }
      try inTransaction { () throws(DatabaseError) in
        try forget("name", name)
        try forget("entry", name)
        for document in documents { try insert(document, entry: rows.first?[0].text) }
      }
      return true
    }
  }

  // MARK: Documents

  private func insert(_ document: LibraryDocument, entry: String? = nil) throws(DatabaseError) {
    let (record, pages) = (document.record, document.record.pages)
    let id = try database.run(
      "INSERT INTO document(name, entry, stamp, record, unread) VALUES(?, ?, ?, ?, 0) RETURNING id",
      [
        .text(record.name), .text(entry ?? document.entry), .text(document.stamp),
        .text("\(document.folder.dropFirst(root.path.count)) \(document.recordStamp)"),
      ])
    guard let id = id.first?.first?.integer else { return }
    var unread = 0
    for place in pages {
      guard let file = place.file, let page = document.page(place) else {
        unread += 1
        continue
      }
      try insert(page, file: file, document: id)
    }
    if unread > 0 {
      try database.run("UPDATE document SET unread = ? WHERE id = ?", [.integer(Int64(unread)), .integer(Int64(id))])
    }
  }

  private func insert(_ page: RecognizedPage, file: String, document: Int) throws(DatabaseError) {
    let tokens = PageTokens(page)
    let (text, doubts) = (Array(tokens.text.utf8), Array(tokens.doubtText.utf8))
    guard let packed = Deflate.compressed(text, level: .best),
      let packedDoubts = Deflate.compressed(doubts, level: .best)
    else { return }
    let rows = try database.run(
      """
      INSERT INTO page(document, number, file, language, length, tokens, doubtLength, doubts)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
      """,
      [
        .integer(Int64(document)), .integer(Int64(page.page.number)), .text(file), .text(page.languageTags),
        .integer(Int64(text.count)), .bytes(packed), .integer(Int64(doubts.count)), .bytes(packedDoubts),
      ])
    guard let id = rows.first?.first?.integer else { return }
    try insertWords(of: tokens, page: .integer(Int64(id)))
    for finding in page.searchedFindings {
      try database.run(
        "INSERT INTO finding VALUES(?, ?, ?)", [.integer(Int64(id)), .text(finding.type), .text(finding.value)])
    }
  }

  /// Has a page found by its words, and by what they may be.
  func insertWords(of tokens: PageTokens, page: Database.Value) throws(DatabaseError) {
    try database.run("INSERT INTO words(rowid, text) VALUES(?, ?)", [page, .text(tokens.text)])
    guard !tokens.doubtText.isEmpty else { return }
    try database.run("INSERT INTO doubts(rowid, text) VALUES(?, ?)", [page, .text(tokens.doubtfulTexts)])
  }

  /// Takes out the documents that have a value in a column.
  private func forget(_ column: String, _ value: String) throws(DatabaseError) {
    for row in try database.run("SELECT id FROM document WHERE \(column) = ?", [.text(value)]) {
      if let id = row.first?.integer { try forget(id) }
    }
  }

  private func forget(_ document: Int) throws(DatabaseError) {
    let pages = try database.run("SELECT id FROM page WHERE document = ?", [.integer(Int64(document))])
    for page in pages.compactMap({ $0.first?.integer }) {
      guard let tokens = try tokens(ofPage: page) else { continue }
      try database.run(
        "INSERT INTO words(words, rowid, text) VALUES('delete', ?, ?)", [.integer(Int64(page)), .text(tokens.text)])
      if !tokens.doubts.isEmpty {
        try database.run(
          "INSERT INTO doubts(doubts, rowid, text) VALUES('delete', ?, ?)",
          [.integer(Int64(page)), .text(tokens.doubtfulTexts)])
      }
      try database.run("DELETE FROM finding WHERE page = ?", [.integer(Int64(page))])
    }
    try database.run("DELETE FROM page WHERE document = ?", [.integer(Int64(document))])
    try database.run("DELETE FROM document WHERE id = ?", [.integer(Int64(document))])
  }

  /// The tokens of a page; nil where there is none of this number.
  func tokens(ofPage id: Int) throws(DatabaseError) -> PageTokens? {
    let rows = try database.run(
      "SELECT length, tokens, doubtLength, doubts FROM page WHERE id = ?", [.integer(Int64(id))])
    return rows.first.flatMap { Self.tokens($0[0], $0[1], $0[2], $0[3]) }
  }

  /// The tokens of a page as its row has them: compressed, behind their lengths.
  static func tokens(
    _ length: Database.Value, _ bytes: Database.Value, _ doubtLength: Database.Value, _ doubts: Database.Value
  ) -> PageTokens? {
    func text(_ length: Database.Value, _ bytes: Database.Value) -> String {
      let unpacked = bytes.bytes.flatMap { Deflate.expanded($0, length: length.integer ?? 0) }
      return String(decoding: unpacked ?? [], as: UTF8.self)
    }
    return PageTokens(text: text(length, bytes), doubtText: text(doubtLength, doubts))
  }

  func inTransaction(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
    try database.runAll("BEGIN IMMEDIATE")
    do throws(DatabaseError) {
      try body()
      try database.runAll("COMMIT")
    } catch {
      if database.isInTransaction { do { try database.runAll("ROLLBACK") } catch { throw error } }
      throw error
    }
  }

  @discardableResult
  func storing<Value>(_ body: () throws(DatabaseError) -> Value) throws(SearchError) -> Value {
    do throws(DatabaseError) {
      return try body()
    } catch {
      throw Self.failure(error, root.path)
    }
  }

  private static func failure(_ error: DatabaseError, _ library: String) -> SearchError {
    SearchError("The search index in \(library)/.docscan cannot be kept: \(error.message).", kind: .output)
  }
}

extension RecognizedPage {
  /// The languages of the page as BCP 47 names them: what was found in its text, or what it was read in.
  var searchedLanguages: [String] {
    if let found = textLanguage, found.tag != "und" { return Set([found.tag] + found.blocks.map(\.tag)).sorted() }
    return Set(languages.compactMap { LanguageTag(tesseract: $0).map { "\($0)" } }).sorted()
  }

  /// The same, each between spaces.
  fileprivate var languageTags: String {
    searchedLanguages.isEmpty ? "" : " \(searchedLanguages.joined(separator: " ")) "
  }

  /// What filters look for: typed data, and what stands on a receipt.
  var searchedFindings: [(type: String, value: String)] {
    var found = (findings.get([Detection].self) ?? []).map { (type: $0.type.rawValue, value: $0.value) }
    let receipt = findings.get(Receipt.self)
    if let date = receipt?.date?.value { found.append(("date", date)) }
    if let merchant = receipt?.merchant?.value {
      found.append(("merchant", SearchTokens.tokens(of: merchant).joined(separator: " ")))
    }
    return found
  }
}
