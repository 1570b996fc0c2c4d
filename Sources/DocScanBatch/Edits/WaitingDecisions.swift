// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWriters
internal import FoundationEssentials
internal import Glibc

/// The documents about which people decided something that is not in the files yet: a note for each in `.docscan/decisions`.
///
/// A run or a watcher holds the output folder for hours, and nobody else may write to it meanwhile; so it looks here, and brings the
/// decisions in itself. A document's own files say what is due: a note only saves looking at all documents.
struct WaitingDecisions {
  private let library: String
  private var folder: String { library + "/.docscan/decisions" }

  init(library: String) { self.library = library }

  /// Notes the document whose results are in a folder.
  func note(_ place: String) throws(BatchError) {
    guard let name = DocScanCore.path(place, below: library) else { return }
    try OutputFolder.makeFolder(folder)
    do throws(OutputError) {
      try writeJSON(name, to: path(of: name) + ".new")
    } catch {
      throw BatchError(error)
    }
    guard unsafe rename(path(of: name) + ".new", path(of: name)) == 0 else {
      throw OutputFolder.failure("put in place", path(of: name))
    }
  }

  /// What the journal knows the noted documents by, in natural order: a part by the name of its input.
  var entries: [String] {
    DocScanBatch.names(inFolder: folder).filter { $0.hasSuffix(".json") }
      .compactMap { readJSON("\(folder)/\($0)") as String? }.sorted(by: isNaturallyOrdered)
      .map { name in
        let isPart = LibraryDocument.named(name, in: library).contains { $0.record.part != nil }
        return isPart ? parentFolder(of: name) : name
      }
  }

  /// Takes the notes about a document or its parts away, unless people have decided something else about them since.
  func forget(_ entry: String, seen: [String: String]) throws(BatchError) {
    let lock = try EditLock(library: library)
    defer { lock.release() }
    let documents = LibraryDocument.named(entry, in: library)
    guard Revision.decisions(about: documents.filter { seen[$0.folder] != nil }) == seen else { return }
    for name in [entry] + documents.compactMap({ DocScanCore.path($0.folder, below: library) }) {
      removeFile(path(of: name))
    }
  }

  /// Names may be longer than those of files.
  private func path(of name: String) -> String { "\(folder)/\(ContentDigest.sha256(Data(name.utf8))).json" }
}
