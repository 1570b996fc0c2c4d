// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanStore

/// A place in a pile of pages where a document may begin, for a person to decide.
package struct ReviewBoundary: Codable, Hashable, Sendable {
  /// A page of the results.
  package struct Place: Codable, Hashable, Sendable {
    /// The document's name: its folder, from the library.
    package var document: String
    /// The page's number in the document, from 1.
    package var page: Int
  }

  /// The name of the pile: that of its document, or of the folder with the documents that it was divided into.
  package var document: String
  /// The page that may be the first one of a document, as the pile counts them.
  package var page: Int
  /// The probability that a document begins there, 0 to 1.
  package var probability: Double
  /// Whether the pile is cut there.
  package var isCut: Bool
  /// Who cut it there; nil if nobody has decided.
  package var by: String?
  /// The pages before and after the place; nil if they are not in the results.
  package var before: Place?
  package var after: Place?

  /// How likely it is that the results are wrong here, 0 to 1. What a person did is right until somebody says otherwise.
  var doubt: Double { by != nil ? 0 : isCut ? 1 - probability : probability }
}

/// A pile of pages, whole or divided: where its pages are in the results.
struct PilePages {
  /// `limits.pagesPerDocument` allows no more: a record is not to be trusted with it.
  private static let mostPages = 1_000_000

  private let record: DocumentRecord
  /// By the numbers that the pile has for them: its first and its last page in the results, which differ where a spread was split.
  private var places: [Int: (first: ReviewBoundary.Place, last: ReviewBoundary.Place)] = [:]

  /// Nil where there is no such document, or separators divided it: sheets are not to be argued with.
  init?(of name: String, in library: Folder) {
    guard let pile = StoredDocument.placed(name, in: library)?.record, pile.parts == nil || pile.boundaries != nil
    else { return nil }
    record = pile
    for document in StoredDocument.named(name, in: library) { add(document.record) }
  }

  /// How many pages the pile has.
  var count: Int { places.keys.max() ?? 0 }
  /// SHA-256 of the pile's bytes.
  var sha256: String { record.sha256 }

  /// Whether a place before a page is between two pages of the pile.
  func hasPlace(before page: Int) -> Bool { places[page] != nil && places.keys.contains { $0 < page } }

  /// Where documents may begin, and where people have cut.
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
    // Where people left pages out, the results do not say which numbers the others have.
    guard inOrder.count == numbers.count else { return }
    for (number, pages) in zip(numbers, inOrder) {
      guard let first = pages.value.min(), let last = pages.value.max() else { continue }
      let name = document.name
      places[number] = (.init(document: name, page: first), .init(document: name, page: last))
    }
  }
}
