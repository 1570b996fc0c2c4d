// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanStore

/// The worst pages of a run, collected in bounded memory. The list may be limited to a share of all pages, whose number is known only at the end.
/// Until then, the collection keeps the maximum number.
package final class WorstPages {
  private let size: ReviewSize
  private let capacity: Int
  private var pageCount = 0
  /// The worst pages so far, and others that are dropped when the list is next sorted.
  private var candidates: [Review.Page] = []

  package init(_ size: ReviewSize) {
    self.size = size
    capacity = size.most
  }

  package func add(_ record: DocumentRecord) {
    if let failure = record.failure {
      pageCount += record.pages.isEmpty ? 1 : 0
      keep(Review.Page(document: record.name, page: nil, status: .failed, reasons: [failure.message]))
    }
    if let page = Review.Page(contradictionsOf: record) { keep(page) }
    pageCount += record.pages.count
    for page in record.pages { if let page = Review.Page(page, of: record.name) { keep(page) } }
  }

  package var review: Review {
    let worst = candidates.sorted { $0.isWorse(than: $1) }
    return Review(requested: size, pageCount: pageCount, pages: Array(worst.prefix(size.count(of: pageCount))))
  }

  private func keep(_ page: Review.Page) {
    candidates.append(page)
    guard candidates.count >= 2 * capacity else { return }
    candidates.sort { $0.isWorse(than: $1) }
    candidates.removeLast(candidates.count - capacity)
  }
}

extension Review.Page {
  /// Creates an entry for an e-invoice's contradictions, on the page of the first one. Returns `nil` if there are no contradictions.
  fileprivate init?(contradictionsOf record: DocumentRecord) {
    guard let differences = record.invoice?.differences, !differences.isEmpty else { return nil }
    let number = differences.lazy.compactMap(\.page).first ?? record.pages.first?.number
    let status = record.pages.first { $0.number == number }?.status ?? .recognized
    self.init(document: record.name, page: number, status: status, reasons: differences.map(\.text))
  }

  /// Creates an entry for a page with the reasons to check it. Returns `nil` if the page didn't fail and has no expected error rate.
  fileprivate init?(_ page: DocumentRecord.Page, of document: String) {
    if let failure = page.failure {
      self.init(document: document, page: page.number, status: page.status, reasons: [failure.message])
    } else if let expected = page.expected {
      self.init(
        document: document, page: page.number, status: page.status, characterErrorRate: expected.characterErrorRate,
        grade: expected.grade, reasons: Self.reasons(page, expected))
    } else {
      return nil
    }
  }

  /// The minimum share of doubtful words or unread lines that is listed as a reason.
  private static let notable = 0.03

  private static func reasons(_ page: DocumentRecord.Page, _ expected: ExpectedErrors) -> [String] {
    let defects = (page.defects ?? []).map(\.reason)
    guard page.noText != true, let confidence = page.confidence else { return ["no text was found"] + defects }
    if let signs = page.textSigns {
      let reasons = signs.map(\.reason) + defects
      return reasons.isEmpty ? ["the text of the PDF is \(percent(confidence)) likely to be right"] : reasons
    }
    let found = [
      // The share of words below one half is far less than that of wrong words if most words are doubtful, as in black letter.
      (share: 1 - confidence, what: "of the words are probably wrong"),
      (share: expected.unreadText, what: "of the text lines have no words"),
    ]
    let notable = found.filter { $0.share >= Self.notable }.sorted { $0.share > $1.share }
    let difference = page.pdfDifference.map { ["the text in the PDF differs from the recognized text: \($0)"] } ?? []
    let reasons = difference + notable.map { "\(percent($0.share)) \($0.what)" } + defects
    return reasons.isEmpty ? ["on average, words are \(percent(confidence)) likely to be right"] : reasons
  }

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded()))%" }

  /// Returns whether the page comes before another one. Failed pages come first, then pages by error rate, document, and number.
  fileprivate func isWorse(than other: Self) -> Bool {
    let (rate, otherRate) = (characterErrorRate ?? 2, other.characterErrorRate ?? 2)
    if rate != otherRate { return rate > otherRate }
    if document != other.document { return document < other.document }
    return (page ?? 0) < (other.page ?? 0)
  }
}

extension PageQuality.Defect {
  fileprivate var reason: String {
    switch self {
    case .blur: "the picture is blurred"
    case .glare: "light reflects from the paper"
    case .clipped: "text is cut off at the edge"
    case .lowResolution: "the resolution is low"
    case .lowContrast: "the contrast is low"
    }
  }
}
