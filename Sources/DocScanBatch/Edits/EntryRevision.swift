// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanWorkers
internal import DocScanWriters
internal import Glibc

/// Brings the files of what the journal knows by a name, a document or the parts of one, up to what people decided about
/// its text, without reading a page again. All files change in one step, or stay as they are.
///
/// It needs neither the originals nor their pictures: the page JSONs have the text, and the PDF gets new invisible text. A
/// run that makes the document again comes to the same text.
final class EntryRevision {
  /// How far it is.
  private enum State {
    /// Whose the files are is found out: all of them are read.
    case checking(FileThread.TaskID)
    /// The documents are made anew, one after the other.
    case making
    /// A new PDF goes into its folder.
    case copying(FileThread.TaskID)
    /// The new version goes into place.
    case publishing(FileThread.TaskID)
  }

  let name: String
  /// The name that it gets, as people want it; that which it has where nobody does.
  private(set) var newName: String
  private let output: OutputFolder
  private let stages: TextStages
  private var state: State
  private var rest: ArraySlice<StoredDocument>
  private var current: DocumentRevision?
  private var request: (any RevisionAsking)?
  private var built = ""
  /// The records that are written, with the folders that have them.
  private var made: [(record: DocumentRecord, folder: String)] = []
  private var layers = ""
  /// What docscan put there, and which of that is written anew.
  private var files: Set<String> = []
  private var changed: Set<String> = []
  private var retry = RetryPolicy()
  private(set) var outcome: Revision.Outcome
  private let hooks: HookQueue?
  /// What is to be told once the new version is in place.
  private var intent: HookIntent?
  /// The decisions that were there when it began, as digests of the files that have them, by the documents' folders.
  let seen: [String: String]

  /// Begins with these documents, which are those of a name about which something was decided.
  init(
    _ name: String, _ due: [StoredDocument], in output: OutputFolder, stages: TextStages, hashing: FileThread,
    hooks: HookQueue? = nil
  )
    throws(BatchError)
  {
    (self.name, self.output, self.stages, newName, self.hooks) = (name, output, stages, name, hooks)
    rest = due[...]
    outcome = Revision.Outcome(name: name)
    seen = Revision.decisions(about: due)
    let known = try writing(output.results.known(name))
    state = .checking(hashing.begin(.owner(name, in: output.root, known: known)))
  }

  /// What a thread beside the loop does for it; nil while that is nothing.
  var fileTask: FileThread.TaskID? {
    switch state {
    case .checking(let task), .copying(let task), .publishing(let task): task
    case .making: nil
    }
  }

  /// Whether the new version is on its way into place.
  var isPublishing: Bool {
    if case .publishing = state { true } else { false }
  }

  /// Whether more can be done without a worker.
  var hasStep: Bool {
    if case .making = state { request == nil } else { false }
  }

  /// The text stages of the worker that is waited for; nil while any worker will do, or none is needed.
  var neededStages: [ResolvedComponent]? { request?.stages }

  /// Whether a worker with these text stages can be asked now.
  func canBeAsked(_ stages: [ResolvedComponent]) -> Bool {
    request.map { $0.stages.map { $0 == stages } ?? true } ?? false
  }

  /// What a worker is asked.
  func job(for document: ScheduledDocument, _ scheduler: BatchScheduler) -> (any Job)? {
    request?.job(for: document, scheduler)
  }

  /// The worker has answered.
  func noteReply() {
    request = nil
    retry = RetryPolicy()
  }

  /// Whether the same is asked once more.
  func takeRetry(after failure: JobFailure) -> Bool { retry.takeRetry(after: failure) }

  /// Goes on as far as that takes little.
  ///
  /// `names` gives it the name that people want, or one like it, which nothing else has.
  func step(placing: FileThread, naming names: (StoredDocument, String) throws(BatchError) -> String) throws {
    guard let current = try current ?? begin(names) else { return try publish(placing) }
    switch try current.next() {
    case .step: break
    case .request(let request): self.request = request
    case .copy(let file, let name, let path): state = .copying(placing.begin(.copy(file, name: name, to: path)))
    case .done(let record):
      let prefix = prefix(of: current.document)
      changed.formUnion(([record.fileName] + (record.files ?? [:]).keys).map { prefix + $0 })
      outcome.applied += record.edits?.applied ?? 0
      outcome.unfit += record.edits?.unfit ?? []
      made.append((record, prefix.isEmpty ? built : "\(built)/\(prefix.dropLast())"))
      self.current = nil
    }
  }

  /// Takes what a thread did; true once the new version is in place.
  func take(_ answer: FileThread.Answer) throws -> Bool {
    switch answer {
    case .owner(let owner):
      guard case .docscan(let files, _) = try readable(owner) else {
        throw DocumentRevision.refusal(
          "\(name) stays as it is: a file of it was changed since docscan wrote it. docscan verify says which. Your "
            + "corrections are kept.")
      }
      self.files = files
      built = try output.makePartial("revision-\(ContentDigest.sha256(name.utf8).prefix(16))")
      state = .making
    case .copy(let result):
      current?.copied(try writing(result.get()))
      state = .making
    case .publication(let isInPlace):
      if let intent { try hooks?.settle(intent, isInPlace: isInPlace.get()) }
      guard try isInPlace.get() else {
        throw DocumentRevision.refusal(
          "\(name) stays as it is: something else is called \(newName) by now. Your corrections are kept.")
      }
      try note()
      return true
    case .digest, .translation, .hook: break
    }
    return false
  }

  /// What it built goes away.
  func clear() throws(BatchError) {
    for folder in [built, layers] where !folder.isEmpty { try OutputFolder.removeTree(folder) }
  }

  // MARK: Documents

  /// The part of a path that names a part of an input.
  private func prefix(of document: StoredDocument) -> String {
    document.place == name || document.place == newName ? "" : fileName(document.place) + "/"
  }

  /// Begins with the next document; nil when there is none.
  private func begin(
    _ names: (StoredDocument, String) throws(BatchError) -> String
  ) throws -> DocumentRevision? {
    guard let document = rest.popFirst() else { return nil }
    // The parts of an input that was divided have no names of their own.
    if document.place == name, let wish = document.edits.list.wantedName { newName = try names(document, wish) }
    let prefix = prefix(of: document)
    let folder = prefix.isEmpty ? built : "\(built)/\(prefix.dropLast())"
    try OutputFolder.makeFolder(folder)
    layers = try output.makeScratch("layers-\(fileName(built))")
    let own = document.place == name ? newName : document.record.name
    let revision = try DocumentRevision(document, as: own, folder: folder, layers: layers, stages: stages)
    current = revision
    return revision
  }

  /// Has the new version put in place: what is not written anew is the same files as before.
  private func publish(_ placing: FileThread) throws {
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
          "\(name) stays as it is: its disk does not let \(file) also be in the new version. Your corrections are kept."
        )
      }
      guard own == file || target.rename(file, own) else { throw OutputFolder.failure("rename", "\(built)/\(file)") }
    }
    if let hooks { intent = try hooks.intend(made.flatMap { HookQueue.events(.reviewed, $0.record, in: $0.folder) }) }
    let publication = try writing(
      output.publication(
        of: built, as: newName, insteadOf: newName == name ? nil : name, times: [], for: .asBefore))
    state = .publishing(placing.begin(.publish(publication)))
  }

  private static func tree(_ name: String, in root: Folder) throws(OutputError) -> FolderTree {
    guard let tree = root.folder(name).flatMap({ FolderTree($0) }) else {
      throw OutputError(operation: "read", path: "\(root.path)/\(name)", code: errno)
    }
    return tree
  }

  /// What is there; a document that cannot be read stays as it is.
  private func readable<Value>(_ result: Result<Value, OutputError>) throws(PageFailure) -> Value {
    switch result {
    case .success(let value): return value
    case .failure(let error):
      throw DocumentRevision.refusal("\(name) stays as it is: \(error) Your corrections are kept.")
    }
  }

  /// Notes the files that are in place.
  private func note() throws(BatchError) {
    guard var entry = try writing(output.journal.document(named: name)) else { return }
    if newName != name { (entry.name, entry.files, outcome.renamed) = (newName, [:], newName) }
    for document in StoredDocument.named(newName, in: output.root) {
      let prefix = prefix(of: document)
      guard let place = document.files else { throw OutputFolder.failure("read", document.folder) }
      for (file, result) in try writing(document.record.allFiles(in: place)) {
        entry.files[prefix + file] = result
      }
    }
    try writing(output.journal.renew(entry))
    if newName != name { try writing(output.journal.moved(name, to: entry)) }
  }
}
