// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import DocScanWire
internal import DocScanWorkers

/// A job that processes a page, or only loads it to keep its picture.
struct PageJob: Job {
  var document: ScheduledDocument { open.document }
  let isWatched = true
  let scheduler: BatchScheduler
  let open: DocumentBuild
  let index: Int
  let effort: PageRequest.Effort
  let cached: CachedPage?

  func request() -> PageRequest? {
    var request = open.request(index: index, effort: effort)
    request.cached = cached
    return request
  }

  func files() throws(PageFailure) -> [OpenFile] { [try open.openFile(index: index)] }

  func accept(_ reply: PageRequest.Reply, scratch: String) throws(BatchError) -> JobVerdict {
    let check = ResultCheck(
      request: open.request(index: index, effort: effort), pipeline: scheduler.pipeline, scratch: scratch)
    if let complaint = check.complaint(about: reply.results, checkpoint: reply.checkpoint) {
      return .invalid(complaint)
    }
    guard open.takeFiles(of: reply.results, index: index, from: scratch) else { return .invalid("a file is missing") }
    // Deletes other files of the worker, which belong to no request.
    try OutputFolder.empty(scratch)
    try scheduler.finished(open, index: index, reply, effort: effort)
    return .finished
  }

  func failed(_ failure: JobFailure) throws(BatchError) {
    if case .unopened(let failure) = failure { open.fail(failure) }
    try scheduler.failed(open, index: index, effort: effort, failure)
  }

  func stage(last: String) -> String? { last }
}
