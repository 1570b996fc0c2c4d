// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
package import DocScanStore

/// A document as stored in the index, for code that processes documents one by one without reading their files, such as the website.
package struct IndexedDocument {
  package let place: String
  /// The stamps of the document's files, of its record, and of its edits. A stamp changes whenever its files do.
  package let stamp, recordStamp, editsStamp: String
  private let entry: String

  /// Returns all documents below an output folder, in natural order of their folders, after updating the index.
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

  package func stored(in library: Folder) -> StoredDocument? {
    StoredDocument(at: place, entry: entry, in: library)
  }
}
