// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import FoundationEssentials

/// The items to review in a document: its most doubtful words, and other items from its record and edits.
struct ReviewRows: DerivedRows {
  static let tables = ["word", "review"]

  static let schema = """
    CREATE TABLE review(document INTEGER PRIMARY KEY, counts TEXT NOT NULL);
    CREATE TABLE word(
      document INTEGER NOT NULL, page INTEGER NOT NULL, word INTEGER NOT NULL, confidence REAL NOT NULL, text TEXT NOT NULL,
      isFigure INTEGER NOT NULL, language TEXT NOT NULL);
    CREATE INDEX word_confidence ON word(confidence);
    CREATE INDEX word_document ON word(document);
    """

  /// The minimum number of indexed words per page, even if none is doubtful.
  private static let leastWords = 20

  /// The items of a document other than words, and its totals.
  struct Counts: Codable {
    var words = 0
    var expectedErrors = 0.0
    var reviewed = 0
    var pending = 0
    var waiting = 0
    var pages: [ReviewPage] = []
    var invoices: [ReviewInvoice] = []
    var lostEdits: [ReviewLostEdit] = []
    var settings: [ReviewSettings] = []
    /// The possible boundaries of the input, if the document is the whole input or its first part.
    var boundaries: [ReviewBoundary] = []
  }

  private let id: Database.Value
  private let database: Database
  private let name: String
  private var counts = Counts()

  init(_ document: StoredDocument, id: Int, in database: Database) {
    (self.id, self.database, name) = (.integer(Int64(id)), database, document.record.name)
    let (record, file) = (document.record, document.edits)
    let edits = file.list.edits.standing
    if file.waitsForRun(record) { counts.waiting = 1 }
    // A document that was split off may contain corrections that were made to its input, so only undelivered edits count.
    if document.undeliveredEdits != nil { counts.pending = max(0, edits.count - (record.edits?.applied ?? 0)) }
    counts.lostEdits = edits.filter { record.edits?.unfit.contains($0.id) ?? false }
      .map { ReviewLostEdit(document: record.name, edit: $0) }
    counts.invoices = (record.invoice?.openDifferences ?? []).map {
      ReviewInvoice(document: record.name, difference: $0)
    }
    let settings = file.list.standingChoices
    if !settings.isEmpty { counts.settings = [ReviewSettings(document: record.name, settings: settings)] }
    // The first document of an input stores the boundaries for all of them.
    if record.boundaries != nil || record.part?.number == 1 {
      counts.boundaries = PilePages(of: record.pile ?? document.entry, in: document.root)?.boundaries ?? []
    }
  }

  mutating func add(_ page: RecognizedPage?, _ entry: DocumentRecord.Page) throws(OutputError) {
    if let reason = entry.reasonToLook {
      counts.pages.append(ReviewPage(document: name, page: entry.number, reason: reason))
    }
    guard entry.status == .recognized, let page else { return }
    let found = DoubtfulWords(of: page)
    counts.words += found.count
    counts.reviewed += found.reviewed
    counts.expectedErrors += found.expectedErrors
    // A page with grade F must be scanned again or typed. Its words would fill the list, and correcting them one by one isn't practical.
    guard entry.expected?.grade != .f else { return }
    for word in found.worst(atLeast: Self.leastWords) {
      try database.run(
        "INSERT INTO word VALUES(?, ?, ?, ?, ?, ?, ?)",
        [
          id, .integer(Int64(entry.number)), .integer(Int64(word.number)), .real(word.confidence), .text(word.text),
          .integer(word.isFigure && word.confidence < DoubtfulWords.doubt ? 1 : 0), .text(entry.language ?? ""),
        ])
    }
  }

  mutating func finish() throws(OutputError) {
    try database.run("INSERT INTO review VALUES(?, ?)", [id, .text(try database.json(counts))])
  }

  static func remove(_ id: Int, from database: Database) throws(OutputError) {
    for table in tables { try database.run("DELETE FROM \(table) WHERE document = ?", [.integer(Int64(id))]) }
  }

  static func copy(_ theirs: Int, from other: Database, as id: Int, into database: Database) throws(OutputError) {
    for table in tables {
      for row in try other.run("SELECT * FROM \(table) WHERE document = ?", [.integer(Int64(theirs))]) {
        let places = row.map { _ in "?" }.joined(separator: ", ")
        try database.run("INSERT INTO \(table) VALUES(\(places))", [.integer(Int64(id))] + row.dropFirst())
      }
    }
  }

  static func counts(_ value: Database.Value) -> Counts? {
    do {
      return try JSONDecoder().decode(Counts.self, from: Data((value.text ?? "").utf8))
    } catch {
      return nil
    }
  }
}
