// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
package import DocScanCore
package import DocScanFiles
package import DocScanPresets
internal import DocScanStore
internal import FoundationEssentials
internal import Glibc

/// A service that processes all documents that arrive in a folder, until it's stopped. ``WatchService`` is its form for other programs. A new loop
/// starts when the pipeline file was reloaded, or when the output is writable again. Loops share no state except for what is on disk.
package final class InboxService {
  /// The seconds between attempts to write the output; each pause is twice as long as the last one.
  private static let pauses: ClosedRange<Double> = 1...60
  /// The number of bytes that must fit on the disk before work continues.
  private static let probeSize = 4 << 20

  private let source: PipelineSource
  private let options: WatchOptions
  private var run: PipelineRun
  private var output: OutputFolder
  package private(set) var places: WatchPlaces
  private let hangUp: SignalDescriptor
  private let log: ServiceLog
  /// The last reported reason for a pause, until a document is finished. Each reason is reported once.
  private var toldPause: String?
  private var owesEnd = false
  /// Whether the service has started to work. From then on, missing folders count as temporary.
  private var hasBegun = false
  /// The pipeline that takes over after the pending documents.
  private var next: (run: PipelineRun, places: WatchPlaces, output: OutputFolder?)?
  /// The loader of a new pipeline file, and that of the current one. Both are `nil` before the file is reloaded for the first time.
  private var loading: PipelineLoading?
  private var loaded: PipelineLoading?
  /// Whether the file must be loaded again, because it may have changed since the current load began.
  private var mustLoad = false

  package var library: Folder { output.root }

  /// Checks the pipeline file and the folders, and locks the output folder. `options` take precedence over the pipeline. The signal `hangUp` reloads
  /// its file. Throws if the pipeline is invalid, a folder can't be used, or another process writes to the output folder.
  package init(
    _ source: PipelineSource, options: WatchOptions, reloadingOn hangUp: SignalDescriptor,
    unless interruption: Interruption? = nil
  ) throws(BatchError) {
    (self.source, self.options, self.hangUp) = (source, options, hangUp)
    run = try PipelineRun(source, options: Self.batchOptions(options), unless: interruption)
    places = try Self.places(of: run, source, options)
    output = try OutputFolder(path: places.output)
    log = ServiceLog(places: places, originals: run.pipeline.watch.originals)
    KnownInbox.note(places.inbox, of: places.output)
  }

  /// Runs until `interruption`, and returns the totals and the last documents. Failed pages and documents don't stop the service, which waits if the
  /// output can't be written or workers can't be started. `onEvent` runs on the calling thread. Throws for an error that it can't recover from.
  package func run(
    interruption: Interruption, onEvent: @escaping (BatchEvent) -> Void = { _ in }
  ) throws(BatchError) -> BatchReport {
    ServiceManager.tell("READY=1")
    defer { ServiceManager.tell("STOPPING=1") }
    var pause = Self.pauses.lowerBound
    var isFirst = true
    while true {
      let done = log.state.total
      do throws(BatchError) {
        let result = try loop(interruption: interruption, isFirst: isFirst, onEvent: onEvent)
        log.count(result)
        if result.wasInterrupted { break }
      } catch {
        let message: String
        switch error {
        case .output(let text), .diskFull(let text): message = text
        case .missingPart(let text) where hasBegun: message = text
        case .usage, .pipeline, .noInput, .missingPart: throw error
        }
        if log.state.total != done {
          pause = Self.pauses.lowerBound
          toldPause = nil
        }
        guard wait(for: message, pause: &pause, interruption: interruption, onEvent) else { break }
      }
      takeOver()
      isFirst = false
    }
    log.noteEnd()
    log.note(paused: nil)
    let report = log.report(of: run, interrupted: true)
    do {
      try log.write(report, to: output)
      try log.save(to: output)
      try output.clear()
    } catch {
      // The documents are published, and the next start cleans up.
      onEvent(.notice("The report could not be written: \(error)"))
    }
    onEvent(.finished(report))
    return report
  }

  private func loop(
    interruption: Interruption, isFirst: Bool, onEvent: @escaping (BatchEvent) -> Void
  ) throws(BatchError) -> BatchLoop.Result {
    let log = log
    let (run, output) = (run, output)
    let report = { [unowned self] (event: BatchEvent) in
      if case .documentFinished(let outcome) = event {
        tellEnd(onEvent)
        log.count(outcome)
      }
      if case .started = event {
        self.hasBegun = true
        if !isFirst { return }
      }
      onEvent(event)
    }
    let hooks = InboxFeed.Hooks(
      onEvent: report,
      reload: { [unowned self] in reload($0, onEvent) },
      looked: { (feed) throws(BatchError) in
        log.note(waiting: feed.waiting, processing: feed.namesProcessed, ignored: feed.ignored)
        try log.save(to: output)
        if log.isReportDue { try log.write(log.report(of: run, interrupted: false), to: output) }
        return log.nextSave
      })
    var pipeline = run.pipeline
    if let poll = options.poll { pipeline.watch.poll = poll }
    let feed = InboxFeed(
      places: places, pipeline: pipeline, formats: run.formats, output: output, hangUp: hangUp, hooks: hooks)
    return try run.process(feed, into: output, interruption: interruption, onEvent: report)
  }

  // MARK: Reloading the pipeline

  /// Reloads the pipeline file in the background, if asked to. Returns `true` when a valid pipeline is ready.
  private func reload(_ isAsked: Bool, _ onEvent: (BatchEvent) -> Void) -> Bool {
    mustLoad = mustLoad || isAsked
    do throws(BatchError) {
      if loading == nil, mustLoad {
        mustLoad = false
        loading = try PipelineLoading(source, options: Self.batchOptions(options))
      }
      guard let loading, let result = loading.take() else { return false }
      self.loading = nil
      let run = try result.get()
      let places = try Self.places(of: run, source, options)
      let output = places.output == self.places.output ? nil : try OutputFolder(path: places.output)
      next = (run, places, output)
      loaded = loading
      onEvent(.notice("The pipeline file was reloaded. It applies to documents that are opened from now on."))
      return true
    } catch {
      onEvent(.notice("The pipeline file cannot be used; the previous one stays in use: \(error)"))
      return false
    }
  }

  private func takeOver() {
    guard let next else { return }
    self.next = nil
    (run, places) = (next.run, next.places)
    if let output = next.output { self.output = output }
    log.move(to: places, originals: run.pipeline.watch.originals)
  }

  // MARK: Pausing

  /// Waits until the output is writable or another pipeline takes over. Returns `false` if it was interrupted.
  private func wait(
    for message: String, pause: inout Double, interruption: Interruption, _ onEvent: (BatchEvent) -> Void
  ) -> Bool {
    if message != toldPause {
      onEvent(.notice("Paused: \(message) Nothing is lost; the service continues automatically once that is fixed."))
      owesEnd = true
    }
    toldPause = message
    log.note(paused: message)
    repeat {
      clear()
      let end = ContinuousClock.now + .seconds(pause)
      while next == nil, .now < end {
        let left = (end - .now) / .seconds(1)
        guard !interruption.comes(within: min(left, Self.pauses.lowerBound)) else { return false }
        _ = reload(hangUp.take(), onEvent)
      }
      pause = min(pause * 2, Self.pauses.upperBound)
    } while next == nil && !canWrite()
    log.note(paused: nil)
    // Another pipeline may have the same problem, so the end of the pause isn't certain yet.
    if next == nil { tellEnd(onEvent) }
    return true
  }

  private func tellEnd(_ onEvent: (BatchEvent) -> Void) {
    guard owesEnd else { return }
    onEvent(.notice("Continuing."))
    owesEnd = false
  }

  /// Frees disk space, and updates the state for monitors.
  private func clear() {
    do {
      try output.clear()
      try log.save(to: output)
    } catch {
      // The service is waiting for this error to go away, and has reported it.
    }
  }

  private func canWrite() -> Bool {
    let path = output.hidden + "/probe"
    defer { removeFile(path) }
    do {
      try output.requireRoom(megabytes: run.pipeline.limits.freeMegabytes)
      try OutputFolder.makeFolder(output.hidden)
      let file = try OutputFile(path: path)
      try file.write(repeatElement(0, count: Self.probeSize))
      try file.finish()
      return true
    } catch {
      // The output still isn't writable.
      return false
    }
  }

  private static func batchOptions(_ options: WatchOptions) -> BatchOptions {
    var batch = BatchOptions(
      paths: [], outputFolder: options.outputFolder, workers: options.workers, passwords: options.passwords)
    batch.leavesWebhooks = options.leavesWebhooks
    return batch
  }

  private static func places(
    of run: PipelineRun, _ source: PipelineSource, _ options: WatchOptions
  ) throws(BatchError) -> WatchPlaces {
    let watch = run.pipeline.watch
    let places = WatchPlaces(
      watch, inbox: options.inboxFolder ?? source.resolved(watch.inbox), output: run.outputFolder)
    do {
      try places.check(originals: run.pipeline.watch.originals)
    } catch {
      guard case .pipeline(let cause) = error else { throw error }
      throw .pipeline(cause.inFile(source.label))
    }
    return places
  }
}
