// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanWorkers

/// A place in the pool: a worker process and what it is doing.
final class WorkerSlot {
  let worker: WorkerProcess
  /// The folder in which the worker leaves its pictures.
  let scratch: String
  /// The stages that it has in place of the run's; nil if it has these.
  let stages: [ResolvedComponent]?
  var state: State
  /// The stage that has the page, and since when.
  private(set) var stage = "load"
  private var stageStart = ContinuousClock.now
  /// Since when it has its job.
  private var jobStart = ContinuousClock.now
  /// Counts what its worker does since it was given something to do.
  private var meter: ProcessorWatchdog
  /// What had been counted when the stage began.
  private var beforeStage = 0.0
  /// What it may take to do all of it.
  private(set) var allowance = 0.0
  /// What a stage may take; nil if the worker gives no notice of what it does.
  private var stageAllowance: Double?
  /// The document whose file the worker has open.
  var lastDocument: ObjectIdentifier?

  /// What a worker is doing.
  enum State {
    /// It builds its stages, and confines itself when they are built.
    case starting(isBuilt: Bool)
    case idle
    case busy(any Job)
  }

  /// Which of its limits a worker has reached.
  enum Overrun {
    /// That of all it has to do.
    case job
    /// That of a stage.
    case stage
  }

  /// More often than that looking at a worker tells nothing, and less often it is late, in seconds.
  private static let looks = 0.1...1.0

  /// A worker that has nothing to do yet, or may take so many seconds to build its stages.
  init(
    worker: WorkerProcess, scratch: String, stages: [ResolvedComponent]? = nil, secondsToStart: Double? = nil
  ) {
    (self.worker, self.scratch, self.stages) = (worker, scratch, stages)
    state = secondsToStart == nil ? .idle : .starting(isBuilt: false)
    allowance = secondsToStart ?? 0
    meter = ProcessorWatchdog(worker)
  }

  /// Whether it can take a job.
  var isIdle: Bool {
    if case .idle = state { true } else { false }
  }

  /// Whether it has a job.
  var isBusy: Bool {
    if case .busy = state { true } else { false }
  }

  /// Whether it has something to do for a document that is brought up to people's decisions: that leaves nothing half done.
  var isRevising: Bool {
    if case .busy(let job) = state, case .revising = job.document.state { true } else { false }
  }

  /// When to look at it again; nil when nothing is asked of it.
  var nextLook: ContinuousClock.Instant? {
    guard !isIdle else { return nil }
    let left = remaining
    let soon = min(max(min(left.job, left.stage), Self.looks.lowerBound), Self.looks.upperBound)
    return meter.lastLook + .seconds(soon)
  }

  /// What is left of what it may take, in seconds.
  private var remaining: (job: Double, stage: Double) {
    (allowance - meter.seconds, (stageAllowance ?? .infinity) - (meter.seconds - beforeStage))
  }

  /// Whether it spent most of its time waiting for something that is not a processor.
  var stoodStill: Bool { meter.stoodStill > meter.worked }

  /// Looks at what its worker does; tells when that is more than it may.
  func look() -> Overrun? {
    guard !isIdle else { return nil }
    meter.look(at: worker)
    let left = remaining
    return left.stage <= 0 ? .stage : left.job <= 0 ? .job : nil
  }

  /// Gives it a job, and seconds for all of it and for each stage.
  func begin(_ job: any Job, allowance: Double, stageAllowance: Double?) {
    state = .busy(job)
    (self.allowance, self.stageAllowance) = (allowance, stageAllowance)
    meter = ProcessorWatchdog(worker)
    beforeStage = 0
    stage = "load"
    (stageStart, jobStart) = (.now, .now)
  }

  /// How long it has had its job.
  var secondsOfJob: Double { seconds(from: jobStart, to: .now) }

  /// How long its stage has taken so far.
  var secondsInStage: Double { seconds(from: stageStart, to: .now) }

  /// Notes the stage that begins, and tells which one ended and how long it took.
  func enter(_ next: String) -> (stage: String, seconds: Double) {
    meter.look(at: worker)
    beforeStage = meter.seconds
    defer { (stage, stageStart) = (next, .now) }
    return (stage, secondsInStage)
  }
}
