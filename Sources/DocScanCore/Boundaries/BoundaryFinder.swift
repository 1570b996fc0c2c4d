// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

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
  /// Who decided that; nil if nobody has.
  package var by: String?

  /// A place before a page, by its number from 1.
  package init(page: Int, probability: Double, isCut: Bool, by: String? = nil) {
    (self.page, self.probability, self.isCut, self.by) = (page, probability, isCut, by)
  }
}

/// How likely it is that a document begins between two neighboring pages of a pile.
///
/// The weights are fitted on piles made of real documents by `Tests/Tools/fit/piles.py fit`.
package struct BoundaryModel: Sendable {
  /// One for each feature, in the order of `features`.
  let weights: [Double]

  /// A cut that is made without asking has to be at least so likely. Of the 80 pairs of pages within documents none was cut with it, however
  /// the documents were divided into those that were fitted to and others. That is too few to say how rare wrong cuts are.
  package static let leastCut = 0.99

  /// What speaks for a document that begins with the second page, and against it.
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

  /// The probability that a document begins between pages with these features, 0 to 1.
  package func probability(_ features: [Double]) -> Double {
    1 / (1 + exp(-zip(weights, features).reduce(0) { $0 + $1.0 * $1.1 }))
  }

  /// The probability that a document begins with the second page, 0 to 1.
  ///
  /// A page without text is the back of the one before it: it begins no document.
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

  /// What page numbers say.
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

  /// How much the sizes of the pages differ: sheets that a feeder pulls in are a little longer or shorter each time.
  private static func sizeDifference(_ before: PageSigns, _ after: PageSigns) -> Double {
    guard let one = before.size, let other = after.size, one.width > 0, one.height > 0, other.width > 0,
      other.height > 0
    else { return 0 }
    return min(1, abs(log(one.width / other.width)) + abs(log(one.height / other.height)))
  }

  /// Whether the sizes differ by more than a feeder makes of it.
  private static func size(_ before: PageSigns, _ after: PageSigns) -> Double {
    sizeDifference(before, after) > 0.03 ? 1 : 0
  }
}
