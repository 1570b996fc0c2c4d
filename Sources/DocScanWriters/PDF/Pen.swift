// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Where the next word of a line is set, and how wide: one matrix for the line, and short steps from word to word.
struct Pen {
  /// In points: in smaller type, a tenth of a point would be seen.
  private static let smallType = 5.0
  /// In points: at the end of a longer word, a hundredth of its width would be seen.
  private static let longWord = 50.0

  private let frame: BaselineFrame
  /// Where the last word began, as it was written; nil before the first.
  private var place: (along: Double, across: Double)?
  /// The horizontal scaling in percent, as it was written (ISO 32000-1, 9.3.4).
  private(set) var stretch = 100.0

  /// Begins a line.
  init(frame: BaselineFrame) { self.frame = frame }

  /// The operators that lead to a place along and across the baseline, for letters stretched along it.
  ///
  /// Places are given to a tenth of a point, and in small type to a hundredth; `width` is the word's, in points.
  mutating func moved(along: Double, across: Double, stretch: Double, width: Double, size: Double) -> String {
    let places = size < Self.smallType ? 2 : 1
    var operators = ""
    let percent = (stretch * 100).rounded(toPlaces: width < Self.longWord ? 0 : 1)
    if percent != self.stretch {
      operators += "\(PDFSyntax.number(percent)) Tz "
      self.stretch = percent
    }
    if let last = place {
      // Steps add up to what was written, so that their rounding does not.
      let step = ((along - last.along).rounded(toPlaces: places), (across - last.across).rounded(toPlaces: places))
      place = (last.along + step.0, last.across + step.1)
      return operators + "\(PDFSyntax.numbers(step.0, step.1)) Td"
    }
    let origin = frame.point(along: along, across: across)
    let (x, y) = (origin.x.rounded(toPlaces: 2), origin.y.rounded(toPlaces: 2))
    place = (x * frame.along.x + y * frame.along.y, x * frame.across.x + y * frame.across.y)
    return operators
      + PDFSyntax.numbers(frame.along.x, frame.along.y, frame.across.x, frame.across.y, x, y) + " Tm"
  }
}
