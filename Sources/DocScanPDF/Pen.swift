// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// The text position while a line is written: one matrix for the line, and short moves from word to word.
struct Pen {
  /// The font size below which a tenth of a point would be visible, in points.
  private static let smallType = 5.0
  /// The word width above which a hundredth of the width would be visible, in points.
  private static let longWord = 50.0

  private let frame: BaselineFrame
  /// The start of the last word, as written, or `nil` before the first word.
  private var place: (along: Double, across: Double)?
  /// The horizontal scaling in percent, as written (ISO 32000-1, 9.3.4).
  private(set) var stretch = 100.0

  init(frame: BaselineFrame) { self.frame = frame }

  /// Returns the operators that move to a position along and across the baseline, and set the horizontal scaling. Positions are rounded to a tenth
  /// of a point, and in small type to a hundredth. `width` is the word's width in points.
  mutating func moved(along: Double, across: Double, stretch: Double, width: Double, size: Double) -> String {
    let places = size < Self.smallType ? 2 : 1
    var operators = ""
    let percent = (stretch * 100).rounded(toPlaces: width < Self.longWord ? 0 : 1)
    if percent != self.stretch {
      operators += "\(PDFSyntax.number(percent)) Tz "
      self.stretch = percent
    }
    if let last = place {
      // Moves are relative to the rounded position, so that rounding errors don't add up.
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
