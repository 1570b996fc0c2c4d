// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds where documents begin in a pile of pages, page by page. It keeps the signs of one page only, however long the pile is.
public struct BoundaryFinder: Sendable {
  /// What is less likely is not proposed.
  public static let leastProposed = 0.1

  /// Where documents may begin, in the order of the pages.
  public private(set) var proposals: [Boundary] = []
  private let model: BoundaryModel
  /// The last page with text.
  private var last: PageSigns?

  /// Begins before the first page of a pile; `model` says how likely a document begins on a page.
  public init(model: BoundaryModel = .fitted) { self.model = model }

  /// Takes what was made of the next page of the input, several pages where it was a spread; `number` is that in the input, from 1.
  public mutating func take(_ pages: [RecognizedPage], number: Int) {
    let signs = pages.map(PageSigns.init)
    if let last, let first = signs.first {
      let probability = model.probability(last, first)
      if probability >= Self.leastProposed {
        proposals.append(
          Boundary(
            page: number, probability: probability.rounded(toPlaces: 3), isCut: probability >= BoundaryModel.leastCut))
      }
    }
    last = signs.last(where: \.hasText) ?? last
  }
}

/// A place in a pile where a document may begin.
public struct Boundary: Codable, Hashable, Sendable {
  /// The page that may be the first one of a document, as the input counts them.
  public var page: Int
  /// The probability that a document begins there, 0 to 1.
  public var probability: Double
  /// Whether the pile was cut there.
  public var isCut: Bool

  /// A place before a page, by its number from 1.
  public init(page: Int, probability: Double, isCut: Bool) {
    (self.page, self.probability, self.isCut) = (page, probability, isCut)
  }
}
