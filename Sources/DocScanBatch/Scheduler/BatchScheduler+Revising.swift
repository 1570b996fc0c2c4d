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
      let revision = EntryRevision(name, due, in: output, stages: stages, hooks: hooks)
      let document = ScheduledDocument(
        InputDocument(name: name, source: name, identity: output.folder(of: name), paths: [], isNamed: true),
        state: .revising(revision, .checking))
      document.task = try revision.check(hashing)
      add(document)
    }
    for document in documents {
      while stepsLeft > Self.stepsForPages, case .revising(let revision, .due(let step)) = document.state {
        stepsLeft -= 1
        try goOn(revision, document) {
          try revision.perform(step, placing: placing) { (library, wish) throws(BatchError) in
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
      guard case .revising(_, .asking(let request)) = document.state, request.fits(stages) else { continue }
      document.isWithWorker = true
      return request.job(for: document, self)
    }
    return nil
  }

  /// Returns text stages that a revision needs and that none of the existing workers has, or `nil` if there are none.
  func missingStages(besides there: [[ResolvedComponent]]) -> [ResolvedComponent]? {
    for case .revising(_, .asking(let request)) in documents.map(\.state) {
      if let stages = request.stages, !there.contains(stages) { return stages }
    }
    return nil
  }

  var hasRevisionStep: Bool {
    documents.contains { document in
      if case .revising(_, .due) = document.state { true } else { false }
    }
  }

  /// Performs an operation of a revision, and handles its event. If it fails, the document's files stay as they are.
  func goOn(
    _ revision: EntryRevision, _ document: ScheduledDocument, _ body: () throws -> DocumentEvent?
  ) throws(BatchError) {
    do {
      if let event = try body() { try handle(event, document) }
    } catch let failure as PageFailure {
      try handle(.revised(problem: failure.message), document)
    } catch let error as BatchError {
      throw error
    } catch {
      throw .output("\(error)")
    }
  }

  func take(
    _ answer: FileThread.Answer, for document: ScheduledDocument, _ revision: EntryRevision, _ phase: RevisionPhase
  ) throws(BatchError) {
    try goOn(revision, document) {
      switch (phase, answer) {
      case (.checking, .owner(let owner)):
        try revision.begin(owner)
        return .checked
      case (.copying(let copy), .copy(let result)): return .step(copy.copied(try writing(result.get())))
      case (.publishing, .publication(let isInPlace)):
        try revision.published(try isInPlace.get())
        return .revised(problem: nil)
      case (_, _): return nil
      }
    }
  }

  /// Handles a worker's failure. After a crash, the request is repeated once. Otherwise, the document's files stay as they are.
  func revisionFailed(
    _ document: ScheduledDocument, _ revision: EntryRevision, _ failure: JobFailure
  ) throws(BatchError) {
    if revision.takeRetry(after: failure) { return try handle(.retried, document) }
    onEvent(.measured(.failure(failure.failure.kind)))
    let message = failure.failure.message
    try handle(
      .revised(problem: "\(revision.name) stays as it is: \(message) Your corrections are kept."), document)
  }

  func conclude(_ revision: EntryRevision, _ problem: String?) throws(BatchError) {
    try revision.clear()
    var outcome = revision.outcome
    outcome.problem = problem
    try decisions?.finished(outcome, seen: revision.seen)
  }

  private var namesInProgress: Set<String> {
    Set(documents.filter { $0.state.isBegun || $0.input.isNamed }.map { ($0.divided?.input ?? $0.input).name })
  }
}
