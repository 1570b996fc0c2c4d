// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanBatch
public import DocScanCore
public import DocScanStore
internal import DocScanWriters
internal import FoundationEssentials
internal import Glibc

/// Processes everything that arrives in a folder, until it is stopped.
///
/// It goes through one loop after another: a new one begins after the pipeline file was read again, and after the output
/// could not be written for a while. Nothing that is not on the disk is needed by the next.
public final class WatchService {
  /// How long it waits before it tries the output again; twice as long each time.
  private static let pauses: ClosedRange<Double> = 1...60
  /// So much must fit on the disk before it goes on.
  private static let probeSize = 4 << 20

  private let source: PipelineSource
  private let options: WatchOptions
  private var run: BatchRun
  private var output: OutputFolder
  /// The folders that it works with.
  package private(set) var places: WatchPlaces
  private let hangUp: SignalDescriptor
  private let log: ServiceLog
  /// What the service was paused for last, until a document is done: it is reported once.
  private var toldPause: String?
  /// Whether it is to be told that the pause is over.
  private var owesEnd = false
  /// Whether the service has begun to work: what is missing from then on may come back.
  private var hasBegun = false
  /// What takes over once the open documents are done.
  private var next: (run: BatchRun, places: WatchPlaces, output: OutputFolder?)?
  /// What reads the pipeline file, and what has read that of the present run; nil for the first.
  private var loading: PipelineLoading?
  private var loaded: PipelineLoading?
  /// Whether the file is to be read once more, because it may have changed since it was.
  private var mustLoad = false

  /// The output folder, open.
  package var library: Folder { output.root }

  /// Checks the pipeline file and the folders, and takes the output folder for this process alone.
  ///
  /// From here on SIGHUP has the pipeline file read again; it must not be called once there are other threads.
  public init(_ source: PipelineSource, options: WatchOptions = WatchOptions()) throws(BatchError) {
    (self.source, self.options) = (source, options)
    hangUp = SignalDescriptor(SIGHUP)
    // The kernel sends it when a file is opened that is just being looked at.
    signal(SIGIO, SIG_IGN)
    run = try BatchRun(source, options: Self.batchOptions(options))
    places = try Self.places(of: run, source, options)
    output = try OutputFolder(path: places.output)
    log = ServiceLog(places: places, originals: run.pipeline.watch.originals)
  }

  /// Runs until the interruption; gives the totals since the start and the last documents.
  ///
  /// Failures of pages and documents are in the report. An output that cannot be written, such as a full disk, is waited
  /// for, and so are workers that do not start any more; what is thrown ended the service.
  public func run(
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
      // The results are in place; the next start removes what is left.
      onEvent(.notice("The report could not be written: \(error)"))
    }
    onEvent(.finished(report))
    return report
  }

  /// One loop: until the interruption, or until another pipeline is to take over.
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

  // MARK: Another pipeline

  /// Has the pipeline file read again, if that is asked for, while the loop goes on; true once it is, and can be used.
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
      onEvent(.notice("The pipeline file was read again. It applies to documents that are opened from now on."))
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

  // MARK: An output that cannot be written

  /// Waits until the output can be written again, or another pipeline takes over; false when the interruption comes first.
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
    // Another pipeline is only a try: it may have to wait for the same.
    if next == nil { tellEnd(onEvent) }
    return true
  }

  /// Tells that work goes on, if it was told that it does not.
  private func tellEnd(_ onEvent: (BatchEvent) -> Void) {
    guard owesEnd else { return }
    onEvent(.notice("Continuing."))
    owesEnd = false
  }

  /// Makes room, and tells monitors.
  private func clear() {
    do {
      try output.clear()
      try log.save(to: output)
    } catch {
      // This is what the service waits for; it has been reported.
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
      // Still not.
      return false
    }
  }

  private static func batchOptions(_ options: WatchOptions) -> BatchOptions {
    BatchOptions(
      outputDirectory: options.outputDirectory, workers: options.workers, passwords: options.passwords)
  }

  private static func places(
    of run: BatchRun, _ source: PipelineSource, _ options: WatchOptions
  ) throws(BatchError) -> WatchPlaces {
    let watch = run.pipeline.watch
    let places = WatchPlaces(
      watch, inbox: options.inbox ?? source.resolved(watch.inbox), output: run.outputFolder)
    do {
      try places.check(originals: run.pipeline.watch.originals)
    } catch {
      guard case .pipeline(let cause) = error else { throw error }
      throw .pipeline(cause.inFile(source.label))
    }
    return places
  }
}
