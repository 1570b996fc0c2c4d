// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanWriters
internal import Glibc

/// What may go into place, and the report.
extension OutputFolder {
  /// Whether a result may be put at this name: nothing is there, or a result of docscan; what others added to that stays.
  package func mayPublish(as name: String) throws(BatchError) -> Bool {
    switch try writing(results.owner(of: name)) {
    case .nobody: return true
    case .docscan(_, let added): return added.isEmpty ? true : try canKeep(added, of: name)
    case .somebody: return false
    }
  }

  /// What puts a built document in place, by its path from an open folder; it gets the latest time of these files.
  ///
  /// A result that it had under an earlier name goes once the new one is in place.
  package func publication(
    of built: String, as name: String, insteadOf earlier: String? = nil, times: [SourceFile], for readers: Readers
  ) throws(OutputError) -> Publication {
    let earlier = try earlier.map { (name) throws(OutputError) in
      Publication.Earlier(name: name, known: try results.known(name))
    }
    return Publication(
      built: built, root: root, name: name, known: try results.known(name), earlier: earlier, times: times,
      readers: readers)
  }

  /// Replaces `report.json` in one step, and gives the report's path: it is in the hidden part when another file has that
  /// name.
  package func write(_ report: BatchReport) throws(BatchError) -> String {
    try put(report: try writing(writeJSON(report, to: hidden + "/report.json")))
  }

  /// The same for a report that is written already, in the hidden part.
  package func put(report written: ResultFile) throws(BatchError) -> String {
    let name = "report.json"
    let target = path + "/" + name
    do throws(OutputError) {
      let isOwn = root.exists(name) ? try isOwnReport(name) : true
      guard isOwn else { return "\(path)/\(HiddenFolder.name)/\(name)" }
      // Noted before it is there: it is docscan's whenever the run is killed.
      try journal.own(name, sha256: written.sha256)
    } catch {
      throw BatchError(error)
    }
    guard hiddenFolder.rename(name, to: root, name, .replacing) else { throw Self.failure("put in place", target) }
    guard root.sync() else { throw Self.failure("write", path) }
    return target
  }

  /// Whether a report is one that docscan wrote here, and unchanged since.
  private func isOwnReport(_ name: String) throws(OutputError) -> Bool {
    guard root.identity(name) != nil else { return false }
    let noted = try journal.ownDigests(of: name)
    guard noted.isEmpty else { return noted.contains(try ResultFile(name, in: root).sha256) }
    // The journal was removed, or is from before such notes.
    let report: BatchReport? = root.contents(name).flatMap { decoded($0) }
    return report?.schema == BatchReport.schema
  }

  /// Whether what others added to a document's folder can be in its next version as well.
  private func canKeep(_ added: [String], of name: String) throws(BatchError) -> Bool {
    let (trial, other) = ("kept", "kept-other")
    for name in [trial, other] { _ = try makePartial(name) }
    guard partial.rename(trial, other, .swapping), let scratch = partial.folder(trial),
      let document = root.folder(name), let tree = FolderTree(document)
    else { return false }
    for parent in Set(added.flatMap(foldersAbove)).sorted() where scratch.makeFolder(parent) == nil {
      throw Self.failure("create", "\(scratch.path)/\(parent)")
    }
    let isPossible = try writing(tree.link(added, into: scratch))
    for name in [trial, other] where !partial.removeTree(name) {
      throw Self.failure("remove", partial.path + "/" + name)
    }
    return isPossible
  }
}
