// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import Glibc

/// Finds boundaries between documents in an input with many pages. Only the features of one page are kept in memory.
package struct BoundaryFinder: Sendable {
  package static let leastProposed = 0.1

  package private(set) var proposals: [Boundary] = []
  private let model: BoundaryModel
  private let cuts: Bool
  private let decided: [Int: BoundaryEdit]
  private var last: PageSigns?
  private var invoice: String?
  private var isAtStart = true

  /// Creates a finder. Reviewers' decisions take precedence over the model. If `cuts` is `false`, only these decisions result in boundaries.
  package init(model: BoundaryModel = .fitted, cuts: Bool = true, decided: [BoundaryEdit] = []) {
    (self.model, self.cuts) = (model, cuts)
    self.decided = Dictionary(decided.map { ($0.page, $0) }, uniquingKeysWith: { $1 })
  }

  /// Adds the results for the next page of the input. `number` is the page number in the input, counting from 1.
  package mutating func take(_ pages: [RecognizedPage], number: Int) {
    let signs = pages.map(PageSigns.init)
    if !isAtStart {
      var probability = if let last, let first = signs.first { model.probability(last, first) } else { 0.0 }
      // Another invoice number confirms a likely boundary.
      if probability >= 0.5, let invoice, let next = signs.first?.invoice, InvoicePage.areOther(invoice, next) {
        probability = max(probability, BoundaryModel.leastCut)
      }
      let decision = decided[number]
      if decision?.isCut ?? (cuts && probability >= BoundaryModel.leastCut) { invoice = nil }
      if decision != nil || cuts && probability >= Self.leastProposed {
        proposals.append(
          Boundary(
            page: number, probability: probability.rounded(toPlaces: 3),
            isCut: decision?.isCut ?? (probability >= BoundaryModel.leastCut), by: decision?.by))
      }
    }
    isAtStart = false
    invoice = invoice ?? signs.lazy.compactMap(\.invoice).first
    last = signs.last(where: \.hasText) ?? last
  }
}

/// A possible boundary between documents in an input.
package struct Boundary: Codable, Hashable, Sendable {
  package var page: Int
  package var probability: Double
  package var isCut: Bool
  /// The reviewer who decided this, or `nil` if the model did.
  package var by: String?

  package init(page: Int, probability: Double, isCut: Bool, by: String? = nil) {
    (self.page, self.probability, self.isCut, self.by) = (page, probability, isCut, by)
  }
}

/// A logistic model for the probability of a boundary between adjacent pages, fitted by `Tests/Tools/fit/piles.py fit` on real documents.
package struct BoundaryModel: Sendable {
  /// The weights, in the order of `features`.
  let weights: [Double]

  /// The minimum probability for an automatic split. Cross-validation split none of 80 pairs within documents, too few to estimate a rate.
  package static let leastCut = 0.99

  package static func features(_ before: PageSigns, _ after: PageSigns) -> [Double] {
    let numbers = numbering(before, after)
    let hasBoth = before.hasText && after.hasText
    let common = Double(before.words.intersection(after.words).count)
    let least = Double(min(before.words.count, after.words.count))
    let overlap = common / max(8, least)
    let codes = before.codes.intersection(after.codes).count
    let heads = before.heads.intersection(after.heads).count
    let mostHeads = Double(max(1, min(before.heads.count, after.heads.count)))
    let heights = before.lineHeight > 0 && after.lineHeight > 0 ? abs(log(after.lineHeight / before.lineHeight)) : 0
    return [
      1,
      numbers.continues, numbers.begins, numbers.differs,
      numbers.runningContinues, numbers.runningDiffers,
      sizeDifference(before, after), size(before, after),
      before.isCopied == after.isCopied ? 0 : 1,
      overlap, log(1 + Double(codes)), hasBoth && codes == 0 && !before.codes.isEmpty && !after.codes.isEmpty ? 1 : 0,
      Double(heads) / mostHeads, heads > 1 ? 1 : 0,
      min(1, heights), min(0.3, abs(after.left - before.left)),
      after.beginsInside ? 1 : 0, before.endsInside ? 1 : 0,
      min(3, after.titleSize) - 1, after.opens ? 1 : 0, before.closes ? 1 : 0,
      max(0, 0.8 - before.bottom),
    ]
  }

  // The places of the features that compare sizes, and the minimum probability without them. Chosen: with 0.3, of pages of another size inside a
  // document, 19% are cut instead of 40%, and of all boundaries 76% instead of 78% (`Tests/Tools/fit/piles.py measure`).
  private static let sizes = 6...7
  private static let leastWithoutSize = 0.3

  /// Returns the probability. A page of another size, such as a plan in a report, isn't cut off for its size alone.
  package func probability(_ features: [Double]) -> Double {
    let probability = logistic(weights, features)
    guard probability >= Self.leastCut else { return probability }
    let others = features.enumerated().map { Self.sizes.contains($0) ? 0 : $1 }
    return logistic(weights, others) < Self.leastWithoutSize ? Self.leastCut - 0.01 : probability
  }

  /// Returns the probability, from 0 to 1, that a document starts with the second page: 0 if a page has no text, as it's probably a sheet's back.
  package func probability(_ before: PageSigns, _ after: PageSigns) -> Double {
    guard before.hasText, after.hasText else { return 0 }
    return probability(Self.features(before, after))
  }

  private struct Numbering {
    var continues = 0.0
    var begins = 0.0
    var differs = 0.0
    var runningContinues = 0.0
    var runningDiffers = 0.0
  }

  private static func numbering(_ before: PageSigns, _ after: PageSigns) -> Numbering {
    var found = Numbering()
    switch (before.counted, after.counted) {
    case (let one?, let other?):
      let isNext = other.page == one.page + 1 && one.count == other.count
      if isNext { found.continues = 1 } else if other.page == 1 { found.begins = 1 } else { found.differs = 1 }
    case (let one?, nil):
      if let count = one.count, count == one.page { found.begins = 1 }
    case (nil, let other?):
      if other.page == 1 { found.begins = 1 }
    case (nil, nil): break
    }
    if !before.running.isEmpty, !after.running.isEmpty {
      if before.running.contains(where: { after.running.contains($0 + 1) }) {
        found.runningContinues = 1
      } else {
        found.runningDiffers = 1
      }
    }
    return found
  }

  /// Returns the sum of the absolute logarithms of the ratios of widths and heights, at most 1, or 0 if a size is unknown.
  private static func sizeDifference(_ before: PageSigns, _ after: PageSigns) -> Double {
    guard let one = before.size, let other = after.size, one.width > 0, one.height > 0, other.width > 0,
      other.height > 0
    else { return 0 }
    return min(1, abs(log(one.width / other.width)) + abs(log(one.height / other.height)))
  }

  /// Returns 1 if the sizes differ by more than the lengths of sheets from a feeder vary; otherwise 0.
  private static func size(_ before: PageSigns, _ after: PageSigns) -> Double {
    sizeDifference(before, after) > 0.03 ? 1 : 0
  }
}
