// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import FoundationEssentials

/// Rows that the library's index derives from a document, so that the document's files needn't be read again. A value collects the data of one
/// document, page by page. The index inserts and removes rows within a transaction.
protocol DerivedRows: SendableMetatype {
  static var schema: String { get }
  /// The names of the tables. A table that depends on others comes before them.
  static var tables: [String] { get }

  /// Starts collecting the data of a document, whose identifier in the table `document` is `id`.
  init(_ document: StoredDocument, id: Int, in database: Database)

  /// Adds the page of an entry of the record. `page` is `nil` if the page has no file, or if its file can't be read.
  mutating func add(_ page: RecognizedPage?, _ entry: DocumentRecord.Page) throws(OutputError)

  mutating func finish() throws(OutputError)

  static func remove(_ id: Int, from database: Database) throws(OutputError)

  /// Copies the rows of a document from another index, in which its identifier is `theirs`.
  static func copy(_ theirs: Int, from other: Database, as id: Int, into database: Database) throws(OutputError)
}

/// The types of all rows that are derived from a library's documents. If you add or change one, increment `LibraryIndex.version`.
let derivedRows: [any DerivedRows.Type] = [SearchRows.self, ReviewRows.self, LedgerRows.self]
