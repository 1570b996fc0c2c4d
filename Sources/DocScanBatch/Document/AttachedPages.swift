// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// The e-invoices of a document, and the pages that should say the same.
struct AttachedPages {
  /// The one that counts comes first.
  let invoices: [XMLInvoice]
  /// Where the pages show what it says; nil as long as nobody compared them.
  var compared: CompareInvoiceRequest.Reply?
  private var pages: [RecognizedPage] = []
  /// How many pages were left out, and how many could not be read.
  private var (leftOut, unread) = (0, 0)

  /// Of a longer document the first and the last pages count: an invoice begins and ends there.
  private static let mostPages = 40

  init(invoices: [XMLInvoice]) { self.invoices = invoices }

  /// Takes the next page, without what is not compared.
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

  /// What a worker is asked; `isWhole` says whether these are all pages of the input.
  func request(isWhole: Bool) -> CompareInvoiceRequest {
    CompareInvoiceRequest(invoices: invoices, pages: pages, isWhole: isWhole && leftOut == 0 && unread == 0)
  }

  /// The document's invoice.
  func invoice(pages: [Int]) -> Invoice? { invoices.first.map { Invoice($0, pages: pages, compared: compared) } }

  /// What a person should know of it.
  var notes: [String] {
    guard let compared else { return [] }
    let sentences = invoice(pages: [])?.differences?.map(\.text) ?? []
    let hasText = pages.contains { !$0.words.isEmpty }
    return (hasText || compared.differences.contains { $0.against == .page } ? [] : [Self.nothingToCompare]) + sentences
  }

  /// Where no page has text.
  static let nothingToCompare = "Its pages have no text that its e-invoice could be compared with."
}
