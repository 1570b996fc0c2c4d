// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanWire
internal import DocScanWorkers

/// A job that combines a document's original PDF with its new layers.
struct GraftJob: Job {
  var document: ScheduledDocument { open.document }
  unowned let scheduler: BatchScheduler
  let open: DocumentBuild
  let pdf: PDFAssembly

  func request() -> GraftRequest? { pdf.graftRequest }

  func files() throws(PageFailure) -> [OpenFile] { try pdf.openGraftFiles() }

  func accept(_ reply: GraftRequest.Reply, scratch: String) throws(BatchError) -> JobVerdict {
    let file = "\(scratch)/\(GraftRequest.outputName)"
    guard reply.isIdentical ? pdf.mayBeOriginal : isRegularFile(file) else {
      return .invalid("a PDF that does not exist")
    }
    open.note(reply.notes)
    try scheduler.handle(.grafted(file: reply.isIdentical ? nil : file), document)
    return .finished
  }

  func failed(_ failure: JobFailure) throws(BatchError) {
    if case .unopened(let failure) = failure { return try scheduler.handle(.failed(failure), document) }
    try scheduler.graftFailed(open, failure)
  }
}
