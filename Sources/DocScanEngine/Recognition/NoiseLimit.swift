// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanVision

/// Limits for the number of marks on a page, to detect noise before Tesseract reads it. Specks, threads, grain, and halftone dots make more marks
/// than letters do, and hardly any are on lines. Halftone dots are on lines, but too dense. Of 190 pages of test data (books, letters, receipts,
/// photographs; Latin, Han, Hangul), none has more than 6,300 marks; every page with letters on lines may have 8,000. A smeared page has 14,000 for
/// 1,400 letters. A page of noise at 200 pixels per inch has 65,000 to 330,000 marks, a blank sheet of the test data 45,000.
/// `Tests/Tools/measure/noise.py` measures the cost of such pages.
struct NoiseLimit {
  /// The number of marks above which a page is noise unless it has many letters.
  private static let plenty = 8000  // Chosen: 6500 to 12000 (read).
  /// The number of marks in pictures and specks that each letter allows on a page with few letters.
  private static let besideLetter = 100
  private static let piecesOfLetter = 20
  /// The minimum share of a page's marks that are on lines if the marks are letters.
  private static let leastShare = 0.65  // Chosen: 0.5 to 0.8 (read).
  /// The limit for a page without lines, which may have a few large letters.
  private static let withoutLines = 1000
  /// The absolute limit: sixteen times the marks of the densest page in the test data.
  private static let mostOfAll = 100_000
  /// The maximum number of marks per square of the letters' height. Pages have 0.5, and a halftone has 2.4.
  private static let mostInSquare = 1.0  // Chosen: 0.7 to 1.5 (read).
  /// The corresponding limit for Han and Hangul, in which the parts of a character are separate marks.
  private static let mostPartsInSquare = 4.0
  /// The number of marks above which the marks may be halftone dots. Few pages have more letters.
  private static let mostLetters = 3000
  private static let fewestLetters = 8

  private let marks: Int
  private let onLines: Int

  init(_ text: Vision.Text) throws(PageFailure) { (marks, onLines) = try text.marks() }

  private var standsOnLines: Bool { Double(onLines) >= Self.leastShare * Double(marks) }

  /// The limit for a smaller picture of a page that was noise at full size.
  static let mostFromAfar = plenty

  var mostMarks: Int {
    let few = min(Self.plenty, Self.withoutLines + Self.besideLetter * onLines)
    return standsOnLines || marks <= Self.plenty ? max(few, Self.piecesOfLetter * onLines) : few
  }

  /// Returns the number of marks above which a picture is noise, given the height of its letters in pixels. `areSigns` is set for Han and Hangul.
  func mostMarks(pixels: Double, letterHeight: Double, areSigns: Bool) -> Int {
    guard letterHeight > 0 else { return mostMarks }
    let letters = pixels / (letterHeight * letterHeight)
    let most = min(Double(Self.mostOfAll), letters * (areSigns ? Self.mostPartsInSquare : Self.mostInSquare))
    return min(mostMarks, max(Self.plenty, Int(most)))
  }

  /// Whether the page has enough marks for halftone dots, which also form lines.
  var mayBeHalftone: Bool { marks > Self.mostLetters }

  var hasClearLines: Bool { onLines >= Self.fewestLetters && standsOnLines && marks <= Self.plenty }
}
