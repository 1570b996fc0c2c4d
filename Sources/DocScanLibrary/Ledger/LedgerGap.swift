// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore

/// A page that was searched for a receipt without a result. Such pages are reported, because they are missing from the sums.
package struct LedgerGap: Codable, Hashable, Sendable {
  /// The reason why a page has no receipt.
  package enum Cause: String, Codable, CaseIterable, Sendable {
    case failed
    /// The page has marks, but no text was found.
    case noText
    case noReceipt
  }

  package var document: String
  /// The number of the page, or `nil` if the whole document failed.
  package var page: Int?
  package var file: String
  package var cause: Cause

  package var text: String { page.map { "\(document), page \($0)" } ?? document }

  /// Returns the pages without a receipt, except blank ones, of a document that was searched for receipts. `found` contains the numbers of the pages
  /// with receipts. Older records don't show whether the document was searched, so a receipt on another page counts as evidence.
  static func all(in record: DocumentRecord, besides found: Set<Int>) -> [LedgerGap] {
    let wasLookedAt =
      record.pipeline.stages.map { stages in stages.contains { $0.name == Receipt.description.key } } ?? !found.isEmpty
    guard wasLookedAt else { return [] }
    if record.pages.isEmpty, record.failure != nil {
      return [LedgerGap(document: record.name, page: nil, file: record.source.first ?? record.name, cause: .failed)]
    }
    // A page between two pages of an invoice belongs to the invoice, even if it shows no amounts.
    let invoice = (record.invoice?.pages).flatMap { pages in pages.min().map { $0...(pages.max() ?? $0) } }
    return record.pages.filter { $0.status != .blank && !found.contains($0.number) }.map { page in
      LedgerGap(
        document: record.name, page: page.number, file: page.source,
        cause: page.status == .failed ? .failed : page.noText == true ? .noText : .noReceipt)
    }.filter { gap in gap.cause != .noReceipt || gap.page.flatMap { invoice?.contains($0) } != true }
  }
}
