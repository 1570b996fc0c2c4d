// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import FoundationEssentials
internal import Glibc

/// A thread's worker process, which does one request after the other.
final class WorkerLane {
  /// A worker that has built stages and given up its rights.
  private struct Ready {
    let worker: WorkerProcess
    let stages: [JSONValue]
    let pipeline: Pipeline
  }

  /// Why a worker gave no answer; it is gone.
  private enum Loss: Error {
    /// Its task was cancelled.
    case cancelled
    /// It ended by itself: another may manage.
    case ended(PageFailure)
    /// It took too long, or said something that cannot be.
    case stopped(PageFailure)
  }

  private let program: String?
  private let sandbox: LimitSettings.Sandbox
  /// Where the worker leaves pictures; nil before the first.
  private var scratch: RequestFolder?
  private var ready: Ready?
  /// What workers are made of; nil before the first.
  private var stages: [ComponentDescription]?
  private var serial = 0

  init(program: String?, sandbox: LimitSettings.Sandbox) { (self.program, self.sandbox) = (program, sandbox) }

  // The worker goes before its folder does.
  deinit { _ = ready?.worker.kill() }

  /// Does what is asked until nothing more will be.
  func serve(_ queue: ErrandQueue) {
    while let errand = queue.next(preferring: ready?.stages) {
      guard !errand.isCancelled else { continue }
      errand.finish(Result { try answer(errand) })
    }
  }

  /// A worker that ends is replaced once: another document may have been too much for it.
  private func answer(_ errand: Errand) throws -> PageAnswer {
    for isLast in [false, true] {
      do {
        return try attempt(errand)
      } catch Loss.cancelled {
        break
      } catch Loss.stopped(let failure) {
        throw failure
      } catch Loss.ended(let failure) {
        if isLast { throw failure }
      }
    }
    throw CancellationError()
  }

  private func attempt(_ errand: Errand) throws -> PageAnswer {
    let work = errand.work
    let files = try work.sources.map { (source) throws(PageFailure) in try source.open() }
    switch work.question {
    case .pageCounts:
      // Any worker counts pages.
      let ready = try self.ready ?? start(work.stages)
      let request = InspectRequest(fileNames: work.sources.map(\.name))
      let counts = try ask(request, files, of: ready, for: errand).untrustedPageCounts
      let most = ready.pipeline.limits.pagesPerDocument
      guard counts.count == files.count, counts.allSatisfy({ (0...most).contains($0) }),
        counts.reduce(0, +) <= most
      else { throw lose(.protocolViolation, "The worker process counted pages that cannot be.") }
      return PageAnswer(pageCounts: counts)
    case .page(let number):
      let isBuilt = self.ready?.stages == work.stages
      let ready = try isBuilt ? self.ready ?? start(work.stages) : start(work.stages)
      serial += 1
      let request = PageRequest(
        document: DocumentReference(name: work.sources[0].name, sha256: "", pageCount: 1),
        page: PageReference(number: number, source: work.sources[0].name, sourcePage: number), wantsPicture: .never,
        extras: work.pictures, effort: .full, fileStem: "\(serial)")
      let reply = try ask(request, files, of: ready, for: errand)
      let scratch = try scratchFolder()
      let check = ResultCheck(request: request, pipeline: ready.pipeline, scratch: scratch)
      if let complaint = check.complaint(about: reply.results, checkpoint: reply.checkpoint) {
        throw lose(.protocolViolation, "The worker process sent an invalid answer: \(complaint).")
      }
      var answer = PageAnswer(page: reply.results[0].page)
      for picture in work.pictures {
        // Whatever lies there is bytes to this process.
        answer.pictures[picture] = try contents(of: scratch + "/" + picture.fileName(stem: request.fileStem, part: 1))
      }
      if !work.pictures.isEmpty { try OutputFolder.empty(scratch) }
      return answer
    }
  }

  private func contents(of path: String) throws -> Data {
    guard let file = OpenFile(path: path), let bytes = file.read(at: 0, count: file.byteCount) else {
      throw lose(.protocolViolation, "A picture of the page is missing.")
    }
    return Data(bytes)
  }

  /// Ends the worker, and says why.
  private func lose(_ kind: PageFailure.Kind, _ message: String) -> Loss {
    _ = ready?.worker.kill()
    ready = nil
    return .stopped(PageFailure(kind: kind, stage: "load", message: message))
  }

  /// Asks a worker, and looks now and then whether the answer is still wanted.
  private func ask<Request: JobRequest>(
    _ request: Request, _ files: [OpenFile], of ready: Ready, for errand: Errand
  ) throws -> Request.Reply {
    let (worker, limits) = (ready.worker, ready.pipeline.limits)
    worker.limit(WorkerLimits(limits, request, files: files))
    guard worker.send(request, files: files) else { throw end(worker, during: "load", limits) }
    var meter = WorkMeter(worker)
    var stage = "load"
    while true {
      var watched = pollfd(fd: worker.descriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&watched, 1, 100) > 0 else {
        if errand.isCancelled {
          _ = worker.kill()
          self.ready = nil
          throw Loss.cancelled
        }
        meter.look(at: worker)
        guard meter.seconds < limits.secondsPerPage else {
          throw lose(.timeout, "The page took longer than \(limits.secondsPerPage) seconds.")
        }
        continue
      }
      let arrival = worker.receive()
      for answer in arrival.answers {
        do {
          switch try answer.reply(to: Request.self) {
          case .stage(let name):
            stage = name
            errand.onStage?(name)
          case .done(let reply): return reply
          case .failed(let failure): throw failure
          case .misconfigured(let error): throw BatchError.pipeline(error)
          }
        } catch let violation as FrameBuffer.Violation {
          throw lose(.protocolViolation, "The worker process sent an invalid answer: \(violation.message).")
        }
      }
      if arrival.isAtEnd || arrival.complaint != nil { throw end(worker, during: stage, limits) }
    }
  }

  /// A worker that ended.
  private func end(_ worker: WorkerProcess, during stage: String, _ limits: LimitSettings) -> Loss {
    let ending = worker.awaitEnd()
    ready = nil
    let kind: PageFailure.Kind = ending.isTimeout ? .timeout : .crash
    return .ended(
      PageFailure(kind: kind, stage: stage, message: ending.explanation(limits), signal: ending.signal))
  }

  /// Starts a worker for stages, in the place of the one before.
  private func start(_ stages: [JSONValue]) throws -> Ready {
    _ = ready?.worker.kill()
    ready = nil
    let program = try program ?? Installation.workerProgram()
    let worker = try WorkerProcess(program: program)
    let known = try self.stages ?? Installation.describe(worker).stages
    self.stages = known
    let pipeline: Pipeline
    do throws(PipelineError) {
      pipeline = try Pipeline(
        value: .object(["stages": .array(stages), "limits": .object(["sandbox": .string(sandbox.rawValue)])]),
        stages: known, writers: [])
    } catch {
      throw BatchError.usage("\(error)")
    }
    worker.limit(WorkerLimits(pipeline.limits))
    switch worker.build(WorkerConfiguration(pipeline, passwords: [])) {
    case .done: break
    case .misconfigured(let error): throw BatchError.pipeline(error.placed(in: pipeline))
    case _: throw BatchError.missingPart("The worker program does not answer: it \(worker.awaitEnd().description).")
    }
    _ = try Installation.confine(worker, sandbox, scratch: try scratchFolder())
    let ready = Ready(worker: worker, stages: stages, pipeline: pipeline)
    self.ready = ready
    return ready
  }

  private func scratchFolder() throws(BatchError) -> String {
    if let scratch { return scratch.path }
    let made = try RequestFolder()
    scratch = made
    return made.path
  }
}
