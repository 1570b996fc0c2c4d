// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import FoundationEssentials

/// The receipts and invoices of a document, and its pages without any.
struct LedgerRows: DerivedRows {
  static let tables = ["item", "receipt", "gap"]

  // Other programs read `receipt` and `item`, so their column `document` contains the document's name.
  static let schema = """
    CREATE TABLE receipt(
      document TEXT NOT NULL, page INTEGER NOT NULL, date TEXT, time TEXT, merchant TEXT, total TEXT, currency TEXT,
      language TEXT, number TEXT, letters TEXT NOT NULL, entry BLOB NOT NULL, PRIMARY KEY(document, page));
    CREATE TABLE item(
      document TEXT NOT NULL, page INTEGER NOT NULL, position INTEGER NOT NULL, description TEXT NOT NULL,
      quantity TEXT, unitPrice TEXT, amount TEXT NOT NULL, PRIMARY KEY(document, page, position));
    CREATE TABLE gap(document TEXT NOT NULL, position INTEGER NOT NULL, gap BLOB NOT NULL, PRIMARY KEY(document, position));
    """

  private let database: Database
  private let record: DocumentRecord
  private var entries: [(page: Int, entry: LedgerEntry, letters: String)] = []
  private var receipts: [Int: Receipt] = [:]
  private var tableItems = TableItems()

  init(_ document: StoredDocument, id: Int, in database: Database) {
    (self.database, record) = (database, document.record)
  }

  mutating func add(_ page: RecognizedPage?, _ entry: DocumentRecord.Page) throws(OutputError) {
    if let page, record.invoice?.pages.contains(entry.number) == true { tableItems.add(page) }
    guard let page, var found = LedgerEntry(page, document: record.name, decided: record.kind) else { return }
    let corrections = DecidedField.allCases.count { page.shown($0, of: record.invoice)?.isEdited == true }
    found.corrections = corrections > 0 ? corrections : nil
    entries.append((entry.number, found, LedgerDuplicates.letters(of: page.text)))
    receipts[entry.number] = page.receipt
  }

  mutating func finish() throws(OutputError) {
    var found = Set(entries.map(\.page))
    // An invoice is a single entry, regardless of the number of pages with amounts. On one page, it is merged with that page's receipt, because only
    // both together are certain. An e-invoice isn't merged.
    if let invoice = record.invoice, invoice.source != .xml, invoice.pages.count == 1,
      let index = entries.firstIndex(where: { invoice.pages.contains($0.page) })
    {
      entries[index].entry.take(invoice, besides: receipts[entries[index].page], in: record)
    } else if let invoice = record.invoice {
      let own = entries.filter { invoice.pages.contains($0.page) }
      if let entry = LedgerEntry(invoice, receipts: own.map(\.entry), in: record),
        let page = entry.sources.first?.page
      {
        entries.removeAll { invoice.pages.contains($0.page) }
        entries.append((page, entry, own.map(\.letters).joined()))
        found.formUnion(invoice.pages)
      }
    }
    if let invoice = record.invoice, invoice.lines == nil,
      let index = entries.firstIndex(where: { invoice.pages.contains($0.page) })
    {
      entries[index].entry.take(tableItems)
      entries[index].entry.takeOff(invoice)
    }
    for index in entries.indices.reversed() where !entries[index].entry.take(record.kind) { entries.remove(at: index) }
    for (_, entry, letters) in entries { try insert(entry, letters: letters) }
    for (position, gap) in LedgerGap.all(in: record, besides: found).enumerated() {
      try database.run(
        "INSERT OR REPLACE INTO gap VALUES(?, ?, ?)",
        [.text(record.name), .integer(Int64(position)), .bytes(Array(try database.json(gap).utf8))])
    }
  }

  private func insert(_ entry: LedgerEntry, letters: String) throws(OutputError) {
    guard let source = entry.sources.first else { return }
    func value(_ text: String?) -> Database.Value { text.map { .text($0) } ?? .null }
    let place: [Database.Value] = [.text(source.document), .integer(Int64(source.page))]
    try database.run(
      "INSERT OR REPLACE INTO receipt VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      place + [
        value(entry.date), value(entry.time), value(entry.merchant), value(entry.total), value(entry.currency),
        value(entry.language), value(entry.number), .text(letters), .bytes(Array(try database.json(entry).utf8)),
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

  static func remove(_ id: Int, from database: Database) throws(OutputError) {
    for table in tables {
      try database.run(
        "DELETE FROM \(table) WHERE document = (SELECT name FROM document WHERE id = ?)", [.integer(Int64(id))])
    }
  }

  static func copy(_ theirs: Int, from other: Database, as id: Int, into database: Database) throws(OutputError) {
    for table in tables {
      let rows = try other.run(
        "SELECT * FROM \(table) WHERE document = (SELECT name FROM document WHERE id = ?)", [.integer(Int64(theirs))])
      for row in rows {
        let places = row.map { _ in "?" }.joined(separator: ", ")
        try database.run("INSERT OR REPLACE INTO \(table) VALUES(\(places))", row)
      }
    }
  }
}
