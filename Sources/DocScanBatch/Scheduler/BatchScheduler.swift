// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanTranslation

/// Keeps the documents of a run: each is in a state, and the state says what is due.
///
/// Whatever happens to a document is an event that `handle` is told of; `DocumentState` says what follows.
final class BatchScheduler {
  /// How far pages are handed out ahead of the writing, in multiples of the number of workers.
  private static let windowFactor = 4
  /// So many steps that need no worker are taken before workers and signals are seen to.
  private static let stepsAtOnce = 16
  /// So many documents wait for those before them to get their names.
  private static let mostUnnamed = 64
  /// So many of them are left for pages, whatever else is done.
  static let stepsForPages = stepsAtOnce / 2

  let feed: any DocumentFeed
  let output: OutputFolder
  /// As workers have it: without the stages of the parent.
  let pipeline: Pipeline
  let results: ResultsInPlace
  let versions: [String: String]
  let options: BatchOptions
  let names: SourceNames
  /// Hashes the files of documents before their turn.
  let hashing: FileThread
  /// Copies PDFs into their documents' folders, and puts these in place.
  let placing: FileThread
  /// Translates pages; nil if the pipeline does not ask for it.
  let translating: TranslationQueue?
  /// The worst pages so far; nil without `--review`.
  let review: WorstPages?
  /// The documents that lack decisions of people; nil if that is not seen to.
  let decisions: DecisionQueue?
  /// Tells those who want to know of documents; nil if nobody does.
  let hooks: HookQueue?
  /// The stages of workers that look at text, and those among them that workers of this run have.
  let stages: TextStages
  let textStages: [ResolvedComponent]
  let onEvent: (BatchEvent) -> Void
  /// What was read of documents that are not complete yet.
  let ahead = PagesAhead()
  private let workers: Int

  /// How documents are named by what they say; nil if they keep the names of their inputs.
  let template: NameTemplate?
  /// How many documents had their turn.
  var turns = 0

  /// The documents in hand, in the order in which they came to their states.
  private(set) var documents: [ScheduledDocument] = []
  /// The language packs that are installed.
  let packs: Set<String>
  /// How many documents were opened so far: each has a number of its own.
  var openedDocuments = 0
  /// Of all pages as they were loaded.
  var megapixels = 0.0
  /// How many more steps without a worker may be taken before the loop has another turn.
  var stepsLeft = stepsAtOnce

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
    // A state holds what holds the document.
    for document in documents { document.state = .done }
  }

  var journal: Journal { output.journal }

  /// Whether every document is done, no other will come, and nobody has decided anything that is still to be done.
  func isAtEnd() throws(BatchError) -> Bool {
    guard feed.isAtEnd, feed.ready == 0, isIdle else { return false }
    guard try hooks?.isQuiet() ?? true else { return false }
    return try decisions?.isEmptyNow() ?? true
  }

  /// Whether no document is in hand.
  var isIdle: Bool { documents.isEmpty }

  /// How far pages are handed out ahead of the writing.
  var window: Int { workers * Self.windowFactor }

  /// Enough documents are begun for every worker to have a page, and no more; few wait for the disk.
  var mayOpenAnother: Bool {
    let publishing = documents.count(where: \.isPublishing)
    let unnamed = documents.count { $0.unnamed != nil }
    return documents.count(where: \.state.isBegun) - publishing - unnamed <= workers && publishing <= window
      && unnamed <= Self.mostUnnamed
  }

  /// Begins another turn of the loop, after it has seen to workers and signals.
  func beginTurn() { stepsLeft = Self.stepsAtOnce }

  /// Whether the turn ended early: there is more to do without a worker.
  var hasMoreSteps: Bool { stepsLeft == 0 || hasRevisionStep }

  // MARK: Files

  /// Whether something is on its way into a document's folder, or such a folder into place.
  var isPlacing: Bool {
    documents.contains { document in
      switch document.state {
      case .copying, .publishing: true
      case .revising(let revision): revision.isPublishing
      case _: false
      }
    }
  }

  /// The threads beside the loop.
  var threads: [FileThread] {
    [hashing, placing] + (translating.map { [$0.thread] } ?? []) + [hooks?.thread].compactMap(\.self)
  }

  /// Takes what has become of whole files, and of translations; no document is begun any more while the run is stopping.
  func takeFiles(isStopping: Bool) throws(BatchError) {
    for (task, answer) in threads.flatMap({ $0.take() }) {
      if case .translation(let result) = answer {
        try translated(task, result)
      } else if case .hook(let outcome) = answer {
        try hooks?.finished(task, outcome)
      } else if let document = documents.first(where: { $0.fileTask == task }) {
        // Nobody waits any more for what was begun for a document that has been let go.
        try take(answer, for: document, isStopping: isStopping)
      }
    }
  }

  private func take(_ answer: FileThread.Answer, for document: ScheduledDocument, isStopping: Bool) throws(BatchError) {
    switch (document.state, answer) {
    case (.hashing, .digest(let content)): if !isStopping { try hashed(document, content) }
    case (.copying(let open, let pdf), .copy(let result)): try copied(open, pdf, result)
    case (.publishing(let built), .publication(let result)): try published(document, built, result)
    case (.revising(let revision), _): try revised(document, revision, answer)
    case (_, _): break
    }
  }

  // MARK: States

  /// Takes a document in hand.
  func add(_ document: ScheduledDocument) { documents.append(document) }

  /// Something has happened to a document: it comes to another state, as the last one of those that are in it, and what follows from
  /// that is done.
  func handle(_ event: DocumentEvent, _ document: ScheduledDocument) throws(BatchError) {
    var next: DocumentEvent? = event
    while let event = next, let (state, effect) = document.state.after(event) {
      documents.removeAll { $0 === document }
      (document.state, document.isWithWorker, document.task) = (state, false, nil)
      if !state.isDone { documents.append(document) }
      next = try effect.flatMap { (effect) throws(BatchError) in try perform(effect, document) }
    }
  }

  /// Does what is due; gives the event that it leads to at once, if there is one.
  private func perform(_ effect: DocumentEffect, _ document: ScheduledDocument) throws(BatchError) -> DocumentEvent? {
    switch effect {
    case .hash: hash(document)
    case .stopRevising: try stopRevising(document.input.name)
    case .open(let inspection, let notes): return .opened(try open(document, inspection, notes))
    case .announce(let build): announce(build)
    case .divide(let survey, let division): try divide(survey, division)
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
    case .close(let outcome): try close(document.input, outcome)
    case .makeElsewhere(let folder): try makeElsewhere(document, folder)
    }
    return nil
  }

  // MARK: Jobs

  /// The number of jobs, at least, that can be handed out now.
  var availableJobs: Int {
    let isMoreThere = feed.ready > 0 || documents.contains { !$0.state.isBegun }
    let others = (mayOpenAnother && isMoreThere ? 1 : 0) + (feed.hasJob ? 1 : 0) + feed.sheetCount
    return documents.reduce(others) { $0 + availableJobs(of: $1) }
  }

  private func availableJobs(of document: ScheduledDocument) -> Int {
    switch document.state {
    case .new, .hashing, .hashed, .again, .part, .assembling, .naming, .copying, .ending, .publishing, .done: 0
    case .inspecting, .comparing, .grafting, .verifying: document.isWithWorker ? 0 : 1
    case .revising(let revision): !document.isWithWorker && revision.canBeAsked(textStages) ? 1 : 0
    case .surveying(let survey): survey.availableRequests
    case .reading(let open): open.availablePages(window: window)
    }
  }

  /// The next thing to do: what ends a document comes first; pages of the document that the worker has open come before
  /// others; another document is begun when nothing else is left.
  func nextJob(lastDocument: ObjectIdentifier?) throws(BatchError) -> (any Job)? {
    if let job = feed.nextJob() { return job }
    if let job = nextFinishingJob() ?? nextRevision(textStages) { return job }
    if let job = nextSurvey() { return job }
    try openParts()
    if let job = try nextPage(lastDocument: lastDocument) { return job }
    if let job = try nextInspection() { return job }
    return try nextPageAhead()
  }

  /// The job of the document that has waited longest for one that ends it.
  private func nextFinishingJob() -> (any Job)? {
    for document in documents where !document.isWithWorker {
      let job: (any Job)? =
        switch document.state {
        case .comparing(let build, let request): InvoiceJob(scheduler: self, open: build, content: request)
        case .grafting(let build, let pdf): GraftJob(scheduler: self, open: build, pdf: pdf)
        case .verifying(let build, let pdf): VerifyJob(scheduler: self, open: build, pdf: pdf)
        case _: nil
        }
      guard let job else { continue }
      document.isWithWorker = true
      return job
    }
    return nil
  }
}
