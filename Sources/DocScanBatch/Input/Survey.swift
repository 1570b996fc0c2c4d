// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanWriters

/// The look for separators over the pages of an input, a few pages at a time.
final class Survey {
  /// So many pages make one request: all workers have some of them, and one that hangs is not away for long.
  private static let pagesPerRequest = 4

  let input: InputDocument
  let digest: InputDigest
  let inspection: Inspection
  private let sourcePages: SourcePages
  /// The numbers of the chosen pages, from 1.
  private let pages: [Int]
  /// Indices of pages that are still to be asked for.
  private var waiting: [Range<Int>]
  private var seen: [SurveyedPage?]
  private var missing: Int

  init(_ input: InputDocument, digest: InputDigest, inspection: Inspection, selection: PageSelection) {
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

  /// The number of pages in the input.
  var inputPageCount: Int { sourcePages.count }

  /// How many requests could be handed out now.
  var availableRequests: Int { waiting.count }

  /// Whether every page is looked at, or given up.
  var isComplete: Bool { missing == 0 }

  /// The next pages to ask for, by their indices; nil when there are none now.
  func take() -> Range<Int>? { waiting.isEmpty ? nil : waiting.removeFirst() }

  /// What a worker is asked.
  func request(_ indices: Range<Int>) -> SurveyRequest {
    let files = files(of: indices)
    return SurveyRequest(
      pages: pages[indices].map { number in
        let place = sourcePages.place(of: number)
        return SurveyRequest.Place(file: files.firstIndex(of: place.file) ?? 0, page: place.page)
      }, fileNames: files.map { fileName(input.paths[$0]) })
  }

  /// Opens the files that hold pages.
  func openFiles(_ indices: Range<Int>) throws(PageFailure) -> [OpenFile] {
    try files(of: indices).map { (file) throws(PageFailure) in try input.files[file].open() }
  }

  /// The files that hold some pages.
  private func files(of indices: Range<Int>) -> [Int] {
    Set(pages[indices].map { sourcePages.place(of: $0).file }).sorted()
  }

  /// Nil when an answer can be trusted to be well-formed; otherwise what is wrong with it.
  func complaint(about answer: [SurveyedPage], to indices: Range<Int>) -> String? {
    guard answer.count == indices.count else { return "\(answer.count) pages instead of \(indices.count)" }
    let isSensible = answer.allSatisfy { page in
      page.untrustedCodes.count <= Barcode.mostOnPage
        && page.untrustedCodes.allSatisfy { $0.utf8.count <= Barcode.longestText }
    }
    return isSensible ? nil : "a barcode is invalid"
  }

  /// Takes an answer.
  func accept(_ answer: [SurveyedPage], to indices: Range<Int>) {
    for (index, page) in zip(indices, answer) { seen[index] = page }
    missing -= indices.count
  }

  /// Pages over which a worker ended are asked for one by one; one alone is given up, and counts as a page without codes.
  func lost(_ indices: Range<Int>) {
    if indices.count > 1 { waiting += indices.map { $0..<$0 + 1 } } else { missing -= indices.count }
  }

  /// How the pages are divided.
  func division(_ rules: SeparatorRules) -> Division {
    let entries = zip(pages, seen).map { number, page in
      Division.Page(
        number: number, title: title(of: number), untrustedCodes: page?.untrustedCodes ?? [],
        isBlank: page?.isBlank ?? false, isSeen: page != nil)
    }
    return Division(entries, rules: rules, reserved: [input.baseName + ".json"])
  }

  /// What a person calls a page: files with several pages count them.
  private func title(of number: Int) -> String {
    let place = sourcePages.place(of: number)
    return sourcePages.isAlone(number) ? fileName(place.path) : "Page \(place.page) of \(fileName(place.path))"
  }
}
