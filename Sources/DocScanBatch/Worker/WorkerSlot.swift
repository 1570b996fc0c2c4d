// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A place in the pool: a worker process and what it is doing.
final class WorkerSlot {
  let worker: WorkerProcess
  /// The folder in which the worker leaves its pictures.
  let scratch: String
  var state: State
  /// The stage that has the page, and since when.
  private(set) var stage = "load"
  private var stageStart = ContinuousClock.now
  /// How long a stage may take; nil where the worker gives no notice of what it does.
  private var secondsWithoutProgress: Double?
  /// The document whose file the worker has open.
  var lastDocument: ObjectIdentifier?

  /// What a worker is doing.
  enum State {
    /// It builds its stages and confines itself.
    case starting(deadline: ContinuousClock.Instant)
    case idle
    case busy(Job, deadline: ContinuousClock.Instant)
  }

  init(worker: WorkerProcess, scratch: String, state: State) {
    self.worker = worker
    self.scratch = scratch
    self.state = state
  }

  /// Whether it can take a job.
  var isIdle: Bool {
    if case .idle = state { true } else { false }
  }

  /// When it must have answered; nil when nothing is asked of it.
  var deadline: ContinuousClock.Instant? {
    switch state {
    case .starting(let deadline): deadline
    case .busy(_, let deadline): min(deadline, progressDeadline ?? deadline)
    case .idle: nil
    }
  }

  /// When there must have been a sign of progress.
  private var progressDeadline: ContinuousClock.Instant? { secondsWithoutProgress.map { stageStart + .seconds($0) } }

  /// Whether the job's whole time is not over yet, but it has stood still for too long.
  var standsStill: Bool {
    guard case .busy(_, let deadline) = state, let progressDeadline else { return false }
    return progressDeadline < deadline
  }

  /// Gives it a job.
  func begin(_ job: Job, deadline: ContinuousClock.Instant, secondsWithoutProgress: Double?) {
    state = .busy(job, deadline: deadline)
    self.secondsWithoutProgress = secondsWithoutProgress
    stage = "load"
    stageStart = .now
  }

  /// Notes the stage that begins, and tells which one ended and how long it took.
  func enter(_ next: String) -> (stage: String, seconds: Double) {
    let now = ContinuousClock.now
    defer { (stage, stageStart) = (next, now) }
    return (stage, seconds(from: stageStart, to: now))
  }
}

/// The time between two instants in seconds.
func seconds(from start: ContinuousClock.Instant, to end: ContinuousClock.Instant) -> Double {
  let duration = (end - start).components
  return Double(duration.seconds) + Double(duration.attoseconds) / 1e18
}
