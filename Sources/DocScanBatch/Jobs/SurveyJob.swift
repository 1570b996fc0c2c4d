// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanInput
internal import DocScanWire
internal import DocScanWorkers

/// A job that searches pages of an input for separators.
struct SurveyJob: Job {
  let document: ScheduledDocument
  unowned let scheduler: BatchScheduler
  let survey: Survey
  let pages: Range<Int>

  func request() -> SurveyRequest? { survey.request(pages) }

  func files() throws(PageFailure) -> [OpenFile] { try survey.openFiles(pages) }

  func accept(_ reply: SurveyRequest.Reply, scratch: String) throws(BatchError) -> JobVerdict {
    if let complaint = survey.complaint(about: reply.pages, to: pages) { return .invalid(complaint) }
    survey.accept(reply.pages, to: pages)
    try scheduler.surveyed(document, survey)
    return .finished
  }

  func failed(_ failure: JobFailure) throws(BatchError) {
    survey.lost(pages)
    try scheduler.surveyed(document, survey)
  }

  func stage(last: String) -> String? { "separators" }
}
