// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanWorkers

/// What a document that is revised asks of a worker, whatever it is.
protocol RevisionAsking {
  /// The text stages that the worker must have; nil if any worker can answer.
  var stages: [ResolvedComponent]? { get }
  /// The work of asking.
  func job(for document: ScheduledDocument, _ scheduler: BatchScheduler) -> any Job
}

/// A request, its files, and what its reply means for a document's revision.
struct RevisionRequest<Request: JobRequest>: RevisionAsking {
  let request: Request
  let paths: [String]
  /// The library that some of them are in; the others are in open folders.
  let root: Folder?
  let stages: [ResolvedComponent]?
  /// Takes the reply and the worker's scratch folder; gives what is wrong with the reply, nil if nothing is.
  let take: (Request.Reply, String) throws -> String?

  init(
    _ request: Request, files: [String] = [], below root: Folder? = nil, stages: [ResolvedComponent]? = nil,
    take: @escaping (Request.Reply, String) throws -> String?
  ) {
    (self.request, paths, self.stages, self.take) = (request, files, stages, take)
    self.root = root
  }

  func job(for document: ScheduledDocument, _ scheduler: BatchScheduler) -> any Job {
    RevisionJob(document: document, scheduler: scheduler, content: self)
  }
}

/// Asks a worker what the revision of a document needs next.
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
    // The run may have begun to make the document anew meanwhile.
    guard case .revising(let revision) = document.state else { return .finished }
    var complaint: String?
    try scheduler.goOn(revision, document) { complaint = try content.take(reply, scratch) }
    if let complaint { return .invalid(complaint) }
    revision.noteReply()
    document.isWithWorker = false
    try OutputFolder.empty(scratch)
    return .finished
  }

  func failed(_ failure: JobFailure) throws(BatchError) {
    guard case .revising(let revision) = document.state else { return }
    try scheduler.revisionFailed(document, revision, failure)
  }
}
