// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanInput
internal import DocScanStore
internal import DocScanWire
internal import DocScanWorkers
internal import Glibc

/// The main loop of a run: one thread that assigns work to workers and handles their results. Pages of all documents share the workers. A worker
/// that ends, hangs, or sends invalid answers costs only its current page.
package final class BatchLoop {
  /// The measurements of a run's main loop, and how it ended.
  package struct Result {
    package var stageSeconds: [String: Double]
    /// The total size of all pages as loaded, in megapixels.
    package var megapixels: Double
    var workers: Int
    package var wasInterrupted: Bool
    /// The pages that the user should check first, or `nil` if they weren't requested.
    var review: Review?
    /// The reason why the translation stopped before its end, or `nil` if it didn't.
    var translationEnded: String?
  }

  private let pool: WorkerPool
  private let feed: any DocumentFeed
  private let output: OutputFolder
  private let scheduler: BatchScheduler
  private let pipeline: Pipeline
  private let passwords: Passwords
  private var lockedInputs: Set<String> = []
  private let onEvent: (BatchEvent) -> Void
  private var stageSeconds: [String: Double] = [:]
  /// The start of the current idle period, or `nil` if there is work.
  private var idleSince: ContinuousClock.Instant?

  /// The idle time after which workers are stopped.
  private static let patience: Duration = .seconds(60)
  /// The maximum time to wait for an event, in seconds. In between, a feed may have to save its state.
  private static let longestWait = 2.0

  private func stageNames(of slot: WorkerSlot) -> Set<String> {
    Set(["load", "picture"] + (slot.stages ?? pipeline.stages).map(\.name))
  }

  init(
    pipeline: Pipeline, pool: WorkerPool, feed: any DocumentFeed, output: OutputFolder, scheduler: BatchScheduler,
    passwords: [String] = [], onEvent: @escaping (BatchEvent) -> Void
  ) {
    self.passwords = Passwords(passwords)
    (self.pipeline, self.pool, self.feed, self.output) = (pipeline, pool, feed, output)
    (self.scheduler, self.onEvent) = (scheduler, onEvent)
  }

  /// Runs until all work is done. A first interruption lets pages in progress finish. A second one, or an urgent one, ends the loop.
  func run(interruption: Interruption) throws(BatchError) -> Result {
    defer {
      for thread in scheduler.threads { thread.stop() }
    }
    onEvent(.started(documents: feed.count ?? 0, workers: pool.size))
    var wasInterrupted = false
    do throws(BatchError) {
      while true {
        if !wasInterrupted {
          try output.requireRoom(megabytes: pipeline.limits.freeMegabytes)
          try feed.look()
          try assign()
        }
        if pool.isQuiet, wasInterrupted ? !scheduler.isPlacing : try scheduler.isAtEnd() { break }
        try rest()
        if try waitForWorkers(interruption, isStopping: wasInterrupted) {
          if wasInterrupted || interruption.isUrgent {
            wasInterrupted = true
            break
          }
          wasInterrupted = true
          interruption.take()
          try pool.stopIdle()
          if !pool.slots.isEmpty {
            onEvent(.notice("Stopping after the pages in progress. Interrupt again to stop at once."))
          }
        }
      }
      try writing(output.journal.endAll())
    } catch {
      endAttempts()
      throw error
    }
    if let words = try scheduler.hooks?.leftOver() { onEvent(.notice(words)) }
    pool.stop()
    // If the feed is open-ended, there is always work left.
    if wasInterrupted, feed.count != nil { wasInterrupted = try !scheduler.isAtEnd() }
    return Result(
      stageSeconds: stageSeconds, megapixels: scheduler.megapixels, workers: pool.size,
      wasInterrupted: wasInterrupted, review: scheduler.review?.review,
      translationEnded: scheduler.translating?.ended)
  }

  /// Records that the run ended in an orderly way, so that the pages in progress aren't blamed.
  private func endAttempts() {
    do {
      try output.journal.endAll()
    } catch {
      // The disk is full or broken, which is the error that ends the run.
    }
  }

  /// Stops the workers after a minute without work, to free their memory.
  private func rest() throws(BatchError) {
    guard scheduler.isIdle, pool.isQuiet else {
      idleSince = nil
      return
    }
    let since = idleSince ?? .now
    idleSince = since
    if since + Self.patience <= .now { try pool.stopIdle() }
  }

  private func assign() throws(BatchError) {
    scheduler.beginTurn()
    try scheduler.nameDocuments()
    try scheduler.hooks?.look()
    try scheduler.revise()
    for slot in pool.idleSlots {
      // A job can end immediately because its file is missing. Then the worker gets the next one.
      while slot.isIdle, let job = try nextJob(for: slot) { try begin(job, in: slot) }
    }
    // No worker starts for documents that need none.
    if pool.idleSlots.isEmpty { try scheduler.settleHashed() }
    // Documents are hashed in advance only after the current documents had their turn, because each result wakes the loop.
    try scheduler.hashAhead()
    let (free, available) = (pool.freeSlots, scheduler.availableJobs)
    for _ in 0..<max(0, min(pool.size, available - free)) {
      guard try pool.start() else { break }
    }
    let there = pool.slots.map { $0.stages ?? scheduler.textStages }
    if let stages = scheduler.missingStages(besides: there) { _ = try pool.start(stages) }
  }

  private func nextJob(for slot: WorkerSlot) throws(BatchError) -> (any Job)? {
    if let stages = slot.stages { return scheduler.nextRevision(stages) }
    return try scheduler.nextJob(lastDocument: slot.lastDocument)
  }

  /// Returns the key that documents must have in common to be read by the same worker. A worker with a password reads nothing else.
  private func key(of document: ScheduledDocument) -> String {
    let input = document.input.identity
    return lockedInputs.contains(input) ? "locked " + input : document.workerKey(pipeline.limits.workerSharing)
  }

  private func begin<Work: Job>(
    _ job: Work, in slot: WorkerSlot, repeating last: (any JobRequest)? = nil
  ) throws(BatchError) {
    let key = key(of: job.document)
    guard slot.key == nil || slot.key == key else { return try pool.replace(slot, for: job) }
    slot.key = key
    let next = if let last = last as? Work.Request { Optional(last) } else { try job.request() }
    guard let request = next else { return }
    let files: [OpenFile]
    do throws(PageFailure) {
      files = try job.files()
    } catch {
      return try job.failed(.unopened(error))
    }
    let limits = WorkerLimits(pipeline.limits, request, files: files)
    slot.lastDocument = job.document.reading.map(ObjectIdentifier.init)
    slot.begin(
      job, request, allowance: limits.seconds ?? 0,
      stageAllowance: job.isWatched ? pipeline.limits.secondsWithoutProgress : nil)
    slot.worker.limit(limits)
    if !slot.worker.send(request, files: files) { try workerEnded(slot) }
  }

  /// Waits for the next events, and handles them. Returns `true` if there was an interruption.
  private func waitForWorkers(_ interruption: Interruption, isStopping: Bool) throws(BatchError) -> Bool {
    let slots = pool.slots
    // A stopping run takes no more documents, so it must not wake up for available ones.
    let signals = interruption.descriptors
    let files = scheduler.threads.map(\.descriptor)
    let others = signals + files + (isStopping ? [] : feed.descriptors)
    var watched = others.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    watched += slots.map { pollfd(fd: $0.worker.descriptor, events: Int16(POLLIN), revents: 0) }
    let deadlines =
      slots.compactMap(\.nextLook)
      + [isStopping ? nil : feed.nextLook, isStopping ? nil : scheduler.hooks?.nextLook].compactMap(\.self)
    let next = deadlines.min().map { seconds(from: .now, to: $0) } ?? Self.longestWait
    // A document that changed while jobs were assigned may have one for a worker that was asked before.
    let hasMore = scheduler.hasMoreSteps || scheduler.hasChanged && !pool.idleSlots.isEmpty
    let wait = !isStopping && hasMore ? 0 : min(max(next, 0) + 0.001, Self.longestWait)
    guard unsafe poll(&watched, nfds_t(watched.count), Int32(wait * 1000)) >= 0 || errno == EINTR else {
      throw BatchError.output("Waiting for workers failed: \(errorText()).")
    }
    if watched.prefix(signals.count).contains(where: { $0.revents != 0 }) { return true }
    if watched[signals.count...].prefix(files.count).contains(where: { $0.revents != 0 }) {
      try scheduler.takeFiles(isStopping: isStopping)
    }
    for (slot, state) in zip(slots, watched.dropFirst(others.count)) where state.revents != 0 {
      try listen(to: slot)
    }
    for slot in pool.slots where slot.nextLook.map({ $0 <= .now }) ?? false {
      if let overrun = slot.look() { try timedOut(slot, overrun) }
    }
    return false
  }

  private func listen(to slot: WorkerSlot) throws(BatchError) {
    let arrival = slot.worker.receive()
    for answer in arrival.answers {
      try handle(answer, from: slot)
      // Handling an answer may have killed the worker, whose later answers no longer count.
      guard pool.contains(slot) else { return }
    }
    if let complaint = arrival.complaint { return try violated(slot, complaint) }
    if arrival.isAtEnd { try workerEnded(slot) }
  }

  private func handle(_ answer: WorkerAnswer<Message>, from slot: WorkerSlot) throws(BatchError) {
    switch (slot.state, answer) {
    case (.starting(let isBuilt), .done(let message)):
      if let complaint = try pool.take(message, from: slot, isBuilt: isBuilt) { return try violated(slot, complaint) }
      if slot.isIdle, let next = slot.next.take() { try begin(next.job, in: slot, repeating: next.request) }
    case (.starting, .misconfigured(let error)): throw .missingPart("\(error)")
    case (.busy, .stage(let name)) where stageNames(of: slot).contains(name): count(slot.enter(name))
    case (.busy(let job), .password(let question)): try sendPassword(question, for: job, in: slot)
    case (.busy(let job), .done(let message)):
      job.document.workSeconds += slot.secondsOfJob
      try finish(job, with: message, slot)
    case (.busy(let job), .failed(let failure)) where failure.kind == .storage: try cannotWrite(slot, job, failure)
    case (.busy(let job), .failed(let failure)):
      slot.state = .idle
      try job.failed(.refused(failure))
    case (_, _): try violated(slot, "an answer to no request")
    }
  }

  /// Sends a worker the next password for a locked file. A worker that has read another input is replaced first.
  private func sendPassword(_ question: PasswordQuestion, for job: any Job, in slot: WorkerSlot) throws(BatchError) {
    var password: String?
    do throws(PageFailure) {
      let files = try job.files()
      if files.indices.contains(question.file) {
        password = passwords.next(for: files[question.file], tried: question.tried)
      }
    } catch {
      // The file has changed, which the document's next request reports.
    }
    if password != nil {
      lockedInputs.insert(job.document.input.identity)
      guard !slot.hasReadOthers else {
        job.document.workSeconds += slot.secondsOfJob
        return try pool.replace(slot, for: job, repeating: slot.request)
      }
      slot.key = key(of: job.document)
    }
    if !slot.worker.send(password: password) { try workerEnded(slot) }
  }

  private func finish(_ job: any Job, with message: Message, _ slot: WorkerSlot) throws(BatchError) {
    let (last, seconds) = (slot.stage, slot.secondsInStage)
    switch try job.accept(message, scratch: slot.scratch) {
    case .finished:
      if let stage = job.stage(last: last) { count((stage, seconds)) }
      slot.state = .idle
    case .unfinished:
      slot.state = .idle
      try begin(job, in: slot)
    case .invalid(let complaint): try violated(slot, complaint)
    }
  }

  private func count(_ ended: (stage: String, seconds: Double)) {
    stageSeconds[ended.stage, default: 0] += ended.seconds
    onEvent(.measured(.stage(ended.stage, seconds: ended.seconds)))
  }

  /// Handles a worker that couldn't write a file. If the disk is full, the run ends. Otherwise another worker tries again.
  private func cannotWrite(_ slot: WorkerSlot, _ job: any Job, _ failure: PageFailure) throws(BatchError) {
    try scheduler.checkDisk(for: job.document)
    let message = "The worker could not write its files, although the disk has space: \(failure.message)"
    try lost(slot, PageFailure(kind: .library, stage: slot.stage, message: message))
  }

  private func timedOut(_ slot: WorkerSlot, _ overrun: WorkerSlot.Overrun) throws(BatchError) {
    let (limit, seconds) =
      switch overrun {
      case .stage: ("limits.secondsWithoutProgress", pipeline.limits.secondsWithoutProgress)
      case .job: ("limits.secondsPerPage", slot.allowance)
      }
    var failure = PageFailure.tookTooLong(slot.stage, stoodStill: slot.stoodStill, seconds, limit)
    let isReading = slot.stage == EngineChoice.stageName
    if isReading, let engine = pool.engine { failure.message += " It reads with the engine \(engine)." }
    try lost(slot, failure)
  }

  private func violated(_ slot: WorkerSlot, _ complaint: String) throws(BatchError) {
    try lost(slot, .invalidAnswer(complaint, slot.stage))
  }

  private func workerEnded(_ slot: WorkerSlot) throws(BatchError) {
    try lost(slot, PageFailure(slot.worker.awaitEnd(), during: slot.stage, pipeline.limits))
  }

  private func lost(_ slot: WorkerSlot, _ failure: PageFailure) throws(BatchError) {
    _ = slot.worker.kill()
    try pool.remove(slot)
    switch slot.state {
    case .idle: break
    case .starting:
      try pool.noteFailedStart(failure.message)
      try slot.next.take()?.job.failed(.lost(failure))
    case .busy(let job):
      job.document.workSeconds += slot.secondsOfJob
      try job.failed(.lost(failure))
    }
  }
}
