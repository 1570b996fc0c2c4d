// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
package import DocScanLayout
package import DocScanStore
internal import DocScanWriters

/// The tables of a library's documents. A table that continues over several pages counts as one.
package struct LibraryTables {
  /// A table with its document.
  package struct Entry: Encodable, Sendable {
    package let document: String
    /// The number of the table in the document, counting from 1.
    package let number: Int
    package let table: TableGrid
    package let doubtfulCells: Int

    /// Returns a name for the table. Among tables of several documents, the name begins with the document's.
    package func name(amongDocuments isOneOfSeveral: Bool) -> String {
      guard isOneOfSeveral else { return table.name }
      // Worksheet names must be short, so the document's folders are omitted.
      return "\(fileName(document)) \(table.title ?? table.placeName)"
    }
  }

  /// The totals of a search for tables.
  package struct Count: Sendable {
    /// The number of documents, and of those that were processed with the `tables` stage.
    package var documents = 0, searched = 0
    package var tables = 0
    package var unread = 0
  }

  private let library: Folder
  private let documents: [StoredDocument]?

  package init(library: Folder) { (self.library, documents) = (library, nil) }

  package init(library: Folder, documents: [StoredDocument]) { (self.library, self.documents) = (library, documents) }

  /// Calls a closure for each table, in the order of documents and pages. A library's documents are read one at a time.
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
      // Pages that don't mention tables aren't decoded, so check whether the page's file can be read at all.
      if page == nil, place.file != nil, document.page(place) == nil { count.unread += 1 }
      try give(page.map { joiner.append($0) } ?? joiner.pass(isBlank: place.status == .blank))
    }
    try give(joiner.finish())
  }
}
