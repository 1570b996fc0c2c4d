// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanStore
internal import Glibc

/// A worker for whoever asks one thing after the other and waits: it is started, confined and limited, and replaced when it
/// ends. The loop of a run, which never waits for one worker, has a `WorkerPool` instead; failures have the same words.
package final class WorkerClient {
  /// What became of a question.
  package enum Answer<Reply> {
    case done(Reply)
    case failed(JobFailure)
    /// Nobody wants the answer any more.
    case cancelled
  }

  private let program: String
  private let configuration: WorkerConfiguration
  private let scratch: String?
  /// A worker that is started, and still to be built and confined.
  private var fresh: WorkerProcess?
  private var worker: WorkerProcess?

  /// A client whose workers leave files in `scratch`; without it they write nothing.
  package init(program: String, configuration: WorkerConfiguration, scratch: String? = nil, fresh: WorkerProcess? = nil)
  {
    (self.program, self.configuration, self.scratch, self.fresh) = (program, configuration, scratch, fresh)
  }

  /// A client that begins with a worker that has built its stages, if there is one.
  package convenience init(
    built: WorkerProcess?, program: String, configuration: WorkerConfiguration
  ) throws(BatchError) {
    self.init(program: program, configuration: configuration)
    if let built { _ = try Installation.confine(built, configuration.limits.sandbox, scratch: nil) }
    worker = built
  }

  // The worker goes before its folder does.
  deinit { stop() }

  /// Ends the worker; the next question starts another.
  package func stop() {
    _ = worker?.kill()
    worker = nil
  }

  /// Has a worker ready; fails when none can be started, or lacks what the configuration asks for.
  @discardableResult
  package func start() throws(BatchError) -> WorkerProcess {
    if let worker { return worker }
    let started = if let fresh = fresh.take() { fresh } else { try WorkerProcess(program: program) }
    started.limit(WorkerLimits(configuration.limits))
    _ = try started.build(configuration)
    _ = try Installation.confine(started, configuration.limits.sandbox, scratch: scratch)
    worker = started
    return started
  }

  /// Asks a worker. One that ends is replaced, and asked the same where `retry` lets it be.
  ///
  /// `check` says what is wrong with a reply, nil if nothing is.
  package func ask<Request: JobRequest>(
    _ request: Request, files: [OpenFile] = [], retry: RetryPolicy = RetryPolicy(),
    onStage: ((String) -> Void)? = nil, while isWanted: () -> Bool = { true },
    check: (Request.Reply) -> String? = { _ in nil }
  ) throws(BatchError) -> Answer<Request.Reply> {
    var retry = retry
    while true {
      let answer = try askOnce(request, files, onStage, isWanted, check)
      guard case .failed(let failure) = answer, retry.takeRetry(after: failure) else { return answer }
    }
  }

  private func askOnce<Request: JobRequest>(
    _ request: Request, _ files: [OpenFile], _ onStage: ((String) -> Void)?, _ isWanted: () -> Bool,
    _ check: (Request.Reply) -> String?
  ) throws(BatchError) -> Answer<Request.Reply> {
    let worker = try start()
    let limits = WorkerLimits(configuration.limits, request, files: files)
    worker.limit(limits)
    var meter = ProcessorWatchdog(worker)
    var stage = "load"
    guard worker.send(request, files: files) else { return ended(worker, stage) }
    while true {
      var watched = pollfd(fd: worker.descriptor, events: Int16(POLLIN), revents: 0)
      let isReadable = unsafe poll(&watched, 1, 100) > 0
      guard isWanted() else {
        stop()
        return .cancelled
      }
      meter.look(at: worker)
      if let seconds = limits.seconds, meter.seconds >= seconds {
        return lost(.tookTooLong(stage, stoodStill: meter.stoodStill > meter.worked, seconds, "limits.secondsPerPage"))
      }
      guard isReadable else { continue }
      let arrival = worker.receive()
      for answer in arrival.answers {
        let said: WorkerAnswer<Request.Reply>
        do throws(InvalidInput) {
          said = try answer.reply(to: Request.self)
        } catch {
          return lost(.invalidAnswer("\(error)", stage))
        }
        switch said {
        case .stage(let name):
          stage = name
          onStage?(name)
        case .done(let reply):
          if let complaint = check(reply) { return lost(.invalidAnswer(complaint, stage)) }
          return .done(reply)
        case .failed(let failure): return .failed(.refused(failure))
        case .misconfigured(let error): throw .pipeline(error)
        }
      }
      if let complaint = arrival.complaint { return lost(.invalidAnswer(complaint, stage)) }
      if arrival.isAtEnd { return ended(worker, stage) }
    }
  }

  private func ended<Reply>(_ worker: WorkerProcess, _ stage: String) -> Answer<Reply> {
    lost(PageFailure(worker.awaitEnd(), during: stage, configuration.limits))
  }

  private func lost<Reply>(_ failure: PageFailure) -> Answer<Reply> {
    stop()
    return .failed(.lost(failure))
  }
}

extension PageFailure {
  /// A worker ended.
  package init(_ ending: WorkerProcess.Ending, during stage: String, _ limits: LimitSettings) {
    let kind: Kind = ending.isTimeout ? .timeout : .crash
    self.init(
      kind: kind, stage: stage, message: ending.explanation(limits), signal: kind == .crash ? ending.signal : nil)
  }

  /// A worker was ended because it took longer than `limit` allows.
  package static func tookTooLong(_ stage: String, stoodStill: Bool, _ seconds: Double, _ limit: String) -> PageFailure
  {
    let what = stoodStill ? "stood still for longer than" : "used more processor time than"
    return PageFailure(
      kind: .timeout, stage: stage,
      message:
        "The stage \"\(stage)\" \(what) the \(JSONValue.number(seconds).shortText) seconds that \(limit) allows. If such pages "
        + "need it, raise \(limit) in the pipeline file.")
  }

  /// A worker was ended because what it said cannot be, for this reason.
  package static func invalidAnswer(_ complaint: String, _ stage: String) -> PageFailure {
    PageFailure(
      kind: .protocolViolation, stage: stage, message: "The worker sent an invalid answer: \(complaint).")
  }
}
