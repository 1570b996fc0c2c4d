// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Looks some pages of an input over for separators.
final class SurveyJob: Job {
  let document: DocumentInHand
  let isWatched = false
  private let scheduler: BatchScheduler
  private let survey: Survey
  /// By their indices in the survey.
  private let pages: Range<Int>

  init(_ document: DocumentInHand, _ survey: Survey, pages: Range<Int>, _ scheduler: BatchScheduler) {
    self.document = document
    self.survey = survey
    self.pages = pages
    self.scheduler = scheduler
  }

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
