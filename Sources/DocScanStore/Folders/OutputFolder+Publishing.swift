// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
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
  /// files `times`. The result under the name `earlier` is removed afterwards. If it was retired, it only has files of others, which the new one takes.
  package func publication(
    of built: String, as name: String, insteadOf earlier: String? = nil, isRetired: Bool = false, times: [SourceFile],
    for readers: Readers
  ) throws(OutputError) -> Publication {
    let earlier = try earlier.map { (name) throws(OutputError) in
      Publication.Earlier(name: name, known: isRetired ? nil : try results.known(name))
    }
    return Publication(
      built: built, root: root, name: name, known: try results.known(name), earlier: earlier, times: times,
      readers: readers)
  }

  /// Removes a document that a divided input no longer has. Files that others added to it move to a folder within the input's folder, so that
  /// edits still apply to their pages. A document that others changed stays.
  package func retire(_ name: String, of input: String) throws(BatchError) {
    let lock = try EditLock(root: root)
    defer { lock.release() }
    guard case .docscan(_, let added) = try writing(results.owner(of: name)),
      let tree = root.folder(name).flatMap({ FolderTree($0) })
    else { return }
    if !added.isEmpty {
      let base = "\(input)/\(fileName(name))"
      let number = root.exists(base) ? firstFreeNumber(from: 2) { root.exists("\(base)-\($0)") } : nil
      let place = number.map { "\(base)-\($0)" } ?? base
      guard let target = root.makeFolder(place) else { throw Self.failure("create", "\(path)/\(place)") }
      for parent in Set(added.flatMap(foldersAbove)).sorted() where target.makeFolder(parent) == nil {
        throw Self.failure("create", "\(target.path)/\(parent)")
      }
      guard try writing(tree.link(added, into: target)) else { return }
      let (before, after) = (fileName(name) + ".edits.json", fileName(place) + ".edits.json")
      if before != after, target.exists(before), !target.rename(before, after, .replacing) {
        throw Self.failure("rename", "\(target.path)/\(before)")
      }
      guard target.sync(), root.sync(input) else { throw Self.failure("write", target.path) }
    }
    let aside = "retired"
    guard partial.removeTree(aside), root.rename(name, to: partial, aside, .exclusive), root.sync(),
      partial.removeTree(aside)
    else { throw Self.failure("remove", "\(path)/\(name)") }
    root.removeEmptyFolders(above: name)
    try writing(journal.forget(name))
  }

  /// Records in a divided input that one of its documents has another name.
  package func noteFiled(
    _ part: DocumentRecord.Part, as name: String, insteadOf old: String
  ) throws(BatchError) {
    guard let input = part.input, var record = results.record(named: input), let folder = root.folder(input) else {
      return
    }
    let dropped = (record.parts ?? []).filter { "\(input)/\($0)" == old }
    record.parts?.removeAll(where: dropped.contains)
    record.filed =
      (record.filed ?? []).filter { $0.pages != part.pages } + [
        .init(name: name, pages: part.pages)
      ]
    let isKept = { (file: String) in !dropped.contains { file.hasPrefix("\($0)/") } }
    record.files = record.files?.filter { isKept($0.key) }
    do throws(OutputError) {
      try replaceJSON(record, at: record.fileName, in: folder)
      guard var entry = try journal.document(named: input) else { return }
      entry.files = entry.files.filter { isKept($0.key) }
      entry.files[record.fileName] = try ResultFile(record.fileName, in: folder)
      try journal.renew(entry)
    } catch {
      throw BatchError(error)
    }
  }

  /// Records in a divided input that one of its documents is in the input's folder again.
  package func noteReturned(_ place: String) throws(BatchError) {
    guard let returned = StoredDocument.placed(place, in: root), let part = returned.record.part,
      let input = returned.record.pile, var record = results.record(named: input), let folder = root.folder(input),
      let own = returned.files
    else { return }
    let base = fileName(place)
    record.filed = record.filed.map { $0.filter { $0.pages != part.pages } }
    if record.filed?.isEmpty == true { record.filed = nil }
    let numbers = Dictionary(
      StoredDocument.named(input, in: root).map { (fileName($0.place), $0.record.part?.number ?? 0) },
      uniquingKeysWith: { first, _ in first })
    record.parts = ((record.parts ?? []) + [base]).sorted { numbers[$0] ?? part.number < numbers[$1] ?? part.number }
    do throws(OutputError) {
      let files = try returned.record.allFiles(in: own)
      for (file, result) in files where record.files != nil { record.files?["\(base)/\(file)"] = result }
      try replaceJSON(record, at: record.fileName, in: folder)
      guard var entry = try journal.document(named: input) else { return }
      for (file, result) in files { entry.files["\(base)/\(file)"] = result }
      entry.files[record.fileName] = try ResultFile(record.fileName, in: folder)
      try journal.renew(entry)
    } catch {
      throw BatchError(error)
    }
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
