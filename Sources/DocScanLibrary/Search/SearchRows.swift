// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore

/// The rows for searching the text of a library's pages. `words` and `doubts` are contentless FTS5 tables (<https://www.sqlite.org/fts5.html>). The
/// tokens of a page are stored once, compressed, in `page`, to find positions and to remove the page from these tables.
struct SearchRows: DerivedRows {
  static let tables = ["vocabulary", "words", "doubts", "finding", "page", "unread"]

  static let schema = """
    CREATE TABLE unread(document INTEGER PRIMARY KEY, pages INTEGER NOT NULL);
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
    """

  private let id: Database.Value
  private let database: Database
  private let record: DocumentRecord
  private var unread = 0

  init(_ document: StoredDocument, id: Int, in database: Database) {
    (self.id, self.database, record) = (.integer(Int64(id)), database, document.record)
  }

  mutating func add(_ page: RecognizedPage?, _ entry: DocumentRecord.Page) throws(OutputError) {
    guard let file = entry.file, let page else {
      unread += 1
      return
    }
    let tokens = PageTokens(page)
    let (text, doubts) = (Array(tokens.text.utf8), Array(tokens.doubtText.utf8))
    guard let packed = Deflate.compressed(text, level: .best),
      let packedDoubts = Deflate.compressed(doubts, level: .best)
    else { return }
    let row: [Database.Value] = [
      id, .integer(Int64(page.page.number)), .text(file), .text(page.languageTags), .integer(Int64(text.count)),
      .bytes(packed), .integer(Int64(doubts.count)), .bytes(packedDoubts),
    ]
    let findings = (page.searchedFindings + record.searchedFacts(with: page)).map {
      [Database.Value.text($0.type), .text($0.value)]
    }
    try Self.insert(row, tokens, findings, into: database)
  }

  mutating func finish() throws(OutputError) {
    if unread > 0 { try database.run("INSERT INTO unread VALUES(?, ?)", [id, .integer(Int64(unread))]) }
  }

  static func remove(_ id: Int, from database: Database) throws(OutputError) {
    let id = Database.Value.integer(Int64(id))
    for page in try database.run("SELECT id FROM page WHERE document = ?", [id]).compactMap(\.first?.integer) {
      guard let tokens = try tokens(ofPage: page, in: database) else { continue }
      let number = Database.Value.integer(Int64(page))
      try database.run("INSERT INTO words(words, rowid, text) VALUES('delete', ?, ?)", [number, .text(tokens.text)])
      if !tokens.doubts.isEmpty {
        try database.run(
          "INSERT INTO doubts(doubts, rowid, text) VALUES('delete', ?, ?)", [number, .text(tokens.doubtfulTexts)])
      }
      try database.run("DELETE FROM finding WHERE page = ?", [number])
    }
    for table in ["page", "unread"] { try database.run("DELETE FROM \(table) WHERE document = ?", [id]) }
  }

  static func copy(_ theirs: Int, from other: Database, as id: Int, into database: Database) throws(OutputError) {
    let (document, theirs) = (Database.Value.integer(Int64(id)), Database.Value.integer(Int64(theirs)))
    for row in try other.run("SELECT pages FROM unread WHERE document = ?", [theirs]) {
      try database.run("INSERT INTO unread VALUES(?, ?)", [document] + row)
    }
    let pages = try other.run(
      "SELECT id, number, file, language, length, tokens, doubtLength, doubts FROM page WHERE document = ? ORDER BY id",
      [theirs])
    for page in pages {
      guard let tokens = tokens(page[4], page[5], page[6], page[7]) else { continue }
      let findings = try other.run("SELECT type, value FROM finding WHERE page = ?", [page[0]])
      try insert([document] + page[1...], tokens, findings, into: database)
    }
  }

  private static func insert(
    _ row: [Database.Value], _ tokens: PageTokens, _ findings: [[Database.Value]], into database: Database
  ) throws(OutputError) {
    let rows = try database.run(
      """
      INSERT INTO page(document, number, file, language, length, tokens, doubtLength, doubts)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
      """, row)
    guard let page = rows.first?.first else { return }
    try database.run("INSERT INTO words(rowid, text) VALUES(?, ?)", [page, .text(tokens.text)])
    if !tokens.doubtText.isEmpty {
      try database.run("INSERT INTO doubts(rowid, text) VALUES(?, ?)", [page, .text(tokens.doubtfulTexts)])
    }
    for finding in findings { try database.run("INSERT INTO finding VALUES(?, ?, ?)", [page] + finding) }
  }

  static func tokens(ofPage id: Int, in database: Database) throws(OutputError) -> PageTokens? {
    let rows = try database.run(
      "SELECT length, tokens, doubtLength, doubts FROM page WHERE id = ?", [.integer(Int64(id))])
    return rows.first.flatMap { tokens($0[0], $0[1], $0[2], $0[3]) }
  }

  private static func tokens(
    _ length: Database.Value, _ bytes: Database.Value, _ doubtLength: Database.Value, _ doubts: Database.Value
  ) -> PageTokens? {
    func text(_ length: Database.Value, _ bytes: Database.Value) -> String {
      let unpacked = bytes.bytes.flatMap { Deflate.expanded($0, length: length.integer ?? 0) }
      return String(decoding: unpacked ?? [], as: UTF8.self)
    }
    return PageTokens(text: text(length, bytes), doubtText: text(doubtLength, doubts))
  }
}

extension RecognizedPage {
  /// The BCP 47 tags of the page's languages: those detected in the text, or those the page was read in.
  var searchedLanguages: [String] {
    if let found = textLanguage, found.tag != "und" { return Set([found.tag] + found.blocks.map(\.tag)).sorted() }
    return Set(languages.compactMap { LanguageTag(tesseract: $0).map { "\($0)" } }).sorted()
  }

  /// The tags of ``searchedLanguages``, each enclosed in spaces.
  fileprivate var languageTags: String {
    searchedLanguages.isEmpty ? "" : " \(searchedLanguages.joined(separator: " ")) "
  }

  /// The values for filters: typed data, and the date, merchant, and total of a receipt.
  var searchedFindings: [(type: String, value: String)] {
    var found = (findings.get([Detection].self) ?? []).map { (type: $0.type.rawValue, value: $0.value) }
    let receipt = findings.get(Receipt.self)
    if let date = receipt?.date?.value { found.append(("date", date)) }
    if let total = receipt?.total?.value { found.append(("total", total)) }
    if let merchant = receipt?.merchant?.value {
      found.append(("merchant", SearchTokens.tokens(of: merchant).joined(separator: " ")))
    }
    return found
  }
}

extension DocumentRecord {
  /// The document's facts for filters, which apply to each of its pages.
  fileprivate func searchedFacts(with page: RecognizedPage) -> [(type: String, value: String)] {
    let facts = DocumentFacts(self, receipt: page.receipt)
    var found: [(type: String, value: String)] = []
    // If the ledger shows another kind, the page is found by both.
    let kinds = [facts.kind, LedgerEntry(page, in: self)?.kind?.rawValue].compactMap(\.self)
    found += Set(kinds).sorted().map { ("kind", $0) }
    if let sender = facts.sender { found.append(("sender", SearchTokens.tokens(of: sender).joined(separator: " "))) }
    if let date = facts.date { found.append(("date", date)) }
    if let invoice, invoice.pages.contains(page.page.number) {
      let totals = [facts.total, invoice.total?.value].compactMap(\.self)
      found += Set(totals).sorted().map { ("total", $0) }
    }
    return found
  }
}
