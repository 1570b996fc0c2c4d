// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWire

/// The e-invoices of a document, and the pages to compare with them.
struct AttachedPages {
  /// The e-invoices; the first one is authoritative.
  let invoices: [XMLInvoice]
  var compared: CompareInvoiceRequest.Reply?
  private var pages: [RecognizedPage] = []
  private var (leftOut, unread) = (0, 0)

  /// The maximum number of pages to compare: the first and last ones, because these contain the beginning and end of an invoice.
  private static let mostPages = 40

  init(invoices: [XMLInvoice]) { self.invoices = invoices }

  /// Adds the next page, without the parts that aren't compared. If there are already `mostPages` pages, removes the middle one.
  mutating func add(_ page: RecognizedPage) {
    guard page.failure == nil, let image = page.image ?? page.source else {
      unread += 1
      return
    }
    if page.hasNoText { unread += 1 }
    if pages.count == Self.mostPages {
      pages.remove(at: Self.mostPages / 2)
      leftOut += 1
    }
    pages.append(
      RecognizedPage(
        document: page.document, page: page.page, status: page.status, source: page.source, image: image,
        text: page.text, confidence: page.confidence, languages: page.languages, blocks: page.blocks))
  }

  func request(isWhole: Bool) -> CompareInvoiceRequest {
    CompareInvoiceRequest(invoices: invoices, pages: pages, isWhole: isWhole && leftOut == 0 && unread == 0)
  }

  func invoice(pages: [Int], printed: Invoice? = nil) -> Invoice? {
    invoices.first.map { Invoice($0, pages: pages, compared: compared, printed: printed) }
  }

  var notes: [String] {
    guard let compared else { return [] }
    let sentences = invoice(pages: [])?.differences?.map(\.text) ?? []
    let hasText = pages.contains { !$0.words.isEmpty }
    return (hasText || compared.differences.contains { $0.against == .page } ? [] : [Self.nothingToCompare]) + sentences
  }

  static let nothingToCompare = "Its pages have no text that its e-invoice could be compared with."
}
