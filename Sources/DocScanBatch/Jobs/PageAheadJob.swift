// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import DocScanWire
internal import DocScanWorkers

/// A job that processes a page whose document isn't complete yet.
struct PageAheadJob: Job {
  var document: ScheduledDocument { open.document }
  let isWatched = true
  let scheduler: BatchScheduler
  /// A temporary document with only this page, which is never published.
  let open: DocumentBuild
  let cached: CachedPage?

  func request() -> PageRequest? {
    var request = open.request(index: 0, effort: .full)
    request.cached = cached
    return request
  }

  func files() throws(PageFailure) -> [OpenFile] { [try open.openFile(index: 0)] }

  func accept(_ reply: PageRequest.Reply, scratch: String) throws(BatchError) -> JobVerdict {
    let check = ResultCheck(
      request: open.request(index: 0, effort: .full), pipeline: scheduler.pipeline, scratch: scratch)
    if let complaint = check.complaint(about: reply.results, checkpoint: reply.checkpoint) {
      return .invalid(complaint)
    }
    guard open.takeFiles(of: reply.results, index: 0, from: scratch) else { return .invalid("a file is missing") }
    try OutputFolder.empty(scratch)
    try scheduler.readAhead(open, reply)
    return .finished
  }

  func failed(_ failure: JobFailure) throws(BatchError) { try scheduler.aheadFailed(open, failure) }

  func stage(last: String) -> String? { last }
}
