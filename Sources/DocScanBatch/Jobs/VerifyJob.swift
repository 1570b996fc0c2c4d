// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanWire
internal import DocScanWorkers

/// A job that verifies whether pages of a document's PDF have the expected content.
struct VerifyJob: Job {
  var document: ScheduledDocument { open.document }
  unowned let scheduler: BatchScheduler
  let open: DocumentBuild
  let pdf: PDFAssembly

  func request() throws(BatchError) -> VerifyRequest? {
    if let request = try writing(pdf.verifyRequest()) { return request }
    try scheduler.verified(open, mismatches: [])
    return nil
  }

  func files() throws(PageFailure) -> [OpenFile] { try pdf.openVerifyFiles() }

  func accept(_ reply: VerifyRequest.Reply, scratch: String) throws(BatchError) -> JobVerdict {
    try scheduler.verified(open, mismatches: reply.mismatches)
    return .finished
  }

  func failed(_ failure: JobFailure) throws(BatchError) {
    if case .unopened(let failure) = failure { return try scheduler.handle(.failed(failure), document) }
    try scheduler.verificationFailed(open, failure)
  }

  func stage(last: String) -> String? { "verify" }
}
