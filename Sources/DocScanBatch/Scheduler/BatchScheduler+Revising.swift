// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanInput
internal import DocScanStore
internal import DocScanWorkers

extension BatchScheduler {
  /// Begins pending revisions, and continues those that don't need a worker.
  func revise() throws(BatchError) {
    try decisions?.look()
    while mayOpenAnother, let (name, due) = decisions?.next(besides: namesInProgress) {
      let revision = try EntryRevision(name, due, in: output, stages: stages, hashing: hashing, hooks: hooks)
      add(
        ScheduledDocument(
          InputDocument(name: name, source: name, identity: output.folder(of: name), paths: [], isNamed: true),
          state: .revising(revision)))
    }
    for document in documents {
      while stepsLeft > Self.stepsForPages, case .revising(let revision) = document.state, revision.hasStep {
        stepsLeft -= 1
        try goOn(revision, document) {
          try revision.step(placing: placing) { (library, wish) throws(BatchError) in
            try self.name(library, as: wish, besides: document)
          }
        }
      }
    }
  }

  /// Returns the name that the user chose for a document, with a number if it's taken.
  private func name(
    _ library: StoredDocument, as wish: String, besides document: ScheduledDocument
  ) throws(BatchError) -> String {
    var input = document.input
    input.name = library.place
    let digest = InputDigest(sha256: library.record.sha256)
    let others = namesInUse(besides: document)
    if let part = library.record.part, let all = library.record.selectionOfPile {
      return try names.name(
        input, as: wish, digest: digest, selection: part.selection(of: all), besides: others, isKept: false)
    }
    return try names.name(input, as: wish, digest: digest, besides: others, isKept: false).name
  }

  func nextRevision(_ stages: [ResolvedComponent]) -> (any Job)? {
    for document in documents where !document.isWithWorker {
      guard case .revising(let revision) = document.state, revision.canBeAsked(stages) else { continue }
      document.isWithWorker = true
      return revision.job(for: document, self)
    }
    return nil
  }

  /// Returns text stages that a revision needs and that none of the existing workers has, or `nil` if there are none.
  func missingStages(besides there: [[ResolvedComponent]]) -> [ResolvedComponent]? {
    for case .revising(let revision) in documents.map(\.state) {
      if let stages = revision.neededStages, !there.contains(stages) { return stages }
    }
    return nil
  }

  var hasRevisionStep: Bool {
    documents.contains { document in
      if case .revising(let revision) = document.state { revision.hasStep } else { false }
    }
  }

  /// Performs an operation of a revision. If it fails, the document's files stay as they are.
  func goOn(
    _ revision: EntryRevision, _ document: ScheduledDocument, _ body: () throws -> Void
  ) throws(BatchError) {
    do {
      try body()
    } catch let failure as PageFailure {
      try end(revision, document, problem: failure.message)
    } catch let error as BatchError {
      throw error
    } catch {
      throw .output("\(error)")
    }
  }

  func revised(
    _ document: ScheduledDocument, _ revision: EntryRevision, _ answer: FileThread.Answer
  ) throws(BatchError) {
    try goOn(revision, document) {
      if try revision.take(answer) { try end(revision, document, problem: nil) }
    }
  }

  /// Handles a worker's failure. After a crash, the request is repeated once. Otherwise, the document's files stay as they are.
  func revisionFailed(
    _ document: ScheduledDocument, _ revision: EntryRevision, _ failure: JobFailure
  ) throws(BatchError) {
    document.isWithWorker = false
    if revision.takeRetry(after: failure) { return }
    onEvent(.measured(.failure(failure.failure.kind)))
    let message = failure.failure.message
    try end(revision, document, problem: "\(revision.name) stays as it is: \(message) Your corrections are kept.")
  }

  /// Cancels the revision of a document, because the run processes it again with all edits. A revision that is already being published is completed.
  func stopRevising(_ name: String) throws(BatchError) {
    for document in documents where document.input.name == name {
      guard case .revising(let revision) = document.state, !revision.isPublishing else { continue }
      try handle(.revised, document)
      try revision.clear()
    }
  }

  private func end(_ revision: EntryRevision, _ document: ScheduledDocument, problem: String?) throws(BatchError) {
    try handle(.revised, document)
    try revision.clear()
    var outcome = revision.outcome
    outcome.problem = problem
    try decisions?.finished(outcome, seen: revision.seen)
  }

  private var namesInProgress: Set<String> {
    Set(documents.filter { $0.state.isBegun || $0.input.isNamed }.map { ($0.divided?.input ?? $0.input).name })
  }
}
