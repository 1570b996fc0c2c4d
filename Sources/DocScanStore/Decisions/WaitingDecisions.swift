// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import FoundationEssentials
internal import Glibc

/// The documents with pending edits: a file for each in `.docscan/decisions`. A run or watch service may lock the output folder for hours, so other
/// processes leave notes here, and the run applies the edits. A document's own files determine what is pending; the notes only save a search.
package struct WaitingDecisions {
  private let library: Folder
  private static let folder = "\(HiddenFolder.name)/decisions"

  package init(library: Folder) { self.library = library }

  /// Adds a note for a document, by the path of its folder in the library.
  package func note(_ name: String) throws(BatchError) {
    guard let folder = library.makeFolder(Self.folder) else {
      throw OutputFolder.failure("create", "\(library.path)/\(Self.folder)")
    }
    try writing(replaceJSON(name, at: file(of: name), in: folder))
  }

  /// The names of the noted documents in the journal, in natural order. For a part, this is the name of its input.
  package var entries: [String] {
    guard let folder = library.folder(Self.folder) else { return [] }
    return (folder.names() ?? []).filter { $0.hasSuffix(".json") }
      .compactMap { folder.contents($0).flatMap { decoded($0) } as String? }.sorted(by: isNaturallyOrdered)
      .map { name in
        StoredDocument.placed(name, in: library).flatMap { $0.record.isInPile ? $0.record.pile : nil } ?? name
      }
  }

  /// Removes the notes for a document and its parts, unless there are newer edits than those in `seen`.
  package func forget(_ entry: String, seen: [String: String]) throws(BatchError) {
    let lock = try EditLock(root: library)
    defer { lock.release() }
    let documents = StoredDocument.named(entry, in: library)
    guard Revision.decisions(about: documents.filter { seen[$0.folder] != nil }) == seen else { return }
    for name in [entry] + documents.map(\.place) { _ = library.remove("\(Self.folder)/\(file(of: name))") }
  }

  /// Returns the file name of a note. The name is a hash, because a document's name can be longer than a file name.
  private func file(of name: String) -> String { "\(ContentDigest.sha256(Data(name.utf8))).json" }
}
