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
  private let library: Folder
  private static let folder = "\(HiddenFolder.name)/decisions"

  init(library: Folder) { self.library = library }

  /// Notes the document whose results are in a folder below the library.
  func note(_ name: String) throws(BatchError) {
    guard let folder = library.makeFolder(Self.folder) else {
      throw OutputFolder.failure("create", "\(library.path)/\(Self.folder)")
    }
    try writing(replaceJSON(name, at: file(of: name), in: folder))
  }

  /// The names that were noted, in natural order.
  var names: [String] {
    guard let folder = library.folder(Self.folder) else { return [] }
    return (folder.names() ?? []).filter { $0.hasSuffix(".json") }
      .compactMap { folder.contents($0).flatMap { decoded($0) } as String? }.sorted(by: isNaturallyOrdered)
  }

  /// Takes a note away.
  func forget(_ name: String) { _ = library.remove("\(Self.folder)/\(file(of: name))") }

  /// Names may be longer than those of files.
  private func file(of name: String) -> String { "\(ContentDigest.sha256(Data(name.utf8))).json" }
}

extension Revision {
  /// Brings in what people decided while this process wrote to the folder, but for documents in hand; gives what to tell them.
  static func reviseWaiting(in output: OutputFolder, besides inHand: [String] = []) -> [String] {
    let waiting = WaitingDecisions(library: output.root)
    let due: [(note: String, entry: String)] = waiting.names.map { name in
      let isPart = LibraryDocument.named(name, in: output.path).contains { $0.record.part != nil }
      return (name, isPart ? parentFolder(of: name) : name)
    }.filter { !inHand.contains($0.1) }
    guard !due.isEmpty else { return [] }
    var said: [String] = []
    do throws(BatchError) {
      let revision = try Revision(output: output)
      for (note, entry) in due {
        // One that cannot be brought in is told once; docscan review still lists it.
        waiting.forget(note)
        do throws(BatchError) {
          guard let outcome = try revision.revise(entry) else { continue }
          said.append(
            "\(entry): \(outcome.applied == 1 ? "one decision of a person is" : "\(outcome.applied) decisions of people are") "
              + "in its files now.")
        } catch {
          said.append("\(error)")
        }
      }
    } catch {
      said.append("Decisions of people wait: \(error)")
    }
    return said
  }
}
