// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
package import DocScanCore
package import DocScanStore
internal import DocScanWriters

/// The tables of a library's documents: those that go on over pages are one.
package struct LibraryTables {
  /// A table, and where it is.
  package struct Entry: Encodable, Sendable {
    /// The document's name.
    package let document: String
    /// Its number among the tables of the document, from 1.
    package let number: Int
    /// The table.
    package let table: TableGrid
    /// How many of its cells are doubtful.
    package let doubtfulCells: Int

    /// What it is called among tables of one document, or of several.
    package func name(amongDocuments isOneOfSeveral: Bool) -> String {
      guard isOneOfSeveral else { return table.name }
      // Sheets have short names, and folders say the least.
      return "\(fileName(document)) \(table.title ?? table.placeName)"
    }
  }

  /// What was gone through.
  package struct Count: Sendable {
    /// How many documents there are, and in how many of them the tables stage looked.
    package var documents = 0, searched = 0
    /// How many tables there are.
    package var tables = 0
    /// How many pages could not be read.
    package var unread = 0
  }

  private let library: Folder
  private let documents: [StoredDocument]?

  /// All documents of a library.
  package init(library: Folder) { (self.library, documents) = (library, nil) }

  /// Only these of its documents.
  package init(library: Folder, documents: [StoredDocument]) { (self.library, self.documents) = (library, documents) }

  /// Hands over each table, in the order of documents and pages; only one document's pages are looked at at a time.
  package func run(_ body: (Entry) throws(BatchError) -> Void) throws(BatchError) -> Count {
    var count = Count()
    if let documents {
      for document in documents { try take(document, &count, body) }
    } else {
      try StoredDocument.all(in: library) { (document) throws(BatchError) in try take(document, &count, body) }
    }
    return count
  }

  private func take(
    _ document: StoredDocument, _ count: inout Count, _ body: (Entry) throws(BatchError) -> Void
  ) throws(BatchError) {
    count.documents += 1
    let key = Table.description.key
    if document.record.pipeline.stages?.contains(where: { $0.name == key }) ?? true { count.searched += 1 }
    var joiner = TableJoiner()
    var number = 0
    func give(_ tables: [TableGrid]) throws(BatchError) {
      for table in tables {
        number += 1
        count.tables += 1
        try body(
          Entry(document: document.record.name, number: number, table: table, doubtfulCells: table.doubtfulCells))
      }
    }
    for place in document.record.pages {
      let page = document.page(place, mentioning: key)
      // A page that mentions no tables is not read; one that isn't there can't be.
      if page == nil, place.file != nil, document.page(place) == nil { count.unread += 1 }
      try give(page.map { joiner.append($0) } ?? joiner.pass(isBlank: place.status == .blank))
    }
    try give(joiner.finish())
  }
}
