// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
package import DocScanWire
internal import Glibc

/// A worker for blocking requests, one at a time. The client starts, confines, limits, and replaces the worker. The loop of a run never blocks on a
/// worker and uses `WorkerPool` instead, but failures have the same messages.
package final class WorkerClient {
  package enum Answer<Reply> {
    case done(Reply)
    case failed(JobFailure)
    /// The caller no longer wants the answer.
    case cancelled
  }

  private let program: String
  private let configuration: WorkerConfiguration
  private let scratch: String?
  private let passwords: Passwords
  private var readFiles: Set<FileIdentity> = []
  /// Whether the worker has a password, so that it must not read other files.
  private var isUnlocked = false
  /// A worker that was started, but isn't configured or confined yet.
  private var fresh: WorkerProcess?
  private var worker: WorkerProcess?

  /// Creates a client whose workers write files to `scratch`, or no files if it's `nil`.
  package init(
    program: String, configuration: WorkerConfiguration, scratch: String? = nil, fresh: WorkerProcess? = nil,
    passwords: [String] = []
  ) {
    (self.program, self.configuration, self.scratch, self.fresh) = (program, configuration, scratch, fresh)
    self.passwords = Passwords(passwords)
  }

  package convenience init(
    built: WorkerProcess?, program: String, configuration: WorkerConfiguration, passwords: [String]
  ) throws(BatchError) {
    self.init(program: program, configuration: configuration, passwords: passwords)
    if let built { _ = try Installation.confine(built, configuration.limits.sandbox, scratch: nil) }
    worker = built
  }

  // The worker must end before its folder is deleted.
  deinit { stop() }

  /// Kills the worker. The next request starts another one.
  package func stop() {
    _ = worker?.kill()
    worker = nil
    (readFiles, isUnlocked) = ([], false)
  }

  /// Starts a worker if there is none. Throws if it can't be started or lacks a requirement.
  @discardableResult
  package func start() throws(BatchError) -> WorkerProcess {
    if let worker { return worker }
    do throws(BatchError) {
      return try startOnce()
    } catch {
      // The system may have killed the worker before it was ready. Settings don't become valid by another start.
      guard case .missingPart = error else { throw error }
      return try startOnce()
    }
  }

  private func startOnce() throws(BatchError) -> WorkerProcess {
    let started = if let fresh = fresh.take() { fresh } else { try WorkerProcess(program: program) }
    started.limit(WorkerLimits(configuration.limits))
    _ = try started.build(configuration)
    _ = try Installation.confine(started, configuration.limits.sandbox, scratch: scratch)
    worker = started
    return started
  }

  /// Sends a request, and waits for the answer. A worker that ends is replaced, and the request is repeated if `retry` allows it.
  /// `check` returns the problem with a reply, or `nil`.
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
    let identities = Set(files.compactMap(\.identity))
    if isUnlocked, !identities.isSubset(of: readFiles) { stop() }
    let worker = try start()
    readFiles.formUnion(identities)
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
        case .password(let question):
          let file = files.indices.contains(question.file) ? files[question.file] : nil
          let password = file.flatMap { passwords.next(for: $0, tried: question.tried) }
          if password != nil {
            // Another document could have taken over the worker.
            guard readFiles == identities else {
              stop()
              return try askOnce(request, files, onStage, isWanted, check)
            }
            isUnlocked = true
          }
          guard worker.send(password: password) else { return ended(worker, stage) }
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
  package init(_ ending: WorkerProcess.Ending, during stage: String, _ limits: LimitSettings) {
    let kind: Kind = ending.isTimeout ? .timeout : .crash
    self.init(
      kind: kind, stage: stage, message: ending.explanation(limits), signal: kind == .crash ? ending.signal : nil)
  }

  /// Returns the failure for a worker that was killed because it exceeded a time limit.
  package static func tookTooLong(_ stage: String, stoodStill: Bool, _ seconds: Double, _ limit: String) -> PageFailure
  {
    let what = stoodStill ? "stood still for longer than" : "used more processor time than"
    return PageFailure(
      kind: .timeout, stage: stage,
      message:
        "The stage \"\(stage)\" \(what) the \(JSONValue.number(seconds).shortText) seconds that \(limit) allows. If such pages "
        + "need it, raise \(limit) in the pipeline file.")
  }

  package static func invalidAnswer(_ complaint: String, _ stage: String) -> PageFailure {
    PageFailure(
      kind: .protocolViolation, stage: stage, message: "The worker sent an invalid answer: \(complaint).")
  }
}
