// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
package import DocScanStore
package import DocScanWire

/// The search of an input's pages for separators, a few pages per request.
package final class Survey {
  /// The number of pages per request. Small requests spread over all workers, and limit the cost of a hanging worker.
  private static let pagesPerRequest = 4

  package let input: InputDocument
  package let digest: InputDigest
  package let inspection: Inspection
  private let sourcePages: SourcePages
  /// The selected page numbers, from 1.
  private let pages: [Int]
  private var waiting: [Range<Int>]
  private var seen: [SurveyedPage?]
  private var missing: Int

  package init(_ input: InputDocument, digest: InputDigest, inspection: Inspection, selection: PageSelection) {
    (self.input, self.digest, self.inspection) = (input, digest, inspection)
    sourcePages = SourcePages(paths: input.paths, counts: inspection.untrustedPageCounts)
    let pages = sourcePages.numbers(in: selection)
    self.pages = pages
    waiting = stride(from: 0, to: pages.count, by: Self.pagesPerRequest).map { start in
      start..<min(start + Self.pagesPerRequest, pages.count)
    }
    seen = Array(repeating: nil, count: pages.count)
    missing = pages.count
  }

  package var inputPageCount: Int { sourcePages.count }

  package var availableRequests: Int { waiting.count }

  package var isComplete: Bool { missing == 0 }

  package func take() -> Range<Int>? { waiting.isEmpty ? nil : waiting.removeFirst() }

  package func request(_ indices: Range<Int>) -> SurveyRequest {
    let files = files(of: indices)
    return SurveyRequest(
      pages: pages[indices].map { number in
        let place = sourcePages.place(of: number)
        return SurveyRequest.Place(file: files.firstIndex(of: place.file) ?? 0, page: place.page)
      }, fileNames: files.map { fileName(input.paths[$0]) })
  }

  package func openFiles(_ indices: Range<Int>) throws(PageFailure) -> [OpenFile] {
    try files(of: indices).map { (file) throws(PageFailure) in try input.files[file].open() }
  }

  private func files(of indices: Range<Int>) -> [Int] {
    Set(pages[indices].map { sourcePages.place(of: $0).file }).sorted()
  }

  /// Returns the problem with an answer, or `nil` if it's well-formed.
  package func complaint(about answer: [SurveyedPage], to indices: Range<Int>) -> String? {
    guard answer.count == indices.count else { return "\(answer.count) pages instead of \(indices.count)" }
    let isSensible = answer.allSatisfy { page in
      page.untrustedCodes.count <= Barcode.mostOnPage
        && page.untrustedCodes.allSatisfy { $0.utf8.count <= Barcode.longestText }
    }
    return isSensible ? nil : "a barcode is invalid"
  }

  package func accept(_ answer: [SurveyedPage], to indices: Range<Int>) {
    for (index, page) in zip(indices, answer) { seen[index] = page }
    missing -= indices.count
  }

  /// Handles pages whose worker crashed. Several pages are requested again one by one. A single page is skipped, and counts as one without codes.
  package func lost(_ indices: Range<Int>) {
    if indices.count > 1 { waiting += indices.map { $0..<$0 + 1 } } else { missing -= indices.count }
  }

  package func division(_ rules: SeparatorRules) -> Division {
    let entries = zip(pages, seen).map { number, page in
      Division.Page(
        number: number, title: title(of: number), untrustedCodes: page?.untrustedCodes ?? [],
        isBlank: page?.isBlank ?? false, isSeen: page != nil)
    }
    return Division(entries, rules: rules, reserved: [input.baseName + ".json"])
  }

  /// Returns the page's name for messages, with a number if its file has several pages.
  private func title(of number: Int) -> String {
    let place = sourcePages.place(of: number)
    return sourcePages.isAlone(number) ? fileName(place.path) : "Page \(place.page) of \(fileName(place.path))"
  }
}
