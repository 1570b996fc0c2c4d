// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanInput
internal import DocScanWire
internal import DocScanWorkers

/// A worker process in the pool, and its current job.
final class WorkerSlot {
  let worker: WorkerProcess
  let scratch: String
  /// The worker's text stages for revisions, or `nil` if it has the run's stages.
  let stages: [ResolvedComponent]?
  var state: State
  private(set) var stage = "load"
  private var stageStart = ContinuousClock.now
  private var jobStart = ContinuousClock.now
  private var meter: ProcessorWatchdog
  private var beforeStage = 0.0
  /// The time limit of the job in seconds.
  private(set) var allowance = 0.0
  /// The time limit of a stage in seconds, or `nil` if the worker doesn't report progress.
  private var stageAllowance: Double?
  var lastDocument: ObjectIdentifier?
  /// The key of the documents that the worker has read, or `nil` before the first one.
  var key: String?
  /// The first job of a worker that replaces another, and the request to repeat, if any.
  var next: (job: any Job, request: (any JobRequest)?)?
  private(set) var request: (any JobRequest)?
  /// The input that the worker has read, and whether it has read others.
  private var input: String?
  private(set) var hasReadOthers = false

  enum State {
    /// The worker builds its stages, and is then confined.
    case starting(isBuilt: Bool)
    case idle
    case busy(any Job)
  }

  /// The limit that a worker has exceeded.
  enum Overrun {
    case job
    case stage
  }

  /// The bounds of the interval between measurements, in seconds. More frequent ones provide no information.
  private static let looks = 0.1...1.0

  /// Creates a slot for an idle worker, or for a starting one with a time limit.
  init(
    worker: WorkerProcess, scratch: String, stages: [ResolvedComponent]? = nil, secondsToStart: Double? = nil
  ) {
    (self.worker, self.scratch, self.stages) = (worker, scratch, stages)
    state = secondsToStart == nil ? .idle : .starting(isBuilt: false)
    allowance = secondsToStart ?? 0
    meter = ProcessorWatchdog(worker)
  }

  var isIdle: Bool {
    if case .idle = state { true } else { false }
  }

  var isBusy: Bool {
    if case .busy = state { true } else { false }
  }

  var isRevising: Bool {
    if case .busy(let job) = state { job.document.isRevised } else { false }
  }

  /// The time of the next measurement, or `nil` if the worker is idle.
  var nextLook: ContinuousClock.Instant? {
    guard !isIdle else { return nil }
    let left = remaining
    let soon = min(max(min(left.job, left.stage), Self.looks.lowerBound), Self.looks.upperBound)
    return meter.lastLook + .seconds(soon)
  }

  /// The remaining time of the job and the stage, in seconds.
  private var remaining: (job: Double, stage: Double) {
    (allowance - meter.seconds, (stageAllowance ?? .infinity) - (meter.seconds - beforeStage))
  }

  /// Whether the worker mostly waited for something other than a processor.
  var stoodStill: Bool { meter.stoodStill > meter.worked }

  /// Measures the worker's time. Returns the limit that was exceeded, if any.
  func look() -> Overrun? {
    guard !isIdle else { return nil }
    meter.look(at: worker)
    let left = remaining
    return left.stage <= 0 ? .stage : left.job <= 0 ? .job : nil
  }

  func begin(_ job: any Job, _ request: any JobRequest, allowance: Double, stageAllowance: Double?) {
    (state, self.request) = (.busy(job), request)
    let identity = job.document.input.identity
    hasReadOthers = hasReadOthers || input.map { $0 != identity } ?? false
    input = identity
    (self.allowance, self.stageAllowance) = (allowance, stageAllowance)
    meter = ProcessorWatchdog(worker)
    beforeStage = 0
    stage = "load"
    (stageStart, jobStart) = (.now, .now)
  }

  var secondsOfJob: Double { seconds(from: jobStart, to: .now) }

  var secondsInStage: Double { seconds(from: stageStart, to: .now) }

  func enter(_ next: String) -> (stage: String, seconds: Double) {
    meter.look(at: worker)
    beforeStage = meter.seconds
    defer { (stage, stageStart) = (next, .now) }
    return (stage, secondsInStage)
  }
}
