// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanInput
internal import DocScanPresets
internal import DocScanStore
internal import DocScanTranslation

/// The scheduler of a run's documents. Each event goes to `handle`, and `DocumentState` determines its effect and the next work.
final class BatchScheduler {
  /// The maximum number of pages assigned ahead of the last written one, as a multiple of the number of workers.
  private static let windowFactor = 4
  /// The maximum number of steps without a worker per turn of the loop.
  private static let stepsAtOnce = 16
  /// The maximum number of documents that wait until their predecessors are named.
  private static let mostUnnamed = 64
  static let stepsForPages = stepsAtOnce / 2

  let feed: any DocumentFeed
  let output: OutputFolder
  /// The pipeline without the stages that run in the parent process, such as translation.
  let pipeline: Pipeline
  let results: ResultsInPlace
  let versions: [String: String]
  let options: BatchOptions
  let names: SourceNames
  let hashing: FileThread
  /// The thread that copies PDFs and publishes documents.
  let placing: FileThread
  let translating: TranslationQueue?
  let review: WorstPages?
  let decisions: DecisionQueue?
  let hooks: HookQueue?
  let stages: TextStages
  let textStages: [ResolvedComponent]
  let onEvent: (BatchEvent) -> Void
  let ahead = PrefetchedPages()
  private let workers: Int

  /// The template for naming documents by content, or `nil` if they keep the names of their inputs.
  let template: NameTemplate?
  var turns = 0

  /// The documents in progress, in the order in which they entered their states.
  private(set) var documents: [ScheduledDocument] = []
  let packs: Set<String>
  /// The number of documents opened so far, which provides a unique number for each.
  var openedDocuments = 0
  /// The total size of all pages as loaded, in megapixels.
  var megapixels = 0.0
  /// The number of remaining steps without a worker in this turn of the loop.
  var stepsLeft = stepsAtOnce
  // Whether a document has changed its state in this turn of the loop.
  private(set) var hasChanged = false

  init(
    feed: any DocumentFeed, output: OutputFolder, pipelines: DecidedPipelines, versions: [String: String],
    packs: [String], options: BatchOptions, template: NameTemplate? = nil, workers: Int, translator: Translator? = nil,
    stages: [ComponentDescription] = [], decisions: DecisionQueue? = nil, hooks: HookQueue? = nil,
    onEvent: @escaping (BatchEvent) -> Void
  ) throws(BatchError) {
    let pipeline = pipelines.base
    results = ResultsInPlace(
      folder: output.results, journal: output.journal, pipelines: pipelines, options: options,
      identity: try pipeline.identity(files: []), reading: try pipeline.reading(versions: versions, packs: packs))
    let naming = ResultNaming(results: output.results, output: output)
    names = SourceNames(naming: naming, results: results, options: options)
    (hashing, placing) = (try FileThread(), try FileThread())
    translating = try translator.map { (translator) throws(BatchError) in try TranslationQueue(translator, pipeline) }
    (self.feed, self.output, self.pipeline, self.versions) = (feed, output, pipeline.ofWorkers, versions)
    (self.options, self.decisions, self.template, self.hooks) = (options, decisions, template, hooks)
    self.packs = Set(packs)
    self.stages = TextStages(stages)
    textStages = self.stages.among(self.pipeline.stages)
    review = options.review.map(WorstPages.init)
    (self.workers, self.onEvent) = (workers, onEvent)
  }

  deinit {
    // Breaks reference cycles between documents and their states.
    for document in documents { document.state = .done }
  }

  var journal: Journal { output.journal }

  /// Returns whether all documents are finished, no others will come, and no edits or events are pending.
  func isAtEnd() throws(BatchError) -> Bool {
    guard feed.isAtEnd, feed.ready == 0, isIdle else { return false }
    guard try hooks?.isQuiet() ?? true else { return false }
    return try decisions?.isEmptyNow() ?? true
  }

  var isIdle: Bool { documents.isEmpty }

  var window: Int { workers * Self.windowFactor }

  /// Whether another document can be opened: as many as workers need, and a few that wait for the disk or a name.
  var mayOpenAnother: Bool {
    let publishing = documents.count(where: \.isPublishing)
    let unnamed = documents.count { $0.unnamed != nil }
    return documents.count(where: \.state.isBegun) - publishing - unnamed <= workers && publishing <= window
      && unnamed <= Self.mostUnnamed
  }

  func beginTurn() { (stepsLeft, hasChanged) = (Self.stepsAtOnce, false) }

  var hasMoreSteps: Bool { stepsLeft == 0 || hasRevisionStep || isIdle && decisions?.hasWaiting ?? false }

  // MARK: Files

  /// Whether a file is being copied into a document's folder, or a document is being published.
  var isPlacing: Bool {
    documents.contains { document in
      switch document.state {
      case .copying, .publishing, .revising(_, .publishing): true
      case _: false
      }
    }
  }

  var threads: [FileThread] {
    [hashing, placing] + (translating.map { [$0.thread] } ?? []) + [hooks?.thread].compactMap(\.self)
  }

  /// Handles the results of background threads. A stopping run doesn't begin documents.
  func takeFiles(isStopping: Bool) throws(BatchError) {
    for (task, answer) in threads.flatMap({ $0.take() }) {
      if case .translation(let result) = answer {
        try translated(task, result)
      } else if case .hook(let outcome) = answer {
        try hooks?.finished(task, outcome)
      } else if let document = documents.first(where: { $0.task == task }) {
        // Results for documents that were dropped in the meantime are ignored.
        try take(answer, for: document, isStopping: isStopping)
      }
    }
  }

  private func take(_ answer: FileThread.Answer, for document: ScheduledDocument, isStopping: Bool) throws(BatchError) {
    switch (document.state, answer) {
    case (.hashing, .digest(let content)): if !isStopping { try hashed(document, content) }
    case (.copying(let open, let pdf), .copy(let result)): try copied(open, pdf, result)
    case (.publishing(let built), .publication(let result)): try published(document, built, result)
    case (.revising(let revision, let phase), _): try take(answer, for: document, revision, phase)
    case (_, _): break
    }
  }

  // MARK: States

  func add(_ document: ScheduledDocument) { documents.append(document) }

  /// Handles an event and those that follow from it: sets the document's state, moves it to the end of `documents`, and performs the effect.
  func handle(_ event: DocumentEvent, _ document: ScheduledDocument) throws(BatchError) {
    var next: DocumentEvent? = event
    while let event = next, let (state, effect) = document.state.after(event) {
      hasChanged = true
      documents.removeAll { $0 === document }
      (document.state, document.isWithWorker, document.task) = (state, false, nil)
      if !state.isDone { documents.append(document) }
      next = try effect.flatMap { (effect) throws(BatchError) in try perform(effect, document) }
    }
  }

  private func perform(_ effect: DocumentEffect, _ document: ScheduledDocument) throws(BatchError) -> DocumentEvent? {
    switch effect {
    case .hash: hash(document)
    case .stopRevising:
      for other in documents where other.input.name == document.input.name && other.isRevised {
        try handle(.unwanted, other)
      }
    case .await(let task): document.task = task
    case .clear(let revision): try revision.clear()
    case .conclude(let revision, let problem): try conclude(revision, problem)
    case .open(let inspection, let notes): return .opened(try open(document, inspection, notes))
    case .announce(let build): announce(build)
    case .divide(let survey, let division): try divide(survey, division, document)
    case .dividePile(let build, let pile): try divide(build, pile)
    case .finishWriters(let build):
      try writing(build.finishWriters())
      return .written(build.invoiceRequest)
    case .assemble(let build): return document.awaitsName ? .nameless : .assembled(build.pdf)
    case .giveNames: try nameDocuments()
    case .copy(let build, let pdf, let file): return try copy(build, pdf, file: file)
    case .discard(let build): try discard(build)
    case .finish(let build, let failure): return try finish(build, failure)
    case .record(let failure): return .built(try record(document, failure))
    case .place(let built): return try place(built, document)
    case .publish(let publication): document.task = placing.begin(.publish(publication))
    case .note(let built): try note(built, document)
    case .close(let outcome): try close(document, outcome)
    case .makeElsewhere(let folder): try makeElsewhere(document, folder)
    }
    return nil
  }

  // MARK: Jobs

  /// A lower bound for the number of jobs that can be assigned now.
  var availableJobs: Int {
    let isPartThere = documents.contains { if case .part = $0.state { true } else { false } }
    let others = (mayOpenAnother && isPartThere ? 1 : 0) + (feed.hasJob ? 1 : 0) + feed.sheetCount
    return documents.reduce(others) { $0 + availableJobs(of: $1) }
  }

  private func availableJobs(of document: ScheduledDocument) -> Int {
    switch document.state {
    case .new, .hashing, .hashed, .again, .part, .stacked, .assembling, .naming, .copying, .ending, .publishing, .done:
      0
    case .inspecting, .comparing, .grafting, .verifying: document.isWithWorker ? 0 : 1
    case .revising(_, .asking(let request)): !document.isWithWorker && request.fits(textStages) ? 1 : 0
    case .revising: 0
    case .surveying(let survey): survey.availableRequests
    case .reading(let open): open.availablePages(window: window)
    }
  }

  /// Returns the next job for a worker, or `nil` if there is none. Jobs of the feed and those that finish documents come first, and then pages of the
  /// document that the worker has open. Another document is begun only if nothing else is left.
  func nextJob(lastDocument: ObjectIdentifier?) throws(BatchError) -> (any Job)? {
    if let job = feed.nextJob() { return job }
    if let job = nextFinishingJob() ?? nextRevision(textStages) { return job }
    if let job = nextSurvey() { return job }
    try openParts()
    if let job = try nextPage(lastDocument: lastDocument) { return job }
    if let job = try nextInspection() { return job }
    return try nextPageAhead()
  }

  private func nextFinishingJob() -> (any Job)? {
    for document in documents where !document.isWithWorker {
      let job: (any Job)? =
        switch document.state {
        case .comparing(let build, let request): InvoiceJob(scheduler: self, open: build, content: request)
        case .grafting(let build, let pdf): GraftJob(scheduler: self, open: build, pdf: pdf)
        case .verifying(let build, let pdf): VerifyJob(scheduler: self, open: build, pdf: pdf)
        // Listed so that the compiler reports a new state that needs a worker.
        case .new, .hashing, .hashed, .again, .inspecting, .surveying, .part, .reading, .stacked, .assembling, .naming,
          .copying, .ending, .publishing, .revising, .done:
          nil
        }
      guard let job else { continue }
      document.isWithWorker = true
      return job
    }
    return nil
  }
}
