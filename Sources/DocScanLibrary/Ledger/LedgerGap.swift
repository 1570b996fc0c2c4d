// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanStore

/// A page that was looked at for a receipt and has none: it is not counted, and a person should know.
package struct LedgerGap: Codable, Hashable, Sendable {
  /// Why a page has no receipt.
  package enum Cause: String, Codable, CaseIterable, Sendable {
    /// The page, or the document as a whole, failed.
    case failed
    /// There is something on the page, and no text was found.
    case noText
    /// There is text, and no receipt was found in it.
    case noReceipt
  }

  /// The document's name in the library.
  package var document: String
  /// The number of the page; nil if the document failed as a whole.
  package var page: Int?
  /// The name of the file that it was scanned from.
  package var file: String
  package var cause: Cause

  /// As people write it: "trip, page 3".
  package var text: String { page.map { "\(document), page \($0)" } ?? document }

  /// The pages of a document without a receipt, where it was looked for receipts. A record of an earlier version does not say
  /// whether it was: there a receipt on another page tells. Blank pages are not missed.
  static func all(in record: DocumentRecord, besides found: Set<Int>) -> [LedgerGap] {
    let wasLookedAt =
      record.pipeline.stages.map { stages in stages.contains { $0.name == Receipt.description.key } } ?? !found.isEmpty
    guard wasLookedAt else { return [] }
    if record.pages.isEmpty, record.failure != nil {
      return [LedgerGap(document: record.name, page: nil, file: record.source.first ?? record.name, cause: .failed)]
    }
    return record.pages.filter { $0.status != .blank && !found.contains($0.number) }.map { page in
      LedgerGap(
        document: record.name, page: page.number, file: page.source,
        cause: page.status == .failed ? .failed : page.noText == true ? .noText : .noReceipt)
    }
  }
}
