// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanWriters
internal import Glibc

extension OutputFolder {
  /// Returns whether the name is free or belongs to a result of docscan, so a result can be published. Files that others added must be preserved.
  package func mayPublish(as name: String) throws(BatchError) -> Bool {
    switch try writing(results.owner(of: name)) {
    case .nobody: return true
    case .docscan(_, let added): return added.isEmpty ? true : try canKeep(added, of: name)
    case .somebody: return false
    }
  }

  /// Prepares the publication of a built document, whose path is anchored at an open folder. The results get the latest modification time of the
  /// files `times`. The result under the name `earlier` is removed afterwards.
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

  /// Replaces `report.json` atomically, and returns its path. If another file has that name, the report stays in the hidden folder.
  package func write(_ report: BatchReport) throws(BatchError) -> String {
    try put(report: try writing(writeJSON(report, to: hidden + "/report.json")))
  }

  /// Publishes a report that was written to the hidden folder, unless another file has its name. Returns its path.
  package func put(report written: ResultFile) throws(BatchError) -> String {
    let name = "report.json"
    let target = path + "/" + name
    do throws(OutputError) {
      let isOwn = root.exists(name) ? try isOwnReport(name) : true
      guard isOwn else { return "\(path)/\(HiddenFolder.name)/\(name)" }
      // Recorded first, so that the file counts as docscan's even if the run is killed in between.
      try journal.own(name, sha256: written.sha256)
    } catch {
      throw BatchError(error)
    }
    guard hiddenFolder.rename(name, to: root, name, .replacing) else { throw Self.failure("put in place", target) }
    guard root.sync() else { throw Self.failure("write", path) }
    return target
  }

  /// Returns whether docscan wrote this report and it hasn't changed since.
  private func isOwnReport(_ name: String) throws(OutputError) -> Bool {
    guard root.identity(name) != nil else { return false }
    let noted = try journal.ownDigests(of: name)
    guard noted.isEmpty else { return noted.contains(try ResultFile(name, in: root).sha256) }
    // The journal was deleted, or comes from a version without such records.
    let report: BatchReport? = root.contents(name).flatMap { decoded($0) }
    return report?.schema == BatchReport.schema
  }

  /// Returns whether files that others added to a document's folder can be moved to its next version.
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
