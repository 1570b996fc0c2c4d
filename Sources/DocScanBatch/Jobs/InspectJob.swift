// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanInput
internal import DocScanStore
internal import DocScanWire
internal import DocScanWorkers

/// A job that counts the pages of a document and reads its properties, a batch of files per request.
final class InspectJob: Job {
  let document: ScheduledDocument
  let isWatched = true
  private unowned let scheduler: BatchScheduler
  private var counts: [Int] = []
  private var unreadPictures: [Int] = []
  /// The maximum number of pictures in a file. A worker that reports more isn't trusted.
  private static let mostPictures = 1_000_000

  init(_ document: ScheduledDocument, _ scheduler: BatchScheduler) {
    (self.document, self.scheduler) = (document, scheduler)
  }

  private var next: ArraySlice<SourceFile> {
    document.input.files.prefix(document.input.paths.count).dropFirst(counts.count).prefix(Frame.mostFiles)
  }
  private var invoice: [SourceFile] {
    document.input.invoice == nil ? [] : Array(document.input.files.dropFirst(document.input.paths.count))
  }

  func request() -> InspectRequest? {
    InspectRequest(fileNames: (next + invoice).map { fileName($0.path) }, hasInvoice: !invoice.isEmpty)
  }

  func files() throws(PageFailure) -> [OpenFile] {
    try (next + invoice).map { (file) throws(PageFailure) in try file.open() }
  }

  func accept(_ reply: Inspection, scratch: String) throws(BatchError) -> JobVerdict {
    guard reply.untrustedPageCounts.count == next.count else { return .invalid("page counts of other files") }
    guard reply.untrustedUnreadPictures.count == next.count,
      reply.untrustedUnreadPictures.allSatisfy({ (0...Self.mostPictures).contains($0) })
    else { return .invalid("numbers of pictures that a file can't have") }
    if let complaint = InvoiceCheck.complaint(about: reply.untrustedInvoices) { return .invalid(complaint) }
    counts += reply.untrustedPageCounts
    unreadPictures += reply.untrustedUnreadPictures
    guard counts.count == document.input.paths.count else { return .unfinished }
    var inspection = reply
    inspection.untrustedPageCounts = counts
    inspection.untrustedUnreadPictures = unreadPictures
    try scheduler.inspected(document, inspection)
    return .finished
  }

  func failed(_ failure: JobFailure) throws(BatchError) { try scheduler.inspectionFailed(document, failure) }
}
