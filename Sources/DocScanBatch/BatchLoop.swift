// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWriters
internal import Glibc

/// The heart of a run: one thread that waits for workers, hands out work and writes results.
///
/// Pages of all documents share the workers. A worker that ends, hangs or talks nonsense costs the page that it has.
final class BatchLoop {
  /// What a run comes to.
  struct Result {
    var stageSeconds: [String: Double]
    /// Of all pages as they were loaded.
    var megapixels: Double
    var workers: Int
    var wasInterrupted: Bool
    /// The pages that a person should look at first; nil where they were not asked for.
    var review: Review?
  }

  private let pool: WorkerPool
  private let feed: any DocumentFeed
  private let output: OutputFolder
  private let scheduler: BatchScheduler
  private let pipeline: Pipeline
  private let onEvent: (BatchEvent) -> Void
  private var stageSeconds: [String: Double] = [:]
  private var megapixels = 0.0
  /// Since when there is nothing to do; nil while there is.
  private var idleSince: ContinuousClock.Instant?

  /// Workers that have nothing to do for so long are let go.
  private static let patience: Duration = .seconds(60)
  /// Nothing is waited for longer than that: a feed may have something to write down.
  private static let longestWait = 2.0

  /// The names that a worker may give to what it is doing.
  private var stageNames: Set<String> { Set(["load", "picture"] + pipeline.stages.map(\.name)) }

  init(
    pipeline: Pipeline, pool: WorkerPool, feed: any DocumentFeed, output: OutputFolder, scheduler: BatchScheduler,
    onEvent: @escaping (BatchEvent) -> Void
  ) {
    self.pipeline = pipeline
    self.pool = pool
    self.feed = feed
    self.output = output
    self.scheduler = scheduler
    self.onEvent = onEvent
  }

  /// Works until everything is done, or until the interruption: that ends it once the pages in hand are done, and a
  /// second one at once.
  func run(interruption: Interruption) throws(BatchError) -> Result {
    onEvent(.started(documents: feed.count ?? 0, workers: pool.size))
    var wasInterrupted = false
    do {
      while true {
        if !wasInterrupted {
          try output.requireRoom(megabytes: pipeline.limits.freeMegabytes)
          try feed.look()
          try assign()
        }
        if pool.isQuiet, wasInterrupted || scheduler.isAtEnd { break }
        try rest()
        if try waitForWorkers(interruption, isStopping: wasInterrupted) {
          if wasInterrupted { break }
          wasInterrupted = true
          interruption.take()
          try pool.stopIdle()
          if !pool.slots.isEmpty {
            onEvent(.notice("Stopping after the pages in progress. Interrupt again to stop at once."))
          }
        }
      }
      try output.journal.endAll()
    } catch let error as BatchError {
      endAttempts()
      throw error
    } catch let error as OutputError {
      endAttempts()
      throw BatchError(error)
    } catch {
      endAttempts()
      throw .output("\(error)")
    }
    pool.stop()
    return Result(
      stageSeconds: stageSeconds, megapixels: megapixels, workers: pool.size,
      // Where it is open how many documents there are, something is always left to do.
      wasInterrupted: wasInterrupted && (feed.count == nil || !scheduler.isAtEnd), review: scheduler.review?.review)
  }

  /// Notes that what is in hand does not end this run.
  private func endAttempts() {
    do {
      try output.journal.endAll()
    } catch {
      // The disk is full or broken: that is what ends the run, and it is told.
    }
  }

  /// While there is nothing to do, workers are let go, and with them their memory.
  private func rest() throws {
    guard scheduler.isIdle, pool.isQuiet else {
      idleSince = nil
      return
    }
    let since = idleSince ?? .now
    idleSince = since
    if since + Self.patience <= .now { try pool.stopIdle() }
  }

  /// Gives every idle worker a job, and starts workers while there is more to do than they can take.
  private func assign() throws {
    scheduler.beginTurn()
    for slot in pool.idleSlots {
      // A job may come to nothing at once, because its file is gone: then the next one is due.
      while slot.isIdle, let job = try scheduler.nextJob(lastDocument: slot.lastDocument) { try begin(job, in: slot) }
    }
    let (free, available) = (pool.freeSlots, scheduler.availableJobs)
    for _ in 0..<max(0, min(pool.room, available - free)) { try pool.start() }
  }

  private func begin(_ job: Job, in slot: WorkerSlot) throws {
    let request: WorkerRequest
    let files: [OpenFile]
    var seconds = pipeline.limits.secondsPerPage
    do {
      switch job {
      case .inspect(let input, _, let counts):
        let part = input.files.dropFirst(counts.count).prefix(DocumentSource.filesPerRequest)
        request = .inspect(DocumentSource(names: part.map { fileName($0.path) }))
        files = try part.map { (file) throws(PageFailure) in try file.open() }
        slot.lastDocument = nil
      case .survey(let survey, let pages):
        request = .survey(survey.request(pages))
        files = try survey.openFiles(pages)
        seconds *= Double(pages.count)
        slot.lastDocument = nil
      case .page(let document, let index, let effort):
        request = .page(try scheduler.request(document, index: index, effort: effort))
        files = [try document.openFile(index: index)]
        slot.lastDocument = ObjectIdentifier(document)
      case .graft(let document):
        request = .graft(document.graftRequest)
        files = try document.openGraftFiles()
        seconds += Double(document.pageCount)
      case .verify(let document):
        guard let next = try document.verifyRequest() else { return try scheduler.verified(document, mismatches: []) }
        request = .verify(next)
        files = try document.openVerifyFiles()
        seconds *= Double(next.pages.count)
      }
    } catch let failure as PageFailure {
      return try notOpened(job, failure)
    }
    slot.begin(
      job, allowance: seconds, stageAllowance: job.isWatched ? pipeline.limits.secondsWithoutProgress : nil)
    slot.worker.limit(WorkerLimits(pipeline.limits, request, files: files, seconds: seconds))
    if !slot.worker.send(request, files: files) { try workerEnded(slot) }
  }

  /// A file that a job is about is gone, or not what it was.
  private func notOpened(_ job: Job, _ failure: PageFailure) throws {
    switch job {
    case .inspect(let input, let digest, _): try scheduler.failed(input, digest: digest, failure: failure)
    case .survey(let survey, let pages):
      survey.lost(pages)
      try scheduler.surveyed(survey)
    case .page(let document, let index, let effort):
      document.fail(failure)
      try scheduler.failed(document, index: index, effort: effort, failure: failure, workerEnded: false)
    case .graft(let document), .verify(let document): try scheduler.inputLost(document, failure: failure)
    }
  }

  /// Waits until something happens; true when it was the interruption.
  private func waitForWorkers(_ interruption: Interruption, isStopping: Bool) throws -> Bool {
    let slots = pool.slots
    // A run that is stopping takes no more documents, so it must not wake up for those that are ready.
    let others = interruption.descriptors + (isStopping ? [] : feed.descriptors)
    var watched = others.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    watched += slots.map { pollfd(fd: $0.worker.descriptor, events: Int16(POLLIN), revents: 0) }
    let deadlines = slots.compactMap(\.nextLook) + [isStopping ? nil : feed.nextLook].compactMap(\.self)
    let next = deadlines.min().map { seconds(from: .now, to: $0) } ?? Self.longestWait
    let wait = !isStopping && scheduler.hasMoreCachedPages ? 0 : min(max(next, 0) + 0.001, Self.longestWait)
    guard unsafe poll(&watched, nfds_t(watched.count), Int32(wait * 1000)) >= 0 || errno == EINTR else {
      throw BatchError.output("Waiting for workers failed: \(errorText()).")
    }
    if watched.prefix(interruption.descriptors.count).contains(where: { $0.revents != 0 }) { return true }
    for (slot, state) in zip(slots, watched.dropFirst(others.count)) where state.revents != 0 {
      try listen(to: slot)
    }
    for slot in pool.slots where slot.nextLook.map({ $0 <= .now }) ?? false {
      if let overrun = slot.look() { try timedOut(slot, overrun) }
    }
    return false
  }

  private func listen(to slot: WorkerSlot) throws {
    let arrival = slot.worker.receive()
    for reply in arrival.replies {
      try handle(reply, from: slot)
      // An answer may have led to the worker's end; what it said after that does not count.
      guard pool.contains(slot) else { return }
    }
    if let complaint = arrival.complaint { return try violated(slot, complaint) }
    if arrival.isAtEnd { try workerEnded(slot) }
  }

  private func handle(_ reply: WorkerReply, from slot: WorkerSlot) throws {
    switch (slot.state, reply) {
    case (.starting, .configured): break
    case (.starting, .confined(let confinement)):
      try pool.started(slot, confinement)
    case (.starting, .misconfigured(let message, _)):
      throw BatchError.missingPart(message)
    case (.busy, .stage(let name)) where stageNames.contains(name):
      let ended = slot.enter(name)
      stageSeconds[ended.stage, default: 0] += ended.seconds
    case (.busy(let job), .failed(let failure)) where failure.kind == .storage:
      try cannotWrite(slot, job, failure)
    case (.busy(.inspect(let input, let digest, let counts)), .inspected(var inspection)):
      let expected = min(DocumentSource.filesPerRequest, input.files.count - counts.count)
      guard inspection.untrustedPageCounts.count == expected else {
        return try violated(slot, "page counts of other files")
      }
      inspection.untrustedPageCounts = counts + inspection.untrustedPageCounts
      guard inspection.untrustedPageCounts.count == input.files.count else {
        slot.state = .idle
        return try begin(.inspect(input, digest: digest, counts: inspection.untrustedPageCounts), in: slot)
      }
      slot.state = .idle
      try scheduler.opened(input, digest: digest, inspection: inspection)
    case (.busy(.inspect(let input, let digest, _)), .failed(let failure)):
      slot.state = .idle
      try scheduler.failed(input, digest: digest, failure: failure)
    case (.busy(.survey(let survey, let pages)), .surveyed(let answer)):
      if let complaint = survey.complaint(about: answer, to: pages) { return try violated(slot, complaint) }
      stageSeconds["separators", default: 0] += slot.enter("idle").seconds
      slot.state = .idle
      survey.accept(answer, to: pages)
      try scheduler.surveyed(survey)
    case (.busy(.survey(let survey, let pages)), .failed):
      slot.state = .idle
      survey.lost(pages)
      try scheduler.surveyed(survey)
    case (.busy(.page(let document, let index, let effort)), .pages(let results, let checkpoint)):
      let check = ResultCheck(request: document.request(index: index, effort: effort), scratch: slot.scratch)
      if let complaint = check.complaint(about: results) { return try violated(slot, complaint) }
      guard document.takeFiles(of: results, index: index, from: slot.scratch) else {
        return try violated(slot, "a file is missing")
      }
      // Other files that it left there belong to no request.
      try OutputFolder.empty(slot.scratch)
      if let size = results.first?.page.source { megapixels += Double(size.width) * Double(size.height) / 1e6 }
      let ended = slot.enter("idle")
      stageSeconds[ended.stage, default: 0] += ended.seconds
      slot.state = .idle
      try scheduler.finished(document, index: index, results: results, checkpoint: checkpoint, effort: effort)
    case (.busy(.page(let document, let index, let effort)), .failed(let failure)):
      slot.state = .idle
      try scheduler.failed(document, index: index, effort: effort, failure: failure, workerEnded: false)
    case (.busy(.graft(let document)), .grafted(let isIdentical, let notes)):
      let file = "\(slot.scratch)/\(GraftRequest.outputName)"
      guard isIdentical ? document.mayBeOriginal : isRegularFile(file) else {
        return try violated(slot, "a PDF that does not exist")
      }
      slot.state = .idle
      document.note(notes)
      try scheduler.grafted(document, file: isIdentical ? nil : file)
    case (.busy(.graft(let document)), .failed(let failure)):
      slot.state = .idle
      try scheduler.graftFailed(document, failure: failure)
    case (.busy(.verify(let document)), .verified(let mismatches)):
      stageSeconds["verify", default: 0] += slot.enter("idle").seconds
      slot.state = .idle
      try scheduler.verified(document, mismatches: mismatches)
    case (.busy(.verify(let document)), .failed(let failure)):
      slot.state = .idle
      try scheduler.verificationFailed(document, failure: failure)
    case (_, _):
      try violated(slot, "an answer to no request")
    }
  }

  /// A worker could not write a file: the run ends if that is the disk's fault, and a fresh worker tries again if not.
  private func cannotWrite(_ slot: WorkerSlot, _ job: Job, _ failure: PageFailure) throws {
    switch job {
    case .page(let document, _, _), .graft(let document), .verify(let document): try scheduler.checkDisk(for: document)
    case .inspect, .survey: try scheduler.checkDisk(for: nil)
    }
    let message = "The worker could not write its files, although the disk has space: \(failure.message)"
    try lost(slot, ending: slot.worker.kill(), kind: .library, message: message)
  }

  private func timedOut(_ slot: WorkerSlot, _ overrun: WorkerSlot.Overrun) throws {
    let (limit, seconds) =
      switch overrun {
      case .stage: ("limits.secondsWithoutProgress", pipeline.limits.secondsWithoutProgress)
      case .job: ("limits.secondsPerPage", slot.allowance)
      }
    let number = JSONValue.number(seconds).shortText
    let what = slot.stoodStill ? "stood still for longer than" : "used more processor time than"
    let message =
      "The stage \"\(slot.stage)\" \(what) the \(number) seconds that \(limit) allows. If such pages need it, raise "
      + "\(limit) in the pipeline file."
    let isReading = slot.stage == EngineChoice.stageName
    let reader = isReading ? pool.engine.map { " It reads with the engine \($0)." } : nil
    try lost(slot, ending: slot.worker.kill(), kind: .timeout, message: message + (reader ?? ""))
  }

  private func violated(_ slot: WorkerSlot, _ complaint: String) throws {
    try lost(
      slot, ending: slot.worker.kill(), kind: .protocolViolation,
      message: "The worker sent an invalid answer: \(complaint).")
  }

  private func workerEnded(_ slot: WorkerSlot) throws {
    let ending = slot.worker.awaitEnd()
    try lost(
      slot, ending: ending, kind: ending.isTimeout ? .timeout : .crash, message: ending.explanation(pipeline.limits))
  }

  /// Takes a worker that ended out of the pool, and sees to what it had in hand.
  private func lost(_ slot: WorkerSlot, ending: WorkerProcess.Ending, kind: PageFailure.Kind, message: String) throws {
    try pool.remove(slot)
    let failure = PageFailure(
      kind: kind, stage: slot.stage, message: message, signal: kind == .crash ? ending.signal : nil)
    switch slot.state {
    case .idle: break
    case .starting: try pool.noteFailedStart(message)
    case .busy(.inspect(let input, let digest, _)):
      try scheduler.inspectionLost(input, digest: digest, failure: failure)
    case .busy(.survey(let survey, let pages)):
      survey.lost(pages)
      try scheduler.surveyed(survey)
    case .busy(.page(let document, let index, let effort)):
      try scheduler.failed(document, index: index, effort: effort, failure: failure, workerEnded: true)
    case .busy(.graft(let document)):
      try scheduler.graftFailed(document, failure: failure, workerEnded: failure.kind != .timeout)
    case .busy(.verify(let document)):
      try scheduler.verificationFailed(document, failure: failure, workerEnded: failure.kind != .timeout)
    }
  }
}
