// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanWire
internal import DocScanWorkers

/// A job that compares an e-invoice with the recognized pages of its document.
struct InvoiceJob: Job {
  var document: ScheduledDocument { open.document }
  unowned let scheduler: BatchScheduler
  let open: DocumentBuild
  let content: CompareInvoiceRequest

  func request() -> CompareInvoiceRequest? { content }

  func files() -> [OpenFile] { [] }

  func accept(_ reply: CompareInvoiceRequest.Reply, scratch: String) throws(BatchError) -> JobVerdict {
    if let complaint = InvoiceCheck.complaint(about: reply, to: content) { return .invalid(complaint) }
    open.note(compared: reply)
    try scheduler.handle(.compared, document)
    return .finished
  }

  func failed(_ failure: JobFailure) throws(BatchError) { try scheduler.comparisonFailed(open, failure) }

  func stage(last: String) -> String? { "invoice" }
}

/// The validation of a worker's answers about e-invoices.
enum InvoiceCheck {
  static func complaint(about found: AttachedInvoices) -> String? {
    guard found.invoices.count <= AttachedInvoices.most + 1, found.unread.count <= AttachedInvoices.most + 1,
      found.unread.allSatisfy({ $0.file.utf8.count <= XMLInvoice.longestName })
    else { return "too many e-invoices" }
    return found.invoices.lazy.compactMap { complaint(about: $0, in: nil) }.first
  }

  /// Returns the problem with a comparison, or `nil`. All pages and boxes must be within those of the request.
  static func complaint(about reply: CompareInvoiceRequest.Reply, to request: CompareInvoiceRequest) -> String? {
    if let complaint = complaint(about: reply, in: nil) { return complaint }
    let images = Dictionary(request.pages.map { ($0.page.number, $0.image) }) { first, _ in first }
    let places = reply.places.values.map { ($0.page, Optional($0.box)) }
    let others = reply.differences.compactMap { difference in difference.page.map { ($0, difference.box) } }
    let isSound = (places + others).allSatisfy { number, box in
      guard let image = images[number] else { return false }
      return box.map { image?.holds($0) ?? false } ?? true
    }
    return isSound ? nil : "an e-invoice on a page that does not exist"
  }

  private static func complaint<Found: Finding>(about found: Found, in image: RasterSize?) -> String? {
    var findings = PageFindings()
    do throws(PageFailure) {
      try findings.set(found)
    } catch {
      return error.message
    }
    return FindingCheck(descriptions: [Found.description], image: image).complaint(about: findings)
  }
}
