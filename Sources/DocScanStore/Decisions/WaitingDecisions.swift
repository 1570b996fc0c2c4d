// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanWriters
internal import FoundationEssentials
internal import Glibc

/// The documents about which people decided something that is not in the files yet: a note for each in `.docscan/decisions`.
///
/// A run or a watcher holds the output folder for hours, and nobody else may write to it meanwhile; so it looks here, and brings the
/// decisions in itself. A document's own files say what is due: a note only saves looking at all documents.
package struct WaitingDecisions {
  private let library: Folder
  private static let folder = "\(HiddenFolder.name)/decisions"

  package init(library: Folder) { self.library = library }

  /// Notes the document whose results are in a folder below the library.
  package func note(_ name: String) throws(BatchError) {
    guard let folder = library.makeFolder(Self.folder) else {
      throw OutputFolder.failure("create", "\(library.path)/\(Self.folder)")
    }
    try writing(replaceJSON(name, at: file(of: name), in: folder))
  }

  /// What the journal knows the noted documents by, in natural order: a part by the name of its input.
  package var entries: [String] {
    guard let folder = library.folder(Self.folder) else { return [] }
    return (folder.names() ?? []).filter { $0.hasSuffix(".json") }
      .compactMap { folder.contents($0).flatMap { decoded($0) } as String? }.sorted(by: isNaturallyOrdered)
      .map { name in
        let isPart = StoredDocument.named(name, in: library).contains { $0.record.part != nil }
        return isPart ? parentFolder(of: name) : name
      }
  }

  /// Takes the notes about a document or its parts away, unless people have decided something else about them since.
  package func forget(_ entry: String, seen: [String: String]) throws(BatchError) {
    let lock = try EditLock(root: library)
    defer { lock.release() }
    let documents = StoredDocument.named(entry, in: library)
    guard Revision.decisions(about: documents.filter { seen[$0.folder] != nil }) == seen else { return }
    for name in [entry] + documents.map(\.place) { _ = library.remove("\(Self.folder)/\(file(of: name))") }
  }

  /// Names may be longer than those of files.
  private func file(of name: String) -> String { "\(ContentDigest.sha256(Data(name.utf8))).json" }
}
