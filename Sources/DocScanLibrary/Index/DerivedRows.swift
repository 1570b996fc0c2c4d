// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanStore
internal import DocScanWriters
internal import FoundationEssentials

/// What is kept of a document in tables of the library's index, to be found without reading its files again.
///
/// A value takes one document in, page by page; the index makes and removes rows within a transaction.
protocol DerivedRows: SendableMetatype {
  /// The statements that make its tables.
  static var schema: String { get }
  /// The names of its tables; those that are made of others come first.
  static var tables: [String] { get }

  /// Begins with a document that has this id in the table `document`.
  init(_ document: StoredDocument, id: Int, in database: Database)

  /// Takes a page in; nil if it has no file, or that cannot be read.
  mutating func add(_ page: RecognizedPage?, _ entry: DocumentRecord.Page) throws(OutputError)

  /// The document has no more pages.
  mutating func finish() throws(OutputError)

  /// Removes a document's rows.
  static func remove(_ id: Int, from database: Database) throws(OutputError)

  /// Takes a document's rows over from another index, in which it has another id.
  static func copy(_ theirs: Int, from other: Database, as id: Int, into database: Database) throws(OutputError)
}

/// All that is kept of a library's documents. Who changes one, or adds one, counts up `LibraryIndex.version`.
let derivedRows: [any DerivedRows.Type] = [SearchRows.self, ReviewRows.self, LedgerRows.self]
