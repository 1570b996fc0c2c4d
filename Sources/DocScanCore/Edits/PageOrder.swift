// SPDX-License-Identifier: GPL-3.0-or-later

/// In which order a person wants the pages of a document, and which not at all.
///
/// It names pages by their files and the numbers in these, so it survives a new run. It is made when the document is, so it
/// is applied by the next run of the document's pipeline.
package struct PageOrder: Codable, Hashable, Sendable {
  /// A page of the input. A spread that is split stays together.
  package struct Place: Codable, Hashable, Sendable {
    /// The name of the page's file.
    package var source: String
    /// The number in that file, from 1.
    package var sourcePage: Int

    /// A page of a file, by its number from 1.
    package init(source: String, sourcePage: Int) { (self.source, self.sourcePage) = (source, sourcePage) }
  }

  /// Tells it from the other decisions of its document.
  package var id: String
  /// SHA-256 of the document's bytes in which the person saw the pages, in hexadecimal digits.
  package var sha256: String
  /// The pages, in order.
  package var pages: [Place]
  /// Pages that are not wanted.
  package var leftOut: [Place]
  /// Who decided.
  package var by: String
  /// When, in ISO 8601.
  package var at: String
  /// When it was undone; nil while it holds.
  package var undone: String?

  /// An order of pages, and those that are left out.
  package init(id: String, sha256: String, pages: [Place], leftOut: [Place], by: String, at: String) {
    (self.id, self.sha256, self.pages, self.leftOut) = (id, sha256, pages, leftOut)
    (self.by, self.at) = (by, at)
  }

  /// What becomes of a document's pages.
  package struct Arrangement: Hashable, Sendable {
    /// The numbers of the pages, in the new order.
    package var numbers: [Int]
    /// How many pages are left out.
    package var leftOut: Int
    /// The pages that the order names and the document does not have.
    package var missing: [Place]
  }

  /// Puts pages in this order; `numbers` are those that the document is to have, in the input's order.
  ///
  /// Pages that the order does not name, such as later ones of a folder, come last. If nothing would be left, nothing is
  /// left out.
  package func arranging(_ numbers: [Int], place: (Int) -> Place) -> Arrangement {
    let places = numbers.map(place)
    let wanted = Dictionary(pages.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let unwanted = Set(leftOut).subtracting(pages)
    var kept = numbers.indices.filter { !unwanted.contains(places[$0]) }
    if kept.isEmpty { kept = Array(numbers.indices) }
    let rank = { (index: Int) in wanted[places[index]] ?? Int.max }
    kept.sort { (rank($0), $0) < (rank($1), $1) }
    let known = Set(places)
    return Arrangement(
      numbers: kept.map { numbers[$0] }, leftOut: numbers.count - kept.count,
      missing: pages.filter { !known.contains($0) })
  }
}

extension PageReference {
  /// Which page of the input it is.
  package var place: PageOrder.Place { PageOrder.Place(source: source, sourcePage: sourcePage) }
}

extension EditList {
  /// The order of pages that holds; nil for the input's.
  package var standingOrder: PageOrder? { orders?.last { $0.undone == nil } }
}
