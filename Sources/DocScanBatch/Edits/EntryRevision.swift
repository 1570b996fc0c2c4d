// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanHooks
internal import DocScanStore
internal import DocScanWorkers
internal import Glibc

/// A revision that applies the edits of a document, or of all parts of an input, without processing pages again. The new files are published
/// atomically, or not at all. Neither originals nor pictures are needed: the text comes from page JSONs, and the PDF gets new invisible text.
/// Processing the document again would produce the same text.
final class EntryRevision {
  let name: String
  private(set) var newName: String
  private let output: OutputFolder
  private let stages: TextStages
  private var rest: ArraySlice<StoredDocument>
  private var built = ""
  private var made: [(record: DocumentRecord, folder: String)] = []
  private var layers = ""
  /// The files that docscan published, and those that are rewritten.
  private var files: Set<String> = []
  private var changed: Set<String> = []
  private var retry = RetryPolicy()
  private(set) var outcome: Revision.Outcome
  private let hooks: HookQueue?
  private var intent: HookIntent?
  /// The digests of the files with edits at the beginning, by the documents' folders.
  let seen: [String: String]

  init(
    _ name: String, _ due: [StoredDocument], in output: OutputFolder, stages: TextStages, hooks: HookQueue? = nil
  ) {
    (self.name, self.output, self.stages, newName, self.hooks) = (name, output, stages, name, hooks)
    rest = due[...]
    outcome = Revision.Outcome(name: name)
    seen = Revision.decisions(about: due)
  }

  /// Begins to check that docscan wrote all files of the entry.
  func check(_ hashing: FileThread) throws(BatchError) -> FileThread.TaskID {
    let known = try writing(output.results.known(name))
    return hashing.begin(.owner(name, in: output.root, known: known))
  }

  func noteReply() { retry = RetryPolicy() }

  func takeRetry(after failure: JobFailure) -> Bool { retry.takeRetry(after: failure) }

  /// Performs a step. `names` returns a free name that is like the one requested for a document.
  func perform(
    _ step: RevisionStep, placing: FileThread, naming names: (StoredDocument, String) throws(BatchError) -> String
  ) throws -> DocumentEvent {
    switch step {
    case .next: return try begin(names).map { .step(.inspect($0)) } ?? .publishes(try publish(placing))
    case .inspect(let document): return try document.inspect()
    case .page(let document, let index): return try document.rewrite(index)
    case .graft(let document): return .asks(document.graft())
    case .copy(let document, let file, let name):
      return .copies(document, placing.begin(.copy(file, name: name, to: document.target)))
    case .verify(let document, let rest, let isFirst): return document.verify(rest, isFirst: isFirst)
    case .compare(let document): return document.compare()
    case .record(let document):
      let record = try document.finished()
      let prefix = prefix(of: document.document)
      changed.formUnion(([record.fileName] + (record.files ?? [:]).keys).map { prefix + $0 })
      outcome.applied += record.edits?.applied ?? 0
      outcome.unfit += record.edits?.unfit ?? []
      made.append((record, prefix.isEmpty ? built : "\(built)/\(prefix.dropLast())"))
      return .step(.next)
    }
  }

  func begin(_ owner: Result<ResultsFolder.Owner, OutputError>) throws {
    guard case .docscan(let files, _) = try readable(owner) else {
      throw DocumentRevision.refusal(
        "\(name) stays as it is: a file of it was changed since docscan wrote it. docscan verify says which. Your "
          + "corrections are kept.")
    }
    self.files = files
    built = try output.makePartial("revision-\(ContentDigest.sha256(name.utf8).prefix(16))")
  }

  func published(_ isInPlace: Bool) throws {
    if let intent { try hooks?.settle(intent, isInPlace: isInPlace) }
    guard isInPlace else {
      throw DocumentRevision.refusal(
        "\(name) stays as it is: the name \(newName) is now taken. Your corrections are kept.")
    }
    try note()
  }

  func clear() throws(BatchError) {
    for folder in [built, layers] where !folder.isEmpty { try OutputFolder.removeTree(folder) }
  }

  // MARK: Documents

  private func prefix(of document: StoredDocument) -> String {
    document.place == name || document.place == newName ? "" : fileName(document.place) + "/"
  }

  private func begin(
    _ names: (StoredDocument, String) throws(BatchError) -> String
  ) throws -> DocumentRevision? {
    guard let document = rest.popFirst() else { return nil }
    // The parts that leave the folder of their input have revisions of their own.
    var naming: DocumentRecord.Naming?
    if document.place == name, try !document.record.isInPile || document.leavesPile {
      if document.followsContent { naming = try document.namingByDecisions }
      if let wish = naming.map({ $0.name ?? $0.input }) ?? document.edits.list.wantedName {
        newName = document.canReturn(to: wish) ? wish : try names(document, wish)
      }
    }
    let prefix = prefix(of: document)
    let folder = prefix.isEmpty ? built : "\(built)/\(prefix.dropLast())"
    try OutputFolder.makeFolder(folder)
    layers = try output.makeScratch("layers-\(fileName(built))")
    let own = document.place == name ? newName : document.record.name
    return try DocumentRevision(
      document, as: own, naming: naming, folder: folder, layers: layers, stages: stages)
  }

  /// Links all files that weren't rewritten into the new version, and begins to publish it.
  private func publish(_ placing: FileThread) throws -> FileThread.TaskID {
    let (output, name) = (output, name)
    let tree = try readable(Result { () throws(OutputError) in try Self.tree(name, in: output.root) })
    guard let target = Folder(root: built) else { throw OutputFolder.failure("open", built) }
    let record = output.results.record(named: name)
    for file in files where tree.paths.contains(file) {
      let own = record?.path(of: file, as: newName) ?? file
      guard !changed.contains(own) else { continue }
      if let parent = foldersAbove(file).last, target.makeFolder(parent) == nil {
        throw OutputFolder.failure("create", "\(built)/\(parent)")
      }
      guard try writing(tree.link([file], into: target)) else {
        throw DocumentRevision.refusal(
          "\(name) stays as it is: its file system has no hard links, which \(file) needs. Your corrections are kept."
        )
      }
      guard own == file || target.rename(file, own) else { throw OutputFolder.failure("rename", "\(built)/\(file)") }
    }
    if let hooks {
      let events = made.flatMap { HookQueue.events(.reviewed, $0.record, in: $0.folder) }
      intent = try hooks.intend(events, correcting: name)
    }
    try noteName()
    let publication = try writing(
      output.publication(
        of: built, as: newName, insteadOf: newName == name ? nil : name, times: [], for: .asBefore))
    return placing.begin(.publish(publication))
  }

  private static func tree(_ name: String, in root: Folder) throws(OutputError) -> FolderTree {
    guard let tree = root.folder(name).flatMap({ FolderTree($0) }) else {
      throw OutputError(operation: "read", path: "\(root.path)/\(name)", code: errno)
    }
    return tree
  }

  /// Returns the value of a result. Converts an error from reading existing files to a failure after which the files stay as they are.
  private func readable<Value>(_ result: Result<Value, OutputError>) throws(PageFailure) -> Value {
    switch result {
    case .success(let value): return value
    case .failure(let error):
      throw DocumentRevision.refusal("\(name) stays as it is: \(error) Your corrections are kept.")
    }
  }

  /// Records the new name of a part before its publication, so that a run finds the part even if this process is killed after it.
  private func noteName() throws(BatchError) {
    guard newName != name, let record = made.first?.record, let input = record.part?.input else { return }
    var known = try writing(output.journal.document(named: name))
    if known == nil { known = try writing(output.journal.document(named: input)) }
    guard var entry = known else { return }
    (entry.name, entry.selection, entry.status) = (newName, record.selection, record.status)
    (entry.pages, entry.files) = (record.pages.count, record.files ?? [:])
    try writing(output.journal.renew(entry))
  }

  private func note() throws(BatchError) {
    if newName != name, let record = made.first?.record, record.isInPile { return try noteReturn(record) }
    let isPart = newName != name && made.first?.record.part?.input != nil
    guard var entry = try writing(output.journal.document(named: isPart ? newName : name)) else { return }
    if newName != name { (entry.name, entry.files, outcome.renamed) = (newName, [:], newName) }
    for document in StoredDocument.named(newName, in: output.root) {
      let prefix = prefix(of: document)
      guard let place = document.files else { throw OutputFolder.failure("read", document.folder) }
      for (file, result) in try writing(document.record.allFiles(in: place)) {
        entry.files[prefix + file] = result
      }
    }
    try writing(output.journal.renew(entry))
    guard newName != name else { return }
    try writing(output.journal.moved(name, to: entry))
    if let part = made.first?.record.part { try output.noteFiled(part, as: newName, insteadOf: name) }
  }

  private func noteReturn(_ record: DocumentRecord) throws(BatchError) {
    outcome.renamed = newName
    if let entry = try writing(output.journal.document(named: name)), let pile = record.pile {
      try writing(output.journal.movePages(of: entry.contents, from: name, to: pile))
    }
    try output.noteReturned(newName)
    try writing(output.journal.forget(name))
  }
}
