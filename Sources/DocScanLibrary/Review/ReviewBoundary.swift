// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
package import DocScanFiles
internal import DocScanLayout
internal import DocScanStore

/// A possible boundary between documents in an input, for review.
package struct ReviewBoundary: Codable, Hashable, Sendable {
  package struct ResultPage: Codable, Hashable, Sendable {
    /// The name of the document, which is its folder in the library.
    package var document: String
    /// The number of the page in the document, counting from 1.
    package var page: Int
  }

  /// The name of the input: that of its document, or of the folder that contains its documents.
  package var document: String
  /// The number of the page in the input that may start a document.
  package var page: Int
  /// The probability, from 0 to 1, that a document starts with the page.
  package var probability: Double
  package var isCut: Bool
  /// The reviewer who decided about the boundary, or `nil` without a decision.
  package var by: String?
  /// The pages before and after the boundary, or `nil` if they aren't in the results.
  package var before: ResultPage?
  package var after: ResultPage?

  /// The probability, from 0 to 1, that the results are wrong here. A reviewer's decision is considered correct.
  var doubt: Double { by != nil ? 0 : isCut ? 1 - probability : probability }
}

/// The pages of an input with several documents, and their positions in the results.
package struct PilePages {
  /// The maximum number of pages in an input, as for `limits.pagesPerDocument`. The number in the record isn't trusted.
  private static let mostPages = 1_000_000

  private let record: DocumentRecord
  /// The first and the last page in the results for each page of the input. They differ for a split spread.
  private var places: [Int: (first: ReviewBoundary.ResultPage, last: ReviewBoundary.ResultPage)] = [:]

  /// Collects the pages of an input. Returns `nil` if it doesn't exist, or if separator sheets split it: these boundaries can't be changed.
  package init?(of name: String, in library: Folder) {
    guard let pile = StoredDocument.placed(name, in: library)?.record, pile.parts == nil || pile.boundaries != nil
    else { return nil }
    record = pile
    for document in StoredDocument.all(from: name, in: library) { add(document.record) }
  }

  package var count: Int { places.keys.max() ?? 0 }
  package var sha256: String { record.sha256 }

  package func hasPlace(before page: Int) -> Bool { places[page] != nil && places.keys.contains { $0 < page } }

  var boundaries: [ReviewBoundary] {
    (record.boundaries ?? []).filter { $0.by == nil || $0.isCut }.map { place in
      let before = places.keys.filter { $0 < place.page }.max()
      return ReviewBoundary(
        document: record.name, page: place.page, probability: place.probability, isCut: place.isCut,
        by: place.by, before: before.flatMap { places[$0]?.last }, after: places[place.page]?.first)
    }
  }

  private mutating func add(_ document: DocumentRecord) {
    let (count, chosen) = (
      document.part?.inputPageCount ?? document.pageCount, document.part?.pages ?? document.selection
    )
    guard count > 0, count <= Self.mostPages, let selection = PageSelection(stored: chosen) else { return }
    let numbers = (1...count).filter(selection.contains)
    var numbersOfPlaces: [PageOrder.Place: [Int]] = [:]
    for page in document.pages {
      numbersOfPlaces[PageOrder.Place(source: page.source, sourcePage: page.sourcePage), default: []].append(
        page.number)
    }
    let order = Dictionary(document.source.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let inOrder = numbersOfPlaces.sorted {
      (order[$0.key.source] ?? 0, $0.key.sourcePage) < (order[$1.key.source] ?? 0, $1.key.sourcePage)
    }
    // If reviewers left pages out, the results don't show which pages of the input remain.
    guard inOrder.count == numbers.count else { return }
    for (number, pages) in zip(numbers, inOrder) {
      guard let first = pages.value.min(), let last = pages.value.max() else { continue }
      let name = document.name
      places[number] = (.init(document: name, page: first), .init(document: name, page: last))
    }
  }
}
