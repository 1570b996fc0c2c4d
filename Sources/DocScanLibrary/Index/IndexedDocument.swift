// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanStore

/// A document as the index knows it, without a look at its files: for what is made of documents one by one, as the website is.
package struct IndexedDocument {
  /// Its folder in the library.
  package let place: String
  /// What changes whenever one of its files does, its record does, and people decide about it.
  package let stamp, recordStamp, editsStamp: String
  private let entry: String

  /// All documents below an output folder as they are now, in natural order of their folders. The index is brought up to date first.
  package static func all(in library: Folder) throws(BatchError) -> [IndexedDocument] {
    let index = try LibraryIndex(library: library)
    try index.update(allEdits: true, allFolders: true)
    let rows = try index.run("SELECT place, stamp, record, edits, entry FROM document")
    let documents = rows.compactMap { row -> (names: [String], document: IndexedDocument)? in
      guard let place = row[0].text, let stamp = row[1].text, let record = row[2].text, let edits = row[3].text,
        let entry = row[4].text
      else { return nil }
      return (
        pathNames(place),
        IndexedDocument(place: place, stamp: stamp, recordStamp: record, editsStamp: edits, entry: entry)
      )
    }
    return documents.sorted { $0.names.lexicographicallyPrecedes($1.names, by: isNaturallyOrdered) }.map(\.document)
  }

  /// The same with its record; nil if it is gone by now.
  package func stored(in library: Folder) -> StoredDocument? {
    StoredDocument(at: place, entry: entry, in: library)
  }
}
