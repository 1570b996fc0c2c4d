// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative

/// Limits for the number of marks on a page, to detect noise before Tesseract reads it. Specks, threads, grain, and halftone dots make more marks
/// than letters do, and hardly any are on lines. Halftone dots are on lines, but too dense. Of 190 pages of test data (books, letters, receipts,
/// photographs; Latin, Han, Hangul), none has more than 6,300 marks; every page with letters on lines may have 8,000. A smeared page has 14,000 for
/// 1,400 letters. A page of noise at 200 pixels per inch has 65,000 to 330,000 marks, a blank sheet of the test data 45,000.
/// `Tests/Tools/measure/noise.py` measures the cost of such pages.
struct NoiseLimit {
  /// The number of marks above which a page needs many letters.
  private static let plenty = 8000  // Chosen: 6500 to 12000 (read).
  /// The number of marks in pictures and specks for each letter on a page with few.
  private static let besideLetter = 100
  private static let piecesOfLetter = 20
  /// The least share of marks on lines among letters.
  private static let leastShare = 0.65  // Chosen: 0.5 to 0.8 (read).
  /// The limit for a page without lines, which may have a few large letters.
  private static let withoutLines = 1000
  /// The absolute limit: sixteen times the marks of the densest page in the test data.
  private static let mostOfAll = 100_000
  /// The largest number of marks in the square of a letter's height: pages have 0.5, a halftone has 2.4.
  private static let mostInSquare = 1.0  // Chosen: 0.7 to 1.5 (read).
  /// The limit for Han and Hangul, where parts of signs are separate marks.
  private static let mostPartsInSquare = 4.0
  /// The number of marks above which they may be halftone dots. Few pages have more letters.
  private static let mostLetters = 3000
  private static let fewestLetters = 8

  private let marks: Int
  private let onLines: Int

  init(_ text: Vision.Text) throws(PageFailure) { (marks, onLines) = try text.marks() }

  private var standsOnLines: Bool { Double(onLines) >= Self.leastShare * Double(marks) }

  /// The limit for a page that was noise, in a smaller picture.
  static let mostFromAfar = plenty

  var mostMarks: Int {
    let few = min(Self.plenty, Self.withoutLines + Self.besideLetter * onLines)
    return standsOnLines || marks <= Self.plenty ? max(few, Self.piecesOfLetter * onLines) : few
  }

  /// Returns the number of marks above which a picture of the page, with letters of a height, is noise.
  func mostMarks(pixels: Double, letterHeight: Double, areSigns: Bool) -> Int {
    guard letterHeight > 0 else { return mostMarks }
    let letters = pixels / (letterHeight * letterHeight)
    let most = min(Double(Self.mostOfAll), letters * (areSigns ? Self.mostPartsInSquare : Self.mostInSquare))
    return min(mostMarks, max(Self.plenty, Int(most)))
  }

  /// Whether the marks are so many that they may be halftone dots, which form lines, too.
  var mayBeHalftone: Bool { marks > Self.mostLetters }

  var hasClearLines: Bool { onLines >= Self.fewestLetters && standsOnLines && marks <= Self.plenty }
}
