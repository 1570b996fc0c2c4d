// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds where documents begin in a pile of pages, page by page. It keeps the signs of one page only, however long the pile is.
package struct BoundaryFinder: Sendable {
  /// What is less likely is not proposed.
  package static let leastProposed = 0.1

  /// Where documents may begin, in the order of the pages.
  package private(set) var proposals: [Boundary] = []
  private let model: BoundaryModel
  /// Whether it cuts where nobody has decided.
  private let cuts: Bool
  /// What people decided, by the page.
  private let decided: [Int: BoundaryEdit]
  /// The last page with text.
  private var last: PageSigns?
  private var isAtStart = true

  /// Begins before the first page of a pile; `model` says how likely a document begins on a page.
  ///
  /// What people decided holds, however likely it is. Without `cuts`, nothing else is proposed.
  package init(model: BoundaryModel = .fitted, cuts: Bool = true, decided: [BoundaryEdit] = []) {
    (self.model, self.cuts) = (model, cuts)
    self.decided = Dictionary(decided.map { ($0.page, $0) }, uniquingKeysWith: { $1 })
  }

  /// Takes what was made of the next page of the input, several pages where it was a spread; `number` is that in the input, from 1.
  package mutating func take(_ pages: [RecognizedPage], number: Int) {
    let signs = pages.map(PageSigns.init)
    if !isAtStart {
      let probability = if let last, let first = signs.first { model.probability(last, first) } else { 0.0 }
      let decision = decided[number]
      if decision != nil || cuts && probability >= Self.leastProposed {
        proposals.append(
          Boundary(
            page: number, probability: probability.rounded(toPlaces: 3),
            isCut: decision?.isCut ?? (probability >= BoundaryModel.leastCut), by: decision?.by))
      }
    }
    isAtStart = false
    last = signs.last(where: \.hasText) ?? last
  }
}

/// A place in a pile where a document may begin.
package struct Boundary: Codable, Hashable, Sendable {
  /// The page that may be the first one of a document, as the input counts them.
  package var page: Int
  /// The probability that a document begins there, 0 to 1.
  package var probability: Double
  /// Whether the pile was cut there.
  package var isCut: Bool
  /// Who decided that; nil where nobody has.
  package var by: String?

  /// A place before a page, by its number from 1.
  package init(page: Int, probability: Double, isCut: Bool, by: String? = nil) {
    (self.page, self.probability, self.isCut, self.by) = (page, probability, isCut, by)
  }
}
