// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import DocScanWire
internal import DocScanWorkers

/// A type-erased request of a document revision to a worker.
protocol RevisionAsking {
  /// The text stages that the worker needs, or `nil` if any worker can answer.
  var stages: [ResolvedComponent]? { get }
  func job(for document: ScheduledDocument, _ scheduler: BatchScheduler) -> any Job
}

extension RevisionAsking {
  func fits(_ others: [ResolvedComponent]) -> Bool { stages.map { $0 == others } ?? true }
}

enum RevisionReply {
  case step(RevisionStep)
  case complaint(String)
}

/// A request of a document revision, with its files and the handling of its reply.
struct RevisionRequest<Request: JobRequest>: RevisionAsking {
  let request: Request
  let paths: [String]
  /// The library for paths inside of it; other paths are anchored at open folders.
  let root: Folder?
  let stages: [ResolvedComponent]?
  /// Handles the reply, given the worker's scratch folder.
  let take: (Request.Reply, String) throws -> RevisionReply

  init(
    _ request: Request, files: [String] = [], below root: Folder? = nil, stages: [ResolvedComponent]? = nil,
    take: @escaping (Request.Reply, String) throws -> RevisionReply
  ) {
    (self.request, paths, self.stages, self.take) = (request, files, stages, take)
    self.root = root
  }

  func job(for document: ScheduledDocument, _ scheduler: BatchScheduler) -> any Job {
    RevisionJob(document: document, scheduler: scheduler, content: self)
  }
}

/// A job that sends a request of a document revision to a worker.
struct RevisionJob<Request: JobRequest>: Job {
  let document: ScheduledDocument
  let isWatched = true
  unowned let scheduler: BatchScheduler
  let content: RevisionRequest<Request>

  func request() -> Request? { content.request }

  func files() throws(PageFailure) -> [OpenFile] {
    try content.paths.map { (path) throws(PageFailure) in try SourceFile(path: path, below: content.root).open() }
  }

  func accept(_ reply: Request.Reply, scratch: String) throws(BatchError) -> JobVerdict {
    // The run may have started to process the document again in the meantime.
    guard case .revising(let revision, .asking) = document.state else { return .finished }
    var complaint: String?
    try scheduler.goOn(revision, document) {
      switch try content.take(reply, scratch) {
      case .complaint(let text):
        complaint = text
        return nil
      case .step(let step):
        revision.noteReply()
        return .step(step)
      }
    }
    if let complaint { return .invalid(complaint) }
    try OutputFolder.empty(scratch)
    return .finished
  }

  func failed(_ failure: JobFailure) throws(BatchError) {
    guard case .revising(let revision, .asking) = document.state else { return }
    try scheduler.revisionFailed(document, revision, failure)
  }
}
