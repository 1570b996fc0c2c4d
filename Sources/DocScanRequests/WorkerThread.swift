// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import DocScanWire
internal import DocScanWorkers
package import FoundationEssentials

/// The work of a thread that owns a worker process, and processes one request at a time.
package final class WorkerThread {
  private struct Ready {
    let client: WorkerClient
    let stages: [JSONValue]
    let pipeline: Pipeline
    var owner: String?
  }

  private let program: URL?
  private let sandbox: LimitSettings.Sandbox
  /// The folder for the worker's pictures, or `nil` before the first one.
  private var scratch: RequestFolder?
  private var ready: Ready?
  private var stages: [ComponentDescription]?
  private var serial = 0

  package init(program: URL?, sandbox: LimitSettings.Sandbox) { (self.program, self.sandbox) = (program, sandbox) }

  // The worker must end before its folder is deleted.
  deinit { ready?.client.stop() }

  package func serve(_ queue: RequestQueue) {
    while let queued = queue.next(preferring: ready?.stages) {
      guard !queued.isCancelled else { continue }
      queued.finish(
        Result {
          do {
            return try answer(queued)
          } catch let failure as PageFailure {
            throw queued.work.sources.reduce(failure) { $1.placed($0) }
          }
        })
    }
  }

  private func answer(_ queued: QueuedRequest) throws -> PageAnswer {
    let work = queued.work
    let files = try work.sources.map { (source) throws(PageFailure) in try source.open() }
    switch work.question {
    case .pageCounts:
      // Counting pages doesn't depend on the stages.
      let ready = try self.ready ?? start(work.stages)
      let request = InspectRequest(fileNames: work.sources.map(\.name))
      let most = ready.pipeline.limits.pagesPerDocument
      let reply = try ask(request, files, of: ready, for: queued) { reply in
        let counts = reply.untrustedPageCounts
        let isSensible = counts.count == files.count && counts.allSatisfy { (0...most).contains($0) }
        return isSensible && counts.reduce(0, +) <= most ? nil : "impossible page counts"
      }
      return PageAnswer(pageCounts: reply.untrustedPageCounts)
    case .code(let text):
      let ready = try self.ready ?? start(work.stages)
      let reply = try ask(QRCodeRequest(text: text), files, of: ready, for: queued) { $0.complaint }
      return PageAnswer(code: reply.rows)
    case .page(let number):
      let isFit = self.ready.map { $0.stages == work.stages && [nil, work.owner].contains($0.owner) } ?? false
      let ready = try isFit ? self.ready ?? start(work.stages) : start(work.stages)
      self.ready?.owner = work.owner
      serial += 1
      let request = PageRequest(
        document: DocumentReference(name: work.sources[0].name, sha256: "", pageCount: 1),
        page: PageReference(number: number, source: work.sources[0].name, sourcePage: number), wantsPicture: .never,
        extras: work.pictures, effort: .full, fileStem: "\(serial)")
      let scratch = try scratchFolder()
      let check = ResultCheck(request: request, pipeline: ready.pipeline, scratch: scratch)
      let reply = try ask(request, files, of: ready, for: queued) { reply in
        check.complaint(about: reply.results, checkpoint: reply.checkpoint)
      }
      var answer = PageAnswer(result: reply.results[0])
      for picture in work.pictures {
        // The content is untrusted, and this process doesn't parse it.
        answer.pictures[picture] = try contents(of: scratch + "/" + picture.fileName(stem: request.fileStem, part: 1))
      }
      if !work.pictures.isEmpty { try OutputFolder.empty(scratch) }
      return answer
    }
  }

  private func contents(of path: String) throws -> Data {
    guard let file = OpenFile(path: path), let bytes = file.read(at: 0, count: file.byteCount) else {
      ready?.client.stop()
      throw PageFailure.invalidAnswer("a picture of the page is missing", "load")
    }
    return Data(bytes)
  }

  /// Sends a request, and waits until it's answered or canceled.
  private func ask<Request: JobRequest>(
    _ request: Request, _ files: [OpenFile], of ready: Ready, for queued: QueuedRequest,
    check: (Request.Reply) -> String?
  ) throws -> Request.Reply {
    let answer = try ready.client.ask(
      request, files: files, onStage: queued.onStage, while: { !queued.isCancelled }, check: check)
    switch answer {
    case .done(let reply): return reply
    case .failed(let failure): throw failure.failure
    case .cancelled: throw CancellationError()
    }
  }

  private func start(_ stages: [JSONValue]) throws -> Ready {
    ready?.client.stop()
    ready = nil
    let program = try program?.localPath ?? Installation.workerProgram()
    var fresh: WorkerProcess?
    if self.stages == nil {
      let worker = try WorkerProcess(program: program)
      self.stages = try Installation.describe(worker).stages
      fresh = worker
    }
    let pipeline: Pipeline
    do throws(PipelineError) {
      pipeline = try Pipeline(
        value: .object(["stages": .array(stages), "limits": .object(["sandbox": .string(sandbox.rawValue)])]),
        stages: self.stages ?? [], writers: [])
    } catch {
      throw BatchError.pipeline(error)
    }
    let client = WorkerClient(
      program: program,
      configuration: WorkerConfiguration(
        pages: pipeline.pages, limits: pipeline.limits, stages: pipeline.stages, variants: [], checksVariants: false),
      scratch: try scratchFolder(), fresh: fresh)
    do throws(BatchError) {
      try client.start()
    } catch {
      guard case .pipeline(let cause) = error else { throw error }
      throw BatchError.pipeline(cause.placed(in: pipeline))
    }
    let ready = Ready(client: client, stages: stages, pipeline: pipeline)
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
