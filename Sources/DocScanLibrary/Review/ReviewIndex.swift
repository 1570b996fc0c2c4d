// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import FoundationEssentials

/// The doubtful words of a library in `.docscan/review.sqlite`, made from the page JSONs; it may be removed at any time.
///
/// A page is read when its document has changed since it was read last: the journal numbers the documents in the order in which they
/// are put in place, and the index knows up to which number it has come. Decisions of people change files beside that; so it looks at
/// the time of each `<name>.edits.json`.
final class ReviewIndex {
  /// A new form of the tables: everything is read again.
  private static let version = 6
  /// So many words of each page are known, the most doubtful ones, even if none of them is doubtful.
  private static let leastWords = 20

  private static let tables = """
    DROP TABLE IF EXISTS word; DROP TABLE IF EXISTS document; DROP TABLE IF EXISTS taken;
    CREATE TABLE document(
      id INTEGER PRIMARY KEY, folder TEXT NOT NULL UNIQUE, name TEXT NOT NULL, entry TEXT NOT NULL, record TEXT NOT NULL,
      edits TEXT NOT NULL, counts TEXT NOT NULL);
    CREATE INDEX document_entry ON document(entry);
    CREATE TABLE word(
      document INTEGER NOT NULL, page INTEGER NOT NULL, word INTEGER NOT NULL, confidence REAL NOT NULL, text TEXT NOT NULL,
      isFigure INTEGER NOT NULL, language TEXT NOT NULL);
    CREATE INDEX word_confidence ON word(confidence);
    CREATE INDEX word_document ON word(document);
    CREATE TABLE taken(change INTEGER NOT NULL, journal TEXT NOT NULL);
    PRAGMA user_version = \(version);
    """

  private static let file = "review.sqlite"

  private let library: Folder
  private let database: Database

  /// What a document adds to the list beside its words.
  private struct Counts: Codable {
    var words = 0
    var expectedErrors = 0.0
    var reviewed = 0
    var pending = 0
    var waiting = 0
    var pages: [ReviewPage] = []
    var invoices: [ReviewInvoice] = []
    var lostEdits: [ReviewLostEdit] = []
    var settings: [ReviewSettings] = []
    /// Where documents may begin in the pile that it is, or that it is the first part of.
    var boundaries: [ReviewBoundary] = []
  }

  /// Opens the index of a library, or begins one: in memory where its folder cannot be written.
  init(library: Folder) throws(BatchError) {
    self.library = library
    do throws(DatabaseError) {
      database = try Database.derived(
        Self.file, in: HiddenFolder.existing(in: library), inMemory: \.isForbidden, Self.prepare)
    } catch {
      throw Self.failure(error, library)
    }
  }

  private static func prepare(_ database: Database) throws(DatabaseError) {
    try database.run("PRAGMA journal_mode = WAL")
    try database.runAll("PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY")
    if try database.run("PRAGMA user_version").first?.first?.integer != version {
      try database.runAll("BEGIN IMMEDIATE; \(tables) COMMIT")
    }
    try database.check(tables)
  }

  // MARK: The list

  /// The most doubtful words, at most so many, and what all of them come to.
  func list(limit: Int, of wish: ReviewWish) throws(BatchError) -> ReviewList {
    try update()
    var list = ReviewList()
    for row in try run(
      "SELECT counts FROM document WHERE ?1 IS NULL OR name = ?1 ORDER BY name",
      [wish.document.map { .text($0) } ?? .null])
    {
      guard let counts = Self.counts(row[0]) else { continue }
      list.words += counts.words
      list.expectedErrors += counts.expectedErrors
      list.reviewed += counts.reviewed
      list.pending += counts.pending
      list.waiting += counts.waiting
      list.pages += counts.pages
      list.invoices += counts.invoices
      list.lostEdits += counts.lostEdits
      list.settings += counts.settings
    }
    try addBoundaries(to: &list, of: wish)
    list.expectedErrors = list.expectedErrors.rounded(toPlaces: 1)
    let chosen = try run(
      """
      SELECT name, page, word, text FROM word JOIN document ON document.id = word.document
      WHERE (?1 IS NULL OR name = ?1) AND (?2 IS NULL OR language = ?2 OR language LIKE ?2 || '-%')
      ORDER BY isFigure DESC, confidence, name, page, word LIMIT ?3
      """,
      [
        wish.document.map { .text($0) } ?? .null, wish.language.map { .text($0) } ?? .null, .integer(Int64(limit)),
      ])
    list.items = try items(chosen)
    try count(alike: &list.items)
    return list
  }

  /// The places in piles about which nobody has decided, those first where the results are most likely wrong.
  ///
  /// Nothing else is known by a name that is not a document's: a pile that was divided is not one.
  private func addBoundaries(to list: inout ReviewList, of wish: ReviewWish) throws(BatchError) {
    var piles: Set<String> = []
    for row in try run("SELECT counts FROM document WHERE counts LIKE '%\"boundaries\":[{%' ORDER BY name") {
      guard let counts = Self.counts(row[0]), let input = counts.boundaries.first?.document,
        wish.document.map({ $0 == input || foldersAbove($0).last == input }) ?? true, piles.insert(input).inserted,
        let pile = LibraryDocument.placed(input, in: library)
      else { continue }
      let edits = pile.edits
      let decided = Set(edits.list.standingBoundaries.map(\.page))
      list.boundaries += counts.boundaries.filter { !decided.contains($0.page) }
      // A pile that was not divided is a document, which counts itself.
      if pile.record.parts != nil, edits.waitsForRun(pile.record) { list.waiting += 1 }
    }
    list.boundaries.sort { ($1.doubt, $0.document, $0.page) < ($0.doubt, $1.document, $1.page) }
  }

  /// The chosen words with all that a person needs: each of their pages is read once.
  private func items(_ rows: [[Database.Value]]) throws(BatchError) -> [ReviewItem] {
    var items: [ReviewItem] = []
    for (name, rows) in Dictionary(grouping: rows, by: { $0[0].text ?? "" }) {
      guard let document = LibraryDocument.exactly(name, in: library) else { continue }
      let edits = Revision.isDue(document) ? document.edits : nil
      for (number, rows) in Dictionary(grouping: rows, by: { $0[1].integer ?? 0 }) {
        guard let entry = document.record.pages.first(where: { $0.number == number }),
          let page = document.page(entry)
        else { continue }
        let wanted = Set(rows.compactMap { $0[2].integer })
        let words = DoubtfulWords(of: edits?.applied(to: page) ?? page)
        items += words.all.filter { wanted.contains($0.number) }.map { words.item($0, document: name) }
      }
    }
    return items.sorted { $0.isWorse(than: $1) }
  }

  /// How many doubtful words were read like each of some.
  private func count(alike items: inout [ReviewItem]) throws(BatchError) {
    let texts = Set(items.map(\.text)).sorted()
    guard !texts.isEmpty else { return }
    let rows = try run(
      "SELECT text, count(*) FROM word WHERE confidence < ? AND text IN (SELECT value FROM json_each(?)) GROUP BY text",
      [.real(ReviewService.doubt), .text(try json(texts))])
    let counts = Dictionary(uniqueKeysWithValues: rows.map { ($0[0].text ?? "", $0[1].integer ?? 1) })
    for index in items.indices { items[index].alike = counts[items[index].text] ?? 1 }
  }

  // MARK: Keeping up

  private func update() throws(BatchError) {
    guard let changes = LibraryChanges(of: library), let last = try lastTaken(of: changes.journalIdentity) else {
      return try takeAll()
    }
    let newest = changes.last
    for entry in changes.names(after: last) + changes.unfinished { try take(entry: entry) }
    try storing { () throws(DatabaseError) in
      try inTransaction { () throws(DatabaseError) in try note(taken: newest, of: changes.journalIdentity) }
    }
    for row in try run("SELECT folder, entry, edits FROM document ORDER BY id") {
      if let folder = row[0].text, let entry = row[1].text,
        EditFile.stamp(at: String(folder.dropFirst()), of: library) != row[2].text
      {
        try take(entry: entry)
      }
    }
  }

  private func lastTaken(of journal: String) throws(BatchError) -> Int? {
    try run("SELECT change FROM taken WHERE journal = ?", [.text(journal)]).first?.first?.integer
  }

  private func note(taken change: Int, of journal: String) throws(DatabaseError) {
    try database.runAll("DELETE FROM taken")
    try database.run("INSERT INTO taken VALUES(?, ?)", [.integer(Int64(change)), .text(journal)])
  }

  /// Looks through all folders, and reads what is not known as it is.
  private func takeAll() throws(BatchError) {
    let changes = LibraryChanges(of: library)
    let (change, journal) = (changes?.last ?? 0, changes?.journalIdentity ?? "")
    var known: [String: String] = [:]
    for row in try run("SELECT folder, record, edits FROM document") {
      known[row[0].text ?? ""] = "\(row[1].text ?? "") \(row[2].text ?? "")"
    }
    let isWanted = { [library] (folder: String, stamp: String) in
      let place = String(folder.dropFirst(library.path.count))
      return known.removeValue(forKey: place)
        != "\(stamp) \(EditFile.stamp(at: String(place.dropFirst()), of: library))"
    }
    try LibraryDocument.all(in: library, where: isWanted) { (document) throws(BatchError) in try take(document) }
    try storing { () throws(DatabaseError) in
      try inTransaction { () throws(DatabaseError) in
        for folder in known.keys { try forget("folder", folder) }
        try note(taken: change, of: journal)
      }
    }
  }

  private func take(entry: String) throws(BatchError) {
    let documents = LibraryDocument.named(entry, in: library)
    try storing { () throws(DatabaseError) in
      try inTransaction { () throws(DatabaseError) in try forget("entry", entry) }
    }
    for document in documents { try take(document) }
  }

  /// Reads a document's pages.
  private func take(_ document: LibraryDocument) throws(BatchError) {
    let (folder, name) = ((document.place.isEmpty ? "" : "/" + document.place), document.record.name)
    let editsStamp = EditFile.stamp(at: document.place, of: document.root)
    let file = document.edits
    let edits = file.list.standing
    let isDue = Revision.isDue(document)
    var counts = Counts()
    if file.waitsForRun(document.record) { counts.waiting = 1 }
    // The text of a document of a pile may have corrections from elsewhere.
    if isDue { counts.pending = max(0, edits.count - (document.record.edits?.applied ?? 0)) }
    counts.lostEdits = edits.filter { document.record.edits?.unfit.contains($0.id) ?? false }
      .map { ReviewLostEdit(document: name, edit: $0) }
    counts.invoices = (document.record.invoice?.differences ?? []).map {
      ReviewInvoice(document: name, difference: $0)
    }
    let settings = file.list.standingChoices
    if !settings.isEmpty { counts.settings = [ReviewSettings(document: name, settings: settings)] }
    // The first document of a pile answers for all.
    if document.record.boundaries != nil || document.record.part?.number == 1 {
      counts.boundaries = PilePages(of: document.entry, in: library)?.boundaries ?? []
    }
    var words: [(page: Int, language: String, word: DoubtfulWords.Word)] = []
    for entry in document.record.pages {
      if let reason = entry.reasonToLook {
        counts.pages.append(ReviewPage(document: name, page: entry.number, reason: reason))
      }
      guard entry.status == .recognized, let page = document.page(entry) else { continue }
      let found = DoubtfulWords(of: isDue ? file.applied(to: page) : page)
      counts.words += found.count
      counts.reviewed += found.reviewed
      counts.expectedErrors += found.expectedErrors
      // A hopeless page is one to scan again or to type: its words would fill the list, and nobody gets it right word by word.
      guard entry.expected?.grade != .f else { continue }
      words += found.worst(atLeast: Self.leastWords).map { (entry.number, entry.language ?? "", $0) }
    }
    let json = try json(counts)
    try storing { () throws(DatabaseError) in
      try inTransaction { () throws(DatabaseError) in
        try forget("folder", folder)
        let rows = try database.run(
          "INSERT INTO document(folder, name, entry, record, edits, counts) VALUES(?, ?, ?, ?, ?, ?) RETURNING id",
          [
            .text(folder), .text(name), .text(document.entry), .text(document.recordStamp), .text(editsStamp),
            .text(json),
          ])
        guard let id = rows.first?.first else { return }
        for (page, language, word) in words {
          try database.run(
            "INSERT INTO word VALUES(?, ?, ?, ?, ?, ?, ?)",
            [
              id, .integer(Int64(page)), .integer(Int64(word.number)), .real(word.confidence), .text(word.text),
              .integer(word.isFigure && word.confidence < ReviewService.doubt ? 1 : 0), .text(language),
            ])
        }
      }
    }
  }

  private func forget(_ column: String, _ value: String) throws(DatabaseError) {
    for row in try database.run("SELECT id FROM document WHERE \(column) = ?", [.text(value)]) {
      try database.run("DELETE FROM word WHERE document = ?", [row[0]])
      try database.run("DELETE FROM document WHERE id = ?", [row[0]])
    }
  }

  private func json(_ value: some Encodable) throws(BatchError) -> String {
    do {
      return String(decoding: try JSONText.compact(value), as: UTF8.self)
    } catch {
      throw .output("The list of doubtful words in \(library.path)/.docscan cannot be kept: \(error)")
    }
  }

  private static func counts(_ value: Database.Value) -> Counts? {
    do {
      return try JSONDecoder().decode(Counts.self, from: Data((value.text ?? "").utf8))
    } catch {
      return nil
    }
  }

  // MARK: The database

  private func run(_ sql: String, _ values: [Database.Value] = []) throws(BatchError) -> [[Database.Value]] {
    try storing { () throws(DatabaseError) in try database.run(sql, values) }
  }

  private func inTransaction(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
    try database.runAll("BEGIN IMMEDIATE")
    do throws(DatabaseError) {
      try body()
      try database.runAll("COMMIT")
    } catch {
      if database.isInTransaction { try database.runAll("ROLLBACK") }
      throw error
    }
  }

  @discardableResult
  private func storing<Value>(_ body: () throws(DatabaseError) -> Value) throws(BatchError) -> Value {
    do throws(DatabaseError) {
      return try body()
    } catch {
      throw Self.failure(error, library)
    }
  }

  private static func failure(_ error: DatabaseError, _ library: Folder) -> BatchError {
    .output("The list of doubtful words in \(library.path)/.docscan cannot be kept: \(error.message).")
  }
}
